//! `/data/{key}/history.json` and `.csv`: all observations of an indicator, oldest first [D8.history].

use serde::Serialize;

use super::inputs::SeriesContext;
use super::json::{self, Digits, SCHEMA_VERSION};
use super::page::{Form, Localised, SiteError};
use super::series_texts::{LastValue, SeriesRow, SeriesTexts};
use super::table::{self, Cell, Dialect, RowWriter, text_cell};
use crate::model::{Indicator, Lang, SeriesKey};

/// The columns of the table. What was added later stands at the end.
const COLUMNS: [&str; 9] =
    ["date", "value", "published", "unit", "period_type", "unit_code", "measure", "ref", "flag"];

/// What stands around the observations.
#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct HistoryView<'a> {
    schema_version: &'static str,
    key: &'a str,
    name: &'a str,
    unit: &'a str,
    period_type: &'static str,
    observations: [(); 0],
}

impl<'a> HistoryView<'a> {
    fn new(indicator: &'a Indicator, lang: Lang) -> Self {
        HistoryView {
            schema_version: SCHEMA_VERSION,
            key: indicator.key.as_str(),
            name: indicator.name.get(lang),
            unit: indicator.unit.text.get(lang),
            period_type: indicator.period_type.name(),
            observations: [],
        }
    }
}

/// An observation; a unit, period type or measure only where it is not that of the indicator.
#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct ObservationView<'a> {
    date: Option<&'a str>,
    value_raw: Digits<'a>,
    #[serde(skip_serializing_if = "str::is_empty")]
    published: &'a str,
    #[serde(skip_serializing_if = "Option::is_none")]
    unit: Option<&'a str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    period_type: Option<&'static str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    measure: Option<&'static str>,
    #[serde(rename = "ref", skip_serializing_if = "Option::is_none")]
    reference: Option<&'a str>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    flags: Vec<&'static str>,
}

impl<'a> ObservationView<'a> {
    fn new(indicator: &Indicator, row: SeriesRow<'a>, lang: Lang) -> Self {
        let of = row.observation;
        let SeriesKey { unit, period_type, measure } = &*of.series_key;
        ObservationView {
            date: Some(row.date).filter(|date| !date.is_empty()),
            value_raw: Digits(row.value),
            published: row.published,
            unit: (unit.id != indicator.unit.id).then(|| unit.text.get(lang).as_str()),
            period_type: (*period_type != indicator.period_type).then(|| period_type.name()),
            measure: (*measure != indicator.measure).then(|| measure.name()),
            reference: of.reference.as_ref().map(|reference| reference.as_str()),
            flags: of.flags.iter().map(|flag| flag.name()).collect(),
        }
    }
}

/// `history.json`.
pub fn list(of: &SeriesContext<'_>) -> Localised {
    let indicator = &of.inputs.indicator;
    json::of_list(
        |lang, form| json::envelope(&HistoryView::new(indicator, lang), form, 0, false),
        |lang, form| elements(indicator, of.texts, lang, form),
    )
}

/// `history.csv`.
pub fn table(of: &SeriesContext<'_>) -> Localised {
    table::of_series(of.memo, COLUMNS, |dialect, lang| rows(of.texts, dialect, lang))
}

/// The envelope with the newest observations, at most two.
pub fn example(indicator: &Indicator, lang: Lang) -> Result<String, SiteError> {
    let envelope = json::envelope(&HistoryView::new(indicator, lang), Form::Default, 0, false)?;
    json::list_text(envelope, &elements(indicator, &newest(indicator), lang, Form::Default)?)
}

/// The same as a table.
pub fn table_example(indicator: &Indicator, lang: Lang) -> Result<String, SiteError> {
    let rows = rows(&newest(indicator), Dialect::Plain, lang)?;
    Ok(String::from_utf8([table::head(COLUMNS, Dialect::Plain)?, rows].concat())?)
}

fn newest(indicator: &Indicator) -> SeriesTexts<'_> {
    let observations = indicator.series.observations();
    SeriesTexts::of(observations.iter().skip(observations.len().saturating_sub(2)))
}

fn elements(
    indicator: &Indicator,
    texts: &SeriesTexts<'_>,
    lang: Lang,
    form: Form,
) -> Result<Vec<u8>, SiteError> {
    let views = texts.observations().map(|row| ObservationView::new(indicator, row, lang));
    json::elements(views, texts.len(), form)
}

fn rows(texts: &SeriesTexts<'_>, dialect: Dialect, lang: Lang) -> Result<Vec<u8>, SiteError> {
    let mut rows = RowWriter::new(dialect, texts.len());
    let mut rest = LastValue::new();
    for row in texts.observations() {
        let SeriesRow { observation: of, date, value, published, .. } = row;
        rows.plain(date);
        rows.number(value);
        rows.plain(published);
        rows.written(rest.get((&of.series_key, &of.reference, of.flags), || {
            let flags = of.flags.to_string();
            let cells = [
                Some(Cell::Text(of.series_key.unit.text.get(lang))),
                Some(Cell::Plain(of.series_key.period_type.name())),
                Some(Cell::Text(&of.series_key.unit.id)),
                Some(Cell::Plain(of.series_key.measure.name())),
                text_cell(of.reference.as_ref().map(|reference| reference.as_str())),
                text_cell(Some(&flags)),
            ];
            table::cells(&cells, dialect)
        })?);
        rows.end();
    }
    Ok(rows.finish())
}
