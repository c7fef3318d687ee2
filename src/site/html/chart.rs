//! The history of an indicator as a chart: one field for each unit, all on the same axis of time.

mod path;
mod scale;
mod segments;
mod time;

use chrono::NaiveDate;

use super::super::text;
use crate::model::{Lang, Number, Observation, PeriodType, Series};
use path::{Point, across, down};
pub use path::{dots, line, steps, thinned};
pub use scale::Scale;
pub use segments::pieces;
pub use time::Axis;

/// The width that all charts have inside, in parts; on paper they are as wide as there is room.
pub const WIDTH: i64 = 10_000;
/// The height of a chart in pixels, and that of charts of former units.
const HEIGHTS: [i64; 2] = [260, 130];
/// With more points than this, only those stand out that no line goes through.
const MOST_DOTS: usize = 90;
/// The length of a mark on the axis of time, in tenths of a pixel.
const TICK: i64 = 50;
/// Parts of the width that cannot be told apart on paper.
const COLUMN: i64 = 20;
/// Former units that are drawn; a series that changes its unit more often is read from its table.
const MOST_UNITS: usize = 4;
/// A longer text would push the chart off a narrow page.
const LONGEST_MARGIN: usize = 14;

/// The chart of an indicator.
pub struct Chart {
    pub panels: Vec<Panel>,
    pub has_breaks: bool,
    pub break_mark: &'static str,
    /// What is said where there is more than one unit.
    pub remark: Option<&'static str>,
}

/// The values in one unit.
pub struct Panel {
    pub unit: String,
    pub described: String,
    /// Pixels; ten parts each inside.
    pub height: i64,
    pub below: i64,
    pub full: i64,
    pub parts: i64,
    /// The room for the texts of the lines; none where they stand inside.
    pub margin: usize,
    pub lines: Vec<Mark>,
    pub marks: Vec<Mark>,
    /// Paths: the lines at round values; zero, the floor and the marks of the axis; the breaks of the series.
    pub rules: String,
    pub axes: String,
    pub breaks: String,
    pub path: String,
    pub dots: String,
}

/// A text at a place: pixels from the top, or percent from the left.
pub struct Mark {
    pub at: String,
    pub text: String,
}

impl Chart {
    /// Of observations with dates; a rate applies until `as_of`.
    pub fn new(series: &Series, as_of: NaiveDate, lang: Lang) -> Option<Self> {
        let observations = series.observations();
        let (first, current) = (observations.first()?, series.current());
        let steps = current.basis.period_type == PeriodType::EffectiveFrom;
        let last = current.date?;
        let axis = Axis::new(first.date?, if steps { last.max(as_of) } else { last });
        let pieces = pieces(observations);
        let breaks = breaks(&pieces, axis);
        let mut units: Vec<&str> = Vec::new();
        for piece in pieces.iter().rev() {
            let unit = piece[0].basis.unit.id.as_str();
            if !units.contains(&unit) && units.len() < MOST_UNITS {
                units.push(unit);
            }
        }
        let panel = |(i, unit): (usize, &&str)| {
            let own: Vec<_> =
                pieces.iter().copied().filter(|piece| piece[0].basis.unit.id == *unit).collect();
            Drawing { pieces: &own, axis, height: HEIGHTS[i.min(1)], lang }.panel(&breaks)
        };
        let mut panels: Vec<Panel> = units.iter().enumerate().filter_map(panel).collect();
        // Under each other, one axis of time for all.
        let margin = panels.iter().map(|panel| panel.margin).max().unwrap_or(0);
        for panel in panels.iter_mut().filter(|panel| panel.margin > 0) {
            panel.margin = margin;
        }
        Some(Chart {
            panels,
            has_breaks: !breaks.is_empty(),
            break_mark: text::break_mark(lang),
            remark: (units.len() > 1).then(|| text::units_apart(lang)),
        })
    }
}

