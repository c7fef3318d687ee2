//! The content of one field: series over time, as a line through each run of neighbours and a dot wherever no line goes,
//! or as rates in force, which are solid up to the as-of day only where it is known that nothing has changed since the
//! last decision, and otherwise dashed [D15.5]. Labels at the ends of lines stand for a legend.

use super::axes::{Axis, Scale};
use super::groups::{Form, Group};
use super::path::{self, LastStep, Point, Steps};
use super::{ChartView, Subject};
use crate::model::{Lang, Localized, Observation};
use crate::site::text;

/// With more points than this, only those without a line are drawn as dots.
const MAX_DOTS: usize = 60;
/// A line that is shorter than this part of the width is not seen as one.
const MIN_RUN: i64 = 150;
/// Parts of the width that cannot be told apart.
const COLUMN: i64 = 20;

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

    /// A value as the end of a line shows it.
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
    /// Written at the end, where there are several series.
    pub name: Option<&'a Localized<String>>,
}

#[derive(Default)]
pub struct Drawing {
    pub strokes: Vec<Stroke>,
    /// Labels beside the field, and inside it.
    pub ends: Vec<EndLabel>,
    pub inner: Vec<InnerLabel>,
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
        self.ends.push(EndLabel { y: point.1, text: field.value(last), name, palette });
        let mut dot = String::new();
        path::dots(&mut dot, &[point]);
        self.stroke(StrokeKind::End, palette, dot);
    }
}

/// Labels are at least this many parts apart, which is the height of their text.
pub const LABEL_HEIGHT: i64 = 150;

pub struct EndLabel {
    pub y: i64,
    pub text: Localized<String>,
    /// The series, where there are several.
    pub name: Option<Localized<String>>,
    pub palette: &'static Palette,
}

/// A label inside the field, beside its point.
pub struct InnerLabel {
    pub x: i64,
    pub y: i64,
    pub text: Localized<String>,
    /// Whether it is on the left of the point.
    pub is_left: bool,
    pub palette: &'static Palette,
}

impl EndLabel {
    /// In characters.
    pub fn length(&self, lang: Lang) -> usize {
        let name = self.name.as_ref().map_or(0, |name| name.get(lang).chars().count() + 1);
        self.text.get(lang).chars().count() + name
    }
}

/// Moves labels apart, and keeps them inside a field of this height. Where there are more than it has room for, those
/// that were added first stay.
pub fn spread_labels(ends: &mut Vec<EndLabel>, height: i64) {
    let room = usize::try_from(height / LABEL_HEIGHT).unwrap_or(1).max(1);
    ends.truncate(room);
    ends.sort_by_key(|end| end.y);
    for i in 1..ends.len() {
        ends[i].y = ends[i].y.max(ends[i - 1].y + LABEL_HEIGHT);
    }
    let mut lowest = height;
    for end in ends.iter_mut().rev() {
        end.y = end.y.min(lowest);
        lowest = end.y - LABEL_HEIGHT;
    }
}

#[derive(Debug, PartialEq, Eq)]
pub struct Palette {
    pub class: &'static str,
    pub colour: &'static str,
    /// Of lines, in tenths of a pixel.
    pub width: i64,
}

/// The chart's own series, then those beside it.
static SERIES: [Palette; 5] = [
    Palette { class: "own", colour: "#1d5068", width: 20 },
    Palette { class: "with1", colour: "#a14a2b", width: 15 },
    Palette { class: "with2", colour: "#5d6f2e", width: 15 },
    Palette { class: "with3", colour: "#6d4b86", width: 15 },
    Palette { class: "with4", colour: "#8a6d1f", width: 15 },
];
pub static OWN: &Palette = &SERIES[0];
/// Years before the current one.
pub static FORMER: Palette = Palette { class: "former", colour: "#8d897b", width: 15 };

/// Of a series by its place; a chart has no more than five.
pub fn palette(index: usize) -> &'static Palette {
    &SERIES[index.min(SERIES.len() - 1)]
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;
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

    #[test]
    fn labels_do_not_lie_on_each_other() {
        let places = |ys: &[i64]| {
            let text = || Localized::build(|_| String::new());
            let mut ends: Vec<EndLabel> =
                ys.iter().map(|y| EndLabel { y: *y, text: text(), name: None, palette: OWN }).collect();
            spread_labels(&mut ends, 2600);
            ends.iter().map(|end| end.y).collect::<Vec<_>>()
        };
        assert_eq!(places(&[1000, 1000, 1010]), [1000, 1150, 1300]);
        assert_eq!(places(&[2600, 2590]), [2450, 2600]);
        assert_eq!(places(&[0, 2600]), [0, 2600]);
        assert_eq!(places(&[5; 40]).len(), 17);
    }

    #[test]
    fn a_label_is_as_long_as_its_text_and_its_name_with_a_space_between() {
        let text = |text: &str| Localized::build(|_| text.to_owned());
        let end = |text, name| EndLabel { y: 0, text, name, palette: OWN };
        assert_eq!(end(text("1,7"), None).length(Lang::Ru), 3);
        assert_eq!(end(text("1,7"), Some(text("евро"))).length(Lang::Ru), 8);
    }

    #[test]
    fn every_series_has_a_colour_of_its_own() {
        let all = || SERIES.iter().chain([&FORMER]);
        assert_eq!(all().map(|palette| palette.colour).collect::<BTreeSet<_>>().len(), all().count());
    }
}
