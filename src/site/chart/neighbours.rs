//! Which observations are joined by lines: neighbours of their series only [D15.3]. Everything else is a dot.

use std::cmp::Reverse;
use std::collections::BTreeMap;

use chrono::{Datelike, NaiveDate};

use crate::model::{Flag, Frequency, Observation, PeriodType, last_day_of_month, months_between};

/// Neighbours of a daily series are at most this many times the usual distance apart: weekends and holidays.
const MAX_TIMES: i32 = 3;
/// With fewer distances the usual one is not known.
const MIN_DISTANCES: usize = 10;
/// Days between neighbours where the usual distance is not known.
const MAX_DAYS: i32 = 10;

/// Runs of observations that a line may go through, in order of time; a run of one is a dot. A change of a day needs a
/// value of the same day a year earlier: weekends of both years lie between neighbours.
pub fn runs(observations: &[Observation], are_changes: bool) -> Vec<&[Observation]> {
    let distance = Distance::of(observations, if are_changes { 2 } else { 1 });
    observations
        .chunk_by(|before, after| {
            before.series_key == after.series_key
                && !before.flags.contains(Flag::Gap)
                && distance.are_neighbours(before, after)
        })
        .collect()
}

/// Whether what lies between two observations is part of one year's total or average, of which the months between are not
/// known: a thin dash shows where it went. Nothing does over what is said to be missing.
pub fn is_bridged(before: &Observation, after: &Observation) -> bool {
    let key = &before.series_key;
    let is_in_one_year = before.date.map(|date| date.year()) == after.date.map(|date| date.year());
    *key == after.series_key
        && key.period_type.is_since_january()
        && is_in_one_year
        && !before.flags.contains(Flag::Gap)
}

/// How far apart neighbours are.
struct Distance {
    /// At most, of daily observations.
    days: i32,
    /// Of all others, where each is expected.
    months: Option<i32>,
}

impl Distance {
    fn of(observations: &[Observation], times: i32) -> Self {
        let days = max_days(observations).saturating_mul(times);
        Distance { days, months: regular_months(observations) }
    }

    fn are_neighbours(&self, before: &Observation, after: &Observation) -> bool {
        let Some((from, to)) = before.date.zip(after.date) else { return false };
        let key = &before.series_key;
        let expected = match key.period_type {
            // A rate applies until the next one, however long that takes.
            PeriodType::EffectiveFrom => return true,
            PeriodType::Daily => return days(from, to) <= self.days,
            PeriodType::YearToDate | PeriodType::YearToDateAverage => Some(1),
            PeriodType::MonthEnd | PeriodType::Monthly => Some(1),
            PeriodType::PointInTime | PeriodType::Unknown => None,
        };
        // What covers the year so far begins anew, what covers whole years does not.
        let is_part_of_year = key.period_type.is_since_january() && key.frequency != Some(Frequency::Annual);
        let begins_anew = is_part_of_year && from.year() != to.year();
        let own = key.frequency.and_then(|frequency| i32::try_from(frequency.months()).ok());
        let months = own.or(self.months).or(expected);
        !begins_anew && months == Some(months_between(from, to))
    }
}

/// The months from one observation to the next where all distances are a quarter, or a year, or all days are the first of
/// their months: a regular series of another frequency than its type has [D24.3].
pub fn regular_months(observations: &[Observation]) -> Option<i32> {
    let last = observations.last()?;
    let is_possible =
        last.series_key.ends_with_months() || last.series_key.period_type == PeriodType::PointInTime;
    if observations.len() <= MIN_DISTANCES || !is_possible {
        return None;
    }
    let dates: Vec<NaiveDate> = observations.iter().filter_map(|of| of.date).collect();
    let distances = || dates.windows(2).map(|pair| months_between(pair[0], pair[1]));
    let is_same_day = dates.windows(2).all(|pair| pair[0].day() == pair[1].day())
        || dates.iter().all(|date| *date == last_day_of_month(*date));
    let regular = [3, 12].into_iter().find(|months| distances().all(|distance| distance == *months));
    let firsts = dates.iter().all(|date| date.day() == 1);
    regular.filter(|_| is_same_day).or_else(|| {
        let usual = [1, 3, 12].into_iter().find(|months| distances().min() == Some(*months));
        usual.filter(|_| firsts)
    })
}

/// How far apart the neighbours of a daily series may be.
fn max_days(observations: &[Observation]) -> i32 {
    let pairs = observations
        .windows(2)
        .filter(|pair| pair.iter().all(|of| of.series_key.period_type == PeriodType::Daily));
    let distances = pairs.filter_map(|pair| pair[0].date.zip(pair[1].date)).map(|(from, to)| days(from, to));
    let mut counts: BTreeMap<i32, usize> = BTreeMap::new();
    for distance in distances {
        *counts.entry(distance).or_default() += 1;
    }
    let all: usize = counts.values().sum();
    let usual = counts.into_iter().max_by_key(|(distance, count)| (*count, Reverse(*distance)));
    let max = usual.map_or(0, |(distance, _)| distance.saturating_mul(MAX_TIMES));
    if all < MIN_DISTANCES { max.min(MAX_DAYS) } else { max }
}

