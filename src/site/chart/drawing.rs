//! What is drawn in one field: series over time, as a line through each run of neighbours and a dot wherever no line
//! goes, or as rates in force, which are solid up to the as-of day only where it is known that nothing has changed since
//! the last decision, and otherwise dashed [D15.5].

use super::groups::{Form, Group};
use super::labels::{End, Inner};
use super::palette::Palette;
use super::path::{self, LastStep, Point, Steps};
use super::scale::Scale;
use super::time::Axis;
use super::view::{ChartView, Subject};
use crate::model::{Localized, Observation};
use crate::site::text;

/// With more points than this, only those stand out that no line goes through.
const MAX_DOTS: usize = 60;
/// A line that is shorter than this part of the width is not seen as one.
const MIN_RUN: i64 = 150;
/// Parts of the width that cannot be told apart.
const COLUMN: i64 = 20;

/// A path and how it is drawn.
pub struct Stroke {
    pub kind: StrokeKind,
    pub palette: &'static Palette,
    pub path: String,
}

#[derive(Clone, Copy, PartialEq, Eq)]
pub enum StrokeKind {
    Line,
    /// Where nothing is known any more.
    Tail,
    Dots,
    /// The dot of the latest observation.
    End,
}

impl Stroke {
    /// As the stylesheet of pages knows it.
    pub fn class(&self) -> String {
        let class = self.palette.class;
        match self.kind {
            StrokeKind::Line => format!("line {class}"),
            StrokeKind::Tail => format!("line {class} tail"),
            StrokeKind::Dots => format!("dots {class}"),
            StrokeKind::End => format!("end {class}"),
        }
    }
}

/// The axes of a panel.
pub struct Field<'a> {
    pub view: &'a ChartView<'a>,
    pub scale: Scale,
    pub axis: Axis,
}

impl Field<'_> {
    fn points(&self, run: &[Observation]) -> Vec<Point> {
        let points: Vec<Point> = run.iter().filter_map(|of| self.point(of)).collect();
        path::downsample(&points, COLUMN)
    }

    fn point(&self, of: &Observation) -> Option<Point> {
        Some((self.axis.x(of.date?), self.scale.y(of.value)))
    }

    /// A value as it stands at the end of a line.
    pub fn value(&self, of: &Observation) -> Localized<String> {
        let value = of.value.to_decimals(self.view.decimals);
        Localized::build(|lang| text::number(&value, lang))
    }
}

/// A series in a field.
pub struct Drawn<'a> {
    pub subject: &'a Subject<'a>,
    pub group: Group<'a>,
    pub palette: &'static Palette,
    /// Stands at the end, where there are several series.
    pub name: Option<&'a Localized<String>>,
}

#[derive(Default)]
pub struct Drawing {
    pub strokes: Vec<Stroke>,
    /// Labels beside the field, and inside it.
    pub ends: Vec<End>,
    pub inner: Vec<Inner>,
}

impl Drawing {
    pub fn stroke(&mut self, kind: StrokeKind, palette: &'static Palette, path: String) {
        if !path.is_empty() {
            self.strokes.push(Stroke { kind, palette, path });
        }
    }

    pub fn series(&mut self, field: &Field<'_>, drawn: &Drawn<'_>) {
        let runs: Vec<Vec<Point>> = drawn.group.runs.iter().map(|run| field.points(run)).collect();
        if drawn.group.form == Form::Steps {
            let as_of = field.axis.x(field.view.as_of);
            let is_known = drawn.subject.is_verified;
            let last = if is_known { LastStep::SolidTo(as_of) } else { LastStep::TailTo(as_of) };
            let Steps { solid, tail } = Steps::new(&runs, last);
            self.stroke(StrokeKind::Line, drawn.palette, solid);
            self.stroke(StrokeKind::Tail, drawn.palette, tail);
        } else {
            let (mut line, mut dots) = (String::new(), String::new());
            let few = drawn.group.observations().count() <= MAX_DOTS;
            for points in &runs {
                if points.len() > 1 {
                    path::line(&mut line, points);
                }
                if few || path::breadth(points) * MIN_RUN < field.axis.width {
                    path::dots(&mut dots, points);
                }
            }
            self.stroke(StrokeKind::Line, drawn.palette, line);
            self.stroke(StrokeKind::Dots, drawn.palette, dots);
        }
        self.end(field, drawn);
    }

    /// A dot at the latest observation, and beside it its value, with the name of the series where there are several.
    fn end(&mut self, field: &Field<'_>, drawn: &Drawn<'_>) {
        let latest = drawn.group.observations().next_back();
        let Some((point, last)) = latest.and_then(|of| Some((field.point(of)?, of))) else { return };
        let (name, palette) = (drawn.name.cloned(), drawn.palette);
        self.ends.push(End { y: point.1, text: field.value(last), name, palette });
        let mut dot = String::new();
        path::dots(&mut dot, &[point]);
        self.stroke(StrokeKind::End, palette, dot);
    }
}

#[cfg(test)]
mod tests {
    use crate::model::PeriodType;
    use crate::site::chart::samples::{chart, panel, series};

    /// The dots of 81 days in a row and of these days after the first of them, in a field of 150 days.
    fn dots_of(days: &[u64], width: i64) -> String {
        let first: chrono::NaiveDate = "2026-01-01".parse().unwrap();
        let days = (0..=80).chain(days.iter().copied());
        let rows: Vec<String> = days.map(|day| (first + chrono::Days::new(day)).to_string()).collect();
        let series = series(PeriodType::Daily, &rows.iter().map(String::as_str).collect::<Vec<_>>());
        let chart = chart(&series, &[], "2026-01-01", width);
        panel(&chart)
            .drawing
            .strokes
            .iter()
            .find(|stroke| stroke.class() == "dots own")
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
