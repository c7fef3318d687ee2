//! The columns of observations: those of SDMX-ML, and those of SDMX-CSV, whose first names the dataflow.

use super::*;

use crate::site::rows::csv::add_names;

/// Observations of SDMX, each with its status.
pub enum Coded {}

pub struct Row<'a> {
    pub facts: &'a SeriesFacts,
    pub observation: &'a Observation,
    pub status: &'static str,
}

impl Kind for Coded {
    type Row<'a> = Row<'a>;

    fn repeats(before: &Row<'_>, row: &Row<'_>) -> bool {
        let marks = |row: &Row<'_>| (row.status, row.observation.flags);
        marks(before) == marks(row) && before.observation.reference == row.observation.reference
    }
}

impl<'a> Row<'a> {
    pub fn new(facts: &'a SeriesFacts, observation: &'a Observation) -> Self {
        Row { facts, observation, status: facts.status(observation) }
    }

    fn value(&self) -> Cell<'a> {
        Cell::Value(self.observation.value)
    }

    /// The flags that say something of its value.
    fn note(&self) -> Cell<'a> {
        Cell::Flags(self.observation.flags.without(Flag::Gap))
    }

    fn origin(&self) -> Cell<'a> {
        Cell::Origin(self.observation.reference.as_ref().map_or("", Reference::as_str))
    }

    fn dimension(&self, place: usize) -> Cell<'a> {
        Cell::plain(self.facts.dimensions[place].1.as_str())
    }

    fn attribute(&self, id: &str) -> Cell<'a> {
        let value = self.facts.attributes.iter().find(|(name, _)| *name == id);
        Cell::plain(value.map_or("", |(_, value)| value.as_str()))
    }
}

const PERIOD: Column<Coded> = Column::new("TIME_PERIOD", |row| codes::time_period(row.observation));
const VALUE: Column<Coded> = Column::new("OBS_VALUE", |row| row.value());
const STATUS: Column<Coded> = Column::common("OBS_STATUS", |row| Cell::plain(row.status));
const NOTE: Column<Coded> = Column::common("COMMENT_OBS", |row| row.note());
const ORIGIN: Column<Coded> = Column::common("DATA_SOURCE", |row| row.origin());

/// Of SDMX-ML, with attributes and without.
pub fn columns(has_attributes: bool) -> &'static [Column<Coded>] {
    const COLUMNS: [Column<Coded>; 5] = [PERIOD, VALUE, STATUS, NOTE, ORIGIN];
    if has_attributes { &COLUMNS } else { &[PERIOD, VALUE] }
}

/// Of a file of the National Summary Data Page.
pub const NSDP_COLUMNS: &[Column<Coded>] = &[PERIOD, VALUE, STATUS];

/// Of SDMX-CSV, with attributes and without.
pub fn table_columns(has_attributes: bool) -> &'static [Column<Coded>] {
    const COLUMNS: [Column<Coded>; 14] = [
        Column::common("DATAFLOW", |row| Cell::plain(row.facts.flow.as_str())),
        Column::common("FREQ", |row| row.dimension(0)),
        Column::common("REF_AREA", |row| row.dimension(1)),
        Column::common("INDICATOR", |row| row.dimension(2)),
        PERIOD,
        VALUE,
        Column::common("UNIT_MEASURE", |row| row.attribute("UNIT_MEASURE")),
        Column::common("UNIT_MULT", |row| row.attribute("UNIT_MULT")),
        Column::common("TIME_SPAN", |row| row.attribute("TIME_SPAN")),
        Column::common("TITLE", |row| row.attribute("TITLE")),
        Column::common("COMMENT", |row| row.attribute("COMMENT")),
        STATUS,
        NOTE,
        ORIGIN,
    ];
    if has_attributes { &COLUMNS } else { &COLUMNS[..6] }
}

pub fn head(has_attributes: bool) -> Vec<u8> {
    let mut head = Vec::new();
    add_names(&mut head, table_columns(has_attributes).iter().map(|column| column.name), Dialect::Plain);
    head
}
