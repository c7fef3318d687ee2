//! The content of one field: series over time, as a line through each run of neighbours and a dot wherever no line goes,
//! or as rates in force, which are solid up to the as-of day only where it is known that nothing has changed since the
//! last decision, and otherwise dashed [D15.5]. What is to come is dashed, what is doubtful hollow [D24.4, D24.5]. Labels
//! at the ends of lines stand for a legend.

use chrono::NaiveDate;

use super::Subject;
use super::end_labels::{EndLabel, spread_labels};
use super::field::{Field, value};
use super::groups::{Form, Group};
use super::inner_labels::{InnerLabels, Shown, Wish};
use super::neighbours::is_bridged;
use super::palette::Palette;
use super::path::{self, Point, Steps};
use super::pieces::pieces;
use super::stroke::{Stroke, StrokeKind};
use crate::model::Localized;

/// With more points than this, only those without a line are drawn as dots, and doubtful runs as thin lines.
pub const MAX_DOTS: usize = 60;
/// A line that is shorter than this part of the width is not seen as one.
const MIN_RUN: i64 = 150;
/// Points of a series beside which its name is tried.
const NAME_POINTS: usize = 12;

/// A series in a field.
pub struct Drawn<'a> {
    pub subject: &'a Subject<'a>,
    pub group: Group<'a>,
    pub palette: &'static Palette,
    /// Written at the end, where there are several series.
    pub name: Option<&'a Localized<String>>,
    /// The day up to which its last rate applies.
    pub until: NaiveDate,
}

#[derive(Default)]
pub struct Drawing {
    pub strokes: Vec<Stroke>,
    /// Labels beside the field, and inside it.
    pub ends: Vec<EndLabel>,
    pub inner: InnerLabels,
    pub wishes: Vec<Wish>,
    /// Whether the name of a series is too long for the end of its line.
    is_unnamed: bool,
    /// Everything on which no label may stand.
    pub lines: Vec<Vec<Point>>,
}

impl Drawing {
    /// Gives the labels their places.
    pub fn place_labels(&mut self, field: &Field<'_>, height: i64) {
        let left_out = spread_labels(&mut self.ends, height);
        let wishes = std::mem::take(&mut self.wishes);
        self.inner = InnerLabels::place(wishes, &self.lines, field.axis.width, field.room, height);
        self.inner.is_unnamed |= self.is_unnamed || left_out.iter().any(|end| end.name.is_some());
    }

    pub fn stroke(&mut self, kind: StrokeKind, palette: &'static Palette, path: String) {
        if !path.is_empty() {
            self.strokes.push(Stroke { kind, palette, path });
        }
    }

    pub fn has(&self, kind: StrokeKind) -> bool {
        self.strokes.iter().any(|stroke| stroke.kind == kind)
    }

    /// `few` where each observation may be a dot.
    pub fn series(&mut self, field: &Field<'_>, drawn: &Drawn<'_>, few: bool) {
        let reach = match drawn.group.form {
            Form::Steps => self.steps(field, drawn),
            Form::Lines | Form::Years => self.runs(field, drawn, few),
        };
        self.latest(field, drawn, reach);
    }

    fn steps(&mut self, field: &Field<'_>, drawn: &Drawn<'_>) -> Option<Point> {
        let runs: Vec<Vec<Point>> = drawn.group.runs.iter().map(|run| field.points(run)).collect();
        let today = field.axis.x(field.view.as_of);
        let is_coming = runs.last()?.last()?.0 > today;
        let end = if is_coming { field.axis.width } else { field.axis.x(drawn.until) };
        let is_known = drawn.subject.is_verified || drawn.until != field.view.as_of || is_coming;
        let steps = Steps::new(&runs, today, end, is_known);
        let reach = steps.vertices.last()?.last().copied();
        self.stroke(StrokeKind::Line, drawn.palette, steps.solid);
        self.stroke(StrokeKind::Tail, drawn.palette, steps.tail);
        self.stroke(StrokeKind::Coming, drawn.palette, steps.coming);
        let (mut lone, mut rings) = (String::new(), String::new());
        let all = || drawn.group.observations();
        for run in &drawn.group.runs {
            // A step that is followed by nothing would not be seen.
            if let Some(point) =
                run.last().and_then(|of| field.point(of)).filter(|_| drawn.group.runs.len() > 1)
            {
                path::dots(&mut lone, &[point]);
            }
        }
        let doubtful: Vec<Point> =
            all().filter(|of| of.flags.are_doubtful()).filter_map(|of| field.point(of)).collect();
        path::dots(&mut rings, &doubtful);
        if let Some(in_force) = all().rev().find(|of| of.date <= Some(field.view.as_of)).filter(|_| is_coming)
        {
            let (text, palette) = (value(in_force, field.view), drawn.palette);
            let points = vec![(today, field.scale.y(in_force.value))];
            self.wishes.push(Wish { points, text, palette, shown: Shown::Everywhere, is_name: false });
        }
        self.lines.extend(steps.vertices);
        self.stroke(StrokeKind::Lone, drawn.palette, lone);
        self.rings(drawn.palette, rings);
        reach
    }

