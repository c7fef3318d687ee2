//! Observations over time: a line through each run of neighbours, a dot wherever no line goes.

use super::Subject;
use super::form::Group;
use super::panel::{COLUMN, Drawing, Field, Pen};
use super::path::{breadth, dots, line, thinned};

/// With more points than this, only those stand out that no line goes through.
const MOST_DOTS: usize = 60;

/// A line that is shorter than this part of the width is not seen as one.
const SPECK: i64 = 150;

/// Draws a series.
pub(super) fn draw(field: &Field<'_>, drawing: &mut Drawing, of: (&Subject<'_>, &Group<'_>), pen: Pen) {
    let (_, group) = of;
    let (mut path, mut spots) = (String::new(), String::new());
    let few = group.observations().count() <= MOST_DOTS;
    for run in &group.runs {
        let points: Vec<_> = run.iter().filter_map(|of| field.point(of)).collect();
        let points = thinned(&points, COLUMN);
        if points.len() > 1 {
            line(&mut path, &points);
        }
        if few || breadth(&points) * SPECK < field.width {
            dots(&mut spots, &points);
        }
    }
    drawing.add(pen.ink.line, path);
    drawing.add(pen.ink.dots, spots);
    drawing.end(field, of, pen);
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::model::{Localized, PeriodType};
    use crate::site::chart::samples::series;
    use crate::site::chart::{Chart, ChartView, Part};

    /// The dots of 81 days in a row and of these days after the first of them, in a field of 150 days.
    fn dots_of(days: &[u64], width: i64) -> String {
        let first: chrono::NaiveDate = "2026-01-01".parse().unwrap();
        let days = (0..=80).chain(days.iter().copied());
        let rows: Vec<String> = days.map(|day| (first + chrono::Days::new(day)).to_string()).collect();
        let series = series(PeriodType::Daily, &rows.iter().map(String::as_str).collect::<Vec<_>>());
        let name = Localized::build(|_| "own".to_owned());
        let own = Subject { name: &name, series: &series, is_verified: true };
        let view = ChartView { own, with: Vec::new(), as_of: first, decimals: 0 };
        let chart = Chart::new(&view, width).unwrap();
        let Part::Drawn(panel) = &chart.parts[0] else { panic!("there are axes") };
        panel
            .strokes
            .iter()
            .find(|stroke| stroke.class == "dots own")
            .map_or(String::new(), |dots| dots.path.clone())
    }

    #[test]
    fn among_many_observations_only_those_without_a_line_are_dots() {
        assert_eq!(dots_of(&[150], 15_000).matches('M').count(), 1);
        assert!(dots_of(&[150], 15_000).starts_with("M15000 "));
    }

    #[test]
    fn a_line_that_is_long_enough_to_be_seen_has_no_dots() {
        assert_eq!(dots_of(&[149, 150], 15_000), "");
    }
}
