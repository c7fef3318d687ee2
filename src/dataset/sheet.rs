//! A table to edit: parsed once, changed in any number of rows, written once. Every byte that was not edited stays as it is,
//! order, line ends, quoting and blank lines included, and edited rows are written in the form of the file.

use super::*;

use std::cmp::Reverse;

use super::encoding::in_windows_1251;
use super::table_form::date_of_cell;

pub struct Sheet {
    /// With its mark, in UTF-8.
    content: String,
    form: TableForm,
    is_in_windows_1251: bool,
    /// The columns of the file, then those that were added.
    header: Vec<String>,
    /// How many columns the file itself has.
    own_columns: usize,
    header_end: usize,
    /// `\r\n` where the first line ends so.
    line_end: &'static str,
    rows: Vec<SheetRow>,
    /// True if the newest rows are at the top.
    pub is_newest_first: bool,
    added: Vec<AddedRow>,
}

struct SheetRow {
    /// Where it begins, and where it ends before its line end.
    start: usize,
    end: usize,
    /// The line in which it begins, counted from 1.
    line: u32,
    cells: Vec<String>,
    fate: Fate,
}

enum Fate {
    Kept,
    Overwritten,
    Removed,
}

struct AddedRow {
    /// The number of the row of the file before which it is written.
    before: usize,
    date: Option<NaiveDate>,
    cells: Vec<String>,
    /// Where it was given.
    from: Location,
}

impl Sheet {
    /// Parses a file; `None` where it is no table or has a malformed row, which the dataset's check reports.
    pub fn parse(file: &DataFile) -> Option<Self> {
        let malformed = Report::default();
        let in_utf8 = in_utf8(file);
        let text = Text::decode(&in_utf8, &malformed)?;
        let mark = in_utf8.bytes.len() - text.content.len();

        let mut records = Records::new(&text);
        let header = records.next()?;
        let mut rows = Vec::new();
        for record in records.by_ref() {
            rows.push(SheetRow {
                start: mark + record.start,
                end: mark + record.end,
                line: text.line(record.start),
                cells: record.cells.into_iter().map(Into::into).collect(),
                fate: Fate::Kept,
            });
        }

        if malformed.errors() > 0 {
            return None;
        }

        let (first_line, _) = text.content.split_once('\n').unwrap_or_default();
        Some(Sheet {
            form: records.form,
            is_in_windows_1251: matches!(in_utf8, Cow::Owned(_)),
            own_columns: header.cells.len(),
            header_end: mark + header.end,
            header: header.cells.into_iter().map(Into::into).collect(),
            line_end: if first_line.ends_with('\r') {
                "\r\n"
            } else {
                "\n"
            },
            rows,
            is_newest_first: false,
            added: Vec::new(),
            content: String::from_utf8(in_utf8.into_owned().bytes).ok()?,
        })
    }

    /// The date of each row; `None` where there is no such column. Where the series `has_months`, and every date is the first of
    /// a month, that stands for the month.
    pub fn read_dates(&mut self, has_months: bool) -> Option<Vec<Option<NaiveDate>>> {
        let column = self.column("date")?;
        let mut cells = Vec::new();
        for row in &self.rows {
            cells.push(row.cells.get(column).map_or("", String::as_str));
        }

        let has_firsts = has_months && cells.iter().all(|cell| month_of_first(cell).is_some());
        let dates = cells.iter().map(|cell| date_of_cell(cell, has_firsts));
        let dates: Vec<Option<NaiveDate>> = dates.collect();

        self.form.has_firsts = has_firsts && !self.rows.is_empty();
        self.is_newest_first = dates.first() > dates.last();
        Some(dates)
    }

    pub fn len(&self) -> usize {
        self.rows.len()
    }

    pub fn columns(&self) -> &[String] {
        &self.header
    }

    pub fn column(&self, name: &str) -> Option<usize> {
        self.header.iter().position(|column| column == name)
    }

    /// The text of a row of the file in a column; empty where there is none.
    pub fn cell(&self, row: usize, column: &str) -> &str {
        let at = self.column(column);
        let cell = at.and_then(|at| self.rows[row].cells.get(at));
        cell.map_or("", String::as_str)
    }

    pub fn line(&self, row: usize) -> u32 {
        self.rows[row].line
    }

    /// Adds a row before the row of the file with this number, or behind the last one. Several at one place are sorted by
    /// date as the file is; of one date, the row that is inserted later stands nearer to the newest. `from` is where it was
    /// given.
    pub fn insert(
        &mut self,
        before: usize,
        date: Option<NaiveDate>,
        cells: &[(&str, &str)],
        from: Location,
    ) {
        let cells = self.compose(Vec::new(), cells);
        self.added.push(AddedRow {
            before,
            date,
            cells,
            from,
        });
    }

