//! A table of observations: long, with a row for each, or wide, with a column for each indicator.

use super::Import;
use crate::dataset::edit::NewRow;
use crate::dataset::{Columns, DataFile, Dataset, Diagnostics, Location, Records, Table, Text, nearest_name};
use crate::messages as say;

const LONG: Columns = Columns {
    known: &["key", "date", "value", "published", "reported_change_pct", "ref", "flag"],
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
        diagnostics.error(text.location.clone(), say::no_rows());
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
            std::cmp::Ordering::Less => diagnostics.error(location, say::too_few_cells(found, columns.len())),
            std::cmp::Ordering::Greater => {
                diagnostics.error(location, say::too_many_cells(found, columns.len()))
            }
            std::cmp::Ordering::Equal => {
                let cells = || columns.iter().zip(&record.cells);
                let of = |wanted: fn(&Column) -> bool| {
                    cells()
                        .find(|(column, _)| wanted(column))
                        .map(|(_, cell)| cell.to_string())
                        .unwrap_or_default()
                };
                let date = of(|column| matches!(column, Column::Date));
                let published = of(|column| matches!(column, Column::Published));
                for (column, value) in cells().filter(|(_, value)| !value.is_empty()) {
                    let Column::Indicator(key) = column else { continue };
                    let (date, published, value) = (date.clone(), published.clone(), value.to_string());
                    let row = NewRow { key: key.clone(), date, value, published, ..NewRow::default() };
                    rows.push((location.clone(), row));
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
    let mut columns = Vec::new();
    for (number, name) in header.iter().enumerate() {
        if header.iter().take(number).any(|other| other == name) {
            diagnostics.error(location.clone(), say::repeated_column(name));
        }
        let known = || dataset.indicators().map(|indicator| indicator.key.as_str());
        columns.push(match name.as_ref() {
            "date" => Column::Date,
            "published" => Column::Published,
            key if known().any(|known| known == key) => Column::Indicator(key.to_owned()),
            "" => {
                diagnostics.error(location.clone(), say::unnamed_column(number + 1));
                continue;
            }
            other => {
                diagnostics
                    .error(location.clone(), say::unknown_indicator(other, nearest_name(other, known())));
                continue;
            }
        });
    }
    (diagnostics.errors() == before).then_some(columns)
}
