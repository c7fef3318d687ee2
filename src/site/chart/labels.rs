//! Labels stand beside the field, at the height of the ends of its lines. They are moved apart as little as possible, and never
//! so far that another line is nearer than their own. A label without room is left out [D24.3], but never the present value of
//! the page's own indicator [D35.1].

use super::*;

/// Labels beside the field are at least this many parts apart, which is the height of their text.
const LABEL_HEIGHT: i64 = 150;
/// The greatest distance of a label from the end of its line.
const MAX_DISTANCE: i64 = 100;
/// How far a label may stand beyond the field.
const BEYOND: i64 = 50;

pub struct EndLabel {
    pub y: i64,
    /// The end of its line.
    pub line: i64,
    pub text: Localized<String>,
    pub ink: &'static str,
}

/// The labels at the ends of lines: the value that leads, and its month where the line ends before the edge.
pub fn end_labels(
    view: &ChartView<'_>,
    field: &Field,
    series: &[DrawnSeries<'_>],
) -> Vec<EndLabel> {
    let mut ends = Vec::new();
    for drawn in series {
        if let Some(leading) = drawn.leading(field.as_of)
            && let Some(date) = leading.date
        {
            let is_at_edge = drawn.group.are_steps || field.axis.ends_near(date);
            let text = Localized::build(|lang| {
                let value = text::number(&leading.shown(view.decimals), lang);
                match is_at_edge {
                    true => value,
                    false => format!("{value} ({})", text::short_month(date, lang)),
                }
            });

            let line = field.scale.y(leading.value);
            ends.push(EndLabel {
                y: line,
                line,
                text,
                ink: drawn.ink,
            });
        }
    }

    ends
}

/// Moves labels apart inside a field of this height; those that come first matter most.
pub fn spread_labels(mut ends: Vec<EndLabel>, height: i64) -> Vec<EndLabel> {
    let lines: Vec<i64> = ends.iter().map(|end| end.line).collect();
    // Those that are kept, by the heights of their lines.
    let mut kept: Vec<usize> = (0..ends.len()).collect();
    kept.sort_by_key(|rank| lines[*rank]);

    loop {
        let wanted: Vec<i64> = kept.iter().map(|rank| lines[*rank]).collect();
        for (rank, y) in kept.iter().zip(spread_places(&wanted, height)) {
            ends[*rank].y = y;
        }

        let mut ranks = kept.iter();
        let Some(astray) = ranks.find(|rank| is_astray(&ends[**rank], &lines)) else {
            break;
        };

        // Leaves out the least important of those that were moved together with it.
        let y = ends[*astray].y;
        let ranks = kept.iter().copied();
        let beside = ranks.filter(|rank| (ends[*rank].y - y).abs() <= 2 * LABEL_HEIGHT);
        let least = beside.max();
        kept.retain(|rank| Some(*rank) != least);
    }

    let mut labels = Vec::new();
    for (rank, end) in ends.into_iter().enumerate() {
        if kept.contains(&rank) {
            labels.push(end);
        }
    }

    labels
}

/// Returns true if a label is nearer to another line than to its own, or too far from every one.
fn is_astray(label: &EndLabel, lines: &[i64]) -> bool {
    let distance = (label.line - label.y).abs();
    distance > MAX_DISTANCE || lines.iter().any(|line| (line - label.y).abs() < distance)
}

/// The places nearest to those that are wanted, in order, with room for each: runs of labels that touch stand around
/// their mean.
fn spread_places(wanted: &[i64], height: i64) -> Vec<i64> {
    // Less the room of the labels before it, each place must only be no smaller than the one before.
    let mut runs: Vec<Touching> = Vec::new();
    let mut most = height;
    for (place, y) in (0..).zip(wanted) {
        most = (height - place * LABEL_HEIGHT).max(0);
        let mut run = Touching {
            sum: y - place * LABEL_HEIGHT,
            count: 1,
        };
        while let Some(before) =
            runs.pop_if(|before| before.sum * run.count >= run.sum * before.count)
        {
            run.sum += before.sum;
            run.count += before.count;
        }

        runs.push(run);
    }

    let mut places = Vec::new();
    let mut room_before = 0;
    for Touching { sum, count } in runs {
        let mean = sum.div_euclid(count);
        for _ in 0..count {
            places.push(mean.clamp(-BEYOND, most + BEYOND) + room_before);
            room_before += LABEL_HEIGHT;
        }
    }

    places
}

/// Labels that touch: the sum of the places that they want, and their number.
struct Touching {
    sum: i64,
    count: i64,
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The lines of the labels that are kept, each with its place.
    fn places(lines: &[i64]) -> Vec<(i64, i64)> {
        let end = |line: &i64| EndLabel {
            y: 0,
            line: *line,
            text: Localized::build(|_| String::new()),
            ink: "c1",
        };
        spread_labels(lines.iter().map(end).collect(), 2600)
            .iter()
            .map(|end| (end.line, end.y))
            .collect()
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
        for lines in [
            &[80, 0, 40, 120, 160, 200][..],
            &[1020, 1000, 1010, 1300, 1310],
            &[310, 0, 0, 300, 320],
        ] {
            let kept = places(lines);
            assert_eq!(kept[0].0, lines[0]);
            let mut heights: Vec<i64> = kept.iter().map(|(_, y)| *y).collect();
            heights.sort_unstable();
            assert!(
                heights
                    .windows(2)
                    .all(|pair| pair[1] - pair[0] >= LABEL_HEIGHT),
                "{kept:?}"
            );
        }
    }
}
