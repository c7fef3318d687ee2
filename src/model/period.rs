//! Period types, measures, and the calendar arithmetic of bases.

use super::*;

use chrono::Months;

named! {
    /// What an observation's date means [S2.3], in the order of the interface.
    pub enum PeriodType {
        MonthEnd = "month_end",
        Monthly = "monthly",
        /// Cumulative total from January through the month.
        YearToDate = "year_to_date",
        /// Average from January through the month.
        YearToDateAverage = "year_to_date_average",
        Daily = "daily",
        /// Value as of a date.
        PointInTime = "point_in_time",
        EffectiveFrom = "effective_from",
        /// Cannot be reliably classified.
        Unknown = "unknown",
    }
}

impl PeriodType {
    pub fn is_month_dated(self) -> bool {
        self.every_month() || self.is_since_january()
    }

    /// Whether a series of it has one observation a month, so that a month can be missing.
    pub fn every_month(self) -> bool {
        matches!(self, PeriodType::MonthEnd | PeriodType::Monthly)
    }

    /// Whether it means what it says at the end of a quarter or a year too [D22]: a value of a moment, or of the time
    /// since the beginning of the year.
    pub fn takes_frequency(self) -> bool {
        matches!(self, PeriodType::MonthEnd | PeriodType::PointInTime) || self.is_since_january()
    }

    pub fn is_since_january(self) -> bool {
        matches!(self, PeriodType::YearToDate | PeriodType::YearToDateAverage)
    }
}

named! {
    /// What kind of quantity is observed; growth rates are not compared with amounts [S2.4.8].
    #[derive(Default)]
    pub enum Measure {
        /// A level: money, people, tonnes.
        #[default]
        Amount = "amount",
        /// An interest or exchange rate, a share.
        Rate = "rate",
        Growth = "growth",
        Index = "index",
        /// Exports less imports, income less expenditure: it may fall within its year and change its sign [D30.4].
        Balance = "balance",
    }
}

impl Measure {
    /// Whether values of parts of a year add up to that of the year.
    pub fn adds_up(self) -> bool {
        matches!(self, Measure::Amount | Measure::Balance)
    }
}

pub fn last_day_of_month(date: NaiveDate) -> NaiveDate {
    date.with_day(u32::from(date.num_days_in_month())).unwrap_or(date)
}

/// The month end `months` calendar months before the month of `date`; the day plays no part [D3.3].
pub(super) fn month_end_before(date: NaiveDate, months: u32) -> Option<NaiveDate> {
    date.with_day(1)?.checked_sub_months(Months::new(months)).map(last_day_of_month)
}

/// The calendar months from one day to another; the days play no part.
pub fn months_between(from: NaiveDate, to: NaiveDate) -> i32 {
    (to.year() - from.year()) * 12 + to.month0() as i32 - from.month0() as i32
}

/// The same day number `months` months before `date`, where that calendar day exists [D3.5].
pub(super) fn same_day_before(date: NaiveDate, months: u32) -> Option<NaiveDate> {
    date.checked_sub_months(Months::new(months)).filter(|base| base.day() == date.day())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn date(text: &str) -> NaiveDate {
        text.parse().unwrap()
    }

    #[test]
    fn month_bases_follow_the_calendar_month() {
        assert_eq!(month_end_before(date("2026-02-28"), 1), Some(date("2026-01-31")));
        assert_eq!(month_end_before(date("2026-03-31"), 1), Some(date("2026-02-28")));
        assert_eq!(month_end_before(date("2026-01-31"), 1), Some(date("2025-12-31")));
        assert_eq!(month_end_before(date("2025-02-28"), 12), Some(date("2024-02-29")));
    }

    #[test]
    fn day_bases_are_the_same_day_number_or_nothing() {
        assert_eq!(same_day_before(date("2026-11-20"), 1), Some(date("2026-10-20")));
        assert_eq!(same_day_before(date("2026-03-31"), 1), None);
        assert_eq!(same_day_before(date("2026-02-28"), 1), Some(date("2026-01-28")));
        assert_eq!(same_day_before(date("2024-02-29"), 12), None);
        assert_eq!(same_day_before(date("2024-02-29"), 1), Some(date("2024-01-29")));
    }

    #[test]
    fn what_ends_months_and_what_comes_every_month() {
        use PeriodType::{MonthEnd, Monthly, PointInTime, YearToDate, YearToDateAverage};
        let those =
            |predicate: fn(PeriodType) -> bool| PeriodType::ALL.into_iter().filter(move |t| predicate(*t));
        assert!(those(PeriodType::is_month_dated).eq([MonthEnd, Monthly, YearToDate, YearToDateAverage]));
        assert!(those(PeriodType::every_month).eq([MonthEnd, Monthly]));
        let may_be_of_quarters = [MonthEnd, YearToDate, YearToDateAverage, PointInTime];
        assert!(those(PeriodType::takes_frequency).eq(may_be_of_quarters));
    }
}
