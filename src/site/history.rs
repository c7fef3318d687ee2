//! What lists the observations of indicators: histories, oldest first [D8.history]; vintages, every value ever published for
//! every date with the interval in which it counted [D10.vintages]; and the table of all, long or wide. A line of the table
//! below says what a resource is written from; all are written for each request but for the default form of a history.

use super::*;

use std::io::Write;

use super::json;
use super::ranges::{OF_SERIES, OF_TABLE, Vintage};
use super::rows::json::Elements;
use super::rows::{WINDOW, csv};

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

pub type WriteText = fn(&mut Series<'_, '_>, Layout, &mut dyn Write) -> io::Result<()>;

/// How rows are laid out, in which language.
#[derive(Clone, Copy)]
pub struct Layout {
    pub lang: Lang,
    pub form: Form,
    pub shape: Shape,
}

impl Layout {
    pub fn long(lang: Lang, form: Form) -> Self {
        Layout { lang, form, shape: Shape::Long }
    }

    pub fn dialect(self) -> Dialect {
        Dialect::of(self.form, self.lang)
    }
}

/// What is selected of indicators, one after the other.
pub type Series<'i, 'a> = dyn Iterator<Item = Selected<'a>> + 'i;

pub static HISTORY: Listing =
    Listing { parameters: OF_SERIES, is_stored: true, writer: Writer::Text(history_list) };
pub static HISTORY_TABLE: Listing = Listing {
    parameters: OF_SERIES,
    is_stored: true,
    writer: Writer::Text(|series, layout, out| table(&TABLE_COLUMNS, series, layout, out)),
};
pub static LONG_TABLE: Listing = Listing {
    parameters: OF_TABLE,
    is_stored: false,
    writer: Writer::Text(|series, layout, out| match layout.shape {
        Shape::Long => table(&LONG_COLUMNS, series, layout, out),
        Shape::Wide => wide_table(series, layout, out),
    }),
};
pub static VINTAGES: Listing =
    Listing { parameters: OF_DATES, is_stored: false, writer: Writer::Text(vintage_list) };
pub static VINTAGE_TABLE: Listing =
    Listing { parameters: OF_DATES, is_stored: false, writer: Writer::Text(vintage_table) };

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

    fn frequency(&self) -> Cell<'a> {
        Cell::plain(self.observation.series_key.frequency_code().unwrap_or_default())
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
const TABLE_COLUMNS: [Column<Observed>; 10] = [
    Column::new("date", |row| row.date()),
    Column::new("value", |row| row.value()),
    Column::new("published", |row| row.published()),
    Column::common("unit", |row| row.unit()),
    Column::common("period_type", |row| row.period_type()),
    Column::common("unit_code", |row| row.unit_code()),
    Column::common("measure", |row| row.measure()),
    Column::common("ref", |row| row.reference()),
    Column::common("flag", |row| row.flags()),
    Column::common("frequency", |row| row.frequency()),
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
pub const LONG_COLUMNS: [Column<Observed>; 12] = [
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
    Column::common("frequency", |row| row.frequency()),
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
    #[serde(skip_serializing_if = "Option::is_none")]
    frequency: Option<&'static str>,
    #[serde(flatten)]
    list: List,
}

#[derive(Clone, Copy, Serialize)]
#[serde(rename_all = "camelCase")]
pub enum List {
    Observations([(); 0]),
    Vintages([(); 0]),
    Changes([(); 0]),
}

fn envelope(indicator: &Indicator, list: List, layout: Layout) -> json::Envelope {
    let lang = layout.lang;
    let view = SeriesView {
        schema_version: SCHEMA_VERSION,
        key: indicator.key.as_str(),
        name: indicator.name.get(lang),
        unit: indicator.unit.text.get(lang),
        period_type: indicator.period_type.name(),
        frequency: frequency_code(indicator.frequency, indicator.period_type),
        list,
    };
    json::envelope(&view, layout.form, 0)
}

/// Writes a list of rows of an indicator in its envelope.
pub fn list<'a, K: Kind>(
    columns: &[Column<K>],
    (indicator, kind): (&Indicator, List),
    rows: impl Iterator<Item = K::Row<'a>>,
    layout: Layout,
    out: &mut dyn Write,
) -> io::Result<()> {
    let (head, tail) = envelope(indicator, kind, layout).map_err(io::Error::other)?;
    out.write_all(&head)?;
    let mut elements = Elements::new(layout.form);
    write(out, &mut elements, columns, rows)?;
    out.write_all(if elements.is_empty() { tail.trim_ascii_start() } else { &tail })
}

