//! CSV for programs and for spreadsheets: the same rows in two dialects.

use super::*;

/// Rows of a table in a dialect.
#[derive(Clone, Copy, Debug)]
pub struct Csv {
    delimiter: u8,
    /// The mark before the fraction of a number.
    decimal: u8,
    /// A spreadsheet opens it: with a byte-order mark, texts and instants as it reads them.
    is_for_spreadsheets: bool,
}

impl Csv {
    /// RFC 4180.
    pub const PLAIN: Csv = Csv {
        delimiter: b',',
        decimal: b'.',
        is_for_spreadsheets: false,
    };

    /// For a spreadsheet in the locale of a language: Russian semicolon and decimal comma, English comma and decimal point
    /// [D10.excel].
    pub fn excel(lang: Lang) -> Self {
        let numbers = lang.numbers();
        Csv {
            delimiter: numbers.cell_delimiter,
            decimal: numbers.decimal,
            is_for_spreadsheets: true,
        }
    }

    /// The dialect in which a form of a page is written.
    pub fn of(form: Form, lang: Lang) -> Self {
        match form {
            Form::Default => Csv::PLAIN,
            Form::Alternate => Csv::excel(lang),
        }
    }

    /// Words that a spreadsheet reads as they are.
    fn literal(self, text: &str) -> Cow<'_, str> {
        if self.is_for_spreadsheets && is_misread(text) {
            Cow::Owned(format!("'{text}"))
        } else {
            Cow::Borrowed(text)
        }
    }

    /// Date and time as the dataset's offset has them: spreadsheets know no offsets.
    fn instant(self, text: &str) -> Cow<'_, str> {
        match (text.get(..10), text.get(11..19)) {
            (Some(date), Some(time)) if self.is_for_spreadsheets => {
                Cow::Owned(format!("{date} {time}"))
            }
            _ => Cow::Borrowed(text),
        }
    }

    /// Adds a cell, quoted where RFC 4180 asks for it.
    fn add_quoted(self, text: &mut Vec<u8>, cell: &str) {
        let delimiter = char::from(self.delimiter);
        if !cell.contains(['"', '\r', '\n', delimiter]) {
            text.extend(cell.as_bytes());
            return;
        }

        let doubled = cell.replace('"', "\"\"");
        text.push(b'"');
        text.extend(doubled.as_bytes());
        text.push(b'"');
    }

    /// The byte-order mark, where the dialect has one, and the row of the names of columns.
    pub fn head<K: RowKind>(self, columns: &[TableColumn<K>]) -> Vec<u8> {
        self.head_of_names(columns.iter().map(|column| column.name))
    }

    pub fn head_of_names<'a>(mut self, names: impl Iterator<Item = &'a str>) -> Vec<u8> {
        let mut head = Vec::new();
        if self.is_for_spreadsheets {
            head.extend("\u{feff}".bytes());
        }

        // The keys of indicators are among the names, and may look like numbers or days.
        for name in names {
            self.cell(&mut head, name, &TableCell::Text(name));
        }

        self.end(&mut head);
        head
    }

    /// A table with its head.
    pub fn table<'a, K: RowKind>(
        mut self,
        columns: &[TableColumn<K>],
        rows: impl Iterator<Item = K::TableRow<'a>>,
    ) -> io::Result<Vec<u8>> {
        let mut text = self.head(columns);
        write(&mut text, &mut self, columns, rows)?;
        Ok(text)
    }
}

impl RowFormat for Csv {
    fn cell(&mut self, text: &mut Vec<u8>, _: &str, cell: &TableCell) {
        let start = text.len();
        match cell {
            TableCell::Text(words) | TableCell::Origin(words) => {
                let words = self.literal(words);
                self.add_quoted(text, &words);
            }
            TableCell::Plain(name) => self.add_quoted(text, name),
            TableCell::Timestamp(instant) => text.extend(self.instant(instant).bytes()),
            TableCell::Value(_) | TableCell::Number(_) => {
                cell.add_to(text);
                let mut digits = text[start..].iter_mut();
                if let Some(point) = digits.find(|byte| **byte == b'.') {
                    *point = self.decimal;
                }
            }
            _ => cell.add_to(text),
        }

        text.push(self.delimiter);
    }

    /// Ends a row, in which there is at least one cell.
    fn end(&mut self, text: &mut Vec<u8>) {
        text.pop();
        text.extend(b"\r\n");
    }
}

