//! One path of a drawing, by what it shows: which class the stylesheet knows it by.

use super::palette::Palette;

#[derive(Debug)]
pub struct Stroke {
    pub kind: StrokeKind,
    pub palette: &'static Palette,
    pub path: String,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum StrokeKind {
    Line,
    /// Where nothing is known any more.
    Tail,
    /// After the as-of day.
    Coming,
    /// Over months of a year that are not known.
    Bridge,
    /// Through doubtful observations that are too many for dots.
    Thin,
    Dots,
    /// Dots without a line.
    Lone,
    /// A dot around a hole.
    Ring,
    /// The dot of the latest observation.
    End,
    Hole,
    /// Across the field, at the as-of day and at a break of the series.
    Today,
    Break,
}

impl Stroke {
    pub fn is_dots(&self) -> bool {
        use StrokeKind::{Dots, End, Hole, Lone, Ring};
        matches!(self.kind, Dots | Lone | Ring | End | Hole)
    }

    /// As the stylesheet of pages knows it.
    pub fn class(&self) -> String {
        let class = self.palette.class;
        match self.kind {
            StrokeKind::Line => format!("line {class}"),
            StrokeKind::Tail => format!("line {class} tail"),
            StrokeKind::Coming => format!("line {class} coming"),
            StrokeKind::Bridge => format!("line {class} bridge"),
            StrokeKind::Thin => format!("line {class} thin"),
            StrokeKind::Dots => format!("dots {class}"),
            StrokeKind::Lone => format!("dots {class} lone"),
            StrokeKind::Ring => format!("dots {class} ring"),
            StrokeKind::End => format!("dots {class} end"),
            StrokeKind::Hole => "dots hole".to_owned(),
            StrokeKind::Today => "today".to_owned(),
            StrokeKind::Break => "break".to_owned(),
        }
    }
}
