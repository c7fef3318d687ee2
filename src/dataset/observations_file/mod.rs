//! `indicators/KEY.csv`: what was observed.

mod embargo_cell;

use std::sync::Arc;

use chrono::NaiveDate;

use super::dates::{day, observation_date};
use super::diagnostic::{Diagnostics, Location};
use super::embargo::{EmbargoedSeries, SeriesRow};
use super::indicator_file::{Defaults, measure, period_type, unit};
use super::named::SharedUnits;
use super::row_origin::{References, flags};
use super::suggest;
use super::table::{Columns, Row, Table};
use super::text::Text;
use crate::messages as msg;
use crate::model::{
    Basis, Flags, Localized, NotASeries, Number, Observation, Offset, ParseNumberError, PeriodType, Series,
    Timestamp, Unit,
};
use embargo_cell::Embargo;

/// Optional ones mean, where empty: not known (`published`, `reported_change_pct`, `ref`), as the indicator's
/// definition (`unit`, `period_type`, `measure`), none (`flag`, `not_before`).
const COLUMNS: Columns = Columns {
    known: &[
        "date",
        "value",
        "published",
        "reported_change_pct",
        "unit",
        "period_type",
        "measure",
        "ref",
        "flag",
        NOT_BEFORE,
    ],
    required: &["date", "value"],
};

/// The column of the instant until which a row is under embargo.
const NOT_BEFORE: &str = "not_before";

/// A series, and where its rows stand.
pub struct Observed {
    /// The observations, those under embargo included.
    pub series: Series,
    /// Date, publication and line of every row, sorted.
    pub rows: Vec<(Option<NaiveDate>, Option<NaiveDate>, u32)>,
    /// Every row with its embargo, where one has one.
    pub embargoed: Option<EmbargoedSeries>,
}

/// What reading the file of an indicator has come to.
pub struct RowsRead {
    /// The observations, where nothing is wrong.
    pub observed: Option<Observed>,
    /// Whether every row is under embargo, as far as its cells can be read: nothing tells of the indicator then.
    pub is_hidden: bool,
}

/// What cells are judged by, beside the definition of their indicator.
pub struct RowContext<'a> {
    /// The units of the dataset.
    pub units: &'a SharedUnits,
    /// The instant by which a row is under embargo.
    pub at: Timestamp,
    /// The offset of the dataset, where it could be read.
    pub offset: Option<Offset>,
}

impl Observed {
    /// The series of these rows, which are in any order.
    ///
    /// # Errors
    /// As [`Series::new`], by the positions of the rows.
    pub fn of(rows: Vec<SeriesRow>) -> Result<Self, Vec<NotASeries>> {
        let place = |row: &SeriesRow| (row.observation.date, row.observation.published, row.line);
        let mut places: Vec<_> = rows.iter().map(place).collect();
        places.sort_unstable();
        let has_embargo = rows.iter().any(|row| row.not_before.is_some());
        let embargoed = has_embargo.then(|| EmbargoedSeries::new(rows.clone()));
        let series = Series::new(rows.into_iter().map(|row| row.observation).collect())?;
        Ok(Observed { series, rows: places, embargoed })
    }

    /// The line of the row that counts for a date: of its revisions, the one published last.
    pub fn line_of(&self, date: Option<NaiveDate>) -> Option<u32> {
        let after = self.rows.partition_point(|(day, ..)| *day <= date);
        self.rows.get(after.checked_sub(1)?).filter(|(day, ..)| *day == date).map(|(.., line)| *line)
    }
}

/// The rows that a dataset may still have.
pub struct RowsLeft(Option<usize>);

impl RowsLeft {
    /// This many.
    pub fn new(rows: usize) -> Self {
        RowsLeft(Some(rows))
    }

    /// Takes one. The first that is too many is reported; those after it are not read.
    fn take(&mut self, location: impl Fn() -> Location, diagnostics: &mut Diagnostics) -> bool {
        let left = self.0;
        self.0 = left.and_then(|left| left.checked_sub(1));
        if left == Some(0) {
            diagnostics.error(location(), msg::too_many_rows(super::MAX_ROWS));
        }
        self.0.is_some()
    }
}

/// Reads the file and reports everything wrong in it; no observations where something is.
///
/// Where the indicator's definition could not be read, rows are still checked as far as they can be.
pub fn read(
    text: &Text<'_>,
    defaults: &Defaults,
    context: &RowContext<'_>,
    rows_left: &mut RowsLeft,
    diagnostics: &mut Diagnostics,
) -> RowsRead {
    let before = diagnostics.errors();
    let Some(mut table) = Table::open(text, &COLUMNS, diagnostics) else {
        return RowsRead { observed: None, is_hidden: false };
    };
    let (mut rows, mut is_complete, mut count, mut hidden) = (Vec::new(), true, 0, 0);
    let (mut references, mut bases) = (References::default(), Bases::default());
    let has_embargoes = table.has(NOT_BEFORE);
    loop {
        let mark = diagnostics.mark();
        let row = table.next(diagnostics);
        if has_embargoes {
            // A line that is no row may be one under embargo.
            diagnostics.embargo_since(mark);
        }
        let Some(row) = row else { break };
        if !rows_left.take(|| row.location(), diagnostics) {
            return RowsRead { observed: None, is_hidden: false };
        }
        let mark = diagnostics.mark();
        let embargo = Embargo::read(&row, diagnostics);
        let read = observation(&row, defaults, context.units, (&mut references, &mut bases), diagnostics);
        let read = read.and_then(|(mut observation, basis_known)| {
            is_complete &= basis_known;
            embargo.publish(&mut observation, &row, context, diagnostics)?;
            Some(SeriesRow {
                observation,
                not_before: embargo.instant(),
                line: row.location().line.unwrap_or(1),
            })
        });
        count += 1;
        if embargo.is_ahead(context.at) {
            hidden += 1;
            diagnostics.embargo_since(mark);
        }
        is_complete &= read.is_some();
        rows.extend(read);
    }
    let is_hidden = count > 0 && hidden == count;
    let places: Vec<Place> =
        rows.iter().map(|row| Place { line: row.line, is_embargoed: row.is_embargoed(context.at) }).collect();
    // Revisions are judged among the rows that could be read, whatever is wrong with the others.
    let observed = Observed::of(rows);
    // Rows that could not be read have been reported already.
    let is_reported = places.is_empty() && diagnostics.errors() > before;
    if let Err(problems) = observed.as_ref().map_err(Vec::as_slice) {
        problems.iter().filter(|_| !is_reported).for_each(|of| report(of, &places, text, diagnostics));
    }
    let is_sound = diagnostics.errors() == before && is_complete;
    RowsRead { observed: observed.ok().filter(|_| is_sound), is_hidden }
}

