//! The changes of every observation of an indicator by the nine rules, and the figures that totals and levels of quarters
//! imply [D33.2, D35.2].

use super::*;

use std::io::Write;

use super::history::{List, Series};
use super::rows::csv;

pub static CHANGES: Listing =
    Listing { parameters: OF_DATES, is_stored: false, writer: Writer::Text(change_list) };
pub static CHANGE_TABLE: Listing =
    Listing { parameters: OF_DATES, is_stored: false, writer: Writer::Text(change_table) };

/// Observations with what follows from them and others.
enum Changed {}

struct Row<'a> {
    observation: &'a Observation,
    month: Figures,
    year: Figures,
    quarter: Figures,
    /// In the order of [`Derivation::ALL`].
    derived: [String; Derivation::ALL.len()],
}

/// A difference with all its digits and in percent, each empty where there is none.
#[derive(Default)]
struct Figures {
    abs: String,
    pct: String,
}

impl Kind for Changed {
    type Row<'a> = Row<'a>;
}

const LIST_COLUMNS: [Column<Changed>; 12] = [
    Column::new("date", |row| row.observation.date.map_or(Cell::Null, |date| Cell::Date(Some(date)))),
    Column::new("valueRaw", |row| Cell::Value(row.observation.value)),
    Column::new("mom.abs", |row| or_null(&row.month.abs, true)),
    Column::new("mom.pct", |row| or_null(&row.month.pct, true)),
    Column::new("yoy.abs", |row| or_null(&row.year.abs, true)),
    Column::new("yoy.pct", |row| or_null(&row.year.pct, true)),
    Column::new("qoq.abs", |row| or_null(&row.quarter.abs, row.has_quarters())),
    Column::new("qoq.pct", |row| or_null(&row.quarter.pct, row.has_quarters())),
    Column::new("month", |row| row.derived_or_null(Derivation::Month)),
    Column::new("last12", |row| row.derived_or_null(Derivation::Last12)),
    Column::new("quarter", |row| row.derived_or_null(Derivation::Quarter)),
    Column::new("last4", |row| row.derived_or_null(Derivation::Last4)),
];

/// New columns come at the end.
const TABLE_COLUMNS: [Column<Changed>; 12] = [
    Column::new("date", |row| Cell::Date(row.observation.date)),
    Column::new("value", |row| Cell::Value(row.observation.value)),
    Column::new("mom_abs", |row| Cell::Number(&row.month.abs)),
    Column::new("mom_pct", |row| Cell::Number(&row.month.pct)),
    Column::new("yoy_abs", |row| Cell::Number(&row.year.abs)),
    Column::new("yoy_pct", |row| Cell::Number(&row.year.pct)),
    Column::new("month", |row| Cell::Number(row.derived(Derivation::Month))),
    Column::new("last12", |row| Cell::Number(row.derived(Derivation::Last12))),
    Column::new("quarter", |row| Cell::Number(row.derived(Derivation::Quarter))),
    Column::new("last4", |row| Cell::Number(row.derived(Derivation::Last4))),
    Column::new("qoq_abs", |row| Cell::Number(&row.quarter.abs)),
    Column::new("qoq_pct", |row| Cell::Number(&row.quarter.pct)),
];

/// The cell of a list: nothing where the type has no such figure, null where this observation has none.
fn or_null(number: &str, is_of_type: bool) -> Cell<'_> {
    if is_of_type && number.is_empty() { Cell::Null } else { Cell::Number(number) }
}

impl Row<'_> {
    fn has_quarters(&self) -> bool {
        self.observation.series_key.has_quarter_on_quarter()
    }

    fn derived(&self, derivation: Derivation) -> &str {
        &self.derived[derivation as usize]
    }

    fn derived_or_null(&self, derivation: Derivation) -> Cell<'_> {
        let is_of_type = self.observation.series_key.derivations().contains(&derivation);
        or_null(self.derived(derivation), is_of_type)
    }
}

impl From<Option<Difference>> for Figures {
    fn from(difference: Option<Difference>) -> Self {
        let Some(Difference { abs, pct }) = difference else { return Figures::default() };
        Figures { abs: abs.to_string(), pct: pct.map(|pct| pct.to_string()).unwrap_or_default() }
    }
}

fn rows<'a>(selected: &Selected<'a>) -> impl Iterator<Item = Row<'a>> {
    let (series, status) = (&selected.indicator.series, selected.status);
    selected.observations().map(move |observation| {
        let change = |comparand| Comparison::of(series, observation, status, comparand).difference().into();
        let derived = |derivation| series.derived(observation, derivation);
        Row {
            observation,
            month: change(Comparand::Month),
            year: change(Comparand::Year),
            quarter: series.quarter_on_quarter(observation).into(),
            derived: Derivation::ALL.map(|derivation| {
                derived(derivation).map(|figure| figure.value.to_string()).unwrap_or_default()
            }),
        }
    })
}

fn change_list(series: &mut Series<'_, '_>, layout: Layout, out: &mut dyn Write) -> io::Result<()> {
    let Some(selected) = series.next() else { return Ok(()) };
    history::list(&LIST_COLUMNS, (selected.indicator, List::Changes([])), rows(&selected), layout, out)
}

fn change_table(series: &mut Series<'_, '_>, layout: Layout, out: &mut dyn Write) -> io::Result<()> {
    out.write_all(&csv::head(&TABLE_COLUMNS, layout.dialect()))?;
    for selected in series {
        write(out, &mut Csv(layout.dialect()), &TABLE_COLUMNS, rows(&selected))?;
    }
    Ok(())
}
