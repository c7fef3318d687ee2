//! Changes of the current observation: against the base of one month and one year earlier [S2.4], and against the
//! observation before it [D10.latest].

use chrono::NaiveDate;

use super::period::{month_end_before, same_day_before};
use super::{ExactDifference, Observation, PeriodType, RoundedToHundredths, Series, Status};

/// Over what a change is taken.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Comparand {
    Month,
    Year,
}

/// How a comparison ended [D8.1].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Outcome {
    Calculated,
    /// There is a difference only.
    BaseZero,
    /// The date looked for has no observation.
    NoBase,
    /// The date looked for does not exist in the calendar.
    NoSuchDay,
    /// Not defined for this period type.
    NotCalculated,
    UnitDiffers,
    TypeDiffers,
    MeasureDiffers,
    Status,
    NoDate,
}

impl Outcome {
    /// Of observations that can both be compared, in the order of [D8.1].
    fn of(current: &Observation, base: &Observation) -> Self {
        let (own, others) = (&current.series_key, &base.series_key);
        if others.unit.id != own.unit.id {
            Outcome::UnitDiffers
        } else if others.period_type != own.period_type {
            Outcome::TypeDiffers
        } else if others.measure != own.measure {
            Outcome::MeasureDiffers
        } else if current.value.percent_from(base.value).is_none() {
            Outcome::BaseZero
        } else {
            Outcome::Calculated
        }
    }

    /// The number of the rule behind S2.4.
    fn rule(self, period_type: PeriodType) -> u8 {
        match (self, period_type) {
            (Outcome::UnitDiffers | Outcome::TypeDiffers, _) => 5,
            (Outcome::BaseZero, _) => 6,
            (Outcome::MeasureDiffers, _) => 8,
            (Outcome::Status | Outcome::NoDate, _) | (_, PeriodType::Unknown) => 9,
            (_, PeriodType::MonthEnd | PeriodType::Monthly) => 1,
            (_, PeriodType::YearToDate | PeriodType::YearToDateAverage) => 2,
            (_, PeriodType::Daily | PeriodType::PointInTime) => 3,
            (_, PeriodType::EffectiveFrom) => 4,
        }
    }
}

/// A change in the shape of the response: a percentage without a difference cannot be written.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Delta {
    /// Both members are null.
    None,
    /// The base is zero: a difference, no percentage.
    Abs(RoundedToHundredths),
    Full {
        /// In the indicator's unit; percentage points for rates.
        abs: RoundedToHundredths,
        /// In percent of the base.
        pct: RoundedToHundredths,
    },
}

/// The comparison of an indicator's current observation with its base.
#[derive(Clone, Debug)]
pub struct Comparison<'a> {
    pub outcome: Outcome,
    /// The rule that decided, by its number behind S2.4.
    pub rule: u8,
    /// The date looked for; the base's own where it was found.
    pub base_date: Option<NaiveDate>,
    pub base: Option<&'a Observation>,
    pub delta: Delta,
}

impl<'a> Comparison<'a> {
    pub fn new(series: &'a Series, status: Status, comparand: Comparand) -> Self {
        let current = series.current();
        let period_type = current.series_key.period_type;
        let wanted = wanted_date(current, comparand);
        let found = |date| if period_type.is_month_dated() { series.in_month(date) } else { series.on(date) };
        let base = wanted.ok().and_then(found);
        let outcome = match (wanted, base) {
            _ if !status.allows_changes() => Outcome::Status,
            (Err(outcome), _) => outcome,
            (Ok(_), None) => Outcome::NoBase,
            (Ok(_), Some(base)) => Outcome::of(current, base),
        };
        let compared = base.filter(|_| matches!(outcome, Outcome::Calculated | Outcome::BaseZero));
        let delta = compared.map_or(Delta::None, |base| {
            let abs = current.value.minus(base.value);
            match current.value.percent_from(base.value) {
                Some(pct) => Delta::Full { abs, pct },
                None => Delta::Abs(abs),
            }
        });
        let base_date = base.and_then(|base| base.date).or(wanted.ok());
        Comparison { outcome, rule: outcome.rule(period_type), base_date, base, delta }
    }
}

