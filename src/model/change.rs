//! Changes against the base of one month and one year earlier [S2.4].

use chrono::NaiveDate;

use super::base_lookup::{BaseLookup, Comparand};
use super::{Observation, Outcome, RoundedToHundredths, Series, Status};

/// A change in the shape of the response: a percentage without a difference cannot be written.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Delta {
    /// Both members are null.
    None,
    /// The base is zero: a difference, no percentage.
    Abs(RoundedToHundredths),
    /// Both.
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
    /// How it ended.
    pub outcome: Outcome,
    /// The rule that decided, by its number behind S2.4.
    pub rule: u8,
    /// The date looked for; the base's own where it was found.
    pub base_date: Option<NaiveDate>,
    /// The observation found there.
    pub base: Option<&'a Observation>,
    /// The change.
    pub delta: Delta,
}

impl<'a> Comparison<'a> {
    /// Compares the current observation of `series`, whose status is `status`, with its base.
    pub fn new(series: &'a Series, status: Status, comparand: Comparand) -> Self {
        let current = series.current();
        let lookup = BaseLookup::of(current, comparand);
        let (looked_for, base) = match lookup {
            BaseLookup::Month(month_end) => (Some(month_end), series.in_month(month_end)),
            BaseLookup::Day(day) => (Some(day), series.on(day)),
            BaseLookup::NoSuchDay | BaseLookup::Undefined | BaseLookup::NoDate => (None, None),
        };
        let outcome = Outcome::of(current, base, &lookup, status);
        let delta = match (outcome, base) {
            (Outcome::Calculated | Outcome::BaseZero, Some(base)) => {
                let abs = current.value.minus(base.value);
                match current.value.percent_from(base.value) {
                    Some(pct) => Delta::Full { abs, pct },
                    None => Delta::Abs(abs),
                }
            }
            _ => Delta::None,
        };
        let base_date = base.and_then(|b| b.date).or(looked_for);
        Comparison { outcome, rule: outcome.rule(current.series_key.period_type), base_date, base, delta }
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use super::*;
    use crate::model::{Flags, Localized, Measure, PeriodType, SeriesKey, Unit};

    /// Rows of `date value`, optionally followed by a unit, a period type's name and a measure's name.
    fn series(period_type: PeriodType, rows: &[&str]) -> Series {
        let observations = rows.iter().map(|row| {
            let cells: Vec<&str> = row.split(' ').collect();
            let cell = |i: usize| cells.get(i).copied();
            let unit = cell(2).unwrap_or("azn");
            let named_type = PeriodType::ALL.into_iter().find(|t| cell(3) == Some(t.name()));
            let measure = Measure::ALL.into_iter().find(|m| cell(4) == Some(m.name()));
            Observation {
                date: cells[0].parse().ok(),
                value: cells[1].parse().unwrap(),
                published: None,
                reported_change: None,
                reference: None,
                flags: Flags::default(),
                series_key: SeriesKey {
                    unit: Arc::new(Unit::new(unit.into(), Localized::build(|_| unit.into()))),
                    period_type: named_type.unwrap_or(period_type),
                    measure: measure.unwrap_or_default(),
                }
                .into(),
            }
        });
        Series::new(observations.collect()).unwrap()
    }

    fn compare(series: &Series, comparand: Comparand) -> (Outcome, u8, String, String) {
        let found = Comparison::new(series, Status::Verified, comparand);
        let date = found.base_date.map(|d| d.to_string()).unwrap_or_default();
        let delta = match found.delta {
            Delta::None => String::new(),
            Delta::Abs(abs) => format!("{abs}"),
            Delta::Full { abs, pct } => format!("{abs} {pct}%"),
        };
        (found.outcome, found.rule, date, delta)
    }

    fn expect(outcome: Outcome, rule: u8, date: &str, delta: &str) -> (Outcome, u8, String, String) {
        (outcome, rule, date.into(), delta.into())
    }

    #[test]
    fn rule_1_months_follow_the_calendar() {
        let s =
            series(PeriodType::MonthEnd, &["2009-04-30 4732.3", "2010-03-31 6182.6", "2010-04-30 6347.7"]);
        assert_eq!(
            compare(&s, Comparand::Month),
            expect(Outcome::Calculated, 1, "2010-03-31", "165.1 2.67%")
        );
        assert_eq!(
            compare(&s, Comparand::Year),
            expect(Outcome::Calculated, 1, "2009-04-30", "1615.4 34.14%")
        );
    }

    #[test]
    fn rule_2_cumulative_series_have_no_month_on_month() {
        let s = series(
            PeriodType::YearToDateAverage,
            &["2025-01-31 1062.9", "2025-12-31 1102.9", "2026-01-31 1103.8"],
        );
        assert_eq!(compare(&s, Comparand::Month), expect(Outcome::NotCalculated, 2, "", ""));
        assert_eq!(compare(&s, Comparand::Year), expect(Outcome::Calculated, 2, "2025-01-31", "40.9 3.85%"));
    }

    #[test]
    fn rule_3_days_are_exact_or_nothing() {
        let s = series(PeriodType::Daily, &["2026-02-28 1", "2026-03-30 1", "2026-03-31 1"]);
        assert_eq!(compare(&s, Comparand::Month), expect(Outcome::NoSuchDay, 3, "", ""));
        assert_eq!(compare(&s, Comparand::Year), expect(Outcome::NoBase, 3, "2025-03-31", ""));
        let s = series(PeriodType::PointInTime, &["2026-01-01 4", "2026-02-01 4"]);
        assert_eq!(compare(&s, Comparand::Month), expect(Outcome::Calculated, 3, "2026-01-01", "0 0%"));
    }

    #[test]
    fn rules_4_and_9_leave_rates_and_unknown_periods_alone() {
        let s = series(PeriodType::EffectiveFrom, &["2025-02-04 7", "2026-02-04 6.5"]);
        assert_eq!(compare(&s, Comparand::Year), expect(Outcome::NotCalculated, 4, "", ""));
        let s = series(PeriodType::Unknown, &["2025-02-04 7", "2026-02-04 6.5"]);
        assert_eq!(compare(&s, Comparand::Year), expect(Outcome::NotCalculated, 9, "", ""));
        let s = series(PeriodType::Unknown, &["- 7"]);
        assert_eq!(compare(&s, Comparand::Year), expect(Outcome::NoDate, 9, "", ""));
    }

    #[test]
    fn rules_5_and_8_breaks_are_not_bridged() {
        for (base, outcome, rule) in [
            ("2026-06-30 1 usd", Outcome::UnitDiffers, 5),
            ("2026-06-30 1 azn daily", Outcome::TypeDiffers, 5),
            ("2026-06-30 1 azn monthly growth", Outcome::MeasureDiffers, 8),
        ] {
            let s = series(PeriodType::Monthly, &[base, "2026-07-31 2"]);
            assert_eq!(compare(&s, Comparand::Month), expect(outcome, rule, "2026-06-30", ""));
        }
    }

    #[test]
    fn rule_6_a_zero_base_keeps_the_difference() {
        let s = series(PeriodType::Monthly, &["2026-06-30 0.00", "2026-07-31 2.5"]);
        assert_eq!(compare(&s, Comparand::Month), expect(Outcome::BaseZero, 6, "2026-06-30", "2.5"));
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
}
