//! A chart on a page: as wide as the page leaves it, so that places across are percentages and texts keep their size.

use super::inputs::IndicatorInput;
use crate::model::{Lang, PeriodType, SeriesKey};
use crate::site::chart::Chart;
use crate::site::text;

/// A chart with its title, source and remarks.
pub struct Picture<'a> {
    pub chart: &'a Chart,
    /// The choices by which it is shown.
    pub class: String,
    /// Its name, and from when to when it goes.
    pub title: String,
    pub source: Option<String>,
    /// Pixels beside the field: for its scale, and for the labels at the ends of lines.
    pub left: i64,
    pub left_narrow: i64,
    pub right: i64,
    /// What the drawing does not show.
    pub remarks: Vec<String>,
    pub values: Values,
}

/// For the script: the column of `changes.csv` that has the values of a chart, and their digits behind the point.
#[derive(Clone, Copy)]
pub struct Values {
    pub column: &'static str,
    pub decimals: u8,
}

impl<'a> Picture<'a> {
    pub fn new(
        chart: &'a Chart,
        values: Values,
        input: &IndicatorInput<'_>,
        class: String,
        lang: Lang,
    ) -> Self {
        let source = input.indicator.source.as_ref();
        Picture {
            class,
            title: text::nbsp(&[input.indicator.name.get(lang), chart.span.get(lang).as_str()].join(", ")),
            source: source.map(|source| text::nbsp(&text::source_of(source.name.get(lang), lang))),
            left: *chart.margins.left.get(lang),
            left_narrow: *chart.margins.left_narrow.get(lang),
            right: *chart.margins.right.get(lang),
            remarks: chart.remarks.iter().map(|remark| text::nbsp(remark.get(lang))).collect(),
            values,
            chart,
        }
    }
}

/// How the script of the pages writes periods and numbers.
pub struct Writing {
    pub period: &'static str,
    /// The months of periods, or of days, from January on.
    pub months: String,
    /// The digits from which on a number is grouped, what stands between its groups, and its decimal mark.
    pub numbers: String,
}

impl Writing {
    pub fn new(key: &SeriesKey, lang: Lang) -> Self {
        let period = match (key.frequency, key.period_type) {
            (Some(frequency), _) => frequency.name(),
            (None, PeriodType::MonthEnd | PeriodType::Monthly) => "M",
            (None, PeriodType::YearToDate | PeriodType::YearToDateAverage) => "since",
            (None, PeriodType::EffectiveFrom) => "steps",
            (None, PeriodType::Daily | PeriodType::PointInTime | PeriodType::Unknown) => "D",
        };
        let is_day = matches!(period, "D" | "steps");
        let months = (0..12).map(|month0| lang.month(month0));
        let months = months.map(|month| if is_day { month.short_in_day } else { month.short });
        let numbers = lang.numbers();
        Writing {
            period,
            months: months.collect::<Vec<_>>().join(" "),
            numbers: format!("{}{}{}", numbers.least_grouped, numbers.group, char::from(numbers.decimal)),
        }
    }
}
