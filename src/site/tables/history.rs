//! Lists of observations: histories, oldest first [D8.history]; vintages, every value ever published for
//! every date with the interval in which it counted [D10.vintages]; the changes of every observation by the nine rules, and the
//! figures that totals and levels of quarters imply [D33.2, D35.2]; and the table of all, long or wide. All are written for each
//! request, except the default form of a history.

use super::*;

use std::cell::OnceCell;
use std::io::Write;

use super::json::{self, Elements, JsonObject};
use super::ranges::{OF_SERIES, OF_TABLE};
use super::rows::TableCell::{Date, Flags, Null, Number, Text, Value};
use super::rows::WINDOW;
use crate::model::DerivedFigure;

/// A resource that lists observations.
pub struct SeriesListing {
    /// The parameters by which a client selects rows.
    pub parameters: &'static [Parameter],
    /// True if the default form of all rows of an indicator is stored.
    is_stored: bool,
    pub writer: Writer,
}

/// Writes the selected rows of indicators, one indicator after the other.
pub enum Writer {
    Text(TextWriter),
    Workbook(WriteWorkbook),
}

type WriteWorkbook = fn(&SiteData, &mut Selections<'_, '_>, Lang, &mut dyn Parts) -> io::Result<()>;
/// One indicator after the other, so that no reader holds a list of all.
pub type Selections<'i, 'a> = dyn Iterator<Item = Selected<'a>> + 'i;

/// Writes some rows of each indicator, with a cell for each column.
pub struct TextWriter {
    rows: RowsOf,
    columns: &'static [HistoryColumn],
    /// The name of the list in JSON, which is of one indicator; `None` for a table.
    list: Option<&'static str>,
}

type RowsOf = for<'a> fn(&Selected<'a>, Lang) -> Rows<'a>;
type Rows<'a> = Box<dyn Iterator<Item = HistoryRow<'a>> + 'a>;

/// How rows are laid out, in which language.
#[derive(Clone, Copy)]
pub struct TableLayout {
    pub lang: Lang,
    pub form: Form,
    pub shape: Shape,
}

pub static HISTORY: SeriesListing = SeriesListing {
    is_stored: true,
    ..SeriesListing::text(OF_SERIES, Some("observations"), observations, &LIST_COLUMNS)
};
pub static HISTORY_TABLE: SeriesListing = SeriesListing {
    is_stored: true,
    ..SeriesListing::text(OF_SERIES, None, observations, &TABLE_COLUMNS)
};
pub static LONG_TABLE: SeriesListing =
    SeriesListing::text(OF_TABLE, None, observations, &LONG_COLUMNS);
pub static VINTAGES: SeriesListing =
    SeriesListing::text(OF_DATES, Some("vintages"), vintages, &VINTAGE_LIST_COLUMNS);
pub static VINTAGE_TABLE: SeriesListing =
    SeriesListing::text(OF_DATES, None, vintages, &VINTAGE_COLUMNS);
pub static CHANGES: SeriesListing = SeriesListing::text(
    OF_DATES,
    Some("changes"),
    observations,
    &CHANGE_LIST_COLUMNS,
);
pub static CHANGE_TABLE: SeriesListing =
    SeriesListing::text(OF_DATES, None, observations, &CHANGE_COLUMNS);

impl SeriesListing {
    /// A list of this name in JSON, or a table.
    const fn text(
        parameters: &'static [Parameter],
        list: Option<&'static str>,
        rows: RowsOf,
        columns: &'static [HistoryColumn],
    ) -> Self {
        SeriesListing {
            parameters,
            is_stored: false,
            writer: Writer::Text(TextWriter {
                rows,
                columns,
                list,
            }),
        }
    }

    pub const fn workbook(write: WriteWorkbook) -> Self {
        SeriesListing {
            parameters: &[],
            is_stored: false,
            writer: Writer::Workbook(write),
        }
    }

    /// The text of all rows of an indicator, where that is stored.
    pub fn stored_texts(&self, whole: &Selected, lang: Lang) -> io::Result<Texts> {
        let writer = match &self.writer {
            Writer::Text(writer) if self.is_stored => writer,
            _ => return Ok(Texts::default()),
        };

        let layout = TableLayout {
            lang,
            form: Form::Default,
            shape: Shape::Long,
        };
        let mut series = [whole.clone()].into_iter();
        let mut text = Vec::new();
        writer.write(&mut series, layout, &mut text)?;
        Ok(Texts::of(text))
    }
}

/// Marks tables of observations, each in its series.
pub enum HistoryRows {}

