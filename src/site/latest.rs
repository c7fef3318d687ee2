//! `/data/{key}/latest.json`: one small answer for bots: the current observation, the one before it, the exact
//! difference, and the last few for a small chart (decisions-2, section 10).

use serde::Serialize;

use super::json::Decimal;
use super::view::SCHEMA_VERSION;
use super::{html, text};
use crate::model::{Difference, EffectiveStatus, Indicator, Lang, Observation};

/// How many observations a small chart has.
const RECENT: usize = 12;

/// The answer for one indicator.
#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
pub struct LatestView<'a> {
    schema_version: &'static str,
    key: &'a str,
    name: &'a str,
    #[serde(skip_serializing_if = "Option::is_none")]
    short_name: Option<&'a str>,
    unit: &'a str,
    source_status: &'static str,
    current: ObservationView,
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
    /// The value as a page writes it, with its unit.
    text: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    published: Option<String>,
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
    /// Of an indicator with the status that it has at the instant of the snapshot.
    pub fn new(indicator: &'a Indicator, effective: &EffectiveStatus, lang: Lang) -> Self {
        let series = &indicator.series;
        let (observations, current) = (series.observations(), series.current());
        let view = |of: &Observation| ObservationView {
            date: of.date.map(|date| date.to_string()),
            label: text::period_label(of.basis.period_type, of.date, lang),
            value_raw: Decimal::new(&of.value),
            text: html::written(indicator, of, lang),
            published: of.published.map(|date| date.to_string()),
        };
        let difference = Difference::of_last(series, effective.status);
        let recent = |of: &Observation| RecentView {
            date: of.date.map(|date| date.to_string()),
            value_raw: Decimal::new(&of.value),
        };
        let shown = observations.get(observations.len().saturating_sub(RECENT)..).unwrap_or_default();
        LatestView {
            schema_version: SCHEMA_VERSION,
            key: indicator.key.as_str(),
            name: indicator.name.get(lang),
            short_name: indicator.short_name.as_ref().map(|name| name.get(lang).as_str()),
            unit: current.basis.unit.text.get(lang),
            source_status: effective.status.name(),
            current: view(current),
            previous: series.previous().map(view),
            difference: DifferenceView {
                abs: difference.as_ref().map(|difference| Decimal::new(&difference.abs)),
                pct: difference.and_then(|difference| difference.pct).map(|pct| Decimal::new(&pct)),
            },
            recent: shown.iter().map(recent).collect(),
        }
    }
}
