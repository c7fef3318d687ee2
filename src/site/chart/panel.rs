//! One field with its axes: everything of one unit and measure.

use chrono::NaiveDate;

use super::axes::{Axis, Mark, Scale};
use super::drawing::{self, Drawing, Drawn, Field};
use super::groups::{Form, Group, groups};
use super::path::{hline, vline};
use super::{ChartView, Subject, years};
use crate::model::{Localized, Observation};
use crate::site::text;

/// The length of a mark on the axis of time, in parts.
const TICK: i64 = 50;

/// A field. All places are parts: across, of the width that was asked for; down, tenths of a pixel.
pub struct Panel {
    pub unit: Localized<String>,
    /// Its content in words.
    pub described: Localized<String>,
    /// Pixels.
    pub height: i64,
    /// Whether zero lies on the scale.
    pub holds_zero: bool,
    pub scale: Vec<ScaleMark>,
    pub marks: Vec<Mark>,
    /// Paths: the lines at round values, the line at zero, the ends of the field, the breaks of the series.
    pub rules: String,
    pub zero: String,
    pub ticks: String,
    pub breaks: String,
    pub drawing: Drawing,
}

pub struct ScaleMark {
    pub y: i64,
    pub text: Localized<String>,
}

/// The common parts of a chart's panels.
pub struct Frame<'a> {
    pub view: &'a ChartView<'a>,
    pub companions: Vec<&'a Subject<'a>>,
    pub axis: Axis,
    pub breaks: Vec<NaiveDate>,
}

impl<'a> Frame<'a> {
    /// The present unit and measure, with the other series that share its axes.
    pub fn present(&self, group: &Group<'a>) -> Panel {
        let companion = |(index, subject): (usize, &&'a Subject<'a>)| {
            let all = groups(subject.series.observations());
            let group = all.into_iter().find(|other| other.shares_axes(group))?;
            Some(Drawn { subject, group, palette: drawing::palette(index + 1), name: Some(subject.name) })
        };
        let companions: Vec<Drawn<'_>> = self.companions.iter().enumerate().filter_map(companion).collect();
        let name = (!self.companions.is_empty()).then_some(self.view.own.name);
        self.panel(&Drawn { name, ..self.own(group) }, &companions, 260)
    }

    /// A unit or measure that the series once had.
    pub fn former(&self, group: &Group<'a>) -> Panel {
        self.panel(&self.own(group), &[], 130)
    }

    fn own(&self, group: &Group<'a>) -> Drawn<'a> {
        Drawn { subject: &self.view.own, group: group.clone(), palette: drawing::OWN, name: None }
    }

    /// Of a height in pixels.
    fn panel(&self, own: &Drawn<'_>, companions: &[Drawn<'_>], pixels: i64) -> Panel {
        let height = pixels * 10;
        let all = || companions.iter().chain([own]);
        let values: Vec<_> = all().flat_map(|drawn| drawn.group.observations()).map(|of| of.value).collect();
        let scale = Scale::round(values.into_iter(), height);
        let field = Field { view: self.view, scale, axis: self.axis };
        let mut drawing = Drawing::default();
        for drawn in all() {
            match own.group.form {
                Form::Lines | Form::Steps => drawing.series(&field, drawn),
                Form::Years => years::draw(&field, &mut drawing, &drawn.group),
            }
        }
        drawing::spread_labels(&mut drawing.ends, height);
        let marks = self.marks(&own.group);
        let (mut rules, mut zero, mut ticks, mut breaks) = Default::default();
        let lines: Vec<_> = field.scale.lines().collect();
        for value in &lines {
            let path = if field.scale.rank(*value) == 0 { &mut zero } else { &mut rules };
            hline(path, (0, field.scale.y(*value)), self.axis.width);
        }
        marks.iter().for_each(|mark| vline(&mut ticks, (mark.x, height), TICK));
        if own.group.form != Form::Years {
            self.breaks.iter().for_each(|day| vline(&mut breaks, (self.axis.x(*day), 0), height));
        }
        let decimals = lines.iter().map(|line| line.decimals()).max().unwrap_or(0);
        let mark = |value| ScaleMark {
            y: field.scale.y(value),
            text: Localized::build(|lang| text::fixed(&value, decimals, lang)),
        };
        let shown: Vec<&Observation> = own.group.observations().collect();
        let unit = shown.last().map(|last| last.series_key.unit.text.clone());
        Panel {
            unit: unit.unwrap_or_else(|| Localized::build(|_| String::new())),
            described: text::described(&shown, self.view.decimals),
            height: pixels,
            holds_zero: field.scale.holds_zero(),
            scale: lines.into_iter().map(mark).collect(),
            marks,
            rules,
            zero,
            ticks,
            breaks,
            drawing,
        }
    }

    fn marks(&self, group: &Group<'_>) -> Vec<Mark> {
        if group.form == Form::Years {
            return years::marks(self.axis.width);
        }
        let latest = group.observations().next_back();
        let has_month_ends = latest.is_some_and(|of| of.series_key.ends_with_months());
        Axis { has_month_ends, ..self.axis }.marks()
    }
}

#[cfg(test)]
mod tests {
    use crate::model::PeriodType;
    use crate::site::chart::Stroke;
    use crate::site::chart::samples::{chart, panel, series};

    /// The strokes of a chart of manats with another series beside it.
    fn strokes(other_unit: &str) -> Vec<String> {
        let rows = |unit: &str| ["01-31", "02-28", "03-31"].map(|day| format!("2026-{day} 1 {unit}"));
        let series = |rows: [String; 3]| series(PeriodType::Monthly, &rows.each_ref().map(String::as_str));
        let (own, other) = (series(rows("azn")), series(rows(other_unit)));
        panel(&chart(&own, &[&other], "2026-04-01", 10_000))
            .drawing
            .strokes
            .iter()
            .map(Stroke::class)
            .collect()
    }

    #[test]
    fn only_series_of_one_unit_share_axes() {
        assert!(strokes("azn").contains(&"line with1".to_owned()));
        assert!(!strokes("usd").iter().any(|class| class.contains("with1")));
        assert!(strokes("usd").contains(&"line own".to_owned()));
    }
}
