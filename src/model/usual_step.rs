//! How far a series usually moves, where a ratio says nothing: a balance passes through zero.

use std::cmp::Ordering;
use std::collections::BTreeSet;
use std::fmt;

use chrono::Datelike;

use super::{ExactDifference, Frequency, Measure, Observation, PeriodType};

/// A step of more than so many usual ones is looked at.
const FAR: u32 = 8;

/// The median distance between neighbours.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct UsualStep(ExactDifference);

impl UsualStep {
    /// Of observations oldest first; `None` where they have had one sign only, are growth rates, which move as they
    /// like, or are alike by and large.
    pub fn of(observations: &[Observation]) -> Option<Self> {
        let signs: BTreeSet<Ordering> = observations.iter().map(|of| of.value.sign()).collect();
        if !signs.contains(&Ordering::Less) || !signs.contains(&Ordering::Greater) {
            return None;
        }
        let mut steps: Vec<_> = observations.windows(2).filter_map(|pair| step(&pair[0], &pair[1])).collect();
        // One alone is usual by itself.
        let middle = steps.len().checked_sub(2)?.div_ceil(2);
        let usual = steps.select_nth_unstable_by(middle, ExactDifference::compare_sizes).1.size();
        (!usual.is_zero()).then_some(UsualStep(usual))
    }

    /// Whether two observations lie much further apart than neighbours of the series usually do.
    pub fn is_exceeded(&self, before: &Observation, next: &Observation) -> bool {
        step(before, next).is_some_and(|step| step.compare_sizes(&self.0.times(FAR)) == Ordering::Greater)
    }
}

impl fmt::Display for UsualStep {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

/// From one to the next, where they are comparable; a total since January begins anew each year.
fn step(before: &Observation, next: &Observation) -> Option<ExactDifference> {
    let key = &before.series_key;
    let year = |of: &Observation| of.date.map(|date| date.year());
    let begins_anew = key.period_type == PeriodType::YearToDate
        && key.frequency != Some(Frequency::Annual)
        && year(before) != year(next);
    let is_comparable = *key == next.series_key && key.measure != Measure::Growth && !begins_anew;
    is_comparable.then(|| next.value.exactly_minus(before.value))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::model::{Flags, SeriesKey};

    fn balance(period_type: PeriodType, measure: Measure, rows: &str) -> Vec<Observation> {
        let series_key = SeriesKey::sample("mn", period_type, measure);
        let row = |row: &str| {
            let (date, value) = row.split_once(' ').unwrap();
            Observation {
                date: date.parse().ok(),
                value: value.parse().unwrap(),
                published: None,
                reported_change: None,
                reference: None,
                flags: Flags::default(),
                series_key: series_key.clone(),
            }
        };
        rows.split(", ").map(row).collect()
    }

    /// Which observations lie too far from the one before them.
    fn far(of: &[Observation]) -> Option<Vec<String>> {
        let usual = UsualStep::of(of)?;
        let pairs = of.windows(2).filter(|pair| usual.is_exceeded(&pair[0], &pair[1]));
        Some(pairs.map(|pair| pair[1].value.to_string()).collect())
    }

    #[test]
    fn a_balance_near_zero_is_judged_by_its_usual_step() {
        let of = |rows: &str| far(&balance(PeriodType::Monthly, Measure::Amount, rows));
        let months = "2026-01-31 120.5, 2026-02-28 -3.5, 2026-03-31 -118.4, 2026-04-30 0.2";
        assert_eq!(of(months), Some(Vec::new()), "any factor, and steps like the others");
        assert_eq!(of(&format!("{months}, 2026-05-31 1184")), Some(vec!["1184".to_owned()]));
        let steps = balance(PeriodType::Monthly, Measure::Amount, months);
        assert_eq!(UsualStep::of(&steps).unwrap().to_string(), "118.6");
        assert_eq!(
            of("2026-01-31 1, 2026-02-28 -1, 2026-03-31 -1, 2026-04-30 15"),
            Some(Vec::new()),
            "8 times"
        );
        let more = "2026-01-31 1, 2026-02-28 -1, 2026-03-31 0, 2026-04-30 -1, 2026-05-31 7.01";
        assert_eq!(of(more), Some(vec!["7.01".to_owned()]), "more than 8 times");
    }

    #[test]
    fn other_series_have_no_usual_step() {
        let monthly = |rows: &str| far(&balance(PeriodType::Monthly, Measure::Amount, rows));
        assert_eq!(monthly("2026-01-31 1, 2026-02-28 0, 2026-03-31 500"), None, "one sign");
        assert_eq!(monthly("2026-01-31 1, 2026-02-28 -500"), None, "one step");
        assert_eq!(
            monthly("2026-01-31 1, 2026-02-28 1, 2026-03-31 1, 2026-04-30 -500"),
            None,
            "one that differs"
        );
        let growth = "2026-01-31 1, 2026-02-28 -1, 2026-03-31 500";
        assert_eq!(far(&balance(PeriodType::Monthly, Measure::Growth, growth)), None);
        let total = "2025-11-30 -900, 2025-12-31 -950, 2026-01-31 10, 2026-02-28 20";
        assert_eq!(far(&balance(PeriodType::YearToDate, Measure::Amount, total)), Some(Vec::new()));
    }
}
