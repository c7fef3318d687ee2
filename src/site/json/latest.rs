//! `/data/{key}/latest.json`: one small answer for bots: the current observation, the one before it, the exact
//! difference, and the last few for a small chart [D10.latest].

use super::*;

use crate::site::text;

const RECENT: usize = 12;

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
pub struct LatestView<'a> {
    schema_version: &'static str,
    key: &'a str,
    name: &'a str,
    #[serde(skip_serializing_if = "Option::is_none")]
    short_name: Option<&'a str>,
    unit: &'a str,
    #[serde(skip_serializing_if = "Option::is_none")]
    frequency: Option<&'static str>,
    source_status: &'static str,
    current: ObservationView,
    #[serde(skip_serializing_if = "Option::is_none")]
    in_force: Option<InForceView>,
    #[serde(skip_serializing_if = "Option::is_none")]
    previous: Option<ObservationView>,
    difference: DifferenceView,
    recent: Vec<RecentView>,
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct ObservationView {
    date: Option<String>,
    label: String,
    value_raw: Decimal,
    /// The value as a page writes it, with its unit; that of a rate with the day from which it applies.
    text: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    published: Option<String>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    flags: Vec<&'static str>,
}

/// The rate in force, which `current` is not while a decision is still to take effect.
#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct InForceView {
    /// The day from which it has not changed.
    date: String,
    value_raw: Decimal,
    text: String,
}

