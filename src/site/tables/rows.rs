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

impl<'a> TableCell<'a> {
    pub fn plain(text: impl Into<Cow<'a, str>>) -> Self {
        TableCell::Plain(text.into())
    }

    /// The origin of a value.
    pub fn origin(observation: &'a Observation) -> Self {
        TableCell::Origin(observation.reference.as_ref().map_or("", Reference::as_str))
    }

    /// Adds the words or figures as they are, and flags with spaces between them.
    pub fn add_to(&self, text: &mut Vec<u8>) {
        match self {
            TableCell::Null | TableCell::Date(None) => {}
            TableCell::Text(words) | TableCell::Origin(words) | TableCell::Timestamp(words) => {
                text.extend_from_slice(words.as_bytes());
            }
            TableCell::Plain(words) | TableCell::Number(words) => {
                text.extend_from_slice(words.as_bytes());
            }
            TableCell::Date(Some(date)) => push_date(text, *date),
            TableCell::Value(value) => {
                value.with_digits(|digits| text.extend_from_slice(digits.as_bytes()));
            }
            TableCell::Flags(flags) => text.extend(flags.to_string().bytes()),
        }
    }

    pub fn is_empty(&self) -> bool {
        match self {
            TableCell::Null | TableCell::Value(_) => false,
            TableCell::Text(text) | TableCell::Origin(text) | TableCell::Timestamp(text) => {
                text.is_empty()
            }
            TableCell::Plain(text) | TableCell::Number(text) => text.is_empty(),
            TableCell::Date(date) => date.is_none(),
            TableCell::Flags(flags) => *flags == Flags::default(),
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
    cell: CellOf<K>,
    /// Its cells stay the same for many rows.
    is_common: bool,
}

type CellOf<K> = for<'r, 'a> fn(&'r <K as RowKind>::TableRow<'a>) -> TableCell<'r>;

impl<K: RowKind> TableColumn<K> {
    pub const fn new(name: &'static str, cell: CellOf<K>) -> Self {
        TableColumn {
            name,
            cell,
            is_common: false,
        }
    }

    /// A column of which [`RowKind::repeats`] tells.
    pub const fn common(name: &'static str, cell: CellOf<K>) -> Self {
        TableColumn {
            name,
            cell,
            is_common: true,
        }
    }

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

    fn begin(&mut self, text: &mut Vec<u8>);

    fn cell(&mut self, text: &mut Vec<u8>, name: &str, cell: &TableCell<'_>);

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
    let mut runs: Vec<(&[TableColumn<K>], Vec<u8>)> = columns
        .chunk_by(|a, b| a.is_common == b.is_common)
        .map(|run| (run, Vec::new()))
        .collect();
    let mut before: Option<K::TableRow<'a>> = None;
    for row in rows {
        format.begin(text);
        let repeats = F::REPEATS
            && before
                .as_ref()
                .is_some_and(|before| K::repeats(before, &row));
        for (run, common) in &mut runs {
            let is_common = run.iter().any(|column| column.is_common);
            if is_common {
                format.end_object(text);
            }

            if is_common && repeats {
                text.extend_from_slice(common);
                continue;
            }

            let start = text.len();
            for column in *run {
                format.cell(text, column.name, &(column.cell)(&row));
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

    let (year, month, day) = (year.unsigned_abs(), date.month(), date.day());
    text.extend([1000, 100, 10, 1].map(|place| digit(year, place)));
    text.extend([
        b'-',
        digit(month, 10),
        digit(month, 1),
        b'-',
        digit(day, 10),
        digit(day, 1),
    ]);
}

fn digit(number: u32, place: u32) -> u8 {
    b"0123456789"[(number / place % 10) as usize]
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
