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

pub struct Workbook {
    pub sheets: Vec<Sheet>,
}

pub struct Sheet {
    pub name: String,
    /// By row, then by column; each place once.
    pub cells: Vec<Cell>,
}

impl Sheet {
    /// Puts cells into their order; of several at one place the last counts.
    pub fn new(name: String, mut cells: Vec<Cell>) -> Self {
        cells.reverse();
        cells.sort_by_key(|cell| (cell.row, cell.column));
        cells.dedup_by_key(|cell| (cell.row, cell.column));
        Sheet { name, cells }
    }
}

/// Counts the cells of all sheets while they are read.
#[derive(Default)]
pub struct Budget(usize);

impl Budget {
    pub fn take(&mut self) -> Result<(), Message> {
        self.0 += 1;
        if self.0 > MAX_CELLS { Err(msg::workbook_too_many_cells(MAX_CELLS)) } else { Ok(()) }
    }
}

pub struct Cell {
    /// Both counted from 0.
    pub row: u32,
    pub column: u32,
    pub value: Value,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Value {
    /// As the file has it, in an `.xls` with 15 digits.
    Number(Box<str>),
    Day(NaiveDate),
    /// An hour, or a length of time.
    Hour,
    Text(Arc<str>),
    Truth(bool),
    /// `#DIV/0!` and the like.
    Error(Box<str>),
    /// A formula of which the file has no result.
    Formula,
}

impl Value {
    /// A text, unless nothing can be seen of it.
    pub fn text(text: Arc<str>) -> Option<Value> {
        (!text.trim().is_empty()).then_some(Value::Text(text))
    }

    /// A number as its format shows it. One that no decimal of the program holds is an error.
    pub fn numeric(written: &str, format: NumberFormat, is_1904: bool) -> Value {
        let day = || day(written.parse().ok()?, is_1904);
        match format {
            _ if decimal(written).is_none() => Value::Error(written.into()),
            NumberFormat::Number => Value::Number(written.into()),
            NumberFormat::Hour => Value::Hour,
            NumberFormat::Day => day().map_or(Value::Hour, Value::Day),
        }
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
        if let Value::Number(written) = self
            && let Ok(number) = written.parse()
        {
            return Some(number);
        }
        self.number().filter(|number| number.decimals() == 0)?.to_string().parse().ok()
    }

