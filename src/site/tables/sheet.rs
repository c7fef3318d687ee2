//! A sheet of a workbook: its rows and cells as Office Open XML has them.
//!
//! Numbers are numbers with all their digits, dates are dates, and everything else is text that nothing takes for a formula.
//! Rows and cells say where they stand: some readers (exceljs, R's openxlsx) do not count. An empty cell is not written. Texts
//! that do not come from observations are shared: cells refer to them by number.

use super::*;

use std::io::Write;

use super::xml;

/// How many UTF-16 units a cell may hold; a longer text is cut off.
const LONGEST_TEXT: usize = 32_767;
const LETTERS: &str = "ABCDEFGHIJKLMNOPQRSTUVWXYZ";

/// How a cell looks: attributes with the indices of `styles.xml`.
pub const USUAL: &str = "";
const DATE: &str = " s=\"1\"";
pub const HEADING: &str = " s=\"2\"";
const NUMBER: &str = " s=\"3\"";
const PERCENT: &str = " s=\"4\"";

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

        let number = self.numbers.len();
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
        for element in &self.elements {
            write!(out, "<si>{element}</si>")?;
        }

        out.write_all(b"</sst>")
    }
}

/// The sheet that is being written, with the texts of all before it.
#[derive(Default)]
pub struct Sheet {
    pub strings: Strings,
    /// True if numbers look as pages show them.
    has_formats: bool,
    /// How many of its rows have begun.
    pub row: usize,
    column: usize,
}

impl Sheet {
    pub fn new(has_formats: bool) -> Self {
        Sheet {
            has_formats,
            ..Sheet::default()
        }
    }

    /// Adds a row of texts, each in its style.
    pub fn add_texts<'t>(
        &mut self,
        text: &mut Vec<u8>,
        cells: impl IntoIterator<Item = (&'t str, &'t str)>,
    ) {
        self.begin(text);
        for (words, style) in cells {
            self.column += 1;
            if !words.is_empty() {
                self.add_shared(text, style, words);
            }
        }

        self.end(text);
    }

    fn add(&mut self, text: &mut Vec<u8>, parts: &[&str]) {
        let place = self.column - 1;
        let letter = LETTERS.get(place..=place).unwrap_or_default();
        let number = self.row.to_string();
        for part in ["<c r=\"", letter, &number, "\""].iter().chain(parts) {
            text.extend(part.as_bytes());
        }
    }

    /// The look of the numbers of a column.
    fn number_style(&self, column: &str) -> &'static str {
        if !self.has_formats {
            USUAL
        } else if column.ends_with("_pct") {
            PERCENT
        } else {
            NUMBER
        }
    }

    fn add_shared(&mut self, text: &mut Vec<u8>, style: &str, words: &str) {
        let number = self.strings.number(words).to_string();
        self.add(text, &[style, " t=\"s\"><v>", &number, "</v></c>"]);
    }

    fn add_inline(&mut self, text: &mut Vec<u8>, words: &str) {
        let element = element(words);
        self.add(text, &[" t=\"inlineStr\"><is>", &element, "</is></c>"]);
    }

    /// Adds a cell that is a number.
    fn add_number(&mut self, text: &mut Vec<u8>, style: &str, digits: &str) {
        self.add(text, &[style, "><v>", digits, "</v></c>"]);
    }
}

impl RowFormat for Sheet {
    const REPEATS: bool = false;

    fn begin(&mut self, text: &mut Vec<u8>) {
        self.row += 1;
        self.column = 0;
        let begin = format!("<row r=\"{}\">", self.row);
        text.extend(begin.bytes());
    }

    fn cell(&mut self, text: &mut Vec<u8>, name: &str, cell: &TableCell) {
        self.column += 1;
        if cell.is_empty() {
            return;
        }

        let style = self.number_style(name);
        match cell {
            TableCell::Null | TableCell::Date(None) => {}
            TableCell::Number(number) => self.add_number(text, style, number),
            TableCell::Value(value) => {
                value.with_digits(|digits| self.add_number(text, style, digits));
            }
            // As text where the format's calendar is wrong or has not begun.
            TableCell::Date(Some(date)) => match serial(*date) {
                Some(serial) => self.add_number(text, DATE, &serial.to_string()),
                None => self.add_inline(text, &date.to_string()),
            },
            TableCell::Origin(words) => self.add_inline(text, words),
            TableCell::Flags(flags) => self.add_shared(text, USUAL, &flags.to_string()),
            _ => self.add_shared(text, USUAL, cell.words()),
        }
    }

