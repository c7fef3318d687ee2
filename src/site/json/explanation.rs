//! `/data/{key}/explain.json`: why the status and each change are what they are [D8.1].

use super::*;

use crate::site::text;

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
pub struct ExplanationView<'a> {
    schema_version: &'static str,
    key: &'a str,
    status: StatusView,
    change: ChangesView,
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct StatusView {
    source_status: &'static str,
    reason: &'static str,
    #[serde(skip_serializing_if = "Option::is_none")]
    stale_at: Option<String>,
    sentence: String,
}

#[derive(Serialize)]
struct ChangesView {
    mom: ChangeView,
    yoy: ChangeView,
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct ChangeView {
    result: &'static str,
    rule: u8,
    #[serde(skip_serializing_if = "Option::is_none")]
    current_date: Option<String>,
    current_value_raw: Decimal,
    #[serde(skip_serializing_if = "Option::is_none")]
    base_date: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    base_value_raw: Option<Decimal>,
    sentence: String,
}

impl<'a> ExplanationView<'a> {
    pub fn new(inputs: &IndicatorInputs<'a>, lang: Lang) -> Self {
        let IndicatorInputs { indicator, effective, offset, .. } = *inputs;
        let change = |comparand| ChangeView::new(indicator, effective.status, comparand, lang);
        ExplanationView {
            schema_version: SCHEMA_VERSION,
            key: indicator.key.as_str(),
            status: StatusView {
                source_status: effective.status.name(),
                reason: effective.reason.name(),
                stale_at: effective.stale_at.map(|instant| offset.timestamp(instant)),
                sentence: text::explained(indicator, effective, offset, lang),
            },
            change: ChangesView { mom: change(Comparand::Month), yoy: change(Comparand::Year) },
        }
    }
}

impl ChangeView {
    fn new(indicator: &Indicator, status: Status, comparand: Comparand, lang: Lang) -> Self {
        let current = indicator.series.current();
        let comparison = Comparison::new(&indicator.series, status, comparand);
        let decimals = indicator.decimals_of(&current.series_key);
        ChangeView {
            result: result(comparison.outcome),
            rule: comparison.rule,
            current_date: current.date.map(|date| date.to_string()),
            current_value_raw: Decimal::new(&current.value),
            base_date: comparison.base_date.map(|date| date.to_string()),
            base_value_raw: comparison.base.map(|base| Decimal::new(&base.value)),
            sentence: text::change(&comparison, decimals, status, comparand, lang),
        }
    }
}

fn result(outcome: Outcome) -> &'static str {
    match outcome {
        Outcome::Calculated => "calculated",
        Outcome::BaseZero => "base_zero",
        Outcome::NoBase => "no_base",
        Outcome::NoSuchDay => "no_such_day",
        Outcome::NotCalculated => "not_calculated",
        Outcome::UnitDiffers => "unit_differs",
        Outcome::TypeDiffers => "type_differs",
        Outcome::MeasureDiffers => "measure_differs",
        Outcome::Status => "status",
        Outcome::NoDate => "no_date",
    }
}
