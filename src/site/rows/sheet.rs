//! Rows of a worksheet: numbers as numbers with all their digits, dates as dates, everything else as text that nothing
//! takes for a formula.
//!
//! Rows and cells say where they stand: some readers (exceljs, R's openxlsx) do not count. An empty cell is not written.
//! Texts that do not come from observations are shared: cells refer to them by number.

use super::*;

use std::io::Write;

/// How many UTF-16 units a cell may hold; a longer text is cut off.
const LONGEST_TEXT: usize = 32_767;
const LETTERS: &str = "ABCDEFGHIJKLMNOPQRSTUVWXYZ";

/// How a text looks: the indices of `styles.xml`.
#[derive(Clone, Copy)]
pub enum Style {
    Usual,
    Heading,
}

/// The shared texts of a workbook, as far as its sheets are written.
#[derive(Default)]
pub struct Strings {
    numbers: HashMap<String, usize>,
    /// In the order of their numbers.
    elements: Vec<String>,
    /// How many cells refer to them.
    references: usize,
}

impl Strings {
    fn number(&mut self, text: &str) -> usize {
        self.references += 1;
        if let Some(number) = self.numbers.get(text) {
            return *number;
        }
        let number = self.elements.len();
        self.numbers.insert(text.to_owned(), number);
        self.elements.push(element(text));
        number
    }

    /// Writes `sharedStrings.xml`.
    pub fn write_to(&self, out: &mut dyn Write) -> io::Result<()> {
        write!(
            out,
            "<?xml version=\"1.0\" encoding=\"UTF-8\" standalone=\"yes\"?>\n\
             <sst xmlns=\"http://schemas.openxmlformats.org/spreadsheetml/2006/main\" count=\"{}\" uniqueCount=\"{}\">",
            self.references,
            self.elements.len()
        )?;
        self.elements.iter().try_for_each(|element| write!(out, "<si>{element}</si>"))?;
        out.write_all(b"</sst>")
    }
}

/// Rows that follow each other in a sheet.
pub struct Sheet<'s> {
    pub strings: &'s mut Strings,
    /// How many rows have begun.
    row: usize,
    column: usize,
    style: Style,
}

impl<'s> Sheet<'s> {
    pub fn new(strings: &'s mut Strings) -> Self {
        Sheet { strings, row: 0, column: 0, style: Style::Usual }
    }

    /// Adds a row of texts, each in its style.
    pub fn add_texts<'t>(&mut self, text: &mut Vec<u8>, cells: impl IntoIterator<Item = (&'t str, Style)>) {
        self.begin(text);
        for (cell, style) in cells {
            self.style = style;
            self.cell(text, "", &Cell::Text(cell));
        }
        self.style = Style::Usual;
        self.end(text);
    }

    fn add(&mut self, text: &mut Vec<u8>, parts: &[&str]) {
        let place = self.column - 1;
        let number = self.row.to_string();
        let begin = ["<c r=\"", LETTERS.get(place..=place).unwrap_or_default(), &number, "\""];
        begin.iter().chain(parts).for_each(|part| text.extend_from_slice(part.as_bytes()));
    }

    fn add_shared(&mut self, text: &mut Vec<u8>, words: &str) {
        let style = match self.style {
            Style::Usual => "",
            Style::Heading => " s=\"2\"",
        };
        let number = self.strings.number(words).to_string();
        self.add(text, &[style, " t=\"s\"><v>", &number, "</v></c>"]);
    }

    fn add_inline(&mut self, text: &mut Vec<u8>, words: &str) {
        self.add(text, &[" t=\"inlineStr\"><is>", &element(words), "</is></c>"]);
    }
}

impl RowFormat for Sheet<'_> {
    const REPEATS: bool = false;

    fn begin(&mut self, text: &mut Vec<u8>) {
        (self.row, self.column) = (self.row + 1, 0);
        ["<row r=\"", &self.row.to_string(), "\">"].iter().for_each(|part| text.extend(part.bytes()));
    }

    fn cell(&mut self, text: &mut Vec<u8>, _: &str, cell: &Cell<'_>) {
        self.column += 1;
        if cell.is_empty() {
            return;
        }
        match cell {
            Cell::Null | Cell::Date(None) => {}
            Cell::Number(number) => self.add(text, &["><v>", number, "</v></c>"]),
            Cell::Value(value) => value.with_digits(|digits| self.add(text, &["><v>", digits, "</v></c>"])),
            // As text where the format's calendar is wrong or has not begun.
            Cell::Date(Some(date)) => match serial(*date) {
                Some(serial) => self.add(text, &[" s=\"1\"><v>", &serial.to_string(), "</v></c>"]),
                None => self.add_inline(text, &date.to_string()),
            },
            Cell::Origin(words) => self.add_inline(text, words),
            Cell::Text(words) | Cell::Timestamp(words) => self.add_shared(text, words),
            Cell::Plain(words) => self.add_shared(text, words),
            Cell::Flags(flags) => self.add_shared(text, &flags.to_string()),
        }
    }

    fn end(&mut self, text: &mut Vec<u8>) {
        text.extend_from_slice(b"</row>");
    }
}

