//! Labels beside a field, at the height of the ends of its lines: moved apart as little as possible, and never so far that
//! another line is nearer than their own. What cannot stand is left out [D24.3], the present value of the page's own
//! indicator never [D35.1].

use super::*;

/// Labels are at least this many parts apart, which is the height of their text.
const LABEL_HEIGHT: i64 = 150;
/// From the end of its line a label is at most so far.
const MAX_DISTANCE: i64 = 100;
/// A label may stand so far beyond the field.
const BEYOND: i64 = 50;

pub struct EndLabel {
    pub y: i64,
    /// The end of its line.
    pub line: i64,
    pub text: Localized<String>,
    pub ink: &'static str,
}

/// Moves labels apart inside a field of this height; those that come first matter most.
pub fn spread_labels(ends: Vec<EndLabel>, height: i64) -> Vec<EndLabel> {
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
                let is_beside = |place: &usize| (places[*place] - places[at]).abs() <= 2 * LABEL_HEIGHT;
                let least = (0..kept.len()).filter(is_beside).max_by_key(|place| kept[*place]).unwrap_or(at);
                kept.remove(least);
            }
        }
    };
    let is_placed = |(i, end): (usize, EndLabel)| {
        let at = kept.iter().position(|kept| *kept == i)?;
        Some(EndLabel { y: places[at], ..end })
    };
    ends.into_iter().enumerate().filter_map(is_placed).collect()
}

/// Whether a label at `y` stands nearer to another line than to its own, or too far from every one.
fn strays(label: usize, y: i64, lines: &[i64]) -> bool {
    let distance = (lines[label] - y).abs();
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

    /// The lines of the labels that are kept, each with its place.
    fn places(lines: &[i64]) -> Vec<(i64, i64)> {
        let end =
            |line: &i64| EndLabel { y: 0, line: *line, text: Localized::build(|_| String::new()), ink: "c1" };
        spread_labels(lines.iter().map(end).collect(), 2600).iter().map(|end| (end.line, end.y)).collect()
    }

    #[test]
    fn labels_do_not_lie_on_each_other() {
        assert_eq!(places(&[1000, 1000]), [(1000, 925), (1000, 1075)]);
        assert_eq!(places(&[2600, 2590]), [(2600, 2650), (2590, 2500)]);
        assert_eq!(places(&[0, 2600]), [(0, 0), (2600, 2600)]);
        assert_eq!(places(&[700]), [(700, 700)]);
    }

    #[test]
    fn a_label_that_would_stand_at_another_line_is_left_out_and_the_first_never() {
        assert!(places(&[5; 40]).len() <= 5);
        for lines in
            [&[80, 0, 40, 120, 160, 200][..], &[1020, 1000, 1010, 1300, 1310], &[310, 0, 0, 300, 320]]
        {
            let kept = places(lines);
            assert_eq!(kept[0].0, lines[0]);
            let mut heights: Vec<i64> = kept.iter().map(|(_, y)| *y).collect();
            heights.sort_unstable();
            assert!(heights.windows(2).all(|pair| pair[1] - pair[0] >= LABEL_HEIGHT), "{kept:?}");
        }
    }
}
