//! Observations from files that are imported: tables of this program's own, also in workbooks and as a Russian Excel writes
//! them, and the bulletins of sources. Reads the files, and leaves it to others what a dataset does with their rows.
//!
//! A file of a source is read by the definitions of the dataset: a workbook is read into sheets of cells ([`workbook`],
//! [`grid`], [`axis`]), a message into rows under codes ([`sdmx`], [`json_stat`]); of each series its figures are found there
//! ([`sheet`], [`figures`], [`doubts`], [`codes`]), and [`delivery`] compares them with what is recorded.

mod axis;
mod cbar;
mod codes;
mod delivery;
mod doubts;
mod figures;
mod grid;
mod json_stat;
mod list;
mod outcome;
mod request;
mod sdmx;
mod series;
mod sheet;
mod table;
mod text_sheet;
mod values;
mod workbook;
mod xml;

use std::collections::{BTreeMap, BTreeSet, HashMap, HashSet};
use std::sync::Arc;

use chrono::{Datelike, NaiveDate};
use roxmltree::Document;

use crate::dataset::{
    DataFile, Dataset, Diagnostics, Label, LabelContext, Location, Marks, NewRow, Pattern, Records,
    Report, SheetPlace, TableSeries, Text, Where, Year, in_utf8,
};
use crate::messages::{self as msg, Message};
use crate::model::{Flag, Flags, Indicator, Key, Number, last_day_of_month};
use axis::{Axis, Entry};
use codes::CodedRow;
use delivery::{Content, Delivery};
use grid::{Grid, View};
use series::{Figure, SeriesReading};
use workbook::Value;
use xml::{Element, child_text, elements, listed};

pub use outcome::{Import, Outcome};
pub use request::{Format, Request};

/// Reads a file of any format.
pub fn read(file: &DataFile, request: Request<'_>, diagnostics: &mut Diagnostics) -> Import {
    Report::collect(diagnostics, |report| {
        let format = Format::detect(&file.bytes);
        let is_table = matches!(format, Format::Table | Format::ExcelRu);
        if format == Format::Bulletin {
            return cbar::read(file, request, report);
        }

        if !is_table || is_of_source(file, request) {
            let delivery = Delivery::open(file, request, report);
            let import = delivery.and_then(|delivery| delivery.read());
            return import.unwrap_or_default();
        }

        let notes = match format {
            Format::ExcelRu => table::notes(file),
            _ => Vec::new(),
        };
        Import {
            rows: table::read(file, request, report),
            notes,
            ..Import::default()
        }
    })
}

/// Returns true if a text is read by definitions: one is named, or there are some and no line of its head names the columns
/// of a table of this program.
pub fn is_of_source(file: &DataFile, request: Request<'_>) -> bool {
    if !request.tables.is_empty() {
        return true;
    }

    let mut series = request
        .definitions
        .definitions
        .iter()
        .flat_map(|definition| &definition.series);
    let has_text = series.any(
        |series| matches!(&series.at, Where::Sheet(place) if place.sheet == Pattern::default()),
    );
    if !has_text {
        return false;
    }

    // The reader reports a file that cannot be decoded.
    let text = text_sheet::decode(file, &Report::default());
    text.is_some_and(|text| !text_sheet::has_in_head(&text, "date"))
}

/// Lists what can be read of a file of a source.
pub fn list(file: &DataFile, request: Request<'_>, diagnostics: &mut Diagnostics) -> Vec<Message> {
    let lines = Report::collect(diagnostics, |report| {
        let delivery = Delivery::open(file, request, report)?;
        Some(list::list(&delivery))
    });
    lines.unwrap_or_default()
}
