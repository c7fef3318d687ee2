//! Tables of this program: a row for each observation, or a column for each indicator; as CSV, or in the sheets of a
//! workbook.

use super::*;

use crate::dataset::{Columns, Record, Row, Table};
use crate::model::{Lang, SeriesKey};

/// A table with a row for each observation. Columns from `name` on are those that exports have beside those of imports.
const LONG: Columns = Columns {
    known: &[
        "key",
        "date",
        "value",
        "published",
        "not_before",
        "reported_change_pct",
        "ref",
        "flag",
        "name",
        "unit",
        "unit_code",
        "measure",
        "period_type",
        "frequency",
    ],
    required: &["key", "date", "value"],
};
/// The same for one indicator, which the command line names.
const LONG_OF_KEY: Columns = Columns { known: LONG.known, required: &["date", "value"] };
/// The columns beside those of indicators in a table with a column for each.
const SHARED: [&str; 3] = ["date", "published", "not_before"];

/// The rows of a sheet among which the names of the columns are looked for.
const FIRST_ROWS: u32 = 10;

/// Reads a table. `key` is the indicator of a table that has no column for it.
pub fn read(
    file: &DataFile,
    dialect: &'static Dialect,
    key: Option<&str>,
    dataset: &Dataset,
    report: &Report,
) -> Vec<(Location, NewRow)> {
    let Some(text) = Text::decode(file, report) else { return Vec::new() };
    let before = report.errors();
    let mut records = Records::of(&text, dialect);
    let rows = records.next().and_then(|header| {
        let has = |name: &str| header.cells.iter().any(|cell| cell == name);
        let is_wide = has("date") && !has("key") && !has("value");
        if is_wide { wide(&header, records, dataset) } else { long(&header, records, key, dataset, before) }
    });
    let rows = rows.unwrap_or_default();
    if rows.is_empty() && report.errors() == before {
        report.error(text.location.clone(), msg::no_rows());
    }
    rows
}

fn long(
    header: &Record<'_>,
    records: Records<'_>,
    key: Option<&str>,
    dataset: &Dataset,
    before: usize,
) -> Option<Vec<(Location, NewRow)>> {
    let indicators: HashMap<&str, &Indicator> =
        dataset.indicators().map(|indicator| (indicator.key.as_str(), indicator)).collect();
    let columns = if key.is_some() { &LONG_OF_KEY } else { &LONG };
    let mut table = Table::of(header, records, columns, before)?;
    let has_keys = table.has("key");
    let mut rows = Vec::new();
    while let Some(row) = table.next_row() {
        let mut new = NewRow::default();
        for column in LONG.known {
            if let Some(cell) = new.cell_mut(column) {
                row.text(column).clone_into(cell);
            }
        }
        if let Some(key) = key {
            if has_keys && new.key != key {
                row.error(msg::import_of_another_key(&new.key, key));
            }
            key.clone_into(&mut new.key);
        }
        if let Some(indicator) = indicators.get(new.key.as_str()) {
            check_basis(&row, indicator, &new.date);
        }
        rows.push((row.location(), new));
    }
    Some(rows)
}

/// Reports a unit, measure or period type that an export names and the indicator does not have, nor its row of that date.
fn check_basis(row: &Row<'_, '_>, indicator: &Indicator, date: &str) {
    let day: Option<NaiveDate> = date.parse().ok();
    let observations = indicator.series.observations();
    let recorded = observations.binary_search_by_key(&day, |observation| observation.date).ok();
    let basis = recorded.map(|place| &*observations[place].series_key);
    let (unit, measure, period_type) = match basis {
        Some(SeriesKey { unit, measure, period_type, .. }) => (unit, *measure, *period_type),
        None => (&indicator.unit, indicator.measure, indicator.period_type),
    };
    let is_unit = |text: &str| text == unit.id || Lang::ALL.iter().any(|lang| text == unit.text.get(*lang));
    for (column, name, is_same) in [
        ("unit", unit.id.as_str(), is_unit(row.text("unit"))),
        ("unit_code", &unit.id, row.text("unit_code") == unit.id),
        ("measure", measure.name(), row.text("measure") == measure.name()),
        ("period_type", period_type.name(), row.text("period_type") == period_type.name()),
    ] {
        let written = row.text(column);
        if !written.is_empty() && !is_same {
            row.error(msg::import_of_another_basis(column, written, indicator.key.as_str(), name));
        }
    }
}

/// The meaning of a column of a wide table.
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
        let (location, count) = (text.at(record.start), record.cells.len());
        if count != columns.len() {
            let message = if count < columns.len() { msg::too_few_cells } else { msg::too_many_cells };
            text.report.error(location, message(count, columns.len()));
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
    let all_keys: HashSet<&str> = keys().collect();
    let (mut columns, mut seen) = (Vec::new(), HashSet::new());
    for (number, name) in (1..).zip(&header.cells) {
        if !seen.insert(name) {
            report.error(location.clone(), msg::repeated_column(name));
        }
        match (&**name, SHARED.iter().find(|column| *column == name)) {
            (_, Some(column)) => columns.push(Column::Shared(column)),
            (key, None) if all_keys.contains(key) => columns.push(Column::Indicator(key.to_owned())),
            ("", None) => report.error(location.clone(), msg::unnamed_column(number)),
            (key, None) => {
                report.error(location.clone(), msg::unknown_indicator(key, report.nearest(key, keys())))
            }
        }
    }
    (report.errors() == before).then_some(columns)
}

/// The sheets of a workbook that are tables with a row for each observation, as CSV. A row has the line of its row in the
/// sheet.
pub fn in_workbook(path: &str, workbook: &Workbook, has_key: bool) -> Vec<DataFile> {
    let as_csv = |sheet: &Sheet| {
        let bytes = csv(sheet, has_key)?.into_bytes();
        Some(DataFile { path: format!("{path}, {}", sheet.name), bytes })
    };
    workbook.sheets.iter().filter_map(as_csv).collect()
}

fn csv(sheet: &Sheet, has_key: bool) -> Option<String> {
    let rows = sheet.cells.chunk_by(|a, b| a.row == b.row);
    let required = if has_key { LONG_OF_KEY.required } else { LONG.required };
    let mut rows = rows.map(|cells| {
        let row = cells.first().map_or(0, |cell| cell.row);
        let texts: Vec<(u32, String)> =
            cells.iter().map(|cell| (cell.column, cell.value.in_table())).collect();
        (row, texts)
    });
    let is_header = |cells: &[(u32, String)]| {
        required.iter().all(|name| cells.iter().any(|(_, text)| text.trim() == *name))
    };
    let (first, header) =
        rows.by_ref().take_while(|(row, _)| *row < FIRST_ROWS).find(|(_, cells)| is_header(cells))?;
    let mut csv = "\n".repeat(first as usize) + &joined(header.iter().map(|(_, name)| name.trim()));
    let mut last = first;
    for (row, cells) in rows {
        let cell = |column: &u32| cells.iter().find(|(c, _)| c == column).map_or("", |(_, text)| text);
        let line = joined(header.iter().map(|(column, _)| cell(column)));
        if line.bytes().any(|byte| byte != b',') {
            csv += &("\n".repeat((row - last) as usize) + &line);
            last = row;
        }
    }
    Some(csv + "\n")
}
