//! Figures that follow exactly from totals since January and from levels at the ends of quarters [D35.2], and the last whole
//! year beside a part of one [D24.2]. They exist whatever the status.

use super::*;

named! {
    /// A figure that totals since January imply.
    pub enum Derivation {
        Month = "month",
        Last12 = "last12",
        Quarter = "quarter",
        Last4 = "last4",
    }
}

/// A figure with the marks of the totals that it is computed from.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DerivedFigure {
    pub value: ExactDifference,
    /// The marks of all terms, and `computed` unless the figure is a total itself, as the month of January is.
    pub flags: Flags,
}

impl SeriesKey {
    /// The figures that its observations imply: of one period, then of a whole year. Averages and growth rates imply none.
    pub fn derivations(&self) -> &'static [Derivation] {
        match (self.period_type, self.frequency) {
            (PeriodType::YearToDate, _) if !self.measure.adds_up() => &[],
            (PeriodType::YearToDate, None) => &[Derivation::Month, Derivation::Last12],
            (PeriodType::YearToDate, Some(Frequency::Quarterly)) => &[Derivation::Quarter, Derivation::Last4],
            _ => &[],
        }
    }

    /// Whether an observation is compared with that of the quarter before.
    pub fn has_quarter_on_quarter(&self) -> bool {
        self.frequency == Some(Frequency::Quarterly)
            && matches!(self.period_type, PeriodType::MonthEnd | PeriodType::PointInTime)
    }
}

impl Series {
    /// The figure that `current` and earlier totals imply. `None` where an earlier total is missing, has another series key, or
    /// is followed by a gap.
    pub fn derived(&self, current: &Observation, derivation: Derivation) -> Option<DerivedFigure> {
        current.series_key.derivations().contains(&derivation).then_some(())?;
        let month = current.date?.month();
        let before = |months| self.comparable_before(current, months);
        let (added, subtracted) = match (derivation, month) {
            (Derivation::Month, 1) | (Derivation::Quarter, 3) => (None, None),
            (Derivation::Last12 | Derivation::Last4, 12) => (None, None),
            (Derivation::Month, _) => (None, Some(before(1)?)),
            (Derivation::Quarter, _) => (None, Some(before(3)?)),
            // The total of the whole year before takes the place of the part that is no longer among the last twelve months.
            (Derivation::Last12 | Derivation::Last4, _) => (Some(before(month)?), Some(before(12)?)),
        };
        let value_of = |term: Option<&Observation>| term.map_or(Number::ZERO, |term| term.value);
        let value = ExactDifference::of_sum([current.value, value_of(added)], value_of(subtracted));
        let mut flags =
            [added, subtracted].into_iter().flatten().fold(current.flags, |all, term| all.with(term.flags));
        if subtracted.is_some() {
            flags.insert(Flag::Computed);
        }
        Some(DerivedFigure { value, flags: flags.without(Flag::Gap) })
    }

    /// The difference to the quarter before, of levels at the ends of quarters.
    pub fn quarter_on_quarter(&self, current: &Observation) -> Option<Difference> {
        current.series_key.has_quarter_on_quarter().then_some(())?;
        Some(Difference::new(self.comparable_before(current, 3)?, current))
    }

    /// The amount of the last whole year before `current`, where that is the amount of a part of a year [D24.2].
    pub fn last_full_year(&self, current: &Observation) -> Option<&Observation> {
        let key = &current.series_key;
        let is_amount = key.period_type == PeriodType::YearToDate && key.measure.adds_up();
        let year = current.date.filter(|date| is_amount && date.month() < 12)?.year();
        let is_whole = |row: &&Observation| {
            row.series_key == *key && row.date.is_some_and(|date| date.month() == 12 && date.year() < year)
        };
        self.observations().iter().rfind(is_whole)
    }

