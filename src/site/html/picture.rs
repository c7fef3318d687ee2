//! A chart on a page: as wide as the page leaves it, so that places across are percentages and texts keep their size.

use super::chart_legend::{LegendLine, legend};
use super::inputs::IndicatorInput;
use crate::model::{Lang, Localized};
use crate::site::chart::{Chart, InnerLabel, Shown};
use crate::site::text;

/// A chart with its title, source and remarks.
pub struct Picture<'a> {
    pub chart: &'a Chart,
    lang: Lang,
    /// The choices by which it is shown.
    pub class: String,
    /// Its name, and from when to when it goes.
    pub title: String,
    pub source: Option<String>,
    /// Pixels beside the fields: for their scales, and for the labels at the ends of lines.
    pub left: i64,
    pub left_narrow: i64,
    pub right: i64,
    pub right_narrow: i64,
    pub legend: Vec<LegendLine>,
    pub not_from_zero: &'static str,
    /// What the drawing does not show.
    pub remarks: Vec<String>,
}

impl<'a> Picture<'a> {
    /// Of one of the charts of the indicator's page.
    pub fn new(chart: &'a Chart, input: &IndicatorInput<'_>, class: String, lang: Lang) -> Self {
        let split = chart.is_split.then(|| text::units_apart(lang).to_owned());
        let remarks = chart.legend.remarks.iter().map(|remark| text::nbsp(remark.get(lang)));
        let source = input.indicator.source.as_ref();
        Picture {
            class,
            title: text::nbsp(&[input.indicator.name.get(lang), chart.span.get(lang).as_str()].join(", ")),
            source: source.map(|source| text::nbsp(&text::source_of(source.name.get(lang), lang))),
            left: *chart.margins.left.get(lang),
            left_narrow: *chart.margins.left_narrow.get(lang),
            right: *chart.margins.right.get(lang),
            right_narrow: *chart.margins.right_narrow.get(lang),
            legend: legend(chart, lang),
            not_from_zero: text::not_from_zero(lang),
            remarks: remarks.chain(split).collect(),
            chart,
            lang,
        }
    }

    pub fn say<'t>(&self, text: &'t Localized<String>) -> &'t str {
        text.get(self.lang)
    }

    /// Percent of the width of a field.
    pub fn x(&self, parts: &i64) -> String {
        let text = format!("{}.{:02}", parts / 100, parts % 100);
        format!("{}%", text.trim_end_matches('0').trim_end_matches('.'))
    }

    /// Pixels from the top of a field.
    pub fn y(&self, parts: &i64) -> String {
        format!("{}.{}", parts / 10, parts % 10).trim_end_matches(".0").to_owned()
    }

    /// Whether the labels at the ends of lines are others on a narrow page.
    pub fn has_narrow_ends(&self) -> bool {
        self.chart.panels().any(|panel| panel.drawing.ends.iter().any(|end| end.name.is_some()))
    }

    /// The classes of a label inside a field.
    pub fn inner(&self, label: &InnerLabel) -> String {
        let shown = match label.shown {
            Shown::Everywhere => "",
            Shown::Wide => " wide",
            Shown::Narrow => " narrow",
        };
        let side = if label.place.is_left() { " left" } else { "" };
        format!("inner {}{side}{shown}", label.palette.class)
    }
}
