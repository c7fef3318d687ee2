//! The lines and dots of series over time: a line through each run of neighbours and a dot wherever no line goes,
//! or rates in force, which are solid up to the as-of day only where it is known that nothing has changed since the last
//! decision, and otherwise dashed [D15.5]. Values to come are dashed, doubtful ones hollow [D24.4, D24.5].

use super::*;

use super::path::Point;

/// Of more points than this only those without a line are dots. At most as many doubtful ones are hollow.
const MAX_DOTS: usize = 60;
/// A run that is shorter than the width divided by this is drawn as dots: a line would not be seen.
const MIN_RUN: i64 = 150;

/// A series in a field.
pub struct DrawnSeries<'a> {
    pub subject: &'a Subject<'a>,
    pub group: Group<'a>,
    pub ink: &'static str,
}

impl<'a> DrawnSeries<'a> {
    /// The part of a series that shares axes with the main one of a view.
    pub fn new(view: &ChartView<'_>, subject: &'a Subject<'a>, ink: &'static str) -> Self {
        let are_changes = view.quantity == Quantity::Change;
        let group = Group::new(subject.series.observations(), view.key(), are_changes);
        DrawnSeries {
            subject,
            group: group.since(view.since),
            ink,
        }
    }

    /// Its rate in force at the as-of day, or the latest observation of what is no rate.
    pub fn leading(&self, as_of: NaiveDate) -> Option<&'a Observation> {
        let mut rows = self.group.observations().rev();
        rows.find(|row| !row.is_to_come(as_of))
            .or_else(|| self.group.observations().next())
    }
}

/// The place of observations in a field.
pub struct Field {
    pub scale: Scale,
    pub axis: Axis,
    pub as_of: NaiveDate,
    /// A value stands so many days before its date: above the middle of its period, where its name is.
    pub middle: u64,
}

impl Field {
    fn point(&self, row: &Observation) -> Option<Point> {
        let day = row.date?.checked_sub_days(Days::new(self.middle))?;
        Some((self.axis.x(day), self.scale.y(row.value)))
    }

    fn points(&self, run: &[Observation]) -> Vec<Point> {
        let points: Vec<Point> = run.iter().filter_map(|row| self.point(row)).collect();
        path::downsample(&points)
    }

    /// The points of each run.
    pub fn runs(&self, group: &Group<'_>) -> Vec<Vec<Point>> {
        group.runs.iter().map(|run| self.points(run)).collect()
    }
}

