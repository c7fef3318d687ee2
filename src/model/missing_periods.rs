//! The months, quarters or years within a series that have no observation.

use super::*;

impl Series {
    /// Every run of months, quarters or years that lie between two successive observations of a series that has each of
    /// them, and have none: the last day of the first and of the last one that is missing.
    pub fn missing_periods(&self) -> Vec<(NaiveDate, NaiveDate)> {
        self.missing_runs().map(|(first, last, _)| (first, last)).collect()
    }

    /// How many months, quarters or years those runs have.
    pub fn missing_count(&self) -> usize {
        self.missing_runs().map(|(.., count)| count as usize).sum()
    }

    fn missing_runs(&self) -> impl Iterator<Item = (NaiveDate, NaiveDate, u32)> {
        let run = |pair: &[Observation]| {
            let step = pair[0].series_key.months_apart()?;
            let is_even = pair[1].series_key.months_apart() == Some(step);
            let (before, after) = pair[0].date.zip(pair[1].date).filter(|_| is_even)?;
            let months = u32::try_from(months_between(before, after)).ok()?;
            let first = month_end_before(after, months.checked_sub(step)?)?;
            let count = (months / step).checked_sub(1).filter(|_| months > step)?;
            Some((first, month_end_before(after, step)?, count))
        };
        self.observations().windows(2).filter_map(run)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::model::{Frequency, PeriodType};

    #[test]
    fn runs_of_missing_months_are_found() {
        let series = Series::sample(PeriodType::MonthEnd, &["2025-11-30 1", "2026-02-28 1", "2026-03-31 1"]);
        let date = |text: &str| text.parse::<NaiveDate>().unwrap();
        assert_eq!(series.missing_periods(), [(date("2025-12-31"), date("2026-01-31"))]);
        assert_eq!(series.missing_count(), 2);
    }

    #[test]
    fn runs_of_missing_quarters_and_years_are_found() {
        let missing = |frequency, dates: &[&str]| {
            let observation = |date: &&str| {
                Observation::sample(PeriodType::YearToDate, date, "1").with_frequency(frequency)
            };
            let gaps = Series::new(dates.iter().map(observation).collect()).unwrap().missing_periods();
            gaps.iter().map(|(first, last)| format!("{first} {last}")).collect::<Vec<_>>()
        };
        let quarters = ["2025-03-31", "2025-06-30", "2026-03-31", "2026-09-30"];
        let expected = ["2025-09-30 2025-12-31", "2026-06-30 2026-06-30"];
        assert_eq!(missing(Frequency::Quarterly, &quarters), expected);
        let years = ["2020-12-31", "2021-12-31", "2024-12-31"];
        assert_eq!(missing(Frequency::Annual, &years), ["2022-12-31 2023-12-31"]);
    }
}
