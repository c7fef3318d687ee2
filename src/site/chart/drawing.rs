//! The lines, dots and labels of series over time: a line through each run of neighbours and a dot wherever no line goes,
//! or rates in force, which are solid up to the as-of day only where it is known that nothing has changed since the last
//! decision, and otherwise dashed [D15.5]. Values to come are dashed, doubtful ones hollow [D24.4, D24.5].
//!
//! Labels stand beside the field, at the height of the ends of its lines. They are moved apart as little as possible, and never
//! so far that another line is nearer than their own. A label without room is left out [D24.3], but never the present value of
//! the page's own indicator [D35.1].

use super::*;

/// Of more points than this only those without a line are dots. At most as many doubtful ones are hollow.
const MAX_DOTS: usize = 60;
/// A run that is shorter than the width divided by this is drawn as dots: a line would not be seen.
const MIN_RUN: i64 = 150;

/// Labels beside the field are at least this many parts apart, which is the height of their text.
const LABEL_HEIGHT: i64 = 150;
/// The greatest distance of a label from the end of its line.
const MAX_DISTANCE: i64 = 100;
/// How far a label may stand beyond the field.
const BEYOND: i64 = 50;

/// A series in a field.
pub struct DrawnSeries<'a> {
    pub subject: &'a Subject<'a>,
    pub group: Group<'a>,
    pub ink: &'static str,
}

impl<'a> DrawnSeries<'a> {
    /// Its rate in force at the as-of day, or the latest observation of what is no rate.
    pub fn leading(&self, as_of: NaiveDate) -> Option<&'a Observation> {
        let mut rows = self.group.observations().rev();
        rows.find(|row| !row.is_to_come(as_of))
            .or_else(|| self.group.observations().next())
    }

    /// The text at the end of its line: a value, and its month where the line ends before the edge.
    pub fn end_text(&self, view: &ChartView<'_>, axis: &Axis) -> Option<Localized<String>> {
        let row = self.leading(view.as_of)?;
        Some(Localized::build(|lang| {
            let value = text::number(&row.shown(view.decimals), lang);
            match row.date {
                Some(date) if !self.group.are_steps && !axis.ends_near(date) => {
                    format!("{value} ({})", text::short_month(date, lang))
                }
                _ => value,
            }
        }))
    }
}

/// The place of observations in a field.
pub struct Field<'a> {
    pub view: &'a ChartView<'a>,
    pub scale: Scale,
    pub axis: Axis,
}

impl Field<'_> {
    /// The value of a period stands above its middle, where its name is.
    fn point(&self, row: &Observation) -> Option<Point> {
        let middle = Days::new(self.view.days_to_middle());
        let day = row.date?.checked_sub_days(middle)?;
        Some((self.axis.x(day), self.scale.y(row.value)))
    }

    fn points(&self, run: &[Observation]) -> Vec<Point> {
        let points: Vec<Point> = run.iter().filter_map(|row| self.point(row)).collect();
        path::downsample(&points)
    }
}

