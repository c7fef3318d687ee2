//! The value of a cell, and what a person sees of it. Here a double of a workbook becomes a decimal; no other part of the
//! program has doubles.

use super::*;

use std::fmt;
use std::sync::OnceLock;

use crate::dataset::fold_text;

/// The significant digits of a double that people have typed, which Excel keeps.
const DIGITS: usize = 15;
/// A number of more digits than a double has was written by another program, as a decimal.
const DIGITS_OF_DOUBLE: usize = 17;

pub struct Sheet {
    pub name: String,
    pub cells: Cells,
}

/// A row and a column, both counted from 0.
pub type Place = (u32, u32);

/// Values by their places. A vector, since a sheet may have millions.
#[derive(Debug, Default)]
pub struct Cells(Vec<(Place, Value)>);

/// A cell as it is read; without a value where nothing is seen of it.
pub type ReadCell = (Place, Option<Value>);

impl Cells {
    /// Takes cells that are sorted, those of which something is seen.
    pub fn from_sorted(cells: Vec<ReadCell>) -> Self {
        let seen = cells
            .into_iter()
            .filter_map(|(place, value)| Some((place, value?)));
        Cells(seen.collect())
    }

    pub fn get(&self, place: Place) -> Option<&Value> {
        let at = self.0.binary_search_by_key(&place, |(place, _)| *place);
        self.0.get(at.ok()?).map(|(_, value)| value)
    }

    pub fn as_slice(&self) -> &[(Place, Value)] {
        &self.0
    }
}

#[derive(Clone, Debug)]
pub enum Value {
    Number(CellNumber),
    Date(CellDate),
    Text(Arc<CellText>),
    /// An hour, a truth value, an error, a formula of which the file has no result, or what no reader understands: neither a
    /// figure nor a label.
    Other(Arc<str>),
}

/// A number with what its format shows around the digits.
#[derive(Clone, Debug)]
pub struct CellNumber {
    /// As the file has it, in an `.xls` with 15 digits; of a per cent format the figure that is shown.
    pub written: Box<str>,
    pub affixes: Option<Arc<Affixes>>,
}

#[derive(Debug)]
pub struct Affixes {
    pub before: String,
    pub behind: String,
}

/// A day, of which the format shows a part.
#[derive(Clone, Copy, Debug)]
pub struct CellDate {
    pub day: NaiveDate,
    pub shown: DateParts,
}

#[derive(Clone, Copy, Debug)]
pub enum DateParts {
    Day,
    YearAndMonth,
    Year,
    MonthAndDay,
    Month,
}

/// A text, whose raised characters are known. Cells with the same text share it.
#[derive(Debug)]
pub struct CellText {
    pub whole: Box<str>,
    /// The text without its raised characters; empty where it has none.
    bare: Box<str>,
    /// The raised characters, with digits for raised digits.
    pub mark: Box<str>,
    folded: OnceLock<Box<str>>,
}

impl CellText {
    pub fn plain(text: &str) -> Option<Arc<Self>> {
        let mut parts = TextParts::default();
        parts.push(text, false);
        parts.finish()
    }

    /// The text without its raised characters.
    pub fn bare(&self) -> &str {
        match self.has_mark() {
            true => &self.bare,
            false => &self.whole,
        }
    }

    /// The whole text as patterns compare it.
    pub fn folded(&self) -> &str {
        self.folded.get_or_init(|| fold_text(&self.whole).into())
    }

    /// Returns true if the text matches with its raised characters or without them.
    pub fn is_like(&self, pattern: &Pattern) -> bool {
        pattern.matches_folded(self.folded()) || self.has_mark() && pattern.matches(&self.bare)
    }

    fn has_mark(&self) -> bool {
        !self.mark.is_empty()
    }
}

/// A text that is put together from runs of characters.
#[derive(Default)]
pub struct TextParts {
    whole: String,
    bare: String,
    mark: String,
}

impl TextParts {
    /// Appends a run. Digits that Unicode has in a raised form count as raised.
    pub fn push(&mut self, run: &str, is_raised: bool) {
        self.whole.push_str(run);

        for c in run.chars() {
            match raised_digit(c) {
                Some(digit) => self.mark.push(digit),
                None if is_raised => self.mark.push(c),
                None => self.bare.push(c),
            }
        }
    }

    /// The text, unless nothing can be seen of it. A text that is raised as a whole is a plain one.
    pub fn finish(mut self) -> Option<Arc<CellText>> {
        if self.whole.trim().is_empty() {
            return None;
        }

        if self.mark.trim().is_empty() || self.bare.trim().is_empty() {
            self.mark.clear();
            self.bare.clear();
        }

        Some(Arc::new(CellText {
            whole: self.whole.into(),
            bare: self.bare.into(),
            mark: self.mark.into(),
            folded: OnceLock::new(),
        }))
    }
}

