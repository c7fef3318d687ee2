//! RFC 4180 as people's spreadsheets write it, read strictly: every cell with its line, and nothing guessed.
//!
//! The general readers take a quotation mark that never closes, or text behind one that does, without a word; a
//! row of figures would vanish that way. They also lose count of lines at blank ones.

use super::*;

pub struct Dialect {
    pub delimiter: char,
    /// Whether a row is no part of the table.
    pub is_skipped: fn(row: &str, cells: &[Cow<'_, str>]) -> bool,
    /// A cell of a column, or of the header, as this program writes it; `None` where it is as it should be.
    pub translate: fn(column: Option<&str>, cell: &str) -> Option<String>,
}

/// Commas between cells, and cells as this program writes them.
pub static PLAIN: Dialect = Dialect { delimiter: ',', is_skipped: |_, _| false, translate: |_, _| None };

/// A row: offsets of its first character and of its line end, and its cells, quotation marks resolved.
pub struct Record<'a> {
    pub start: usize,
    pub end: usize,
    pub cells: Vec<Cow<'a, str>>,
}

/// Iterates over the rows that are not blank. What is not RFC 4180 is reported, and the row left out.
pub struct Records<'a> {
    pub text: &'a Text<'a>,
    dialect: &'static Dialect,
    header: Option<Vec<String>>,
    next: usize,
}

impl<'a> Records<'a> {
    pub fn new(text: &'a Text<'a>) -> Self {
        Records::of(text, &PLAIN)
    }

    pub fn of(text: &'a Text<'a>, dialect: &'static Dialect) -> Self {
        Records { text, dialect, header: None, next: 0 }
    }

    fn record(&mut self) -> Option<Record<'a>> {
        while self.next < self.text.content.len() {
            let start = self.next;
            let line = self.line();
            if line.trim_matches([' ', '\t']).is_empty() {
                self.next = self.after_line(start);
                continue;
            }
            if !line.contains(['"', '\r']) {
                self.next = self.after_line(start);
                let cells = line.split(self.dialect.delimiter).map(Cow::Borrowed).collect();
                return Some(Record { start, end: start + line.len(), cells });
            }
            if let Some(cells) = self.quoted() {
                let end = self.next;
                self.next = self.after_line(end);
                return Some(Record { start, end, cells });
            }
        }
        None
    }

    fn line(&self) -> &'a str {
        let rest = &self.text.content[self.next..];
        let line = &rest[..rest.find('\n').unwrap_or(rest.len())];
        line.strip_suffix('\r').unwrap_or(line)
    }

    fn after_line(&self, from: usize) -> usize {
        self.text.content[from..].find('\n').map_or(self.text.content.len(), |end| from + end + 1)
    }

    /// A row with quotation marks, which may go over several lines. Returns `None` if it is malformed: then the line in
    /// which that cell begins is left out, and no other.
    fn quoted(&mut self) -> Option<Vec<Cow<'a, str>>> {
        let mut cells = Vec::new();
        loop {
            let start = self.next;
            match self.cell() {
                Ok(cell) => cells.push(cell),
                Err(problem) => {
                    self.next = self.after_line(start);
                    return self.text.report.refuse(self.text.at(start), problem);
                }
            }
            if !self.text.content[self.next..].starts_with(self.dialect.delimiter) {
                return Some(cells);
            }
            self.next += self.dialect.delimiter.len_utf8();
        }
    }

    /// A cell; afterwards `next` is where it ends: at a delimiter, or at the end of a line.
    fn cell(&mut self) -> Result<Cow<'a, str>, Message> {
        let delimiter = self.dialect.delimiter;
        let rest = &self.text.content[self.next..];
        let Some(inside) = rest.strip_prefix('"') else {
            let cell = &rest[..rest.find([delimiter, '\n']).unwrap_or(rest.len())];
            let ends_line = !rest[cell.len()..].starts_with(delimiter);
            let cell = if ends_line { cell.strip_suffix('\r').unwrap_or(cell) } else { cell };
            self.next += cell.len();
            return match cell {
                _ if cell.contains('"') => Err(msg::quote_inside_cell()),
                _ if cell.contains('\r') => Err(msg::lone_carriage_return()),
                _ => Ok(Cow::Borrowed(cell)),
            };
        };
        let length = closing_mark(inside).ok_or_else(msg::quote_not_closed)?;
        let (inside, behind) = (&inside[..length], &inside[length + 1..]);
        let closes = self.next + 1 + length;
        if !(behind.is_empty()
            || behind.starts_with([delimiter, '\n'])
            || behind.starts_with("\r\n")
            || behind == "\r")
        {
            let below = inside.contains('\n').then(|| msg::quote_closed_below(self.text.line(closes)));
            return Err(below.unwrap_or_else(msg::text_after_quote));
        }
        self.next = closes + 1;
        Ok(if inside.contains('"') { inside.replace("\"\"", "\"").into() } else { inside.into() })
    }
}

impl<'a> Iterator for Records<'a> {
    type Item = Record<'a>;

    fn next(&mut self) -> Option<Record<'a>> {
        let mut record = self.record()?;
        while (self.dialect.is_skipped)(&self.text.content[record.start..record.end], &record.cells) {
            record = self.record()?;
        }
        for (position, cell) in record.cells.iter_mut().enumerate() {
            let column = self.header.as_ref().map(|header| header.get(position).map_or("", String::as_str));
            if let Some(translated) = (self.dialect.translate)(column, cell) {
                *cell = translated.into();
            }
        }
        let header = &record.cells;
        self.header.get_or_insert_with(|| header.iter().map(|cell| cell.to_string()).collect());
        Some(record)
    }
}

/// The offset of the quotation mark that closes a cell; doubled ones belong to its text.
fn closing_mark(inside: &str) -> Option<usize> {
    let bytes = inside.as_bytes();
    let mut at = 0;
    while let Some(mark) = inside[at..].find('"') {
        at += mark;
        if bytes.get(at + 1) != Some(&b'"') {
            return Some(at);
        }
        at += 2;
    }
    None
}

/// A cell as RFC 4180 has it.
pub fn quoted(cell: &str) -> Cow<'_, str> {
    match cell.contains(['"', ',', '\r', '\n']) {
        true => format!("\"{}\"", cell.replace('"', "\"\"")).into(),
        false => cell.into(),
    }
}

pub fn joined<'a>(cells: impl Iterator<Item = &'a str>) -> String {
    cells.map(quoted).collect::<Vec<_>>().join(",")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::dataset::tests::reported;

    fn read(csv: &str) -> (Vec<(u32, Vec<String>)>, Vec<String>) {
        let mut rows = Vec::new();
        let said = reported("x.csv", csv, |text| {
            let cells = |record: Record<'_>| record.cells.into_iter().map(Cow::into_owned).collect();
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
        let (records, said) = read("a,b\r\n\r\n \t\n1,\n\"x\ny\",\"say \"\"z\"\"\"\r\n,\"\"");
        assert_eq!(
            records,
            rows(&[(1, &["a", "b"]), (4, &["1", ""]), (5, &["x\ny", "say \"z\""]), (7, &["", ""])])
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
        assert_eq!(records, rows(&[(1, &["a", "b"]), (3, &["3", "4"]), (5, &["7", "8"])]));
        assert_eq!(said.len(), 2, "{said:?}");
    }

    #[test]
    fn a_line_of_a_million_cells_is_read_once() {
        let (records, said) = read(&format!("\"a\"{}", ",b".repeat(1_000_000)));
        assert_eq!(records[0].1.len(), 1_000_001);
        assert_eq!(said, [""; 0]);
    }
}
