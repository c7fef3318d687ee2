//! `/data/{key}/history.json` and `.csv`: all observations of an indicator, oldest first [D8.history].

use serde::Serialize;

use super::elements::{Elements, member};
use super::inputs::SeriesInputs;
use super::page::Form;
use super::registry::Written;
use super::row_writer::{self, RowWriter};
use super::series_texts::{SeriesRow, SeriesTexts, Unchanged};
use super::table::{self, Cell, Dialect, text_cell};
use super::view::SCHEMA_VERSION;
use super::{SiteError, json};
use crate::model::{Indicator, Lang};

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

/// `history.json`. Where no observation has a unit of its own the list is the same in both languages, and kept once.
///
/// # Errors
/// As [`json::page`].
pub fn pages(inputs: &SeriesInputs<'_>, texts: &SeriesTexts<'_>) -> Written {
    let indicator = &inputs.indicator;
    json::of_list(
        |lang, form| json::around(&HistoryView::new(indicator, lang), form, 0, false),
        |lang, form| objects(indicator, texts, lang, form),
    )
}

/// `history.csv`.
///
/// # Errors
/// As [`row_writer::pages`].
pub fn tables(texts: &SeriesTexts<'_>) -> Written {
    row_writer::pages(COLUMNS, |dialect, lang| rows(texts, dialect, lang))
}

/// The beginnings of both: the newest observations, at most two.
///
/// # Errors
/// As [`pages`] and [`tables`].
pub fn samples(indicator: &Indicator, lang: Lang) -> Result<[String; 2], SiteError> {
    let observations = indicator.series.observations();
    let texts = SeriesTexts::of(observations.iter().skip(observations.len().saturating_sub(2)));
    let around = json::around(&HistoryView::new(indicator, lang), Form::Default, 0, false)?;
    let list = objects(indicator, &texts, lang, Form::Default)?;
    let json = json::whole(around, &list)?;
    let table = [table::head(COLUMNS, Dialect::Plain)?, rows(&texts, Dialect::Plain, lang)?].concat();
    Ok([json, String::from_utf8(table)?])
}

fn objects(
    indicator: &Indicator,
    texts: &SeriesTexts<'_>,
    lang: Lang,
    form: Form,
) -> Result<String, SiteError> {
    let mut list = Elements::new(form, texts.len());
    for row in texts.observations() {
        let SeriesRow { observation, date, value, published, .. } = row;
        let basis = &observation.basis;
        list.begin();
        if date.is_empty() {
            list.raw(&member!("date"), "null");
        } else {
            list.plain(&member!("date"), date);
        }
        list.raw(&member!("valueRaw"), value);
        if !published.is_empty() {
            list.plain(&member!("published"), published);
        }
        if basis.unit.id != indicator.unit.id {
            list.text(&member!("unit"), Some(basis.unit.text.get(lang)))?;
        }
        if basis.period_type != indicator.period_type {
            list.plain(&member!("periodType"), basis.period_type.name());
        }
        if basis.measure != indicator.measure {
            list.plain(&member!("measure"), basis.measure.name());
        }
        list.text(&member!("ref"), observation.reference.as_ref().map(|reference| reference.as_str()))?;
        list.names(&member!("flags"), observation.flags.iter().map(|flag| flag.name()));
        list.end();
    }
    Ok(list.finish())
}

fn rows(texts: &SeriesTexts<'_>, dialect: Dialect, lang: Lang) -> Result<Vec<u8>, SiteError> {
    let mut rows = RowWriter::new(dialect, texts.len());
    let mut rest = Unchanged::new();
    for row in texts.observations() {
        let SeriesRow { observation: of, date, value, published, .. } = row;
        rows.plain(date);
        rows.number(value);
        rows.plain(published);
        rows.written(rest.get((&of.basis, &of.reference, of.flags), || {
            let flags = of.flags.to_string();
            let cells = [
                Some(Cell::Text(of.basis.unit.text.get(lang))),
                Some(Cell::Plain(of.basis.period_type.name())),
                Some(Cell::Text(&of.basis.unit.id)),
                Some(Cell::Plain(of.basis.measure.name())),
                text_cell(of.reference.as_ref().map(|reference| reference.as_str())),
                text_cell(Some(&flags)),
            ];
            table::cells(&cells, dialect)
        })?);
        rows.end();
    }
    Ok(rows.finish())
}
