//! Every Russian and English word that readers of the service meet, and the forms of dates.

use chrono::{Datelike, NaiveDate};

use super::Refusal;
use crate::model::{Lang, PeriodType};

const MONTHS_RU: [&str; 12] = [
    "январь",
    "февраль",
    "март",
    "апрель",
    "май",
    "июнь",
    "июль",
    "август",
    "сентябрь",
    "октябрь",
    "ноябрь",
    "декабрь",
];
const MONTHS_RU_GENITIVE: [&str; 12] = [
    "января",
    "февраля",
    "марта",
    "апреля",
    "мая",
    "июня",
    "июля",
    "августа",
    "сентября",
    "октября",
    "ноября",
    "декабря",
];
const MONTHS_EN: [&str; 12] = [
    "January",
    "February",
    "March",
    "April",
    "May",
    "June",
    "July",
    "August",
    "September",
    "October",
    "November",
    "December",
];

/// `period.label`: caption, middle dot, date (decisions, section 5).
pub fn period_label(period_type: PeriodType, date: Option<NaiveDate>, lang: Lang) -> String {
    let date = match date {
        Some(date) => period_date(period_type, date, lang),
        None if lang == Lang::Ru => "дата неизвестна".to_owned(),
        None => "date unknown".to_owned(),
    };
    format!("{} · {date}", caption(period_type, lang))
}

/// What a period type is called.
fn caption(period_type: PeriodType, lang: Lang) -> &'static str {
    let (ru, en) = match period_type {
        PeriodType::MonthEnd => ("На конец месяца", "Month-end"),
        PeriodType::Monthly => ("За месяц", "Month"),
        PeriodType::YearToDate => ("С начала года", "Year to date"),
        PeriodType::YearToDateAverage => ("В среднем с начала года", "Year-to-date average"),
        PeriodType::Daily => ("За день", "Daily"),
        PeriodType::PointInTime => ("По состоянию на дату", "As of"),
        PeriodType::EffectiveFrom => ("Действует с", "Effective from"),
        PeriodType::Unknown => ("Период не определён", "Period unknown"),
    };
    match lang {
        Lang::Ru => ru,
        Lang::En => en,
    }
}

/// The date of a period as its type asks: a day, a month, or the months from January on.
fn period_date(period_type: PeriodType, date: NaiveDate, lang: Lang) -> String {
    match period_type {
        PeriodType::Monthly => month(date, lang),
        PeriodType::YearToDate | PeriodType::YearToDateAverage if date.month() > 1 => {
            format!("{}–{}", month_name(0, lang), month(date, lang))
        }
        PeriodType::YearToDate | PeriodType::YearToDateAverage => month(date, lang),
        PeriodType::MonthEnd
        | PeriodType::Daily
        | PeriodType::PointInTime
        | PeriodType::EffectiveFrom
        | PeriodType::Unknown => day(date, lang),
    }
}

/// `31 июля 2026`, `31 July 2026`.
pub fn day(date: NaiveDate, lang: Lang) -> String {
    let month = date.month0() as usize;
    let name = match lang {
        Lang::Ru => MONTHS_RU_GENITIVE[month],
        Lang::En => MONTHS_EN[month],
    };
    format!("{} {name} {}", date.day(), date.year())
}

/// `июль 2026`, `July 2026`.
fn month(date: NaiveDate, lang: Lang) -> String {
    format!("{} {}", month_name(date.month0() as usize, lang), date.year())
}

fn month_name(month: usize, lang: Lang) -> &'static str {
    match lang {
        Lang::Ru => MONTHS_RU[month],
        Lang::En => MONTHS_EN[month],
    }
}

/// What a refusal says (decisions, section 6).
pub fn refusal(refusal: Refusal, lang: Lang) -> &'static str {
    let (ru, en) = match refusal {
        Refusal::UnknownKey => ("Неизвестный показатель", "Unknown indicator"),
        Refusal::UnknownPath => ("Страница не найдена", "Not found"),
        Refusal::MethodNotAllowed => ("Метод не поддерживается", "Method not allowed"),
        Refusal::TargetTooLong => ("Слишком длинный адрес", "Request target too long"),
    };
    match lang {
        Lang::Ru => ru,
        Lang::En => en,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn labels_of_every_type() {
        let date = "2026-07-31".parse().ok();
        for (period_type, ru, en) in [
            (PeriodType::MonthEnd, "На конец месяца · 31 июля 2026", "Month-end · 31 July 2026"),
            (PeriodType::Monthly, "За месяц · июль 2026", "Month · July 2026"),
            (PeriodType::YearToDate, "С начала года · январь–июль 2026", "Year to date · January–July 2026"),
            (
                PeriodType::YearToDateAverage,
                "В среднем с начала года · январь–июль 2026",
                "Year-to-date average · January–July 2026",
            ),
            (PeriodType::Daily, "За день · 31 июля 2026", "Daily · 31 July 2026"),
            (PeriodType::PointInTime, "По состоянию на дату · 31 июля 2026", "As of · 31 July 2026"),
            (PeriodType::EffectiveFrom, "Действует с · 31 июля 2026", "Effective from · 31 July 2026"),
            (PeriodType::Unknown, "Период не определён · 31 июля 2026", "Period unknown · 31 July 2026"),
        ] {
            assert_eq!(period_label(period_type, date, Lang::Ru), ru);
            assert_eq!(period_label(period_type, date, Lang::En), en);
        }
    }

    #[test]
    fn january_and_unknown_dates() {
        let january = "2026-01-31".parse().ok();
        assert_eq!(period_label(PeriodType::YearToDate, january, Lang::Ru), "С начала года · январь 2026");
        assert_eq!(period_label(PeriodType::YearToDate, january, Lang::En), "Year to date · January 2026");
        assert_eq!(
            period_label(PeriodType::Unknown, None, Lang::Ru),
            "Период не определён · дата неизвестна"
        );
        assert_eq!(period_label(PeriodType::Unknown, None, Lang::En), "Period unknown · date unknown");
    }
}
