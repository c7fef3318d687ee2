//! Rows of a sheet: numbers as numbers with all their digits, dates as dates, everything else as text that nothing
//! takes for a formula.
//!
//! Rows and cells say where they stand: some readers (exceljs, R's openxlsx) do not count. An empty cell is not written.

use chrono::NaiveDate;

use crate::site::xml;

/// How many UTF-16 units a cell may hold; a longer text is cut off.
const LONGEST_TEXT: usize = 32_767;
const LETTERS: &str = "ABCDEFGHIJKLMNOPQRSTUVWXYZ";

/// How a text looks: the indices of `styles.xml`.
#[derive(Clone, Copy)]
pub enum Style {
    Usual,
    Heading,
}

/// Rows that follow each other from a place in their sheet on.
pub struct Rows {
    pub text: String,
    /// The number of the first row; the first of a sheet is 1.
    pub first: usize,
    pub count: usize,
}

/// One row that is being written; ended by [`Row::end`].
pub struct Row<'a> {
    rows: &'a mut Rows,
    number: String,
    column: usize,
}

/// A cell without its place, for rows that have it in common; empty for an empty cell.
pub struct Cell(String);

impl Rows {
    pub fn from(first: usize) -> Self {
        Rows { text: String::new(), first, count: 0 }
    }

    pub fn row(&mut self) -> Row<'_> {
        let number = (self.first + self.count).to_string();
        self.text.extend(["<row r=\"", &number, "\">"]);
        Row { rows: self, number, column: 0 }
    }

    pub fn texts<'t>(&mut self, texts: impl IntoIterator<Item = &'t str>, style: Style) {
        let mut row = self.row();
        for text in texts {
            row = row.text(text, style);
        }
        row.end();
    }
}

impl Row<'_> {
    /// A text, and an empty cell for an empty one.
    pub fn text(self, text: &str, style: Style) -> Self {
        self.cell(&Cell::text(text, style))
    }

    pub fn cell(self, cell: &Cell) -> Self {
        if cell.0.is_empty() { self.empty() } else { self.written(&[&cell.0]) }
    }

    pub fn number(self, number: &str) -> Self {
        self.written(&["><v>", number, "</v></c>"])
    }

    /// A day; as text where the format's calendar is wrong or has not begun.
    pub fn date(self, date: Option<NaiveDate>) -> Self {
        let Some(date) = date else { return self.empty() };
        match serial(date) {
            Some(serial) => self.written(&[" s=\"1\"><v>", &serial.to_string(), "</v></c>"]),
            None => self.text(&date.to_string(), Style::Usual),
        }
    }

    pub fn empty(mut self) -> Self {
        self.column += 1;
        self
    }

    pub fn end(self) {
        self.rows.text += "</row>";
        self.rows.count += 1;
    }

    fn written(mut self, rest: &[&str]) -> Self {
        let letter = LETTERS.get(self.column..=self.column).unwrap_or_default();
        self.rows.text.extend(["<c r=\"", letter, &self.number, "\""]);
        self.rows.text.extend(rest.iter().copied());
        self.column += 1;
        self
    }
}

impl Cell {
    pub fn text(text: &str, style: Style) -> Self {
        if text.is_empty() {
            return Cell(String::new());
        }
        let style = match style {
            Style::Usual => "",
            Style::Heading => " s=\"2\"",
        };
        Cell([style, " t=\"inlineStr\"><is>", &element(text), "</is></c>"].concat())
    }

    /// The text with this number among those of the workbook.
    pub fn shared(number: usize) -> Self {
        Cell(format!(" t=\"s\"><v>{number}</v></c>"))
    }
}

/// A text as an element.
pub fn element(text: &str) -> String {
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
        let (before, found) = rest.split_at(at);
        written += before;
        written += if is_escape(found) { "_x005F_" } else { "_" };
        rest = &found[1..];
    }
    (written + rest).into()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn day(text: &str) -> Option<NaiveDate> {
        Some(text.parse().unwrap())
    }

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
        let mut rows = Rows::from(9);
        rows.row()
            .text(" =1+1", Style::Usual)
            .number("-0.0000000000000000000000000001")
            .date(day("2026-11-20"))
            .date(None)
            .cell(&Cell::shared(7))
            .end();
        rows.row().date(day("1899-12-31")).text("", Style::Usual).text("a&b", Style::Heading).end();
        let expected = "<row r=\"9\"><c r=\"A9\" t=\"inlineStr\"><is><t xml:space=\"preserve\"> =1+1</t></is></c>\
            <c r=\"B9\"><v>-0.0000000000000000000000000001</v></c><c r=\"C9\" s=\"1\"><v>46346</v></c>\
            <c r=\"E9\" t=\"s\"><v>7</v></c></row>\
            <row r=\"10\"><c r=\"A10\" t=\"inlineStr\"><is><t>1899-12-31</t></is></c>\
            <c r=\"C10\" s=\"2\" t=\"inlineStr\"><is><t>a&amp;b</t></is></c></row>";
        assert_eq!((rows.text.as_str(), rows.count), (expected, 2));
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
