//! One path of a drawing, with the class by which stylesheets know what it shows and whose it is.

/// The indicator of the page, by its place among those that are drawn together: it has one colour on the pages of all.
static MAIN: [&str; 5] = ["own c1", "own c2", "own c3", "own c4", "own c5"];
/// Those beside it: a pattern beside the colour, so that nobody must tell colours apart.
static BESIDE: [&str; 5] = ["c1", "c2", "c3", "c4", "c5"];

/// The ink of the page's own indicator; a chart has no more than five series.
pub fn main_ink(place: usize) -> &'static str {
    MAIN[place.min(MAIN.len() - 1)]
}

pub fn ink_beside(place: usize) -> &'static str {
    BESIDE[place.min(BESIDE.len() - 1)]
}

#[derive(Clone, Debug)]
pub struct Stroke {
    pub kind: StrokeKind,
    pub ink: &'static str,
    pub path: String,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum StrokeKind {
    Line,
    /// Where nothing is known any more.
    Tail,
    /// After the as-of day.
    Coming,
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

    pub fn class(&self) -> String {
        let ink = self.ink;
        match self.kind {
            StrokeKind::Line => format!("line {ink}"),
            StrokeKind::Tail => format!("line {ink} tail"),
            StrokeKind::Coming => format!("line {ink} coming"),
            StrokeKind::Dots => format!("dots {ink}"),
            StrokeKind::Lone => format!("dots {ink} lone"),
            StrokeKind::Ring => format!("dots {ink} ring"),
            StrokeKind::End => format!("dots {ink} end"),
            StrokeKind::Hole => "dots hole".to_owned(),
            StrokeKind::Today => "today".to_owned(),
            StrokeKind::Break => "break".to_owned(),
        }
    }
}