    /// The observation so many months before, if it has the same series key and no gap follows it.
    fn comparable_before(&self, current: &Observation, months: u32) -> Option<&Observation> {
        let before = self.in_month(month_end_before(current.date?, months)?)?;
        let is_comparable = before.series_key == current.series_key && !before.flags.contains(Flag::Gap);
        is_comparable.then_some(before)
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use chrono::NaiveDate;
    use num_bigint::BigInt;
    use proptest::prelude::*;

    use super::*;
    use crate::model::properties::{decimal, ratio};
    use crate::model::{Measure, last_day_of_month};

    /// Totals since January of months, each a year and a month with its value, as amounts of a frequency.
    fn series(rows: &[((i32, u32), String)], frequency: Option<Frequency>) -> Series {
        let key = SeriesKey::sample("azn", PeriodType::YearToDate, Measure::Amount);
        let key = Arc::new(SeriesKey { frequency, ..(*key).clone() });
        let observations = rows.iter().map(|((year, month), value)| Observation {
            date: NaiveDate::from_ymd_opt(*year, *month, 1).map(last_day_of_month),
            series_key: Arc::clone(&key),
            ..Observation::sample(PeriodType::YearToDate, "", value)
        });
        Series::new(observations.collect()).unwrap()
    }

    fn figures(series: &Series, derivation: Derivation) -> Vec<String> {
        let derived = series.observations().iter().map(|row| series.derived(row, derivation));
        derived.map(|figure| figure.map_or("…".to_owned(), |figure| figure.value.to_string())).collect()
    }

    #[test]
    fn totals_imply_months_quarters_and_whole_years() {
        let rows = |rows: &[(i32, u32, &str)]| {
            rows.iter().map(|(year, month, value)| ((*year, *month), (*value).to_owned())).collect::<Vec<_>>()
        };
        let months = rows(&[
            (2024, 1, "10.1"),
            (2024, 2, "15"),
            (2024, 12, "120"),
            (2025, 1, "11"),
            (2025, 2, "14.95"),
            (2025, 4, "40"),
        ]);
        let months = series(&months, None);
        assert_eq!(figures(&months, Derivation::Month), ["10.1", "4.9", "…", "11", "3.95", "…"]);
        assert_eq!(figures(&months, Derivation::Last12), ["…", "…", "120", "120.9", "119.95", "…"]);
        assert_eq!(figures(&months, Derivation::Quarter), ["…"; 6]);
        let quarters = rows(&[(2024, 3, "10"), (2024, 6, "5"), (2024, 12, "50"), (2025, 3, "20")]);
        let quarters = series(&quarters, Some(Frequency::Quarterly));
        assert_eq!(figures(&quarters, Derivation::Quarter), ["10", "-5", "…", "20"]);
        assert_eq!(figures(&quarters, Derivation::Last4), ["…", "…", "50", "60"]);
        let years = series(&rows(&[(2024, 12, "50"), (2025, 12, "60")]), Some(Frequency::Annual));
        assert!(Derivation::ALL.iter().all(|derivation| figures(&years, *derivation) == ["…", "…"]));
    }

    #[test]
    fn breaks_gaps_averages_and_growth_imply_nothing() {
        let month = |period_type, rows: &[&str]| {
            let series = Series::sample(period_type, rows);
            series.derived(series.current(), Derivation::Month).map(|figure| figure.value.to_string())
        };
        let total = PeriodType::YearToDate;
        assert_eq!(month(total, &["2026-01-31 1", "2026-02-28 3"]).as_deref(), Some("2"));
        assert_eq!(month(total, &["2026-01-31 1 usd", "2026-02-28 3"]), None);
        let balance = ["2026-01-31 1 azn year_to_date balance", "2026-02-28 -3 azn year_to_date balance"];
        assert_eq!(month(total, &balance).as_deref(), Some("-4"));
        assert_eq!(month(total, &[balance[0], "2026-02-28 3"]), None);
        let growth = ["2026-01-31 1 azn year_to_date growth", "2026-02-28 3 azn year_to_date growth"];
        assert_eq!(month(total, &growth), None);
        assert_eq!(month(PeriodType::YearToDateAverage, &["2026-01-31 1", "2026-02-28 3"]), None);
        let mut rows = Series::sample(total, &["2026-01-31 1", "2026-02-28 3"]).observations().to_vec();
        rows[0].flags.insert(Flag::Gap);
        rows[1].flags.insert(Flag::Gap);
        let series = Series::new(rows).unwrap();
        assert_eq!(
            figures(&series, Derivation::Month),
            ["1", "…"],
            "a gap after a figure says nothing of it"
        );
    }

    #[test]
    fn a_figure_has_the_marks_of_its_terms() {
        let mut rows = Series::sample(PeriodType::YearToDate, &["2026-01-31 1", "2026-02-28 3"]);
        let mut observations = rows.observations().to_vec();
        observations[0].flags.insert(Flag::Rounded);
        observations[1].flags.insert(Flag::Provisional);
        rows = Series::new(observations).unwrap();
        let flags = |place: usize| {
            let figure = rows.derived(&rows.observations()[place], Derivation::Month);
            figure.map(|figure| figure.flags.to_string()).unwrap_or_default()
        };
        assert_eq!([flags(0), flags(1)], ["rounded", "provisional rounded computed"]);
    }

    #[test]
    fn levels_of_quarters_are_compared_with_the_quarter_before() {
        let on_quarter = |period_type, frequency, rows: &[&str]| {
            let rows = Series::sample(period_type, rows).observations().to_vec();
            let with_frequency = |row: Observation| {
                let series_key = Arc::new(SeriesKey { frequency, ..(*row.series_key).clone() });
                Observation { series_key, ..row }
            };
            let series = Series::new(rows.into_iter().map(with_frequency).collect()).unwrap();
            let difference = series.quarter_on_quarter(series.current())?;
            Some((difference.abs.to_string(), difference.pct.map(|pct| pct.to_string())))
        };
        let rows = ["2025-12-31 100", "2026-03-31 110.005"];
        let quarterly = Some(Frequency::Quarterly);
        let expected = Some(("10.005".to_owned(), Some("10.01".to_owned())));
        assert_eq!(on_quarter(PeriodType::MonthEnd, quarterly, &rows), expected);
        assert_eq!(on_quarter(PeriodType::PointInTime, quarterly, &rows), expected);
        assert_eq!(on_quarter(PeriodType::MonthEnd, None, &rows), None);
        assert_eq!(on_quarter(PeriodType::YearToDate, quarterly, &rows), None);
        let broken = ["2025-09-30 100", "2026-03-31 110"];
        assert_eq!(on_quarter(PeriodType::MonthEnd, quarterly, &broken), None);
        let zero = ["2025-12-31 0", "2026-03-31 1"];
        assert_eq!(on_quarter(PeriodType::MonthEnd, quarterly, &zero), Some(("1".to_owned(), None)));
    }

    fn full_year(period_type: PeriodType, rows: &[&str]) -> Option<String> {
        let series = Series::sample(period_type, rows);
        series.last_full_year(series.current()).map(|row| row.value.to_string())
    }

    #[test]
    fn a_part_of_a_year_has_the_last_whole_one_beside_it() {
        let rows = ["2024-12-31 120", "2025-11-30 110", "2025-12-31 128", "2026-01-31 9"];
        assert_eq!(full_year(PeriodType::YearToDate, &rows).as_deref(), Some("128"));
        assert_eq!(full_year(PeriodType::YearToDate, &rows[..3]), None, "the current one is whole");
        assert_eq!(full_year(PeriodType::YearToDate, &rows[1..2]), None);
        assert_eq!(full_year(PeriodType::YearToDateAverage, &rows), None);
        let growth = ["2025-12-31 128 azn year_to_date growth", "2026-01-31 9 azn year_to_date growth"];
        assert_eq!(full_year(PeriodType::YearToDate, &growth), None);
        let former_unit = ["2024-12-31 120", "2025-12-31 128 usd", "2026-01-31 9"];
        assert_eq!(full_year(PeriodType::YearToDate, &former_unit).as_deref(), Some("120"));
    }

    /// The sum of decimals, as a fraction.
    fn sum(texts: &[String]) -> (BigInt, BigInt) {
        let start = (BigInt::from(0), BigInt::from(1));
        texts.iter().map(|text| ratio(text)).fold(start, |(a, b), (c, d)| (a * &d + c * &b, b * d))
    }

    proptest! {
        /// Three years of totals, of which some months are missing.
        #[test]
        fn derived_figures_add_up_and_miss_exactly_what_they_need(
            totals in prop::collection::vec(decimal(), 36),
            missing in prop::collection::btree_set(0_usize..36, 0..6),
        ) {
            let month_of = |place: usize| (2023 + place as i32 / 12, place as u32 % 12 + 1);
            let is_there = |place: usize| !missing.contains(&place);
            let places: Vec<usize> = (0..36).filter(|place| is_there(*place)).collect();
            let rows: Vec<_> = places.iter().map(|place| (month_of(*place), totals[*place].clone())).collect();
            let series = series(&rows, None);
            let (months, years) = (figures(&series, Derivation::Month), figures(&series, Derivation::Last12));
            for (row, place) in places.iter().enumerate() {
                let month = place % 12;
                let needs_no_other = month == 0 || is_there(place - 1);
                prop_assert_eq!(months[row] != "…", needs_no_other, "month of {:?}", month_of(*place));
                let is_whole = |january: usize| is_there(january - 1) && is_there(place - 12);
                let has_year = month == 11 || *place >= 12 && is_whole(place - month);
                prop_assert_eq!(years[row] != "…", has_year, "last twelve of {:?}", month_of(*place));
            }
            for year in 0..3 {
                let in_year: Vec<String> = places.iter().zip(&months)
                    .filter(|(place, _)| *place / 12 == year).map(|(_, month)| month.clone()).collect();
                if in_year.len() == 12 && in_year.iter().all(|month| month != "…") {
                    let ((a, b), (c, d)) = (sum(&in_year), ratio(&totals[year * 12 + 11]));
                    prop_assert_eq!(a * d, c * b, "the months of a year are its total");
                }
            }
        }
    }
}
