//! The bodies of schema 1.0: names, order and omissions [S2.2, D1.1 to D1.7].

use super::*;

use crate::model::Delta;
use crate::site::text;

/// One indicator: `/data/{key}.json`, and each element of `metrics`.
#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
pub struct IndicatorView<'a> {
    pub schema_version: &'static str,
    pub key: &'a str,
    pub value: Decimal,
    pub value_raw: Decimal,
    pub unit: &'a str,
    pub period: PeriodView,
    pub change: ChangeView,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub reported_change_pct: Option<Decimal>,
    pub source_status: &'static str,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub source: Option<&'a str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub notes: Option<&'a str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub checked_at: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub publication_date: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub expected_next_publication: Option<String>,
}

#[derive(Serialize)]
pub struct PeriodView {
    pub label: String,
    #[serde(rename = "type")]
    pub period_type: &'static str,
    pub date: Option<String>,
}

#[derive(Serialize)]
pub struct ChangeView {
    pub mom: DeltaView,
    pub yoy: DeltaView,
}

#[derive(Serialize)]
pub struct DeltaView {
    pub abs: Option<Decimal>,
    pub pct: Option<Decimal>,
}

impl<'a> IndicatorView<'a> {
    pub fn new(inputs: &IndicatorInputs<'a>, lang: Lang) -> Self {
        let IndicatorInputs { indicator, effective, offset, .. } = *inputs;
        let current = indicator.series.current();
        let period_type = current.series_key.period_type;
        let change = |comparand| Comparison::new(&indicator.series, effective.status, comparand).delta();
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

/// `/data.json` without its elements.
#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct CollectionView {
    schema_version: &'static str,
    as_of: String,
    source_status: &'static str,
    metrics: [(); 0],
}

pub fn collection(inputs: &DatasetInputs<'_>, lang: Lang, form: Form) -> Text {
    let as_of = inputs.dataset.offset.timestamp(inputs.dataset.as_of);
    let source_status = inputs.summary.status.name();
    let view = CollectionView { schema_version: SCHEMA_VERSION, as_of, source_status, metrics: [] };
    let (mut text, tail) = envelope(&view, form, 0)?;
    for (number, indicator) in inputs.indicators.iter().enumerate() {
        add_element(&mut text, &IndicatorView::new(indicator, lang), form, 1, number == 0)?;
    }
    text.extend(if inputs.indicators.is_empty() { tail_after(&[], &tail) } else { &tail });
    Ok(text)
}

/// A refusal [D6].
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
        let (_, code) = error.status_and_code();
        ErrorView { schema_version: SCHEMA_VERSION, error: text::refusal(error, lang), code }
    }
}

/// The definitions of JSON Schema, as objects by their names.
pub const DEFINITIONS: &str = include_str!("../schema/definitions.json");

/// `/schema/1.0.json`: JSON Schema 2020-12 of the collection, the indicator and the error [D8.openapi].
pub fn schema() -> Texts {
    let definitions = members(DEFINITIONS).replace('\n', "\n  ");
    document(include_str!("../schema/schema.json").replace("\"@definitions\": {}", &definitions))
}

/// The members of an object that is written with each on lines of its own.
pub fn members(object: &str) -> &str {
    let object = object.trim().strip_prefix('{').and_then(|object| object.strip_suffix('}'));
    object.unwrap_or_default().trim()
}
