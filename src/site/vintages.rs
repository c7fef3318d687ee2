//! `/data/{key}/vintages.json` and `.csv`: every value ever published for every date, with the interval in which it
//! counted [D10.vintages].

use serde::Serialize;

use super::inputs::SeriesContext;
use super::json::{self, Digits, SCHEMA_VERSION};
use super::page::{Form, Localised, SiteError};
use super::series_texts::{SeriesRow, SeriesTexts};
use super::table::{self, Dialect, RowWriter};
use crate::dataset::Dataset;
use crate::model::{Indicator, Lang, Observation};

const COLUMNS: [&str; 5] = ["date", "value", "realtime_start", "realtime_end", "status"];

/// What stands around the values.
#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct VintagesView<'a> {
    schema_version: &'static str,
    key: &'a str,
    name: &'a str,
    unit: &'a str,
    period_type: &'static str,
    vintages: [(); 0],
}

impl<'a> VintagesView<'a> {
    fn new(indicator: &'a Indicator, lang: Lang) -> Self {
        VintagesView {
            schema_version: SCHEMA_VERSION,
            key: indicator.key.as_str(),
            name: indicator.name.get(lang),
            unit: indicator.unit.text.get(lang),
            period_type: indicator.period_type.name(),
            vintages: [],
        }
    }
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct VintageView<'a> {
    date: Option<&'a str>,
    value_raw: Digits<'a>,
    #[serde(skip_serializing_if = "str::is_empty")]
    realtime_start: &'a str,
    #[serde(skip_serializing_if = "str::is_empty")]
    realtime_end: &'a str,
    status: &'static str,
}

impl<'a> VintageView<'a> {
    fn new(row: SeriesRow<'a>) -> Self {
        let (realtime_end, status) = end(&row);
        let date = Some(row.date).filter(|date| !date.is_empty());
        let (value_raw, realtime_start) = (Digits(row.value), row.published);
        VintageView { date, value_raw, realtime_start, realtime_end, status }
    }
}

/// `vintages.json`.
pub fn list(of: &SeriesContext<'_>) -> Localised {
    json::of_list(
        |lang, form| json::envelope(&VintagesView::new(&of.inputs.indicator, lang), form, 0, false),
        |_, form| elements(of.texts, form),
    )
}

/// `vintages.csv`.
pub fn table(of: &SeriesContext<'_>) -> Localised {
    table::of_series(of.memo, COLUMNS, |dialect, _| Ok(rows(of.texts, dialect)))
}

/// The indicator that examples show: a revised one if there is any.
pub fn shown(dataset: &Dataset) -> Option<&Indicator> {
    dataset.indicators().find(|of| of.series.is_revised()).or_else(|| dataset.indicators().next())
}

/// The envelope with the values of one date, a revised one if there is any.
pub fn example(indicator: &Indicator, lang: Lang) -> Result<String, SiteError> {
    let envelope = json::envelope(&VintagesView::new(indicator, lang), Form::Default, 0, false)?;
    json::list_text(envelope, &elements(&of_a_date(indicator), Form::Default)?)
}

/// The same as a table.
pub fn table_example(indicator: &Indicator) -> Result<String, SiteError> {
    let rows = rows(&of_a_date(indicator), Dialect::Plain);
    Ok(String::from_utf8([table::head(COLUMNS, Dialect::Plain)?, rows].concat())?)
}

fn of_a_date(indicator: &Indicator) -> SeriesTexts<'_> {
    let revisions: Vec<&Observation> = indicator.series.revisions().collect();
    let dates = || revisions.chunk_by(|a, b| a.date == b.date);
    let shown = dates().find(|one| one.len() > 1).or_else(|| dates().next());
    SeriesTexts::of(shown.unwrap_or_default().iter().copied())
}

/// Until when a value counted, empty if it still does or the day is not known; and whether it still does.
fn end<'a>(row: &SeriesRow<'a>) -> (&'a str, &'static str) {
    row.superseded.map_or(("", "current"), |end| (end, "revised"))
}

fn elements(texts: &SeriesTexts<'_>, form: Form) -> Result<Vec<u8>, SiteError> {
    json::elements(texts.revisions().map(VintageView::new), texts.len(), form)
}

/// The rows of the table.
pub fn rows(texts: &SeriesTexts<'_>, dialect: Dialect) -> Vec<u8> {
    let mut rows = RowWriter::new(dialect, texts.len());
    for row in texts.revisions() {
        let (end, status) = end(&row);
        rows.plain(row.date);
        rows.number(row.value);
        rows.plain(row.published);
        rows.plain(end);
        rows.plain(status);
        rows.end();
    }
    rows.finish()
}
