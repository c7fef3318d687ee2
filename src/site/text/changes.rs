//! Sentences on changes: for `explain.json`, for the cell of a base that is missing, for the examples of the method, and in
//! entries of feeds.

use super::*;

texts! {
    /// The kind of quantity of a value.
    measure(Measure) {
        Amount => { "уровень", "level" }
        Rate => { "ставка, курс или коэффициент", "rate or ratio" }
        Growth => { "темп прироста", "growth rate" }
        Index => { "индекс", "index" }
        Balance => { "сальдо", "balance" }
    }

    end_of_frequency(Frequency) {
        Quarterly => { "на конец квартала", "quarter-end" }
        Annual => { "на конец года", "year-end" }
    }

    change_over(Comparand) {
        Month => { "Изменение за месяц", "Month-on-month change" }
        Year => { "Изменение за год", "Year-on-year change" }
    }
    unchanged_over(Comparand) {
        Month => { "За месяц без изменений", "Unchanged month on month" }
        Year => { "За год без изменений", "Unchanged year on year" }
    }
    changed_from(change, by, base, when) {
        "{change}: {by}; было {base} {when}.",
        "{change}: {by}, from {base} {when}." }
    or_percent(difference, percent) { "{difference}, или {percent}", "{difference}, or {percent}" }

    // A change in a word.
    unchanged { "не\u{a0}изменилось", "unchanged" }
    unchanged_short { "без\u{a0}изм.", "no change" }
    incomparable { "несопоставимо", "not comparable" }

    // Why there is no change.
    is_undated { "Дата значения неизвестна.", "The date of the value is unknown." }
    no_value(when) { "{when} значения нет.", "No value {when}." }
    no_rate(when) { "{when} значения нет.", "No rate was set {when}." }
    no_day(month, day, ordinal) { "{month} нет {day}-го числа.", "{month} has no {day}{ordinal}." }
    no_months(Frequency) {
        Quarterly => { "Показатель квартальный.", "The indicator is quarterly." }
        Annual => { "Показатель годовой.", "The indicator is annual." }
    }
    not_defined(PeriodType) {
        EffectiveFrom => {
            "Ставку меняют решения: изменения за месяц и за год не рассчитываются.",
            "The rate is set by decisions: no month-on-month or year-on-year change is calculated." }
        YearToDate | YearToDateAverage => {
            "Значения с начала года сопоставляются только с теми же месяцами предыдущего года.",
            "Year-to-date values are compared with the same months a year earlier only." }
        MonthEnd | Monthly | Daily | PointInTime | Unknown => {
            "Тип периода не определён.",
            "The period type is unknown." }
    }
    is_incomparable(when) {
        "У значения {when} другая единица, другой вид величины или другой тип периода.",
        "The value {when} has a different unit, measure or period type." }
}

/// The key of a part of a series: `млн евро, на конец месяца, уровень`.
pub fn series_key(key: &SeriesKey, lang: Lang) -> String {
    let kind = match (key.period_type, key.frequency) {
        (PeriodType::MonthEnd, Some(frequency)) => end_of_frequency(frequency, lang),
        (period_type, _) => kind(period_type, lang),
    };
    [key.unit.text.get(lang), kind, measure(key.measure, lang)].join(", ")
}

/// The sentence on `comparison` [D8.1], with values of so many digits behind the point.
pub fn change(
    comparison: &Comparison<'_>,
    decimals: u8,
    status: Status,
    comparand: Comparand,
    lang: Lang,
) -> String {
    let current = comparison.current;
    match (comparison.outcome, comparison.base) {
        (Outcome::Calculated | Outcome::BaseZero, Some(base)) => {
            calculated_change(current, base, decimals, comparand, lang)
        }
        (Outcome::UnitDiffers | Outcome::TypeDiffers | Outcome::MeasureDiffers, Some(base)) => {
            is_incomparable(period_of_value(&base.series_key, base.date, lang), lang)
        }
        (Outcome::Status, _) => no_changes(status, lang).replace('\u{a0}', " "),
        (Outcome::NotCalculated, _) => not_defined(current.series_key.period_type, lang).to_owned(),
        (Outcome::NoDate, _) => is_undated(lang).to_owned(),
        _ => no_base(comparison, comparand, lang),
    }
}