/// Returns true if a spreadsheet would take a text for a formula, which must never run, or for a number or a date, which
/// must not replace it. An apostrophe before it is the spreadsheets' own sign for text.
fn is_misread(text: &str) -> bool {
    let text = text.trim_start();
    if text.starts_with(['=', '+', '-', '@', '＝', '＋', '－', '＠']) {
        return true;
    }

    let begins_number = text.starts_with(|c: char| c.is_ascii_digit() || ".,".contains(c));
    begins_number && text.chars().all(is_of_number)
}

/// Returns true for what numbers, dates and times are written with.
fn is_of_number(c: char) -> bool {
    c.is_whitespace() || "0123456789.,:/-+%eE".contains(c)
}

#[cfg(test)]
mod tests {
    use ::csv::{Terminator, WriterBuilder};

    use super::*;

    /// Rows of cells that a test names.
    pub enum Given {}

    impl RowKind for Given {
        type TableRow<'a> = [&'a str; 4];
    }

    const COLUMNS: [TableColumn<Given>; 4] = [
        column("a", |row| TableCell::Text(row[0])),
        column("b", |row| TableCell::Number(row[1].into())),
        column("c", |row| TableCell::Timestamp(row[2])),
        column("d", |row| TableCell::Text(row[3])),
    ];

    fn written(dialect: Csv) -> String {
        let rows = [
            ["=1+1", "-1.5", "2026-11-20T08:00:00+04:00", "a;b, \"c\"\nd"],
            ["2026-01-01", "", "", ""],
        ];
        String::from_utf8(dialect.table(&COLUMNS, rows.into_iter()).unwrap()).unwrap()
    }

    #[test]
    fn programs_get_what_the_dataset_says() {
        let expected = "a,b,c,d\r\n=1+1,-1.5,2026-11-20T08:00:00+04:00,\"a;b, \"\"c\"\"\nd\"\r\n2026-01-01,,,\r\n";
        assert_eq!(written(Csv::PLAIN), expected);
    }

    #[test]
    fn spreadsheets_get_numbers_dates_and_texts_that_stay_texts() {
        let expected = "\u{feff}a;b;c;d\r\n'=1+1;-1,5;2026-11-20 08:00:00;\"a;b, \"\"c\"\"\nd\"\r\n'2026-01-01;;;\r\n";
        assert_eq!(written(Csv::excel(Lang::Ru)), expected);
        let expected = "\u{feff}a,b,c,d\r\n'=1+1,-1.5,2026-11-20 08:00:00,\"a;b, \"\"c\"\"\nd\"\r\n'2026-01-01,,,\r\n";
        assert_eq!(written(Csv::excel(Lang::En)), expected);
    }

    #[test]
    fn a_key_that_looks_like_a_day_stays_a_heading() {
        let head = |dialect: Csv| {
            let names = ["date", "2026-01-01", "m2"].into_iter();
            String::from_utf8(dialect.head_of_names(names)).unwrap()
        };
        assert_eq!(head(Csv::PLAIN), "date,2026-01-01,m2\r\n");
        assert_eq!(
            head(Csv::excel(Lang::Ru)),
            "\u{feff}date;'2026-01-01;m2\r\n"
        );
    }

    #[test]
    fn texts_that_a_spreadsheet_would_misread() {
        for text in [
            "=A1", " =A1", "\t@x", "+7", "-", "\n-1", "007", "1e5", "1,5", ".5", "12.5", "1/2",
            "50%", "10:30",
        ] {
            assert!(is_misread(text), "{text:?}");
        }

        for text in ["", "%", "m2", "28 цифр", "1st", "a=b", "USD/AZN"] {
            assert!(!is_misread(text), "{text:?}");
        }
    }

    #[test]
    fn rows_are_those_of_the_library() {
        for mut dialect in [Csv::PLAIN, Csv::excel(Lang::Ru), Csv::excel(Lang::En)] {
            let row = ["a;b, \"c\"\nd\r", "-1.5", "", "=1"];
            let mut rows = Vec::new();
            write(&mut rows, &mut dialect, &COLUMNS, [row].into_iter()).unwrap();
            let mut library = WriterBuilder::new();
            let mut library = library
                .delimiter(dialect.delimiter)
                .terminator(Terminator::CRLF)
                .from_writer(Vec::new());
            let number = row[1].replace('.', &char::from(dialect.decimal).to_string());
            library
                .write_record([
                    &*dialect.literal(row[0]),
                    &number,
                    row[2],
                    &dialect.literal(row[3]),
                ])
                .unwrap();
            let expected = library.into_inner().unwrap();
            assert_eq!(String::from_utf8(rows), String::from_utf8(expected));
        }
    }
}
