//! The colours of series: classes in the stylesheet of pages, and attributes in pictures that stand alone.

#[derive(Debug, PartialEq, Eq)]
pub struct Palette {
    pub class: &'static str,
    pub colour: &'static str,
    /// Of lines, in tenths of a pixel.
    pub width: i64,
}

/// The chart's own series, then those beside it.
static SERIES: [Palette; 5] = [
    Palette { class: "own", colour: "#1d5068", width: 20 },
    Palette { class: "with1", colour: "#a14a2b", width: 15 },
    Palette { class: "with2", colour: "#5d6f2e", width: 15 },
    Palette { class: "with3", colour: "#6d4b86", width: 15 },
    Palette { class: "with4", colour: "#8a6d1f", width: 15 },
];
pub static OWN: &Palette = &SERIES[0];
/// Years before the current one.
pub static FORMER: Palette = Palette { class: "former", colour: "#8d897b", width: 15 };

/// A chart has no more than five series.
pub fn of_series(index: usize) -> &'static Palette {
    &SERIES[index.min(SERIES.len() - 1)]
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;

    #[test]
    fn every_series_has_a_colour_of_its_own() {
        let all = || SERIES.iter().chain([&FORMER]);
        assert_eq!(all().map(|palette| palette.colour).collect::<BTreeSet<_>>().len(), all().count());
    }
}
