//! Dates as people write them: days, and for observations the months, quarters and years that end with them.

use super::*;

use crate::model::last_day_of_month;

/// The form of the dates of a series.
#[derive(Clone, Copy)]
pub enum Dating {
    /// Not known: any date is one.
    Any,
    ByType(PeriodType),
    /// Last days of quarters or of years.
    By(Frequency),
}

impl Dating {
    /// Returns true for a series of months, in whose file spreadsheets write the first of a month for the month.
    pub fn counts_firsts(self) -> bool {
        matches!(self, Dating::ByType(period_type) if period_type.every_month())
    }
}

/// Parses the date of an observation. An empty one is `None` where its period type is unknown.
pub fn observation_date(written: &str, dating: Dating) -> Result<Option<NaiveDate>, Message> {
    let date = match dating {
        Dating::Any | Dating::ByType(PeriodType::Unknown) if written.is_empty() => return Ok(None),
        _ if written.is_empty() => Err(msg::date_missing()),
        Dating::Any => calendar_date(written).ok_or_else(|| bad_day(written, "date")),
        Dating::ByType(period_type) if period_type.is_month_dated() => {
            month_end(written, period_type)
        }
        Dating::ByType(period_type) => day(written, period_type),
        Dating::By(frequency) => end_of(written, frequency),
    };

    date.map(Some)
}

/// The day that a date cell names: itself, or the last one of a month, a quarter or a year.
pub fn calendar_date(written: &str) -> Option<NaiveDate> {
    calendar_day(written)
        .or_else(|| calendar_month(written))
        .or_else(|| Some(longer_period(written)?.1))
}

/// Parses `YYYY-MM-DD`, a day that exists, from the year 1 on.
pub fn calendar_day(written: &str) -> Option<NaiveDate> {
    if !is_calendar_shape(written) {
        return None;
    }

    let [year, month, day] = [&written[..4], &written[5..7], &written[8..]];
    let year = year.parse().ok().filter(|year| *year >= 1)?;
    NaiveDate::from_ymd_opt(year, month.parse().ok()?, day.parse().ok()?)
}

/// Parses `YYYY-MM`: the last day of the month.
pub fn calendar_month(written: &str) -> Option<NaiveDate> {
    let first = calendar_day(&format!("{written}-01"))?;
    Some(last_day_of_month(first))
}

/// A quarter or a year, and its last day.
fn longer_period(written: &str) -> Option<(Frequency, NaiveDate)> {
    let mut frequencies = Frequency::ALL.into_iter();
    frequencies.find_map(|frequency| Some((frequency, frequency.end_of(written)?)))
}

/// Returns true for `YYYY-MM-DD`, a day that exists or not.
fn is_calendar_shape(written: &str) -> bool {
    let mut bytes = written.bytes().enumerate();
    written.len() == 10
        && bytes.all(|(place, byte)| match place {
            4 | 7 => byte == b'-',
            _ => byte.is_ascii_digit(),
        })
}

fn day(written: &str, period_type: PeriodType) -> Result<NaiveDate, Message> {
    calendar_day(written).ok_or_else(|| match calendar_month(written) {
        Some(_) => msg::month_where_day_belongs(written),
        None => refuse_undeclared(written, period_type).unwrap_or_else(|| bad_day(written, "date")),
    })
}

fn month_end(written: &str, period_type: PeriodType) -> Result<NaiveDate, Message> {
    match calendar_month(written).or(calendar_day(written)) {
        Some(date) if date == last_day_of_month(date) => Ok(date),
        Some(date) => {
            let last = last_day_of_month(date);
            Err(msg::not_the_last_day(written, last, date.format("%Y-%m")))
        }
        None => Err(refuse_undeclared(written, period_type).unwrap_or_else(|| bad_month(written))),
    }
}

/// Refuses a quarter or a year where the definition says nothing of them, though it might.
fn refuse_undeclared(written: &str, period_type: PeriodType) -> Option<Message> {
    let (frequency, last) = longer_period(written)?;
    if !period_type.takes_frequency() {
        return None;
    }

    let name = frequency.name();
    Some(msg::period_without_frequency(written, last, name))
}

fn end_of(written: &str, frequency: Frequency) -> Result<NaiveDate, Message> {
    if let Some((other, last)) = longer_period(written)
        && other.months() > frequency.months()
    {
        let period = frequency.period(last);
        return Err(msg::year_where_quarter_belongs(written, period));
    }

    match calendar_date(written) {
        Some(date) if date == frequency.last_day(date) => Ok(date),
        Some(date) => {
            let last = frequency.last_day(date);
            let name = msg::period_name(frequency);
            let period = frequency.period(date);
            Err(msg::not_the_end_of(written, name, last, period))
        }
        None => Err(bad_period(written, frequency)),
    }
}

