//! Labels beside a field, at the ends of its lines: moved apart as little as possible, and never so far that another line
//! is nearer than their own. What cannot stand is left out [D24.3].

use super::palette::Palette;
use crate::model::{Lang, Localized};

/// Labels are at least this many parts apart, which is the height of their text.
pub const LABEL_HEIGHT: i64 = 150;
/// Characters of a label that the edge of the page does not cut.
pub const MAX_LENGTH: usize = 30;
/// From the end of its line a label is at most so far.
const MAX_DISTANCE: i64 = 100;
/// A label may stand so far beyond the field.
const BEYOND: i64 = 50;

pub struct EndLabel {
    pub y: i64,
    /// The end of its line.
    pub line: i64,
    pub text: Localized<String>,
    /// The series, where there are several.
    pub name: Option<Localized<String>>,
    pub palette: &'static Palette,
}

impl EndLabel {
    pub fn new(
        y: i64,
        text: Localized<String>,
        name: Option<Localized<String>>,
        palette: &'static Palette,
    ) -> Self {
        EndLabel { y, line: y, text, name, palette }
    }

    /// Without its name where the edge of the page would cut it.
    pub fn fitting(self) -> Self {
        let fits = Lang::ALL.iter().all(|lang| self.length(*lang) <= MAX_LENGTH);
        EndLabel { name: self.name.clone().filter(|_| fits), ..self }
    }

    /// In characters.
    pub fn length(&self, lang: Lang) -> usize {
        let name = self.name.as_ref().map_or(0, |name| name.get(lang).chars().count() + 1);
        self.text.get(lang).chars().count() + name
    }
}

/// Moves labels apart inside a field of this height; those that were added first matter most. Gives back what is left
/// out.
pub fn spread_labels(ends: &mut Vec<EndLabel>, height: i64) -> Vec<EndLabel> {
    let lines: Vec<i64> = ends.iter().map(|end| end.line).collect();
    let mut kept: Vec<usize> = (0..lines.len()).collect();
    let places = loop {
        kept.sort_by_key(|i| (lines[*i], *i));
        let wanted: Vec<i64> = kept.iter().map(|i| lines[*i]).collect();
        let places = apart(&wanted, height);
        let strayed = kept.iter().zip(&places).position(|(i, y)| strays(*i, *y, &lines));
        match strayed {
            None => break places,
            // Of all that were moved together with it the one that matters least.
            Some(at) => {
                let is_beside = |other: &usize| (places[*other] - places[at]).abs() <= 2 * LABEL_HEIGHT;
                let least = (0..kept.len()).filter(is_beside).max_by_key(|other| kept[*other]).unwrap_or(at);
                kept.remove(least);
            }
        }
    };
    let mut left_out = Vec::new();
    for (i, mut end) in std::mem::take(ends).into_iter().enumerate() {
        match kept.iter().position(|kept| *kept == i) {
            Some(at) => {
                end.y = places[at];
                ends.push(end);
            }
            None => left_out.push(end),
        }
    }
    ends.sort_by_key(|end| end.y);
    left_out
}

/// Whether a label at `y` stands nearer to another line than to its own, or too far from every one.
fn strays(own: usize, y: i64, lines: &[i64]) -> bool {
    let distance = (lines[own] - y).abs();
    distance > MAX_DISTANCE || lines.iter().any(|line| (line - y).abs() < distance)
}

/// The places nearest to those that are wanted, in order, with room for each: runs of labels that touch stand around
/// their mean.
fn apart(wanted: &[i64], height: i64) -> Vec<i64> {
    let step = |i: usize| i64::try_from(i).unwrap_or(0) * LABEL_HEIGHT;
    // Without the room that each needs, the places must only not fall.
    let mut runs: Vec<(i64, i64)> = Vec::new();
    for (i, y) in wanted.iter().enumerate() {
        let mut run = (y - step(i), 1);
        while let Some(before) = runs.last().filter(|before| before.0 * run.1 >= run.0 * before.1) {
            run = (run.0 + before.0, run.1 + before.1);
            runs.pop();
        }
        runs.push(run);
    }
    let most = (height - step(wanted.len().saturating_sub(1))).max(0);
    let means = runs.iter().flat_map(|(sum, count)| (0..*count).map(move |_| sum.div_euclid(*count)));
    means.enumerate().map(|(i, mean)| mean.clamp(-BEYOND, most + BEYOND) + step(i)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::site::chart::palette;

    fn places(ys: &[i64]) -> Vec<i64> {
        let text = || Localized::build(|_| String::new());
        let end = |y: &i64| EndLabel::new(*y, text(), None, palette::own(0));
        let mut ends: Vec<EndLabel> = ys.iter().map(end).collect();
        let left_out = spread_labels(&mut ends, 2600);
        assert_eq!(ends.len() + left_out.len(), ys.len());
        ends.iter().map(|end| end.y).collect()
    }

    #[test]
    fn labels_do_not_lie_on_each_other() {
        assert_eq!(places(&[1000, 1000]), [925, 1075]);
        assert_eq!(places(&[2600, 2590]), [2500, 2650]);
        assert_eq!(places(&[0, 2600]), [0, 2600]);
        assert_eq!(places(&[700]), [700]);
    }

    #[test]
    fn a_label_that_would_stand_at_another_line_is_left_out() {
        assert!(places(&[5; 40]).len() <= 5);
        for ys in [&[0, 40, 80, 120, 160, 200][..], &[1000, 1010, 1020, 1300, 1310], &[0, 0, 300, 310, 320]] {
            let kept = places(ys);
            assert!(kept.len() < ys.len() || kept.windows(2).all(|pair| pair[1] - pair[0] >= LABEL_HEIGHT));
            assert!(!kept.is_empty());
        }
    }

    #[test]
    fn a_name_that_the_edge_would_cut_is_left_out() {
        let text = |text: &str| Localized::build(|_| text.to_owned());
        let named = |name: &str| EndLabel::new(0, text("1,7"), Some(text(name)), palette::own(0)).fitting();
        assert!(named(&"x".repeat(MAX_LENGTH - 4)).name.is_some());
        assert!(named(&"x".repeat(MAX_LENGTH - 3)).name.is_none());
    }

    #[test]
    fn a_label_is_as_long_as_its_text_and_its_name_with_a_space_between() {
        let text = |text: &str| Localized::build(|_| text.to_owned());
        let end = |text, name| EndLabel::new(0, text, name, palette::own(0));
        assert_eq!(end(text("1,7"), None).length(Lang::Ru), 3);
        assert_eq!(end(text("1,7"), Some(text("евро"))).length(Lang::Ru), 8);
    }
}