/// Where the basis of the series changes: midway between the two observations.
fn breaks(pieces: &[&[Observation]], axis: Axis) -> Vec<i64> {
    let pairs = pieces.windows(2).filter_map(|pair| pair[0].last().zip(pair[1].first()));
    let dates = pairs.filter(|(a, b)| a.basis != b.basis).filter_map(|(a, b)| a.date.zip(b.date));
    let mut places: Vec<i64> =
        dates.map(|(a, b)| (axis.along(a, WIDTH) + axis.along(b, WIDTH)) / 2).collect();
    places.dedup_by_key(|place| *place / COLUMN);
    places
}

/// What one field is drawn from.
struct Drawing<'a> {
    /// All in one unit.
    pieces: &'a [&'a [Observation]],
    axis: Axis,
    height: i64,
    lang: Lang,
}

impl Drawing<'_> {
    fn panel(&self, breaks: &[i64]) -> Option<Panel> {
        let all = || self.pieces.iter().copied().flatten();
        let (first, last) = (all().next()?, all().next_back()?);
        let scale = Scale::round(all().map(|observation| observation.value));
        let parts = self.height * 10;
        let line = |value: Number| Mark {
            at: tenths(scale.down(value, parts)),
            text: text::number(&value, self.lang),
        };
        let (mut rules, mut axes, mut cuts) = (String::new(), String::new(), String::new());
        for value in scale.lines() {
            let is_zero = scale.rank(value) == 0;
            across(if is_zero { &mut axes } else { &mut rules }, scale.down(value, parts), WIDTH);
        }
        across(&mut axes, parts, WIDTH);
        let marks = self.axis.marks(last.basis.period_type.ends_months(), self.lang);
        for (day, _) in &marks {
            down(&mut axes, (self.axis.along(*day, WIDTH), parts), TICK);
        }
        breaks.iter().for_each(|x| down(&mut cuts, (*x, 0), parts));
        let lines: Vec<Mark> = scale.lines().map(line).collect();
        let longest = lines.iter().map(|line| line.text.chars().count()).max().unwrap_or(0);
        let (path, dots) = self.draw(&scale, parts);
        let mark = |(day, text)| Mark { at: percent(self.axis.along(day, WIDTH)), text };
        let rank = |observation: &&Observation| scale.rank(observation.value);
        Some(Panel {
            unit: last.basis.unit.text.get(self.lang).clone(),
            described: text::described(
                [first, last],
                [all().min_by_key(rank)?, all().max_by_key(rank)?],
                all().count(),
                self.lang,
            ),
            height: self.height,
            below: self.height + 20,
            full: self.height + 26,
            parts,
            margin: if longest > LONGEST_MARGIN { 0 } else { longest * 7 + 12 },
            lines,
            marks: marks.into_iter().map(mark).collect(),
            rules,
            axes,
            breaks: cuts,
            path,
            dots,
        })
    }

    /// The lines and the dots.
    fn draw(&self, scale: &Scale, parts: i64) -> (String, String) {
        let (mut path, mut spots) = (String::new(), String::new());
        let few = self.pieces.iter().map(|piece| piece.len()).sum::<usize>() <= MOST_DOTS;
        for piece in self.pieces {
            let points = thinned(&points(piece, self.axis, scale, (WIDTH, parts)), COLUMN);
            let stepwise = piece[0].basis.period_type == PeriodType::EffectiveFrom;
            let current = self.pieces.last().is_some_and(|last| std::ptr::eq(*last, *piece));
            if stepwise {
                let end = if current { WIDTH } else { 0 };
                steps(&mut path, &points, end);
            } else if points.len() > 1 {
                line(&mut path, &points);
            }
            if few && !stepwise || points.len() == 1 {
                dots(&mut spots, &points);
            }
        }
        (path, spots)
    }
}

/// Where the observations of a piece stand in a field of this width and height.
pub fn points(piece: &[Observation], axis: Axis, scale: &Scale, (width, height): (i64, i64)) -> Vec<Point> {
    let dated = piece.iter().filter_map(|observation| Some((observation.date?, observation.value)));
    dated.map(|(date, value)| (axis.along(date, width), scale.down(value, height))).collect()
}

/// Parts of the width.
fn percent(parts: i64) -> String {
    format!("{}.{:02}%", parts / 100, parts % 100)
}

/// Tenths of a pixel.
fn tenths(parts: i64) -> String {
    format!("{}.{}", parts / 10, parts % 10)
}
