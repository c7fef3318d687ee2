//! Dates in the cells of a table: days of the calendar, and months where a period ends with one.

use chrono::{Datelike, NaiveDate};

use super::diagnostic::{Diagnostics, Location};
use super::suggest;
use crate::messages::{self as msg, Message};
use crate::model::{PeriodType, last_day_of_month};

/// The date that an observation is of: outer nothing for a wrong one, inner nothing for an unknown one.
pub fn observation_date(
    written: &str,
    period_type: Option<PeriodType>,
    location: Location,
    diagnostics: &mut Diagnostics,
) -> Option<Option<NaiveDate>> {
    if written.is_empty() {
        if period_type.is_some_and(|t| t != PeriodType::Unknown) {
            diagnostics.error(location, msg::date_missing());
            return None;
        }
        return Some(None);
    }
    let months = period_type.is_some_and(PeriodType::ends_months);
    if written.len() == 7 {
        if let Some(first) = calendar_day(&format!("{written}-01")) {
            if period_type.is_none() || months {
                return Some(Some(last_day_of_month(first)));
            }
            diagnostics.error(location, msg::month_where_day_belongs(written));
            return None;
        }
    }
    let Some(date) = calendar_day(written) else {
        diagnostics.error(location, if months { bad_month(written) } else { bad_day(written, "date") });
        return None;
    };
    let last = last_day_of_month(date);
    if months && date != last {
        diagnostics.error(
            location,
            msg::not_the_last_day(date.to_string(), last.to_string(), last.format("%Y-%m").to_string()),
        );
        return None;
    }
    Some(Some(date))
}

/// A full date in a column.
pub fn day(
    written: &str,
    column: &str,
    location: Location,
    diagnostics: &mut Diagnostics,
) -> Option<NaiveDate> {
    let date = calendar_day(written);
    if date.is_none() {
        diagnostics.error(location, bad_day(written, column));
    }
    date
}

/// What is wrong with a text that is not a [`calendar_day`].
fn bad_day(written: &str, column: &str) -> Message {
    match suggest::date(written) {
        Some(meant) => msg::bad_date_meant(column, written, meant),
        None if calendar_shape(written) => msg::no_such_day(column, written),
        None if written.is_empty() => msg::day_missing(column),
        None => msg::bad_date(column, written),
    }
}

/// The same where a month would do: another day than its last is not proposed.
fn bad_month(written: &str) -> Message {
    match suggest::date(written).and_then(|meant| calendar_day(&meant)) {
        Some(meant) if meant == last_day_of_month(meant) => msg::bad_date_meant("date", written, meant),
        Some(meant) => msg::bad_date_meant("date", written, meant.format("%Y-%m")),
        None if calendar_shape(written) => msg::no_such_day("date", written),
        None => msg::bad_month("date", written),
    }
}

/// The day that a date cell names: itself, or the last one of a month.
pub fn calendar_date(written: &str) -> Option<NaiveDate> {
    match written.len() {
        7 => calendar_day(&format!("{written}-01")).map(last_day_of_month),
        _ => calendar_day(written),
    }
}

/// `YYYY-MM-DD` in digits, a day that exists, in a year that people write.
fn calendar_day(written: &str) -> Option<NaiveDate> {
    let date = calendar_shape(written).then(|| written.parse::<NaiveDate>().ok())??;
    (date.year() >= 1).then_some(date)
}

fn calendar_shape(written: &str) -> bool {
    let shape = |(i, b): (usize, u8)| if i == 4 || i == 7 { b == b'-' } else { b.is_ascii_digit() };
    written.len() == 10 && written.bytes().enumerate().all(shape)
}