/// Draws series. The first matters most and lies above the others. Returns their strokes, and the labels beside the field.
pub fn draw(
    field: &Field<'_>,
    series: &[DrawnSeries<'_>],
    height: i64,
) -> (Vec<Stroke>, Vec<EndLabel>) {
    let (mut strokes, mut ends) = (Vec::new(), Vec::new());
    let has_dots = all_observations(series).count() <= MAX_DOTS;
    for drawn in series.iter().rev() {
        let ink = drawn.ink;
        let mut paths = match drawn.group.are_steps {
            true => steps(field, drawn),
            false => runs(field, &drawn.group, has_dots),
        };

        if let Some(rings) = paths.0.get(&StrokeKind::Ring).cloned() {
            paths.0.insert(StrokeKind::Hole, rings);
        }

        strokes.extend(paths.into_strokes(ink));
        // A dot at the observation that leads, and at its height beside the field its value.
        let Some(leading) = drawn.leading(field.view.as_of) else {
            continue;
        };

        let text = drawn.end_text(field.view, &field.axis);
        let Some((point, text)) = field.point(leading).zip(text) else {
            continue;
        };

        let mut dot = Paths::default();
        path::add_dots(dot.path(StrokeKind::End), &[point]);
        if leading.flags.are_doubtful() {
            path::add_dots(dot.path(StrokeKind::Hole), &[point]);
        }

        strokes.extend(dot.into_strokes(ink));
        ends.push(EndLabel {
            y: point.1,
            line: point.1,
            text,
            ink,
        });
    }

    ends.reverse();
    (strokes, spread_labels(ends, height))
}

fn steps(field: &Field<'_>, drawn: &DrawnSeries<'_>) -> Paths {
    let mut paths = Paths::default();
    let runs: Vec<Vec<Point>> = drawn
        .group
        .runs
        .iter()
        .map(|run| field.points(run))
        .collect();
    let today = field.axis.x(field.view.as_of);
    let is_coming = runs
        .last()
        .and_then(|run| run.last())
        .is_some_and(|last| last.0 > today);
    let end = if is_coming { field.axis.width } else { today };
    paths.add_steps(&runs, today, end, drawn.subject.is_verified || is_coming);
    // A step that is followed by nothing would not be seen.
    for run in runs.iter().filter(|_| runs.len() > 1) {
        path::add_dots(paths.path(StrokeKind::Lone), run.last());
    }

    for row in drawn
        .group
        .observations()
        .filter(|row| row.flags.are_doubtful())
    {
        path::add_dots(paths.path(StrokeKind::Ring), &field.point(row));
    }

    paths
}

fn runs(field: &Field<'_>, group: &Group<'_>, has_dots: bool) -> Paths {
    let mut paths = Paths::default();
    let doubtful = group
        .observations()
        .filter(|row| row.flags.are_doubtful())
        .count();
    let (every, mut seen) = (doubtful.div_ceil(MAX_DOTS).max(1), 0);
    for run in &group.runs {
        let past = run.partition_point(|row| row.date <= Some(field.view.as_of));
        path::add_line(paths.path(StrokeKind::Line), &field.points(&run[..past]));
        if past < run.len() {
            path::add_line(
                paths.path(StrokeKind::Coming),
                &field.points(&run[past.saturating_sub(1)..]),
            );
        }

        let ends: Vec<Point> = [run.first(), run.last()]
            .iter()
            .filter_map(|row| field.point((*row)?))
            .collect();
        let is_short = path::breadth(&ends) * MIN_RUN < field.axis.width;
        for row in *run {
            let is_doubtful = row.flags.are_doubtful();
            seen += usize::from(is_doubtful);
            let kind = match (is_doubtful, is_short) {
                (true, _) if seen % every == 0 => StrokeKind::Ring,
                (false, true) => StrokeKind::Lone,
                (false, false) if has_dots => StrokeKind::Dots,
                _ => continue,
            };

            path::add_dots(paths.path(kind), &field.point(row));
        }
    }

    paths
}

/// The observations of all that is drawn.
pub fn all_observations<'a>(
    series: &'a [DrawnSeries<'_>],
) -> impl Iterator<Item = &'a Observation> + Clone {
    series.iter().flat_map(|drawn| drawn.group.observations())
}

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
    let mut kept: Vec<(usize, EndLabel)> = ends.into_iter().enumerate().collect();
    kept.sort_by_key(|(rank, end)| (end.line, *rank));
    loop {
        let wanted: Vec<i64> = kept.iter().map(|(_, end)| end.line).collect();
        for ((_, end), y) in kept.iter_mut().zip(spread_places(&wanted, height)) {
            end.y = y;
        }

        let Some(at) = kept.iter().position(|(_, end)| is_astray(end, &lines)) else {
            break;
        };

        // Leaves out the least important of those that were moved together with it.
        let mut least = at;
        for (place, (rank, end)) in kept.iter().enumerate() {
            let is_beside = (end.y - kept[at].1.y).abs() <= 2 * LABEL_HEIGHT;
            if is_beside && *rank > kept[least].0 {
                least = place;
            }
        }

        kept.remove(least);
    }

    kept.sort_by_key(|(rank, _)| *rank);
    kept.into_iter().map(|(_, end)| end).collect()
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
    let mut runs: Vec<(i64, i64)> = Vec::new();
    let mut most = height;
    for (place, y) in (0..).zip(wanted) {
        most = (height - place * LABEL_HEIGHT).max(0);
        let mut run = (y - place * LABEL_HEIGHT, 1);
        while let Some(before) = runs
            .last()
            .filter(|before| before.0 * run.1 >= run.0 * before.1)
        {
            run = (run.0 + before.0, run.1 + before.1);
            runs.pop();
        }

        runs.push(run);
    }

    let mut places = Vec::new();
    let mut room_before = 0;
    for (sum, count) in runs {
        let mean: i64 = sum.div_euclid(count);
        for _ in 0..count {
            places.push(mean.clamp(-BEYOND, most + BEYOND) + room_before);
            room_before += LABEL_HEIGHT;
        }
    }

    places
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
