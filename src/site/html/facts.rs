//! What else is known of an indicator: its source, when that was checked and publishes next, and how to cite it.

use chrono::NaiveDate;

use super::figures::Figure;
use super::layout::Service;
use crate::model::{EffectiveStatus, Indicator, Lang, Offset, Reason};
use crate::site::text;

pub struct Fact {
    pub label: &'static str,
    pub text: String,
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
    let day = |date| text::nbsp(&text::full_day(date, lang));
    let (expected, next) = match indicator.expected_next_publication() {
        // Past, or past already when the status turned [D15.2].
        Some(date) if date < as_of || effective.reason == Reason::ReleaseOverdue => (Some(date), None),
        date => (None, date),
    };
    let reported = current.reported_change().map(|change| text::signed_percent(change, lang));
    let checked = indicator.checked_at().map(|at| text::nbsp(&text::moment(at, offset, lang)));
    let facts = [
        (t.exact_value, Figure::exact(indicator, lang)),
        (t.published, current.published.map(day)),
        (t.next, next.map(day)),
        (t.missing, expected.map(|date| text::nbsp(&text::did_not_come(text::full_day(date, lang), lang)))),
        (t.checked, checked),
        (t.reported_change, reported),
    ];
    facts.into_iter().filter_map(|(label, text)| Some(Fact { label, text: text? })).collect()
}

/// Source, indicator and key, period, value, day of publication and address as one paragraph to copy.
pub fn citation(
    indicator: &Indicator,
    figure: &Figure,
    service: &Service<'_>,
    path: &str,
    lang: Lang,
) -> String {
    let source = indicator.source.as_ref().map(|source| format!("{}. ", source.name.get(lang)));
    let published = indicator
        .series
        .current()
        .published
        .map(|date| text::was_published(text::full_day(date, lang), lang));
    text::nbsp(&format!(
        "{}{} ({}). {}: {}. {}{}, {}",
        source.unwrap_or_default(),
        indicator.name.get(lang),
        indicator.key,
        figure.period,
        figure.value(),
        published.unwrap_or_default(),
        service.title(lang),
        service.address(path),
    ))
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
