//! Changing one row of a CSV file and leaving every other byte as it is: order, line ends, quoting, blank lines.

use chrono::NaiveDate;

use super::csv::Records;
use super::dates::calendar_date;
use super::diagnostic::Diagnostics;
use super::source::DataFile;
use super::text::Text;

/// A file taken apart so far that a row can be placed in it.
struct Layout {
    header: Vec<String>,
    header_start: usize,
    /// Where each row begins, and its cells.
    rows: Vec<(usize, Vec<String>)>,
    /// `\r\n` where the first line ends so.
    line_end: &'static str,
    /// Before which every offset counts: the length of a byte-order mark.
    mark: usize,
}

impl Layout {
    /// Returns `None` if the file is not a table; the check of the dataset says why.
    fn of(file: &DataFile) -> Option<Self> {
        let mut unread = Diagnostics::default();
        let text = Text::decode(file, &mut unread)?;
        let mut records = Records::new(&text);
        let owned = |cells: Vec<std::borrow::Cow<'_, str>>| {
            cells.into_iter().map(Into::into).collect::<Vec<String>>()
        };
        let first = records.next(&mut unread)?;
        let (header_start, header) = (first.start, owned(first.cells));
        let mut rows = Vec::new();
        while let Some(record) = records.next(&mut unread) {
            rows.push((record.start, owned(record.cells)));
        }
        let first_line = text.content.split_once('\n').map_or("", |(line, _)| line);
        let line_end = if first_line.ends_with('\r') { "\r\n" } else { "\n" };
        Some(Layout { header, header_start, rows, line_end, mark: file.bytes.len() - text.content.len() })
    }

    fn column(&self, name: &str) -> Option<usize> {
        self.header.iter().position(|column| column == name)
    }

    /// One row in the order of the header, without its line end.
    fn row(&self, cells: &[(&str, &str)]) -> String {
        let cell =
            |column: &String| cells.iter().find(|(name, _)| name == column).map_or("", |(_, value)| *value);
        self.header.iter().map(|column| quoted(cell(column))).collect::<Vec<_>>().join(",")
    }
}

/// Adds an observation where it belongs: behind the last row that is not later, or before the first that is not
/// earlier where the newest stand on top. Columns that the file lacks are added behind the others.
pub fn insert(file: &mut DataFile, date: NaiveDate, cells: &[(&str, &str)]) -> Option<()> {
    for (column, value) in cells {
        if !value.is_empty() && Layout::of(file)?.column(column).is_none() {
            add_column(file, column)?;
        }
    }
    let layout = Layout::of(file)?;
    let column = layout.column("date")?;
    let dates: Vec<Option<NaiveDate>> =
        layout.rows.iter().map(|(_, row)| row.get(column).and_then(|cell| calendar_date(cell))).collect();
    let newest_first = dates.first() > dates.last();
    let before = if newest_first {
        dates.iter().position(|other| *other <= Some(date))
    } else {
        dates.iter().rposition(|other| *other <= Some(date)).map_or(Some(0), |last| Some(last + 1))
    };
    let at = before
        .and_then(|row| layout.rows.get(row))
        .map_or(file.bytes.len(), |(start, _)| layout.mark + start);
    let row = layout.row(cells);
    put_line(file, at, &row, layout.line_end);
    Some(())
}

/// Puts a row in the place of the one whose `column` has `value`, or behind the last where there is none.
pub fn replace(file: &mut DataFile, column: &str, value: &str, cells: &[(&str, &str)]) -> Option<()> {
    let layout = Layout::of(file)?;
    let position = layout.column(column)?;
    let found = layout.rows.iter().find(|(_, row)| row.get(position).is_some_and(|cell| cell == value));
    let row = layout.row(cells);
    match found {
        None => put_line(file, file.bytes.len(), &row, layout.line_end),
        Some((start, _)) => {
            let start = layout.mark + start;
            let end = row_end(file, start);
            file.bytes.splice(start..end, row.into_bytes());
        }
    }
    Some(())
}

