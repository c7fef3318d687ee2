//! Observations from files that are imported: tables of this program's own, also in workbooks and as a Russian Excel writes
//! them, and the bulletins of sources. Reads the files, and leaves it to others what a dataset does with their rows.

mod cbar;
mod codes;
mod counting;
mod delivery;
mod excel_ru;
mod grid;
mod json_stat;
mod list;
mod outcome;
mod sdmx;
mod series;
mod table;
mod values;
mod workbook;
mod xml;

use std::collections::{BTreeMap, BTreeSet, HashMap, HashSet};
use std::sync::Arc;

use chrono::{Datelike, NaiveDate};
use roxmltree::{Document, Node};

use crate::dataset::{
    self, Context, DataFile, Dataset, Diagnostics, Dialect, Direction, Label, Location, Marks, NewRow,
    Pattern, Records, Report, SheetPlace, TableDefinition, TableSeries, Tables, Text, YEARS, Year, joined,
};
use crate::messages::{self as msg, Message};
use crate::model::{Flag, Flags, Indicator, Key, Number, last_day_of_month};
use cbar::Lacking;
use codes::CodedRow;
use counting::{Period, Unit};
use delivery::{Content, Delivery};
use grid::{Axis, Grid, View};
use series::SeriesReading;
use workbook::{Sheet, Value, Workbook};
use xml::elements;

pub use cbar::Bulletin;
pub use delivery::{Delivered, Publication};
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
    pub fn of(bytes: &[u8]) -> Self {
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

#[derive(Default)]
pub struct Import {
    /// Its observations, each with its location.
    pub rows: Vec<(Location, NewRow)>,
    /// Notes for the operator.
    pub notes: Vec<Message>,
    /// The codes of a bulletin that no indicator has.
    pub unknown: BTreeSet<String>,
    /// The indicators that a bulletin lacks.
    pub lacking: Option<Lacking>,
    /// The outcome of a file that was read by definitions.
    pub delivered: Option<Delivered>,
}

/// The options of an operator.
#[derive(Clone, Copy, Debug)]
pub struct Options<'a> {
    pub bulletin: Bulletin<'a>,
    /// The indicator of tables that have no column for it.
    pub key: Option<&'a str>,
    /// The definitions to read by; none for those that fit.
    pub tables: &'a [String],
    pub publication: Publication<'a>,
}

/// The dataset that files are compared with: with its rows under embargo, as readers see it, and its definitions.
#[derive(Clone, Copy)]
pub struct Basis<'a> {
    pub dataset: &'a Dataset,
    pub public: &'a Dataset,
    pub tables: &'a Tables,
}

/// Reads a file of any format.
pub fn read(
    file: &DataFile,
    options: Options<'_>,
    basis: Basis<'_>,
    diagnostics: &mut Diagnostics,
) -> Import {
    let dataset = basis.dataset;
    Report::collect(diagnostics, |report| match Format::of(&file.bytes) {
        Format::Table => {
            let rows = table::read(file, &dataset::PLAIN, options.key, dataset, report);
            Import { rows, ..Import::default() }
        }
        Format::ExcelRu => {
            let (file, encoding) = excel_ru::decode(file);
            let rows = table::read(&file, &excel_ru::DIALECT, options.key, dataset, report);
            Import { rows, notes: excel_ru::notes(&file, encoding), ..Import::default() }
        }
        Format::Bulletin => {
            let cbar::BulletinReading { rows, unknown, lacking } =
                cbar::read(file, dataset, options.bulletin, report);
            Import { rows, unknown, lacking, ..Import::default() }
        }
        Format::Workbook => match open_workbook(file, report) {
            Some(workbook) => read_workbook(file, &workbook, options, basis, report),
            None => Import::default(),
        },
        format => match message(format, file, report) {
            Some(rows) => by_definitions(file, Content::Rows(rows), options, basis, report),
            None => Import::default(),
        },
    })
}

