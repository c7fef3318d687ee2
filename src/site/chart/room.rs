//! How much room texts and fields have, in pixels: neither a page nor a picture can measure letters, so that a text is as
//! wide as its characters are in a wide font.

use super::end_labels::{EndLabel, MAX_LENGTH as MAX_END_LENGTH};
use crate::model::{Lang, Localized};

/// Of one character.
const CHARACTER: i64 = 7;
/// At least between two labels.
pub const APART: i64 = 6;
/// Half the height of a label.
pub const HALF_HEIGHT: i64 = 7;
/// A scale with longer texts would push a field off a narrow page, and off a wide one.
const MAX_LENGTH: usize = 14;
const MAX_WIDE_LENGTH: usize = 24;
/// The least width of a field, on the narrowest page with the longest texts beside it.
const MIN_FIELD: i64 = 60;

/// The least width of a field on a narrow page, and on a wide one.
#[derive(Clone, Copy)]
pub struct Room {
    pub narrow: i64,
    pub wide: i64,
}

/// What a chart is drawn on: the pixels that it has with everything beside its fields, and how its parts are counted.
#[derive(Clone, Copy)]
pub struct Canvas {
    pub room: Room,
    pub parts: Parts,
    /// Parts of the width that need not be told apart.
    pub column: i64,
}

#[derive(Clone, Copy)]
pub enum Parts {
    /// The field has so many, however wide it is.
    PerField(i64),
    PerPixel(i64),
}

/// A page stretches its fields: on a telephone of 320 pixels, and from 640 pixels on.
pub const PAGE: Canvas =
    Canvas { room: Room { narrow: 288, wide: 572 }, parts: Parts::PerField(10_000), column: 20 };
/// One of several charts of a page, of which it is not the first that is shown: a page stays small.
pub const FURTHER: Canvas = Canvas { column: 50, ..PAGE };

/// Pixels beside the fields, the same for all of a chart, so that their axes of time agree.
#[derive(Clone)]
pub struct Margins {
    /// For the scales; 0 where a text is so long that the scales are inside.
    pub left: Localized<i64>,
    /// The same on a narrow page.
    pub left_narrow: Localized<i64>,
    /// For the labels at the ends of lines.
    pub right: Localized<i64>,
    /// The same on a narrow page, where they have no names.
    pub right_narrow: Localized<i64>,
}

impl Margins {
    pub fn new(scale: impl Fn(Lang) -> usize, ends: &[EndLabel]) -> Self {
        let end = |length: &dyn Fn(&EndLabel) -> usize| {
            let longest = ends.iter().map(length).max();
            longest.map_or(12, |longest| text_width(longest.min(MAX_END_LENGTH)) + 14)
        };
        let beside = |most: usize| {
            Localized::build(|lang| match scale(lang) {
                longest if longest > most => 0,
                longest => text_width(longest) + 12,
            })
        };
        Margins {
            left: beside(MAX_WIDE_LENGTH),
            left_narrow: beside(MAX_LENGTH),
            right: Localized::build(|lang| end(&|label| label.length(lang))),
            right_narrow: Localized::build(|lang| end(&|label| label.text.get(lang).chars().count())),
        }
    }

    /// What a canvas leaves for the fields in every language.
    pub fn inside(&self, canvas: Canvas) -> Room {
        let least = |outer: i64, left: &Localized<i64>, right: &Localized<i64>| {
            let inner = Lang::ALL.map(|lang| outer - left.get(lang) - right.get(lang));
            inner.into_iter().min().unwrap_or(outer).max(MIN_FIELD)
        };
        Room {
            narrow: least(canvas.room.narrow, &self.left_narrow, &self.right_narrow),
            wide: least(canvas.room.wide, &self.left, &self.right),
        }
    }
}

pub fn text_width(characters: usize) -> i64 {
    i64::try_from(characters).unwrap_or(0) * CHARACTER
}

/// Characters of a text in the language in which it is longest.
pub fn longest(text: &Localized<String>) -> usize {
    Lang::ALL.map(|lang| text.get(lang).chars().count()).into_iter().max().unwrap_or(0)
}