fn raised_digit(c: char) -> Option<char> {
    let mut digits = "⁰¹²³⁴⁵⁶⁷⁸⁹".chars().zip('0'..='9');
    let (_, digit) = digits.find(|(raised, _)| *raised == c)?;
    Some(digit)
}

impl Value {
    pub fn hour() -> Value {
        Value::Other("00:00".into())
    }

    pub fn truth(is_true: bool) -> Value {
        Value::Other(if is_true { "TRUE" } else { "FALSE" }.into())
    }

    /// A formula of which the file has no result.
    pub fn uncalculated() -> Value {
        Value::Other("=".into())
    }

    pub fn is_uncalculated(&self) -> bool {
        matches!(self, Value::Other(shown) if &**shown == "=")
    }

    /// The number of a cell that has one, with 15 significant digits.
    pub fn number(&self) -> Option<Number> {
        match self {
            Value::Number(number) => decimal(&number.written),
            _ => None,
        }
    }

    pub fn is_number(&self) -> bool {
        matches!(self, Value::Number(_))
    }

    /// Returns true for a number that shows nothing else.
    pub fn is_bare_number(&self) -> bool {
        matches!(self, Value::Number(CellNumber { affixes: None, .. }))
    }

    /// The whole number of a cell that shows nothing else.
    pub fn whole_number(&self) -> Option<i32> {
        let number = self.number()?;
        if number.decimals() > 0 || !self.is_bare_number() {
            return None;
        }

        number.to_scaled(0).try_into().ok()
    }

    /// The value as a table of this program has it: a number of more digits than a double has stays as it is written.
    pub fn in_table(&self) -> String {
        match self {
            Value::Number(number) if number.is_decimal() => number.written.to_string(),
            Value::Number(number) => shown_number(&number.written),
            Value::Text(text) => text.whole.replace(['\r', '\n'], " "),
            _ => self.to_string(),
        }
    }
}

impl CellNumber {
    /// Returns true if no double holds the number.
    fn is_decimal(&self) -> bool {
        let digits = self.written.trim_start_matches(['-', '0', '.']);
        let count = digits.replace('.', "").len();
        count > DIGITS_OF_DOUBLE && !digits.contains(['e', 'E', '+'])
    }
}

impl fmt::Display for Value {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Value::Number(CellNumber { written, affixes }) => {
                let number = shown_number(written);
                let Some(Affixes { before, behind }) = affixes.as_deref() else {
                    return f.write_str(&number);
                };

                write!(f, "{before}{number}{behind}")
            }
            Value::Date(date) => date.fmt(f),
            Value::Text(text) => f.write_str(&text.whole),
            Value::Other(shown) => f.write_str(shown),
        }
    }
}

impl fmt::Display for CellDate {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        // Without a year as English workbooks show it.
        let format = match self.shown {
            DateParts::Day => "%Y-%m-%d",
            DateParts::YearAndMonth => "%Y-%m",
            DateParts::Year => "%Y",
            DateParts::MonthAndDay => "%-d %b",
            DateParts::Month => "%b",
        };
        self.day.format(format).fmt(f)
    }
}

fn shown_number(written: &str) -> String {
    let number = decimal(written);
    number.map_or_else(|| written.to_owned(), |number| number.to_string())
}

/// The double that a text is, to 15 significant digits. `None` where no `Number` holds it.
pub fn decimal(written: &str) -> Option<Number> {
    let double: f64 = written.parse().ok()?;
    if !double.is_finite() {
        return None;
    }

    // Two decimals of 15 digits are never the same double, so the shortest decimal of this double has these digits.
    let rounded: f64 = format!("{double:.*e}", DIGITS - 1).parse().ok()?;
    rounded.to_string().parse().ok()
}

/// `C` for 2; columns are counted from 0.
fn column_name(column: u32) -> String {
    let letter = char::from(b'A' + (column % 26) as u8);
    let before = (column / 26).checked_sub(1).map(column_name);
    before.unwrap_or_default() + letter.encode_utf8(&mut [0])
}

pub fn address((row, column): Place) -> String {
    format!("{}{}", column_name(column), row + 1)
}

/// Row and column of `C7`, counted from 0.
pub fn parse_address(text: &str) -> Option<Place> {
    let digits = text.trim_start_matches(|c: char| c.is_ascii_uppercase());
    let letters = text.strip_suffix(digits)?;

    let mut column: u32 = 0;
    for letter in letters.bytes() {
        let number = u32::from(letter - b'A') + 1;
        column = column.checked_mul(26)?.checked_add(number)?;
    }

    let row: u32 = digits.parse().ok()?;
    Some((row.checked_sub(1)?, column.checked_sub(1)?))
}
