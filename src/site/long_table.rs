//! `/history.csv`: all observations of all indicators in one long table (decisions-2, section 10).

use super::SiteError;
use super::flat::{COLUMNS, FlatRow, text_cell};
use super::inputs::SeriesInputs;
use super::page::{Form, Page, Variant};
use super::parts::SeriesParts;
use super::piece::Piece;
use super::table::{self, Cell, Dialect};
use crate::model::{Indicator, Lang};

/// The page, put together from what each series contributes.
///
/// # Errors
/// As [`table::rows`].
pub fn page(parts: &[&SeriesParts], lang: Lang) -> Result<Page, SiteError> {
    let variant = |form: Form| {
        let head = Piece::new(table::head(COLUMNS, Dialect::of(form, lang))?);
        let rows = parts.iter().map(|parts| {
            let [plain, excel] = parts.long_table.get(lang);
            if form == Form::Default { plain } else { excel }
        });
        Ok::<_, SiteError>(Variant::of_pieces(&[&head].into_iter().chain(rows).cloned().collect::<Vec<_>>()))
    };
    Ok(table::of(lang, variant(Form::Default)?, variant(Form::Alternate)?))
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

/// The rows of a series for programs and for spreadsheets; in English they are often the same.
///
/// # Errors
/// As [`table::rows`].
pub fn pieces(inputs: &SeriesInputs<'_>, lang: Lang) -> Result<[Piece; 2], SiteError> {
    let rows = |dialect| {
        table::rows(dialect, FlatRow::all(&inputs.indicator, lang), |row, write| {
            let dates = Dates::of(row);
            write(&cells(row, &dates))
        })
    };
    let (plain, excel) = (rows(Dialect::Plain)?, rows(Dialect::Excel(lang))?);
    let is_same = plain == excel;
    let plain = Piece::new(plain);
    let excel = if is_same { plain.clone() } else { Piece::new(excel) };
    Ok([plain, excel])
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