pub struct HistoryRow<'a> {
    indicator: &'a Indicator,
    observation: &'a Observation,
    /// The effective one of the indicator.
    status: Status,
    /// Another value counts from this day on, which may be unknown; `None` if this one still counts.
    superseded: Option<Option<NaiveDate>>,
    /// Computed for the first column that has one of them.
    changes: OnceCell<Box<Changes>>,
    lang: Lang,
}

/// The figures that follow from an observation and others.
struct Changes {
    month: Option<Difference>,
    year: Option<Difference>,
    quarter: Option<Difference>,
    /// In the order of [`Derivation::ALL`].
    derived: [Option<DerivedFigure>; Derivation::ALL.len()],
}

impl RowKind for HistoryRows {
    type TableRow<'a> = HistoryRow<'a>;

    fn repeats(before: &HistoryRow, row: &HistoryRow) -> bool {
        let (before, row) = (before.observation, row.observation);
        before.series_key == row.series_key
            && before.reference == row.reference
            && before.flags == row.flags
    }
}

pub type HistoryColumn = TableColumn<HistoryRows>;

impl<'a> HistoryRow<'a> {
    fn new(selected: &Selected<'a>, observation: &'a Observation, lang: Lang) -> Self {
        HistoryRow {
            indicator: selected.indicator,
            observation,
            status: selected.status,
            superseded: None,
            changes: OnceCell::new(),
            lang,
        }
    }

    fn key(&self) -> &'a SeriesKey {
        &self.observation.series_key
    }

    fn changes(&self) -> &Changes {
        self.changes.get_or_init(|| Box::new(Changes::new(self)))
    }

    /// A figure that series of other period types leave out.
    fn derived(&self, derivation: Derivation) -> TableCell<'_> {
        let figure = self.changes().derived[derivation as usize].as_ref();
        let cell = number(figure.map(|figure| &figure.value));
        cell_if(self.key().derivations().contains(&derivation), cell)
    }

    /// A cell of the change on the quarter before, which series of other period types leave out.
    fn if_quarterly<'r>(&self, cell: TableCell<'r>) -> TableCell<'r> {
        cell_if(self.key().has_quarter_on_quarter(), cell)
    }
}

/// A cell that is empty where a list leaves it out.
fn cell_if(is_given: bool, cell: TableCell<'_>) -> TableCell<'_> {
    if is_given { cell } else { code("") }
}

pub fn observations<'a>(selected: &Selected<'a>, lang: Lang) -> Rows<'a> {
    let selected = selected.clone();
    let rows = selected.observations();
    Box::new(rows.map(move |observation| HistoryRow::new(&selected, observation, lang)))
}

fn vintages<'a>(selected: &Selected<'a>, lang: Lang) -> Rows<'a> {
    let selected = selected.clone();
    let rows = selected.vintages();
    Box::new(rows.map(move |(observation, superseded)| HistoryRow {
        superseded,
        ..HistoryRow::new(&selected, observation, lang)
    }))
}

impl Changes {
    fn new(row: &HistoryRow) -> Self {
        let (series, observation) = (&row.indicator.series, row.observation);
        let month = Comparison::of(series, observation, row.status, Comparand::Month);
        let year = Comparison::of(series, observation, row.status, Comparand::Year);
        Changes {
            month: month.difference(),
            year: year.difference(),
            quarter: series.quarter_on_quarter(observation),
            derived: Derivation::ALL.map(|derivation| series.derived(observation, derivation)),
        }
    }
}

const DATE: HistoryColumn = column("date", |row| date(row.observation));
const VALUE: HistoryColumn = column("value", |row| Value(row.observation.value));
const PUBLISHED: HistoryColumn = column("published", |row| Date(row.observation.published));
const UNIT: HistoryColumn = common_column("unit", |row| Text(row.key().unit.text.get(row.lang)));
const UNIT_CODE: HistoryColumn = common_column("unit_code", |row| Text(&row.key().unit.id));
const PERIOD_TYPE: HistoryColumn =
    common_column("period_type", |row| code(row.key().period_type.name()));
const FREQUENCY: HistoryColumn = common_column("frequency", |row| {
    code(row.key().frequency_code().unwrap_or_default())
});
const MEASURE: HistoryColumn = common_column("measure", |row| code(row.key().measure.name()));
const ORIGIN: HistoryColumn = common_column("ref", |row| TableCell::origin(row.observation));
const FLAGS: HistoryColumn = common_column("flag", |row| Flags(row.observation.flags));
/// The day until which the value counted.
const END: HistoryColumn = column("realtime_end", |row| Date(row.superseded.flatten()));
const STATUS: HistoryColumn = column("status", |row| {
    code(if row.superseded.is_some() {
        "revised"
    } else {
        "current"
    })
});

