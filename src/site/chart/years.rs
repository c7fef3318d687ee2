//! Cumulative totals by month of the year, one line a year, the current one dark: a total that begins anew each January
//! would otherwise seem to fall [D15.4].

use chrono::Datelike;

use super::axes::Mark;
use super::drawing::{Drawing, EndLabel, FORMER, Field, InnerLabel, LABEL_HEIGHT, OWN, StrokeKind};
use super::groups::Group;
use super::path::{self, Point};
use crate::model::{Localized, Observation};

pub fn marks(width: i64) -> Vec<Mark> {
    let text = |month| Localized::build(|lang| lang.month(month).short.to_owned());
    (0..12).map(|month| Mark { x: x(month, width), text: text(month), year: None }).collect()
}

fn x(month0: u32, width: i64) -> i64 {
    (i64::from(month0) * width * 2 + 11) / 22
}

/// Draws every year, the latest last, so that it lies above the others.
pub fn draw(field: &Field<'_>, drawing: &mut Drawing, group: &Group<'_>) {
    // No run goes over New Year.
    let year = |run: &&[Observation]| run.first().and_then(|of| of.date).map(|date| date.year());
    let years: Vec<&[&[Observation]]> = group.runs.chunk_by(|one, other| year(one) == year(other)).collect();
    for (i, runs) in years.iter().enumerate() {
        let is_current = i + 1 == years.len();
        let (palette, dots_as) =
            if is_current { (OWN, StrokeKind::End) } else { (&FORMER, StrokeKind::Dots) };
        let (mut line, mut dots) = (String::new(), String::new());
        for run in *runs {
            let points: Vec<Point> = run.iter().filter_map(|of| point(field, of)).collect();
            if points.len() > 1 {
                path::line(&mut line, &points);
            }
            path::dots(&mut dots, &points);
        }
        drawing.stroke(StrokeKind::Line, palette, line);
        drawing.stroke(dots_as, palette, dots);
    }
    // The newest first: an older label makes room.
    for (i, runs) in years.iter().rev().enumerate() {
        let last = runs.last().and_then(|run| run.last());
        let Some((last, date)) = last.and_then(|last| Some((last, last.date?))) else { continue };
        let year = date.year();
        let (text, palette) = match i {
            0 => (field.value(last).map(|value| format!("{year}: {value}")), OWN),
            _ => (Localized::build(|_| year.to_string()), &FORMER),
        };
        let (x, y) = (x(date.month0(), field.axis.width), field.scale.y(last.value));
        // Beside the field in December, otherwise inside it, where no newer label is near.
        if x == field.axis.width {
            drawing.ends.push(EndLabel { y, text, name: None, palette });
        } else if !drawing.inner.iter().any(|inner| inner.x == x && (inner.y - y).abs() < LABEL_HEIGHT) {
            drawing.inner.push(InnerLabel { x, y, text, is_left: x > field.axis.width * 6 / 10, palette });
        }
    }
}

fn point(field: &Field<'_>, of: &Observation) -> Option<Point> {
    Some((x(of.date?.month0(), field.axis.width), field.scale.y(of.value)))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::model::{Frequency, Lang, PeriodType, Series};
    use crate::site::chart::samples::{chart, observations, panel, series};

    #[test]
    fn labels_stand_where_the_field_has_more_room() {
        let rows = ["2023-09-30 50", "2024-08-31 40", "2025-07-31 30", "2026-03-31 1"];
        let expected = [("2026: 1", false), ("2025", false), ("2024", true), ("2023", true)];
        assert_eq!(labels(&rows), expected.map(|(text, is_left)| (text.to_owned(), is_left)));
    }

    #[test]
    fn an_older_label_makes_room_for_a_newer_one() {
        let of = |value_of_2023: &str| {
            let oldest = format!("2023-09-30 {value_of_2023}");
            let all = labels(&[&oldest, "2024-09-30 50", "2025-07-31 30", "2026-03-31 1"]);
            all.into_iter().map(|(text, _)| text).collect::<Vec<_>>()
        };
        assert_eq!(of("50"), ["2026: 1", "2025", "2024"]);
        assert_eq!(of("47.2"), ["2026: 1", "2025", "2024"]);
        // 50 are the 2,600 parts of the field, so that these are 150 apart.
        assert_eq!(of("47.115"), ["2026: 1", "2025", "2024", "2023"]);
    }

    #[test]
    fn a_quarter_that_is_missing_leaves_a_gap() {
        let rows = ["2025-03-31 1", "2025-06-30 2", "2025-12-31 4", "2026-03-31 1", "2026-06-30 2"];
        let quarterly = observations(PeriodType::YearToDate, &rows);
        let quarterly = quarterly.into_iter().map(|of| of.with_frequency(Frequency::Quarterly));
        let series = Series::new(quarterly.collect()).unwrap();
        let chart = chart(&series, &[], "2026-07-01", 1_100);
        let lines = panel(&chart).drawing.strokes.iter().filter(|stroke| stroke.kind == StrokeKind::Line);
        let points = |path: &str| path.matches(['M', 'l']).count();
        assert_eq!(lines.map(|stroke| points(&stroke.path)).collect::<Vec<_>>(), [2, 2]);
    }

    /// The labels inside the field, and whether each stands on the left of its point.
    fn labels(rows: &[&str]) -> Vec<(String, bool)> {
        let series = series(PeriodType::YearToDate, rows);
        let chart = chart(&series, &[], "2026-04-01", 10_000);
        let inner = panel(&chart).drawing.inner.iter();
        inner.map(|label| (label.text.get(Lang::En).clone(), label.is_left)).collect()
    }
}
