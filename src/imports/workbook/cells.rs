//! Cells and what stands in them: numbers as decimals, days by the format that shows them, addresses. Here a double of a
//! workbook becomes a decimal; no other part of the program has doubles.

use super::*;

use std::fmt;

use chrono::Days;

/// The bytes that all parts may have together, unpacked.
pub const MAX_UNPACKED: usize = 128 << 20;
/// The cells with a value that all sheets may have together.
pub const MAX_CELLS: usize = 1_000_000;

/// The significant digits of a double that people have typed, which Excel keeps.
const DIGITS: usize = 15;
/// A number of more digits than a double has was written by another program, as a decimal.
const DIGITS_OF_DOUBLE: usize = 17;

/// 31 December 9999, counted from 1900.
const LAST_DAY: u64 = 2_958_465;

pub struct Sheet {
    pub name: String,
    pub cells: Cells,
}

/// Values by row and column, both counted from 0.
pub type Cells = BTreeMap<(u32, u32), Value>;

/// Takes one from the cells that the workbook may still have.
pub fn take_cell(budget: &mut usize) -> Result<(), Message> {
    *budget = budget
        .checked_sub(1)
        .ok_or_else(|| msg::workbook_too_many_cells(MAX_CELLS))?;
    Ok(())
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Value {
    /// As the file has it, in an `.xls` with 15 digits.
    Number(Box<str>),
    Day(NaiveDate),
    Text(Arc<str>),
    /// An hour, a truth value, an error, or a formula of which the file has no result: neither a figure nor a label.
    Other(Box<str>),
}

impl Value {
    pub fn hour() -> Value {
        Value::Other("00:00".into())
    }

    pub fn truth(is_true: bool) -> Value {
        Value::Other(if is_true { "TRUE" } else { "FALSE" }.into())
    }

    /// A text, unless nothing can be seen of it.
    pub fn text(text: Arc<str>) -> Option<Value> {
        (!text.trim().is_empty()).then_some(Value::Text(text))
    }

    /// The number of a cell that has one, with 15 significant digits.
    pub fn number(&self) -> Option<Number> {
        match self {
            Value::Number(written) => decimal(written),
            _ => None,
        }
    }

    pub fn is_number(&self) -> bool {
        matches!(self, Value::Number(_))
    }

    /// The whole number of a cell that has one.
    pub fn whole_number(&self) -> Option<i32> {
        let number = self.number().filter(|number| number.decimals() == 0)?;
        number.to_scaled(0).try_into().ok()
    }

    /// As a table of this program has it: a number of more digits than a double has stays as it is written.
    pub fn in_table(&self) -> String {
        match self {
            Value::Number(written) => {
                let significant = written.trim_start_matches(['-', '0', '.']).replace('.', "");
                let is_decimal =
                    significant.len() > DIGITS_OF_DOUBLE && !significant.contains(['e', 'E', '+']);
                if is_decimal {
                    written.to_string()
                } else {
                    self.to_string()
                }
            }
            Value::Text(text) => text.replace(['\r', '\n'], " "),
            _ => self.to_string(),
        }
    }
}

/// The parts of a workbook to which cells refer by numbers.
#[derive(Default)]
pub struct Book {
    pub strings: Vec<Arc<str>>,
    /// The format of each style.
    pub formats: Vec<NumberFormat>,
    pub is_1904: bool,
}

impl Book {
    /// A shared string, unless nothing can be seen of it; `None` where there is no such string.
    pub fn string(&self, number: usize) -> Option<Option<Value>> {
        self.strings
            .get(number)
            .map(|text| Value::text(Arc::clone(text)))
    }

    /// A number as the format of its style shows it. One that no decimal of the program holds is an error.
    pub fn number(&self, written: &str, style: Option<usize>) -> Value {
        let format = style.and_then(|style| self.formats.get(style));
        match format.copied().unwrap_or(NumberFormat::Number) {
            _ if decimal(written).is_none() => Value::Other(written.into()),
            NumberFormat::Number => Value::Number(written.into()),
            NumberFormat::Hour => Value::hour(),
            NumberFormat::Day => {
                let day = written
                    .parse()
                    .ok()
                    .and_then(|serial| day(serial, self.is_1904));
                day.map_or_else(Value::hour, Value::Day)
            }
        }
    }
}

impl fmt::Display for Value {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Value::Number(written) => match decimal(written) {
                Some(number) => number.fmt(f),
                None => f.write_str(written),
            },
            Value::Day(day) => day.fmt(f),
            Value::Text(text) => f.write_str(text),
            Value::Other(shown) => f.write_str(shown),
        }
    }
}

