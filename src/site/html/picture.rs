//! A chart on a page: as wide as the page leaves it, so that places across are percentages and texts keep their size.

use super::*;

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
    /// The months from January on, of periods, which may be quarters, and of days.
    pub months: [String; 2],
    /// The digits from which on a number is grouped, what stands between its groups, its decimal mark, and what stands before
    /// a percent sign.
    pub numbers: String,
}

impl Writing {
    pub fn new(key: &SeriesKey, lang: Lang) -> Self {
        let period = |month0| match key.frequency {
            Some(Frequency::Quarterly) => text::short_quarter(month0, lang),
            _ => lang.month(month0).short.to_owned(),
        };
        let periods: Vec<String> = (0..12).map(period).collect();
        let days: Vec<&str> = (0..12).map(|month0| lang.month(month0).short_in_day).collect();
        let numbers = lang.numbers();
        let decimal = char::from(numbers.decimal);
        Writing {
            period: match (key.frequency, key.period_type) {
                (Some(Frequency::Annual), _) => "A",
                (_, PeriodType::YearToDate | PeriodType::YearToDateAverage) => "since",
                (Some(Frequency::Quarterly), _) | (_, PeriodType::MonthEnd | PeriodType::Monthly) => "M",
                (_, PeriodType::EffectiveFrom) => "steps",
                (_, PeriodType::Daily | PeriodType::PointInTime | PeriodType::Unknown) => "D",
            },
            months: [periods.join("|"), days.join("|")],
            numbers: format!("{}{}{decimal}{}", numbers.least_grouped, numbers.group, numbers.before_percent),
        }
    }
}
