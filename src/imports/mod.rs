//! Observations from files that are imported: tables of this program's own, those that a Russian Excel writes, and the
//! bulletins of sources. Reads the files; what a dataset does with their rows is decided elsewhere.

mod cbar;
mod excel_ru;
mod table;

use crate::dataset::{self, DataFile, Dataset, Diagnostics, Location, NewRow, Report};
use crate::messages::{self as msg, Message};

pub use cbar::Bulletin;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Format<'a> {
    /// A table with a row for each observation, or a column for each indicator.
    Table(Dialect),
    /// The daily bulletin of the Central Bank of Azerbaijan.
    CbarDaily(Bulletin<'a>),
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Dialect {
    /// UTF-8, commas, decimal points, dates as 2026-11-20.
    Plain,
    /// Semicolons, decimal commas, dates as 20.11.2026, windows-1251 or UTF-8.
    ExcelRu,
}

#[derive(Default)]
pub struct Import {
    /// Its observations, each with its location.
    pub rows: Vec<(Location, NewRow)>,
    /// What an operator should know of it.
    pub notes: Vec<Message>,
}

/// How workbooks begin: XLSX and ODS, XLS.
const WORKBOOKS: [&[u8]; 2] = [b"PK\x03\x04", b"\xd0\xcf\x11\xe0"];

/// Reads a file. `dataset` says which indicators there are.
pub fn read(file: &DataFile, format: Format<'_>, dataset: &Dataset, diagnostics: &mut Diagnostics) -> Import {
    if WORKBOOKS.iter().any(|magic| file.bytes.starts_with(magic)) {
        diagnostics.error(Location::file(file.path.as_str()), msg::import_workbook());
        return Import::default();
    }
    Report::collect(diagnostics, |report| match format {
        Format::Table(Dialect::Plain) => {
            Import { rows: table::read(file, &dataset::PLAIN, dataset, report), notes: Vec::new() }
        }
        Format::Table(Dialect::ExcelRu) => {
            let (file, encoding) = excel_ru::decoded(file);
            let rows = table::read(&file, &excel_ru::DIALECT, dataset, report);
            Import { rows, notes: excel_ru::notes(&file, encoding) }
        }
        Format::CbarDaily(bulletin) => {
            let (rows, note) = cbar::read(file, dataset, bulletin, report);
            Import { rows, notes: note.into_iter().collect() }
        }
    })
}