    /// A row with these cells, in the order of the header, and what `row` has in the other columns. A column that the file
    /// lacks is added behind the others where its cell is not empty.
    fn compose(&mut self, mut row: Vec<String>, cells: &[(&str, &str)]) -> Vec<String> {
        for (column, cell) in cells {
            let at = match self.column(column) {
                Some(at) => at,
                None if cell.is_empty() => continue,
                None => {
                    self.header.push((*column).to_owned());
                    self.header.len() - 1
                }
            };

            row.resize(row.len().max(at + 1), String::new());
            row[at] = (*cell).to_owned();
        }

        row
    }

    /// Writes other cells into a row of the file and leaves the others as they are.
    pub fn overwrite(&mut self, row: usize, cells: &[(&str, &str)]) {
        let mut former = std::mem::take(&mut self.rows[row].cells);
        former.truncate(self.header.len());
        self.rows[row].cells = self.compose(former, cells);
        self.rows[row].fate = Fate::Overwritten;
    }

    /// Takes a row out of the file, with its line end.
    pub fn remove(&mut self, row: usize) {
        self.rows[row].fate = Fate::Removed;
    }

    /// The file with its rows as they were written over, and the added ones; and from where each line of it came.
    pub fn render(mut self) -> (Vec<u8>, Origins) {
        let mut added = std::mem::take(&mut self.added);
        if self.is_newest_first {
            added.reverse();
            added.sort_by_key(|row| (row.before, Reverse(row.date)));
        } else {
            added.sort_by_key(|row| (row.before, row.date));
        }

        let mut added = added.into_iter().peekable();
        let mut origins = Origins(Vec::new());
        let mut out = String::with_capacity(self.content.len());
        out += &self.content[..self.header_end];

        let delimiter = self.form.delimiter.to_string();
        let new_columns = &self.header[self.own_columns..];
        for column in new_columns {
            out += &delimiter;
            out += column;
        }

        let mut copied = self.header_end;
        for (number, row) in self.rows.iter().enumerate() {
            out += &self.content[copied..row.start];
            while let Some(new) = added.next_if(|new| new.before <= number) {
                self.add(new, row.line, &mut out, &mut origins);
            }

            copied = row.end;
            match row.fate {
                Fate::Kept => {
                    out += &self.content[row.start..row.end];
                    out += &delimiter.repeat(new_columns.len());
                }
                Fate::Overwritten => out += &self.text(&row.cells),
                Fate::Removed => {
                    let line_end = self.content[row.end..].find('\n');
                    copied += line_end.map_or(0, |at| at + 1);
                }
            }
        }

        out += &self.content[copied..];
        let lines = self.content.split_inclusive('\n').count();
        let behind = u32::try_from(lines + 1).unwrap_or(u32::MAX);
        for new in added {
            if !out.ends_with('\n') {
                out += self.line_end;
            }
            self.add(new, behind, &mut out, &mut origins);
        }

        let bytes = if self.is_in_windows_1251 {
            in_windows_1251(&out)
        } else {
            out.into_bytes()
        };
        (bytes, origins)
    }

    /// Writes a new row before this line of the file.
    fn add(&self, row: AddedRow, line: u32, out: &mut String, Origins(origins): &mut Origins) {
        let text = self.text(&row.cells);
        let height = u32::try_from(text.split('\n').count()).unwrap_or(u32::MAX);
        let added = origins.last().map_or(0, |lines| lines.added);
        let first = line + added;
        origins.push(AddedLines {
            first,
            end: first + height,
            added: added + height,
            from: row.from,
        });
        out.push_str(&text);
        out.push_str(self.line_end);
    }

    /// A row without its line end, with empty cells in columns that were added after it was composed.
    fn text(&self, cells: &[String]) -> String {
        let mut text = String::new();
        for (at, column) in self.header.iter().enumerate() {
            if at > 0 {
                text.push(self.form.delimiter);
            }
            let cell = cells.get(at).map_or("", String::as_str);
            text += &self.form.quote_cell(&self.form.write_cell(column, cell));
        }

        text
    }
}

/// From where each line of an edited file came.
pub struct Origins(Vec<AddedLines>);

struct AddedLines {
    first: u32,
    end: u32,
    /// How many lines were added until then.
    added: u32,
    from: Location,
}

impl Origins {
    /// Maps a line of the edited file to the import file (added rows) or to the line before the edit.
    pub fn of_line(&self, at: &Location) -> Location {
        let Some(line) = at.line else {
            return at.clone();
        };

        let position = self.0.partition_point(|lines| lines.first <= line);
        match self.0[..position].last() {
            None => at.clone(),
            Some(lines) if line < lines.end => lines.from.clone(),
            Some(lines) => at.line(line - lines.added),
        }
    }
}
