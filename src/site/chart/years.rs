//! Cumulative totals by month of the year, one line a year, the current one dark: a total that begins anew each January
//! would otherwise seem to fall [D15.4].

use chrono::Datelike;

use super::ends::{End, Inner};
use super::form::Group;
use super::panel::{Drawing, Field};
use super::path::{Point, dots, line};
use super::time::Mark;
use crate::model::{Localized, Observation};
use crate::site::text;

/// Labels of one month that are closer to each other than this would lie on each other.
const ROOM: i64 = 150;

/// The twelve months.
pub(super) fn marks(width: i64) -> Vec<Mark> {
    (0..12)
        .map(|month| Mark {
            x: along(month, width),
            text: Localized::build(|lang| text::month_short(month, lang).to_owned()),
            year: None,
        })
        .collect()
}

fn along(month0: u32, width: i64) -> i64 {
    (i64::from(month0) * width * 2 + 11) / 22
}

/// Draws every year, the latest last, so that it lies above the others.
pub(super) fn draw(field: &Field<'_>, drawing: &mut Drawing, group: &Group<'_>) {
    let all: Vec<&Observation> = group.observations().collect();
    let year = |of: &Observation| of.date.map(|date| date.year());
    let years: Vec<_> = all.chunk_by(|one, other| year(one) == year(other)).collect();
    for (i, observations) in years.iter().enumerate() {
        let is_current = i + 1 == years.len();
        let points: Vec<Point> = observations.iter().filter_map(|of| point(field, of)).collect();
        let (mut path, mut spots) = (String::new(), String::new());
        if points.len() > 1 {
            line(&mut path, &points);
        }
        dots(&mut spots, &points);
        drawing.add(if is_current { "line own" } else { "line former" }, path);
        drawing.add(if is_current { "end own" } else { "dots former" }, spots);
    }
    // The newest first: an older label makes room.
    for (i, observations) in years.iter().rev().enumerate() {
        if let Some(last) = observations.last() {
            label(field, drawing, last, i == 0);
        }
    }
}

fn point(field: &Field<'_>, of: &Observation) -> Option<Point> {
    Some((along(of.date?.month0(), field.width), field.down(of)))
}

/// The year at the end of its line, with the value where it is the current one.
fn label(field: &Field<'_>, drawing: &mut Drawing, last: &Observation, is_current: bool) {
    let Some(((x, y), date)) = point(field, last).zip(last.date) else { return };
    let year = date.year().to_string();
    let text = match is_current {
        true => field.written(last).map(|_, value| format!("{year}: {value}")),
        false => Localized::build(|_| year.clone()),
    };
    let ink = if is_current { "own" } else { "former" };
    if x == field.width {
        return drawing.ends.push(End::new(y, text, None, ink));
    }
    let is_near = |inner: &Inner| inner.x == x && (inner.y - y).abs() < ROOM;
    if !drawing.inner.iter().any(is_near) {
        drawing.inner.push(Inner { x, y, text, is_left: x > field.width * 6 / 10, ink });
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::model::{Lang, PeriodType};
    use crate::site::chart::samples::series;
    use crate::site::chart::{Chart, ChartView, Part, Subject};

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

    /// The labels inside the field, and whether each stands on the left of its point.
    fn labels(rows: &[&str]) -> Vec<(String, bool)> {
        let series = series(PeriodType::YearToDate, rows);
        let name = Localized::build(|_| "own".to_owned());
        let own = Subject { name: &name, series: &series, is_verified: true };
        let as_of = "2026-04-01".parse().unwrap();
        let view = ChartView { own, with: Vec::new(), as_of, decimals: 0 };
        let chart = Chart::new(&view, 10_000).unwrap();
        let Part::Drawn(panel) = &chart.parts[0] else { panic!("there are axes") };
        panel.inner.iter().map(|label| (label.text.get(Lang::En).clone(), label.is_left)).collect()
    }
}
