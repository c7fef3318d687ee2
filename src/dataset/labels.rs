//! Periods as the cells of sources' files write them, as far as a cell says it alone.

use super::*;

/// The period of figures by a cell beside them, as far as that says it alone.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Label {
    Day(NaiveDate),
    /// At least one of the two.
    Period {
        year: Option<Year>,
        part: Option<Part>,
    },
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Year {
    Calendar(i32),
    /// One that begins within this year and ends within the next: `2017-18`.
    Split(i32),
    /// Two digits behind a month with nothing but room between: perhaps a footnote.
    TwoDigits(i32),
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Part {
    /// From one month to another, both counted from 1; of one month both are the same.
    Months(u32, u32),
    Quarter(u32),
    /// A month and a day of it.
    Day(u32, u32),
}

/// The order of day and month in `31/01/2025`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum DateOrder {
    DayFirst,
    MonthFirst,
}

impl DateOrder {
    /// The order that a date tells because its day is above 12.
    pub fn from_text(text: &str) -> Option<Self> {
        let [first, second, _] = slashed_numbers(text)?;
        match (first > 12, second > 12) {
            (true, false) => Some(DateOrder::DayFirst),
            (false, true) => Some(DateOrder::MonthFirst),
            _ => None,
        }
    }
}

/// Returns true if a text is a date such as `01/02/2025` or `01-02-2025`, whose first number is the day or the month.
pub fn is_slashed_date(text: &str) -> bool {
    slashed_numbers(text).is_some()
}

fn slashed_numbers(text: &str) -> Option<[u32; 3]> {
    let parts: Vec<&str> = text.trim().split(['/', '-']).collect();
    match parts[..] {
        [first, second, year] if year.len() == 4 => Some([
            first.parse().ok()?,
            second.parse().ok()?,
            year.parse().ok()?,
        ]),
        _ => None,
    }
}

/// The cells around a label, by which it is read.
#[derive(Clone, Copy, Debug, Default)]
pub struct LabelContext {
    /// The month with which a year such as `2017-18` begins.
    pub year_start: Option<u32>,
    /// True if Roman numerals are months: one above IV stands in the column.
    pub has_roman_months: bool,
    /// True if 1 to 12 are months: a year stands above, or the heading of the column says so.
    pub has_numbered_months: bool,
    /// The order of dates with slashes, where it is known.
    pub date_order: Option<DateOrder>,
}

/// The years that a label may name.
pub const YEARS: std::ops::RangeInclusive<i32> = 1900..=2099;

impl Label {
    pub fn year_alone(year: Year) -> Label {
        Label::Period {
            year: Some(year),
            part: None,
        }
    }

    pub fn month_alone(month: u32) -> Label {
        Label::Period {
            year: None,
            part: Some(Part::Months(month, month)),
        }
    }

    /// The first and the last month that it spans; `None` for a day.
    pub fn span(self) -> Option<(u32, u32)> {
        let Label::Period { part, .. } = self else {
            return None;
        };

        match part {
            None => Some((1, 12)),
            Some(Part::Months(first, last)) => Some((first, last)),
            Some(Part::Quarter(quarter)) => Some((quarter * 3 - 2, quarter * 3)),
            Some(Part::Day(..)) => None,
        }
    }

    pub fn year(self) -> Option<Year> {
        match self {
            Label::Day(day) => Some(Year::Calendar(day.year())),
            Label::Period { year, .. } => year,
        }
    }
}

pub fn day_label(year: u32, month: u32, day: u32) -> Option<Label> {
    NaiveDate::from_ymd_opt(year_number(year)?, month, day).map(Label::Day)
}

/// A year, if it is one that a label may name.
pub fn year_number(year: u32) -> Option<i32> {
    i32::try_from(year).ok().filter(|year| YEARS.contains(year))
}

/// The year that two digits mean: of the next decades, or of the last century.
pub fn century(year: u32) -> u32 {
    if year < 50 { 2000 + year } else { 1900 + year }
}

/// `2017-18`, where the second number follows the first.
pub fn split_year(year: u32, next: u32) -> Option<Year> {
    let follows = next == year + 1 || next < 100 && next == (year + 1) % 100;
    year_number(year).filter(|_| follows).map(Year::Split)
}
