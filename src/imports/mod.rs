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
mod request;
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
use codes::CodedRow;
use counting::{Period, Unit};
use delivery::{Content, Delivery};
use grid::{Axis, Grid, View};
use series::SeriesReading;
use workbook::{Sheet, Value, Workbook};
use xml::elements;

pub use outcome::{Import, Outcome};
pub use request::{Basis, Format, Options};

/// Reads a file of any format.
pub fn read(
    file: &DataFile,
    options: Options<'_>,
    basis: Basis<'_>,
    diagnostics: &mut Diagnostics,
) -> Import {
    let dataset = basis.dataset;
    Report::collect(diagnostics, |report| match Format::detect(&file.bytes) {
        Format::Table => {
            let rows = table::read(file, &dataset::PLAIN, options.key, dataset, report);
            Import { rows, ..Import::default() }
        }
        Format::ExcelRu => {
            let (file, encoding) = excel_ru::decode(file);
            let rows = table::read(&file, &excel_ru::DIALECT, options.key, dataset, report);
            Import { rows, notes: excel_ru::notes(&file, encoding), ..Import::default() }
        }
        Format::Bulletin => cbar::read(file, dataset, options, report),
        _ => read_content(file, options, basis, report).unwrap_or_default(),
    })
}

/// Reads the tables of this program in a workbook; of any other file what the definitions take from it.
fn read_content(file: &DataFile, options: Options<'_>, basis: Basis<'_>, report: &Report) -> Option<Import> {
    let content = Content::read(file, report)?;
    if let (Content::Workbook(workbook), []) = (&content, options.tables) {
        let tables = table::in_workbook(&file.path, workbook, options.key.is_some());
        if !tables.is_empty() {
            let rows =
                |table: &DataFile| table::read(table, &dataset::PLAIN, options.key, basis.dataset, report);
            return Some(Import { rows: tables.iter().flat_map(rows).collect(), ..Import::default() });
        }
    }
    Delivery::new(file, &content, options, basis, report)?.read(report)
}

/// Lists what can be read of a file of a source.
pub fn list(
    file: &DataFile,
    options: Options<'_>,
    basis: Basis<'_>,
    diagnostics: &mut Diagnostics,
) -> Vec<Message> {
    let lines = Report::collect(diagnostics, |report| {
        let content = Content::read(file, report)?;
        Some(list::list(&Delivery::new(file, &content, options, basis, report)?, report))
    });
    lines.unwrap_or_default()
}
