//! Tables of this program: a row for each observation, or a column for each indicator; as CSV, as a Russian Excel saves CSV,
//! or in the sheets of a workbook.

use super::*;

use std::borrow::Cow;

use encoding_rs::WINDOWS_1251;

use crate::dataset::{Columns, Record, Row, Table};
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

/// The rows that are shown as they were understood.
const MAX_SHOWN: usize = 3;

/// The observations of a table, each with the place of its row.
type Rows = Vec<(Location, NewRow)>;

/// Reads a table in CSV.
pub fn read(
    file: &DataFile,
    dialect: &'static Dialect,
    request: Request<'_>,
    report: &Report,
) -> Rows {
    let Some(text) = Text::decode(file, report) else {
        return Rows::new();
    };
    let before = report.errors();
    let mut records = Records::with_dialect(&text, dialect);
    let rows = records.next().and_then(|header| {
        let has = |name: &str| header.cells.iter().any(|cell| cell == name);
        let is_wide = has("date") && !has("key") && !has("value");
        if is_wide {
            wide(&header, records, request.dataset)
        } else {
            long(&header, records, request, before)
        }
    });
    let rows = rows.unwrap_or_default();
    if rows.is_empty() && report.errors() == before {
        report.error(text.location.clone(), msg::no_rows());
    }
    rows
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
        rows.push((row.location(), new));
    }
    Some(rows)
}

/// Reports a unit, measure or period type that an export names and the indicator does not have, nor its row of that date.
fn check_basis(row: &Row<'_, '_>, indicator: &Indicator, date: &str) {
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
        Some(read(&DataFile { path, bytes }, &PLAIN, request, report))
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
    for row in sheet.turned().columns().range(first + 1..).copied() {
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

/// CSV as a Russian Excel saves it: semicolons, decimal commas, dates as 20.11.2026. A cell that is neither a date nor a
/// number of the dialect stays as it is: reading the table says what is wrong with it.
static EXCEL_RU: Dialect = Dialect {
    delimiter: ';',
    is_skipped,
    translate,
};

/// Reads a table that a Russian Excel saved, in windows-1251 or UTF-8, and notes how it was understood.
pub fn read_excel_ru(file: &DataFile, request: Request<'_>, report: &Report) -> Import {
    let (file, encoding) = decode(file);
    let rows = read(&file, &EXCEL_RU, request, report);
    Import {
        rows,
        notes: notes(&file, encoding),
        ..Import::default()
    }
}

/// The file in UTF-8, and the encoding that it has.
fn decode(file: &DataFile) -> (DataFile, &'static str) {
    let (text, encoding) = match std::str::from_utf8(&file.bytes) {
        Ok(text) => (Cow::Borrowed(text), "UTF-8"),
        Err(_) => (
            WINDOWS_1251.decode_without_bom_handling(&file.bytes).0,
            "windows-1251",
        ),
    };
    (
        DataFile {
            path: file.path.clone(),
            bytes: text.into_owned().into_bytes(),
        },
        encoding,
    )
}

fn notes(file: &DataFile, encoding: &str) -> Vec<Message> {
    let mut notes = vec![msg::excel_ru_understood(&file.path, encoding)];
    let report = Report::default();
    let Some(text) = Text::decode(file, &report) else {
        return notes;
    };
    let understood = Records::with_dialect(&text, &EXCEL_RU)
        .skip(1)
        .filter_map(|record| {
            let (written, read) = (
                &text.content[record.start..record.end],
                join_cells(record.cells.iter().map(AsRef::as_ref)),
            );
            (written != read).then(|| msg::excel_ru_row(written, read))
        });
    notes.extend(understood.take(MAX_SHOWN));
    notes
}

/// Excel's own hint to itself, and rows of empty cells below the table.
fn is_skipped(row: &str, cells: &[Cow<'_, str>]) -> bool {
    row.starts_with("sep=") || cells.iter().all(|cell| cell.trim().is_empty())
}

fn translate(column: Option<&str>, cell: &str) -> Option<String> {
    let bare = cell.trim();
    let translated = match column {
        None | Some("key" | "ref" | "flag") => None,
        Some("date" | "published") => plain_date(bare),
        Some(_) => plain_number(bare),
    };
    translated.or_else(|| (bare != cell).then(|| bare.to_owned()))
}

/// `20.11.2026` or, for a month, `11.2026`.
fn plain_date(cell: &str) -> Option<String> {
    let parts: Vec<&str> = cell.split('.').collect();
    let digits =
        |part: &&str, count: usize| part.len() == count && part.bytes().all(|b| b.is_ascii_digit());
    match parts.as_slice() {
        [day, month, year] if digits(day, 2) && digits(month, 2) && digits(year, 4) => {
            Some(format!("{year}-{month}-{day}"))
        }
        [month, year] if digits(month, 2) && digits(year, 4) => Some(format!("{year}-{month}")),
        _ => None,
    }
}

/// `-1 234,5` with any kind of space between groups of three digits; other groups have lost a digit.
fn plain_number(cell: &str) -> Option<String> {
    let (sign, unsigned) = match cell.strip_prefix(['-', '\u{2212}']) {
        Some(unsigned) => ("-", unsigned),
        None => ("", cell),
    };
    let digits = values::plain_digits(unsigned, Some(','))
        .ok()
        .filter(|_| !unsigned.contains('.'))?;
    Some(format!("{sign}{digits}"))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn written(bytes: &[u8]) -> String {
        let file = DataFile {
            path: "x.csv".into(),
            bytes: bytes.to_vec(),
        };
        let (file, _) = decode(&file);
        let report = Report::default();
        let text = Text::decode(&file, &report).unwrap();
        let records = Records::with_dialect(&text, &EXCEL_RU);
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
    fn groups_may_be_apart_by_any_space_and_a_minus_be_of_either_kind() {
        for cell in [
            "1 234,5",
            "1\u{a0}234,5",
            "1\u{202f}234,5",
            "1\u{2009}234,5",
            "1234,5",
        ] {
            assert_eq!(plain_number(cell).as_deref(), Some("1234.5"), "{cell}");
            assert_eq!(
                plain_number(&format!("\u{2212}{cell}")).as_deref(),
                Some("-1234.5"),
                "{cell}"
            );
            assert_eq!(
                plain_number(&format!("-{cell}")).as_deref(),
                Some("-1234.5"),
                "{cell}"
            );
        }
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
        assert_eq!(notes(&file, "UTF-8").len(), 1 + MAX_SHOWN);
    }

    #[test]
    fn what_is_doubtful_stays_as_it_is() {
        for cell in [
            "1 23,4",
            "1.234,5",
            "1,2,3",
            "",
            "-",
            "1 2345",
            "1234 567",
            "12 345 67",
        ] {
            assert_eq!(plain_number(cell), None, "{cell}");
        }
        for cell in ["1.2.2026", "2026-11-20", "20.11.26", "20/11/2026"] {
            assert_eq!(plain_date(cell), None, "{cell}");
        }
    }
}
