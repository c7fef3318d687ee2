//! CSV as people's spreadsheets write it, read strictly: every cell with its line, and nothing guessed.
//!
//! The general readers take a quotation mark that never closes, or text behind one that does, without a word; a
//! row of figures would vanish that way. They also lose count of lines at blank ones.

use super::*;

/// A row: offsets of its first character and of its line end, and its cells, quotation marks resolved.
pub struct Record<'a> {
    pub start: usize,
    pub end: usize,
    pub cells: Vec<Cow<'a, str>>,
}

/// Iterates over the rows that are not blank, with their cells as this program writes them. A row that breaks RFC
/// 4180 is reported and left out.
pub struct Records<'a> {
    pub text: &'a Text<'a>,
    pub form: TableForm,
    header: Option<Vec<String>>,
    next: usize,
}

impl<'a> Records<'a> {
    pub fn new(text: &'a Text<'a>) -> Self {
        Records {
            text,
            form: TableForm::of_header(text.content),
            header: None,
            next: 0,
        }
    }

    /// Iterates over the rows of a table with another delimiter, whose cells stay as they are.
    pub fn verbatim(text: &'a Text<'a>, delimiter: char) -> impl Iterator<Item = Record<'a>> {
        let mut records = Records::new(text);
        records.form.delimiter = delimiter;
        std::iter::from_fn(move || records.read_record())
    }

    fn read_record(&mut self) -> Option<Record<'a>> {
        while self.next < self.text.content.len() {
            let start = self.next;
            let after = self.after_line(start);
            let line = self.text.content[start..after].trim_end_matches('\n');
            let line = line.strip_suffix('\r').unwrap_or(line);
            if line.bytes().any(|byte| matches!(byte, b'"' | b'\r')) {
                if let Some(cells) = self.read_quoted_row() {
                    let end = self.next;
                    self.next = self.after_line(end);
                    return Some(Record { start, end, cells });
                }

                continue;
            }

            self.next = after;
            if !line.trim_matches([' ', '\t']).is_empty() {
                let cells = line.split(self.form.delimiter);
                return Some(Record {
                    start,
                    end: start + line.len(),
                    cells: cells.map(Cow::Borrowed).collect(),
                });
            }
        }

        None
    }

    /// Where the line ends in which an offset is. Most lines are too short for a search that begins by words.
    fn after_line(&self, from: usize) -> usize {
        let rest = &self.text.content.as_bytes()[from..];
        match rest.iter().position(|byte| *byte == b'\n') {
            Some(end) => from + end + 1,
            None => from + rest.len(),
        }
    }

    /// A row with quotation marks, which may go over several lines. Returns `None` if it is malformed: then the line in
    /// which that cell begins is left out, and no other.
    fn read_quoted_row(&mut self) -> Option<Vec<Cow<'a, str>>> {
        let mut cells = Vec::new();
        loop {
            let start = self.next;
            match self.read_cell() {
                Ok(cell) => cells.push(cell),
                Err(problem) => {
                    self.next = self.after_line(start);
                    return self.text.report.refuse(self.text.at(start), problem);
                }
            }

            let delimiter = self.form.delimiter;
            if !self.text.content[self.next..].starts_with(delimiter) {
                return Some(cells);
            }

            self.next += delimiter.len_utf8();
        }
    }

    /// A cell; afterwards `next` is where it ends: at a delimiter, or at the end of a line.
    fn read_cell(&mut self) -> Result<Cow<'a, str>, Message> {
        let rest = &self.text.content[self.next..];
        match rest.strip_prefix('"') {
            Some(inside) => self.read_quoted_cell(inside),
            None => self.read_bare_cell(rest),
        }
    }

    fn read_bare_cell(&mut self, rest: &'a str) -> Result<Cow<'a, str>, Message> {
        let delimiter = self.form.delimiter;
        let end = rest.find([delimiter, '\n']).unwrap_or(rest.len());
        let (mut cell, behind) = rest.split_at(end);
        if !behind.starts_with(delimiter) {
            cell = cell.strip_suffix('\r').unwrap_or(cell);
        }

        self.next += cell.len();
        if cell.contains('"') {
            return Err(msg::quote_inside_cell());
        }

        if cell.contains('\r') {
            return Err(msg::lone_carriage_return());
        }

        Ok(cell.into())
    }

    /// The cell that begins `inside` its first quotation mark.
    fn read_quoted_cell(&mut self, inside: &'a str) -> Result<Cow<'a, str>, Message> {
        let length = closing_mark(inside).ok_or_else(msg::quote_not_closed)?;
        let (cell, behind) = (&inside[..length], &inside[length + 1..]);
        let closes = self.next + 1 + length;
        let line_end = behind.strip_prefix('\r').unwrap_or(behind);
        let is_last = line_end.is_empty() || line_end.starts_with('\n');
        if !is_last && !behind.starts_with(self.form.delimiter) {
            return Err(if cell.contains('\n') {
                msg::quote_closed_below(self.text.line(closes))
            } else {
                msg::text_after_quote()
            });
        }

        self.next = closes + 1;
        Ok(if cell.contains('"') {
            cell.replace("\"\"", "\"").into()
        } else {
            cell.into()
        })
    }

    /// Returns true for Excel's hint to itself, and for a row of empty cells, which spreadsheets write below a table.
    fn is_skipped(&self, record: &Record<'_>) -> bool {
        let line = &self.text.content[record.start..record.end];
        let is_empty = record.cells.iter().all(|cell| cell.trim().is_empty());
        table_form::is_hint(line) || self.header.is_some() && is_empty
    }
}

impl<'a> Iterator for Records<'a> {
    type Item = Record<'a>;

    fn next(&mut self) -> Option<Record<'a>> {
        let mut record = self.read_record()?;
        while self.is_skipped(&record) {
            record = self.read_record()?;
        }

        for (position, cell) in record.cells.iter_mut().enumerate() {
            let header = self.header.as_ref();
            let column = header.map(|header| header.get(position).map_or("", String::as_str));
            if column == Some("date") {
                self.form.note_date(cell);
            }

            match self.form.read_cell(column, cell) {
                Ok(Some(read)) => *cell = read.into(),
                Ok(None) => {}
                Err(problem) => self.text.report.error(self.text.at(record.start), problem),
            }
        }

        if self.header.is_none() {
            let names = record.cells.iter().map(|cell| cell.to_string());
            self.header = Some(names.collect());
        }

        Some(record)
    }
}