/// A text as an element.
fn element(text: &str) -> String {
    let text = literal(cut(text));
    // Spaces inside a text stay without being asked for.
    let space = if text.trim() == text { "" } else { " xml:space=\"preserve\"" };
    ["<t", space, ">", &xml::content(&text), "</t>"].concat()
}

/// The number of a day, counted so that the format's 29 February 1900, which never was, is day 60: nothing before
/// March 1900.
fn serial(date: NaiveDate) -> Option<i64> {
    let zero = NaiveDate::from_ymd_opt(1899, 12, 30)?;
    let serial = date.signed_duration_since(zero).num_days();
    (serial > 60).then_some(serial)
}

fn cut(text: &str) -> &str {
    let mut units = 0;
    let too_long = text.char_indices().find(|(_, c)| {
        units += c.len_utf16();
        units > LONGEST_TEXT
    });
    too_long.and_then(|(end, _)| text.get(..end)).unwrap_or(text)
}

/// `_x0041_` in a text would be read as the character with that number (ECMA-376, 22.9.2.19): its first character is
/// written so instead.
fn literal(text: &str) -> std::borrow::Cow<'_, str> {
    let is_escape = |rest: &str| {
        rest.get(6..7) == Some("_")
            && rest.get(2..6).is_some_and(|digits| digits.bytes().all(|b| b.is_ascii_hexdigit()))
    };
    if !text.match_indices("_x").any(|(at, _)| is_escape(&text[at..])) {
        return text.into();
    }
    let mut written = String::with_capacity(text.len() + 8);
    let mut rest = text;
    while let Some(at) = rest.find("_x") {
        let (before, escape) = rest.split_at(at);
        written += before;
        written += if is_escape(escape) { "_x005F_" } else { "_" };
        rest = &escape[1..];
    }
    (written + rest).into()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::model::{Flag, Flags};

    #[test]
    fn days_are_numbered_from_march_1900_on() {
        for (date, number) in [
            ("1900-02-28", None),
            ("1900-03-01", Some(61)),
            ("1970-01-01", Some(25_569)),
            ("2026-11-20", Some(46_346)),
        ] {
            assert_eq!(serial(date.parse().unwrap()), number, "{date}");
        }
    }

    #[test]
    fn cells_are_numbers_dates_and_texts() {
        let (mut strings, mut text) = (Strings::default(), Vec::new());
        let day = |day: &str| Cell::Date(day.parse().ok());
        let mut sheet = Sheet::new(&mut strings);
        sheet.add_texts(&mut text, [("a&b", Style::Heading), ("", Style::Usual), ("c", Style::Usual)]);
        let mut flags = Flags::default();
        flags.insert(Flag::Gap);
        for row in [
            vec![
                Cell::Origin(" =1+1"),
                Cell::Value("-0.0000000000000000000000000001".parse().unwrap()),
                day("2026-11-20"),
                Cell::Date(None),
                Cell::Text("c"),
            ],
            vec![day("1899-12-31"), Cell::Number(""), Cell::Number("7"), Cell::Flags(flags)],
        ] {
            sheet.begin(&mut text);
            row.iter().for_each(|cell| sheet.cell(&mut text, "", cell));
            sheet.end(&mut text);
        }
        let expected = "<row r=\"1\"><c r=\"A1\" s=\"2\" t=\"s\"><v>0</v></c><c r=\"C1\" t=\"s\"><v>1</v></c></row>\
            <row r=\"2\"><c r=\"A2\" t=\"inlineStr\"><is><t xml:space=\"preserve\"> =1+1</t></is></c>\
            <c r=\"B2\"><v>-0.0000000000000000000000000001</v></c><c r=\"C2\" s=\"1\"><v>46346</v></c>\
            <c r=\"E2\" t=\"s\"><v>1</v></c></row>\
            <row r=\"3\"><c r=\"A3\" t=\"inlineStr\"><is><t>1899-12-31</t></is></c>\
            <c r=\"C3\"><v>7</v></c><c r=\"D3\" t=\"s\"><v>2</v></c></row>";
        assert_eq!(String::from_utf8(text).unwrap(), expected);
        let mut table = Vec::new();
        strings.write_to(&mut table).unwrap();
        let end =
            "count=\"4\" uniqueCount=\"3\"><si><t>a&amp;b</t></si><si><t>c</t></si><si><t>gap</t></si></sst>";
        assert!(String::from_utf8(table).unwrap().ends_with(end));
    }

    #[test]
    fn texts_are_taken_literally_and_cut_where_they_must() {
        assert_eq!(literal("_x0041_ _x00_ _x_x000D_"), "_x005F_x0041_ _x00_ _x_x005F_x000D_");
        assert_eq!(literal("_xяяя_я"), "_xяяя_я");
        assert_eq!(cut(&"🙂".repeat(20_000)).chars().count(), 16_383);
        assert_eq!(cut("🙂"), "🙂");
    }

    #[test]
    fn a_text_is_cut_where_a_cell_ends() {
        let longest = "x".repeat(LONGEST_TEXT);
        assert_eq!(cut(&longest), longest);
        assert_eq!(cut(&format!("{longest}x")), longest);
        // A character of two units does not fit into the last one.
        assert_eq!(cut(&format!("{}\u{1f600}", &longest[1..])), &longest[1..]);
    }
}
