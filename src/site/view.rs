//! The bodies of schema 1.0 as they are written: names, order, and what is left out [S2.2, D1.1 to D1.7].

use serde::Serialize;

use super::api_error::ApiError;
use super::inputs::IndicatorInputs;
use super::json::{Decimal, SCHEMA_VERSION};
use super::text;
use crate::model::{Comparand, Comparison, Delta, Lang};

/// One indicator: `/data/{key}.json`, and each element of `metrics`.
#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
pub struct IndicatorView<'a> {
    pub(super) schema_version: &'static str,
    pub(super) key: &'a str,
    pub(super) value: Decimal,
    pub(super) value_raw: Decimal,
    pub(super) unit: &'a str,
    pub(super) period: PeriodView,
    pub(super) change: ChangeView,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) reported_change_pct: Option<Decimal>,
    pub(super) source_status: &'static str,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) source: Option<&'a str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) notes: Option<&'a str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) checked_at: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) publication_date: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) expected_next_publication: Option<String>,
}

#[derive(Serialize)]
pub(super) struct PeriodView {
    pub(super) label: String,
    #[serde(rename = "type")]
    pub(super) period_type: &'static str,
    pub(super) date: Option<String>,
}

#[derive(Serialize)]
pub(super) struct ChangeView {
    pub(super) mom: DeltaView,
    pub(super) yoy: DeltaView,
}

#[derive(Serialize)]
pub(super) struct DeltaView {
    pub(super) abs: Option<Decimal>,
    pub(super) pct: Option<Decimal>,
}

impl<'a> IndicatorView<'a> {
    /// An indicator with the status that it has at the instant of the snapshot.
    pub fn new(inputs: &IndicatorInputs<'a>, lang: Lang) -> Self {
        let IndicatorInputs { indicator, effective, offset, .. } = *inputs;
        let current = indicator.series.current();
        let period_type = current.series_key.period_type;
        let change = |comparand| Comparison::new(&indicator.series, effective.status, comparand).delta;
        IndicatorView {
            schema_version: SCHEMA_VERSION,
            key: indicator.key.as_str(),
            value: Decimal::new(&current.value.rounded()),
            value_raw: Decimal::new(&current.value),
            unit: current.series_key.unit.text.get(lang),
            period: PeriodView {
                label: text::period_label(period_type, current.date, lang),
                period_type: period_type.name(),
                date: current.date.map(|date| date.to_string()),
            },
            change: ChangeView { mom: change(Comparand::Month).into(), yoy: change(Comparand::Year).into() },
            reported_change_pct: current.reported_change().map(|change| Decimal::new(&change)),
            source_status: effective.status.name(),
            source: indicator.source.as_ref().map(|source| source.name.get(lang).as_str()),
            notes: indicator.notes.as_ref().map(|notes| notes.get(lang).as_str()),
            checked_at: indicator.checked_at().map(|instant| offset.timestamp(instant)),
            publication_date: current.published.map(|date| date.to_string()),
            expected_next_publication: indicator.expected_next_publication().map(|date| date.to_string()),
        }
    }
}

impl From<Delta> for DeltaView {
    fn from(delta: Delta) -> Self {
        match delta {
            Delta::None => DeltaView { abs: None, pct: None },
            Delta::Abs(abs) => DeltaView { abs: Some(Decimal::new(&abs)), pct: None },
            Delta::Full { abs, pct } => {
                DeltaView { abs: Some(Decimal::new(&abs)), pct: Some(Decimal::new(&pct)) }
            }
        }
    }
}

/// What the service itself answers [D6].
#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
pub struct ErrorView {
    schema_version: &'static str,
    /// A sentence in the language of the path.
    error: &'static str,
    /// Stable, for programs.
    code: &'static str,
}

impl ErrorView {
    pub fn new(error: ApiError, lang: Lang) -> Self {
        ErrorView { schema_version: SCHEMA_VERSION, error: text::refusal(error, lang), code: error.code() }
    }
}
