//! Charts in words, for readers who do not see them.

use super::*;

use crate::model::texts;

texts! {
    first(name, value) { "{name}. Первое значение: {value}.", "{name}. First: {value}." }
    latest(value) { " Последнее значение: {value}.", " Latest: {value}." }
    year_before(value) { " Годом ранее: {value}.", " A year earlier: {value}." }
}

/// The first and the latest observation, and that of a year before the latest. The table says the rest.
pub fn described(name: &str, rows: &[&Observation], decimals: u8, lang: Lang) -> String {
    let Some((start, last)) = rows.first().zip(rows.last()) else { return name.to_owned() };
    let value = |row: &Observation| value_in_period(row, decimals, lang);
    let month = |row: &Observation, years: i32| {
        row.date.map(|date| (date.year() + years, date.month(), if is_by_day(row) { date.day() } else { 0 }))
    };
    let earlier = rows.iter().find(|row| month(row, 1) == month(last, 0));
    let earlier = earlier.map(|row| year_before(value(row), lang)).unwrap_or_default();
    nbsp(&(first(name, value(start), lang) + &latest(value(last), lang) + &earlier))
}

/// Whether a month may have several observations.
fn is_by_day(row: &Observation) -> bool {
    !row.series_key.ends_with_months()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::model::PeriodType;
    use crate::site::chart::samples::series;

    #[test]
    fn the_first_the_latest_and_the_value_of_a_year_earlier_are_told() {
        let told = |period_type, rows: &[&str], lang| {
            let series = series(period_type, rows);
            let rows: Vec<&Observation> = series.observations().iter().collect();
            described("M2", &rows, 0, lang).replace('\u{a0}', " ")
        };
        let totals = ["2025-01-31 9 %", "2025-02-28 20 %", "2026-01-31 10 %"];
        assert_eq!(
            told(PeriodType::YearToDate, &totals, Lang::En),
            "M2. First: 9% (January 2025). Latest: 10% (January 2026). A year earlier: 9% (January 2025)."
        );
        let months = ["2025-12-31 2 %", "2026-01-31 1 %", "2026-04-30 -1 %"];
        assert_eq!(
            told(PeriodType::Monthly, &months, Lang::Ru),
            "M2. Первое значение: 2 % (за декабрь 2025 года). Последнее значение: −1 % (за апрель 2026 года)."
        );
        let days = ["2025-04-29 1 %", "2025-04-30 2 %", "2026-04-30 3 %"];
        assert!(told(PeriodType::Daily, &days, Lang::En).ends_with("A year earlier: 2% (30 April 2025)."));
    }
}
