//! `/history.csv`: all observations of all indicators in one long table (decisions-2, section 10).

use super::SiteError;
use super::flat::{COLUMNS, FlatRow, text_cell};
use super::page::Page;
use super::piece::Piece;
use super::table::{self, Cell, Dialect};
use crate::dataset::Dataset;
use crate::model::{Indicator, Lang};

/// The page.
///
/// # Errors
/// As [`table::rows`].
pub fn page(dataset: &Dataset, lang: Lang) -> Result<Page, SiteError> {
    table::of_parts(COLUMNS, lang, |dialect| {
        dataset.indicators().map(|indicator| piece(indicator, dialect, lang)).collect()
    })
}

/// The table's beginning, to show what it looks like.
///
/// # Errors
/// As [`table::rows`].
pub fn sample(indicator: &Indicator, lang: Lang) -> Result<String, SiteError> {
    let rows: Vec<FlatRow<'_>> = FlatRow::all(indicator, lang).take(2).collect();
    let dates: Vec<Dates> = rows.iter().map(Dates::of).collect();
    let cells: Vec<_> = rows.iter().zip(&dates).map(|(row, dates)| cells(row, dates)).collect();
    table::text(COLUMNS, &cells)
}

/// The rows of one indicator: they depend on nothing else, so that the table can be put together of them.
///
/// # Errors
/// As [`table::rows`].
pub fn piece(indicator: &Indicator, dialect: Dialect, lang: Lang) -> Result<Piece, SiteError> {
    let rows = table::rows(dialect, FlatRow::all(indicator, lang), |row, write| {
        let dates = Dates::of(row);
        write(&cells(row, &dates))
    });
    rows.map(Piece::new)
}

/// What of a row has to be written out before it can be a cell.
struct Dates {
    date: Option<String>,
    value: String,
    published: Option<String>,
}

impl Dates {
    fn of(row: &FlatRow<'_>) -> Self {
        Dates {
            date: row.date.map(|date| date.to_string()),
            value: row.value.to_string(),
            published: row.published.map(|date| date.to_string()),
        }
    }
}

fn cells<'a>(row: &'a FlatRow<'a>, dates: &'a Dates) -> [Option<Cell<'a>>; COLUMNS.len()] {
    [
        Some(Cell::Text(row.key)),
        Some(Cell::Text(row.name)),
        dates.date.as_deref().map(Cell::Plain),
        Some(Cell::Number(&dates.value)),
        Some(Cell::Text(row.unit)),
        Some(Cell::Text(row.unit_code)),
        Some(Cell::Plain(row.measure)),
        Some(Cell::Plain(row.period_type)),
        dates.published.as_deref().map(Cell::Plain),
        text_cell(row.reference),
        text_cell(Some(&row.flags)),
    ]
}
