//! A chart on a page: as wide as the page leaves it, so that places across are percentages and texts keep their size.

use super::super::chart::{Chart, ChartView, End, Part};
use super::super::text;

/// The width that fields have inside.
pub const WIDTH: i64 = 10_000;
/// A longer text beside a field would push it off a narrow page.
const LONGEST: usize = 14;

/// A chart, and what is said about it.
pub struct Picture {
    pub chart: Chart,
    /// Pixels left of the fields, for their scales.
    pub left: usize,
    pub break_mark: Option<&'static str>,
    pub tail_meaning: Option<&'static str>,
    pub not_from_zero: &'static str,
    /// What is said where there is more than one unit.
    pub remark: Option<&'static str>,
}

impl Picture {
    /// Of a series with dates.
    pub fn new(view: &ChartView<'_>) -> Option<Self> {
        let chart = Chart::new(view, WIDTH)?;
        let panels = chart.parts.iter().filter_map(|part| match part {
            Part::Drawn(panel) => Some(panel),
            Part::Told(_) => None,
        });
        let texts = panels.flat_map(|panel| &panel.scale).map(|mark| mark.text.chars().count());
        // Under each other, one axis of time for all.
        let longest = texts.max().unwrap_or(0);
        Some(Picture {
            left: if longest > LONGEST { 0 } else { longest * 7 + 12 },
            break_mark: chart.has_breaks.then(|| text::break_mark(view.lang)),
            tail_meaning: chart.has_tail.then(|| text::tail_meaning(view.lang)),
            not_from_zero: text::not_from_zero(view.lang),
            remark: chart.is_split.then(|| text::units_apart(view.lang)),
            chart,
        })
    }

    /// Percent of the width of a field.
    pub fn across(&self, parts: &i64) -> String {
        format!("{}.{:02}%", parts / 100, parts % 100)
    }

    /// Pixels from the top of a field.
    pub fn down(&self, parts: &i64) -> String {
        format!("{}.{}", parts / 10, parts % 10)
    }

    /// Pixels right of a field for the labels at the ends of its lines, with names and without.
    pub fn right(&self, ends: &[End], named: bool) -> usize {
        let length = |end: &End| if named { end.length() } else { end.text.chars().count() };
        ends.iter().map(|end| length(end).min(30) * 7 + 14).max().unwrap_or(12)
    }
}