    /// As a table of this program has it: a number of more digits than a double has stays as it is written.
    pub fn in_table(&self) -> String {
        match self {
            Value::Number(written) => {
                let digits = written.bytes().filter(u8::is_ascii_digit).count();
                let zeros = written.bytes().take_while(|byte| b"-0.".contains(byte)).count();
                let is_decimal = digits > DIGITS_OF_DOUBLE + zeros && !written.contains(['e', 'E', '+']);
                let number = decimal(written).filter(|_| !is_decimal);
                number.map_or_else(|| written.to_string(), |number| number.to_string())
            }
            Value::Text(text) => text.replace(['\r', '\n'], " "),
            _ => self.to_string(),
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
            Value::Hour => f.write_str("00:00"),
            Value::Text(text) => f.write_str(text),
            Value::Truth(truth) => f.write_str(if *truth { "TRUE" } else { "FALSE" }),
            Value::Error(error) => f.write_str(error),
            Value::Formula => f.write_str("="),
        }
    }
}

/// The double that a text is, written with 15 significant digits. `None` where no `Number` holds it.
pub fn decimal(written: &str) -> Option<Number> {
    let double = written.parse::<f64>().ok().filter(|double| double.is_finite())?;
    without_exponent(&format!("{double:.*e}", DIGITS - 1))?.parse().ok()
}

/// A decimal without an exponent: `1.5e3` as `1500`. `None` where it would be longer than any number.
pub fn without_exponent(written: &str) -> Option<String> {
    let Some((mantissa, exponent)) = written.split_once(['e', 'E']) else { return Some(written.to_owned()) };
    let exponent: i32 = exponent.parse().ok()?;
    let (sign, digits) = mantissa.strip_prefix('-').map_or(("", mantissa), |digits| ("-", digits));
    let (whole, fraction) = digits.split_once('.').unwrap_or((digits, ""));
    let fraction = fraction.trim_end_matches('0');
    let point = i32::try_from(whole.len()).ok()?.checked_add(exponent)?;
    let digits = [whole, fraction].concat();
    if point.unsigned_abs() as usize > Number::MAX_LENGTH {
        return None;
    }
    let before = usize::try_from(point).unwrap_or(0);
    let zeros = "0".repeat(usize::try_from(-point).unwrap_or(0));
    let (whole, fraction) = match digits.split_at_checked(before) {
        Some((whole, fraction)) => (whole.to_owned(), fraction),
        None => (format!("{digits:0<before$}"), ""),
    };
    let whole = if whole.is_empty() { "0" } else { &whole };
    let fraction = [zeros.as_str(), fraction].concat();
    let point = if fraction.is_empty() { "" } else { "." };
    Some([sign, whole, point, &fraction].concat())
}

/// A hundredth of a double, as a text.
pub fn hundredth(double: f64) -> String {
    let shown = format!("{double:e}");
    let (mantissa, exponent) = shown.split_once('e').unwrap_or((&shown, "0"));
    format!("{mantissa}e{}", exponent.parse::<i32>().unwrap_or(0) - 2)
}

/// The day that a number of days means. Day 60 of 1900, which never was, and what is less than a day, are none.
fn day(serial: f64, is_1904: bool) -> Option<NaiveDate> {
    let days = serial.trunc() as u64;
    let (first, days) = match (is_1904, days) {
        (true, days) => (NaiveDate::from_ymd_opt(1904, 1, 1)?, days),
        (false, 0 | 60) => return None,
        (false, 1..60) => (NaiveDate::from_ymd_opt(1899, 12, 31)?, days),
        (false, days) => (NaiveDate::from_ymd_opt(1899, 12, 30)?, days),
    };
    first.checked_add_days(Days::new(days)).filter(|_| days <= LAST_DAY)
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
        let (mut bare, mut bracket, mut is_quoted, mut is_escaped) = (String::new(), None, false, false);
        for c in code.to_lowercase().chars() {
            if is_escaped {
                is_escaped = false;
            } else if is_quoted {
                is_quoted = c != '"';
            } else if let Some(text) = &mut bracket {
                // A length of time: `[h]:mm`.
                if c == ']' {
                    bare.push_str(if matches!(*text, 'h' | 's') { "h" } else { "" });
                    bracket = None;
                } else if *text == ' ' {
                    *text = c;
                }
            } else {
                match c {
                    '\\' | '_' | '*' => is_escaped = true,
                    '"' => is_quoted = true,
                    '[' => bracket = Some(' '),
                    ';' => break,
                    _ => bare.push(c),
                }
            }
        }
        let has = |letters: &[char]| bare.contains(letters);
        if bare.contains("general") {
            NumberFormat::Number
        } else if has(&['y', 'd']) || has(&['m']) && !has(&['h', 's']) {
            NumberFormat::Day
        } else if has(&['h', 's', 'm']) {
            NumberFormat::Hour
        } else {
            NumberFormat::Number
        }
    }
}

/// `C` for 2; columns are counted from 0.
fn column_name(column: u32) -> String {
    let mut name = Vec::new();
    let mut rest = column + 1;
    while rest > 0 {
        name.push(b'A' + ((rest - 1) % 26) as u8);
        rest = (rest - 1) / 26;
    }
    name.iter().rev().map(|byte| char::from(*byte)).collect()
}

pub fn address(row: u32, column: u32) -> String {
    format!("{}{}", column_name(column), row + 1)
}

/// Row and column of `C7`, counted from 0.
pub fn parse_address(text: &str) -> Option<(u32, u32)> {
    let letters = text.bytes().take_while(u8::is_ascii_uppercase).count();
    let (letters, digits) = text.split_at_checked(letters)?;
    let add = |sum: u32, letter: u8| sum.checked_mul(26)?.checked_add(u32::from(letter - b'A') + 1);
    let column = letters.bytes().try_fold(0, add)?.checked_sub(1)?;
    Some((digits.parse::<u32>().ok()?.checked_sub(1)?, column))
}

