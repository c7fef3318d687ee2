//! The inks of a chart: one colour for an indicator on all pages, by its place among those that are drawn together, and a
//! pattern beside the colour, so that nobody must tell colours apart.

#[derive(Debug, PartialEq, Eq)]
pub struct Palette {
    /// As the stylesheet of pages knows it.
    pub class: &'static str,
    pub colour: &'static str,
    /// Of lines, in tenths of a pixel.
    pub width: i64,
    /// Lengths of dashes and of gaps between them, in tenths of a pixel; none for a solid line.
    pub dashes: &'static str,
}

const fn ink(class: &'static str, colour: &'static str, width: i64, dashes: &'static str) -> Palette {
    Palette { class, colour, width, dashes }
}

const COLOURS: [&str; 5] = ["#1d5068", "#a14a2b", "#56672a", "#6d4b86", "#826516"];

/// The indicator of the page.
static OWN: [Palette; 5] = [
    ink("own c1", COLOURS[0], 20, ""),
    ink("own c2", COLOURS[1], 20, ""),
    ink("own c3", COLOURS[2], 20, ""),
    ink("own c4", COLOURS[3], 20, ""),
    ink("own c5", COLOURS[4], 20, ""),
];
/// Those beside it.
static OTHERS: [Palette; 5] = [
    ink("c1", COLOURS[0], 15, "140 30"),
    ink("c2", COLOURS[1], 15, "70 25"),
    ink("c3", COLOURS[2], 15, "120 25 25 25"),
    ink("c4", COLOURS[3], 15, "25 25"),
    ink("c5", COLOURS[4], 15, "70 25 25 25 25 25"),
];
/// Years before the current one that have a name, and those before them.
pub static FORMER: Palette = ink("former", "#6f6b5f", 15, "");
pub static OLDER: Palette = ink("older", "#929081", 10, "");

/// By the place of an indicator among those that are drawn together; a chart has no more than five.
pub fn own(place: usize) -> &'static Palette {
    &OWN[place.min(OWN.len() - 1)]
}

pub fn beside(place: usize) -> &'static Palette {
    &OTHERS[place.min(OTHERS.len() - 1)]
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;

    #[test]
    fn every_series_has_a_colour_and_a_pattern_of_its_own() {
        let all = || OTHERS.iter().chain([&FORMER, &OLDER]);
        assert_eq!(all().map(|palette| palette.colour).collect::<BTreeSet<_>>().len(), all().count());
        let patterns: BTreeSet<_> = OTHERS.iter().map(|palette| palette.dashes).collect();
        assert_eq!(patterns.len(), OTHERS.len());
        assert!((0..5).all(|place| own(place).colour == beside(place).colour));
    }
}
