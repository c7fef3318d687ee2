//! Labels inside the field: each beside a point of its own line, or left out.

use super::labels::{Place, Placer};
use super::palette::Palette;
use super::path::Point;
use super::room::{Room, longest, text_width};
use crate::model::Localized;

/// A label that is to stand beside one of these points.
pub struct Wish {
    pub points: Vec<Point>,
    pub text: Localized<String>,
    pub palette: &'static Palette,
    pub shown: Shown,
    /// Whether it names its line.
    pub is_name: bool,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Shown {
    Everywhere,
    Wide,
    Narrow,
}

/// A label inside the field, beside its point.
pub struct InnerLabel {
    pub x: i64,
    pub y: i64,
    pub text: Localized<String>,
    pub place: Place,
    pub palette: &'static Palette,
    pub shown: Shown,
}

/// The labels that have found a place, and whether a series has no name at its line: on a narrow page, and anywhere.
#[derive(Default)]
pub struct InnerLabels {
    pub labels: Vec<InnerLabel>,
    pub is_unnamed_narrow: bool,
    pub is_unnamed: bool,
}

impl InnerLabels {
    /// Gives the labels their places, in the order in which they were wished for, in a field of so many parts across and
    /// pixels down. No label stands on `lines`.
    pub fn place(wishes: Vec<Wish>, lines: &[Vec<Point>], width: i64, room: Room, height: i64) -> Self {
        let places = |pixels: i64, not: Shown| {
            let mut placer = Placer::new(width, pixels, height, lines);
            let place = |wish: &Wish| {
                let is_shown = wish.shown != not;
                is_shown.then(|| placer.place(&wish.points, text_width(longest(&wish.text)))).flatten()
            };
            wishes.iter().map(place).collect::<Vec<_>>()
        };
        let narrow = places(room.narrow, Shown::Wide);
        let wide = places(room.wide, Shown::Narrow);
        let mut placed = InnerLabels::default();
        for ((wish, narrow), wide) in wishes.into_iter().zip(narrow).zip(wide) {
            placed.is_unnamed_narrow |= wish.is_name && narrow.is_none();
            placed.is_unnamed |= wish.is_name && wish.shown != Shown::Narrow && wide.is_none();
            let all = match narrow == wide {
                true => vec![(narrow, Shown::Everywhere)],
                false => vec![(narrow, Shown::Narrow), (wide, Shown::Wide)],
            };
            for (found, shown) in all {
                let Some(((x, y), place)) = found else { continue };
                let (text, palette) = (wish.text.clone(), wish.palette);
                placed.labels.push(InnerLabel { x, y, text, place, palette, shown });
            }
        }
        placed
    }
}
