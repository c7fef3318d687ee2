//! Where the base of a change is looked for: one month or one year earlier, by the rules of each period type
//! [S2.4].

use chrono::NaiveDate;

use super::period::{month_end_before, same_day_before};
use super::{Observation, PeriodType};

/// Over what a change is taken.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Comparand {
    /// Month-on-month.
    Month,
    /// Year-on-year.
    Year,
}

impl Comparand {
    fn months(self) -> u32 {
        match self {
            Comparand::Month => 1,
            Comparand::Year => 12,
        }
    }
}

/// Where the base is looked for.
pub enum BaseLookup {
    /// The observation of this calendar month, named by its last day.
    Month(NaiveDate),
    /// The observation of this very day.
    Day(NaiveDate),
    /// A day that the calendar does not have.
    NoSuchDay,
    /// This period type has no base over this comparand.
    Undefined,
    /// An observation without a date has none.
    NoDate,
}

impl BaseLookup {
    /// Of the current observation of a series.
    pub fn of(current: &Observation, comparand: Comparand) -> BaseLookup {
        let Some(date) = current.date else { return BaseLookup::NoDate };
        match (current.series_key.period_type, comparand) {
            (PeriodType::MonthEnd | PeriodType::Monthly, _)
            | (PeriodType::YearToDate | PeriodType::YearToDateAverage, Comparand::Year) => {
                month_end_before(date, comparand.months()).map_or(BaseLookup::NoSuchDay, BaseLookup::Month)
            }
            (PeriodType::Daily | PeriodType::PointInTime, _) => {
                same_day_before(date, comparand.months()).map_or(BaseLookup::NoSuchDay, BaseLookup::Day)
            }
            (PeriodType::YearToDate | PeriodType::YearToDateAverage, Comparand::Month)
            | (PeriodType::EffectiveFrom | PeriodType::Unknown, _) => BaseLookup::Undefined,
        }
    }
}