/// Draws series. The first matters most and lies above the others.
pub fn draw(field: &Field, series: &[DrawnSeries<'_>]) -> Vec<Stroke> {
    let mut strokes = Vec::new();
    let has_dots = all_observations(series).count() <= MAX_DOTS;

    for drawn in series.iter().rev() {
        let paths = match drawn.group.are_steps {
            true => draw_steps(field, drawn),
            false => draw_lines(field, &drawn.group, has_dots),
        };
        strokes.extend(paths.into_strokes(drawn.ink));

        // A dot at the observation that leads.
        if let Some(leading) = drawn.leading(field.as_of) {
            let mut dot = Paths::default();
            dot.add_dots(StrokeKind::End, field.point(leading));
            if leading.flags.are_doubtful() {
                dot.add_dots(StrokeKind::Hole, field.point(leading));
            }

            strokes.extend(dot.into_strokes(drawn.ink));
        }
    }

    strokes
}

fn draw_steps(field: &Field, drawn: &DrawnSeries<'_>) -> Paths {
    let runs = field.runs(&drawn.group);
    let ends: Vec<Point> = runs.iter().filter_map(|run| run.last().copied()).collect();
    let today = field.axis.x(field.as_of);
    let is_coming = ends.last().is_some_and(|last| last.0 > today);
    let end = if is_coming { field.axis.width } else { today };

    let mut paths = Paths::default();
    paths.add_steps(&runs, today, end, drawn.subject.is_verified || is_coming);
    if runs.len() > 1 {
        // A step that is followed by nothing would not be seen.
        paths.add_dots(StrokeKind::Lone, ends);
    }

    for row in drawn.group.observations() {
        if row.flags.are_doubtful() {
            add_doubt(&mut paths, field, row);
        }
    }

    paths
}

fn draw_lines(field: &Field, group: &Group<'_>, has_dots: bool) -> Paths {
    let mut paths = Paths::default();
    let flags = group.observations().map(|row| row.flags);
    let doubtful = flags.filter(|flags| flags.are_doubtful()).count();
    let every = doubtful.div_ceil(MAX_DOTS).max(1);
    let mut seen = 0;

    for run in &group.runs {
        let past = run.partition_point(|row| row.date <= Some(field.as_of));
        paths.add_line(StrokeKind::Line, &field.points(&run[..past]));
        if past < run.len() {
            let coming = &run[past.saturating_sub(1)..];
            paths.add_line(StrokeKind::Coming, &field.points(coming));
        }

        let is_short = path::breadth(&field.points(run)) * MIN_RUN < field.axis.width;
        for row in *run {
            if row.flags.are_doubtful() {
                seen += 1;
                if seen % every == 0 {
                    add_doubt(&mut paths, field, row);
                }
            } else if is_short {
                paths.add_dots(StrokeKind::Lone, field.point(row));
            } else if has_dots {
                paths.add_dots(StrokeKind::Dots, field.point(row));
            }
        }
    }

    paths
}

/// Adds a ring around a hole.
fn add_doubt(paths: &mut Paths, field: &Field, row: &Observation) {
    paths.add_dots(StrokeKind::Ring, field.point(row));
    paths.add_dots(StrokeKind::Hole, field.point(row));
}

/// The observations of all that is drawn.
pub fn all_observations<'a>(
    series: &'a [DrawnSeries<'_>],
) -> impl Iterator<Item = &'a Observation> + Clone {
    series.iter().flat_map(|drawn| drawn.group.observations())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::site::chart::samples::{chart, observations, series};

    /// The lone dots of 81 days in a row and of these days after the first of them, in a field of 150 days.
    fn dots_of(days: &[u64], width: i64) -> String {
        let first: NaiveDate = "2026-01-01".parse().unwrap();
        let days = (0..=80).chain(days.iter().copied());
        let rows: Vec<String> = days
            .map(|day| (first + Days::new(day)).to_string())
            .collect();
        let series = series(
            PeriodType::Daily,
            &rows.iter().map(String::as_str).collect::<Vec<_>>(),
        );
        let chart = chart(&series, &[], "2026-06-01", width);
        let lone = chart
            .strokes
            .iter()
            .find(|stroke| stroke.class() == "dots lone own c1");
        lone.map_or(String::new(), |dots| dots.path.clone())
    }

    #[test]
    fn among_many_observations_only_those_without_a_line_are_dots() {
        assert_eq!(dots_of(&[150], 15_000).matches('M').count(), 1);
        assert!(dots_of(&[150], 15_000).starts_with("M15000 "));
        assert_eq!(
            dots_of(&[149, 150], 15_000),
            "",
            "a line that is long enough to be seen has none"
        );
    }

    /// The classes of the strokes of months in a row, of which these are doubtful.
    fn classes(count: u32, is_doubtful: impl Fn(u32) -> bool) -> Vec<(String, usize)> {
        let first: NaiveDate = "2016-01-31".parse().unwrap();
        let month = |n: u32| last_day_of_month(first + chrono::Months::new(n)).to_string();
        let rows: Vec<String> = (0..count).map(month).collect();
        let mut all = observations(
            PeriodType::Monthly,
            &rows.iter().map(String::as_str).collect::<Vec<_>>(),
        );
        for (i, row) in (0..).zip(&mut all).filter(|(i, _)| is_doubtful(*i)) {
            assert!(row.flags.insert(if i % 2 == 0 {
                Flag::Provisional
            } else {
                Flag::Disputed
            }));
        }

        let chart = chart(&Series::new(all).unwrap(), &[], "2026-11-20", 10_000);
        // The lines of the axes are nobody's.
        let strokes = chart.strokes.iter().filter(|stroke| !stroke.ink.is_empty());
        strokes
            .map(|stroke| (stroke.class(), stroke.path.matches('M').count()))
            .collect()
    }

    #[test]
    fn doubtful_observations_are_hollow_dots_and_never_too_many() {
        let stroke = |class: &str, count| (class.to_owned(), count);
        let (line, end, hole) = (
            stroke("line own c1", 1),
            stroke("dots end own c1", 1),
            stroke("dots hole own c1", 1),
        );
        let (dots, ring) = (
            |count| stroke("dots own c1", count),
            |count| stroke("dots ring own c1", count),
        );
        assert_eq!(
            classes(12, |_| false),
            [line.clone(), dots(12), end.clone()]
        );
        let third = classes(12, |i| i == 3);
        assert_eq!(
            third,
            [line.clone(), dots(11), ring(1), hole.clone(), end.clone()]
        );
        assert_eq!(
            classes(100, |i| i == 3),
            [line.clone(), ring(1), hole.clone(), end.clone()]
        );
        let last = classes(100, |i| i == 99);
        assert_eq!(
            last,
            [
                line.clone(),
                ring(1),
                hole.clone(),
                end.clone(),
                hole.clone()
            ]
        );

        let most = classes(130, |_| true);
        assert_eq!(
            most,
            [line, ring(43), stroke("dots hole own c1", 43), end, hole]
        );
    }

    #[test]
    fn a_rate_in_force_is_labelled_and_a_coming_one_is_not() {
        let rates = series(
            PeriodType::EffectiveFrom,
            &["2026-03-01 6.5", "2026-06-11 6.25", "2026-12-18 6"],
        );
        let chart = chart(&rates, &[], "2026-11-24", 10_000);
        assert_eq!(chart.ends[0].text.get(Lang::En), "6.25");
        let end = chart
            .strokes
            .iter()
            .find(|stroke| stroke.kind == StrokeKind::End)
            .unwrap();
        let line = chart
            .strokes
            .iter()
            .find(|stroke| stroke.kind == StrokeKind::Line)
            .unwrap();
        assert!(!end.path.starts_with("M10000 ") && line.path.starts_with("M0 "));
        assert!(chart.legend.iter().any(|line| line.text.get(Lang::En).replace('\u{a0}', " ")
            == "after 24 November 2026: announced, not yet in force (6.25 → 6.00 from 18 December 2026)"));
    }

    #[test]
    fn the_label_of_a_line_that_ended_before_the_edge_says_its_month() {
        let label = |rows: &[&str]| {
            let chart = chart(
                &series(PeriodType::Monthly, rows),
                &[],
                "2026-11-24",
                10_000,
            );
            chart.ends[0].text.get(Lang::En).clone()
        };

        assert_eq!(
            label(&["2019-01-31 1", "2019-02-28 2", "2019-03-31 3"]),
            "3.00 (Mar\u{a0}2019)"
        );
        assert_eq!(
            label(&["2026-08-31 1", "2026-09-30 2", "2026-10-31 3"]),
            "3.00"
        );
    }

    #[test]
    fn the_value_of_a_year_stands_above_its_name() {
        let rows = observations(
            PeriodType::YearToDate,
            &["2023-12-31 1", "2024-12-31 2", "2025-12-31 3"],
        );
        let rows = rows
            .into_iter()
            .map(|row| row.with_frequency(Frequency::Annual))
            .collect();
        let chart = chart(&Series::new(rows).unwrap(), &[], "2026-04-01", 10_000);
        let dots = chart
            .strokes
            .iter()
            .find(|stroke| stroke.kind == StrokeKind::Dots)
            .unwrap();
        for (dot, label) in dots.path.split('M').skip(1).zip(&chart.labels) {
            let x: i64 = dot.split(' ').next().unwrap().parse().unwrap();
            assert!(
                (x - label.x).abs() < 20,
                "{} at {x}, its name at {}",
                dots.path,
                label.x
            );
        }
    }
}
