//! Finds the date of a series that a period of a source means.

use super::*;

use crate::dataset::Part;
use crate::model::{Frequency, PeriodType};

/// A period with its year.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Period {
    Day(NaiveDate),
    /// From one month to another of one year.
    Months(i32, u32, u32),
    Quarter(i32, u32),
    Year(i32),
}

impl Period {
    /// A label with the year that stands near it. `None` without a year, and for a split year and its quarters.
    pub fn new(label: Label, near: Option<Year>, year_start: Option<u32>) -> Option<Period> {
        let (year, part) = match label {
            Label::Day(day) => return Some(Period::Day(day)),
            Label::Period { year, part } => (year.or(near)?, part),
        };
        Some(match (year, part) {
            (Year::Calendar(year), None) => Period::Year(year),
            (Year::Calendar(year), Some(Part::Quarter(quarter))) => Period::Quarter(year, quarter),
            (Year::Calendar(year), Some(Part::Months(first, last))) => Period::Months(year, first, last),
            (Year::Split(year), Some(Part::Months(first, last))) => {
                let start = year_start?;
                let is_within = (first >= start) == (last >= start);
                is_within.then_some(Period::Months(
                    if first >= start { year } else { year + 1 },
                    first,
                    last,
                ))?
            }
            (Year::Split(_), _) => return None,
        })
    }
}

/// The length of the periods of a series.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Unit {
    Day,
    Month,
    Longer(Frequency),
}

impl Unit {
    pub fn new(indicator: &Indicator) -> Unit {
        match (indicator.frequency, indicator.period_type) {
            (Some(frequency), _) => Unit::Longer(frequency),
            (None, PeriodType::Daily | PeriodType::PointInTime | PeriodType::EffectiveFrom) => Unit::Day,
            (None, _) => Unit::Month,
        }
    }

    /// How a person names the period that ends with a day.
    pub fn period(self, date: NaiveDate) -> String {
        match self {
            Unit::Day => date.to_string(),
            Unit::Month => date.format("%Y-%m").to_string(),
            Unit::Longer(frequency) => frequency.period(date),
        }
    }

    /// The months between two observations; `None` where that is not known.
    pub fn months(self) -> Option<u32> {
        match self {
            Unit::Day => None,
            Unit::Month => Some(1),
            Unit::Longer(frequency) => Some(frequency.months()),
        }
    }
}

/// The date in a series of a period; `None` where the series has no such periods. With `is_month_before`, the first day of a
/// month means the month before.
pub fn date(period: Period, indicator: &Indicator, is_month_before: bool) -> Option<NaiveDate> {
    let unit = Unit::new(indicator);
    let period_type = indicator.period_type;
    let is_stock = matches!(period_type, PeriodType::MonthEnd | PeriodType::PointInTime);
    let period = match period {
        Period::Day(day) if is_month_before && unit != Unit::Day && day.day() == 1 => {
            let before = day.pred_opt()?;
            Period::Months(before.year(), before.month(), before.month())
        }
        period => period,
    };
    // From January on, a month of a total is all months until it.
    let is_since_january = period_type.is_since_january();
    let ends = |year, first: u32, last: u32| {
        let end = last_day_of_month(NaiveDate::from_ymd_opt(year, last, 1)?);
        let months = last + 1 - first;
        let counts = match unit {
            Unit::Day => false,
            Unit::Month => first == last || is_since_january && first == 1,
            Unit::Longer(frequency) => {
                let is_end = frequency.last_day(end) == end;
                let is_single = first == last && is_stock;
                let is_total = is_since_january && (first == last || first == 1);
                is_end && (is_single || is_total || is_stock && months == frequency.months())
            }
        };
        counts.then_some(end)
    };
    match (period, unit) {
        (Period::Day(day), Unit::Day) => Some(day),
        (Period::Day(day), Unit::Month) => Some(last_day_of_month(day)),
        (Period::Day(day), Unit::Longer(frequency)) => {
            (is_stock && frequency.last_day(day) == day).then_some(day)
        }
        (Period::Months(year, first, last), _) => ends(year, first, last),
        (Period::Quarter(year, quarter), Unit::Longer(Frequency::Quarterly)) if is_stock => {
            ends(year, quarter * 3, quarter * 3)
        }
        (Period::Year(year), Unit::Longer(Frequency::Annual)) => NaiveDate::from_ymd_opt(year, 12, 31),
        _ => None,
    }
}

/// Whether a label would be a date of the series if its year were known.
pub fn counts_in_some_year(label: Label, indicator: &Indicator, is_month_before: bool) -> bool {
    let some_year = match label {
        Label::Day(_) => None,
        Label::Period { part, .. } => {
            let year = Some(Year::Calendar(2000));
            Period::new(Label::Period { year, part }, None, None)
        }
    };
    some_year.is_some_and(|period| date(period, indicator, is_month_before).is_some())
}
