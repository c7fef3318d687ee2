//! Period types, measures, and the calendar arithmetic of bases.

use chrono::{Datelike, Months, NaiveDate};

/// What an observation's date means [S2.3].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum PeriodType {
    /// Month-end stock.
    MonthEnd,
    /// Value for an individual month.
    Monthly,
    /// Cumulative total from January through the month.
    YearToDate,
    /// Average from January through the month.
    YearToDateAverage,
    /// Daily observation.
    Daily,
    /// Value as of a date.
    PointInTime,
    /// Effective date of a rate.
    EffectiveFrom,
    /// Cannot be reliably classified.
    Unknown,
}

impl PeriodType {
    /// All of them, in the order of the interface.
    pub const ALL: [PeriodType; 8] = [
        PeriodType::MonthEnd,
        PeriodType::Monthly,
        PeriodType::YearToDate,
        PeriodType::YearToDateAverage,
        PeriodType::Daily,
        PeriodType::PointInTime,
        PeriodType::EffectiveFrom,
        PeriodType::Unknown,
    ];

    /// The name in datasets and responses.
    pub fn name(self) -> &'static str {
        match self {
            PeriodType::MonthEnd => "month_end",
            PeriodType::Monthly => "monthly",
            PeriodType::YearToDate => "year_to_date",
            PeriodType::YearToDateAverage => "year_to_date_average",
            PeriodType::Daily => "daily",
            PeriodType::PointInTime => "point_in_time",
            PeriodType::EffectiveFrom => "effective_from",
            PeriodType::Unknown => "unknown",
        }
    }

    /// Whether its dates are ends of calendar months.
    pub fn is_month_dated(self) -> bool {
        self.every_month() || matches!(self, PeriodType::YearToDate | PeriodType::YearToDateAverage)
    }

    /// Whether a series of it has one observation a month, so that a month can be missing.
    pub fn every_month(self) -> bool {
        matches!(self, PeriodType::MonthEnd | PeriodType::Monthly)
    }
}

/// What kind of quantity is observed; growth rates are not compared with amounts [S2.4.8].
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Measure {
    /// A level: money, people, tonnes.
    #[default]
    Amount,
    /// An interest or exchange rate, a share.
    Rate,
    /// A growth rate.
    Growth,
    /// An index.
    Index,
}

impl Measure {
    /// All of them.
    pub const ALL: [Measure; 4] = [Measure::Amount, Measure::Rate, Measure::Growth, Measure::Index];

    /// The name in datasets.
    pub fn name(self) -> &'static str {
        match self {
            Measure::Amount => "amount",
            Measure::Rate => "rate",
            Measure::Growth => "growth",
            Measure::Index => "index",
        }
    }
}

/// The last day of the month that `date` lies in.
pub fn last_day_of_month(date: NaiveDate) -> NaiveDate {
    date.with_day(u32::from(date.num_days_in_month())).unwrap_or(date)
}

/// The month end `months` calendar months before the month of `date`; the day plays no part [D3.3].
pub(super) fn month_end_before(date: NaiveDate, months: u32) -> Option<NaiveDate> {
    date.with_day(1)?.checked_sub_months(Months::new(months)).map(last_day_of_month)
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
        use PeriodType::{MonthEnd, Monthly, YearToDate, YearToDateAverage};
        let those = |of: fn(PeriodType) -> bool| PeriodType::ALL.into_iter().filter(move |t| of(*t));
        assert!(those(PeriodType::is_month_dated).eq([MonthEnd, Monthly, YearToDate, YearToDateAverage]));
        assert!(those(PeriodType::every_month).eq([MonthEnd, Monthly]));
    }
}
