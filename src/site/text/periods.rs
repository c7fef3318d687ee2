//! Periods as a person says them beside a figure [D14]; the API keeps its labels.

use chrono::NaiveDate;

use super::dates::{add_period_date, in_sentence};
use super::typography::set;
use crate::model::{Lang, PeriodType};

/// `На 31 июля 2026 года`, `Действует с 4 февраля 2026 года`; a rate that is not in force at `as_of` yet says so.
pub fn period(period_type: PeriodType, date: Option<NaiveDate>, as_of: NaiveDate, lang: Lang) -> String {
    let Some(date) = date else {
        return if lang == Lang::Ru { "Дата неизвестна" } else { "Date unknown" }.to_owned();
    };
    let when = in_sentence(period_type, date, lang);
    let is_ahead = date > as_of;
    set(&match (period_type, lang) {
        (PeriodType::MonthEnd | PeriodType::Daily | PeriodType::PointInTime, Lang::Ru) => {
            format!("На {when}")
        }
        (PeriodType::MonthEnd | PeriodType::PointInTime, Lang::En) => format!("At {when}"),
        (PeriodType::Daily, Lang::En) => format!("On {when}"),
        (PeriodType::Monthly | PeriodType::YearToDate, _) => capital(&when),
        (PeriodType::YearToDateAverage, Lang::Ru) => format!("В среднем за {when}"),
        (PeriodType::YearToDateAverage, Lang::En) => format!("Average for {when}"),
        (PeriodType::EffectiveFrom, Lang::Ru) if is_ahead => format!("Вступит в силу {when}"),
        (PeriodType::EffectiveFrom, Lang::En) if is_ahead => format!("Takes effect on {when}"),
        (PeriodType::EffectiveFrom, Lang::Ru) => format!("Действует с {when}"),
        (PeriodType::EffectiveFrom, Lang::En) => format!("In force since {when}"),
        (PeriodType::Unknown, Lang::Ru) => format!("Дата {when}, тип периода не определён"),
        (PeriodType::Unknown, Lang::En) => format!("Dated {when}, type of period unknown"),
    })
}

/// The same in a cell of a table: `на 31 июля 2026`, `январь–июль 2026`.
pub fn period_in_table(
    period_type: PeriodType,
    date: Option<NaiveDate>,
    as_of: NaiveDate,
    lang: Lang,
) -> String {
    let Some(date) = date else {
        return if lang == Lang::Ru { "дата неизвестна" } else { "date unknown" }.to_owned();
    };
    let before = match (period_type, lang) {
        (PeriodType::MonthEnd | PeriodType::Daily | PeriodType::PointInTime, Lang::Ru) => "на ",
        (PeriodType::EffectiveFrom, Lang::Ru) if date > as_of => "вступит в\u{a0}силу ",
        (PeriodType::EffectiveFrom, Lang::En) if date > as_of => "takes effect ",
        (PeriodType::EffectiveFrom, Lang::Ru) => "с\u{a0}",
        (PeriodType::EffectiveFrom, Lang::En) => "since ",
        _ => "",
    };
    // A table has hundreds of cells: this is what [`set`] would make of each.
    let mut cell = String::with_capacity(64);
    cell += before;
    add_period_date(&mut cell, period_type, date, lang, '\u{a0}');
    cell
}

fn capital(text: &str) -> String {
    let mut letters = text.chars();
    letters.next().map_or_else(String::new, |first| first.to_uppercase().chain(letters).collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_type_as_a_person_says_it() {
        let date = "2026-07-31".parse().ok();
        let as_of = "2026-11-20".parse().unwrap();
        for (period_type, ru, en, short) in [
            (PeriodType::MonthEnd, "На 31 июля 2026 года", "At 31 July 2026", "на 31 июля 2026"),
            (PeriodType::Monthly, "Июль 2026 года", "July 2026", "июль 2026"),
            (PeriodType::YearToDate, "Январь–июль 2026 года", "January–July 2026", "январь–июль 2026"),
            (
                PeriodType::YearToDateAverage,
                "В среднем за январь–июль 2026 года",
                "Average for January–July 2026",
                "январь–июль 2026",
            ),
            (PeriodType::Daily, "На 31 июля 2026 года", "On 31 July 2026", "на 31 июля 2026"),
            (PeriodType::PointInTime, "На 31 июля 2026 года", "At 31 July 2026", "на 31 июля 2026"),
            (
                PeriodType::EffectiveFrom,
                "Действует с 31 июля 2026 года",
                "In force since 31 July 2026",
                "с 31 июля 2026",
            ),
        ] {
            let plain = |text: String| text.replace('\u{a0}', " ");
            assert_eq!(plain(period(period_type, date, as_of, Lang::Ru)), ru);
            assert_eq!(plain(period(period_type, date, as_of, Lang::En)), en);
            assert_eq!(plain(period_in_table(period_type, date, as_of, Lang::Ru)), short);
        }
        let ahead = period_in_table(PeriodType::EffectiveFrom, "2026-12-01".parse().ok(), as_of, Lang::Ru);
        assert_eq!(ahead, "вступит в\u{a0}силу 1\u{a0}декабря\u{a0}2026");
        let today = period(PeriodType::EffectiveFrom, Some(as_of), as_of, Lang::Ru);
        assert!(today.starts_with("Действует с\u{a0}20\u{a0}ноября"), "{today}");
        let ahead = period(PeriodType::EffectiveFrom, "2026-12-01".parse().ok(), as_of, Lang::Ru);
        assert_eq!(ahead, "Вступит в\u{a0}силу 1\u{a0}декабря\u{a0}2026\u{a0}года");
        assert_eq!(period(PeriodType::Unknown, None, as_of, Lang::En), "Date unknown");
    }

    #[test]
    fn a_rate_is_in_force_from_its_own_day_on() {
        let as_of = "2026-11-20".parse().unwrap();
        let cell =
            |date: &str, lang| period_in_table(PeriodType::EffectiveFrom, date.parse().ok(), as_of, lang);
        assert!(cell("2026-11-20", Lang::Ru).starts_with("с\u{a0}20"));
        assert!(cell("2026-11-20", Lang::En).starts_with("since "));
        assert!(cell("2026-11-21", Lang::Ru).starts_with("вступит в\u{a0}силу "));
        assert!(cell("2026-11-21", Lang::En).starts_with("takes effect "));
    }

    #[test]
    fn a_cell_is_broken_where_any_text_is() {
        let as_of = "2026-06-15".parse().unwrap();
        for (period_type, lang) in PeriodType::ALL.iter().flat_map(|of| Lang::ALL.map(|lang| (*of, lang))) {
            for date in ["2025-01-31", "2025-02-03", "2026-06-15", "2026-12-01"] {
                let cell = period_in_table(period_type, date.parse().ok(), as_of, lang);
                assert_eq!(cell, set(&cell.replace('\u{a0}', " ")));
            }
        }
    }
}