pub fn bytes_at(bytes: &[u8], at: usize, length: usize) -> Option<&[u8]> {
    bytes.get(at..at.checked_add(length)?)
}

pub fn u16_at(bytes: &[u8], at: usize) -> Option<u16> {
    Some(u16::from_le_bytes(bytes_at(bytes, at, 2)?.try_into().ok()?))
}

pub fn u32_at(bytes: &[u8], at: usize) -> Option<u32> {
    Some(u32::from_le_bytes(bytes_at(bytes, at, 4)?.try_into().ok()?))
}

pub fn double_at(bytes: &[u8], at: usize) -> Option<f64> {
    Some(f64::from_le_bytes(bytes_at(bytes, at, 8)?.try_into().ok()?))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_number_is_its_double_with_fifteen_digits() {
        for (written, read) in [
            ("24302.000000000004", "24302"),
            ("31208.949999999997", "31208.95"),
            ("0.1", "0.1"),
            ("1.5E+3", "1500"),
            ("-2.5e-7", "-0.00000025"),
            ("123456789012345678", "123456789012346000"),
            ("-0", "0"),
        ] {
            assert_eq!(decimal(written).unwrap().to_string(), read, "{written}");
        }
        for written in ["", "1e300", "NaN", "inf", "1,5", "x"] {
            assert_eq!(decimal(written), None, "{written}");
        }
        assert_eq!(hundredth(12345.0), "1.2345e2");
    }

    #[test]
    fn a_table_keeps_what_no_double_holds() {
        for (written, read) in [
            ("24302.000000000004", "24302"),
            ("0.0000001234567890123456", "0.000000123456789012346"),
            ("1234567890123456789", "1234567890123456789"),
            ("1.5E+3", "1500"),
        ] {
            assert_eq!(Value::Number(written.into()).in_table(), read);
        }
    }

    #[test]
    fn formats_show_days_hours_or_numbers() {
        for (code, format) in [
            ("General", NumberFormat::Number),
            ("#,##0.00\\ \"day\"", NumberFormat::Number),
            ("[Red]0.00", NumberFormat::Number),
            ("0.00E+00", NumberFormat::Number),
            ("0_d", NumberFormat::Number),
            ("[$-419]d\\ mmmm\\ yyyy", NumberFormat::Day),
            ("mmm-yy", NumberFormat::Day),
            ("dd.mm.yyyy hh:mm", NumberFormat::Day),
            ("[h]:mm", NumberFormat::Hour),
            ("mm:ss", NumberFormat::Hour),
        ] {
            assert_eq!(NumberFormat::from_code(code), format, "{code}");
        }
    }

    #[test]
    fn days_are_counted_as_excel_counts_them() {
        let shown = |written: &str, is_1904| Value::numeric(written, NumberFormat::Day, is_1904).to_string();
        for (written, is_1904, day) in [
            ("1", false, "1900-01-01"),
            ("59", false, "1900-02-28"),
            ("61", false, "1900-03-01"),
            ("46235", false, "2026-08-01"),
            ("46235.75", false, "2026-08-01"),
            ("44773", true, "2026-08-01"),
            ("0.5", false, "00:00"),
            ("60", false, "00:00"),
            ("1e18", false, "00:00"),
        ] {
            assert_eq!(shown(written, is_1904), day, "{written}");
        }
    }

    #[test]
    fn addresses_are_written_and_read() {
        for (row, column, text) in [(0, 0, "A1"), (6, 27, "AB7"), (1_048_575, 16_383, "XFD1048576")] {
            assert_eq!(address(row, column), text);
            assert_eq!(parse_address(text), Some((row, column)));
        }
        for text in ["", "A", "7", "A0", "a1", "AAAAAAAAAA1", "A99999999999"] {
            assert_eq!(parse_address(text), None, "{text}");
        }
    }
}
