//! Observations from files that are imported: tables of this program's own, those that a Russian Excel writes, and the
//! bulletins of sources. Reads the files; what a dataset does with their rows is decided elsewhere.

mod cbar;
mod excel_ru;
mod outcome;

use std::collections::{BTreeSet, HashSet};

use cbar::Lacking;

use crate::dataset::{
    self, Columns, DataFile, Dataset, Diagnostics, Location, NewRow, Record, Records, Report, Table, Text,
};
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
}

impl Format {
    /// The format that a file's first bytes tell: a bulletin is XML, and Excel's table has semicolons in its first line or
    /// another encoding.
    pub fn of(bytes: &[u8]) -> Self {
        let bytes = bytes.strip_prefix(b"\xef\xbb\xbf").unwrap_or(bytes).trim_ascii_start();
        let header = bytes.split(|byte| *byte == b'\n').next().unwrap_or_default();
        let count = |wanted: u8| header.iter().filter(|byte| **byte == wanted).count();
        if bytes.starts_with(b"<") {
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

/// A table with a row for each observation.
const LONG: Columns = Columns {
    known: &["key", "date", "value", "published", "not_before", "reported_change_pct", "ref", "flag"],
    required: &["key", "date", "value"],
};
/// The columns beside those of indicators in a table with a column for each.
const SHARED: [&str; 3] = ["date", "published", "not_before"];

/// How workbooks begin: XLSX and ODS, XLS.
const WORKBOOKS: [&[u8]; 2] = [b"PK\x03\x04", b"\xd0\xcf\x11\xe0"];

/// Reads a file of any format; `bulletin` is what was said of bulletins.
pub fn read(
    file: &DataFile,
    bulletin: Bulletin<'_>,
    dataset: &Dataset,
    diagnostics: &mut Diagnostics,
) -> Import {
    if WORKBOOKS.iter().any(|magic| file.bytes.starts_with(magic)) {
        diagnostics.error(Location::file(file.path.as_str()), msg::import_workbook());
        return Import::default();
    }
    Report::collect(diagnostics, |report| match Format::of(&file.bytes) {
        Format::Table => Import { rows: table(file, &dataset::PLAIN, dataset, report), ..Import::default() },
        Format::ExcelRu => {
            let (file, encoding) = excel_ru::decoded(file);
            let rows = table(&file, &excel_ru::DIALECT, dataset, report);
            Import { rows, notes: excel_ru::notes(&file, encoding), ..Import::default() }
        }
        Format::Bulletin => {
            let cbar::Found { rows, unknown, lacking } = cbar::read(file, dataset, bulletin, report);
            Import { rows, unknown, lacking, ..Import::default() }
        }
    })
}

fn table(
    file: &DataFile,
    dialect: &'static dataset::Dialect,
    dataset: &Dataset,
    report: &Report,
) -> Vec<(Location, NewRow)> {
    let Some(text) = Text::decode(file, report) else { return Vec::new() };
    let before = report.errors();
    let mut records = Records::of(&text, dialect);
    let rows = records.next().and_then(|header| {
        let has = |name: &str| header.cells.iter().any(|cell| cell == name);
        let is_wide = has("date") && !has("key") && !has("value");
        if is_wide { wide(&header, records, dataset) } else { long(&header, records, before) }
    });
    let rows = rows.unwrap_or_default();
    if rows.is_empty() && report.errors() == before {
        report.error(text.location.clone(), msg::no_rows());
    }
    rows
}

fn long(header: &Record<'_>, records: Records<'_>, before: usize) -> Option<Vec<(Location, NewRow)>> {
    let mut table = Table::of(header, records, &LONG, before)?;
    let mut rows = Vec::new();
    while let Some(row) = table.next_row() {
        let mut new = NewRow::default();
        for column in LONG.known {
            if let Some(cell) = new.cell_mut(column) {
                row.text(column).clone_into(cell);
            }
        }
        rows.push((row.location(), new));
    }
    Some(rows)
}

/// What a column of a wide table holds.
enum Column {
    /// A cell of every row that its line makes.
    Shared(&'static str),
    Indicator(String),
}

/// An empty cell is an observation that is not there.
fn wide(header: &Record<'_>, records: Records<'_>, dataset: &Dataset) -> Option<Vec<(Location, NewRow)>> {
    let text = records.text;
    let columns = columns(header, &text.at(header.start), dataset, text.report)?;
    let mut rows = Vec::new();
    for record in records {
        let (location, found) = (text.at(record.start), record.cells.len());
        if found != columns.len() {
            let message = if found < columns.len() { msg::too_few_cells } else { msg::too_many_cells };
            text.report.error(location, message(found, columns.len()));
            continue;
        }
        let mut shared = NewRow::default();
        for (column, cell) in columns.iter().zip(&record.cells) {
            if let Column::Shared(column) = column
                && let Some(shared) = shared.cell_mut(column)
            {
                (**cell).clone_into(shared);
            }
        }
        for (column, value) in columns.iter().zip(&record.cells) {
            if let (Column::Indicator(key), false) = (column, value.is_empty()) {
                let row = NewRow { key: key.clone(), value: value.to_string(), ..shared.clone() };
                rows.push((location.clone(), row));
            }
        }
    }
    Some(rows)
}

fn columns(
    header: &Record<'_>,
    location: &Location,
    dataset: &Dataset,
    report: &Report,
) -> Option<Vec<Column>> {
    let before = report.errors();
    let keys = || dataset.indicators().map(|indicator| indicator.key.as_str());
    let known: HashSet<&str> = keys().collect();
    let (mut columns, mut seen) = (Vec::new(), HashSet::new());
    for (number, name) in (1..).zip(&header.cells) {
        if !seen.insert(name) {
            report.error(location.clone(), msg::repeated_column(name));
        }
        match (&**name, SHARED.iter().find(|column| *column == name)) {
            (_, Some(column)) => columns.push(Column::Shared(column)),
            (key, None) if known.contains(key) => columns.push(Column::Indicator(key.to_owned())),
            ("", None) => report.error(location.clone(), msg::unnamed_column(number)),
            (other, None) => {
                report.error(location.clone(), msg::unknown_indicator(other, report.nearest(other, keys())))
            }
        }
    }
    (report.errors() == before).then_some(columns)
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
            (b"", Format::Table),
        ] {
            assert_eq!(Format::of(bytes), format, "{}", String::from_utf8_lossy(bytes));
        }
    }
}