const MONTH_ABS: HistoryColumn = column("mom_abs", |row| abs(&row.changes().month));
const MONTH_PCT: HistoryColumn = column("mom_pct", |row| pct(&row.changes().month));
const YEAR_ABS: HistoryColumn = column("yoy_abs", |row| abs(&row.changes().year));
const YEAR_PCT: HistoryColumn = column("yoy_pct", |row| pct(&row.changes().year));
const MONTH: HistoryColumn = column("month", |row| row.derived(Derivation::Month));
const LAST_12: HistoryColumn = column("last12", |row| row.derived(Derivation::Last12));
const QUARTER: HistoryColumn = column("quarter", |row| row.derived(Derivation::Quarter));
const LAST_4: HistoryColumn = column("last4", |row| row.derived(Derivation::Last4));

/// The unit of a row, if it is not that of the indicator, which a list says once. The same for period type and measure.
const OTHER_UNIT: HistoryColumn = common_column("unit", |row| {
    let is_other = row.key().unit.id != row.indicator.unit.id;
    cell_if(is_other, (UNIT.cell)(row))
});
const OTHER_PERIOD_TYPE: HistoryColumn = common_column("periodType", |row| {
    let is_other = row.key().period_type != row.indicator.period_type;
    cell_if(is_other, (PERIOD_TYPE.cell)(row))
});
const OTHER_MEASURE: HistoryColumn = common_column("measure", |row| {
    let is_other = row.key().measure != row.indicator.measure;
    cell_if(is_other, (MEASURE.cell)(row))
});

/// The columns of a list, which says only what differs from the indicator.
const LIST_COLUMNS: [HistoryColumn; 8] = [
    DATE,
    VALUE.named("valueRaw"),
    PUBLISHED,
    OTHER_UNIT,
    OTHER_PERIOD_TYPE,
    OTHER_MEASURE,
    ORIGIN,
    FLAGS.named("flags"),
];

/// New columns come at the end.
const TABLE_COLUMNS: [HistoryColumn; 10] = [
    DATE,
    VALUE,
    PUBLISHED,
    UNIT,
    PERIOD_TYPE,
    UNIT_CODE,
    MEASURE,
    ORIGIN,
    FLAGS,
    FREQUENCY,
];

const VINTAGE_LIST_COLUMNS: [HistoryColumn; 8] = [
    DATE,
    VALUE.named("valueRaw"),
    PUBLISHED.named("realtimeStart"),
    END.named("realtimeEnd"),
    STATUS,
    OTHER_UNIT,
    OTHER_PERIOD_TYPE,
    OTHER_MEASURE,
];

/// New columns come at the end.
const VINTAGE_COLUMNS: [HistoryColumn; 9] = [
    DATE,
    VALUE,
    PUBLISHED.named("realtime_start"),
    END,
    STATUS,
    UNIT,
    UNIT_CODE,
    PERIOD_TYPE,
    MEASURE,
];

/// The columns of the long table, which are also those of workbooks.
pub const LONG_COLUMNS: [HistoryColumn; 12] = [
    common_column("key", |row| Text(row.indicator.key.as_str())),
    common_column("name", |row| Text(row.indicator.name.get(row.lang))),
    DATE,
    VALUE,
    UNIT,
    UNIT_CODE,
    MEASURE,
    PERIOD_TYPE,
    PUBLISHED,
    ORIGIN,
    FLAGS,
    FREQUENCY,
];

const CHANGE_LIST_COLUMNS: [HistoryColumn; 15] = [
    DATE,
    VALUE.named("valueRaw"),
    MONTH_ABS.named("mom.abs"),
    MONTH_PCT.named("mom.pct"),
    YEAR_ABS.named("yoy.abs"),
    YEAR_PCT.named("yoy.pct"),
    column("qoq.abs", |row| {
        row.if_quarterly(abs(&row.changes().quarter))
    }),
    column("qoq.pct", |row| {
        row.if_quarterly(pct(&row.changes().quarter))
    }),
    MONTH,
    LAST_12,
    QUARTER,
    LAST_4,
    OTHER_UNIT,
    OTHER_PERIOD_TYPE,
    OTHER_MEASURE,
];

/// New columns come at the end.
pub const CHANGE_COLUMNS: [HistoryColumn; 16] = [
    DATE,
    VALUE,
    MONTH_ABS,
    MONTH_PCT,
    YEAR_ABS,
    YEAR_PCT,
    MONTH,
    LAST_12,
    QUARTER,
    LAST_4,
    column("qoq_abs", |row| abs(&row.changes().quarter)),
    column("qoq_pct", |row| pct(&row.changes().quarter)),
    UNIT,
    UNIT_CODE,
    PERIOD_TYPE,
    MEASURE,
];

