//! `/data/{key}/vintages.json` and `.csv`: every value ever published for every date, with the interval in which it
//! counted [D10.vintages].

use serde::Serialize;

use super::elements::{Elements, member};
use super::inputs::SeriesInputs;
use super::page::Form;
use super::registry::Written;
use super::row_writer::{self, RowWriter};
use super::series_texts::{SeriesRow, SeriesTexts};
use super::table::{self, Dialect};
use super::view::SCHEMA_VERSION;
use super::{SiteError, json};
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

/// `vintages.json`.
///
/// # Errors
/// As [`json::page`].
pub fn pages(inputs: &SeriesInputs<'_>, texts: &SeriesTexts<'_>) -> Written {
    json::of_list(
        |lang, form| json::around(&VintagesView::new(&inputs.indicator, lang), form, 0, false),
        |_, form| Ok(objects(texts, form)),
    )
}

/// `vintages.csv`.
///
/// # Errors
/// As [`row_writer::pages`].
pub fn tables(texts: &SeriesTexts<'_>) -> Written {
    row_writer::pages(COLUMNS, |dialect, _| Ok(rows(texts, dialect)))
}

/// The beginnings of both: the values of one date, a revised one if there is any.
///
/// # Errors
/// As [`pages`] and [`tables`].
pub fn samples(indicator: &Indicator, lang: Lang) -> Result<[String; 2], SiteError> {
    let revisions: Vec<&Observation> = indicator.series.revisions().collect();
    let of_a_date = || revisions.chunk_by(|a, b| a.date == b.date);
    let shown = of_a_date().find(|one| one.len() > 1).or_else(|| of_a_date().next());
    let texts = SeriesTexts::of(shown.unwrap_or_default().iter().copied());
    let around = json::around(&VintagesView::new(indicator, lang), Form::Default, 0, false)?;
    let json = json::whole(around, &objects(&texts, Form::Default))?;
    let table = [table::head(COLUMNS, Dialect::Plain)?, rows(&texts, Dialect::Plain)].concat();
    Ok([json, String::from_utf8(table)?])
}

/// Until when a value counted, empty if it still does or the day is not known; and whether it still does.
fn end<'a>(row: &SeriesRow<'a>) -> (&'a str, &'static str) {
    row.superseded.map_or(("", "current"), |end| (end, "revised"))
}

fn objects(texts: &SeriesTexts<'_>, form: Form) -> String {
    let mut list = Elements::new(form, texts.len());
    for row in texts.revisions() {
        let (end, status) = end(&row);
        list.begin();
        if row.date.is_empty() {
            list.raw(&member!("date"), "null");
        } else {
            list.plain(&member!("date"), row.date);
        }
        list.raw(&member!("valueRaw"), row.value);
        if !row.published.is_empty() {
            list.plain(&member!("realtimeStart"), row.published);
        }
        if !end.is_empty() {
            list.plain(&member!("realtimeEnd"), end);
        }
        list.plain(&member!("status"), status);
        list.end();
    }
    list.finish()
}

fn rows(texts: &SeriesTexts<'_>, dialect: Dialect) -> Vec<u8> {
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
