//! A table to edit: parsed once, changed in any number of rows, written once. Every byte that was not edited stays as it is,
//! order, line ends, quoting and blank lines included, and edited rows are written in the form of the file.

use super::*;

use super::table_form::date_of_cell;

pub struct Sheet {
    /// In UTF-8.
    bytes: Vec<u8>,
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

pub struct AddedRow {
    /// The number of the row of the file before which it is written.
    pub before: usize,
    pub cells: Vec<String>,
    /// Where it was given.
    pub from: Location,
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

        let first_line = text.content.split_once('\n').map_or("", |(line, _)| line);
        Some(Sheet {
            own_columns: header.cells.len(),
            header_end: mark + header.end,
            header: header.cells.into_iter().map(Into::into).collect(),
            line_end: if first_line.ends_with('\r') {
                "\r\n"
            } else {
                "\n"
            },
            form: records.form,
            is_in_windows_1251: matches!(in_utf8, Cow::Owned(_)),
            bytes: in_utf8.bytes.clone(),
            rows,
        })
    }

    /// The date of each row; `None` where there is no such column. Where the series `has_months`, and every date is the first of
    /// a month, that stands for the month.
    pub fn read_dates(&mut self, has_months: bool) -> Option<Vec<Option<NaiveDate>>> {
        self.column("date")?;

        let rows = 0..self.len();
        let mut cells = rows.clone().map(|row| self.cell(row, "date"));
        let has_firsts = has_months && cells.all(|cell| month_of_first(cell).is_some());
        self.form.has_firsts = has_firsts && !rows.is_empty();

        let cells = rows.map(|row| self.cell(row, "date"));
        let dates = cells.map(|cell| date_of_cell(cell, has_firsts));
        Some(dates.collect())
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
        self.column(column)
            .and_then(|at| self.rows[row].cells.get(at))
            .map_or("", String::as_str)
    }

    pub fn line(&self, row: usize) -> u32 {
        self.rows[row].line
    }

    /// A row with these cells, in the order of the header, and what `row` has in the other columns. A column that the file
    /// lacks is added behind the others where its cell is not empty.
    pub fn compose(&mut self, mut row: Vec<String>, cells: &[(&str, &str)]) -> Vec<String> {
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

    /// The file with its rows as they were written over and the added ones, which are in ascending order.
    pub fn render(&self, added: Vec<AddedRow>) -> (Vec<u8>, Origins) {
        let mut added = added.into_iter().peekable();
        let mut out = Vec::with_capacity(self.bytes.len());
        let mut copied = self.header_end;
        let mut origins = Origins(Vec::new());
        let new_columns = &self.header[self.own_columns..];
        out.extend(&self.bytes[..self.header_end]);
        new_columns
            .iter()
            .for_each(|column| out.extend(format!("{}{column}", self.form.delimiter).bytes()));
        for (number, row) in self.rows.iter().enumerate() {
            out.extend(&self.bytes[copied..row.start]);
            while let Some(new) = added.next_if(|new| new.before <= number) {
                self.add(new, row.line, &mut out, &mut origins);
            }

            copied = row.end;
            match row.fate {
                Fate::Kept => {
                    out.extend(&self.bytes[row.start..row.end]);
                    out.extend(
                        new_columns
                            .iter()
                            .flat_map(|_| self.form.delimiter.to_string().into_bytes()),
                    );
                }
                Fate::Overwritten => out.extend(self.text(&row.cells).bytes()),
                Fate::Removed => {
                    let line_end = self.bytes[row.end..].iter().position(|byte| *byte == b'\n');
                    copied += line_end.map_or(0, |at| at + 1);
                }
            }
        }

        out.extend(&self.bytes[copied..]);
        let lines = self.bytes.split_inclusive(|byte| *byte == b'\n').count();
        let behind = u32::try_from(lines + 1).unwrap_or(u32::MAX);
        for new in added {
            if out.last().is_some_and(|last| *last != b'\n') {
                out.extend(self.line_end.bytes());
            }
            self.add(new, behind, &mut out, &mut origins);
        }

        if self.is_in_windows_1251 {
            out = encoding::in_windows_1251(&String::from_utf8_lossy(&out));
        }

        (out, origins)
    }

    /// Writes a new row before this line of the file.
    fn add(&self, row: AddedRow, line: u32, out: &mut Vec<u8>, Origins(origins): &mut Origins) {
        let text = self.text(&row.cells);
        let height = u32::try_from(text.split('\n').count()).unwrap_or(u32::MAX);
        let added = origins.last().map_or(0, |lines| lines.added);
        let first = line + added;
        let end = line + added + height;
        origins.push(AddedLines {
            first,
            end,
            added: added + height,
            from: row.from,
        });
        out.extend(text.bytes().chain(self.line_end.bytes()));
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
            Some(lines) if line < lines.end => lines.from.clone(),
            Some(lines) => Location {
                line: line.checked_sub(lines.added),
                ..at.clone()
            },
            None => at.clone(),
        }
    }
}