/// The date; null where there is none, which a table leaves empty.
fn date<'r>(observation: &Observation) -> TableCell<'r> {
    observation.date.map_or(Null, |date| Date(Some(date)))
}

/// A number with all its digits; null where there is none.
fn number<'r>(number: Option<impl Display>) -> TableCell<'r> {
    number.map_or(Null, |number| Number(number.to_string().into()))
}

fn abs<'r>(difference: &Option<Difference>) -> TableCell<'r> {
    number(difference.as_ref().map(|difference| &difference.abs))
}

fn pct<'r>(difference: &Option<Difference>) -> TableCell<'r> {
    let difference = difference.as_ref();
    number(difference.and_then(|difference| difference.pct.as_ref()))
}

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
    /// Under its name.
    #[serde(flatten)]
    list: JsonObject<[(); 0]>,
}

impl TextWriter {
    pub fn write(
        &self,
        series: &mut Selections<'_, '_>,
        layout: TableLayout,
        out: &mut dyn Write,
    ) -> io::Result<()> {
        match self.list {
            Some(name) => self.write_list(name, series, layout, out),
            None if layout.shape == Shape::Wide => write_wide_table(series, layout, out),
            None => self.write_table(series, layout, out),
        }
    }

    /// Writes the rows of an indicator as a list of this name, in its envelope.
    fn write_list(
        &self,
        name: &'static str,
        series: &mut Selections<'_, '_>,
        layout: TableLayout,
        out: &mut dyn Write,
    ) -> io::Result<()> {
        let Some(selected) = series.next() else {
            return Ok(());
        };

        let (indicator, lang) = (selected.indicator, layout.lang);
        let view = SeriesView {
            schema_version: SCHEMA_VERSION,
            key: indicator.key.as_str(),
            name: indicator.name.get(lang),
            unit: indicator.unit.text.get(lang),
            period_type: indicator.period_type.name(),
            frequency: indicator.frequency_code(),
            list: JsonObject(vec![(name, [])]),
        };

        let (head, tail) = json::envelope(&view, layout.form).map_err(io::Error::other)?;
        out.write_all(&head)?;
        let mut elements = Elements::new(layout.form);
        let rows = (self.rows)(&selected, lang);
        write(out, &mut elements, self.columns, rows)?;
        out.write_all(if elements.is_empty() {
            tail.trim_ascii_start()
        } else {
            &tail
        })
    }

    /// Writes the rows of indicators, one indicator after the other.
    fn write_table(
        &self,
        series: &mut Selections<'_, '_>,
        layout: TableLayout,
        out: &mut dyn Write,
    ) -> io::Result<()> {
        let mut format = Csv::of(layout.form, layout.lang);
        out.write_all(&format.head(self.columns))?;
        for selected in series {
            let rows = (self.rows)(&selected, layout.lang);
            write(out, &mut format, self.columns, rows)?;
        }

        Ok(())
    }
}

/// Writes a row for every date that any of the indicators has, with a column for each of them [D33.3]. A column has one unit,
/// period type and measure: those of the current observation.
fn write_wide_table(
    series: &mut Selections<'_, '_>,
    layout: TableLayout,
    out: &mut dyn Write,
) -> io::Result<()> {
    let mut format = Csv::of(layout.form, layout.lang);
    let (mut names, mut columns) = (vec!["date"], Vec::new());
    for selected in series {
        let key = &selected.indicator.series.current().series_key;
        let rows = selected.observations();
        let like_current =
            rows.filter(move |row| row.date.is_some() && row.series_key.is_like(key));
        names.push(selected.indicator.key.as_str());
        columns.push(like_current.peekable());
    }

    let mut text = format.head_of_names(names.into_iter());
    loop {
        let next_dates = columns.iter_mut().filter_map(|rows| rows.peek()?.date);
        let Some(date) = next_dates.min() else { break };

        format.begin(&mut text);
        format.cell(&mut text, "date", &Date(Some(date)));
        for rows in &mut columns {
            let row = rows.next_if(|row| row.date == Some(date));
            let cell = row.map_or(Null, |row| Value(row.value));
            format.cell(&mut text, "", &cell);
        }

        format.end(&mut text);
        if text.len() >= WINDOW {
            out.write_all(&text)?;
            text.clear();
        }
    }

    out.write_all(&text)
}