/// The date of the base: the end of its month for dates that are ends of months, else the very day.
fn wanted_date(current: &Observation, comparand: Comparand) -> Result<NaiveDate, Outcome> {
    let date = current.date.ok_or(Outcome::NoDate)?;
    let months = match comparand {
        Comparand::Month => 1,
        Comparand::Year => 12,
    };
    let wanted = match (current.series_key.period_type, comparand) {
        (PeriodType::MonthEnd | PeriodType::Monthly, _)
        | (PeriodType::YearToDate | PeriodType::YearToDateAverage, Comparand::Year) => {
            month_end_before(date, months)
        }
        (PeriodType::Daily | PeriodType::PointInTime, _) => same_day_before(date, months),
        (PeriodType::YearToDate | PeriodType::YearToDateAverage, Comparand::Month)
        | (PeriodType::EffectiveFrom | PeriodType::Unknown, _) => return Err(Outcome::NotCalculated),
    };
    wanted.ok_or(Outcome::NoSuchDay)
}

/// The difference between the last two observations, whatever their distance.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Difference {
    /// In the indicator's unit, unrounded.
    pub abs: ExactDifference,
    /// In percent of the previous value; `None` where that is zero.
    pub pct: Option<RoundedToHundredths>,
}

impl Difference {
    /// `None` where there is no previous observation, the status or another unit, period type or measure forbids it, or
    /// the period type does: a cumulative total grows by what was added, and an average by what it averages.
    pub fn of_last(series: &Series, status: Status) -> Option<Difference> {
        Self::between(series.previous()?, series.current(), status)
    }

