//! The rows of a table of observations, each an observation or a run of equal ones.

use chrono::NaiveDate;

use crate::model::{
    Comparand, Comparison, Flag, Indicator, Lang, Observation, Reference, SeriesKey, Shown, Status,
};
use crate::site::html::change::in_cell;
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
    /// On a year earlier, where it can be calculated.
    pub change: Option<String>,
    pub published: String,
    pub flags: String,
    /// Where it was taken, with its address.
    pub origin: Option<Origin>,
}

#[derive(Clone)]
pub struct Origin {
    /// Of an address its host.
    pub text: String,
    pub url: Option<String>,
}

/// An observation of the table with its change on a year earlier.
pub struct Listed<'a> {
    pub of: &'a Observation,
    /// With the digits that pages show of such values, or all that it has.
    pub value: Shown,
    pub change: Option<String>,
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
        Listed { of, value: in_full(of, decimals), change: in_cell(&comparison, decimals, lang) }
    };
    shown.iter().map(listed).collect()
}

/// A value with all its digits, filled up to those of the others, but for one that its source has rounded.
pub fn in_full(of: &Observation, decimals: u8) -> Shown {
    let least = if of.flags.contains(Flag::Rounded) { 0 } else { decimals };
    of.value.shown(least.max(of.value.decimals()))
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
    let length = change.as_ref().map_or(0, |text| text.chars().count());
    // A change has a sign and a unit.
    value.to_string().len() > LONGEST || length > LONGEST + 2
}

/// One row for a run of equal values, or one for each.
pub fn folded(run: &[Listed<'_>], style: Style) -> Vec<Row> {
    match run {
        [first, .., last] if run.len() >= RUN => {
            let all: Vec<&Observation> = run.iter().map(|listed| listed.of).collect();
            let period = text::run_of_days(&all, style.as_of, style.lang);
            let period = text::broken_before_year(&period);
            let days = first.of.date.zip(last.of.date).map(|(first, last)| format!("{first}/{last}"));
            vec![Row { days, period, published: String::new(), ..row(last, style) }]
        }
        _ => run.iter().rev().map(|listed| row(listed, style)).collect(),
    }
}

fn row(Listed { of, value, change }: &Listed<'_>, style: Style) -> Row {
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
        flags: of.flags.marks().map(|flag| text::flag_word(flag, style.lang)).collect::<Vec<_>>().join(", "),
        origin: of.reference.as_ref().map(origin),
    }
}

fn origin(reference: &Reference) -> Origin {
    let url = reference.url();
    let host = url.and_then(|url| url.split('/').nth(2)).map(|host| host.trim_start_matches("www."));
    Origin { text: host.unwrap_or(reference.as_str()).to_owned(), url: url.map(str::to_owned) }
}