/// Says what is wrong with a day, and which one is meant where that is certain.
pub fn bad_day(written: &str, column: &str) -> Message {
    let meant = suggest::date(written);
    match meant.as_deref().and_then(calendar_day) {
        Some(meant) => msg::bad_date_meant(column, written, meant),
        None if written.is_empty() => msg::day_missing(column),
        None => no_such_day_or(written, column, msg::bad_date(column, written)),
    }
}

/// As [`bad_day`], where a month would do: another day than its last is not proposed.
fn bad_month(written: &str) -> Message {
    let meant = suggest::date(written).unwrap_or_default();
    if calendar_month(&meant).is_some() {
        return msg::bad_date_meant("date", written, meant);
    }

    match calendar_day(&meant) {
        Some(day) if day == last_day_of_month(day) => msg::bad_date_meant("date", written, day),
        Some(day) => msg::bad_date_meant("date", written, day.format("%Y-%m")),
        None => no_such_day_or(written, "date", msg::bad_month("date", written)),
    }
}

/// As [`bad_day`], for quarters and years. A longer period is not the one that is meant.
fn bad_period(written: &str, frequency: Frequency) -> Message {
    let meant = suggest::date(written).unwrap_or_default();
    let date = match longer_period(&meant) {
        Some((other, last)) => Some(last).filter(|_| other == frequency),
        None => calendar_date(&meant),
    };

    match date {
        Some(date) => msg::bad_date_meant("date", written, frequency.period(date)),
        None => {
            let problem = msg::bad_period(written, msg::period_form(frequency));
            no_such_day_or(written, "date", problem)
        }
    }
}

fn no_such_day_or(written: &str, column: &str, problem: Message) -> Message {
    match is_calendar_shape(written) {
        true => msg::no_such_day(column, written),
        false => problem,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::model::Lang;

    fn read(written: &str, dating: Dating) -> Result<String, String> {
        let date = observation_date(written, dating).map_err(|message| message.get(Lang::En));
        date.map(|date| date.map(|date| date.to_string()).unwrap_or_default())
    }

    #[test]
    fn a_quarter_may_be_written_by_itself_by_its_last_month_or_by_its_last_day() {
        for written in ["2026-Q3", "2026-09", "2026-09-30"] {
            assert_eq!(
                read(written, Dating::By(Frequency::Quarterly)),
                Ok("2026-09-30".to_owned()),
                "{written}"
            );
        }

        for written in ["2026", "2026-Q4", "2026-12", "2026-12-31"] {
            assert_eq!(
                read(written, Dating::By(Frequency::Annual)),
                Ok("2026-12-31".to_owned()),
                "{written}"
            );
        }
    }

    #[test]
    fn what_does_not_end_with_its_period_is_refused_with_what_does() {
        for (frequency, written, meant) in [
            (
                Frequency::Quarterly,
                "2026-08",
                "write `2026-09-30` or `2026-Q3`",
            ),
            (
                Frequency::Quarterly,
                "2026-09-29",
                "write `2026-09-30` or `2026-Q3`",
            ),
            (Frequency::Quarterly, "2026", "write `2026-Q4`"),
            (Frequency::Quarterly, "2026Q3", "write `2026-Q3`"),
            (Frequency::Quarterly, "30.09.2026", "write `2026-Q3`"),
            (
                Frequency::Quarterly,
                "2026-Q5",
                "write YYYY-Qn, YYYY-MM or YYYY-MM-DD",
            ),
            (
                Frequency::Quarterly,
                "2026-13",
                "write YYYY-Qn, YYYY-MM or YYYY-MM-DD",
            ),
            (Frequency::Quarterly, "2026-09-31", "there is no such day"),
            (Frequency::Quarterly, "", "date is empty"),
            (Frequency::Annual, "2026-Q3", "write `2026-12-31` or `2026`"),
            (
                Frequency::Annual,
                "2026-11-30",
                "write `2026-12-31` or `2026`",
            ),
            (Frequency::Annual, "31.12.2026", "write `2026`"),
            (
                Frequency::Annual,
                "0000",
                "write YYYY, YYYY-MM or YYYY-MM-DD",
            ),
        ] {
            let problem = read(written, Dating::By(frequency)).unwrap_err();
            assert!(problem.contains(meant), "{written}: {problem}");
        }
    }

    #[test]
    fn a_quarter_that_is_not_declared_is_none() {
        for (period_type, part) in [
            (PeriodType::MonthEnd, "`\"frequency\": \"Q\"`"),
            (PeriodType::PointInTime, "`\"frequency\": \"Q\"`"),
            (PeriodType::Monthly, "write YYYY-MM or YYYY-MM-DD"),
            (PeriodType::Daily, "write YYYY-MM-DD"),
        ] {
            let problem = read("2026-Q3", Dating::ByType(period_type)).unwrap_err();
            assert!(problem.contains(part), "{problem}");
        }

        assert_eq!(read("2026-Q3", Dating::Any), Ok("2026-09-30".to_owned()));
    }
}
