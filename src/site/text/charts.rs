//! What stands on the axes of charts, and what charts say to those who do not see them.

use chrono::{Datelike, NaiveDate};

use super::dates::day;
use super::numbers::{number, quantity};
use crate::model::{Lang, Number, Observation};

const MONTHS_RU: [&str; 12] =
    ["янв.", "февр.", "март", "апр.", "май", "июнь", "июль", "авг.", "сент.", "окт.", "нояб.", "дек."];
const MONTHS_RU_GENITIVE: [&str; 12] =
    ["янв.", "февр.", "марта", "апр.", "мая", "июня", "июля", "авг.", "сент.", "окт.", "нояб.", "дек."];
const MONTHS_EN: [&str; 12] =
    ["Jan", "Feb", "Mar", "Apr", "May", "June", "July", "Aug", "Sept", "Oct", "Nov", "Dec"];

/// A month on an axis: `янв. 2026`, `Jan 2026`.
pub fn short_month(date: NaiveDate, lang: Lang) -> String {
    let names = if lang == Lang::Ru { &MONTHS_RU } else { &MONTHS_EN };
    format!("{}\u{a0}{}", names[date.month0() as usize], date.year())
}

/// A day on an axis: `5 нояб.`, `5 Nov`.
pub fn short_day(date: NaiveDate, lang: Lang) -> String {
    let names = if lang == Lang::Ru { &MONTHS_RU_GENITIVE } else { &MONTHS_EN };
    format!("{}\u{a0}{}", date.day(), names[date.month0() as usize])
}

/// Words for those who cannot see a chart: its ends and its range.
pub fn described(ends: [&Observation; 2], range: [&Observation; 2], count: usize, lang: Lang) -> String {
    let [first, last] = ends;
    let on = |of: &Observation| of.date.map(|date| day(date, lang)).unwrap_or_default();
    let value = |of: &Observation| quantity(&of.value, of.basis.unit.text.get(lang), lang);
    let there = |of: &Observation| format!("{} ({})", value(of), on(of));
    let (from, to, latest) = (on(first), on(last), value(last));
    let [least, most] = range.map(there);
    let all = number(&count, lang);
    match (lang, count) {
        (Lang::Ru, 1) => format!("Одно наблюдение: {}.", there(last)),
        (Lang::En, 1) => format!("One observation: {}.", there(last)),
        (Lang::Ru, _) => format!(
            "{from} — {to}, наблюдений: {all}. Наименьшее значение — {least}, наибольшее — {most}, последнее — {latest}."
        ),
        (Lang::En, _) => format!(
            "{from} to {to}, {all} observations. The lowest is {least}, the highest {most}, the latest {latest}."
        ),
    }
}

/// Words for a line without axes: from which year on, and between which values.
pub fn sketched(years: (i32, i32), (least, most): (Number, Number), unit: &str, lang: Lang) -> String {
    let years = if years.0 == years.1 { years.0.to_string() } else { format!("{}–{}", years.0, years.1) };
    if least == most {
        return format!("{years}: {}", quantity(&least, unit, lang));
    }
    let (least, most) = (number(&least, lang), quantity(&most, unit, lang));
    match lang {
        Lang::Ru => format!("{years}: от {least} до {most}"),
        Lang::En => format!("{years}: from {least} to {most}"),
    }
}

/// What stands beside a chart's line where two parts of it cannot be compared.
pub fn break_mark(lang: Lang) -> &'static str {
    match lang {
        Lang::Ru => "разрыв ряда",
        Lang::En => "break in series",
    }
}

/// What is said under charts of former units.
pub fn units_apart(lang: Lang) -> &'static str {
    match lang {
        Lang::Ru => {
            "Единица измерения менялась. Значения в разных единицах между собой не сравнимы и показаны отдельно, на \
             одной и той же оси времени."
        }
        Lang::En => {
            "The unit has changed. Values in different units cannot be compared and are shown apart, on the same axis \
             of time."
        }
    }
}

/// How much of a history a table shows.
pub fn shown_of(shown: usize, all: usize, lang: Lang) -> String {
    let (shown, all) = (number(&shown, lang), number(&all, lang));
    match lang {
        Lang::Ru => format!("Показаны последние {shown} из {all}."),
        Lang::En => format!("The latest {shown} of {all} are shown."),
    }
}
