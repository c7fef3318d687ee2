//! Observations from files that are imported: tables of this program's own, also in workbooks and as a Russian Excel writes
//! them, and the bulletins of sources. Reads the files, and leaves it to others what a dataset does with their rows.
//!
//! What a source delivers is read by the definitions of the dataset: a workbook is read into sheets of cells ([`workbook`],
//! [`grid`]), a message into rows under codes ([`sdmx`], [`json_stat`]); of each series its figures are found there
//! ([`sheet`], [`codes`]), and [`delivery`] compares them with what is recorded.

mod cbar;
mod codes;
mod delivery;
mod grid;
mod json_stat;
mod list;
mod outcome;
mod sdmx;
mod series;
mod sheet;
mod table;
mod values;
mod workbook;
mod xml;

use std::collections::{BTreeMap, BTreeSet, HashMap, HashSet};
use std::sync::Arc;

use chrono::{Datelike, NaiveDate};
use roxmltree::{Document, Node};

use crate::dataset::{
    Context, DataFile, Dataset, Diagnostics, Dialect, Direction, Label, Location, Marks, NewRow, PLAIN,
    Pattern, Records, Report, SheetPlace, TableDefinition, TableSeries, Tables, Text, YEARS, Year, joined,
};
use crate::messages::{self as msg, Message};
use crate::model::{Flag, Flags, Indicator, Key, Number, last_day_of_month};
use codes::CodedRow;
use delivery::{Content, Delivery};
use grid::{Axis, Grid, View};
use series::{SeriesReading, Unit};
use workbook::Value;
use xml::elements;

pub use outcome::{Import, Outcome};

/// An import as an operator asks for it, and the dataset that files are compared with.
#[derive(Clone, Copy)]
pub struct Request<'a> {
    /// With its rows under embargo.
    pub dataset: &'a Dataset,
    /// As readers see it.
    pub public: &'a Dataset,
    pub definitions: &'a Tables,
    /// The indicator of tables that have no column for it.
    pub key: Option<&'a str>,
    /// The source whose indicators a bulletin fills, where several share its codes.
    pub source: Option<&'a str>,
    /// The definitions to read by; none for those that fit.
    pub tables: &'a [String],
    /// The day on which a source published what its file has, or corrected a bulletin.
    pub published: Option<&'a str>,
    pub not_before: Option<&'a str>,
    pub today: NaiveDate,
}

/// Reads a file of any format.
pub fn read(file: &DataFile, request: Request<'_>, diagnostics: &mut Diagnostics) -> Import {
    Report::collect(diagnostics, |report| match Format::detect(&file.bytes) {
        Format::Table => Import { rows: table::read(file, &PLAIN, request, report), ..Import::default() },
        Format::ExcelRu => table::read_excel_ru(file, request, report),
        Format::Bulletin => cbar::read(file, request, report),
        _ => {
            let content = Content::read(file, report);
            content.and_then(|content| read_content(file, &content, request, report)).unwrap_or_default()
        }
    })
}

/// Reads the tables of this program in a workbook; of any other file what the definitions take from it.
fn read_content(file: &DataFile, content: &Content, request: Request<'_>, report: &Report) -> Option<Import> {
    if let (Content::Sheets(sheets), []) = (content, request.tables)
        && let Some(rows) = table::read_sheets(&file.path, sheets, request, report)
    {
        return Some(Import { rows, ..Import::default() });
    }
    Delivery::new(file, content, request, report)?.read()
}

/// Lists what can be read of a file of a source.
pub fn list(file: &DataFile, request: Request<'_>, diagnostics: &mut Diagnostics) -> Vec<Message> {
    Report::collect(diagnostics, |report| {
        let content = Content::read(file, report)?;
        Some(list::list(&Delivery::new(file, &content, request, report)?))
    })
    .unwrap_or_default()
}

/// The format of a file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Format {
    /// A table with a row for each observation, or a column for each indicator: UTF-8, commas, decimal points, dates as
    /// 2026-11-20.
    Table,
    /// The same with semicolons, decimal commas, dates as 20.11.2026, in windows-1251 or UTF-8.
    ExcelRu,
    /// The daily bulletin of the Central Bank of Azerbaijan.
    Bulletin,
    /// A workbook of Excel: tables of this program, or what a source delivers.
    Workbook,
    SdmxXml,
    SdmxCsv,
    JsonStat,
    /// A web page, which is refused.
    Html,
}

impl Format {
    /// The format that a file's first bytes tell: a bulletin is XML, and Excel's table has semicolons in its first line or
    /// another encoding.
    pub fn detect(bytes: &[u8]) -> Self {
        let bytes = bytes.strip_prefix(b"\xef\xbb\xbf").unwrap_or(bytes).trim_ascii_start();
        let header = bytes.split(|byte| *byte == b'\n').next().unwrap_or_default();
        let count = |wanted: u8| header.iter().filter(|byte| **byte == wanted).count();
        if workbook::is_workbook(bytes) {
            Format::Workbook
        } else if bytes.starts_with(b"{") {
            Format::JsonStat
        } else if is_html(bytes) {
            Format::Html
        } else if bytes.starts_with(b"<") {
            if sdmx::is_xml(bytes) { Format::SdmxXml } else { Format::Bulletin }
        } else if sdmx::is_csv(header) {
            Format::SdmxCsv
        } else if count(b';') > count(b',') || std::str::from_utf8(bytes).is_err() {
            Format::ExcelRu
        } else {
            Format::Table
        }
    }
}

fn is_html(bytes: &[u8]) -> bool {
    let begins =
        |mark: &str| bytes.get(..mark.len()).is_some_and(|head| head.eq_ignore_ascii_case(mark.as_bytes()));
    begins("<!doctype html") || begins("<html")
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
            (b"{\"class\":\"dataset\"}", Format::JsonStat),
            (b"<!DOCTYPE html>", Format::Html),
            (b"<?xml version='1.0'?><mes:GenericData xmlns:mes=''>", Format::SdmxXml),
            (b"KEY,FREQ,TIME_PERIOD:Time,OBS_VALUE,OBS_STATUS\n", Format::SdmxCsv),
            (b"PK\x03\x04", Format::Workbook),
            (b"\xd0\xcf\x11\xe0", Format::Workbook),
            (b"", Format::Table),
        ] {
            assert_eq!(Format::detect(bytes), format, "{}", String::from_utf8_lossy(bytes));
        }
    }
}
