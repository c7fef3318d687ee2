//! CSV for programs and for spreadsheets: the same rows in two dialects [D8.csv].

use std::borrow::Cow;

use csv::{Terminator, Writer, WriterBuilder};

use super::SiteError;
use super::page::{Form, Page, Selector, Variant};
use crate::model::Lang;

/// `dialect=excel` selects what a spreadsheet in the locale of the path's language opens by a double click.
pub const EXCEL: Selector = Selector { parameter: "dialect", value: "excel" };

/// What ends a row (RFC 4180).
const END_OF_ROW: &str = "\r\n";
/// What tables are sent as.
const MEDIA_TYPE: &str = "text/csv; charset=utf-8";

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

/// A page of CSV in its two dialects.
pub fn of(lang: Lang, plain: Variant, excel: Variant) -> Page {
    Page {
        lang: Some(lang),
        cross_origin: true,
        alternate: Some((EXCEL, excel)),
        ..Page::new(MEDIA_TYPE, plain)
    }
}

/// The text of a table for programs.
///
/// # Errors
/// When a row cannot be written, which none of this program's can be brought to.
pub fn text<const N: usize>(header: [&str; N], rows: &[[Option<Cell<'_>>; N]]) -> Result<String, SiteError> {
    Ok(String::from_utf8(write(header, rows, Dialect::Plain)?)?)
}

/// The byte-order mark, where the dialect has one, and the row of column names.
///
/// # Errors
/// As [`text`].
pub fn head<const N: usize>(header: [&str; N], dialect: Dialect) -> Result<Vec<u8>, SiteError> {
    let mut writer = writer(dialect, dialect.mark().as_bytes().to_vec());
    writer.write_record(header)?;
    finish(writer)
}

/// Rows without a head, for a table that is put together of parts: `cells` is given each row, and a function that
/// writes its cells.
///
/// # Errors
/// As [`text`].
pub fn rows<const N: usize, R>(
    dialect: Dialect,
    rows: impl Iterator<Item = R>,
    cells: impl Fn(&R, &mut dyn FnMut(&[Option<Cell<'_>>; N]) -> Result<(), SiteError>) -> Result<(), SiteError>,
) -> Result<Vec<u8>, SiteError> {
    let mut writer = writer(dialect, Vec::new());
    for row in rows {
        cells(&row, &mut |cells| write_row(&mut writer, cells, dialect))?;
    }
    finish(writer)
}

/// At least two cells with what stands between them, for a row that is put together of parts.
///
/// # Errors
/// As [`head`].
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

fn write<const N: usize>(
    header: [&str; N],
    rows: &[[Option<Cell<'_>>; N]],
    dialect: Dialect,
) -> Result<Vec<u8>, SiteError> {
    let mut writer = writer(dialect, head(header, dialect)?);
    for row in rows {
        write_row(&mut writer, row, dialect)?;
    }
    finish(writer)
}

fn writer(dialect: Dialect, begun: Vec<u8>) -> Writer<Vec<u8>> {
    WriterBuilder::new().delimiter(dialect.delimiter()).terminator(Terminator::CRLF).from_writer(begun)
}

fn finish(writer: Writer<Vec<u8>>) -> Result<Vec<u8>, SiteError> {
    writer.into_inner().map_err(|error| csv::Error::from(error.into_error()).into())
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
        String::from_utf8(write(["a", "b", "c", "d"], &ROWS, dialect).unwrap()).unwrap()
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
}