    fn end(&mut self, text: &mut Vec<u8>) {
        text.extend(b"</row>");
    }
}

/// A text as an element.
fn element(text: &str) -> String {
    let text = literal(shorten(text, LONGEST_TEXT));
    let content = xml::content(&text);
    // Spaces inside a text stay without being asked for.
    if text.trim() == text {
        format!("<t>{content}</t>")
    } else {
        format!("<t xml:space=\"preserve\">{content}</t>")
    }
}

/// The number of a day, counted so that the format's 29 February 1900, which never was, is day 60: nothing before
/// March 1900.
fn serial(date: NaiveDate) -> Option<i64> {
    let zero = NaiveDate::from_ymd_opt(1899, 12, 30)?;
    let serial = date.signed_duration_since(zero).num_days();
    (serial > 60).then_some(serial)
}

/// `_x0041_` in a text would be read as the character with that number (ECMA-376, 22.9.2.19): its first character is
/// written so instead.
fn literal(text: &str) -> Cow<'_, str> {
    let mut literal = Cow::Borrowed(text);
    for (at, _) in text.rmatch_indices("_x") {
        if is_escape(&text[at..]) {
            literal.to_mut().insert_str(at, "_x005F");
        }
    }

    literal
}

/// Returns true if a text begins like `_x0041_`.
fn is_escape(text: &str) -> bool {
    let digits = text.get(2..6);
    let is_hex = digits.is_some_and(|digits| digits.bytes().all(|b| b.is_ascii_hexdigit()));
    is_hex && text.get(6..7) == Some("_")
}

/// The beginning of a text, of at most so many UTF-16 units.
pub fn shorten(text: &str, longest: usize) -> &str {
    let mut units = 0;
    for (end, c) in text.char_indices() {
        units += c.len_utf16();
        if units > longest {
            return &text[..end];
        }
    }

    text
}

#[cfg(test)]
mod tests {
    use super::*;

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
        let (mut sheet, mut text) = (Sheet::default(), Vec::new());
        let day = |day: &str| TableCell::Date(day.parse().ok());
        sheet.add_texts(&mut text, [("a&b", HEADING), ("", USUAL), ("c", USUAL)]);
        let mut flags = Flags::default();
        flags.insert(Flag::Gap);
        for row in [
            vec![
                TableCell::Origin(" =1+1"),
                TableCell::Value("-0.0000000000000000000000000001".parse().unwrap()),
                day("2026-11-20"),
                TableCell::Date(None),
                TableCell::Text("c"),
            ],
            vec![
                day("1899-12-31"),
                TableCell::Number("".into()),
                TableCell::Number("7".into()),
                TableCell::Flags(flags),
            ],
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
        sheet.strings.write_to(&mut table).unwrap();
        let end = "count=\"4\" uniqueCount=\"3\"><si><t>a&amp;b</t></si><si><t>c</t></si><si><t>gap</t></si></sst>";
        assert!(String::from_utf8(table).unwrap().ends_with(end));
    }

    #[test]
    fn texts_are_taken_literally_and_cut_where_they_must() {
        assert_eq!(
            literal("_x0041_ _x00_ _x_x000D_"),
            "_x005F_x0041_ _x00_ _x_x005F_x000D_"
        );
        assert_eq!(literal("_xяяя_я"), "_xяяя_я");
        assert_eq!(
            shorten(&"🙂".repeat(20_000), LONGEST_TEXT).chars().count(),
            16_383
        );
        assert_eq!(shorten("🙂", LONGEST_TEXT), "🙂");
    }

    #[test]
    fn a_text_is_cut_where_a_cell_ends() {
        let longest = "x".repeat(LONGEST_TEXT);
        assert_eq!(shorten(&longest, LONGEST_TEXT), longest);
        assert_eq!(shorten(&format!("{longest}x"), LONGEST_TEXT), longest);
        // A character of two units does not fit into the last one.
        assert_eq!(
            shorten(&format!("{}\u{1f600}", &longest[1..]), LONGEST_TEXT),
            &longest[1..]
        );
    }
}