/// Lists what can be read of a file of a source.
pub fn list(
    file: &DataFile,
    options: Options<'_>,
    basis: Basis<'_>,
    diagnostics: &mut Diagnostics,
) -> Vec<Message> {
    Report::collect(diagnostics, |report| {
        let location = Location::file(file.path.as_str());
        let workbook = match Format::of(&file.bytes) {
            Format::Workbook => Some(open_workbook(file, report)?),
            _ => None,
        };
        let content = match &workbook {
            Some(workbook) => Content::Sheets(workbook.sheets.iter().map(Grid::new).collect()),
            None => Content::Rows(message(Format::of(&file.bytes), file, report)?),
        };
        let definitions = definitions(options.tables, basis.tables, &location, report);
        let delivery = delivery(file, content, basis);
        Some(list::list(&delivery, &definitions, !options.tables.is_empty(), report))
    })
    .unwrap_or_default()
}

fn open_workbook(file: &DataFile, report: &Report) -> Option<Workbook> {
    let refuse = |message| report.refuse(Location::file(file.path.as_str()), message);
    workbook::read(&file.bytes).map_or_else(refuse, Some)
}

/// The observations of a message; nothing where the file is none.
fn message(format: Format, file: &DataFile, report: &Report) -> Option<Vec<CodedRow>> {
    let refuse = |message| report.refuse(Location::file(file.path.as_str()), message);
    match format {
        Format::SdmxXml => Some(sdmx::read_xml(file, report)),
        Format::SdmxCsv => Some(sdmx::read_csv(file, report)),
        Format::JsonStat => Some(json_stat::read(file, report)),
        Format::Html => refuse(msg::import_is_html()),
        _ => refuse(msg::import_without_list()),
    }
}

/// Reads the tables of this program in a workbook; where it has none, what the definitions take from it.
fn read_workbook(
    file: &DataFile,
    workbook: &Workbook,
    options: Options<'_>,
    basis: Basis<'_>,
    report: &Report,
) -> Import {
    let tables = table::in_workbook(&file.path, workbook, options.key.is_some());
    if options.tables.is_empty() && !tables.is_empty() {
        let rows = |table: &DataFile| table::read(table, &dataset::PLAIN, options.key, basis.dataset, report);
        return Import { rows: tables.iter().flat_map(rows).collect(), ..Import::default() };
    }
    let grids = workbook.sheets.iter().map(Grid::new).collect();
    by_definitions(file, Content::Sheets(grids), options, basis, report)
}

fn by_definitions(
    file: &DataFile,
    content: Content<'_>,
    options: Options<'_>,
    basis: Basis<'_>,
    report: &Report,
) -> Import {
    let location = Location::file(file.path.as_str());
    let before = report.errors();
    let definitions = definitions(options.tables, basis.tables, &location, report);
    if definitions.is_empty() && report.errors() == before {
        report.error(location, msg::import_without_table("tables/"));
    }
    if report.errors() > before {
        return Import::default();
    }
    let delivery = delivery(file, content, basis);
    let mut delivered = delivery.read(&definitions, !options.tables.is_empty(), options.publication, report);
    let (rows, notes) = (std::mem::take(&mut delivered.rows), std::mem::take(&mut delivered.notes));
    Import { rows, notes, delivered: Some(delivered), ..Import::default() }
}

fn delivery<'a>(file: &'a DataFile, content: Content<'a>, basis: Basis<'a>) -> Delivery<'a> {
    let name = file.path.rsplit('/').next().unwrap_or(&file.path);
    let location = Location::file(file.path.as_str());
    Delivery { name, location, content, dataset: basis.dataset, public: basis.public }
}

/// The definitions that are named, or all.
fn definitions<'t>(
    named: &[String],
    tables: &'t Tables,
    location: &Location,
    report: &Report,
) -> Vec<&'t TableDefinition> {
    let all = &tables.definitions;
    let ids = || all.iter().map(|definition| definition.id.as_str()).collect::<Vec<_>>().join(", ");
    let named: Vec<&TableDefinition> = named
        .iter()
        .filter_map(|id| {
            let definition = all.iter().find(|definition| definition.id == *id);
            definition.or_else(|| report.refuse(location.clone(), msg::unknown_table(id, ids())))
        })
        .collect();
    if named.is_empty() { all.iter().collect() } else { named }
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
            assert_eq!(Format::of(bytes), format, "{}", String::from_utf8_lossy(bytes));
        }
    }
}
