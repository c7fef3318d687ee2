//! How far a series usually moves from one observation to the next, by which a slip is told from a movement [D27.2].

use std::cmp::Ordering;
use std::collections::BTreeSet;

use chrono::Datelike;

use super::{ExactDifference, Frequency, Measure, Observation, PeriodType};

/// A step of more than so many usual ones is looked at.
const FAR: u32 = 8;
/// The observations from which on steps in percent are usual.
const ROWS: usize = 20;
/// The steps from which on differences are: one alone is usual by itself.
const STEPS: usize = 2;
/// What no series is too quiet for: so many percent, or so many percent of its median size, and two tenths.
const LEAST_PERCENT: u32 = 2;
const LEAST_TENTHS: u32 = 2;

/// The median step between neighbours, and the longest one that is not looked at.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct UsualStep {
    measured: Measured,
    median: ExactDifference,
    limit: ExactDifference,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Measured {
    /// In percent of the observation before; totals by what they come to a month.
    InPercent,
    /// In the unit of the series: a growth rate or a balance passes through zero.
    InItsUnit,
}

impl UsualStep {
    /// Of observations oldest first; `None` where there are too few.
    pub fn of(observations: &[Observation]) -> Option<Self> {
        Self::of_at_least(ROWS, observations)
    }

    /// The same where so many rows are enough for steps in percent.
    pub fn of_at_least(rows: usize, observations: &[Observation]) -> Option<Self> {
        let is_growth = observations.last()?.series_key.measure == Measure::Growth;
        if is_growth || has_both_signs(observations) {
            return Self::in_its_unit(observations);
        }
        let measured = Measured::InPercent;
        let median = (observations.len() >= rows).then(|| median(steps(observations, measured)))??;
        let least = ExactDifference::of_hundredths(LEAST_PERCENT * 100);
        let limit = median.times(FAR).larger(least);
        Some(UsualStep { measured, median, limit })
    }

    /// Of a series that has had both signs and is no growth rate, where a ratio says nothing.
    pub fn of_balance(observations: &[Observation]) -> Option<Self> {
        let is_growth = observations.last()?.series_key.measure == Measure::Growth;
        if is_growth || !has_both_signs(observations) {
            return None;
        }
        Self::in_its_unit(observations)
    }

    fn in_its_unit(observations: &[Observation]) -> Option<Self> {
        let measured = Measured::InItsUnit;
        let steps = steps(observations, measured);
        let median = (steps.len() >= STEPS).then(|| self::median(steps))??;
        let size = self::median(observations.iter().map(|of| of.value.exact_size()).collect())?;
        let least = ExactDifference::of_hundredths(LEAST_TENTHS * 10).larger(size.percent(LEAST_PERCENT));
        let limit = median.times(FAR).larger(least);
        Some(UsualStep { measured, median, limit })
    }

    /// The size that half of the steps do not exceed.
    pub fn median(&self) -> &ExactDifference {
        &self.median
    }

    pub fn is_in_percent(&self) -> bool {
        self.measured == Measured::InPercent
    }

    /// How far two observations lie apart, as steps are measured here; `None` where they are not comparable.
    pub fn distance(&self, before: &Observation, next: &Observation) -> Option<ExactDifference> {
        step(before, next, self.measured)
    }

    /// Whether two observations lie much further apart than neighbours of the series usually do.
    pub fn is_exceeded(&self, before: &Observation, next: &Observation) -> bool {
        step(before, next, self.measured)
            .is_some_and(|step| step.compare_sizes(&self.limit) == Ordering::Greater)
    }
}

fn has_both_signs(observations: &[Observation]) -> bool {
    let signs: BTreeSet<Ordering> = observations.iter().map(|of| of.value.sign()).collect();
    signs.contains(&Ordering::Less) && signs.contains(&Ordering::Greater)
}

fn steps(observations: &[Observation], measured: Measured) -> Vec<ExactDifference> {
    observations.windows(2).filter_map(|pair| step(&pair[0], &pair[1], measured)).collect()
}

/// The size of the step from one to the next, where they are comparable.
fn step(before: &Observation, next: &Observation, measured: Measured) -> Option<ExactDifference> {
    let key = &before.series_key;
    if *key != next.series_key {
        return None;
    }
    match measured {
        Measured::InPercent => before.percent_to(next),
        Measured::InItsUnit => {
            let year = |of: &Observation| of.date.map(|date| date.year());
            // A total since January begins anew each year.
            let begins_anew = key.period_type == PeriodType::YearToDate
                && key.measure != Measure::Growth
                && key.frequency != Some(Frequency::Annual)
                && year(before) != year(next);
            (!begins_anew).then(|| next.value.exactly_minus(before.value).size())
        }
    }
}

