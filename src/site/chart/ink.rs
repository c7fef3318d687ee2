//! What series are drawn with: the classes of their strokes.

/// What a series is drawn with.
pub(super) struct Ink {
    pub name: &'static str,
    pub line: &'static str,
    /// What a line ends with after which nothing is known.
    pub tail: &'static str,
    pub dots: &'static str,
    /// The dot at the end.
    pub end: &'static str,
}

/// That of the chart's own series, then those of the series beside it.
const INKS: [Ink; 5] = [
    Ink { name: "own", line: "line own", tail: "line own tail", dots: "dots own", end: "end own" },
    Ink { name: "with1", line: "line with1", tail: "line with1 tail", dots: "dots with1", end: "end with1" },
    Ink { name: "with2", line: "line with2", tail: "line with2 tail", dots: "dots with2", end: "end with2" },
    Ink { name: "with3", line: "line with3", tail: "line with3 tail", dots: "dots with3", end: "end with3" },
    Ink { name: "with4", line: "line with4", tail: "line with4 tail", dots: "dots with4", end: "end with4" },
];

/// The ink of the series at this place of a chart, which has no more than five.
pub(super) fn ink(place: usize) -> &'static Ink {
    &INKS[place.min(INKS.len() - 1)]
}
