//! `indicators/KEY.csv`: what was observed.

use std::sync::Arc;

use chrono::NaiveDate;

use super::dates::{day, observation_date};
use super::diagnostic::{Diagnostics, Location};
use super::indicator_file::{Defaults, measure, period_type, unit};
use super::named::SharedUnits;
use super::row_origin::{References, flags};
use super::suggest;
use super::table::{Columns, Row, Table};
use super::text::Text;
use crate::messages::{self as say, Message};
use crate::model::{
    Basis, Flags, Localized, NotASeries, Number, Observation, ParseNumberError, PeriodType, Series, Unit,
};

/// Optional ones mean, where empty: not known (`published`, `reported_change_pct`, `ref`), as the indicator's
/// definition (`unit`, `period_type`, `measure`), none (`flag`).
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
    ],
    required: &["date", "value"],
};

/// A series, and where its rows stand.
pub struct Observed {
    /// The observations.
    pub series: Series,
    /// Date, publication and line of every row, sorted.
    pub rows: Vec<(Option<NaiveDate>, Option<NaiveDate>, u32)>,
}

impl Observed {
    /// The line of the row that counts for a date: of its revisions, the one published last.
    pub fn line_of(&self, date: Option<NaiveDate>) -> Option<u32> {
        let after = self.rows.partition_point(|(day, ..)| *day <= date);
        self.rows.get(after.checked_sub(1)?).filter(|(day, ..)| *day == date).map(|(.., line)| *line)
    }

    /// When the newest of all rows was published, seen from `today`.
    pub fn last_published(&self, today: NaiveDate) -> Option<NaiveDate> {
        self.series.revisions().filter_map(|observation| observation.published_until(today)).max()
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
            diagnostics.error(location(), say::too_many_rows(super::MAX_ROWS));
        }
        self.0.is_some()
    }
}

/// Reads the file and reports everything wrong in it; nothing where something is.
///
/// Where the indicator's definition could not be read, rows are still checked as far as they can be.
pub fn read(
    text: &Text<'_>,
    defaults: &Defaults,
    units: &SharedUnits,
    rows_left: &mut RowsLeft,
    diagnostics: &mut Diagnostics,
) -> Option<Observed> {
    let before = diagnostics.errors();
    let mut table = Table::open(text, &COLUMNS, diagnostics)?;
    let mut observations = Vec::new();
    let mut places = Vec::new();
    let mut complete = true;
    let (mut references, mut bases) = (References::default(), Bases::default());
    while let Some(row) = table.next(diagnostics) {
        if !rows_left.take(|| row.location(), diagnostics) {
            return None;
        }
        let location = row.location();
        match observation(&row, defaults, units, (&mut references, &mut bases), diagnostics) {
            Some((observation, basis_known)) => {
                complete &= basis_known;
                observations.push(observation);
                places.push(location);
            }
            None => complete = false,
        }
    }
    let rows = observations
        .iter()
        .zip(&places)
        .map(|(o, location)| (o.date, o.published, location.line.unwrap_or(1)));
    let mut rows: Vec<_> = rows.collect();
    rows.sort_unstable();
    // Revisions are judged among the rows that could be read, whatever is wrong with the others.
    let series = match Series::new(observations) {
        Ok(series) => Some(series),
        Err(problems) => {
            for problem in problems {
                let (location, message) = describe(problem, &places, &text.location);
                // Rows that could not be read have been reported already.
                if !places.is_empty() || diagnostics.errors() == before {
                    diagnostics.error(location, message);
                }
            }
            None
        }
    };
    if diagnostics.errors() > before || !complete {
        return None;
    }
    Some(Observed { series: series?, rows })
}

fn describe(problem: NotASeries, places: &[Location], file: &Location) -> (Location, Message) {
    match problem {
        NotASeries::Empty => (file.clone(), say::no_rows()),
        NotASeries::UndatedAmongOthers(row) => (places[row].clone(), say::undated_among_others()),
        NotASeries::Indistinguishable(later, earlier) => {
            (places[later].clone(), say::indistinguishable(places[earlier].line.unwrap_or(1)))
        }
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
        Err(ParseNumberError::TooManyDigits) => say::too_many_digits(column, written, Number::MAX_DIGITS),
        Err(ParseNumberError::TooLong) => say::number_too_long(column, Number::MAX_LENGTH),
        Err(ParseNumberError::Syntax) if written.is_empty() => say::value_missing(column),
        Err(ParseNumberError::Syntax) => match suggest::number(written) {
            Some(meant) => say::not_a_number_meant(column, written, &meant),
            None => say::not_a_number(column, written),
        },
    };
    diagnostics.error(location, problem);
    None
}

#[cfg(test)]
mod tests;
