//! A history cut into the pieces through which a line may be drawn: nothing is drawn across a gap, a break of the
//! series, or the turn of a year at which a cumulative total begins anew.

use std::cmp::Reverse;
use std::collections::BTreeMap;

use chrono::{Datelike, NaiveDate};

use crate::model::{Observation, PeriodType};

/// Days without an observation that no daily series has: the longest holidays with their weekends.
const LONGEST_HOLIDAYS: i32 = 10;

/// The pieces in order of time.
pub fn pieces(observations: &[Observation]) -> Vec<&[Observation]> {
    let usual = Usual::of(observations);
    observations.chunk_by(|before, after| before.basis == after.basis && usual.joins(before, after)).collect()
}

/// The most frequent distance between neighbours, in days and in months.
struct Usual {
    days: i32,
    months: i32,
}

impl Usual {
    fn of(observations: &[Observation]) -> Self {
        let pairs = observations.windows(2).filter(|pair| pair[0].basis == pair[1].basis);
        let pairs: Vec<_> = pairs.filter_map(|pair| pair[0].date.zip(pair[1].date)).collect();
        let most_frequent = |distance: fn(NaiveDate, NaiveDate) -> i32| {
            let mut counts = BTreeMap::new();
            for (before, after) in &pairs {
                *counts.entry(distance(*before, *after)).or_insert(0) += 1;
            }
            let found = counts.into_iter().max_by_key(|(distance, count)| (*count, Reverse(*distance)));
            found.map_or(1, |(distance, _)| distance)
        };
        Usual { days: most_frequent(days), months: most_frequent(months) }
    }

    fn joins(&self, before: &Observation, after: &Observation) -> bool {
        let Some((from, to)) = before.date.zip(after.date) else { return false };
        match before.basis.period_type {
            PeriodType::EffectiveFrom => true,
            PeriodType::MonthEnd | PeriodType::Monthly | PeriodType::YearToDateAverage => {
                months(from, to) <= self.months
            }
            PeriodType::YearToDate => from.year() == to.year() && months(from, to) <= self.months,
            PeriodType::Daily | PeriodType::PointInTime | PeriodType::Unknown => {
                // Months and years are not all of one length.
                days(from, to) <= (self.days + self.days / 4).max(LONGEST_HOLIDAYS)
            }
        }
    }
}

fn days(from: NaiveDate, to: NaiveDate) -> i32 {
    to.num_days_from_ce() - from.num_days_from_ce()
}

fn months(from: NaiveDate, to: NaiveDate) -> i32 {
    (to.year() - from.year()) * 12 + to.month0() as i32 - from.month0() as i32
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use super::*;
    use crate::model::{Basis, Flags, Localized, Measure, Unit};

    /// The lengths of the pieces of rows of `date` or `date unit`.
    fn lengths(period_type: PeriodType, rows: &[&str]) -> Vec<usize> {
        let observation = |row: &&str| {
            let (date, unit) = row.split_once(' ').unwrap_or((row, "azn"));
            let unit = Arc::new(Unit::new(unit.to_owned(), Localized::build(|_| unit.to_owned())));
            Observation {
                date: date.parse().ok(),
                value: "1".parse().unwrap(),
                published: None,
                reported_change: None,
                reference: None,
                flags: Flags::default(),
                basis: Basis { unit, period_type, measure: Measure::Amount },
            }
        };
        let observations: Vec<_> = rows.iter().map(observation).collect();
        pieces(&observations).iter().map(|piece| piece.len()).collect()
    }

    #[test]
    fn a_missing_month_is_a_gap() {
        let rows = ["2026-01-31", "2026-02-28", "2026-03-31", "2026-05-31"];
        assert_eq!(lengths(PeriodType::MonthEnd, &rows), [3, 1]);
        assert_eq!(lengths(PeriodType::EffectiveFrom, &rows), [4]);
    }

    #[test]
    fn a_yearly_series_has_no_gaps_between_years() {
        assert_eq!(lengths(PeriodType::Monthly, &["2023-12-31", "2024-12-31", "2025-12-31"]), [3]);
        assert_eq!(lengths(PeriodType::PointInTime, &["2023-01-01", "2024-01-01", "2025-01-01"]), [3]);
    }

    #[test]
    fn weekends_are_no_gaps_and_a_month_is_one() {
        let rows = ["2026-03-19", "2026-03-20", "2026-03-30", "2026-03-31", "2026-05-04"];
        assert_eq!(lengths(PeriodType::Daily, &rows), [4, 1]);
    }

    #[test]
    fn totals_begin_anew_and_units_are_kept_apart() {
        let rows = ["2025-11-30", "2025-12-31", "2026-01-31"];
        assert_eq!(lengths(PeriodType::YearToDate, &rows), [2, 1]);
        assert_eq!(lengths(PeriodType::YearToDateAverage, &rows), [3]);
        assert_eq!(
            lengths(PeriodType::MonthEnd, &["2025-11-30", "2025-12-31 usd", "2026-01-31 usd"]),
            [1, 2]
        );
    }
}