    fn runs(&mut self, field: &Field<'_>, drawn: &Drawn<'_>, few: bool) -> Option<Point> {
        let group = &drawn.group;
        let is_thin = group.observations().filter(|of| of.flags.are_doubtful()).count() > MAX_DOTS;
        let (mut line, mut thin, mut coming, mut bridges) = <(String, String, String, String)>::default();
        let (mut dots, mut lone, mut rings) = <(String, String, String)>::default();
        for run in &group.runs {
            let points = field.points(run);
            let known = run.partition_point(|of| of.date <= Some(field.view.as_of));
            let (past, rest) = (&run[..known], &run[known.saturating_sub(1)..]);
            for piece in pieces(past, is_thin) {
                let into = if piece.is_doubtful { &mut thin } else { &mut line };
                path::line(into, &field.points(piece.observations));
            }
            if known < run.len() {
                path::line(&mut coming, &field.points(rest));
            }
            let is_short = path::breadth(&points) * MIN_RUN < field.axis.width;
            for of in run.iter().filter(|of| few || is_short || of.flags.are_doubtful() && !is_thin) {
                let into = match (of.flags.are_doubtful(), is_short) {
                    (true, _) => &mut rings,
                    (false, true) => &mut lone,
                    (false, false) => &mut dots,
                };
                path::dots(into, field.point(of).as_slice());
            }
            self.lines.push(points);
        }
        for pair in group.runs.windows(2) {
            if let (Some(before), Some(after)) = (pair[0].last(), pair[1].first())
                && is_bridged(before, after)
            {
                path::line(&mut bridges, &field.points(&[before.clone(), after.clone()]));
            }
        }
        let palette = drawn.palette;
        self.stroke(StrokeKind::Bridge, palette, bridges);
        self.stroke(StrokeKind::Thin, palette, thin);
        self.stroke(StrokeKind::Line, palette, line);
        self.stroke(StrokeKind::Coming, palette, coming);
        self.stroke(StrokeKind::Dots, palette, dots);
        self.stroke(StrokeKind::Lone, palette, lone);
        self.rings(palette, rings);
        field.point(group.observations().next_back()?)
    }

    pub fn rings(&mut self, palette: &'static Palette, path: String) {
        self.stroke(StrokeKind::Ring, palette, path.clone());
        self.stroke(StrokeKind::Hole, palette, path);
    }

