//! What lists the observations of indicators: histories, oldest first [D8.history]; vintages, every value ever published for
//! every date with the interval in which it counted [D10.vintages]; and the long table of all. A line of the table below
//! says what a resource is written from; all are written for each request but for the default form of a history.

use std::io::{self, Write};

use chrono::NaiveDate;
use serde::Serialize;

use super::data::SiteData;
use super::json::{self, SCHEMA_VERSION};
use super::page::Form;
use super::ranges::{OF_SERIES, OF_TABLE, OF_VINTAGES, Parameter, Selected, Vintage};
use super::rows::csv::{self, Csv, Dialect};
use super::rows::json::Elements;
use super::rows::{Cell, Column, Kind, write};
use super::written::Parts;
use crate::model::{Indicator, Lang, Observation, Reference};

/// A resource that lists observations.
pub struct Listing {
    /// What a client may ask for of its rows.
    pub parameters: &'static [Parameter],
    /// Whether the default form of all rows of an indicator is stored.
    pub is_stored: bool,
    pub writer: Writer,
}

/// Writes some rows of indicators in a language.
pub enum Writer {
    Text(WriteText),
    Workbook(fn(&SiteData, &mut Series<'_, '_>, Lang, &mut dyn Parts) -> io::Result<()>),
}

pub type WriteText = fn(&mut Series<'_, '_>, Lang, Form, &mut dyn Write) -> io::Result<()>;

/// What is selected of indicators, one after the other.
pub type Series<'i, 'a> = dyn Iterator<Item = Selected<'a>> + 'i;

pub static HISTORY: Listing =
    Listing { parameters: OF_SERIES, is_stored: true, writer: Writer::Text(history_list) };
pub static HISTORY_TABLE: Listing = Listing {
    parameters: OF_SERIES,
    is_stored: true,
    writer: Writer::Text(|series, lang, form, out| table(&TABLE_COLUMNS, series, lang, form, out)),
};
pub static LONG_TABLE: Listing = Listing {
    parameters: OF_TABLE,
    is_stored: false,
    writer: Writer::Text(|series, lang, form, out| table(&LONG_COLUMNS, series, lang, form, out)),
};
pub static VINTAGES: Listing =
    Listing { parameters: OF_VINTAGES, is_stored: false, writer: Writer::Text(vintage_list) };
pub static VINTAGE_TABLE: Listing =
    Listing { parameters: OF_VINTAGES, is_stored: false, writer: Writer::Text(vintage_table) };
/// Observations in their series.
pub enum Observed {}

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

    fn of_vintage(indicator: &'a Indicator, vintage: &Vintage<'a>, lang: Lang) -> Self {
        SeriesRow { superseded: vintage.superseded, ..Self::new(indicator, vintage.observation, lang) }
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
        Cell::Origin(self.observation.reference.as_ref().map_or("", Reference::as_str))
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

const VINTAGE_COLUMNS: [Column<Observed>; 5] = [
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

/// A list of rows of an indicator in its envelope.
fn list<'a>(
    columns: &[Column<Observed>],
    kind: List,
    (indicator, lang, form): (&Indicator, Lang, Form),
    rows: impl Iterator<Item = SeriesRow<'a>>,
    out: &mut dyn Write,
) -> io::Result<()> {
    let (head, tail) = envelope(indicator, kind, lang, form).map_err(io::Error::other)?;
    out.write_all(&head)?;
    let mut elements = Elements::new(form);
    write(out, &mut elements, columns, rows)?;
    out.write_all(if elements.is_empty() { tail.trim_ascii_start() } else { &tail })
}

fn history_list(series: &mut Series<'_, '_>, lang: Lang, form: Form, out: &mut dyn Write) -> io::Result<()> {
    let Some(selected) = series.next() else { return Ok(()) };
    let indicator = selected.indicator;
    let rows = selected.observations().map(|of| SeriesRow::new(indicator, of, lang));
    list(&LIST_COLUMNS, List::Observations([]), (indicator, lang, form), rows, out)
}

fn vintage_list(series: &mut Series<'_, '_>, lang: Lang, form: Form, out: &mut dyn Write) -> io::Result<()> {
    let Some(selected) = series.next() else { return Ok(()) };
    let rows = selected.vintages().map(|of| SeriesRow::of_vintage(selected.indicator, &of, lang));
    list(&VINTAGE_LIST_COLUMNS, List::Vintages([]), (selected.indicator, lang, form), rows, out)
}

fn vintage_table(series: &mut Series<'_, '_>, lang: Lang, form: Form, out: &mut dyn Write) -> io::Result<()> {
    let dialect = Dialect::of(form, lang);
    out.write_all(&csv::head(&VINTAGE_COLUMNS, dialect))?;
    for selected in series {
        let rows = selected.vintages().map(|of| SeriesRow::of_vintage(selected.indicator, &of, lang));
        write(out, &mut Csv(dialect), &VINTAGE_COLUMNS, rows)?;
    }
    Ok(())
}

/// A table of the rows of indicators, one after the other.
fn table(
    columns: &[Column<Observed>],
    series: &mut Series<'_, '_>,
    lang: Lang,
    form: Form,
    out: &mut dyn Write,
) -> io::Result<()> {
    let dialect = Dialect::of(form, lang);
    out.write_all(&csv::head(columns, dialect))?;
    for selected in series {
        let rows = selected.observations().map(|of| SeriesRow::new(selected.indicator, of, lang));
        write(out, &mut Csv(dialect), columns, rows)?;
    }
    Ok(())
}