#[derive(Serialize)]
struct DifferenceView {
    /// Exact and unrounded.
    abs: Option<Decimal>,
    /// In percent of the previous value, to two decimals.
    pct: Option<Decimal>,
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct RecentView {
    date: Option<String>,
    value_raw: Decimal,
}

impl<'a> LatestView<'a> {
    /// At the end of the day `as_of`.
    pub fn new(indicator: &'a Indicator, effective: &EffectiveStatus, as_of: NaiveDate, lang: Lang) -> Self {
        let series = &indicator.series;
        let (observations, current) = (series.observations(), series.current());
        let view = |row: &Observation| ObservationView {
            date: row.date.map(|date| date.to_string()),
            label: text::period_label(row.series_key.period_type, row.date, lang),
            value_raw: Decimal::new(&row.value),
            text: html::written_alone(indicator, row, lang),
            published: row.published.map(|date| date.to_string()),
            flags: row.flags.iter().map(|flag| flag.name()).collect(),
        };
        let difference = Difference::of_last(series, effective.status);
        let recent = |row: &Observation| RecentView {
            date: row.date.map(|date| date.to_string()),
            value_raw: Decimal::new(&row.value),
        };
        let shown = observations.get(observations.len().saturating_sub(RECENT)..).unwrap_or_default();
        LatestView {
            schema_version: SCHEMA_VERSION,
            key: indicator.key.as_str(),
            name: indicator.name.get(lang),
            short_name: indicator.short_name.as_ref().map(|name| name.get(lang).as_str()),
            unit: current.series_key.unit.text.get(lang),
            frequency: current.series_key.frequency_code(),
            source_status: effective.status.name(),
            current: view(current),
            in_force: InForceView::new(indicator, as_of, lang),
            previous: series.previous().map(view),
            difference: DifferenceView {
                abs: difference.as_ref().map(|difference| Decimal::new(&difference.abs)),
                pct: difference.and_then(|difference| difference.pct).map(|pct| Decimal::new(&pct)),
            },
            recent: shown.iter().map(recent).collect(),
        }
    }
}

impl InForceView {
    fn new(indicator: &Indicator, as_of: NaiveDate, lang: Lang) -> Option<Self> {
        let in_force = indicator.series.in_force(as_of);
        let (current, since) = (in_force.current, in_force.since?);
        let is_in_force =
            current.series_key.period_type == PeriodType::EffectiveFrom && !current.is_to_come(as_of);
        is_in_force.then(|| InForceView {
            date: since.to_string(),
            value_raw: Decimal::new(&current.value),
            text: html::written_from(indicator, current, since, lang),
        })
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use serde_json::{Value, json};

    use super::*;
    use crate::model::{Frequency, Localized, Reason, Series, Status, Unit};
    use crate::site::chart::samples::series;

    fn latest_at(indicator: &Indicator, day: &str) -> Value {
        let effective = EffectiveStatus { status: Status::Verified, reason: Reason::Checked, stale_at: None };
        let view = LatestView::new(indicator, &effective, day.parse().unwrap(), Lang::En);
        serde_json::to_value(view).unwrap()
    }

    fn latest(indicator: &Indicator) -> Value {
        latest_at(indicator, "2026-11-20")
    }

    #[test]
    fn the_rate_in_force_stands_beside_one_to_come() {
        let rows = ["2026-01-01 8", "2026-06-11 7.5", "2026-10-29 7.5", "2026-12-15 7"];
        let indicator = Indicator::of_series(series(PeriodType::EffectiveFrom, &rows));
        let latest = latest_at(&indicator, "2026-11-20");
        assert_eq!(latest["current"]["date"], "2026-12-15");
        assert_eq!(
            [&latest["inForce"]["date"], &latest["inForce"]["valueRaw"]],
            [&json!("2026-06-11"), &json!(7.5)]
        );
        let text = latest["inForce"]["text"].as_str().unwrap().replace('\u{a0}', " ");
        assert_eq!(text, "7.5 azn from 11 June 2026");
        assert_eq!(latest_at(&indicator, "2026-12-15")["inForce"]["date"], "2026-12-15");
        assert_eq!(latest_at(&indicator, "2025-12-31").get("inForce"), None, "none is in force yet");
        let monthly = Indicator::of_series(series(PeriodType::Monthly, &["2026-01-31 1"]));
        assert_eq!(latest_at(&monthly, "2026-11-20").get("inForce"), None);
    }

    #[test]
    fn whole_years_are_compared_and_parts_of_years_are_not() {
        let rows = ["2024-12-31 100", "2025-12-31 110"];
        let series = series(PeriodType::YearToDate, &rows);
        let total = Indicator::of_series(series.clone());
        let latest_view = latest(&total);
        assert_eq!(
            [&latest_view["frequency"], &latest_view["difference"]["abs"]],
            [&json!("M"), &json!(null)]
        );
        let years = series.observations().iter().cloned().map(|row| row.with_frequency(Frequency::Annual));
        let annual = Indicator::of_series(Series::new(years.collect()).unwrap());
        let latest_view = latest(&annual);
        assert_eq!([&latest_view["frequency"], &latest_view["difference"]["pct"]], [&json!("A"), &json!(10)]);
    }

    #[test]
    fn the_unit_is_that_of_the_current_observation() {
        let series = series(PeriodType::Monthly, &["2026-01-31 1 azn", "2026-02-28 2 usd"]);
        let unit = Arc::new(Unit::new("azn".to_owned(), Localized::build(|_| "azn".to_owned())));
        let latest = latest(&Indicator { unit, ..Indicator::of_series(series) });
        assert_eq!(latest["unit"], "usd");
        let text = |member: &str| latest[member]["text"].as_str().unwrap().replace('\u{a0}', " ");
        assert_eq!([text("previous"), text("current")], ["1 azn", "2 usd"]);
    }

    #[test]
    fn a_short_name_stands_beside_the_name() {
        let indicator = Indicator::of_series(series(PeriodType::Monthly, &["2026-01-31 1"]));
        assert_eq!(latest(&indicator).get("shortName"), None);
        let short = Indicator { short_name: Some(Localized::build(|_| "s".to_owned())), ..indicator };
        let latest = latest(&short);
        assert_eq!([&latest["name"], &latest["shortName"]], [&json!("x"), &json!("s")]);
    }
}
