//! Dates, months and moments as people write them, and the captions of periods.

use std::fmt::Write;

use chrono::{Datelike, Months, NaiveDate};

use crate::model::{Lang, Offset, PeriodType, Timestamp};

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
const MONTHS_RU_PREPOSITIONAL: [&str; 12] = [
    "январе",
    "феврале",
    "марте",
    "апреле",
    "мае",
    "июне",
    "июле",
    "августе",
    "сентябре",
    "октябре",
    "ноябре",
    "декабре",
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

/// `period.label`: caption, middle dot, date [D5].
pub fn period_label(period_type: PeriodType, date: Option<NaiveDate>, lang: Lang) -> String {
    format!("{} · {}", caption(period_type, lang), dated(period_type, date, lang))
}

/// The date of a period, or that it is not known.
pub fn dated(period_type: PeriodType, date: Option<NaiveDate>, lang: Lang) -> String {
    match date {
        Some(date) => period_date(period_type, date, lang),
        None if lang == Lang::Ru => "дата неизвестна".to_owned(),
        None => "date unknown".to_owned(),
    }
}

/// What a period type is called.
pub fn caption(period_type: PeriodType, lang: Lang) -> &'static str {
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

/// What a date is the date of, after the date: `на конец месяца`.
pub fn kind(period_type: PeriodType, lang: Lang) -> &'static str {
    let (ru, en) = match period_type {
        PeriodType::MonthEnd => ("на конец месяца", "month-end"),
        PeriodType::Monthly => ("за месяц", "month"),
        PeriodType::YearToDate => ("с начала года", "year to date"),
        PeriodType::YearToDateAverage => ("в среднем с начала года", "year-to-date average"),
        PeriodType::Daily => ("за день", "daily"),
        PeriodType::PointInTime => ("на эту дату", "as of this date"),
        PeriodType::EffectiveFrom => ("начало действия", "effective date"),
        PeriodType::Unknown => ("период не определён", "period unknown"),
    };
    if lang == Lang::Ru { ru } else { en }
}

/// The date of a period as its type asks: a day, a month, or the months from January on.
pub(super) fn period_date(period_type: PeriodType, date: NaiveDate, lang: Lang) -> String {
    let mut text = String::new();
    add_period_date(&mut text, period_type, date, lang, ' ');
    text
}

/// Adds the same to a text, with other spaces. Writing to memory does not fail.
pub(super) fn add_period_date(
    text: &mut String,
    period_type: PeriodType,
    date: NaiveDate,
    lang: Lang,
    space: char,
) {
    let _ = match period_type {
        PeriodType::YearToDate | PeriodType::YearToDateAverage if date.month() > 1 => {
            write!(
                text,
                "{}–{}{space}{}",
                month_name(0, lang),
                month_name(date.month0() as usize, lang),
                date.year()
            )
        }
        PeriodType::Monthly | PeriodType::YearToDate | PeriodType::YearToDateAverage => {
            write!(text, "{}{space}{}", month_name(date.month0() as usize, lang), date.year())
        }
        PeriodType::MonthEnd
        | PeriodType::Daily
        | PeriodType::PointInTime
        | PeriodType::EffectiveFrom
        | PeriodType::Unknown => {
            write!(text, "{}{space}{}{space}{}", date.day(), name_in_day(date, lang), date.year())
        }
    };
}

/// `31 июля 2026`, `31 July 2026`.
pub fn day(date: NaiveDate, lang: Lang) -> String {
    format!("{} {} {}", date.day(), name_in_day(date, lang), date.year())
}

/// The month of a day, as it is written between the day and the year.
fn name_in_day(date: NaiveDate, lang: Lang) -> &'static str {
    let month = date.month0() as usize;
    match lang {
        Lang::Ru => MONTHS_RU_GENITIVE[month],
        Lang::En => MONTHS_EN[month],
    }
}

/// `20 ноября 2026 года в 08:00 (UTC+04:00)`, `20 November 2026, 08:00 (UTC+04:00)`.
pub fn moment(instant: Timestamp, offset: Offset, lang: Lang) -> String {
    let (date, timestamp) = (day(offset.day(instant), lang), offset.timestamp(instant));
    let time = timestamp.split_once('T').and_then(|(_, time)| time.get(..5)).unwrap_or_default();
    match lang {
        Lang::Ru => format!("{date} года в {time} (UTC{offset})"),
        Lang::En => format!("{date}, {time} (UTC{offset})"),
    }
}

