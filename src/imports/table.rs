//! Tables of this program, as CSV, as a Russian Excel saves CSV, or in the sheets of a workbook. A *long* table has a row for
//! each observation, a *wide* one a column for each indicator.

use super::*;

use super::workbook::Place;
use crate::dataset::{
    Columns, Record, Table, TableRow, describe_width, join_cells, month_of_first,
};
use crate::model::Lang;

/// The columns of a long table. From `name` on they are those that exports have beside those of imports.
const LONG_COLUMNS: &[&str] = &[
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
/// The columns of a wide table beside those of indicators.
const SHARED_COLUMNS: [&str; 3] = ["date", "published", "not_before"];

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

    let errors_before = report.errors();
    let mut records = Records::new(&text);
    let mut rows = Rows::new();
    if let Some(header) = records.next() {
        let names: Vec<&str> = header.cells.iter().map(AsRef::as_ref).collect();
        let is_long = ["key", "value"].iter().any(|name| names.contains(name));
        let read = if names.contains(&"date") && !is_long {
            read_wide(&header, records, request.dataset)
        } else {
            read_long(&header, records, request, errors_before)
        };
        rows = read.unwrap_or_default();
    }

    take_firsts_for_months(&mut rows, request.dataset);
    if rows.is_empty() && report.errors() == errors_before {
        report.error(text.location.clone(), msg::no_rows());
    }

    rows
}

