//! Rows of tables and lists. A resource names its columns, a format writes cells, and [`write`] visits each row once.

use super::*;

use std::io::Write;

/// A cell of a row. Formats leave out an empty cell, or write it as one.
pub enum TableCell<'a> {
    /// Nothing, where a list says so.
    Null,
    /// Words that people wrote.
    Text(&'a str),
    /// The words on where the value of an observation comes from.
    Origin(&'a str),
    /// A name of this program: nothing that a spreadsheet takes for something else.
    Plain(Cow<'a, str>),
    Date(Option<NaiveDate>),
    /// A value as it was published.
    Value(Number),
    /// A number that was computed, or nothing.
    Number(Cow<'a, str>),
    Timestamp(&'a str),
    Flags(Flags),
}

/// A cell with a name of this program.
pub fn code<'a>(text: impl Into<Cow<'a, str>>) -> TableCell<'a> {
    TableCell::Plain(text.into())
}

impl<'a> TableCell<'a> {
    /// The origin of a value.
    pub fn origin(observation: &'a Observation) -> Self {
        TableCell::Origin(observation.reference.as_ref().map_or("", Reference::as_str))
    }

    /// The words or figures of a cell that is written as they are.
    pub fn words(&self) -> &str {
        match self {
            TableCell::Text(words) | TableCell::Origin(words) | TableCell::Timestamp(words) => {
                words
            }
            TableCell::Plain(words) | TableCell::Number(words) => words,
            _ => "",
        }
    }

    /// Adds the words or figures as they are, and flags with spaces between them.
    pub fn add_to(&self, text: &mut Vec<u8>) {
        match self {
            TableCell::Date(Some(date)) => push_date(text, *date),
            TableCell::Value(value) => {
                value.with_digits(|digits| text.extend(digits.as_bytes()));
            }
            TableCell::Flags(flags) => text.extend(flags.to_string().bytes()),
            _ => text.extend(self.words().as_bytes()),
        }
    }

    pub fn is_empty(&self) -> bool {
        match self {
            TableCell::Null | TableCell::Value(_) => false,
            TableCell::Date(date) => date.is_none(),
            TableCell::Flags(flags) => *flags == Flags::default(),
            _ => self.words().is_empty(),
        }
    }
}

/// The row type of a table.
pub trait RowKind {
    type TableRow<'a>;

    /// Returns true if a row has the cells of the one before it in its common columns.
    fn repeats(_before: &Self::TableRow<'_>, _row: &Self::TableRow<'_>) -> bool {
        false
    }
}

pub struct TableColumn<K: RowKind> {
    pub name: &'static str,
    pub cell: CellOf<K>,
    /// Its cells stay the same for many rows.
    is_common: bool,
}

type CellOf<K> = for<'r, 'a> fn(&'r <K as RowKind>::TableRow<'a>) -> TableCell<'r>;

pub const fn column<K: RowKind>(name: &'static str, cell: CellOf<K>) -> TableColumn<K> {
    TableColumn {
        name,
        cell,
        is_common: false,
    }
}

/// A column of which [`RowKind::repeats`] tells.
pub const fn common_column<K: RowKind>(name: &'static str, cell: CellOf<K>) -> TableColumn<K> {
    TableColumn {
        is_common: true,
        ..column(name, cell)
    }
}

impl<K: RowKind> TableColumn<K> {
    /// Returns true if a row has something in it.
    pub fn is_filled(&self, row: &K::TableRow<'_>) -> bool {
        let cell = (self.cell)(row);
        !matches!(cell, TableCell::Null) && !cell.is_empty()
    }

    /// The same column under another name.
    pub const fn named(self, name: &'static str) -> Self {
        TableColumn { name, ..self }
    }
}

/// How rows are written: their beginning, each cell, their end. A name `group.member` is that of a member of an object,
/// where the format has objects.
pub trait RowFormat {
    /// True if a cell is the same text in any row.
    const REPEATS: bool = true;

    fn begin(&mut self, _text: &mut Vec<u8>) {}

    fn cell(&mut self, text: &mut Vec<u8>, name: &str, cell: &TableCell);

    /// Ends the object of the cells before, so that those of common columns stand on their own.
    fn end_object(&mut self, _text: &mut Vec<u8>) {}

    fn end(&mut self, text: &mut Vec<u8>);
}

/// Bytes of rows that are written at a time.
pub const WINDOW: usize = 8 * 1024;

/// Writes rows. Cells of common columns are written once for all rows that have them.
pub fn write<'a, K: RowKind, F: RowFormat>(
    out: &mut dyn Write,
    format: &mut F,
    columns: &[TableColumn<K>],
    rows: impl Iterator<Item = K::TableRow<'a>>,
) -> io::Result<()> {
    let mut window = Vec::with_capacity(WINDOW + 1024);
    let text = &mut window;
    let mut runs = Vec::new();
    for run in columns.chunk_by(|a, b| a.is_common == b.is_common) {
        runs.push((run, Vec::new()));
    }

    let mut before: Option<K::TableRow<'a>> = None;
    for row in rows {
        format.begin(text);
        let repeats = match &before {
            Some(before) => F::REPEATS && K::repeats(before, &row),
            None => false,
        };
        for (run, common) in &mut runs {
            let is_common = run[0].is_common;
            if is_common {
                format.end_object(text);
            }

            if is_common && repeats {
                text.extend_from_slice(common);
                continue;
            }

            let start = text.len();
            for column in *run {
                let cell = (column.cell)(&row);
                format.cell(text, column.name, &cell);
            }

            if is_common {
                common.clear();
                common.extend_from_slice(&text[start..]);
            }
        }

        format.end(text);
        before = Some(row);
        if text.len() >= WINDOW {
            out.write_all(text)?;
            text.clear();
        }
    }

    out.write_all(text)
}

/// Adds a date. The library's own way takes ten times as long, and there are as many dates as rows.
fn push_date(text: &mut Vec<u8>, date: NaiveDate) {
    let year @ 0..=9999 = date.year() else {
        return text.extend(date.to_string().bytes());
    };

    push_digits(text, year.unsigned_abs(), &[1000, 100, 10, 1]);
    text.push(b'-');
    push_digits(text, date.month(), &[10, 1]);
    text.push(b'-');
    push_digits(text, date.day(), &[10, 1]);
}

fn push_digits(text: &mut Vec<u8>, number: u32, places: &[u32]) {
    for place in places {
        let digit = number / place % 10;
        text.push(b"0123456789"[digit as usize]);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn dates_are_written_as_the_library_writes_them() {
        for date in [
            "0000-01-01",
            "0999-12-31",
            "2024-02-29",
            "9999-10-09",
            "+12026-11-20",
            "-0001-01-01",
        ] {
            let mut text = b"x".to_vec();
            push_date(&mut text, date.parse().unwrap());
            assert_eq!(String::from_utf8(text).unwrap(), format!("x{date}"));
        }
    }
}
