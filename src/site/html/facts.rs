//! What else is known of an indicator: its source, and when that was checked and publishes next.

use chrono::NaiveDate;

use super::super::text;
use super::figures::Figure;
use crate::model::{self, EffectiveStatus, Indicator, Lang, Offset, Reason};

/// A label and what it says.
pub struct Fact {
    pub label: &'static str,
    pub text: String,
}

/// Where figures come from.
pub struct Source<'a> {
    pub name: String,
    /// Its address, which a checked dataset has only on the web.
    pub url: Option<&'a str>,
}

impl<'a> Source<'a> {
    /// As the dataset names it.
    pub fn new(source: &'a model::Source, lang: Lang) -> Self {
        Source { name: text::set(source.name.get(lang)), url: source.url.as_deref() }
    }
}

/// All that are known.
pub fn of(
    indicator: &Indicator,
    effective: &EffectiveStatus,
    as_of: NaiveDate,
    offset: Offset,
    lang: Lang,
) -> Vec<Fact> {
    let t = text::page(lang);
    let current = indicator.series.current();
    let day = |date| text::set(&text::full_day(date, lang));
    let (expected, next) = match indicator.expected_next_publication() {
        // Past, or past already when the status turned [D15.2].
        Some(date) if date < as_of || effective.reason == Reason::ReleaseOverdue => (Some(date), None),
        date => (None, date),
    };
    let reported = current.reported_change().map(|change| text::signed_percent(change, lang));
    let checked = indicator.checked_at().map(|at| text::set(&text::moment(at, offset, lang)));
    let facts = [
        (t.exact_value, Figure::exact(indicator, lang)),
        (t.published, current.published.map(day)),
        (t.next, next.map(day)),
        (t.missing, expected.map(|date| text::did_not_come(date, lang))),
        (t.checked, checked),
        (t.reported_change, reported),
    ];
    facts.into_iter().filter_map(|(label, text)| Some(Fact { label, text: text? })).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::sync::Arc;

    use crate::model::{PeriodType, Release, Status};
    use crate::site::chart::samples::series;

    #[test]
    fn a_publication_is_missing_only_after_its_day() {
        let release = Release { id: "money".into(), dates: vec!["2026-11-20".parse().unwrap()] };
        let indicator = Indicator {
            release: Some(Arc::new(release)),
            ..Indicator::of_series(series(PeriodType::MonthEnd, &["2026-10-31"]))
        };
        let t = text::page(Lang::En);
        let says = |reason, as_of: &str| {
            let effective = EffectiveStatus { status: Status::Verified, reason, stale_at: None };
            let offset = "+04:00".parse().unwrap();
            let facts = of(&indicator, &effective, as_of.parse().unwrap(), offset, Lang::En);
            let has = |label| facts.iter().any(|fact| fact.label == label);
            (has(t.next), has(t.missing))
        };
        assert_eq!(says(Reason::Checked, "2026-11-19"), (true, false));
        assert_eq!(says(Reason::Checked, "2026-11-20"), (true, false), "the day is not over");
        assert_eq!(says(Reason::Checked, "2026-11-21"), (false, true));
        assert_eq!(says(Reason::ReleaseOverdue, "2026-11-20"), (false, true), "the status knows better");
    }
}