/// Where every date of a table is the first of a month, it is the month in a series of months.
fn take_firsts_for_months(rows: &mut Rows, dataset: &Dataset) {
    for (_, row) in rows.iter() {
        if month_of_first(&row.date).is_none() {
            return;
        }
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

fn read_long(
    header: &Record<'_>,
    records: Records<'_>,
    request: Request<'_>,
    errors_before: usize,
) -> Option<Rows> {
    let mut indicators: HashMap<&str, &Indicator> = HashMap::new();
    for indicator in request.dataset.indicators() {
        indicators.insert(indicator.key.as_str(), indicator);
    }

    let columns = Columns {
        known: LONG_COLUMNS,
        required: required_columns(request),
    };
    let mut table = Table::with_header(header, records, &columns, errors_before)?;
    let has_keys = table.has("key");
    let mut rows = Rows::new();
    while let Some(row) = table.next_row() {
        let mut new = NewRow::default();
        for column in LONG_COLUMNS {
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
fn check_basis(row: &TableRow<'_>, indicator: &Indicator, date: &str) {
    let day: Option<NaiveDate> = date.parse().ok();
    let (unit, measure, period_type) = match indicator.series.on(day) {
        Some(recorded) => {
            let key = &recorded.series_key;
            (&key.unit, key.measure, key.period_type)
        }
        None => (&indicator.unit, indicator.measure, indicator.period_type),
    };

    let written = row.text("unit");
    let is_name = Lang::ALL.iter().any(|lang| unit.text.get(*lang) == written);
    for (column, expected) in [
        ("unit", unit.id.as_str()),
        ("unit_code", &unit.id),
        ("measure", measure.name()),
        ("period_type", period_type.name()),
    ] {
        let written = row.text(column);
        let is_same = written == expected || column == "unit" && is_name;
        if !written.is_empty() && !is_same {
            let key = indicator.key.as_str();
            row.error(msg::import_of_another_basis(column, written, key, expected));
        }
    }
}

fn is_shared(column: &str) -> bool {
    SHARED_COLUMNS.contains(&column)
}

/// An empty cell is an observation that is not there.
fn read_wide(header: &Record<'_>, records: Records<'_>, dataset: &Dataset) -> Option<Rows> {
    let text = records.text;
    check_wide_header(header, text, dataset)?;
    let mut rows = Rows::new();
    let delimiter = records.form.delimiter;
    for record in records {
        if record.cells.len() != header.cells.len() {
            let problem = describe_width(&record.cells, &header.cells, delimiter);
            text.report.error(text.at(record.start), problem);
            continue;
        }

        let mut shared = NewRow::default();
        let mut values = Vec::new();
        for (column, written) in header.cells.iter().zip(record.cells) {
            match shared.cell_mut(column).filter(|_| is_shared(column)) {
                Some(cell) => *cell = written.into_owned(),
                None if written.is_empty() => {}
                None => values.push((column, written)),
            }
        }

        for (key, value) in values {
            if rows.len() == MOST_ROWS {
                let message = msg::import_too_many_rows(MOST_ROWS);
                return text.report.refuse(text.at(record.start), message);
            }

            let row = NewRow {
                key: key.to_string(),
                value: value.into_owned(),
                ..shared.clone()
            };
            rows.push((text.at(record.start), row));
        }
    }

    Some(rows)
}

/// Reports a column that is repeated, or no indicator.
fn check_wide_header(header: &Record<'_>, text: &Text<'_>, dataset: &Dataset) -> Option<()> {
    let report = text.report;
    let errors_before = report.errors();
    let keys: Vec<&str> = dataset
        .indicators()
        .map(|indicator| indicator.key.as_str())
        .collect();
    let mut seen = HashSet::new();
    for (number, name) in (1..).zip(&header.cells) {
        let location = text.at(header.start);
        if !seen.insert(name) {
            report.error(location.clone(), msg::repeated_column(name));
        }

        let name: &str = name;
        if name.is_empty() {
            report.error(location, msg::unnamed_column(number));
        } else if !is_shared(name) && !keys.contains(&name) {
            let nearest = report.nearest(name, keys.iter().copied());
            report.error(location, msg::unknown_indicator(name, nearest));
        }
    }

    (report.errors() == errors_before).then_some(())
}

/// Reads the sheets that are long or wide tables; `None` if no sheet is one.
pub fn read_sheets(
    path: &str,
    sheets: &[Grid],
    request: Request<'_>,
    report: &Report,
) -> Option<Rows> {
    let mut tables = Vec::new();
    for grid in sheets {
        let path = format!("{path}, {}", grid.name);
        if let Some(csv) = write_csv(grid, &path, request, report) {
            let bytes = csv.into_bytes();
            tables.push(read(&DataFile { path, bytes }, request, report));
        }
    }

    (!tables.is_empty()).then(|| tables.concat())
}

/// Writes a sheet as CSV in which each row has the line of its row in the sheet; `None` if none of the first rows names the
/// columns of a table.
fn write_csv(grid: &Grid, path: &str, request: Request<'_>, report: &Report) -> Option<String> {
    let sheet = grid.view(false);
    let required = required_columns(request);
    let header = find_header(sheet, required, request.dataset)?;
    report_rows_above(sheet, &header, required, path, report);

    let names = header.columns.iter().map(|(_, name)| name.as_str());
    let mut csv = "\n".repeat(header.row as usize) + &join_cells(names);
    let mut line = header.row;
    for row in sheet.rows() {
        let mut cells = Vec::new();
        for (column, _) in &header.columns {
            cells.push(cell_text(sheet, (row, *column)));
        }

        let is_empty = cells.iter().all(String::is_empty);
        if row > header.row && !is_empty {
            csv += &"\n".repeat((row - line) as usize);
            csv += &join_cells(cells.iter().map(String::as_str));
            line = row;
        }
    }

    Some(csv + "\n")
}

/// Reports rows above the header that have a value in each required column.
fn report_rows_above(
    sheet: View<'_>,
    header: &SheetHeader,
    required: &[&str],
    path: &str,
    report: &Report,
) {
    for row in 0..header.row {
        let mut fitting = 0;
        for (column, name) in &header.columns {
            let value = sheet.at((row, *column));
            let is_value = value.is_some_and(|value| name != "value" || value.is_number());
            fitting += usize::from(is_value && required.contains(&name.as_str()));
        }

        if fitting == required.len() {
            report.error(Location::file(path).line(row + 1), msg::row_above_header());
        }
    }
}

/// The row of a sheet that names its columns.
struct SheetHeader {
    row: u32,
    /// Each column with its name.
    columns: Vec<(u32, String)>,
}

/// Finds the row with the names of these columns, or else of nothing but a date and indicators.
fn find_header(sheet: View<'_>, required: &[&str], dataset: &Dataset) -> Option<SheetHeader> {
    for row in 0..FIRST_ROWS {
        let mut columns = Vec::new();
        for (column, _) in sheet.row(row, 0..u32::MAX) {
            let name = cell_text(sheet, (row, column));
            columns.push((column, name.trim().to_owned()));
        }

        let names: Vec<&str> = columns.iter().map(|(_, name)| name.as_str()).collect();
        let is_long = required.iter().all(|column| names.contains(column));
        if is_long || is_wide(&names, dataset) {
            return Some(SheetHeader { row, columns });
        }
    }

    None
}

/// Returns true for a date, what is shared by a row, and keys of indicators: the headings of a source are others.
fn is_wide(names: &[&str], dataset: &Dataset) -> bool {
    let mut keys = 0;
    for name in names {
        if is_shared(name) {
            continue;
        }

        let mut indicators = dataset.indicators();
        if !indicators.any(|indicator| indicator.key.as_str() == *name) {
            return false;
        }

        keys += 1;
    }

    keys > 0 && names.contains(&"date")
}

/// The text of a cell as a table has it.
fn cell_text(sheet: View<'_>, place: Place) -> String {
    sheet.at(place).map(Value::in_table).unwrap_or_default()
}

/// Tells how a table that a Russian Excel saved, in windows-1251 or UTF-8, was understood.
pub fn notes(file: &DataFile) -> Vec<Message> {
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
