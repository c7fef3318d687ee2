//! Lists of observations: histories, oldest first [D8.history]; vintages, every value ever published for
//! every date with the interval in which it counted [D10.vintages]; the changes of every observation by the nine rules, and the
//! figures that totals and levels of quarters imply [D33.2, D35.2]; and the table of all, long or wide. All are written for each
//! request, except the default form of a history.

use super::*;

use std::io::Write;

use super::json::{self, Elements, Members};
use super::ranges::{OF_SERIES, OF_TABLE};
use super::rows::WINDOW;
use crate::model::DerivedFigure;

/// A resource that lists observations.
pub struct Listing {
    /// The parameters by which a client selects rows.
    pub parameters: &'static [Parameter],
    /// True if the default form of all rows of an indicator is stored.
    is_stored: bool,
    pub writer: Writer,
}

/// Writes the selected rows of indicators, one indicator after the other.
#[derive(Clone, Copy)]
pub enum Writer {
    Text(WriteText),
    Workbook(WriteWorkbook),
}

pub type WriteText = fn(&mut Selections<'_, '_>, Layout, &mut dyn Write) -> io::Result<()>;
pub type WriteWorkbook =
    fn(&SiteData, &mut Selections<'_, '_>, Lang, &mut dyn Parts) -> io::Result<()>;
/// One indicator after the other, so that no reader holds a list of all.
pub type Selections<'i, 'a> = dyn Iterator<Item = Selected<'a>> + 'i;

/// How rows are laid out, in which language.
#[derive(Clone, Copy)]
pub struct Layout {
    pub lang: Lang,
    pub form: Form,
    pub shape: Shape,
}

pub static HISTORY: Listing = Listing::new(OF_SERIES, |series, layout, out| {
    list(
        &LIST_COLUMNS,
        "observations",
        observations,
        series,
        layout,
        out,
    )
})
.stored();
pub static HISTORY_TABLE: Listing = Listing::new(OF_SERIES, |series, layout, out| {
    table(&TABLE_COLUMNS, observations, series, layout, out)
})
.stored();
pub static LONG_TABLE: Listing = Listing::new(OF_TABLE, |series, layout, out| match layout.shape {
    Shape::Long => table(&LONG_COLUMNS, observations, series, layout, out),
    Shape::Wide => wide_table(series, layout, out),
});
pub static VINTAGES: Listing = Listing::new(OF_DATES, |series, layout, out| {
    list(
        &VINTAGE_LIST_COLUMNS,
        "vintages",
        vintages,
        series,
        layout,
        out,
    )
});
pub static VINTAGE_TABLE: Listing = Listing::new(OF_DATES, |series, layout, out| {
    table(&VINTAGE_COLUMNS, vintages, series, layout, out)
});
pub static CHANGES: Listing = Listing::new(OF_DATES, |series, layout, out| {
    list(
        &CHANGE_LIST_COLUMNS,
        "changes",
        changes,
        series,
        layout,
        out,
    )
});
pub static CHANGE_TABLE: Listing = Listing::new(OF_DATES, |series, layout, out| {
    table(&CHANGE_COLUMNS, changes, series, layout, out)
});

impl Listing {
    const fn new(parameters: &'static [Parameter], write: WriteText) -> Self {
        Listing {
            parameters,
            is_stored: false,
            writer: Writer::Text(write),
        }
    }

    /// One of which the default form of all rows is stored.
    const fn stored(self) -> Self {
        Listing {
            is_stored: true,
            ..self
        }
    }

    pub const fn workbook(write: WriteWorkbook) -> Self {
        Listing {
            parameters: &[],
            is_stored: false,
            writer: Writer::Workbook(write),
        }
    }

    /// The body of all rows of an indicator, where that is stored.
    pub fn stored_body(
        &self,
        whole: &Selected<'_>,
        lang: Lang,
        bodies: &Bodies,
    ) -> io::Result<Option<Body>> {
        let Writer::Text(write) = self.writer else {
            return Ok(None);
        };

        if !self.is_stored {
            return Ok(None);
        }

        let mut text = Vec::new();
        let layout = Layout {
            lang,
            form: Form::Default,
            shape: Shape::Long,
        };
        write(&mut [whole.clone()].into_iter(), layout, &mut text)?;
        bodies.stored(text, false).map(Some)
    }
}

/// Marks tables of observations, each in its series.
pub enum Observed {}