/// The double that a text is, to 15 significant digits. `None` where no `Number` holds it.
pub fn decimal(written: &str) -> Option<Number> {
    let double = written
        .parse::<f64>()
        .ok()
        .filter(|double| double.is_finite())?;
    // No two decimals of 15 digits are one double, so that the shortest one that is this double has these digits.
    let rounded: f64 = format!("{double:.*e}", DIGITS - 1).parse().ok()?;
    rounded.to_string().parse().ok()
}

/// The day that a number of days means. Day 60 of 1900, which never was, and what is less than a day, are none.
fn day(serial: f64, is_1904: bool) -> Option<NaiveDate> {
    let days = serial.trunc() as u64;
    let (year, month, day) = match (is_1904, days) {
        (true, _) => (1904, 1, 1),
        (false, 0 | 60) => return None,
        (false, 1..60) => (1899, 12, 31),
        (false, _) => (1899, 12, 30),
    };
    let first = NaiveDate::from_ymd_opt(year, month, day)?;
    first
        .checked_add_days(Days::new(days))
        .filter(|_| days <= LAST_DAY)
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum NumberFormat {
    Number,
    Day,
    Hour,
}

impl NumberFormat {
    /// One of the formats that have a number and no code.
    pub fn built_in(id: u32) -> Self {
        match id {
            14..=17 | 22 | 27..=31 | 34..=36 | 50..=58 => NumberFormat::Day,
            18..=21 | 32 | 33 | 45..=47 => NumberFormat::Hour,
            _ => NumberFormat::Number,
        }
    }

    /// Reads a code such as `[$-419]d mmmm yyyy` by its letters outside quotation marks and brackets.
    pub fn from_code(code: &str) -> Self {
        let code = code.to_lowercase();
        let (mut bare, mut characters) = (String::new(), code.chars());
        while let Some(c) = characters.next() {
            match c {
                '\\' | '_' | '*' => drop(characters.next()),
                '"' => drop(characters.find(|c| *c == '"')),
                '[' => {
                    let inside: String = characters.by_ref().take_while(|c| *c != ']').collect();
                    // A length of time: `[h]:mm`.
                    bare.push_str(if inside.trim_start().starts_with(['h', 's']) {
                        "h"
                    } else {
                        ""
                    });
                }
                ';' => break,
                _ => bare.push(c),
            }
        }
        let has = |letters: &[char]| bare.contains(letters);
        if bare.contains("general") || !has(&['y', 'm', 'd', 'h', 's']) {
            NumberFormat::Number
        } else if has(&['y', 'd']) || !has(&['h', 's']) {
            NumberFormat::Day
        } else {
            NumberFormat::Hour
        }
    }
}

/// `C` for 2; columns are counted from 0.
fn column_name(column: u32) -> String {
    let before = (column / 26)
        .checked_sub(1)
        .map(column_name)
        .unwrap_or_default();
    format!("{before}{}", char::from(b'A' + (column % 26) as u8))
}

pub fn address((row, column): (u32, u32)) -> String {
    format!("{}{}", column_name(column), row + 1)
}

/// Row and column of `C7`, counted from 0.
pub fn parse_address(text: &str) -> Option<(u32, u32)> {
    let letters = text.bytes().take_while(u8::is_ascii_uppercase).count();
    let (letters, digits) = text.split_at_checked(letters)?;
    let add = |sum: u32, letter: u8| {
        sum.checked_mul(26)?
            .checked_add(u32::from(letter - b'A') + 1)
    };
    let column = letters.bytes().try_fold(0, add)?.checked_sub(1)?;
    Some((digits.parse::<u32>().ok()?.checked_sub(1)?, column))
}

pub fn u16_at(bytes: &[u8], at: usize) -> Option<u16> {
    bytes
        .get(at..)?
        .first_chunk()
        .copied()
        .map(u16::from_le_bytes)
}

pub fn u32_at(bytes: &[u8], at: usize) -> Option<u32> {
    bytes
        .get(at..)?
        .first_chunk()
        .copied()
        .map(u32::from_le_bytes)
}
