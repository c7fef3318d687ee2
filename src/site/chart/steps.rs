//! Rates in force: solid from each known decision to the next, and up to the as-of day only where it is known that
//! nothing has changed since the last one; otherwise dashed [D15.5].

use super::Subject;
use super::form::Group;
use super::panel::{COLUMN, Drawing, Field, Pen};
use super::path::{onward, steps, thinned};

/// Draws a series.
pub(super) fn draw(field: &Field<'_>, drawing: &mut Drawing, of: (&Subject<'_>, &Group<'_>), pen: Pen) {
    let (subject, group) = of;
    let today = field.axis.along(field.view.as_of, field.width);
    let (mut path, mut tail) = (String::new(), String::new());
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
    drawing.add(pen.ink.line, path);
    drawing.add(pen.ink.tail, tail);
    drawing.end(field, of, pen);
}
