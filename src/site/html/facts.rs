//! The facts on a series in one line: how often there are observations, from when to when, how many, of what.

use chrono::NaiveDate;

use crate::model::{Indicator, Lang, Observation, SeriesKey};
use crate::site::text;

/// Each with its label.
pub fn on_series(indicator: &Indicator, lang: Lang) -> Vec<(&'static str, String)> {
    let t = text::facts_on_series(lang);
    let series = &indicator.series;
    let (all, current) = (series.observations(), series.current());
    fn dated(of: &Observation) -> Option<(&SeriesKey, NaiveDate)> {
        Some((&of.series_key, of.date?))
    }
    let ends = all.first().and_then(dated).zip(dated(current));
    let period = ends.map(|(first, last)| text::span(first, last, lang));
    let facts = [
        (t.frequency, Some(text::frequency(&current.series_key, lang).to_owned())),
        (t.span, period),
        (t.observations, Some(text::there_and_missing(all.len(), series.missing_count(), lang))),
        (t.unit, Some(current.series_key.unit.text.get(lang).clone())),
        (t.key, Some(indicator.key.to_string())),
    ];
    facts.into_iter().filter_map(|(label, text)| Some((label, text::nbsp(&text?)))).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::model::PeriodType;
    use crate::site::chart::samples::series;

    fn facts(period_type: PeriodType, rows: &[&str], lang: Lang) -> Vec<String> {
        let facts = on_series(&Indicator::of_series(series(period_type, rows)), lang);
        facts.into_iter().map(|(_, text)| text.replace('\u{a0}', " ")).collect()
    }

    #[test]
    fn a_series_says_how_complete_it_is() {
        let rows = ["2025-11-30 1", "2026-02-28 1", "2026-03-31 1"];
        assert_eq!(
            facts(PeriodType::MonthEnd, &rows, Lang::Ru)[..3],
            ["ежемесячно", "30 ноября 2025 – 31 марта 2026", "3, пропущено 2"]
        );
        assert_eq!(facts(PeriodType::YearToDate, &rows, Lang::Ru)[1], "ноябрь 2025 – март 2026");
        assert_eq!(
            facts(PeriodType::Daily, &rows, Lang::En)[..3],
            ["daily", "30 November 2025 – 31 March 2026", "3"]
        );
        assert_eq!(facts(PeriodType::Unknown, &["- 1"], Lang::En)[..2], ["unknown", "1"]);
    }
}
