//! Cumulative totals by month of the year, one line a year, the current one dark: a total that begins anew each January
//! would otherwise seem to fall [D15.4]. The last three years are named where their names can stand [D24.3].

use chrono::Datelike;

use super::ChartView;
use super::drawing::{Drawing, Drawn};
use super::end_labels::{EndLabel, LABEL_HEIGHT};
use super::field::{Field, value};
use super::groups::Group;
use super::inner_labels::{Shown, Wish};
use super::neighbours::is_bridged;
use super::palette::{self, Palette};
use super::path::{self, Point};
use super::room::Room;
use super::stroke::StrokeKind;
use super::time_axis::{Marks, chosen, month_name};
use crate::model::{Localized, Observation};

/// So many years have a name.
const NAMED: usize = 3;

pub fn marks(width: i64, room: Room) -> Marks {
    let labels = |step: i32| {
        let months = (0..12).filter(|month0| month0 % step.unsigned_abs() == 0);
        let label = |month0: u32| ((i64::from(month0) * 2 + 1) * width / 24, month_name(month0));
        months.map(label).collect()
    };
    Marks {
        labels: chosen(&[1, 2, 3, 4, 6, 12], labels, room, width),
        ticks: (0..=12).map(|turn| turn * width / 12).collect(),
        ..Marks::default()
    }
}

/// The end of a month.
fn x(month0: u32, width: i64) -> i64 {
    i64::from(month0 + 1) * width / 12
}

/// The runs of one year.
struct Year<'a> {
    year: i32,
    runs: Vec<&'a [Observation]>,
}

impl<'a> Year<'a> {
    fn last(&self) -> Option<&'a Observation> {
        self.runs.last().and_then(|run| run.last())
    }
}

/// The latest first. No run goes over New Year.
fn years<'a>(group: &Group<'a>) -> Vec<Year<'a>> {
    let mut years: Vec<Year<'a>> = Vec::new();
    for run in group.runs.iter().rev() {
        let Some(year) = run.first().and_then(|of| of.date).map(|date| date.year()) else { continue };
        match years.last_mut().filter(|known| known.year == year) {
            Some(known) => known.runs.insert(0, run),
            None => years.push(Year { year, runs: vec![run] }),
        }
    }
    years
}

fn ink(place: usize, own: &'static Palette) -> &'static Palette {
    match place {
        0 => own,
        1..NAMED => &palette::FORMER,
        _ => &palette::OLDER,
    }
}

/// The years that are grey and have no name: the first and the last.
pub fn unnamed(group: &Group<'_>) -> Option<(i32, i32)> {
    let years = years(group);
    Some((years.last()?.year, years.get(NAMED)?.year))
}

/// The places of January and December.
pub fn ends(width: i64) -> (i64, i64) {
    (x(0, width), x(11, width))
}

/// Draws every year, the latest last, so that it lies above the others.
pub fn draw(field: &Field<'_>, drawing: &mut Drawing, drawn: &Drawn<'_>) {
    let years = years(&drawn.group);
    let few = drawn.group.observations().count() <= super::drawing::MAX_DOTS;
    let (older, named) = years.split_at(years.len().min(NAMED));
    // Those without a name are one drawing.
    strokes(field, drawing, named, &palette::OLDER, few);
    for (place, year) in older.iter().enumerate().rev() {
        strokes(field, drawing, std::slice::from_ref(year), ink(place, drawn.palette), few || place == 0);
    }
    for (place, year) in years.iter().enumerate().take(NAMED) {
        label(field, drawing, &years, year, ink(place, drawn.palette));
    }
}

fn strokes(field: &Field<'_>, drawing: &mut Drawing, years: &[Year<'_>], ink: &'static Palette, few: bool) {
    let (mut line, mut bridges, mut rings) = <(String, String, String)>::default();
    let (mut dots, mut lone) = <(String, String)>::default();
    for year in years {
        for run in &year.runs {
            let points: Vec<Point> = run.iter().filter_map(|of| point(field, of)).collect();
            if points.len() > 1 {
                path::line(&mut line, &points);
            }
            for of in run.iter().filter(|of| few || run.len() == 1 || of.flags.are_doubtful()) {
                let into = match (of.flags.are_doubtful(), run.len() == 1) {
                    (true, _) => &mut rings,
                    (false, true) => &mut lone,
                    (false, false) => &mut dots,
                };
                path::dots(into, point(field, of).as_slice());
            }
            drawing.lines.push(points);
        }
        for pair in year.runs.windows(2) {
            let (Some(before), Some(after)) = (pair[0].last(), pair[1].first()) else { continue };
            let points: Vec<Point> = [before, after].into_iter().filter_map(|of| point(field, of)).collect();
            if is_bridged(before, after) {
                path::line(&mut bridges, &points);
                drawing.lines.push(points);
            }
        }
    }
    drawing.stroke(StrokeKind::Bridge, ink, bridges);
    drawing.stroke(StrokeKind::Line, ink, line);
    drawing.stroke(StrokeKind::Dots, ink, dots);
    drawing.stroke(StrokeKind::Lone, ink, lone);
    drawing.rings(ink, rings);
}