fn history_list(series: &mut Series<'_, '_>, layout: Layout, out: &mut dyn Write) -> io::Result<()> {
    let Some(selected) = series.next() else { return Ok(()) };
    let indicator = selected.indicator;
    let rows = selected.observations().map(|row| SeriesRow::new(indicator, row, layout.lang));
    list(&LIST_COLUMNS, (indicator, List::Observations([])), rows, layout, out)
}

fn vintage_list(series: &mut Series<'_, '_>, layout: Layout, out: &mut dyn Write) -> io::Result<()> {
    let Some(selected) = series.next() else { return Ok(()) };
    let indicator = selected.indicator;
    let rows = selected.vintages().map(|row| SeriesRow::of_vintage(indicator, &row, layout.lang));
    list(&VINTAGE_LIST_COLUMNS, (indicator, List::Vintages([])), rows, layout, out)
}

fn vintage_table(series: &mut Series<'_, '_>, layout: Layout, out: &mut dyn Write) -> io::Result<()> {
    let dialect = layout.dialect();
    out.write_all(&csv::head(&VINTAGE_COLUMNS, dialect))?;
    for selected in series {
        let rows =
            selected.vintages().map(|row| SeriesRow::of_vintage(selected.indicator, &row, layout.lang));
        write(out, &mut Csv(dialect), &VINTAGE_COLUMNS, rows)?;
    }
    Ok(())
}

/// Writes the rows of indicators, one indicator after the other.
fn table(
    columns: &[Column<Observed>],
    series: &mut Series<'_, '_>,
    layout: Layout,
    out: &mut dyn Write,
) -> io::Result<()> {
    let dialect = layout.dialect();
    out.write_all(&csv::head(columns, dialect))?;
    for selected in series {
        let rows = selected.observations().map(|row| SeriesRow::new(selected.indicator, row, layout.lang));
        write(out, &mut Csv(dialect), columns, rows)?;
    }
    Ok(())
}

/// Writes a row for every date that any of the indicators has, with a column for each of them [D33.3].
fn wide_table(series: &mut Series<'_, '_>, layout: Layout, out: &mut dyn Write) -> io::Result<()> {
    let mut format = Csv(layout.dialect());
    let mut columns: Vec<_> = series
        .map(|selected| {
            let dated = selected.observations().filter(|row| row.date.is_some());
            (selected.indicator.key.as_str(), dated.peekable())
        })
        .collect();
    let mut text = csv::begin(layout.dialect());
    csv::add_names(&mut text, ["date"].into_iter().chain(columns.iter().map(|column| column.0)), format.0);
    while let Some(date) = columns.iter_mut().filter_map(|(_, rows)| rows.peek()?.date).min() {
        format.begin(&mut text);
        format.cell(&mut text, "date", &Cell::Date(Some(date)));
        for (key, rows) in &mut columns {
            let row = rows.next_if(|row| row.date == Some(date));
            format.cell(&mut text, key, &row.map_or(Cell::Null, |row| Cell::Value(row.value)));
        }
        format.end(&mut text);
        if text.len() >= WINDOW {
            out.write_all(&text)?;
            text.clear();
        }
    }
    out.write_all(&text)
}
