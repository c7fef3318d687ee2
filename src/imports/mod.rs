//! Observations from files that are imported: tables of this program's own, also in workbooks and as a Russian Excel writes
//! them, and the bulletins of sources. Reads the files; what a dataset does with their rows is decided elsewhere.

mod cbar;
mod excel_ru;
mod outcome;
mod table;
mod workbook;
mod xml;

use std::collections::BTreeSet;

use cbar::Lacking;

use crate::dataset::{self, DataFile, Dataset, Diagnostics, Location, NewRow, Report};
use crate::messages::{self as msg, Message};

pub use cbar::Bulletin;
pub use outcome::Outcome;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Format {
    /// A table with a row for each observation, or a column for each indicator: UTF-8, commas, decimal points, dates as
    /// 2026-11-20.
    Table,
    /// The same with semicolons, decimal commas, dates as 20.11.2026, in windows-1251 or UTF-8.
    ExcelRu,
    /// The daily bulletin of the Central Bank of Azerbaijan.
    Bulletin,
    /// A workbook of Excel.
    Workbook,
}

impl Format {
    /// The format that a file's first bytes tell: a bulletin is XML, and Excel's table has semicolons in its first line or
    /// another encoding.
    pub fn of(bytes: &[u8]) -> Self {
        let bytes = bytes.strip_prefix(b"\xef\xbb\xbf").unwrap_or(bytes).trim_ascii_start();
        let header = bytes.split(|byte| *byte == b'\n').next().unwrap_or_default();
        let count = |wanted: u8| header.iter().filter(|byte| **byte == wanted).count();
        if workbook::is_workbook(bytes) {
            Format::Workbook
        } else if bytes.starts_with(b"<") {
            Format::Bulletin
        } else if count(b';') > count(b',') || std::str::from_utf8(bytes).is_err() {
            Format::ExcelRu
        } else {
            Format::Table
        }
    }
}

#[derive(Default)]
pub struct Import {
    /// Its observations, each with its location.
    pub rows: Vec<(Location, NewRow)>,
    /// What an operator should know of it.
    pub notes: Vec<Message>,
    /// The codes of a bulletin that no indicator has.
    pub unknown: BTreeSet<String>,
    /// What a bulletin lacks.
    pub lacking: Option<Lacking>,
}

/// What an operator says of the files.
#[derive(Clone, Copy, Debug)]
pub struct Options<'a> {
    pub bulletin: Bulletin<'a>,
    /// The indicator of tables that have no column for it.
    pub key: Option<&'a str>,
}

/// Reads a file of any format.
pub fn read(
    file: &DataFile,
    options: Options<'_>,
    dataset: &Dataset,
    diagnostics: &mut Diagnostics,
) -> Import {
    Report::collect(diagnostics, |report| match Format::of(&file.bytes) {
        Format::Table => {
            let rows = table::read(file, &dataset::PLAIN, options.key, dataset, report);
            Import { rows, ..Import::default() }
        }
        Format::ExcelRu => {
            let (file, encoding) = excel_ru::decoded(file);
            let rows = table::read(&file, &excel_ru::DIALECT, options.key, dataset, report);
            Import { rows, notes: excel_ru::notes(&file, encoding), ..Import::default() }
        }
        Format::Bulletin => {
            let cbar::Found { rows, unknown, lacking } = cbar::read(file, dataset, options.bulletin, report);
            Import { rows, unknown, lacking, ..Import::default() }
        }
        Format::Workbook => {
            Import { rows: workbook_rows(file, options, dataset, report), ..Import::default() }
        }
    })
}

/// The rows of the tables in a workbook.
fn workbook_rows(
    file: &DataFile,
    options: Options<'_>,
    dataset: &Dataset,
    report: &Report,
) -> Vec<(Location, NewRow)> {
    let location = Location::file(file.path.as_str());
    let workbook = match workbook::read(&file.bytes) {
        Ok(workbook) => workbook,
        Err(message) => {
            report.error(location, message);
            return Vec::new();
        }
    };
    let tables = table::in_workbook(&file.path, &workbook, options.key.is_some());
    if tables.is_empty() {
        report.error(location, msg::workbook_without_table());
    }
    let rows = |table: &DataFile| table::read(table, &dataset::PLAIN, options.key, dataset, report);
    tables.iter().flat_map(rows).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_first_bytes_tell_the_format() {
        for (bytes, format) in [
            (&b"key,date,value\n"[..], Format::Table),
            (b"\xef\xbb\xbfdate,m0\n2026-10-31,\"1;2\"\n", Format::Table),
            (b"key;date;value\nm0;31.10.2026;1,5\n", Format::ExcelRu),
            (b"sep=;\nkey;date;value\n", Format::ExcelRu),
            (b"key,date,value,ref\nm0,2026-10-31,1,\xcf\n", Format::ExcelRu),
            (b"\xef\xbb\xbf\r\n<?xml version=\"1.0\"?>", Format::Bulletin),
            (b"<ValCurs>", Format::Bulletin),
            (b"PK\x03\x04", Format::Workbook),
            (b"\xd0\xcf\x11\xe0", Format::Workbook),
            (b"", Format::Table),
        ] {
            assert_eq!(Format::of(bytes), format, "{}", String::from_utf8_lossy(bytes));
        }
    }
}