fn calculated_change(
    current: &Observation,
    base: &Observation,
    decimals: u8,
    comparand: Comparand,
    lang: Lang,
) -> String {
    let when = period_of_base(&base.series_key, base.date, lang);
    if current.value == base.value {
        return format!("{} ({when}).", unchanged_over(comparand, lang));
    }

    let exact = current.shown_difference(base, decimals);
    let difference = difference(&exact, &base.series_key, lang);
    let by = match current.percentage_from(base) {
        Some(pct) => or_percent(difference, percent(&pct, lang), lang),
        None => difference,
    };

    let change = change_over(comparand, lang);
    let value = measured(&base.shown(decimals), &base.series_key.unit, lang);
    merge_stops(&changed_from(change, by, value, when, lang))
}

/// The sentence on a base that is missing: its date has no value, or does not exist.
pub fn no_base(comparison: &Comparison<'_>, comparand: Comparand, lang: Lang) -> String {
    let key = &comparison.current.series_key;
    // A month is missing from such a series as a rule, and not because somebody failed to record it.
    if let Some(frequency) = key.frequency.filter(|_| comparand == Comparand::Month) {
        return no_months(frequency, lang).to_owned();
    }

    capital(&match (comparison.base_date, comparison.current.date) {
        (Some(date), _) => {
            let when = period_of_value(key, Some(date), lang);
            match (key.period_type, key.measure) {
                (PeriodType::Daily, Measure::Rate) => no_rate(when, lang),
                _ => no_value(when, lang),
            }
        }
        (None, Some(date)) => {
            let months = if comparand == Comparand::Month { 1 } else { 12 };
            let month = in_month_before(date, months, lang);
            // Only the 29th to the 31st are missing from some month.
            let ordinal = if date.day() == 31 { "st" } else { "th" };
            no_day(month, date.day(), ordinal, lang)
        }
        (None, None) => is_undated(lang).to_owned(),
    })
}

texts! {
    revised(title, before) { "{title} (пересмотрено, ранее {before})", "{title} (revised from {before})" }

    figure(value, period) { "{value}, {period}.", "{value}, {period}." }
    was(before) { " Пересмотрено, ранее {before}.", " Revised from {before}." }
    against(before, period, change) {
        " Изменение по сравнению с предыдущим значением ({before}, {period}): {change}.",
        " Change from the previous value ({before}, {period}): {change}." }
    flagged(flags) { " Пометки: {flags}.", " Flags: {flags}." }
}

/// The title of a feed's entry: name, value with unit and flags, period, and for a revision the value before.
pub fn feed_title(
    indicator: &Indicator,
    observation: &Observation,
    before: Option<&Observation>,
    lang: Lang,
) -> String {
    let name = indicator.name.get(lang);
    let period = feed_period(observation, lang);
    let value = quote_value(indicator, observation, lang);
    let title = format!("{name}: {value}, {period}");
    match before {
        Some(before) => revised(title, value_with_unit(indicator, before, lang), lang),
        None => title,
    }
}

/// The text of an entry: value with unit, period, the change against the observation before, and its flags.
pub fn feed_summary(
    indicator: &Indicator,
    observation: &Observation,
    replaced: Option<&Observation>,
    before: Option<&Observation>,
    lang: Lang,
) -> String {
    let value = value_with_unit(indicator, observation, lang);
    let mut summary = figure(value, feed_period(observation, lang), lang);
    if let Some(replaced) = replaced {
        summary += &was(value_with_unit(indicator, replaced, lang), lang);
    }

    let status = indicator.declared.status();
    if let Some(before) = before
        && Difference::between(before, observation, status).is_some()
    {
        let decimals = indicator.decimals_of(&observation.series_key);
        let exact = observation.shown_difference(before, decimals);
        let mut change = difference(&exact, &observation.series_key, lang);
        if let Some(pct) = observation.percentage_from(before) {
            change += &format!(" ({})", percent(&pct, lang));
        }

        let value = value_with_unit(indicator, before, lang);
        summary += &against(value, feed_period(before, lang), change, lang);
    }

    let marks = observation.flags.marks();
    let flags: Vec<&str> = marks.map(|mark| flag(mark, lang)).collect();
    if !flags.is_empty() {
        summary += &flagged(flags.join("; "), lang);
    }

    merge_stops(&summary)
}