pub struct SeriesRow<'a> {
    indicator: &'a Indicator,
    observation: &'a Observation,
    /// Another value counts from this day on, which may be unknown; `None` if this one still counts.
    superseded: Option<Option<NaiveDate>>,
    lang: Lang,
}

impl Kind for Observed {
    type Row<'a> = SeriesRow<'a>;

    fn repeats(before: &SeriesRow<'_>, row: &SeriesRow<'_>) -> bool {
        let (before, row) = (before.observation, row.observation);
        before.series_key == row.series_key
            && before.reference == row.reference
            && before.flags == row.flags
    }
}

impl<'a> SeriesRow<'a> {
    pub fn new(indicator: &'a Indicator, observation: &'a Observation, lang: Lang) -> Self {
        SeriesRow {
            indicator,
            observation,
            superseded: None,
            lang,
        }
    }

    fn key(&self) -> &'a SeriesKey {
        &self.observation.series_key
    }
}

fn observations<'a>(
    selected: &Selected<'a>,
    lang: Lang,
) -> impl Iterator<Item = SeriesRow<'a>> + use<'a> {
    let indicator = selected.indicator;
    selected
        .observations()
        .map(move |observation| SeriesRow::new(indicator, observation, lang))
}

fn vintages<'a>(
    selected: &Selected<'a>,
    lang: Lang,
) -> impl Iterator<Item = SeriesRow<'a>> + use<'a> {
    let indicator = selected.indicator;
    let vintages = selected.vintages();
    vintages.map(move |(observation, superseded)| SeriesRow {
        indicator,
        observation,
        superseded,
        lang,
    })
}

const KEY: Column<Observed> = Column::common("key", |row| Cell::Text(row.indicator.key.as_str()));
const NAME: Column<Observed> =
    Column::common("name", |row| Cell::Text(row.indicator.name.get(row.lang)));
const DATE: Column<Observed> = Column::new("date", |row| date(row.observation));
const VALUE: Column<Observed> = Column::new("value", |row| Cell::Value(row.observation.value));
const PUBLISHED: Column<Observed> =
    Column::new("published", |row| Cell::Date(row.observation.published));
const UNIT: Column<Observed> =
    Column::common("unit", |row| Cell::Text(row.key().unit.text.get(row.lang)));
const UNIT_CODE: Column<Observed> =
    Column::common("unit_code", |row| Cell::Text(&row.key().unit.id));
const PERIOD_TYPE: Column<Observed> = Column::common("period_type", |row| {
    Cell::plain(row.key().period_type.name())
});
const FREQUENCY: Column<Observed> = Column::common("frequency", |row| {
    Cell::plain(row.key().frequency_code().unwrap_or_default())
});
const MEASURE: Column<Observed> =
    Column::common("measure", |row| Cell::plain(row.key().measure.name()));
const ORIGIN: Column<Observed> = Column::common("ref", |row| Cell::origin(row.observation));
const FLAGS: Column<Observed> = Column::common("flag", |row| Cell::Flags(row.observation.flags));
/// The day until which the value counted.
const END: Column<Observed> =
    Column::new("realtime_end", |row| Cell::Date(row.superseded.flatten()));
const STATUS: Column<Observed> = Column::new("status", |row| {
    Cell::plain(if row.superseded.is_some() {
        "revised"
    } else {
        "current"
    })
});

/// The unit of a row, if it is not that of the indicator, which a list says once. The same for period type and measure.
fn other_unit<'r>(row: &'r SeriesRow<'_>) -> Cell<'r> {
    let unit = &row.key().unit;
    let is_other = unit.id != row.indicator.unit.id;
    Cell::Text(if is_other {
        unit.text.get(row.lang)
    } else {
        ""
    })
}

fn other_period_type<'r>(row: &'r SeriesRow<'_>) -> Cell<'r> {
    let period_type = row.key().period_type;
    let is_other = period_type != row.indicator.period_type;
    Cell::plain(if is_other { period_type.name() } else { "" })
}

fn other_measure<'r>(row: &'r SeriesRow<'_>) -> Cell<'r> {
    let measure = row.key().measure;
    let is_other = measure != row.indicator.measure;
    Cell::plain(if is_other { measure.name() } else { "" })
}

const OTHER_UNIT: Column<Observed> = Column::common("unit", |row| other_unit(row));
const OTHER_PERIOD_TYPE: Column<Observed> =
    Column::common("periodType", |row| other_period_type(row));
