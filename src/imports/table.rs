//! A table of observations: long, with a row for each, or wide, with a column for each indicator.

use std::borrow::Cow;
use std::collections::HashSet;

use crate::dataset::{Columns, DataFile, Dataset, Dialect, Location, NewRow, Records, Report, Table, Text};
use crate::messages as msg;

const LONG: Columns = Columns {
    known: &["key", "date", "value", "published", "not_before", "reported_change_pct", "ref", "flag"],
    required: &["key", "date", "value"],
};

pub fn read(
    file: &DataFile,
    dialect: &'static Dialect,
    dataset: &Dataset,
    report: &Report,
) -> Vec<(Location, NewRow)> {
    let Some(text) = Text::decode(file, report) else { return Vec::new() };
    let unreported = Report::default();
    let columns = Text::decode(file, &unreported).and_then(|text| {
        Records::of(&text, dialect)
            .next()
            .map(|header| header.cells.iter().map(|c| c.to_string()).collect::<Vec<_>>())
    });
    let has = |name: &str| columns.iter().flatten().any(|cell| cell == name);
    let before = report.errors();
    let records = Records::of(&text, dialect);
    let is_wide = has("date") && !has("key") && !has("value");
    let rows = if is_wide { wide(records, dataset) } else { long(records) };
    if rows.is_empty() && report.errors() == before {
        report.error(text.location.clone(), msg::no_rows());
    }
    rows
}

fn long(records: Records<'_>) -> Vec<(Location, NewRow)> {
    let mut rows = Vec::new();
    let Some(mut table) = Table::open(records, &LONG) else { return rows };
    while let Some(row) = table.next_row() {
        let cell = |column| row.text(column).to_owned();
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
fn wide(mut records: Records<'_>, dataset: &Dataset) -> Vec<(Location, NewRow)> {
    let text = records.text;
    let header = records.next();
    let columns =
        header.and_then(|header| columns(&header.cells, &text.at(header.start), dataset, text.report));
    let Some(columns) = columns else { return Vec::new() };
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
    rows
}

fn columns(
    header: &[Cow<'_, str>],
    location: &Location,
    dataset: &Dataset,
    report: &Report,
) -> Option<Vec<Column>> {
    let before = report.errors();
    let keys = || dataset.indicators().map(|indicator| indicator.key.as_str());
    let known: HashSet<&str> = keys().collect();
    let (mut columns, mut seen) = (Vec::new(), HashSet::new());
    for (number, name) in (1..).zip(header) {
        if !seen.insert(name) {
            report.error(location.clone(), msg::repeated_column(name));
        }
        match &**name {
            "date" => columns.push(Column::Date),
            "published" => columns.push(Column::Published),
            "not_before" => columns.push(Column::NotBefore),
            key if known.contains(key) => columns.push(Column::Indicator(key.to_owned())),
            "" => report.error(location.clone(), msg::unnamed_column(number)),
            other => {
                report.error(location.clone(), msg::unknown_indicator(other, report.nearest(other, keys())))
            }
        }
    }
    (report.errors() == before).then_some(columns)
}
