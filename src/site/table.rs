//! CSV for programs and for spreadsheets: the same rows in two dialects [D8.csv].

use std::borrow::Cow;

use csv::{Terminator, Writer, WriterBuilder};

use super::body::Interner;
use super::memo::Memo;
use super::page::{Content, Form, Localised, SiteError, Variant};
use crate::model::{Lang, Localized};

/// What ends a row (RFC 4180).
const END_OF_ROW: &str = "\r\n";

/// What a cell holds, for a dialect to write in its way.
#[derive(Clone, Copy)]
pub enum Cell<'a> {
    /// Words that people wrote, or a name.
    Text(&'a str),
    /// A name of this program, or a date: nothing that a spreadsheet takes for something else.
    Plain(&'a str),
    /// A plain decimal.
    Number(&'a str),
    /// A timestamp of RFC 3339.
    Timestamp(&'a str),
}

/// How a table is written.
#[derive(Clone, Copy, Debug)]
pub enum Dialect {
    /// RFC 4180: comma, point, no byte-order mark.
    Plain,
    /// For a spreadsheet in the locale of this language, with a byte-order mark: Russian semicolon and decimal comma,
    /// English comma and decimal point [D10.excel].
    Excel(Lang),
}

impl Dialect {
    /// That of a form of a page in a language.
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

    /// What stands between cells.
    pub fn delimiter(self) -> u8 {
        match self {
            Dialect::Plain => b',',
            Dialect::Excel(lang) => lang.numbers().cell_delimiter,
        }
    }

    /// What stands before the fraction of a number.
    pub fn decimal(self) -> u8 {
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
    rows: impl Fn(Dialect, Lang) -> Result<Vec<u8>, SiteError>,
) -> Localised {
    let mut interner = Interner::default();
    Localized::try_build(|lang| {
        let mut variant = |form| {
            let dialect = Dialect::of(form, lang);
            let head = memo.interned(head(columns, dialect)?);
            Ok::<_, SiteError>(Variant::of_segments(&[head, interner.segment(rows(dialect, lang)?)]))
        };
        Ok(Content { default: variant(Form::Default)?, alternate: Some(variant(Form::Alternate)?) })
    })
}

/// The byte-order mark, where the dialect has one, and the row of column names.
pub fn head<const N: usize>(header: [&str; N], dialect: Dialect) -> Result<Vec<u8>, SiteError> {
    let mut writer = writer(dialect, dialect.mark().as_bytes().to_vec());
    writer.write_record(header)?;
    finish(writer)
}

/// Rows without a head, for a table that is put together of parts.
pub fn rows<'a, const N: usize>(
    dialect: Dialect,
    rows: impl Iterator<Item = [Option<Cell<'a>>; N]>,
) -> Result<Vec<u8>, SiteError> {
    let mut writer = writer(dialect, Vec::new());
    for row in rows {
        write_row(&mut writer, &row, dialect)?;
    }
    finish(writer)
}

/// At least two cells with what stands between them, for a row that is put together of parts.
pub fn cells(cells: &[Option<Cell<'_>>], dialect: Dialect) -> Result<Vec<u8>, SiteError> {
    let mut writer = writer(dialect, Vec::new());
    write_row(&mut writer, cells, dialect)?;
    let mut written = finish(writer)?;
    written.truncate(written.len().saturating_sub(END_OF_ROW.len()));
    Ok(written)
}

/// A cell with a text; `None` where there is nothing to say.
pub fn text_cell(text: Option<&str>) -> Option<Cell<'_>> {
    text.filter(|text| !text.is_empty()).map(Cell::Text)
}

fn writer(dialect: Dialect, begun: Vec<u8>) -> Writer<Vec<u8>> {
    WriterBuilder::new().delimiter(dialect.delimiter()).terminator(Terminator::CRLF).from_writer(begun)
}

fn finish(writer: Writer<Vec<u8>>) -> Result<Vec<u8>, SiteError> {
    Ok(writer.into_inner()?)
}

fn write_row(
    writer: &mut Writer<Vec<u8>>,
    row: &[Option<Cell<'_>>],
    dialect: Dialect,
) -> Result<(), SiteError> {
    let cells = row.iter().map(|cell| cell.map_or(Cow::Borrowed(""), |cell| cell.written(dialect)));
    // Field by field: the record never lies in memory twice.
    for cell in cells {
        writer.write_field(cell.as_bytes())?;
    }
    Ok(writer.write_record(None::<&[u8]>)?)
}

impl<'a> Cell<'a> {
    fn written(self, dialect: Dialect) -> Cow<'a, str> {
        match (dialect, self) {
            (
                Dialect::Plain,
                Cell::Text(text) | Cell::Plain(text) | Cell::Number(text) | Cell::Timestamp(text),
            )
            | (Dialect::Excel(_), Cell::Plain(text)) => Cow::Borrowed(text),
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

/// Rows of a long table: what every row has anew is copied, what rows have in common is written once.
pub struct RowWriter {
    text: Vec<u8>,
    /// How many more rows there will be.
    expected: usize,
    delimiter: u8,
    decimal: u8,
}

impl RowWriter {
    /// None yet of this many.
    pub fn new(dialect: Dialect, expected: usize) -> Self {
        RowWriter { text: Vec::new(), expected, delimiter: dialect.delimiter(), decimal: dialect.decimal() }
    }

    /// A cell in which nothing needs quotes: empty, a name of this program, or a date.
    pub fn plain(&mut self, cell: &str) {
        self.written(cell.as_bytes());
    }

    /// A cell with a plain decimal.
    pub fn number(&mut self, number: &str) {
        let start = self.text.len();
        self.written(number.as_bytes());
        let cell = self.text.get_mut(start..).unwrap_or_default();
        if let Some(point) = cell.iter_mut().find(|byte| **byte == b'.') {
            *point = self.decimal;
        }
    }

    /// Cells that [`cells`] has written.
    pub fn written(&mut self, cells: &[u8]) {
        self.text.extend_from_slice(cells);
        self.text.push(self.delimiter);
    }

    /// Ends a row, in which there is at least one cell.
    pub fn end(&mut self) {
        self.text.pop();
        self.text.extend_from_slice(b"\r\n");
        // Rows are about as long as the first one.
        let others = std::mem::take(&mut self.expected).saturating_sub(1);
        self.text.reserve(others * (self.text.len() + 2));
    }

    /// What has been written.
    pub fn finish(self) -> Vec<u8> {
        self.text
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const ROWS: [[Option<Cell<'_>>; 4]; 2] = [
        [
            Some(Cell::Text("=1+1")),
            Some(Cell::Number("-1.5")),
            Some(Cell::Timestamp("2026-11-20T08:00:00+04:00")),
            Some(Cell::Text("a;b, \"c\"\nd")),
        ],
        [Some(Cell::Text("2026-01-01")), None, None, Some(Cell::Plain("2026-01-01"))],
    ];

    fn written(dialect: Dialect) -> String {
        let table = [head(["a", "b", "c", "d"], dialect).unwrap(), rows(dialect, ROWS.into_iter()).unwrap()];
        String::from_utf8(table.concat()).unwrap()
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
            let texts = [Some(Cell::Text("a;b, \"c\"\nd")), None, Some(Cell::Text("=1"))];
            let mut rows = RowWriter::new(dialect, 1);
            rows.plain("2026-11-20");
            rows.number("-1.5");
            rows.plain("");
            rows.written(&cells(&texts, dialect).unwrap());
            rows.end();
            let [a, b, c] = texts;
            let row = [Some(Cell::Plain("2026-11-20")), Some(Cell::Number("-1.5")), None, a, b, c];
            let expected = super::rows(dialect, [row].into_iter()).unwrap();
            assert_eq!(String::from_utf8(rows.finish()), String::from_utf8(expected));
        }
    }
}
