//! All observations of an indicator, oldest first [D8.history], and its vintages: every value ever published for every
//! date, with the interval in which it counted [D10.vintages]. Both as JSON and as CSV.

use serde::Serialize;

use super::csv::{self, Cell, Dialect, RowWriter};
use super::inputs::SeriesContext;
use super::json::rows::{Elements, members};
use super::json::{self, SCHEMA_VERSION};
use super::page::{Form, Localised, Text};
use super::ranges::RowsResource;
use super::series_texts::{LastValue, SeriesRow, SeriesTexts};
use crate::model::{Indicator, Lang, SeriesKey};

/// New columns come at the end.
const COLUMNS: [&str; 9] =
    ["date", "value", "published", "unit", "period_type", "unit_code", "measure", "ref", "flag"];
const VINTAGE_COLUMNS: [&str; 5] = ["date", "value", "realtime_start", "realtime_end", "status"];

/// A series without the elements of its list.
#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct SeriesView<'a> {
    schema_version: &'static str,
    key: &'a str,
    name: &'a str,
    unit: &'a str,
    period_type: &'static str,
    #[serde(flatten)]
    list: List,
}

#[derive(Clone, Copy, Serialize)]
#[serde(rename_all = "camelCase")]
enum List {
    Observations([(); 0]),
    Vintages([(); 0]),
}

/// What an observation says beside its date, value and day of publication; a unit, period type or measure only where it is
/// not that of the indicator.
#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct RestView<'a> {
    #[serde(skip_serializing_if = "Option::is_none")]
    unit: Option<&'a str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    period_type: Option<&'static str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    measure: Option<&'static str>,
    #[serde(rename = "ref", skip_serializing_if = "str::is_empty")]
    reference: &'a str,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    flags: Vec<&'static str>,
}

impl<'a> RestView<'a> {
    fn new(indicator: &Indicator, row: SeriesRow<'a>, lang: Lang) -> Self {
        let SeriesKey { unit, period_type, measure, .. } = &*row.observation.series_key;
        RestView {
            unit: (unit.id != indicator.unit.id).then(|| unit.text.get(lang).as_str()),
            period_type: (*period_type != indicator.period_type).then(|| period_type.name()),
            measure: (*measure != indicator.measure).then(|| measure.name()),
            reference: row.reference(),
            flags: row.observation.flags.iter().map(|flag| flag.name()).collect(),
        }
    }
}

/// The day until which a value counted, empty if it still counts or the day is not known; and its status.
fn end<'a>(row: &SeriesRow<'a>) -> (&'a str, &'static str) {
    row.superseded.map_or(("", "current"), |end| (end, "revised"))
}

fn envelope(indicator: &Indicator, list: List, lang: Lang, form: Form) -> json::Envelope {
    let view = SeriesView {
        schema_version: SCHEMA_VERSION,
        key: indicator.key.as_str(),
        name: indicator.name.get(lang),
        unit: indicator.unit.text.get(lang),
        period_type: indicator.period_type.name(),
        list,
    };
    json::envelope(&view, form, 0)
}

pub static LIST: RowsResource = RowsResource {
    envelope: |indicator, lang, form, is_empty| {
        let (head, tail) = envelope(indicator, List::Observations([]), lang, form)?;
        Ok((head, if is_empty { json::tail_after(&[], &tail).to_vec() } else { tail }))
    },
    rows: list_rows,
    separator: ",",
    is_head_common: false,
};

pub static TABLE: RowsResource = RowsResource {
    envelope: |_, lang, form, _| Ok((csv::head(COLUMNS, Dialect::of(form, lang)), Vec::new())),
    rows: |_, rows, count, lang, form| Ok(table_rows(rows, count, lang, Dialect::of(form, lang))),
    separator: "",
    is_head_common: true,
};

pub fn vintage_list(of: &SeriesContext<'_>) -> Localised {
    json::of_list(
        |lang, form| envelope(&of.inputs.indicator, List::Vintages([]), lang, form),
        |_, form| Ok(vintage_elements(of.texts, form)),
    )
}

fn list_rows(
    indicator: &Indicator,
    all: &mut dyn Iterator<Item = SeriesRow<'_>>,
    count: usize,
    lang: Lang,
    form: Form,
) -> Text {
    let (mut list, mut rest) = (Elements::new(form, count), LastValue::new());
    for row in all {
        begin_observation(&mut list, &row);
        if !row.published.is_empty() {
            list.text("published", row.published);
        }
        let of = row.observation;
        let members = || members(&RestView::new(indicator, row, lang), form);
        match rest.of((&of.series_key, &of.reference, of.flags), members) {
            Ok(members) => list.written(members),
            Err(error) => return Err(error.to_string().into()),
        }
        list.end();
    }
    Ok(list.finish())
}

fn vintage_elements(texts: &SeriesTexts<'_>, form: Form) -> Vec<u8> {
    let mut list = Elements::new(form, texts.len());
    for row in texts.revisions() {
        let (end, status) = end(&row);
        begin_observation(&mut list, &row);
        for (name, day) in [("realtimeStart", row.published), ("realtimeEnd", end)] {
            if !day.is_empty() {
                list.text(name, day);
            }
        }
        list.text("status", status);
        list.end();
    }
    list.finish()
}

/// Begins an element with a date and a value.
fn begin_observation(list: &mut Elements, row: &SeriesRow<'_>) {
    list.begin();
    match row.date {
        "" => list.plain("date", "null"),
        date => list.text("date", date),
    }
    list.plain("valueRaw", row.value);
}

fn table_rows(
    all: &mut dyn Iterator<Item = SeriesRow<'_>>,
    count: usize,
    lang: Lang,
    dialect: Dialect,
) -> Vec<u8> {
    let mut rows = RowWriter::new(dialect, count);
    let mut rest = LastValue::new();
    for row in all {
        let SeriesRow { observation: of, date, value, published, .. } = row;
        rows.plain(date);
        rows.number(value);
        rows.plain(published);
        rows.written(rest.of((&of.series_key, &of.reference, of.flags), || {
            let SeriesKey { unit, period_type, measure, .. } = &*of.series_key;
            let cells = [
                Cell::Text(unit.text.get(lang)),
                Cell::Plain(period_type.name()),
                Cell::Text(&unit.id),
                Cell::Plain(measure.name()),
                Cell::Text(row.reference()),
                Cell::Text(&of.flags.to_string()),
            ];
            csv::cells(&cells, dialect)
        }));
        rows.end();
    }
    rows.finish()
}

pub fn vintage_table(of: &SeriesContext<'_>) -> Localised {
    csv::of_series(of.memo, VINTAGE_COLUMNS, |dialect, _| vintage_rows(of.texts, dialect))
}

pub fn vintage_rows(texts: &SeriesTexts<'_>, dialect: Dialect) -> Vec<u8> {
    let mut rows = RowWriter::new(dialect, texts.len());
    for row in texts.revisions() {
        let (end, status) = end(&row);
        rows.plain(row.date);
        rows.number(row.value);
        for cell in [row.published, end, status] {
            rows.plain(cell);
        }
        rows.end();
    }
    rows.finish()
}
