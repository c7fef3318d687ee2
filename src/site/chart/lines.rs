//! Observations over time: a line through each run of neighbours, a dot wherever no line goes.

use super::Subject;
use super::ends::End;
use super::form::Group;
use super::panel::{COLUMN, Drawing, Field, INKS};
use super::path::{dots, line, thinned};

/// With more points than this, only those stand out that no line goes through.
const MOST_DOTS: usize = 60;

/// A line that is not longer than this part of the width is not seen as one.
const SPECK: i64 = 150;

const LINES: [&str; 5] = ["line own", "line with1", "line with2", "line with3", "line with4"];
const DOTS: [&str; 5] = ["dots own", "dots with1", "dots with2", "dots with3", "dots with4"];
const ENDS: [&str; 5] = ["end own", "end with1", "end with2", "end with3", "end with4"];

/// Draws a series with its ink, and its name where there are several.
pub(super) fn draw(
    field: &Field<'_>,
    drawing: &mut Drawing,
    (subject, group): (&Subject<'_>, &Group<'_>),
    (ink, is_named): (usize, bool),
) {
    let ink = ink.min(INKS.len() - 1);
    let (mut path, mut spots, mut end) = (String::new(), String::new(), String::new());
    let few = group.observations().count() <= MOST_DOTS;
    for run in &group.runs {
        let points: Vec<_> = run.iter().filter_map(|of| field.point(of)).collect();
        let points = thinned(&points, COLUMN);
        if points.len() > 1 {
            line(&mut path, &points);
        }
        let breadth = points.first().zip(points.last()).map_or(0, |(first, last)| last.0 - first.0);
        if few || breadth * SPECK < field.width {
            dots(&mut spots, &points);
        }
    }
    if let Some(last) = group.observations().next_back() {
        if let Some(point) = field.point(last) {
            dots(&mut end, &[point]);
            let name = is_named.then(|| subject.name.clone());
            drawing.ends.push(End::new(point.1, field.written(last), name, INKS[ink]));
        }
    }
    drawing.add(LINES[ink], path);
    drawing.add(DOTS[ink], spots);
    drawing.add(ENDS[ink], end);
}