/// The offset of the quotation mark that closes a cell; doubled ones belong to its text.
fn closing_mark(inside: &str) -> Option<usize> {
    let mut marks = inside.match_indices('"').peekable();
    while let Some((at, _)) = marks.next() {
        let doubled = marks.next_if(|(next, _)| *next == at + 1);
        if doubled.is_none() {
            return Some(at);
        }
    }

    None
}

pub fn join_cells<'a>(cells: impl Iterator<Item = &'a str>) -> String {
    let commas = TableForm::of_header("");
    let quoted: Vec<_> = cells.map(|cell| commas.quote_cell(cell)).collect();
    quoted.join(",")
}

#[cfg(test)]
mod tests {
    use crate::dataset::tests::reported;

    use super::*;

    fn read(csv: &str) -> (Vec<(u32, Vec<String>)>, Vec<String>) {
        let mut rows = Vec::new();
        let said = reported("x.csv", csv, |text| {
            let cells =
                |record: Record<'_>| record.cells.into_iter().map(Cow::into_owned).collect();
            rows.extend(Records::new(text).map(|record| (text.line(record.start), cells(record))));
        });
        (rows, said)
    }

    fn rows(expected: &[(u32, &[&str])]) -> Vec<(u32, Vec<String>)> {
        expected
            .iter()
            .map(|(line, cells)| (*line, cells.iter().map(|c| (*c).to_owned()).collect()))
            .collect()
    }

    #[test]
    fn lines_are_right_after_blank_ones_and_in_quotes() {
        let (records, said) = read("a,b\r\n\r\n \t\n1,\n\"x\ny\",\"say \"\"z\"\"\"\r\n,\"\"\r\n,x");
        assert_eq!(
            records,
            rows(&[
                (1, &["a", "b"]),
                (4, &["1", ""]),
                (5, &["x\ny", "say \"z\""]),
                (8, &["", "x"])
            ])
        );

        assert_eq!(said, [""; 0]);
    }

    #[test]
    fn what_is_malformed_is_said_and_the_rest_read() {
        let (records, said) = read("\"a\"b,1\nc\"d,2\ne,\"f\ng\"h\ni\rj\nk,3\n\"l,4\nm,5");
        assert_eq!(records, rows(&[(6, &["k", "3"]), (8, &["m", "5"])]));
        let begins = |n: usize, text: &str| assert!(said[n].starts_with(text), "{said:?}");
        begins(0, "x.csv:1: text after a closing quotation mark");
        begins(1, "x.csv:2: a quotation mark inside a cell");
        begins(2, "x.csv:3: the quotation mark is closed only in line 4");
        begins(3, "x.csv:4: a quotation mark inside a cell");
        begins(4, "x.csv:5: a carriage return");
        begins(5, "x.csv:7: the quotation mark is never closed");
        assert_eq!(said.len(), 6);
    }

    #[test]
    fn a_mark_that_is_never_closed_costs_its_own_line_only() {
        let (records, said) = read("a,b\n\"1,2\n3,4\n5,\"6\"\"\n7,8\n");
        assert_eq!(
            records,
            rows(&[(1, &["a", "b"]), (3, &["3", "4"]), (5, &["7", "8"])])
        );
        assert_eq!(said.len(), 2, "{said:?}");
    }

    #[test]
    fn a_line_of_a_million_cells_is_read_once() {
        let (records, said) = read(&format!("\"a\"{}", ",b".repeat(1_000_000)));
        assert_eq!(records[0].1.len(), 1_000_001);
        assert_eq!(said, [""; 0]);
    }
}