/// Where a row stands.
struct Place {
    line: u32,
    is_embargoed: bool,
}

fn report(problem: &NotASeries, places: &[Place], text: &Text<'_>, diagnostics: &mut Diagnostics) {
    let (place, message) = match problem {
        NotASeries::Empty => (None, msg::no_rows()),
        NotASeries::UndatedAmongOthers(row) => (places.get(*row), msg::undated_among_others()),
        NotASeries::Indistinguishable(later, earlier) => {
            (places.get(*later), msg::indistinguishable(places.get(*earlier).map_or(1, |place| place.line)))
        }
    };
    let mark = diagnostics.mark();
    diagnostics
        .error(place.map_or_else(|| text.location.clone(), |place| text.location.line(place.line)), message);
    if place.is_some_and(|place| place.is_embargoed) {
        diagnostics.embargo_since(mark);
    }
}

/// One row, and whether it is known what its number is a number of; nothing where one of its other cells is wrong.
/// All that are have been reported.
fn observation(
    row: &Row<'_, '_>,
    defaults: &Defaults,
    units: &SharedUnits,
    (references, bases): (&mut References, &mut Bases),
    diagnostics: &mut Diagnostics,
) -> Option<(Observation, bool)> {
    let optional = |column| Some(row.cell(column)).filter(|cell| !cell.is_empty());
    let own_type = optional("period_type").map(|cell| period_type(cell, row.location(), diagnostics));
    let own_unit = optional("unit").map(|cell| unit(cell, units, row.location(), diagnostics));
    let own_measure = optional("measure").map(|cell| measure(cell, row.location(), diagnostics));
    let period_type = own_type.unwrap_or(defaults.period_type);
    let unit = own_unit.unwrap_or_else(|| defaults.unit.clone());
    let measure = own_measure.unwrap_or(defaults.measure);
    let date = observation_date(row.cell("date"), period_type, row.location(), diagnostics);
    let value = number(row.cell("value"), "value", row.location(), diagnostics);
    let published = optional("published").map(|cell| day(cell, "published", row.location(), diagnostics));
    let reported = optional("reported_change_pct")
        .map(|cell| number(cell, "reported_change_pct", row.location(), diagnostics));
    let reference = optional("ref").map(|cell| references.read(cell, row.location(), diagnostics));
    let flags = optional("flag").map(|cell| flags(cell, &row.location(), diagnostics));
    let basis_known = unit.is_some() && period_type.is_some() && measure.is_some();
    let observation = Observation {
        date: date?,
        value: value?,
        published: flatten(published)?,
        reported_change: flatten(reported)?.map(Box::new),
        reference: flatten(reference)?,
        flags: flags.unwrap_or(Some(Flags::default()))?,
        // Where it is not known, what stands here is compared with nothing: the series is dropped.
        basis: bases.shared(Basis {
            unit: unit.unwrap_or_else(nameless_unit),
            period_type: period_type.unwrap_or(PeriodType::Unknown),
            measure: measure.unwrap_or_default(),
        }),
    };
    Some((observation, basis_known))
}

/// What observations are observations of: neighbours on the same basis share it.
#[derive(Default)]
struct Bases(Option<Arc<Basis>>);

impl Bases {
    fn shared(&mut self, basis: Basis) -> Arc<Basis> {
        let known = self.0.take().filter(|known| **known == basis);
        Arc::clone(self.0.insert(known.unwrap_or_else(|| Arc::new(basis))))
    }
}

fn nameless_unit() -> Arc<Unit> {
    Arc::new(Unit::new(String::new(), Localized::build(|_| String::new())))
}

/// An absent cell is fine, a wrong one is not.
fn flatten<T>(cell: Option<Option<T>>) -> Option<Option<T>> {
    match cell {
        None => Some(None),
        Some(read) => read.map(Some),
    }
}

/// A number in a column.
pub fn number(
    written: &str,
    column: &str,
    location: Location,
    diagnostics: &mut Diagnostics,
) -> Option<Number> {
    let problem = match written.parse::<Number>() {
        Ok(number) => return Some(number),
        Err(ParseNumberError::TooManyDigits) => msg::too_many_digits(column, written, Number::MAX_DIGITS),
        Err(ParseNumberError::TooLong) => msg::number_too_long(column, Number::MAX_LENGTH),
        Err(ParseNumberError::Syntax) if written.is_empty() => msg::value_missing(column),
        Err(ParseNumberError::Syntax) => match suggest::number(written) {
            Some(meant) => msg::not_a_number_meant(column, written, &meant),
            None => msg::not_a_number(column, written),
        },
    };
    diagnostics.error(location, problem);
    None
}

#[cfg(test)]
mod tests;
