//! The rows of a table of observations, each an observation or a run of equal ones.

use chrono::NaiveDate;

use crate::model::{Comparand, Comparison, Indicator, Lang, Observation, SeriesKey, Shown, Status};
use crate::site::html::change::YearlyChange;
use crate::site::html::marks::{Legend, Marks};
use crate::site::text;

/// Equal neighbours from this number on share a row.
const RUN: usize = 3;
/// A value of more characters, or its change, is long.
const LONGEST: usize = 8;

/// One observation, or a run of equal ones.
pub struct Row {
    /// The first and the last day, where it has any, for the script.
    pub days: Option<String>,
    pub period: String,
    pub value: String,
    /// How many decimals fewer it has than others, for the alignment of points.
    pub fewer: u8,
    pub whole: bool,
    pub change: YearlyChange,
    pub published: String,
    pub marks: Marks,
}

/// An observation of the table with its change on a year earlier.
pub struct Listed<'a> {
    pub of: &'a Observation,
    /// With the digits that pages show of such values, or all that it has.
    pub value: Shown,
    pub change: YearlyChange,
}

/// The observations of an indicator that are shown.
pub fn listed<'a>(
    indicator: &'a Indicator,
    shown: &'a [Observation],
    status: Status,
    lang: Lang,
) -> Vec<Listed<'a>> {
    let mut known: Option<(&SeriesKey, u8)> = None;
    let listed = |of: &'a Observation| {
        let comparison = Comparison::of(&indicator.series, of, status, Comparand::Year);
        // The digits are those of the whole series: they are not looked for again in every row.
        let same = known.filter(|(key, _)| *key == &*of.series_key);
        let (key, decimals) = same.unwrap_or_else(|| (&of.series_key, indicator.decimals_of(&of.series_key)));
        known = Some((key, decimals));
        Listed {
            of,
            value: of.value.shown(decimals.max(of.value.decimals())),
            change: YearlyChange::new(&comparison, decimals, lang),
        }
    };
    shown.iter().map(listed).collect()
}

/// How the values of a table are written.
#[derive(Clone, Copy)]
pub struct Style {
    /// The most behind the point of any value, as far as points are aligned.
    pub decimals: u8,
    pub is_grouped: bool,
    pub as_of: NaiveDate,
    pub lang: Lang,
}

/// Whether nothing but the dates of two neighbours differs.
pub fn is_same(one: &Listed<'_>, other: &Listed<'_>) -> bool {
    let (a, b) = (one.of, other.of);
    a.value == b.value && a.flags == b.flags && a.reference == b.reference && one.change == other.change
}

/// Whether a value or its change leaves no room for a period on a telephone.
pub fn is_long(Listed { value, change, .. }: &Listed<'_>) -> bool {
    let length = match change {
        YearlyChange::Written(text) => text.chars().count(),
        YearlyChange::Incomparable | YearlyChange::NoBase => 0,
    };
    // A change has a sign and a unit.
    value.to_string().len() > LONGEST || length > LONGEST + 2
}

/// One row for a run of equal values, or one for each.
pub fn folded(run: &[Listed<'_>], style: Style, legend: &mut Legend) -> Vec<Row> {
    match run {
        [first, .., last] if run.len() >= RUN => {
            let period = text::run_of_days(first.of, last.of, run.len(), style.as_of, style.lang);
            let period = text::broken_before_year(&period);
            let days = first.of.date.zip(last.of.date).map(|(first, last)| format!("{first}/{last}"));
            vec![Row { days, period, published: String::new(), ..row(last, style, legend) }]
        }
        _ => run.iter().rev().map(|listed| row(listed, style, legend)).collect(),
    }
}

fn row(Listed { of, value, change }: &Listed<'_>, style: Style, legend: &mut Legend) -> Row {
    let own = value.decimals();
    let write = if style.is_grouped { text::grouped } else { text::number };
    Row {
        days: of.date.map(|date| date.to_string()),
        period: text::broken_before_year(&text::period_in_table(
            &of.series_key,
            of.date,
            style.as_of,
            style.lang,
        )),
        value: write(value, style.lang),
        fewer: style.decimals.saturating_sub(own),
        whole: own == 0 && style.decimals > 0,
        change: change.clone(),
        published: of.published.map(|date| text::nbsp(&text::day(date, style.lang))).unwrap_or_default(),
        marks: legend.marks(of, style.lang),
    }
}
