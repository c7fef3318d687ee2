//! Tables of this program: a row for each observation, or a column for each indicator; as CSV, as a Russian Excel saves CSV,
//! or in the sheets of a workbook.

use super::*;

use crate::dataset::{Columns, Record, Table, TableRow};
use crate::model::{Lang, SeriesKey};

/// The columns of a table with a row for each observation. From `name` on they are those that exports have beside those of
/// imports.
const COLUMNS: &[&str] = &[
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
];
/// The columns beside those of indicators in a table with a column for each.
const SHARED: [&str; 3] = ["date", "published", "not_before"];

/// The rows of a sheet among which the names of the columns are looked for.
const FIRST_ROWS: u32 = 10;

/// The rows of a table: each takes some thousand bytes until it is written.
const MOST_ROWS: usize = 500_000;

/// The rows that are shown as they were understood.
const MAX_SHOWN: usize = 3;

/// The observations of a table, each with the place of its row.
type Rows = Vec<(Location, NewRow)>;

/// Reads a table in CSV.
pub fn read(file: &DataFile, request: Request<'_>, report: &Report) -> Rows {
    let in_utf8 = in_utf8(file);
    let Some(text) = Text::decode(&in_utf8, report) else {
        return Rows::new();
    };

    let before = report.errors();
    let mut records = Records::new(&text);
    let rows = records.next().and_then(|header| {
        let has = |name: &str| header.cells.iter().any(|cell| cell == name);
        let is_wide = has("date") && !has("key") && !has("value");
        if is_wide {
            wide(&header, records, request.dataset)
        } else {
            long(&header, records, request, before)
        }
    });

    let mut rows = rows.unwrap_or_default();
    take_firsts_for_months(&mut rows, request.dataset);
    if rows.is_empty() && report.errors() == before {
        report.error(text.location.clone(), msg::no_rows());
    }

    rows
}

/// Where every date of a table is the first of a month, it is the month in a series of months.
fn take_firsts_for_months(rows: &mut Rows, dataset: &Dataset) {
    if !rows
        .iter()
        .all(|(_, row)| month_of_first(&row.date).is_some())
    {
        return;
    }

    let mut monthly: HashSet<&str> = HashSet::new();
    for indicator in dataset.indicators() {
        if indicator.frequency.is_none() && indicator.period_type.every_month() {
            monthly.insert(indicator.key.as_str());
        }
    }

    for (_, row) in rows {
        if monthly.contains(row.key.as_str()) {
            row.date.truncate("2026-10".len());
        }
    }
}

