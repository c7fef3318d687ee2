//! Rows of a long table in CSV: what every row has anew is copied, what rows have in common is written once.

use super::SiteError;
use super::page::{Form, Variant};
use super::piece::{self, Pool};
use super::registry::Written;
use super::table::{self, Dialect};
use crate::model::{Lang, Localized};

/// Rows as they are written in one dialect.
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

    /// Cells that [`table::cells`] has written.
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

/// A table of a series in both languages and dialects. Rows that are the same in several of them are kept once.
///
/// # Errors
/// As [`table::head`], and those of `rows`.
pub fn pages<const N: usize>(
    columns: [&str; N],
    rows: impl Fn(Dialect, Lang) -> Result<Vec<u8>, SiteError>,
) -> Written {
    let mut pool = Pool::default();
    Localized::try_build(|lang| {
        let mut variant = |form| {
            let dialect = Dialect::of(form, lang);
            let head = piece::recurring(table::head(columns, dialect)?);
            Ok::<_, SiteError>(Variant::of_pieces(&[head, pool.piece(rows(dialect, lang)?)]))
        };
        let plain = variant(Form::Default)?;
        Ok(table::of(lang, plain, variant(Form::Alternate)?))
    })
}

#[cfg(test)]
mod tests {
    use super::super::table::Cell;
    use super::*;

    #[test]
    fn rows_are_those_of_the_library() {
        for dialect in [Dialect::Plain, Dialect::Excel(Lang::Ru), Dialect::Excel(Lang::En)] {
            let texts = [Some(Cell::Text("a;b, \"c\"\nd")), None, Some(Cell::Text("=1"))];
            let mut rows = RowWriter::new(dialect, 1);
            rows.plain("2026-11-20");
            rows.number("-1.5");
            rows.plain("");
            rows.written(&table::cells(&texts, dialect).unwrap());
            rows.end();
            let [a, b, c] = texts;
            let row = [Some(Cell::Plain("2026-11-20")), Some(Cell::Number("-1.5")), None, a, b, c];
            let expected = table::rows(dialect, [row].into_iter(), |row, write| write(row)).unwrap();
            assert_eq!(String::from_utf8(rows.finish()), String::from_utf8(expected));
        }
    }
}
