//! CSV for programs and for spreadsheets: the same rows in two dialects [D8.csv].

pub mod collection;
pub mod long_table;

use std::borrow::Cow;

use super::memo::Memo;
use super::page::{Content, Form, Localised, Variant};
use super::segment::Interner;
use crate::model::{Lang, Localized};

#[derive(Clone, Copy)]
pub enum Cell<'a> {
    /// Words that people wrote.
    Text(&'a str),
    /// A name of this program: nothing that a spreadsheet takes for something else.
    Plain(&'a str),
    /// A day, or nothing.
    Date(&'a str),
    Number(&'a str),
    Timestamp(&'a str),
}

#[derive(Clone, Copy, Debug)]
pub enum Dialect {
    /// RFC 4180: comma, point, no byte-order mark.
    Plain,
    /// For a spreadsheet in the locale of this language, with a byte-order mark: Russian semicolon and decimal comma,
    /// English comma and decimal point [D10.excel].
    Excel(Lang),
}

impl Dialect {
    /// In which a form of a page is written.
    pub fn of(form: Form, lang: Lang) -> Self {
        match form {
            Form::Default => Dialect::Plain,
            Form::Alternate => Dialect::Excel(lang),
        }
    }

    fn mark(self) -> &'static str {
        match self {
            Dialect::Plain => "",
            Dialect::Excel(_) => "\u{feff}",
        }
    }

    fn delimiter(self) -> u8 {
        match self {
            Dialect::Plain => b',',
            Dialect::Excel(lang) => lang.numbers().cell_delimiter,
        }
    }

    /// The mark before the fraction of a number.
    fn decimal(self) -> u8 {
        match self {
            Dialect::Plain => b'.',
            Dialect::Excel(lang) => lang.numbers().decimal,
        }
    }
}

/// A table of a series in both languages and dialects. Rows that are the same in several of them are kept once.
pub fn of_series<const N: usize>(
    memo: &Memo<'_>,
    columns: [&str; N],
    rows: impl Fn(Dialect, Lang) -> Vec<u8>,
) -> Localised {
    let mut interner = Interner::default();
    Localized::try_build(|lang| {
        Content::in_forms(|form| {
            let dialect = Dialect::of(form, lang);
            let head = memo.interned(head(columns, dialect));
            Ok(Variant::of_segments(&[head, interner.segment(rows(dialect, lang))]))
        })
    })
}

/// The byte-order mark, where the dialect has one, and the row of column names.
pub fn head<const N: usize>(columns: [&str; N], dialect: Dialect) -> Vec<u8> {
    let mut head = RowWriter::new(dialect, 0);
    head.text.extend(dialect.mark().bytes());
    head.row(&columns.map(Cell::Plain));
    head.finish()
}

impl<'a> Cell<'a> {
    fn written(self, dialect: Dialect) -> Cow<'a, str> {
        match (dialect, self) {
            (
                Dialect::Plain,
                Cell::Text(text)
                | Cell::Plain(text)
                | Cell::Date(text)
                | Cell::Number(text)
                | Cell::Timestamp(text),
            )
            | (Dialect::Excel(_), Cell::Plain(text) | Cell::Date(text)) => Cow::Borrowed(text),
            (Dialect::Excel(_), Cell::Number(text)) => match char::from(dialect.decimal()) {
                '.' => Cow::Borrowed(text),
                point => Cow::Owned(text.replace('.', point.encode_utf8(&mut [0; 4]))),
            },
            // Date and time as the dataset's offset has them: spreadsheets know no offsets.
            (Dialect::Excel(_), Cell::Timestamp(text)) => match (text.get(..10), text.get(11..19)) {
                (Some(date), Some(time)) => Cow::Owned(format!("{date} {time}")),
                _ => Cow::Borrowed(text),
            },
            (Dialect::Excel(_), Cell::Text(text)) if is_misread(text) => Cow::Owned(format!("'{text}")),
            (Dialect::Excel(_), Cell::Text(text)) => Cow::Borrowed(text),
        }
    }
}

/// Whether a spreadsheet would take a text for a formula, which must never run, or for a number or a date, which
/// must not replace it. An apostrophe before it is the spreadsheets' own sign for text.
fn is_misread(text: &str) -> bool {
    let text = text.trim_start();
    let formula = text.starts_with(['=', '+', '-', '@', '＝', '＋', '－', '＠']);
    let number = text.starts_with(|first: char| first.is_ascii_digit() || matches!(first, '.' | ','))
        && text.chars().all(|c| c.is_ascii_digit() || c.is_whitespace() || ".,:/-+%eE".contains(c));
    formula || number
}

/// Rows of a table: cells that every row has anew are copied, cells that rows have in common are written once.
pub struct RowWriter {
    text: Vec<u8>,
    expected: usize,
    dialect: Dialect,
}

impl RowWriter {
    pub fn new(dialect: Dialect, expected: usize) -> Self {
        RowWriter { text: Vec::new(), expected, dialect }
    }

    /// A cell in which nothing needs quotes: empty, a name of this program, or a date.
    pub fn plain(&mut self, cell: &str) {
        self.written(cell.as_bytes());
    }

    pub fn number(&mut self, number: &str) {
        let start = self.text.len();
        self.written(number.as_bytes());
        let cell = self.text.get_mut(start..).unwrap_or_default();
        if let Some(point) = cell.iter_mut().find(|byte| **byte == b'.') {
            *point = self.dialect.decimal();
        }
    }

    /// Cells that [`cells`] has written.
    pub fn written(&mut self, cells: &[u8]) {
        self.text.extend_from_slice(cells);
        self.text.push(self.dialect.delimiter());
    }

    pub fn row(&mut self, row: &[Cell<'_>]) {
        self.written(&cells(row, self.dialect));
        self.end();
    }

    /// Ends a row, in which there is at least one cell.
    pub fn end(&mut self) {
        self.text.pop();
        self.text.extend_from_slice(b"\r\n");
        // Rows are about as long as the first one.
        let others = std::mem::take(&mut self.expected).saturating_sub(1);
        self.text.reserve(others * (self.text.len() + 2));
    }

    pub fn finish(self) -> Vec<u8> {
        self.text
    }
}

/// Cells with the delimiters between them, quoted where RFC 4180 asks for it.
pub fn cells(cells: &[Cell<'_>], dialect: Dialect) -> Vec<u8> {
    let mut text = Vec::new();
    for (number, cell) in cells.iter().enumerate() {
        if number > 0 {
            text.push(dialect.delimiter());
        }
        let cell = cell.written(dialect);
        if cell.bytes().any(|byte| matches!(byte, b'"' | b'\r' | b'\n') || byte == dialect.delimiter()) {
            text.extend(["\"", &cell.replace('"', "\"\""), "\""].concat().bytes());
        } else {
            text.extend(cell.bytes());
        }
    }
    text
}

#[cfg(test)]
mod tests {
    use csv::{Terminator, WriterBuilder};

    use super::*;

    const ROWS: [[Cell<'_>; 4]; 2] = [
        [
            Cell::Text("=1+1"),
            Cell::Number("-1.5"),
            Cell::Timestamp("2026-11-20T08:00:00+04:00"),
            Cell::Text("a;b, \"c\"\nd"),
        ],
        [Cell::Text("2026-01-01"), Cell::Number(""), Cell::Text(""), Cell::Plain("2026-01-01")],
    ];

    fn written(dialect: Dialect) -> String {
        let mut rows = RowWriter::new(dialect, ROWS.len());
        ROWS.iter().for_each(|row| rows.row(row));
        String::from_utf8([head(["a", "b", "c", "d"], dialect), rows.finish()].concat()).unwrap()
    }

    #[test]
    fn programs_get_what_the_dataset_says() {
        let expected = "a,b,c,d\r\n=1+1,-1.5,2026-11-20T08:00:00+04:00,\"a;b, \"\"c\"\"\nd\"\r\n\
                        2026-01-01,,,2026-01-01\r\n";
        assert_eq!(written(Dialect::Plain), expected);
    }

    #[test]
    fn spreadsheets_get_numbers_dates_and_texts_that_stay_texts() {
        let expected = "\u{feff}a;b;c;d\r\n'=1+1;-1,5;2026-11-20 08:00:00;\"a;b, \"\"c\"\"\nd\"\r\n\
                        '2026-01-01;;;2026-01-01\r\n";
        assert_eq!(written(Dialect::Excel(Lang::Ru)), expected);
        let expected = "\u{feff}a,b,c,d\r\n'=1+1,-1.5,2026-11-20 08:00:00,\"a;b, \"\"c\"\"\nd\"\r\n\
                        '2026-01-01,,,2026-01-01\r\n";
        assert_eq!(written(Dialect::Excel(Lang::En)), expected);
    }

    #[test]
    fn texts_that_a_spreadsheet_would_misread() {
        for text in [
            "=A1", " =A1", "\t@x", "+7", "-", "\n-1", "007", "1e5", "1,5", ".5", "12.5", "1/2", "50%",
            "10:30",
        ] {
            assert!(is_misread(text), "{text:?}");
        }
        for text in ["", "%", "m2", "28 цифр", "1st", "a=b", "USD/AZN"] {
            assert!(!is_misread(text), "{text:?}");
        }
    }

    #[test]
    fn rows_are_those_of_the_library() {
        for dialect in [Dialect::Plain, Dialect::Excel(Lang::Ru), Dialect::Excel(Lang::En)] {
            let texts = [Cell::Text("a;b, \"c\"\nd\r"), Cell::Text(""), Cell::Text("=1")];
            let mut rows = RowWriter::new(dialect, 1);
            rows.plain("2026-11-20");
            rows.number("-1.5");
            rows.plain("");
            rows.written(&cells(&texts, dialect));
            rows.end();
            let mut library = WriterBuilder::new();
            let mut library =
                library.delimiter(dialect.delimiter()).terminator(Terminator::CRLF).from_writer(Vec::new());
            let [a, b, c] = texts;
            let row = [Cell::Plain("2026-11-20"), Cell::Number("-1.5"), Cell::Plain(""), a, b, c];
            library.write_record(row.map(|cell| cell.written(dialect).into_owned())).unwrap();
            let expected = library.into_inner().unwrap();
            assert_eq!(String::from_utf8(rows.finish()), String::from_utf8(expected));
        }
    }
}
