//! The difference between the current observation and the one before it, whatever their distance
//! [D10.latest].

use super::{ExactDifference, PeriodType, RoundedToHundredths, Series, Status};

/// What the last two observations of a series differ by.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Difference {
    /// In the indicator's unit, unrounded.
    pub abs: ExactDifference,
    /// In percent of the previous value; `None` where that is zero.
    pub pct: Option<RoundedToHundredths>,
}

impl Difference {
    /// Of a series whose status is `status`. `None` if there is no previous observation, if the period type is
    /// cumulative or unknown, or if status, unit, period type or measure forbid any comparison.
    pub fn of_last(series: &Series, status: Status) -> Option<Difference> {
        let (current, previous) = (series.current(), series.previous()?);
        let (own, base) = (&current.series_key, &previous.series_key);
        let comparable = status.allows_changes()
            && own.unit.id == base.unit.id
            && own.period_type == base.period_type
            && own.measure == base.measure
            && is_compared(own.period_type);
        comparable.then(|| Difference {
            abs: current.value.exactly_minus(previous.value),
            pct: current.value.percent_from(previous.value),
        })
    }
}

/// Whether successive observations of the type can be compared: a cumulative total grows by what was added, and an
/// average by what it averages.
fn is_compared(period_type: PeriodType) -> bool {
    match period_type {
        PeriodType::MonthEnd
        | PeriodType::Monthly
        | PeriodType::Daily
        | PeriodType::PointInTime
        | PeriodType::EffectiveFrom => true,
        PeriodType::YearToDate | PeriodType::YearToDateAverage | PeriodType::Unknown => false,
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use super::*;
    use crate::model::{Flags, Localized, Measure, Observation, SeriesKey, Unit};

    fn series(rows: &[(&str, &str, PeriodType, &str)]) -> Series {
        let observation = |(date, value, period_type, unit): &(&str, &str, PeriodType, &str)| Observation {
            date: date.parse().ok(),
            value: value.parse().unwrap(),
            published: None,
            reported_change: None,
            reference: None,
            flags: Flags::default(),
            series_key: SeriesKey {
                unit: Arc::new(Unit::new((*unit).into(), Localized::build(|_| (*unit).into()))),
                period_type: *period_type,
                measure: Measure::default(),
            }
            .into(),
        };
        Series::new(rows.iter().map(observation).collect()).unwrap()
    }

    fn difference(rows: &[(&str, &str, PeriodType, &str)], status: Status) -> (String, String) {
        let found = Difference::of_last(&series(rows), status);
        let pct = found.as_ref().and_then(|found| found.pct.clone());
        (
            found.map(|found| found.abs.to_string()).unwrap_or_default(),
            pct.map(|pct| pct.to_string()).unwrap_or_default(),
        )
    }

    #[test]
    fn the_difference_is_exact_and_the_percentage_rounded() {
        for (previous, current, abs, pct) in [
            ("1.7", "1.7001", "0.0001", "0.01"),
            ("0.1", "0.3", "0.2", "200"),
            (
                "0.0000000000000000000000000001",
                "9999999999999999999999999999",
                "9999999999999999999999999998.9999999999999999999999999999",
                "9999999999999999999999999998999999999999999999999999999900",
            ),
            ("-10", "-5", "5", "-50"),
            ("0", "5", "5", ""),
            ("5", "5.0", "0", "0"),
        ] {
            let rows = [
                ("2026-09-04", previous, PeriodType::Daily, "azn"),
                ("2026-11-13", current, PeriodType::Daily, "azn"),
            ];
            let found = difference(&rows, Status::Verified);
            assert_eq!((found.0.as_str(), found.1.as_str()), (abs, pct), "{current} − {previous}");
        }
    }

    #[test]
    fn what_is_not_comparable_has_no_difference() {
        let pair = |period_type, unit| {
            [("2026-06-30", "1", period_type, "azn"), ("2026-07-31", "2", period_type, unit)]
        };
        let none = (String::new(), String::new());
        for period_type in [PeriodType::YearToDate, PeriodType::YearToDateAverage, PeriodType::Unknown] {
            assert_eq!(difference(&pair(period_type, "azn"), Status::Verified), none);
        }
        for status in [Status::Seed, Status::Unknown] {
            assert_eq!(difference(&pair(PeriodType::Monthly, "azn"), status), none);
        }
        assert_eq!(difference(&pair(PeriodType::Monthly, "usd"), Status::Verified), none);
        assert_eq!(difference(&pair(PeriodType::EffectiveFrom, "azn"), Status::Stale).0, "1");
        assert_eq!(difference(&pair(PeriodType::Monthly, "azn")[..1], Status::Verified), none);
    }
}