    /// The same of two observations of a series, of which one follows the other.
    pub fn between(previous: &Observation, current: &Observation, status: Status) -> Option<Difference> {
        let is_compared = match current.series_key.period_type {
            PeriodType::MonthEnd
            | PeriodType::Monthly
            | PeriodType::Daily
            | PeriodType::PointInTime
            | PeriodType::EffectiveFrom => true,
            PeriodType::YearToDate | PeriodType::YearToDateAverage | PeriodType::Unknown => false,
        };
        let is_comparable = is_compared && current.series_key == previous.series_key;
        (is_comparable && status.allows_changes()).then(|| Difference {
            abs: current.value.exactly_minus(previous.value),
            pct: current.value.percent_from(previous.value),
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::model::{Measure, SeriesKey};

    /// Rows of `date value`, optionally followed by a unit, a period type's name and a measure's name.
    fn series(period_type: PeriodType, rows: &[&str]) -> Series {
        let observations = rows.iter().map(|row| {
            let cells: Vec<&str> = row.split(' ').collect();
            let cell = |i: usize| cells.get(i).copied();
            let named_type = PeriodType::ALL.into_iter().find(|t| cell(3) == Some(t.name()));
            let measure = Measure::ALL.into_iter().find(|m| cell(4) == Some(m.name())).unwrap_or_default();
            let own_type = named_type.unwrap_or(period_type);
            Observation {
                series_key: SeriesKey::sample(cell(2).unwrap_or("azn"), own_type, measure),
                ..Observation::sample(own_type, cells[0], cells[1])
            }
        });
        Series::new(observations.collect()).unwrap()
    }

    /// How it ended, the rule, and the date of the base, the difference and the percentage, as far as there are any.
    fn compared(series: &Series, comparand: Comparand) -> (Outcome, u8, String) {
        let found = Comparison::new(series, Status::Verified, comparand);
        let date = found.base_date.map(|d| d.to_string()).unwrap_or_default();
        let delta = match found.delta {
            Delta::None => String::new(),
            Delta::Abs(abs) => format!(" {abs}"),
            Delta::Full { abs, pct } => format!(" {abs} {pct}%"),
        };
        (found.outcome, found.rule, date + &delta)
    }

    fn assert_month(series: &Series, outcome: Outcome, rule: u8, found: &str) {
        assert_eq!(compared(series, Comparand::Month), (outcome, rule, found.to_owned()));
    }

    fn assert_year(series: &Series, outcome: Outcome, rule: u8, found: &str) {
        assert_eq!(compared(series, Comparand::Year), (outcome, rule, found.to_owned()));
    }

    #[test]
    fn rule_1_months_follow_the_calendar() {
        let rows = ["2009-04-30 4732.3", "2010-03-31 6182.6", "2010-04-30 6347.7"];
        let s = series(PeriodType::MonthEnd, &rows);
        assert_month(&s, Outcome::Calculated, 1, "2010-03-31 165.1 2.67%");
        assert_year(&s, Outcome::Calculated, 1, "2009-04-30 1615.4 34.14%");
    }

    #[test]
    fn rule_2_cumulative_series_have_no_month_on_month() {
        let rows = ["2025-01-31 1062.9", "2025-12-31 1102.9", "2026-01-31 1103.8"];
        let s = series(PeriodType::YearToDateAverage, &rows);
        assert_month(&s, Outcome::NotCalculated, 2, "");
        assert_year(&s, Outcome::Calculated, 2, "2025-01-31 40.9 3.85%");
    }

    #[test]
    fn rule_3_days_are_exact_or_nothing() {
        let s = series(PeriodType::Daily, &["2026-02-28 1", "2026-03-30 1", "2026-03-31 1"]);
        assert_month(&s, Outcome::NoSuchDay, 3, "");
        assert_year(&s, Outcome::NoBase, 3, "2025-03-31");
        let s = series(PeriodType::PointInTime, &["2026-01-01 4", "2026-02-01 4"]);
        assert_month(&s, Outcome::Calculated, 3, "2026-01-01 0 0%");
    }

    #[test]
    fn rules_4_and_9_leave_rates_and_unknown_periods_alone() {
        let rows = ["2025-02-04 7", "2026-02-04 6.5"];
        assert_year(&series(PeriodType::EffectiveFrom, &rows), Outcome::NotCalculated, 4, "");
        assert_year(&series(PeriodType::Unknown, &rows), Outcome::NotCalculated, 9, "");
        assert_year(&series(PeriodType::Unknown, &["- 7"]), Outcome::NoDate, 9, "");
    }

    #[test]
    fn rules_5_and_8_breaks_are_not_bridged() {
        for (base, outcome, rule) in [
            ("2026-06-30 1 usd", Outcome::UnitDiffers, 5),
            ("2026-06-30 1 azn daily", Outcome::TypeDiffers, 5),
            ("2026-06-30 1 azn monthly growth", Outcome::MeasureDiffers, 8),
        ] {
            assert_month(&series(PeriodType::Monthly, &[base, "2026-07-31 2"]), outcome, rule, "2026-06-30");
        }
    }

    #[test]
    fn rule_6_a_zero_base_keeps_the_difference() {
        let s = series(PeriodType::Monthly, &["2026-06-30 0.00", "2026-07-31 2.5"]);
        assert_month(&s, Outcome::BaseZero, 6, "2026-06-30 2.5");
    }

    #[test]
    fn rule_9_the_status_decides_first_and_the_base_is_still_named() {
        let s = series(PeriodType::Monthly, &["2026-06-30 1", "2026-07-31 2"]);
        for status in [Status::Seed, Status::Unknown] {
            let found = Comparison::new(&s, status, Comparand::Month);
            assert_eq!((found.outcome, found.rule, found.delta), (Outcome::Status, 9, Delta::None));
            assert_eq!(found.base_date, "2026-06-30".parse().ok());
        }
        assert_eq!(Comparison::new(&s, Status::Stale, Comparand::Month).outcome, Outcome::Calculated);
    }

    fn difference(rows: &[&str], period_type: PeriodType, status: Status) -> (String, String) {
        let found = Difference::of_last(&series(period_type, rows), status);
        let pct = found.as_ref().and_then(|found| found.pct.as_ref().map(ToString::to_string));
        (found.map(|found| found.abs.to_string()).unwrap_or_default(), pct.unwrap_or_default())
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
            let rows = [format!("2026-09-04 {previous}"), format!("2026-11-13 {current}")];
            let found = difference(&[&rows[0], &rows[1]], PeriodType::Daily, Status::Verified);
            assert_eq!(found, (abs.to_owned(), pct.to_owned()), "{current} − {previous}");
        }
    }

    #[test]
    fn what_is_not_comparable_has_no_difference() {
        let pair = ["2026-06-30 1", "2026-07-31 2"];
        let none = (String::new(), String::new());
        for period_type in [PeriodType::YearToDate, PeriodType::YearToDateAverage, PeriodType::Unknown] {
            assert_eq!(difference(&pair, period_type, Status::Verified), none);
        }
        for status in [Status::Seed, Status::Unknown] {
            assert_eq!(difference(&pair, PeriodType::Monthly, status), none);
        }
        let other_unit = ["2026-06-30 1", "2026-07-31 2 usd"];
        assert_eq!(difference(&other_unit, PeriodType::Monthly, Status::Verified), none);
        assert_eq!(difference(&pair, PeriodType::EffectiveFrom, Status::Stale).0, "1");
        assert_eq!(difference(&pair[..1], PeriodType::Monthly, Status::Verified), none);
    }
}
