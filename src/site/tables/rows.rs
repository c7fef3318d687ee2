//! Rows of tables and lists. A resource names its columns, a format writes cells, and [`write`] visits each row once.

use super::*;

use std::io::Write;

/// A cell of a row. Formats leave out an empty cell, or write it as one.
pub enum Cell<'a> {
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

impl<'a> Cell<'a> {
    pub fn plain(text: impl Into<Cow<'a, str>>) -> Self {
        Cell::Plain(text.into())
    }

    /// The origin of a value.
    pub fn origin(observation: &'a Observation) -> Self {
        Cell::Origin(observation.reference.as_ref().map_or("", Reference::as_str))
    }

    pub fn is_empty(&self) -> bool {
        match self {
            Cell::Null | Cell::Value(_) => false,
            Cell::Text(text) | Cell::Origin(text) | Cell::Timestamp(text) => text.is_empty(),
            Cell::Plain(text) | Cell::Number(text) => text.is_empty(),
            Cell::Date(date) => date.is_none(),
            Cell::Flags(flags) => *flags == Flags::default(),
        }
    }
}

/// The row type of a table.
pub trait Kind {
    type Row<'a>;

    /// Returns true if a row has the cells of the one before it in its common columns.
    fn repeats(_before: &Self::Row<'_>, _row: &Self::Row<'_>) -> bool {
        false
    }
}

pub struct Column<K: Kind> {
    pub name: &'static str,
    cell: CellOf<K>,
    /// Its cells stay the same for many rows.
    is_common: bool,
}

type CellOf<K> = for<'r, 'a> fn(&'r <K as Kind>::Row<'a>) -> Cell<'r>;

impl<K: Kind> Column<K> {
    pub const fn new(name: &'static str, cell: CellOf<K>) -> Self {
        Column {
            name,
            cell,
            is_common: false,
        }
    }

    /// A column of which [`Kind::repeats`] tells.
    pub const fn common(name: &'static str, cell: CellOf<K>) -> Self {
        Column {
            name,
            cell,
            is_common: true,
        }
    }

    /// True if a row has something in it.
    pub fn is_filled(&self, row: &K::Row<'_>) -> bool {
        let cell = (self.cell)(row);
        !matches!(cell, Cell::Null) && !cell.is_empty()
    }

    /// The same column under another name.
    pub const fn named(self, name: &'static str) -> Self {
        Column { name, ..self }
    }
}

/// How rows are written: their beginning, each cell, their end. A name `group.member` is that of a member of an object,
/// where the format has objects.
pub trait RowFormat {
    /// True if a cell is the same text in any row.
    const REPEATS: bool = true;

    fn begin(&mut self, text: &mut Vec<u8>);

    fn cell(&mut self, text: &mut Vec<u8>, name: &str, cell: &Cell<'_>);

    fn end(&mut self, text: &mut Vec<u8>);
}

/// Bytes of rows that are written at a time.
pub const WINDOW: usize = 8 * 1024;

/// Writes rows. Cells of common columns are written once for all rows that have them.
pub fn write<'a, K: Kind, F: RowFormat>(
    out: &mut dyn Write,
    format: &mut F,
    columns: &[Column<K>],
    rows: impl Iterator<Item = K::Row<'a>>,
) -> io::Result<()> {
    let mut window = Vec::with_capacity(WINDOW + 1024);
    let text = &mut window;
    let mut runs: Vec<(&[Column<K>], Vec<u8>)> = columns
        .chunk_by(|a, b| a.is_common == b.is_common)
        .map(|run| (run, Vec::new()))
        .collect();
    let mut before: Option<K::Row<'a>> = None;
    for row in rows {
        format.begin(text);
        let repeats = F::REPEATS
            && before
                .as_ref()
                .is_some_and(|before| K::repeats(before, &row));
        for (run, common) in &mut runs {
            let is_common = run.iter().any(|column| column.is_common);
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
pub fn push_date(text: &mut Vec<u8>, date: NaiveDate) {
    let year @ 0..=9999 = date.year() else {
        return text.extend(date.to_string().bytes());
    };

    let digit = |number: u32, place: u32| b"0123456789"[(number / place % 10) as usize];
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