/// The columns that a table needs: that of the key unless the command line has it.
fn required_columns(request: Request<'_>) -> &'static [&'static str] {
    if request.key.is_some() {
        &["date", "value"]
    } else {
        &["key", "date", "value"]
    }
}

fn long(
    header: &Record<'_>,
    records: Records<'_>,
    request: Request<'_>,
    before: usize,
) -> Option<Rows> {
    let indicators: HashMap<&str, &Indicator> = request
        .dataset
        .indicators()
        .map(|indicator| (indicator.key.as_str(), indicator))
        .collect();
    let columns = Columns {
        known: COLUMNS,
        required: required_columns(request),
    };
    let mut table = Table::with_header(header, records, &columns, before)?;
    let has_keys = table.has("key");
    let mut rows = Rows::new();
    while let Some(row) = table.next_row() {
        let mut new = NewRow::default();
        for column in COLUMNS {
            if let Some(cell) = new.cell_mut(column) {
                row.text(column).clone_into(cell);
            }
        }

        if let Some(key) = request.key {
            if has_keys && new.key != key {
                row.error(msg::import_of_another_key(&new.key, key));
            }
            key.clone_into(&mut new.key);
        }

        if let Some(indicator) = indicators.get(new.key.as_str()) {
            check_basis(&row, indicator, &new.date);
        }

        if rows.len() == MOST_ROWS {
            row.error(msg::import_too_many_rows(MOST_ROWS));
            return None;
        }

        rows.push((row.location(), new));
    }

    Some(rows)
}

/// Reports a unit, measure or period type that an export names and the indicator does not have, nor its row of that date.
fn check_basis(row: &TableRow<'_, '_>, indicator: &Indicator, date: &str) {
    let day: Option<NaiveDate> = date.parse().ok();
    let observations = indicator.series.observations();
    let recorded = observations
        .binary_search_by_key(&day, |observation| observation.date)
        .ok();
    let basis = recorded.map(|place| &*observations[place].series_key);
    let (unit, measure, period_type) = match basis {
        Some(SeriesKey {
            unit,
            measure,
            period_type,
            ..
        }) => (unit, *measure, *period_type),
        None => (&indicator.unit, indicator.measure, indicator.period_type),
    };

    let is_unit =
        |text: &str| text == unit.id || Lang::ALL.iter().any(|lang| text == unit.text.get(*lang));
    for (column, name, is_same) in [
        ("unit", unit.id.as_str(), is_unit(row.text("unit"))),
        ("unit_code", &unit.id, row.text("unit_code") == unit.id),
        (
            "measure",
            measure.name(),
            row.text("measure") == measure.name(),
        ),
        (
            "period_type",
            period_type.name(),
            row.text("period_type") == period_type.name(),
        ),
    ] {
        let written = row.text(column);
        if !written.is_empty() && !is_same {
            row.error(msg::import_of_another_basis(
                column,
                written,
                indicator.key.as_str(),
                name,
            ));
        }
    }
}

fn is_shared(column: &str) -> bool {
    SHARED.contains(&column)
}

/// Reports a row with more cells than the header has, or with fewer.
pub fn has_width(record: &Record<'_>, expected: usize, text: &Text<'_>) -> bool {
    let count = record.cells.len();
    let message = if count < expected {
        msg::too_few_cells
    } else {
        msg::too_many_cells
    };

    if count != expected {
        text.report
            .error(text.at(record.start), message(count, expected));
    }

    count == expected
}

/// An empty cell is an observation that is not there.
fn wide(header: &Record<'_>, records: Records<'_>, dataset: &Dataset) -> Option<Rows> {
    let text = records.text;
    check_wide_header(header, text, dataset)?;
    let mut rows = Rows::new();
    for record in records.filter(|record| has_width(record, header.cells.len(), text)) {
        let cells = || header.cells.iter().zip(&record.cells);
        let mut shared = NewRow::default();
        for (column, written) in cells().filter(|(column, _)| is_shared(column)) {
            if let Some(cell) = shared.cell_mut(column) {
                (**written).clone_into(cell);
            }
        }

        for (key, value) in
            cells().filter(|(column, value)| !is_shared(column) && !value.is_empty())
        {
            let row = NewRow {
                key: key.to_string(),
                value: value.to_string(),
                ..shared.clone()
            };
            if rows.len() == MOST_ROWS {
                let message = msg::import_too_many_rows(MOST_ROWS);
                return text.report.refuse(text.at(record.start), message);
            }

            rows.push((text.at(record.start), row));
        }
    }

    Some(rows)
}

/// Reports a column that is repeated, or no indicator.
fn check_wide_header(header: &Record<'_>, text: &Text<'_>, dataset: &Dataset) -> Option<()> {
    let report = text.report;
    let before = report.errors();
    let error = |message| report.error(text.at(header.start), message);
    let keys = || dataset.indicators().map(|indicator| indicator.key.as_str());
    let all_keys: HashSet<&str> = keys().collect();
    let mut seen = HashSet::new();
    for (number, name) in (1..).zip(&header.cells) {
        if !seen.insert(name) {
            error(msg::repeated_column(name));
        }

        match &**name {
            "" => error(msg::unnamed_column(number)),
            name if is_shared(name) || all_keys.contains(name) => {}
            key => error(msg::unknown_indicator(key, report.nearest(key, keys()))),
        }
    }

    (report.errors() == before).then_some(())
}

/// Reads the sheets that are tables with a row for each observation; nothing where none is.
pub fn read_sheets(
    path: &str,
    sheets: &[Grid],
    request: Request<'_>,
    report: &Report,
) -> Option<Rows> {
    let read = |grid: &Grid| {
        let path = format!("{path}, {}", grid.name);
        let bytes = csv(grid, &path, required_columns(request), report)?.into_bytes();
        Some(read(&DataFile { path, bytes }, request, report))
    };
    let tables: Vec<Rows> = sheets.iter().filter_map(read).collect();
    (!tables.is_empty()).then(|| tables.concat())
}

/// A sheet as CSV in which each row has the line of its row in the sheet; nothing where none of the first rows has the names
/// of these columns.
fn csv(grid: &Grid, path: &str, required: &[&str], report: &Report) -> Option<String> {
    let sheet = grid.view(false);
    let text = |place| sheet.at(place).map(Value::in_table).unwrap_or_default();
    let names = |row: u32| -> Vec<(u32, String)> {
        let columns = sheet.row(row, 0..u32::MAX).map(|(column, _)| column);
        columns
            .map(|column| (column, text((row, column)).trim().to_owned()))
            .collect()
    };
    let is_header = |header: &Vec<(u32, String)>| {
        required
            .iter()
            .all(|column| header.iter().any(|(_, name)| name == column))
    };
    let mut headers = (0..FIRST_ROWS).map(|row| (row, names(row)));
    let (first, header) = headers.find(|(_, header)| is_header(header))?;
    for row in 0..first {
        let mut required = header
            .iter()
            .filter(|(_, name)| required.contains(&name.as_str()));
        let fits = |(column, name): &(u32, String)| {
            sheet
                .at((row, *column))
                .is_some_and(|value| name != "value" || value.is_number())
        };
        if required.all(fits) {
            report.error(Location::file(path).line(row + 1), msg::row_above_header());
        }
    }

    let mut csv =
        "\n".repeat(first as usize) + &join_cells(header.iter().map(|(_, name)| name.as_str()));
    let mut last = first;
    for row in sheet.turned().columns().iter().copied() {
        if row <= first {
            continue;
        }

        let cells: Vec<String> = header
            .iter()
            .map(|(column, _)| text((row, *column)))
            .collect();
        if cells.iter().any(|cell| !cell.is_empty()) {
            csv += &("\n".repeat((row - last) as usize)
                + &join_cells(cells.iter().map(String::as_str)));
            last = row;
        }
    }

    Some(csv + "\n")
}

/// Reads a table that a Russian Excel saved, in windows-1251 or UTF-8, and notes how it was understood.
pub fn read_excel_ru(file: &DataFile, request: Request<'_>, report: &Report) -> Import {
    Import {
        rows: read(file, request, report),
        notes: notes(file),
        ..Import::default()
    }
}

fn notes(file: &DataFile) -> Vec<Message> {
    let in_utf8 = in_utf8(file);
    let encoding = if in_utf8.bytes == file.bytes {
        "UTF-8"
    } else {
        "windows-1251"
    };

    let mut notes = vec![msg::excel_ru_understood(&file.path, encoding)];

    let report = Report::default();
    let Some(text) = Text::decode(&in_utf8, &report) else {
        return notes;
    };

    for record in Records::new(&text).skip(1) {
        let written = &text.content[record.start..record.end];
        let read = join_cells(record.cells.iter().map(AsRef::as_ref));
        if written != read && notes.len() <= MAX_SHOWN {
            notes.push(msg::excel_ru_row(written, read));
        }
    }

    notes
}

#[cfg(test)]
mod tests {
    use super::*;

    fn written(bytes: &[u8]) -> String {
        let file = DataFile {
            path: "x.csv".into(),
            bytes: bytes.to_vec(),
        };
        let report = Report::default();
        let file = in_utf8(&file);
        let text = Text::decode(&file, &report).unwrap();
        let records = Records::new(&text);
        records
            .map(|record| join_cells(record.cells.iter().map(AsRef::as_ref)) + "\n")
            .collect()
    }

    #[test]
    fn cells_are_written_as_this_program_has_them() {
        assert_eq!(
            written(b"sep=;\r\nkey;date;value;ref\r\nm2;31.10.2026;45\xa0310,55;\xcc\xe8\xed, 12\r\n;;;\r\nm0;10.2026;-1 234;\r\n"),
            "key,date,value,ref\nm2,2026-10-31,45310.55,\"Мин, 12\"\nm0,2026-10,-1234,\n"
        );
        assert_eq!(
            written("date;usd\n\"20.11.2026\";1,7".as_bytes()),
            "date,usd\n2026-11-20,1.7\n"
        );
    }

    #[test]
    fn where_a_figure_is_from_is_no_number_and_three_rows_are_shown() {
        let bytes = "key;date;value;ref;flag\nm2;10.2026;1,5;12,5;10,5\n".to_owned()
            + &"m2;11.2026;2;;\n".repeat(5);
        assert!(written(bytes.as_bytes()).contains("m2,2026-10,1.5,\"12,5\",\"10,5\"\n"));
        let file = DataFile {
            path: "x.csv".into(),
            bytes: bytes.into_bytes(),
        };
        assert_eq!(notes(&file).len(), 1 + MAX_SHOWN);
    }
}