    /// A dot at the latest observation, and where its line ends its value, with the name of the series where there are
    /// several.
    fn latest(&mut self, field: &Field<'_>, drawn: &Drawn<'_>, reach: Option<Point>) {
        let latest = drawn.group.observations().next_back();
        let Some((point, last)) = latest.and_then(|of| Some((field.point(of)?, of))) else { return };
        let (name, palette, text) = (drawn.name.cloned(), drawn.palette, value(last, field.view));
        let mut dot = String::new();
        path::dots(&mut dot, &[point]);
        self.stroke(StrokeKind::End, palette, dot.clone());
        if last.flags.are_doubtful() {
            self.stroke(StrokeKind::Hole, palette, dot);
        }
        let reach = reach.unwrap_or(point);
        if field.axis.is_at_edge(reach.0) {
            if let Some(name) = &name {
                let all: Vec<Point> = drawn.group.observations().filter_map(|of| field.point(of)).collect();
                let points = all.iter().rev().step_by(all.len().div_ceil(NAME_POINTS)).copied().collect();
                self.wishes.push(Wish {
                    points,
                    text: name.clone(),
                    palette,
                    shown: Shown::Narrow,
                    is_name: true,
                });
            }
            let is_named = name.is_some();
            let end = EndLabel::new(reach.1, text, name, palette).fitting();
            self.is_unnamed |= is_named && end.name.is_none();
            self.ends.push(end);
        } else {
            let is_name = name.is_some();
            let text = match &name {
                Some(name) => Localized::build(|lang| format!("{} {}", text.get(lang), name.get(lang))),
                None => text,
            };
            self.wishes.push(Wish {
                points: vec![reach, point],
                text,
                palette,
                shown: Shown::Everywhere,
                is_name,
            });
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::model::{Flag, PeriodType, Series};
    use crate::site::chart::samples::{chart, observations, panel, series};

    /// The lone dots of 81 days in a row and of these days after the first of them, in a field of 150 days.
    fn dots_of(days: &[u64], width: i64) -> String {
        let first: chrono::NaiveDate = "2026-01-01".parse().unwrap();
        let days = (0..=80).chain(days.iter().copied());
        let rows: Vec<String> = days.map(|day| (first + chrono::Days::new(day)).to_string()).collect();
        let series = series(PeriodType::Daily, &rows.iter().map(String::as_str).collect::<Vec<_>>());
        let chart = chart(&series, &[], "2026-06-01", width);
        panel(&chart)
            .drawing
            .strokes
            .iter()
            .find(|stroke| stroke.class() == "dots own c1 lone")
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

    /// The classes of the strokes of months in a row, of which these are doubtful.
    fn doubtful(count: usize, is_doubtful: impl Fn(usize) -> bool) -> Vec<String> {
        let first: chrono::NaiveDate = "2016-01-31".parse().unwrap();
        let month = |n: u32| crate::model::last_day_of_month(first + chrono::Months::new(n)).to_string();
        let rows: Vec<String> = (0..u32::try_from(count).unwrap()).map(month).collect();
        let mut all = observations(PeriodType::Monthly, &rows.iter().map(String::as_str).collect::<Vec<_>>());
        for (i, of) in all.iter_mut().enumerate().filter(|(i, _)| is_doubtful(*i)) {
            assert!(of.flags.insert(if i % 2 == 0 { Flag::Provisional } else { Flag::Disputed }));
        }
        let chart = chart(&Series::new(all).unwrap(), &[], "2026-11-20", 10_000);
        panel(&chart).drawing.strokes.iter().map(Stroke::class).collect()
    }

    #[test]
    fn what_is_doubtful_is_hollow_or_thin() {
        let line = "line own c1".to_owned();
        let end = "dots own c1 end".to_owned();
        assert_eq!(doubtful(12, |_| false), [&line, "dots own c1", &end]);
        let one = doubtful(12, |i| i == 3);
        assert_eq!(one, [&line, "dots own c1", "dots own c1 ring", "dots hole", &end]);
        assert_eq!(doubtful(100, |i| i == 3), [&line, "dots own c1 ring", "dots hole", &end]);
        assert_eq!(doubtful(100, |i| i == 99)[3..], [&end, "dots hole"]);
        assert_eq!(doubtful(100, |i| i < 70), ["line own c1 thin", &line, &end]);
    }

    #[test]
    fn what_lies_ahead_is_dashed() {
        let rows = ["2026-11-17", "2026-11-18", "2026-11-19", "2026-11-20", "2026-11-23"];
        let chart = chart(&series(PeriodType::Daily, &rows), &[], "2026-11-20", 6_000);
        let panel = panel(&chart);
        let coming = panel.drawing.strokes.iter().find(|stroke| stroke.kind == StrokeKind::Coming).unwrap();
        assert_eq!(coming.path, format!("M3000 {}h3000", panel.height * 5));
        assert!(panel.today.starts_with("M3000 0"));
    }
}
