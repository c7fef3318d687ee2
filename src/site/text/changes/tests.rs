//! Sentences on changes, in both languages.

use std::sync::Arc;

use super::*;
use crate::model::{Flags, Localized, Unit};

/// Whether the sentences on a value of 7, whose base was not found, have these parts.
fn says(
    (period_type, date): (PeriodType, &str),
    (outcome, rule, base_date): (Outcome, u8, &str),
    comparand: Comparand,
    parts: [&str; 2],
) {
    let text = Localized::build(|_| "%".to_owned());
    let unit = Arc::new(Unit::new("percent".to_owned(), text));
    let current = Observation {
        date: date.parse().ok(),
        value: "7".parse().unwrap(),
        published: None,
        reported_change: None,
        reference: None,
        flags: Flags::default(),
        series_key: SeriesKey { unit, period_type, frequency: None, measure: Measure::Rate }.into(),
    };
    let base_date = base_date.parse().ok();
    let comparison = Comparison { current: &current, outcome, rule, base_date, base: None };
    for lang in Lang::ALL {
        let sentence = change(&comparison, 0, Status::Verified, comparand, lang);
        assert!(sentence.contains(lang.pick(parts)), "{sentence}");
    }
}

#[test]
fn each_rule_names_the_base_that_it_looked_for() {
    let no_base = |rule, date| (Outcome::NoBase, rule, date);
    says(
        (PeriodType::MonthEnd, "2026-03-31"),
        no_base(1, "2026-02-28"),
        Comparand::Month,
        [
            "Изменение за месяц не рассчитано: нет значения на конец предыдущего месяца (28 февраля 2026 года); ближайшее \
             по дате вместо него не используется.",
            "No month-on-month change is calculated: no value is available for the end of the previous month (28 February \
             2026); the nearest observation is not used instead.",
        ],
    );
    says(
        (PeriodType::YearToDate, "2026-07-31"),
        no_base(2, "2025-07-31"),
        Comparand::Year,
        [
            "Изменение за год не рассчитано: нет значения за тот же период годом ранее (январь–июль 2025 года);",
            "No year-on-year change is calculated: no value is available for the same period a year earlier (January–July 2025);",
        ],
    );
    let daily = (PeriodType::Daily, "2026-11-20");
    says(
        daily,
        no_base(3, "2026-10-20"),
        Comparand::Month,
        [
            "нет значения на то же число предыдущего месяца (20 октября 2026 года)",
            "no value is available for the same day of the previous month (20 October 2026)",
        ],
    );
    says(
        daily,
        no_base(3, "2025-11-20"),
        Comparand::Year,
        [
            "нет значения на тот же день годом ранее (20 ноября 2025 года)",
            "no value is available for the same day a year earlier (20 November 2025)",
        ],
    );
}

#[test]
fn days_that_do_not_exist_are_named() {
    for (date, comparand, ru, en) in [
        ("2026-03-31", Comparand::Month, "в феврале 2026 года нет 31-го числа", "February 2026 has no 31st"),
        ("2026-03-30", Comparand::Month, "в феврале 2026 года нет 30-го числа", "February 2026 has no 30th"),
        ("2024-02-29", Comparand::Year, "в феврале 2023 года нет 29-го числа", "February 2023 has no 29th"),
        ("2026-12-31", Comparand::Month, "в ноябре 2026 года нет 31-го числа", "November 2026 has no 31st"),
    ] {
        says((PeriodType::Daily, date), (Outcome::NoSuchDay, 3, ""), comparand, [ru, en]);
    }
}

#[test]
fn what_has_no_base_at_all_says_so() {
    says(
        (PeriodType::Unknown, "2026-02-04"),
        (Outcome::NotCalculated, 9, ""),
        Comparand::Year,
        [
            "тип периода значения на 4 февраля 2026 года не определён",
            "the period type of the value for 4 February 2026 is unknown",
        ],
    );
    says(
        (PeriodType::Unknown, ""),
        (Outcome::NoDate, 9, ""),
        Comparand::Month,
        ["дата текущего значения (7\u{a0}%) неизвестна", "the date of the current value (7%) is unknown"],
    );
}
