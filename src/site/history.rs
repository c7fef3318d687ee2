//! All observations of an indicator, oldest first [D8.history], and its vintages: every value ever published for every
//! date, with the interval in which it counted [D10.vintages]; and the long table of all.

use chrono::NaiveDate;
use serde::Serialize;

use super::inputs::SeriesContext;
use super::json::{self, SCHEMA_VERSION};
use super::page::{Form, Localised};
use super::ranges::RowsResource;
use super::rows::csv::{self, Csv, Dialect};
use super::rows::json::Elements;
use super::rows::{Cell, Column, Kind, write};
use crate::model::{Indicator, Lang, Observation, Reference};

/// Observations in their series.
pub enum Observed {}

#[derive(Clone, Copy)]
pub struct SeriesRow<'a> {
    pub indicator: &'a Indicator,
    pub observation: &'a Observation,
    /// Another value counts from this day on, which may be unknown; `None` if this one still counts.
    pub superseded: Option<Option<NaiveDate>>,
    pub lang: Lang,
}

impl Kind for Observed {
    type Row<'a> = SeriesRow<'a>;

    fn repeats(before: &SeriesRow<'_>, row: &SeriesRow<'_>) -> bool {
        let (before, row) = (before.observation, row.observation);
        before.series_key == row.series_key && before.reference == row.reference && before.flags == row.flags
    }
}

impl<'a> SeriesRow<'a> {
    pub fn new(indicator: &'a Indicator, observation: &'a Observation, lang: Lang) -> Self {
        SeriesRow { indicator, observation, superseded: None, lang }
    }

    fn key(&self) -> Cell<'a> {
        Cell::Text(self.indicator.key.as_str())
    }

    fn name(&self) -> Cell<'a> {
        Cell::Text(self.indicator.name.get(self.lang))
    }

    fn date(&self) -> Cell<'a> {
        Cell::Date(self.observation.date)
    }

    fn value(&self) -> Cell<'a> {
        Cell::Value(self.observation.value)
    }

    fn published(&self) -> Cell<'a> {
        Cell::Date(self.observation.published)
    }

    fn unit(&self) -> Cell<'a> {
        Cell::Text(self.observation.series_key.unit.text.get(self.lang))
    }

    fn unit_code(&self) -> Cell<'a> {
        Cell::Text(&self.observation.series_key.unit.id)
    }

    fn measure(&self) -> Cell<'a> {
        Cell::plain(self.observation.series_key.measure.name())
    }

    fn period_type(&self) -> Cell<'a> {
        Cell::plain(self.observation.series_key.period_type.name())
    }

    /// The origin of the value.
    fn reference(&self) -> Cell<'a> {
        Cell::Text(self.observation.reference.as_ref().map_or("", Reference::as_str))
    }

    fn flags(&self) -> Cell<'a> {
        Cell::Flags(self.observation.flags)
    }

    /// The day until which the value counted.
    fn end(&self) -> Cell<'a> {
        Cell::Date(self.superseded.flatten())
    }

    fn status(&self) -> Cell<'a> {
        Cell::plain(if self.superseded.is_some() { "revised" } else { "current" })
    }

    /// A cell of a list, which says only what differs from the indicator.
    fn unless(cell: Cell<'a>, is_of_indicator: bool) -> Cell<'a> {
        if is_of_indicator { Cell::Text("") } else { cell }
    }
}

/// The date in a list.
fn date_or_null<'r>(row: &'r SeriesRow<'_>) -> Cell<'r> {
    row.observation.date.map_or(Cell::Null, |date| Cell::Date(Some(date)))
}

const LIST_COLUMNS: [Column<Observed>; 8] = [
    Column::new("date", |row| date_or_null(row)),
    Column::new("valueRaw", |row| row.value()),
    Column::new("published", |row| row.published()),
    Column::common("unit", |row| {
        SeriesRow::unless(row.unit(), row.observation.series_key.unit.id == row.indicator.unit.id)
    }),
    Column::common("periodType", |row| {
        let is_of_indicator = row.observation.series_key.period_type == row.indicator.period_type;
        SeriesRow::unless(row.period_type(), is_of_indicator)
    }),
    Column::common("measure", |row| {
        SeriesRow::unless(row.measure(), row.observation.series_key.measure == row.indicator.measure)
    }),
    Column::common("ref", |row| row.reference()),
    Column::common("flags", |row| row.flags()),
];

