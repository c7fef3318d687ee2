//! The dates of an indicator that have more than one value, each with what was published for it.

use crate::model::{Indicator, Lang, Observation};
use crate::site::text;

/// Dates with revisions; more are read by programs.
const MAX_REVISIONS: usize = 40;

/// A date, and its values in the order in which they were published.
pub struct Revision {
    pub period: String,
    /// Value and date of publication, where that is known.
    pub values: Vec<(String, Option<String>)>,
}

/// Each date that has more than one value, the latest date first.
pub fn revisions(indicator: &Indicator, lang: Lang) -> Vec<Revision> {
    let value = |of: &&Observation| {
        let published =
            of.published.map(|date| text::nbsp(&text::published_on(text::full_day(date, lang), lang)));
        let decimals = indicator.decimals_of(&of.series_key);
        (text::number(&super::in_full(of, decimals), lang), published)
    };
    let revision = |values: &[&Observation]| Revision {
        period: text::nbsp(&text::dated_of(&values[0].series_key, values[0].date, lang)),
        values: values.iter().map(value).collect(),
    };
    let all: Vec<&Observation> = indicator.series.revisions().collect();
    let dates = all.chunk_by(|one, other| one.date == other.date).rev();
    dates.filter(|values| values.len() > 1).take(MAX_REVISIONS).map(revision).collect()
}
