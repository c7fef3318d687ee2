//! Rates in force: solid from each known decision to the next, and up to the as-of day only where it is known that
//! nothing has changed since the last one; otherwise dashed (decisions, section 15, rule 5).

use super::Subject;
use super::ends::End;
use super::form::Group;
use super::panel::{COLUMN, Drawing, Field, INKS};
use super::path::{dots, onward, steps, thinned};

const LINES: [&str; 5] = ["line own", "line with1", "line with2", "line with3", "line with4"];
const TAILS: [&str; 5] =
    ["line own tail", "line with1 tail", "line with2 tail", "line with3 tail", "line with4 tail"];
const ENDS: [&str; 5] = ["end own", "end with1", "end with2", "end with3", "end with4"];

/// Draws a series with its ink, and its name where there are several.
pub(super) fn draw(
    field: &Field<'_>,
    drawing: &mut Drawing,
    (subject, group): (&Subject<'_>, &Group<'_>),
    (ink, is_named): (usize, bool),
) {
    let ink = ink.min(INKS.len() - 1);
    let today = field.axis.along(field.view.as_of, field.width);
    let (mut path, mut tail, mut end) = (String::new(), String::new(), String::new());
    let last_run = group.runs.len().saturating_sub(1);
    for (i, run) in group.runs.iter().enumerate() {
        let points: Vec<_> = run.iter().filter_map(|of| field.point(of)).collect();
        let is_current = i == last_run;
        let until = if is_current && subject.is_verified { today } else { 0 };
        steps(&mut path, &thinned(&points, COLUMN), until);
        if let Some((x, y)) = points.last().filter(|(x, _)| is_current && !subject.is_verified && today > *x)
        {
            onward(&mut tail, (*x, *y), today - x);
        }
    }
    if let Some((point, last)) = group.observations().next_back().and_then(|of| Some((field.point(of)?, of)))
    {
        dots(&mut end, &[point]);
        let name = is_named.then(|| subject.name.clone());
        drawing.ends.push(End::new(point.1, field.written(last), name, INKS[ink]));
    }
    drawing.add(LINES[ink], path);
    drawing.add(TAILS[ink], tail);
    drawing.add(ENDS[ink], end);
}
