//! A table of observations: long, with a row for each, or wide, with a column for each indicator.

use std::collections::HashSet;

use super::Import;
use crate::dataset::{Columns, DataFile, Dataset, Diagnostics, Location, NewRow, Records, Table, Text};
use crate::messages as msg;

const LONG: Columns = Columns {
    known: &["key", "date", "value", "published", "not_before", "reported_change_pct", "ref", "flag"],
    required: &["key", "date", "value"],
};

pub fn read(file: &DataFile, dataset: &Dataset, diagnostics: &mut Diagnostics) -> Import {
    let Some(text) = Text::decode(file, diagnostics) else { return Import::default() };
    let header = Records::new(&text).next(&mut Diagnostics::default());
    let has = |name: &str| header.iter().any(|record| record.cells.iter().any(|cell| cell == name));
    let before = diagnostics.errors();
    let rows = if has("date") && !has("key") && !has("value") {
        wide(&text, dataset, diagnostics)
    } else {
        long(&text, diagnostics)
    };
    if rows.is_empty() && diagnostics.errors() == before {
        diagnostics.error(text.location.clone(), msg::no_rows());
    }
    Import { rows, ..Import::default() }
}

fn long(text: &Text<'_>, diagnostics: &mut Diagnostics) -> Vec<(Location, NewRow)> {
    let mut rows = Vec::new();
    let Some(mut table) = Table::open(text, &LONG, diagnostics) else { return rows };
    while let Some(row) = table.next(diagnostics) {
        let cell = |column| row.cell(column).to_owned();
        let new = NewRow {
            key: cell("key"),
            date: cell("date"),
            value: cell("value"),
            published: cell("published"),
            not_before: cell("not_before"),
            reported_change: cell("reported_change_pct"),
            reference: cell("ref"),
            flag: cell("flag"),
        };
        rows.push((row.location(), new));
    }
    rows
}

/// What a column of a wide table holds.
enum Column {
    Date,
    Published,
    NotBefore,
    Indicator(String),
}

/// An empty cell is an observation that is not there.
fn wide(text: &Text<'_>, dataset: &Dataset, diagnostics: &mut Diagnostics) -> Vec<(Location, NewRow)> {
    let mut records = Records::new(text);
    let Some(header) = records.next(diagnostics) else { return Vec::new() };
    let Some(columns) = columns(&header.cells, &text.at(header.start), dataset, diagnostics) else {
        return Vec::new();
    };
    let mut rows = Vec::new();
    while let Some(record) = records.next(diagnostics) {
        let (location, found) = (text.at(record.start), record.cells.len());
        match found.cmp(&columns.len()) {
            std::cmp::Ordering::Less => diagnostics.error(location, msg::too_few_cells(found, columns.len())),
            std::cmp::Ordering::Greater => {
                diagnostics.error(location, msg::too_many_cells(found, columns.len()))
            }
            std::cmp::Ordering::Equal => {
                let mut shared = NewRow::default();
                for (column, cell) in columns.iter().zip(&record.cells) {
                    match column {
                        Column::Date => shared.date = cell.to_string(),
                        Column::Published => shared.published = cell.to_string(),
                        Column::NotBefore => shared.not_before = cell.to_string(),
                        Column::Indicator(_) => {}
                    }
                }
                for (column, value) in columns.iter().zip(&record.cells) {
                    if let (Column::Indicator(key), false) = (column, value.is_empty()) {
                        let row = NewRow { key: key.clone(), value: value.to_string(), ..shared.clone() };
                        rows.push((location.clone(), row));
                    }
                }
            }
        }
    }
    rows
}

fn columns(
    header: &[std::borrow::Cow<'_, str>],
    location: &Location,
    dataset: &Dataset,
    diagnostics: &mut Diagnostics,
) -> Option<Vec<Column>> {
    let before = diagnostics.errors();
    let known: HashSet<&str> = dataset.indicators().map(|indicator| indicator.key.as_str()).collect();
    let (mut columns, mut seen) = (Vec::new(), HashSet::new());
    for (number, name) in header.iter().enumerate() {
        if !seen.insert(name.as_ref()) {
            diagnostics.error(location.clone(), msg::repeated_column(name));
        }
        columns.push(match name.as_ref() {
            "date" => Column::Date,
            "published" => Column::Published,
            "not_before" => Column::NotBefore,
            key if known.contains(key) => Column::Indicator(key.to_owned()),
            "" => {
                diagnostics.error(location.clone(), msg::unnamed_column(number + 1));
                continue;
            }
            other => {
                let keys = dataset.indicators().map(|indicator| indicator.key.as_str());
                let nearest = diagnostics.nearest(other, keys);
                diagnostics.error(location.clone(), msg::unknown_indicator(other, nearest));
                continue;
            }
        });
    }
    (diagnostics.errors() == before).then_some(columns)
}