/// New columns come at the end.
const TABLE_COLUMNS: [Column<Observed>; 9] = [
    Column::new("date", |row| row.date()),
    Column::new("value", |row| row.value()),
    Column::new("published", |row| row.published()),
    Column::common("unit", |row| row.unit()),
    Column::common("period_type", |row| row.period_type()),
    Column::common("unit_code", |row| row.unit_code()),
    Column::common("measure", |row| row.measure()),
    Column::common("ref", |row| row.reference()),
    Column::common("flag", |row| row.flags()),
];

const VINTAGE_LIST_COLUMNS: [Column<Observed>; 5] = [
    Column::new("date", |row| date_or_null(row)),
    Column::new("valueRaw", |row| row.value()),
    Column::new("realtimeStart", |row| row.published()),
    Column::new("realtimeEnd", |row| row.end()),
    Column::new("status", |row| row.status()),
];

pub const VINTAGE_COLUMNS: [Column<Observed>; 5] = [
    Column::new("date", |row| row.date()),
    Column::new("value", |row| row.value()),
    Column::new("realtime_start", |row| row.published()),
    Column::new("realtime_end", |row| row.end()),
    Column::new("status", |row| row.status()),
];

/// The columns of the long table, which are also those of workbooks.
pub const LONG_COLUMNS: [Column<Observed>; 11] = [
    Column::common("key", |row| row.key()),
    Column::common("name", |row| row.name()),
    Column::new("date", |row| row.date()),
    Column::new("value", |row| row.value()),
    Column::common("unit", |row| row.unit()),
    Column::common("unit_code", |row| row.unit_code()),
    Column::common("measure", |row| row.measure()),
    Column::common("period_type", |row| row.period_type()),
    Column::new("published", |row| row.published()),
    Column::common("ref", |row| row.reference()),
    Column::common("flag", |row| row.flags()),
];

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
    rows: |indicator, observations, lang, form| {
        let mut text = Vec::new();
        let rows = observations.map(|of| SeriesRow::new(indicator, of, lang));
        write(&mut text, &mut Elements::new(form), &LIST_COLUMNS, rows);
        text
    },
    separator: ",",
    is_head_common: false,
};

pub static TABLE: RowsResource = RowsResource {
    envelope: |_, lang, form, _| Ok((csv::head(&TABLE_COLUMNS, Dialect::of(form, lang)), Vec::new())),
    rows: |indicator, observations, lang, form| {
        table_rows(&TABLE_COLUMNS, indicator, observations, lang, form)
    },
    separator: "",
    is_head_common: true,
};

pub fn long_table_rows(
    indicator: &Indicator,
    observations: &mut dyn Iterator<Item = &Observation>,
    lang: Lang,
    form: Form,
) -> Vec<u8> {
    table_rows(&LONG_COLUMNS, indicator, observations, lang, form)
}

fn table_rows(
    columns: &[Column<Observed>],
    indicator: &Indicator,
    observations: &mut dyn Iterator<Item = &Observation>,
    lang: Lang,
    form: Form,
) -> Vec<u8> {
    let mut text = Vec::new();
    let rows = observations.map(|of| SeriesRow::new(indicator, of, lang));
    write(&mut text, &mut Csv(Dialect::of(form, lang)), columns, rows);
    text
}

/// Every value ever published for every date.
pub fn vintages(indicator: &Indicator, lang: Lang) -> impl Iterator<Item = SeriesRow<'_>> {
    let mut revisions = indicator.series.revisions().peekable();
    std::iter::from_fn(move || {
        let observation = revisions.next()?;
        let next = revisions.peek().filter(|next| next.date == observation.date);
        let superseded = next.map(|next| next.published);
        Some(SeriesRow { superseded, ..SeriesRow::new(indicator, observation, lang) })
    })
}

pub fn vintage_list(of: &SeriesContext<'_>) -> Localised {
    let indicator = &of.inputs.indicator;
    json::of_list(
        |lang, form| envelope(indicator, List::Vintages([]), lang, form),
        |lang, form| {
            let mut text = Vec::new();
            let rows = vintages(indicator, lang);
            write(&mut text, &mut Elements::new(form), &VINTAGE_LIST_COLUMNS, rows);
            Ok(text)
        },
    )
}

pub fn vintage_table(of: &SeriesContext<'_>) -> Localised {
    super::csv::of_series(of.memo, &VINTAGE_COLUMNS, |dialect, lang| {
        let mut text = Vec::new();
        write(&mut text, &mut Csv(dialect), &VINTAGE_COLUMNS, vintages(&of.inputs.indicator, lang));
        text
    })
}
