//! Quarters and years: their dates, and the period types that go with them.

use super::*;

use crate::model::Frequency;

catalogue! { shown:
    unknown_frequency(found) {
        "неизвестная периодичность `{found}`: допустимы `Q` (кварталы) и `A` (годы), в остальных случаях уберите поле",
        "unknown frequency `{found}`: use `Q` for quarters or `A` for years, or remove the field" }
    frequency_meant(found, meant) {
        "неизвестная периодичность `{found}`: пишите `{meant}`",
        "unknown frequency `{found}`: write `{meant}`" }
    frequency_of_type(frequency, period_type) {
        "`frequency` `{frequency}` не сочетается с `{period_type}`: для величины за один квартал в схеме 1.0 нет типа периода, допустимы `month_end`, `point_in_time`, `year_to_date` и `year_to_date_average`",
        "`frequency` `{frequency}` cannot be used with `{period_type}`: schema 1.0 has no period type for the flow of one quarter, use `month_end`, `point_in_time`, `year_to_date` or `year_to_date_average`" }
    period_without_frequency(found, last, frequency) {
        "date `{found}` — не день и не месяц: пишите `{last}` или объявите в определении показателя `\"frequency\": \"{frequency}\"`",
        "date `{found}` is neither a day nor a month: write `{last}`, or `\"frequency\": \"{frequency}\"` in the indicator's definition" }
    year_where_quarter_belongs(found, quarter) {
        "date `{found}` — год, а наблюдения квартальные: пишите, например, `{quarter}`",
        "date `{found}` is a year, but the observations are quarterly: write `{quarter}` or another of its quarters" }
    not_the_end_of(found, period_name, last, period) {
        "date `{found}` — не конец {period_name}: пишите `{last}` или `{period}`",
        "date `{found}` is not the end of its {period_name}: write `{last}` or `{period}`" }
    bad_period(found, form) {
        "date `{found}` — не дата: пишите {form}",
        "date `{found}` is not a date: write {form}" }

    // Beside the number of a quarter or of a year, in the cells of a table.
    words_of_quarter() { "кв квартал квартала", "q quarter" }
    words_of_year() { "г год года", "of the year" }

    name_of_quarter() { "квартала", "quarter" }
    name_of_year() { "года", "year" }
    form_of_quarter() { "ГГГГ-Qn, ГГГГ-ММ или ГГГГ-ММ-ДД", "YYYY-Qn, YYYY-MM or YYYY-MM-DD" }
    form_of_year() { "ГГГГ, ГГГГ-ММ или ГГГГ-ММ-ДД", "YYYY, YYYY-MM or YYYY-MM-DD" }
}

/// In each language, the words for a quarter.
pub fn of_quarter() -> impl Iterator<Item = String> {
    Lang::ALL.into_iter().map(|lang| words_of_quarter().get(lang))
}

/// In each language, the words that may stand beside a year.
pub fn of_year() -> impl Iterator<Item = String> {
    Lang::ALL.into_iter().map(|lang| words_of_year().get(lang))
}

pub fn period_name(frequency: Frequency) -> Message {
    match frequency {
        Frequency::Quarterly => name_of_quarter(),
        Frequency::Annual => name_of_year(),
    }
}

pub fn period_form(frequency: Frequency) -> Message {
    match frequency {
        Frequency::Quarterly => form_of_quarter(),
        Frequency::Annual => form_of_year(),
    }
}