/// The period of an observation. A rate counts from its day on, which may be to come.
fn feed_period(observation: &Observation, lang: Lang) -> String {
    let dated = period_in_title(&observation.series_key, observation.date, lang);
    match (observation.series_key.period_type, observation.date) {
        (PeriodType::EffectiveFrom, Some(_)) => nbsp(&from_day(dated, lang)),
        _ => dated,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The sentences in both languages on a value of 7 per cent for which no base was found.
    fn said(
        period_type: PeriodType,
        date: &str,
        found: (Outcome, &str),
        comparand: Comparand,
    ) -> [String; 2] {
        let (outcome, base_date) = found;
        let series_key = SeriesKey::sample("%", period_type, Measure::Rate);
        let current = Observation {
            series_key,
            ..Observation::sample(period_type, date, "7")
        };
        let base_date = base_date.parse().ok();
        let comparison = Comparison {
            current: &current,
            outcome,
            rule: 1,
            base_date,
            base: None,
        };
        Lang::each(|lang| change(&comparison, 0, Status::Verified, comparand, lang))
    }

    #[test]
    fn a_base_that_is_missing_is_named() {
        use Comparand::{Month, Year};
        use PeriodType::{Daily, MonthEnd, Unknown, YearToDate};
        for (period_type, date, found, comparand, expected) in [
            (
                MonthEnd,
                "2026-03-31",
                (Outcome::NoBase, "2026-02-28"),
                Month,
                [
                    "На 28 февраля 2026 года значения нет.",
                    "No value for end-February 2026.",
                ],
            ),
            (
                YearToDate,
                "2026-07-31",
                (Outcome::NoBase, "2025-07-31"),
                Year,
                [
                    "За январь–июль 2025 года значения нет.",
                    "No value for January–July 2025.",
                ],
            ),
            (
                Daily,
                "2026-11-24",
                (Outcome::NoBase, "2026-10-24"),
                Month,
                [
                    "На 24 октября 2026 года значения нет.",
                    "No rate was set for 24 October 2026.",
                ],
            ),
            (
                Daily,
                "2026-03-31",
                (Outcome::NoSuchDay, ""),
                Month,
                [
                    "В феврале 2026 года нет 31-го числа.",
                    "February 2026 has no 31st.",
                ],
            ),
            (
                Daily,
                "2024-02-29",
                (Outcome::NoSuchDay, ""),
                Year,
                [
                    "В феврале 2023 года нет 29-го числа.",
                    "February 2023 has no 29th.",
                ],
            ),
            (
                Unknown,
                "2026-02-04",
                (Outcome::NotCalculated, ""),
                Year,
                ["Тип периода не определён.", "The period type is unknown."],
            ),
            (
                Unknown,
                "",
                (Outcome::NoDate, ""),
                Month,
                [
                    "Дата значения неизвестна.",
                    "The date of the value is unknown.",
                ],
            ),
        ] {
            assert_eq!(said(period_type, date, found, comparand), expected);
        }
    }

    #[test]
    fn a_rate_is_dated_by_the_day_from_which_it_is_in_force() {
        let periods = |period_type| {
            let row = Observation::sample(period_type, "2026-12-15", "8");
            Lang::each(|lang| feed_period(&row, lang).replace('\u{a0}', " "))
        };
        assert_eq!(
            periods(PeriodType::EffectiveFrom),
            ["с 15 декабря 2026", "from 15 December 2026"]
        );
        assert_eq!(
            periods(PeriodType::Daily),
            ["15 декабря 2026", "15 December 2026"]
        );
        let undated = Observation::sample(PeriodType::Unknown, "", "8");
        assert_eq!(feed_period(&undated, Lang::En), "date unknown");
    }
}