const OTHER_MEASURE: Column<Observed> = Column::common("measure", |row| other_measure(row));

/// The columns of a list, which says only what differs from the indicator.
const LIST_COLUMNS: [Column<Observed>; 8] = [
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
const TABLE_COLUMNS: [Column<Observed>; 10] = [
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

const VINTAGE_LIST_COLUMNS: [Column<Observed>; 8] = [
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
const VINTAGE_COLUMNS: [Column<Observed>; 9] = [
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
pub const LONG_COLUMNS: [Column<Observed>; 12] = [
    KEY,
    NAME,
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

/// Observations with what follows from them and others.
pub enum Changed {}

pub struct ChangeRow<'a> {
    row: SeriesRow<'a>,
    month: Option<Difference>,
    year: Option<Difference>,
    quarter: Option<Difference>,
    /// In the order of [`Derivation::ALL`].
    derived: [Option<DerivedFigure>; Derivation::ALL.len()],
}

impl Kind for Changed {
    type Row<'a> = ChangeRow<'a>;
}

const CHANGE_LIST_COLUMNS: [Column<Changed>; 15] = [
    Column::new("date", |row| date(row.observation())),
    Column::new("valueRaw", |row| Cell::Value(row.observation().value)),
    Column::new("mom.abs", |row| abs(&row.month)),
    Column::new("mom.pct", |row| pct(&row.month)),
    Column::new("yoy.abs", |row| abs(&row.year)),
    Column::new("yoy.pct", |row| pct(&row.year)),
    Column::new("qoq.abs", |row| row.if_quarterly(abs(&row.quarter))),
    Column::new("qoq.pct", |row| row.if_quarterly(pct(&row.quarter))),
    Column::new("month", |row| row.derived(Derivation::Month)),
    Column::new("last12", |row| row.derived(Derivation::Last12)),
    Column::new("quarter", |row| row.derived(Derivation::Quarter)),
    Column::new("last4", |row| row.derived(Derivation::Last4)),
    Column::new("unit", |row| other_unit(&row.row)),
    Column::new("periodType", |row| other_period_type(&row.row)),
    Column::new("measure", |row| other_measure(&row.row)),
];

/// New columns come at the end.
pub const CHANGE_COLUMNS: [Column<Changed>; 16] = [
    Column::new("date", |row| date(row.observation())),
    Column::new("value", |row| Cell::Value(row.observation().value)),
    Column::new("mom_abs", |row| abs(&row.month)),
    Column::new("mom_pct", |row| pct(&row.month)),
    Column::new("yoy_abs", |row| abs(&row.year)),
    Column::new("yoy_pct", |row| pct(&row.year)),
    Column::new("month", |row| row.derived(Derivation::Month)),
    Column::new("last12", |row| row.derived(Derivation::Last12)),
    Column::new("quarter", |row| row.derived(Derivation::Quarter)),
    Column::new("last4", |row| row.derived(Derivation::Last4)),
    Column::new("qoq_abs", |row| abs(&row.quarter)),
    Column::new("qoq_pct", |row| pct(&row.quarter)),
    Column::new("unit", |row| {
        Cell::Text(row.row.key().unit.text.get(row.row.lang))
    }),
    Column::new("unit_code", |row| Cell::Text(&row.row.key().unit.id)),
    Column::new("period_type", |row| {
        Cell::plain(row.row.key().period_type.name())
    }),
    Column::new("measure", |row| Cell::plain(row.row.key().measure.name())),
];

/// The date; null where there is none, which a table leaves empty.
fn date<'r>(observation: &Observation) -> Cell<'r> {
    observation
        .date
        .map_or(Cell::Null, |date| Cell::Date(Some(date)))
}

/// A number with all its digits; null where there is none.
fn number<'r>(number: Option<impl Display>) -> Cell<'r> {
    number.map_or(Cell::Null, |number| Cell::Number(number.to_string().into()))
}

fn abs<'r>(difference: &Option<Difference>) -> Cell<'r> {
    number(difference.as_ref().map(|difference| &difference.abs))
}

fn pct<'r>(difference: &Option<Difference>) -> Cell<'r> {
    number(
        difference
            .as_ref()
            .and_then(|difference| difference.pct.as_ref()),
    )
}

/// A figure that only some period types have: a list of another type leaves it out.
fn if_of_type(is_of_type: bool, figure: Cell<'_>) -> Cell<'_> {
    if is_of_type { figure } else { Cell::plain("") }
}

impl<'a> ChangeRow<'a> {
    fn observation(&self) -> &'a Observation {
        self.row.observation
    }

    fn if_quarterly<'r>(&self, figure: Cell<'r>) -> Cell<'r> {
        if_of_type(self.row.key().has_quarter_on_quarter(), figure)
    }

    fn derived<'r>(&self, derivation: Derivation) -> Cell<'r> {
        let derived = self.derived[derivation as usize].as_ref();
        let figure = number(derived.map(|figure| &figure.value));
        if_of_type(self.row.key().derivations().contains(&derivation), figure)
    }
}

pub fn changes<'a>(
    selected: &Selected<'a>,
    lang: Lang,
) -> impl Iterator<Item = ChangeRow<'a>> + use<'a> {
    let (series, status) = (&*selected.indicator.series, selected.status);
    observations(selected, lang).map(move |row| {
        let observation = row.observation;
        let change =
            |comparand| Comparison::of(series, observation, status, comparand).difference();
        ChangeRow {
            month: change(Comparand::Month),
            year: change(Comparand::Year),
            quarter: series.quarter_on_quarter(observation),
            derived: Derivation::ALL.map(|derivation| series.derived(observation, derivation)),
            row,
        }
    })
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
    list: Members<[(); 0]>,
}

/// Writes the rows of an indicator as a list of this name, in its envelope.
fn list<'a, K: Kind, R: Iterator<Item = K::Row<'a>>>(
    columns: &[Column<K>],
    name: &'static str,
    rows: impl Fn(&Selected<'a>, Lang) -> R,
    series: &mut Selections<'_, 'a>,
    layout: Layout,
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
        list: Members(vec![(name, [])]),
    };

    let (head, tail) = json::envelope(&view, layout.form).map_err(io::Error::other)?;
    out.write_all(&head)?;
    let mut elements = Elements::new(layout.form);
    write(out, &mut elements, columns, rows(&selected, lang))?;
    out.write_all(if elements.is_empty() {
        tail.trim_ascii_start()
    } else {
        &tail
    })
}

/// Writes the rows of indicators, one indicator after the other.
fn table<'a, K: Kind, R: Iterator<Item = K::Row<'a>>>(
    columns: &[Column<K>],
    rows: impl Fn(&Selected<'a>, Lang) -> R,
    series: &mut Selections<'_, 'a>,
    layout: Layout,
    out: &mut dyn Write,
) -> io::Result<()> {
    let dialect = Dialect::of(layout.form, layout.lang);
    out.write_all(&csv::head(columns, dialect))?;
    for selected in series {
        write(
            out,
            &mut Csv(dialect),
            columns,
            rows(&selected, layout.lang),
        )?;
    }

    Ok(())
}

/// Writes a row for every date that any of the indicators has, with a column for each of them [D33.3]. A column has one unit,
/// period type and measure: those of the current observation.
fn wide_table(
    series: &mut Selections<'_, '_>,
    layout: Layout,
    out: &mut dyn Write,
) -> io::Result<()> {
    let dialect = Dialect::of(layout.form, layout.lang);
    let mut format = Csv(dialect);
    let mut columns: Vec<_> = series
        .map(|selected| {
            let key = &selected.indicator.series.current().series_key;
            let like_current = selected
                .observations()
                .filter(|row| row.date.is_some() && row.series_key.is_like(key));
            (selected.indicator.key.as_str(), like_current.peekable())
        })
        .collect();

    let names = ["date"]
        .into_iter()
        .chain(columns.iter().map(|column| column.0));
    let mut text = csv::head_of_names(names, dialect);
    while let Some(date) = columns
        .iter_mut()
        .filter_map(|(_, rows)| rows.peek()?.date)
        .min()
    {
        format.begin(&mut text);
        format.cell(&mut text, "date", &Cell::Date(Some(date)));
        for (key, rows) in &mut columns {
            let row = rows.next_if(|row| row.date == Some(date));
            format.cell(
                &mut text,
                key,
                &row.map_or(Cell::Null, |row| Cell::Value(row.value)),
            );
        }

        format.end(&mut text);
        if text.len() >= WINDOW {
            out.write_all(&text)?;
            text.clear();
        }
    }

    out.write_all(&text)
}
