//! Between which observations a line may be drawn: only between neighbours of their series
//! [D15.3]. Everything else is a dot.

use std::cmp::Reverse;
use std::collections::BTreeMap;

use chrono::{Datelike, NaiveDate};

use crate::model::{Observation, PeriodType};

/// Neighbours of a daily series are at most this many times the usual distance apart: weekends and holidays.
const MOST_TIMES: i32 = 3;
/// With fewer distances than this the usual one is not known,
const FEW_DISTANCES: usize = 10;
/// and neighbours are at most this many days apart.
const MOST_DAYS: i32 = 10;

/// Runs of observations that a line may go through, in order of time; a run of one is a dot.
pub fn runs(observations: &[Observation]) -> Vec<&[Observation]> {
    let most = most_days(observations);
    observations
        .chunk_by(|before, after| before.basis == after.basis && are_neighbours(before, after, most))
        .collect()
}

fn are_neighbours(before: &Observation, after: &Observation, most_days: i32) -> bool {
    let Some((from, to)) = before.date.zip(after.date) else { return false };
    match before.basis.period_type {
        // A rate applies until the next one, however long that takes.
        PeriodType::EffectiveFrom => true,
        PeriodType::MonthEnd | PeriodType::Monthly => months(from, to) == 1,
        PeriodType::YearToDate | PeriodType::YearToDateAverage => from.year() == to.year(),
        PeriodType::Daily => days(from, to) <= most_days,
        PeriodType::PointInTime | PeriodType::Unknown => false,
    }
}

/// How far apart the neighbours of a daily series may be.
fn most_days(observations: &[Observation]) -> i32 {
    let pairs = observations.windows(2).filter(|pair| pair.iter().all(is_daily));
    let distances = pairs.filter_map(|pair| pair[0].date.zip(pair[1].date)).map(|(from, to)| days(from, to));
    let mut counts: BTreeMap<i32, usize> = BTreeMap::new();
    for distance in distances {
        *counts.entry(distance).or_default() += 1;
    }
    let all: usize = counts.values().sum();
    let usual = counts.into_iter().max_by_key(|(distance, count)| (*count, Reverse(*distance)));
    let most = usual.map_or(0, |(distance, _)| distance.saturating_mul(MOST_TIMES));
    if all < FEW_DISTANCES { most.min(MOST_DAYS) } else { most }
}

fn is_daily(observation: &Observation) -> bool {
    observation.basis.period_type == PeriodType::Daily
}

fn days(from: NaiveDate, to: NaiveDate) -> i32 {
    to.num_days_from_ce() - from.num_days_from_ce()
}

fn months(from: NaiveDate, to: NaiveDate) -> i32 {
    (to.year() - from.year()) * 12 + to.month0() as i32 - from.month0() as i32
}

#[cfg(test)]
mod tests {
    use super::super::samples::observations;
    use super::*;

    /// The lengths of the runs of rows of `date`, or `date value unit`.
    fn lengths(period_type: PeriodType, rows: &[&str]) -> Vec<usize> {
        runs(&observations(period_type, rows)).iter().map(|run| run.len()).collect()
    }

    #[test]
    fn only_consecutive_months_are_joined() {
        let rows = ["2026-01-31", "2026-02-28", "2026-03-31", "2026-05-31"];
        for period_type in [PeriodType::MonthEnd, PeriodType::Monthly] {
            assert_eq!(lengths(period_type, &rows), [3, 1]);
            assert_eq!(lengths(period_type, &["2023-12-31", "2024-12-31", "2025-12-31"]), [1, 1, 1]);
            assert_eq!(lengths(period_type, &["2025-12-31", "2026-01-31"]), [2]);
        }
    }

    #[test]
    fn cumulative_ones_are_joined_inside_a_year_and_never_over_new_year() {
        let rows = ["2025-02-28", "2025-08-31", "2025-12-31", "2026-01-31"];
        for period_type in [PeriodType::YearToDate, PeriodType::YearToDateAverage] {
            assert_eq!(lengths(period_type, &rows), [3, 1]);
        }
    }

    #[test]
    fn days_are_joined_over_weekends_and_no_further() {
        let week = ["2026-03-02", "2026-03-03", "2026-03-04", "2026-03-05", "2026-03-06"];
        let next = ["2026-03-09", "2026-03-10", "2026-03-11", "2026-03-12", "2026-03-13"];
        let rows = [&week[..], &next[..], &["2026-03-16", "2026-03-20"]].concat();
        assert_eq!(lengths(PeriodType::Daily, &rows), [11, 1]);
    }

    #[test]
    fn few_days_are_joined_over_ten_days_at_most() {
        assert_eq!(lengths(PeriodType::Daily, &["2024-07-23", "2024-09-03"]), [1, 1]);
        assert_eq!(lengths(PeriodType::Daily, &["2026-09-04", "2026-09-07", "2026-09-08"]), [3]);
        assert_eq!(lengths(PeriodType::Daily, &["2026-09-01", "2026-09-08", "2026-09-15"]), [3]);
        assert_eq!(lengths(PeriodType::Daily, &["2026-09-01", "2026-09-12", "2026-09-23"]), [1, 1, 1]);
    }

    #[test]
    fn dates_of_no_known_distance_are_dots() {
        let rows = ["2026-01-01", "2026-02-01", "2026-03-01"];
        assert_eq!(lengths(PeriodType::PointInTime, &rows), [1, 1, 1]);
        assert_eq!(lengths(PeriodType::Unknown, &rows), [1, 1, 1]);
        assert_eq!(lengths(PeriodType::EffectiveFrom, &rows), [3]);
    }

    #[test]
    fn nothing_is_joined_over_a_break() {
        let rows = ["2025-11-30 1 azn", "2025-12-31 1 usd", "2026-01-31 1 usd"];
        assert_eq!(lengths(PeriodType::MonthEnd, &rows), [1, 2]);
    }

    #[test]
    fn many_weeks_are_joined_over_three_times_their_distance() {
        let (winter, spring) =
            (["01-05", "01-12", "01-19", "01-26", "02-02"], ["02-09", "02-16", "02-23", "03-02"]);
        // Then after three weeks, and after three weeks and a day.
        let days = [&winter[..], &spring[..], &["03-09", "03-16", "04-06", "04-28"]].concat();
        let rows: Vec<String> = days.iter().map(|day| format!("2026-{day}")).collect();
        let rows: Vec<&str> = rows.iter().map(String::as_str).collect();
        assert_eq!(lengths(PeriodType::Daily, &rows), [12, 1]);
    }
}