/// Writes other cells into the first row of which `wanted` says so by its cells, and leaves the others as they are.
pub fn amend(
    file: &mut DataFile,
    wanted: impl Fn(&dyn Fn(&str) -> Option<String>) -> bool,
    cells: &[(&str, &str)],
) -> Option<()> {
    for (column, _) in cells {
        if Layout::of(file)?.column(column).is_none() {
            add_column(file, column)?;
        }
    }
    let layout = Layout::of(file)?;
    let cell = |row: &[String], name: &str| layout.column(name).and_then(|at| row.get(at).cloned());
    let (start, former) = layout.rows.iter().find(|(_, row)| wanted(&|name| cell(row, name)))?;
    let former: Vec<(&str, &str)> =
        layout.header.iter().map(String::as_str).zip(former.iter().map(String::as_str)).collect();
    let all: Vec<(&str, &str)> = cells.iter().copied().chain(former).collect();
    let row = layout.row(&all);
    let start = layout.mark + start;
    let end = row_end(file, start);
    file.bytes.splice(start..end, row.into_bytes());
    Some(())
}

/// The cells of the row whose `column` has `value`, by column.
pub fn find(file: &DataFile, column: &str, value: &str) -> Option<Vec<(String, String)>> {
    let layout = Layout::of(file)?;
    let position = layout.column(column)?;
    let (_, row) = layout.rows.iter().find(|(_, row)| row.get(position).is_some_and(|cell| cell == value))?;
    Some(layout.header.iter().cloned().zip(row.iter().cloned()).collect())
}

/// A row as far as it is told apart from others.
pub struct Found {
    /// Its date, the last day of the month where it names one.
    pub date: Option<NaiveDate>,
    /// Its day of publication; empty where that is not known.
    pub published: String,
    /// Its value as it is written.
    pub value: String,
    /// Its line, counted from 1.
    pub line: u32,
}

/// Every row of a file of observations, in its order.
pub fn rows_of(file: &DataFile) -> Vec<Found> {
    let Some(layout) = Layout::of(file) else { return Vec::new() };
    let (mut line, mut counted) = (1, 0);
    let mut found = Vec::new();
    for (start, row) in &layout.rows {
        let start = layout.mark + start;
        let between = file.bytes.get(counted..start).unwrap_or_default();
        line += u32::try_from(between.iter().filter(|byte| **byte == b'\n').count()).unwrap_or(u32::MAX);
        counted = start;
        let cell = |name: &str| layout.column(name).and_then(|at| row.get(at)).cloned().unwrap_or_default();
        let date = calendar_date(&cell("date"));
        found.push(Found { date, published: cell("published"), value: cell("value"), line });
    }
    found
}

/// A header cell, and an empty cell in every row.
fn add_column(file: &mut DataFile, column: &str) -> Option<()> {
    let layout = Layout::of(file)?;
    // From the end, so that the offsets of the rows before stay right.
    for (start, _) in layout.rows.iter().rev() {
        let end = row_end(file, layout.mark + start);
        file.bytes.insert(end, b',');
    }
    let end = row_end(file, layout.mark + layout.header_start);
    file.bytes.splice(end..end, format!(",{column}").into_bytes());
    Some(())
}

/// Where the row that begins at `start` ends, before its line end; quoted cells may go over several lines.
fn row_end(file: &DataFile, start: usize) -> usize {
    let mut quoted = false;
    let rest = &file.bytes[start..];
    let length = rest.iter().position(|b| {
        quoted ^= *b == b'"';
        *b == b'\n' && !quoted
    });
    let row = &rest[..length.unwrap_or(rest.len())];
    start + row.strip_suffix(b"\r").unwrap_or(row).len()
}

/// A line at an offset where one begins, or behind a last line that may lack its end.
fn put_line(file: &mut DataFile, at: usize, line: &str, line_end: &str) {
    let open_end = at == file.bytes.len() && file.bytes.last().is_some_and(|b| *b != b'\n');
    let before = if open_end { line_end } else { "" };
    file.bytes.splice(at..at, format!("{before}{line}{line_end}").into_bytes());
}

/// A cell as RFC 4180 has it.
fn quoted(cell: &str) -> String {
    if cell.contains(['"', ',', '\r', '\n']) {
        format!("\"{}\"", cell.replace('"', "\"\""))
    } else {
        cell.to_owned()
    }
}

#[cfg(test)]
mod tests;