/// The date of a period inside a sentence, in Russian with the word for the year.
pub fn in_sentence(period_type: PeriodType, date: NaiveDate, lang: Lang) -> String {
    let year = if lang == Lang::Ru { " года" } else { "" };
    format!("{}{year}", period_date(period_type, date, lang))
}

/// What a value's date adds to it: `на 31 июля 2026 года`, `for July 2026`.
pub fn of_period(period_type: PeriodType, date: Option<NaiveDate>, lang: Lang) -> String {
    let Some(date) = date else {
        return match lang {
            Lang::Ru => "без даты".to_owned(),
            Lang::En => "without a date".to_owned(),
        };
    };
    let (ru, en) = match period_type {
        PeriodType::MonthEnd => ("на", "at"),
        PeriodType::Monthly | PeriodType::YearToDate | PeriodType::YearToDateAverage => ("за", "for"),
        PeriodType::Daily | PeriodType::Unknown => ("на", "on"),
        PeriodType::PointInTime => ("на", "as of"),
        PeriodType::EffectiveFrom => ("с", "from"),
    };
    let preposition = if lang == Lang::Ru { ru } else { en };
    format!("{preposition} {}", in_sentence(period_type, date, lang))
}

/// The month `before` months before that of `date`, with the preposition `in`: `в феврале 2026 года`.
pub fn in_month_before(date: NaiveDate, before: u32, lang: Lang) -> String {
    let first =
        date.with_day(1).and_then(|first| first.checked_sub_months(Months::new(before))).unwrap_or(date);
    match lang {
        Lang::Ru => format!("в {} {} года", MONTHS_RU_PREPOSITIONAL[first.month0() as usize], first.year()),
        Lang::En => month(first, lang),
    }
}

/// `июль 2026`, `July 2026`.
fn month(date: NaiveDate, lang: Lang) -> String {
    format!("{} {}", month_name(date.month0() as usize, lang), date.year())
}

/// Whether a word is the name of a month before a year.
pub(super) fn is_month(word: &str) -> bool {
    // `январь–июль 2026` ends with the name of one as well.
    let word = word.rsplit('–').next().unwrap_or_default();
    let names = [MONTHS_RU, MONTHS_RU_GENITIVE, MONTHS_RU_PREPOSITIONAL, MONTHS_EN];
    // Nearly all are written as they are here; a capital letter is looked for among the others.
    names.iter().flatten().any(|name| *name == word) || names.iter().flatten().any(|name| is_same(name, word))
}

/// Whether two words are the same but for capital letters.
fn is_same(one: &str, other: &str) -> bool {
    one.chars().flat_map(char::to_lowercase).eq(other.chars().flat_map(char::to_lowercase))
}

fn month_name(month: usize, lang: Lang) -> &'static str {
    match lang {
        Lang::Ru => MONTHS_RU[month],
        Lang::En => MONTHS_EN[month],
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

    #[test]
    fn dates_inside_sentences() {
        let date = "2026-03-31".parse().ok();
        assert_eq!(of_period(PeriodType::MonthEnd, date, Lang::Ru), "на 31 марта 2026 года");
        assert_eq!(of_period(PeriodType::YearToDate, date, Lang::Ru), "за январь–март 2026 года");
        assert_eq!(of_period(PeriodType::PointInTime, date, Lang::En), "as of 31 March 2026");
        assert_eq!(of_period(PeriodType::Unknown, None, Lang::Ru), "без даты");
        let date = date.unwrap();
        assert_eq!(in_month_before(date, 1, Lang::Ru), "в феврале 2026 года");
        assert_eq!(in_month_before(date, 12, Lang::En), "March 2025");
        let offset = "+04:00".parse().unwrap();
        let instant = "2026-11-20T04:00:59Z".parse().unwrap();
        assert_eq!(moment(instant, offset, Lang::Ru), "20 ноября 2026 года в 08:00 (UTC+04:00)");
        assert_eq!(moment(instant, offset, Lang::En), "20 November 2026, 08:00 (UTC+04:00)");
    }
}
