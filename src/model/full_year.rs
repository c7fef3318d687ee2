//! The last whole year of an amount that is counted from January on.

use super::*;

impl Series {
    /// The amount of the last whole year before `current`, where that is the amount of a part of a year [D24.2].
    pub fn last_full_year(&self, current: &Observation) -> Option<&Observation> {
        let key = &current.series_key;
        let is_amount = key.period_type == PeriodType::YearToDate && key.measure.adds_up();
        let year = current.date.filter(|date| is_amount && date.month() < 12)?.year();
        let is_whole = |of: &&Observation| {
            of.series_key == *key && of.date.is_some_and(|date| date.month() == 12 && date.year() < year)
        };
        self.observations().iter().rfind(is_whole)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn full_year(period_type: PeriodType, rows: &[&str]) -> Option<String> {
        let series = Series::sample(period_type, rows);
        series.last_full_year(series.current()).map(|of| of.value.to_string())
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
}
