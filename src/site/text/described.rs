//! Charts in words, for readers who do not see them.

use chrono::{Datelike, NaiveDate};

use super::charts::{highest, lowest, value_in_period};
use super::dates::nbsp;
use super::numbers::number;
use super::quarters::in_sentence_of;
use crate::model::{Lang, Localized, Observation, texts};

texts! {
    count_of(name, all) { "{name}. Наблюдений: {all}.", "{name}. Observations: {all}." }
    ends(first, last) { " Первое значение: {first}; последнее: {last}.", " First: {first}; latest: {last}." }
    range(least, most) {
        " Наименьшее значение: {least}; наибольшее: {most}.",
        " Lowest: {least}; highest: {most}." }
    all_equal { " Все значения одинаковы.", " All values are the same." }
    latest(value) { " Последнее значение: {value}.", " Latest: {value}." }
    year_before(value) { " Годом ранее: {value}.", " A year earlier: {value}." }
    last_full_year(value) { " Последний полный год: {value}.", " Latest full year: {value}." }
    gaps(count) { " Пропусков в ряду: {count}.", " Gaps in the series: {count}." }
    breaks(periods) { " Разрыв ряда: {periods}.", " Break in series: {periods}." }
    drawn_beside(names) { " На том же графике: {names}.", " In the same chart: {names}." }
}

/// A chart for those who cannot see it.
pub struct Described<'a> {
    pub name: &'a Localized<String>,
    /// Those drawn beside it.
    pub beside: Vec<&'a Localized<String>>,
    /// In the order of their dates.
    pub observations: &'a [&'a Observation],
    /// Whether they are totals of parts of a year, of which only those of the same months can be compared.
    pub are_totals: bool,
    /// How often its line is interrupted.
    pub gaps: usize,
    pub breaks: &'a [NaiveDate],
    pub decimals: u8,
}

/// Its names, its ends and its range, and where it is interrupted.
pub fn described(of: &Described<'_>) -> Localized<String> {
    Localized::build(|lang| of.in_words(lang).unwrap_or_default())
}

impl Described<'_> {
    fn in_words(&self, lang: Lang) -> Option<String> {
        let last = self.observations.last()?;
        let mut text = count_of(self.name.get(lang), number(&self.observations.len(), lang), lang);
        text += &if self.are_totals { self.totals(last, lang) } else { self.values(lang)? };
        if self.gaps > 0 {
            text += &gaps(number(&self.gaps, lang), lang);
        }
        if !self.breaks.is_empty() {
            let period = |date: &NaiveDate| in_sentence_of(&last.series_key, *date, lang);
            text += &breaks(self.breaks.iter().map(period).collect::<Vec<_>>().join(", "), lang);
        }
        if !self.beside.is_empty() {
            let names: Vec<&str> = self.beside.iter().map(|name| name.get(lang).as_str()).collect();
            text += &drawn_beside(names.join(", "), lang);
        }
        Some(nbsp(&text))
    }

    fn value(&self, of: &Observation, lang: Lang) -> String {
        value_in_period(of, self.decimals, lang)
    }

    fn values(&self, lang: Lang) -> Option<String> {
        let (first, last) = (self.observations.first()?, self.observations.last()?);
        let (least, most) = (lowest(self.observations)?, highest(self.observations)?);
        let text = ends(self.value(first, lang), self.value(last, lang), lang);
        Some(match least.value == most.value {
            true if self.observations.len() == 1 => latest(self.value(last, lang), lang),
            true => text + all_equal(lang),
            false => text + &range(self.value(least, lang), self.value(most, lang), lang),
        })
    }

    fn totals(&self, last: &Observation, lang: Lang) -> String {
        let month = |of: &Observation| of.date.map(|date| (date.year(), date.month()));
        let of_month = |month_of| self.observations.iter().rev().find(|of| month(of) == month_of);
        let before = of_month(month(last).map(|(year, month)| (year - 1, month)));
        let full = self.observations.iter().rev().find(|of| of.date.is_some_and(|date| date.month() == 12));
        let mut text = latest(self.value(last, lang), lang);
        if let Some(before) = before {
            text += &year_before(self.value(before, lang), lang);
        }
        if let Some(full) = full.filter(|full| full.date != last.date) {
            text += &last_full_year(self.value(full, lang), lang);
        }
        text
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::model::PeriodType;
    use crate::site::chart::samples::series;

    fn said(period_type: PeriodType, rows: &[&str], are_totals: bool, lang: Lang) -> String {
        let series = series(period_type, rows);
        let observations: Vec<&Observation> = series.observations().iter().collect();
        let name = Localized::build(|_| "M2".to_owned());
        let described = Described {
            name: &name,
            beside: Vec::new(),
            observations: &observations,
            are_totals,
            gaps: 0,
            breaks: &[],
            decimals: 0,
        };
        described.in_words(lang).unwrap().replace('\u{a0}', " ")
    }

    #[test]
    fn the_first_day_of_an_extreme_is_named_and_equal_values_have_none() {
        let rows = ["2026-01-31 2 %", "2026-02-28 -1 %", "2026-03-31 -1 %", "2026-04-30 2 %"];
        assert_eq!(
            said(PeriodType::Monthly, &rows, false, Lang::Ru),
            "M2. Наблюдений: 4. Первое значение: 2 % (за январь 2026 года); последнее: 2 % (за апрель 2026 года). \
             Наименьшее значение: −1 % (за февраль 2026 года); наибольшее: 2 % (за январь 2026 года)."
        );
        let rows = ["2026-01-31 2 %", "2026-02-28 2 %", "2026-03-31 2 %"];
        let expected = "M2. Observations: 3. First: 2% (January 2026); latest: 2% (March 2026). All values are the same.";
        assert_eq!(said(PeriodType::Monthly, &rows, false, Lang::En), expected);
    }

    #[test]
    fn totals_of_parts_of_a_year_are_compared_with_the_same_months() {
        let rows = ["2025-01-31 9 %", "2025-12-31 90 %", "2026-01-31 10 %"];
        assert_eq!(
            said(PeriodType::YearToDate, &rows, true, Lang::En),
            "M2. Observations: 3. Latest: 10% (January 2026). A year earlier: 9% (January 2025). Latest full year: 90% \
             (January–December 2025)."
        );
    }
}