fn days(from: NaiveDate, to: NaiveDate) -> i32 {
    to.num_days_from_ce() - from.num_days_from_ce()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::site::chart::samples::observations;

    #[test]
    fn quarters_and_years_are_joined_to_the_next() {
        let lengths = |period_type, frequency, rows: &[&str]| {
            let all: Vec<_> =
                observations(period_type, rows).into_iter().map(|of| of.with_frequency(frequency)).collect();
            runs(&all, false).iter().map(|run| run.len()).collect::<Vec<_>>()
        };
        let quarters = ["2025-09-30", "2025-12-31", "2026-03-31", "2026-09-30"];
        for period_type in [PeriodType::MonthEnd, PeriodType::PointInTime] {
            assert_eq!(lengths(period_type, Frequency::Quarterly, &quarters), [3, 1]);
        }
        for period_type in [PeriodType::YearToDate, PeriodType::YearToDateAverage] {
            assert_eq!(lengths(period_type, Frequency::Quarterly, &quarters), [2, 1, 1]);
        }
        let years = ["2022-12-31", "2023-12-31", "2025-12-31"];
        for period_type in [PeriodType::MonthEnd, PeriodType::YearToDate, PeriodType::YearToDateAverage] {
            assert_eq!(lengths(period_type, Frequency::Annual, &years), [2, 1]);
        }
    }

    /// The lengths of the runs of rows of `date`, or `date value unit`.
    fn lengths(period_type: PeriodType, rows: &[&str]) -> Vec<usize> {
        runs(&observations(period_type, rows), false).iter().map(|run| run.len()).collect()
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
        let rows = ["2025-02-28", "2025-03-31", "2025-12-31", "2026-01-31"];
        for period_type in [PeriodType::YearToDate, PeriodType::YearToDateAverage] {
            assert_eq!(lengths(period_type, &rows), [2, 1, 1]);
            let all = observations(period_type, &rows);
            let bridged: Vec<bool> = all.windows(2).map(|pair| is_bridged(&pair[0], &pair[1])).collect();
            assert_eq!(bridged, [true, true, false]);
        }
        let months = observations(PeriodType::Monthly, &["2025-02-28", "2025-12-31"]);
        assert!(!is_bridged(&months[0], &months[1]));
    }

    #[test]
    fn nothing_goes_over_what_is_known_to_be_missing() {
        for (period_type, rows) in [
            (PeriodType::EffectiveFrom, ["2025-02-01", "2025-03-01", "2025-04-01"]),
            (PeriodType::Monthly, ["2025-02-28", "2025-03-31", "2025-04-30"]),
            (PeriodType::Daily, ["2025-03-03", "2025-03-04", "2025-03-05"]),
            (PeriodType::YearToDate, ["2025-02-28", "2025-03-31", "2025-04-30"]),
        ] {
            let mut all = observations(period_type, &rows);
            assert_eq!(runs(&all, false).len(), 1);
            all[1].flags.insert(Flag::Gap);
            assert_eq!(runs(&all, false).iter().map(|run| run.len()).collect::<Vec<_>>(), [2, 1]);
            assert!(!is_bridged(&all[1], &all[2]));
        }
    }

    #[test]
    fn regular_years_quarters_and_firsts_of_months_are_joined() {
        let rows = |count: u32, step: u32, first: &str| {
            let first: NaiveDate = first.parse().unwrap();
            let day = |n| first.checked_add_months(chrono::Months::new(n * step)).unwrap();
            let is_end = first == last_day_of_month(first);
            (0..count).map(|n| if is_end { last_day_of_month(day(n)) } else { day(n) }.to_string()).collect()
        };
        let lengths = |period_type, rows: &Vec<String>| {
            lengths(period_type, &rows.iter().map(String::as_str).collect::<Vec<_>>())
        };
        let years: Vec<String> = rows(11, 12, "2000-12-31");
        assert_eq!(lengths(PeriodType::Monthly, &years), [11]);
        assert_eq!(lengths(PeriodType::Monthly, &years[1..].to_vec()), [1; 10], "too few to be sure");
        assert_eq!(lengths(PeriodType::MonthEnd, &rows(12, 3, "2020-03-31")), [12]);
        let mut firsts = rows(13, 1, "2020-01-01");
        assert_eq!(lengths(PeriodType::PointInTime, &firsts), [13]);
        firsts.remove(5);
        assert_eq!(lengths(PeriodType::PointInTime, &firsts), [5, 7]);
        assert_eq!(lengths(PeriodType::PointInTime, &rows(13, 1, "2020-01-15")), [1; 13]);
    }

    #[test]
    fn days_are_joined_over_weekends_and_no_further() {
        let week = ["2026-03-02", "2026-03-03", "2026-03-04", "2026-03-05", "2026-03-06"];
        let next = ["2026-03-09", "2026-03-10", "2026-03-11", "2026-03-12", "2026-03-13"];
        let rows = [&week[..], &next[..], &["2026-03-16", "2026-03-20"]].concat();
        assert_eq!(lengths(PeriodType::Daily, &rows), [11, 1]);
    }

    #[test]
    fn changes_of_days_are_joined_over_weekends_of_both_years() {
        // Fridays had no value a year earlier, and Mondays none either.
        let days = ["03", "04", "05", "10", "11", "12", "17", "18", "19", "24", "25", "26"];
        let rows: Vec<String> = days.iter().map(|day| format!("2026-03-{day}")).collect();
        let rows: Vec<&str> = rows.iter().map(String::as_str).chain(["2026-04-02"]).collect();
        let all = observations(PeriodType::Daily, &rows);
        assert_eq!(runs(&all, true).iter().map(|run| run.len()).collect::<Vec<_>>(), [12, 1]);
        assert_eq!(runs(&all, false).len(), 5);
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