/// Beside the field in December, otherwise inside it. The current year has its value.
fn label(
    field: &Field<'_>,
    drawing: &mut Drawing,
    years: &[Year<'_>],
    of: &Year<'_>,
    palette: &'static Palette,
) {
    let Some((last, at)) = of.last().and_then(|last| Some((last, point(field, last)?))) else { return };
    let text = label_text(of, last, is_current(years, of), field.view);
    if is_current(years, of) {
        let mut dot = String::new();
        path::dots(&mut dot, &[at]);
        drawing.stroke(StrokeKind::End, palette, dot.clone());
        if last.flags.are_doubtful() {
            drawing.stroke(StrokeKind::Hole, palette, dot);
        }
    }
    if at.0 < field.axis.width {
        let is_name = is_current(years, of);
        drawing.wishes.push(Wish { points: vec![at], text, palette, shown: Shown::Everywhere, is_name });
        return;
    }
    let ends = years.iter().filter(|other| other.year != of.year).filter_map(Year::last);
    let mut others = ends.filter_map(|last| point(field, last)).filter(|other| other.0 == at.0);
    let is_near_line = others.any(|other| (other.1 - at.1).abs() < LABEL_HEIGHT / 2);
    let is_near_label = drawing.ends.iter().any(|end| (end.y - at.1).abs() < LABEL_HEIGHT);
    if is_current(years, of) || !is_near_line && !is_near_label {
        drawing.ends.push(EndLabel::new(at.1, text, None, palette));
    }
}

fn is_current(years: &[Year<'_>], of: &Year<'_>) -> bool {
    years.first().is_some_and(|current| current.year == of.year)
}

fn label_text(
    of: &Year<'_>,
    last: &Observation,
    is_current: bool,
    view: &ChartView<'_>,
) -> Localized<String> {
    let value = is_current.then(|| value(last, view));
    Localized::build(|lang| match &value {
        Some(value) => format!("{}: {}", of.year, value.get(lang)),
        None => of.year.to_string(),
    })
}

/// The latest years as they are named at their lines, each with its ink.
pub fn names(
    group: &Group<'_>,
    own: &'static Palette,
    view: &ChartView<'_>,
) -> Vec<(Localized<String>, &'static Palette)> {
    let years = years(group);
    let name = |(place, of): (usize, &Year<'_>)| {
        Some((label_text(of, of.last()?, place == 0, view), ink(place, own)))
    };
    years.iter().take(NAMED).enumerate().filter_map(name).collect()
}

/// The texts that may stand beside the field.
pub fn end_texts(group: &Group<'_>, own: &'static Palette, view: &ChartView<'_>) -> Vec<EndLabel> {
    let years = years(group);
    let december = |(place, of): (usize, &Year<'_>)| {
        let last = of.last().filter(|last| last.date.is_some_and(|date| date.month() == 12))?;
        let text = label_text(of, last, place == 0, view);
        Some(EndLabel::new(0, text, None, ink(place, own)))
    };
    years.iter().take(NAMED).enumerate().filter_map(december).collect()
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
    fn the_last_three_years_are_named() {
        let rows = ["2022-10-31 60", "2023-09-30 50", "2024-08-31 40", "2025-07-31 30", "2026-03-31 1"];
        assert_eq!(labels(&rows), ["2026: 1", "2025", "2024"]);
        let unnamed = |rows: &[&str]| {
            unnamed(&super::super::groups::groups(&observations(PeriodType::YearToDate, rows), false)[0])
        };
        assert_eq!(unnamed(&rows), Some((2022, 2023)));
        assert_eq!(unnamed(&rows[2..]), None);
    }

    #[test]
    fn a_name_makes_room_for_a_newer_one() {
        let of = |value_of_2024: &str| {
            let oldest = format!("2024-12-31 {value_of_2024}");
            labels(&["2023-12-31 0", &oldest, "2025-12-31 50", "2026-12-31 60"])
        };
        assert_eq!(of("45"), ["2026: 60", "2025"]);
        assert_eq!(of("40"), ["2026: 60", "2025", "2024"]);
    }

    #[test]
    fn a_name_never_stands_at_the_line_of_another_year() {
        // Twenty-five years that grow: the lines of all but the newest ones lie close to each other.
        let row =
            |n: i64| format!("{}-{:02}-28 {}", 2001 + n / 12, n % 12 + 1, (n % 12 + 1) * (100 + n / 12));
        let rows: Vec<String> = (0..303).map(row).collect();
        let all = observations(PeriodType::YearToDate, &rows.iter().map(String::as_str).collect::<Vec<_>>());
        let month_end =
            |of: Observation| Observation { date: of.date.map(crate::model::last_day_of_month), ..of };
        let series = Series::new(all.into_iter().map(month_end).collect()).unwrap();
        let chart = chart(&series, &[], "2026-04-01", 10_000);
        let drawing = &panel(&chart).drawing;
        let named: Vec<&str> = drawing.ends.iter().map(|end| end.text.get(Lang::En).as_str()).collect();
        assert!(named.is_empty() || named == ["2025"], "{named:?}");
    }

    #[test]
    fn a_month_that_is_missing_is_bridged_by_a_thin_dash() {
        let rows = ["2025-03-31 1", "2025-06-30 2", "2025-12-31 4", "2026-03-31 1", "2026-06-30 2"];
        let quarterly = observations(PeriodType::YearToDate, &rows);
        let quarterly = quarterly.into_iter().map(|of| of.with_frequency(Frequency::Quarterly));
        let series = Series::new(quarterly.collect()).unwrap();
        let chart = chart(&series, &[], "2026-07-01", 1_100);
        let points = |kind| {
            let strokes = panel(&chart).drawing.strokes.iter().filter(move |stroke| stroke.kind == kind);
            strokes.map(|stroke| stroke.path.matches(['M', 'l']).count()).collect::<Vec<_>>()
        };
        assert_eq!(points(StrokeKind::Line), [2, 2]);
        assert_eq!(points(StrokeKind::Bridge), [2]);
    }

    /// The names beside and inside the field, the newest first.
    fn labels(rows: &[&str]) -> Vec<String> {
        let series = series(PeriodType::YearToDate, rows);
        let chart = chart(&series, &[], "2026-12-31", 10_000);
        let drawing = &panel(&chart).drawing;
        let inner = drawing.inner.labels.iter().map(|label| &label.text);
        let mut all: Vec<String> = inner
            .chain(drawing.ends.iter().map(|end| &end.text))
            .map(|text| text.get(Lang::En).clone())
            .collect();
        all.sort_unstable_by(|one, other| other.cmp(one));
        all
    }
}