/// The lower one of the two in the middle.
fn median(mut of: Vec<ExactDifference>) -> Option<ExactDifference> {
    let middle = of.len().checked_sub(1)? / 2;
    Some(of.select_nth_unstable_by(middle, ExactDifference::compare_sizes).1.size())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::model::SeriesKey;

    fn series(period_type: PeriodType, measure: Measure, rows: &str) -> Vec<Observation> {
        let series_key = SeriesKey::sample("mn", period_type, measure);
        let row = |row: &str| {
            let (date, value) = row.split_once(' ').unwrap();
            Observation { series_key: series_key.clone(), ..Observation::sample(period_type, date, value) }
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
        let of = |rows: &str| far(&series(PeriodType::Monthly, Measure::Amount, rows));
        let months = "2026-01-31 120.5, 2026-02-28 -3.5, 2026-03-31 -118.4, 2026-04-30 0.2";
        assert_eq!(of(months), Some(Vec::new()), "any factor, and steps like the others");
        assert_eq!(of(&format!("{months}, 2026-05-31 1184")), Some(vec!["1184".to_owned()]));
        let steps = series(PeriodType::Monthly, Measure::Amount, months);
        assert_eq!(UsualStep::of(&steps).unwrap().median().to_string(), "118.6");
        assert_eq!(UsualStep::of_balance(&steps), UsualStep::of(&steps));
        let more = "2026-01-31 1, 2026-02-28 -1, 2026-03-31 0, 2026-04-30 -1, 2026-05-31";
        assert_eq!(of(&format!("{more} 7")), Some(Vec::new()), "8 times");
        assert_eq!(of(&format!("{more} 7.01")), Some(vec!["7.01".to_owned()]), "more than 8 times");
    }

    #[test]
    fn a_growth_rate_is_judged_by_points() {
        let of = |rows: &str| far(&series(PeriodType::Monthly, Measure::Growth, rows));
        let months = "2026-01-31 4.6, 2026-02-28 4.5, 2026-03-31 4.7, 2026-04-30";
        assert_eq!(of(&format!("{months} 6.3")), Some(Vec::new()), "8 times");
        assert_eq!(of(&format!("{months} 6.31")), Some(vec!["6.31".to_owned()]));
        assert_eq!(of(&format!("{months} -4.7")), Some(vec!["-4.7".to_owned()]), "another sign");
        let quiet = "2026-01-31 4.6, 2026-02-28 4.6, 2026-03-31 4.6, 2026-04-30";
        assert_eq!(of(&format!("{quiet} 4.8")), Some(Vec::new()), "two tenths");
        assert_eq!(of(&format!("{quiet} 4.81")), Some(vec!["4.81".to_owned()]));
        assert_eq!(of("2026-01-31 1, 2026-02-28 500"), None, "one step");
    }

    #[test]
    fn other_series_are_judged_by_percent_from_twenty_rows_on() {
        let rows = |count: u32, step: &str, last: &str| {
            let day = |day: u32| format!("2026-01-{day:02} {}", if day % 2 == 0 { step } else { "100" });
            let days: Vec<String> = (1..count).map(day).collect();
            far(&series(PeriodType::Daily, Measure::Rate, &format!("{}, 2026-01-30 {last}", days.join(", "))))
        };
        assert_eq!(rows(19, "101", "150"), None);
        // Nineteen rows before, the last of them 100; the median is the step of 1 % or 0.99 %.
        assert_eq!(rows(20, "101", "107.92"), Some(Vec::new()));
        assert_eq!(rows(20, "101", "108.01"), Some(vec!["108.01".to_owned()]));
        assert_eq!(rows(20, "100", "102"), Some(Vec::new()), "two percent in a quiet series");
        assert_eq!(rows(20, "100", "102.01"), Some(vec!["102.01".to_owned()]));
        assert_eq!(rows(20, "100", "97.99"), Some(vec!["97.99".to_owned()]));
    }

    #[test]
    fn totals_begin_anew_and_are_told_by_the_month() {
        let total = "2025-11-30 -900, 2025-12-31 -950, 2026-01-31 10, 2026-02-28 20";
        assert_eq!(far(&series(PeriodType::YearToDate, Measure::Amount, total)), Some(Vec::new()));
        let months = |last: &str| {
            let of = |month: u32| {
                format!("20{}-{:02}-28 {}", 24 + month / 12, month % 12 + 1, (month % 12 + 1) * 10)
            };
            let rows: Vec<String> = (0..24).map(of).collect();
            far(&series(
                PeriodType::YearToDate,
                Measure::Amount,
                &format!("{}, 2026-01-28 {last}", rows.join(", ")),
            ))
        };
        assert_eq!(months("10.1"), Some(Vec::new()), "120 in twelve months");
        assert_eq!(months("12"), Some(vec!["12".to_owned()]));
    }
}
