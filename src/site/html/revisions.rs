//! What a series said before it was revised: each date that has more than one value, the latest date first.

use super::super::text;
use crate::model::{Indicator, Lang, Observation};

/// More are read by programs.
const MOST: usize = 40;

/// The table of revisions.
pub struct Revisions {
    pub rows: Vec<Revision>,
}

/// A date, and its values in the order in which they were published.
pub struct Revision {
    pub period: String,
    /// Value and date of publication, where that is known.
    pub values: Vec<(String, Option<String>)>,
}

impl Revisions {
    /// Of an indicator; `None` where nothing was ever revised.
    pub fn new(indicator: &Indicator, lang: Lang) -> Option<Self> {
        if !indicator.series.is_revised() {
            return None;
        }
        let all: Vec<&Observation> = indicator.series.revisions().collect();
        let revised = all.chunk_by(|one, other| one.date == other.date).filter(|values| values.len() > 1);
        let mut rows: Vec<Revision> = revised.filter_map(|values| revision(values, lang)).collect();
        rows.reverse();
        rows.truncate(MOST);
        Some(Revisions { rows })
    }
}

fn revision(values: &[&Observation], lang: Lang) -> Option<Revision> {
    let first = values.first()?;
    let value = |of: &&Observation| {
        let published = of.published.map(|date| text::set(&text::day(date, lang)));
        (text::number(&of.value, lang), published)
    };
    Some(Revision {
        period: text::set(&text::dated(first.basis.period_type, first.date, lang)),
        values: values.iter().map(value).collect(),
    })
}
