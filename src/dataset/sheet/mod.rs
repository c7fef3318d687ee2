//! A CSV file taken apart once, so that many rows can be written into it, and put together once: every byte that was
//! not edited stays as it is, order, line ends, quoting and blank lines included.

mod observations;
#[cfg(test)]
mod tests;

use super::*;

use std::ops::Range;

use super::csv::{joined, quoted};

pub use observations::{ExistingRow, ObservationSheet, Origins, Revisions};

pub struct Sheet {
    bytes: Vec<u8>,
    /// The columns of the file, then those that were added.
    header: Vec<String>,
    /// How many columns the file itself has.
    own_columns: usize,
    header_end: usize,
    /// `\r\n` where the first line ends so.
    line_end: &'static str,
    rows: Vec<Row>,
}

struct Row {
    /// Where it begins, and where it ends before its line end.
    start: usize,
    end: usize,
    /// The line in which it begins, counted from 1.
    line: u32,
    cells: Vec<String>,
    edit: Edit,
}

/// What becomes of a row of the file.
enum Edit {
    Keep,
    Overwrite(Line),
    Remove,
}

/// A row to be written, without its line end.
pub struct Line {
    text: String,
    /// The columns that there were when it was composed: those that were added later are empty in it.
    columns: usize,
}

pub struct Rendered {
    pub bytes: Vec<u8>,
    added: Vec<Range<usize>>,
}

impl Sheet {
    /// Takes a file apart; `None` where it is no table or has a malformed row, which the dataset's check reports.
    pub fn of(file: &DataFile) -> Option<Self> {
        let malformed = Report::default();
        let text = Text::decode(file, &malformed)?;
        let mark = file.bytes.len() - text.content.len();
        let mut records = Records::new(&text);
        let header = records.next()?;
        let rows = records.map(|record| Row {
            start: mark + record.start,
            end: mark + record.end,
            line: text.line(record.start),
            cells: record.cells.into_iter().map(Into::into).collect(),
            edit: Edit::Keep,
        });
        let first_line = text.content.split_once('\n').map_or("", |(line, _)| line);
        let sheet = Sheet {
            own_columns: header.cells.len(),
            header_end: mark + header.end,
            header: header.cells.into_iter().map(Into::into).collect(),
            line_end: if first_line.ends_with('\r') { "\r\n" } else { "\n" },
            bytes: file.bytes.clone(),
            rows: rows.collect(),
        };
        (malformed.errors() == 0).then_some(sheet)
    }

    pub fn len(&self) -> usize {
        self.rows.len()
    }

    pub fn column(&self, name: &str) -> Option<usize> {
        self.header.iter().position(|column| column == name)
    }

    /// The cell of a row of the file in a column, as the file has it.
    pub fn cell(&self, row: usize, column: Option<usize>) -> Option<&str> {
        self.rows.get(row)?.cells.get(column?).map(String::as_str)
    }

    pub fn line(&self, row: usize) -> Option<u32> {
        self.rows.get(row).map(|row| row.line)
    }

    /// A row of these cells in the order of the header. A column that the file lacks is added behind the others where
    /// its cell is not empty.
    pub fn compose(&mut self, cells: &[(&str, &str)]) -> Line {
        for (column, cell) in cells {
            if !cell.is_empty() && self.column(column).is_none() {
                self.header.push((*column).to_owned());
            }
        }
        let cell =
            |column: &String| cells.iter().find(|(name, _)| name == column).map_or("", |(_, cell)| *cell);
        let text = joined(self.header.iter().map(cell));
        Line { text, columns: self.header.len() }
    }

    /// Writes other cells into a row of the file and leaves the others as they are.
    pub fn overwrite(&mut self, row: usize, cells: &[(&str, &str)]) {
        let Some(former) = self.rows.get(row).map(|row| row.cells.clone()) else { return };
        let header = self.header.clone();
        let kept = header.iter().map(String::as_str).zip(former.iter().map(String::as_str));
        let all: Vec<(&str, &str)> = cells.iter().copied().chain(kept).collect();
        let line = self.compose(&all);
        if let Some(row) = self.rows.get_mut(row) {
            row.edit = Edit::Overwrite(line);
        }
    }

    /// Takes a row out of the file, with its line end.
    pub fn remove(&mut self, row: usize) {
        if let Some(row) = self.rows.get_mut(row) {
            row.edit = Edit::Remove;
        }
    }

    /// The file with its rows as they were written over, and `added` lines: each before the row of the file that it
    /// names by its number, or behind the last; in ascending order.
    pub fn render<'a>(&self, added: impl IntoIterator<Item = (usize, &'a Line)>) -> Rendered {
        let mut added = added.into_iter().peekable();
        let (mut out, mut copied) = (Vec::with_capacity(self.bytes.len()), self.header_end);
        let mut ranges = Vec::new();
        out.extend(self.bytes.iter().take(self.header_end));
        for column in self.header.iter().skip(self.own_columns) {
            out.push(b',');
            out.extend(quoted(column).bytes());
        }
        for (number, row) in self.rows.iter().enumerate() {
            out.extend(self.bytes.get(copied..row.start).unwrap_or_default());
            while let Some((_, line)) = added.next_if(|(before, _)| *before <= number) {
                ranges.push(self.add(line, &mut out));
            }
            copied = row.end;
            match &row.edit {
                Edit::Overwrite(line) => self.write(line, &mut out),
                Edit::Keep => {
                    out.extend(self.bytes.get(row.start..row.end).unwrap_or_default());
                    out.extend(self.commas(self.own_columns));
                }
                Edit::Remove => {
                    let behind = self.bytes.get(row.end..).unwrap_or_default();
                    let line_end =
                        [&b"\r\n"[..], b"\n"].into_iter().find(|line_end| behind.starts_with(line_end));
                    copied += line_end.map_or(0, <[u8]>::len);
                }
            }
        }
        out.extend(self.bytes.get(copied..).unwrap_or_default());
        for (_, line) in added {
            if out.last().is_some_and(|last| *last != b'\n') {
                out.extend(self.line_end.bytes());
            }
            ranges.push(self.add(line, &mut out));
        }
        Rendered { bytes: out, added: ranges }
    }

    fn add(&self, line: &Line, out: &mut Vec<u8>) -> Range<usize> {
        let start = out.len();
        self.write(line, out);
        let end = out.len();
        out.extend(self.line_end.bytes());
        start..end
    }

    fn write(&self, line: &Line, out: &mut Vec<u8>) {
        out.extend(line.text.bytes());
        out.extend(self.commas(line.columns));
    }

    /// Empty cells for the columns that were added to a row of so many.
    fn commas(&self, columns: usize) -> impl Iterator<Item = u8> {
        std::iter::repeat_n(b',', self.header.len().saturating_sub(columns))
    }
}
