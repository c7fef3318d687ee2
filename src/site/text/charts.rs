//! What stands on the axes of charts, and what charts say to those who do not see them.

use chrono::{Datelike, NaiveDate};

use super::dates::{day, in_sentence};
use super::numbers::{measured, number};
use crate::model::{Lang, Localized, Number, Observation, Unit};

const MONTHS_RU: [&str; 12] =
    ["янв.", "февр.", "март", "апр.", "май", "июнь", "июль", "авг.", "сент.", "окт.", "нояб.", "дек."];
const MONTHS_RU_GENITIVE: [&str; 12] =
    ["янв.", "февр.", "марта", "апр.", "мая", "июня", "июля", "авг.", "сент.", "окт.", "нояб.", "дек."];
const MONTHS_EN: [&str; 12] =
    ["Jan", "Feb", "Mar", "Apr", "May", "June", "July", "Aug", "Sept", "Oct", "Nov", "Dec"];

/// A month on an axis that says its year elsewhere: `янв.`, `Jan`. January is 0.
pub fn month_short(month0: u32, lang: Lang) -> &'static str {
    let names = if lang == Lang::Ru { &MONTHS_RU } else { &MONTHS_EN };
    names.get(month0 as usize).copied().unwrap_or_default()
}

/// A day on such an axis: `5 нояб.`, `5 Nov`.
pub fn short_day(date: NaiveDate, lang: Lang) -> String {
    let names = if lang == Lang::Ru { &MONTHS_RU_GENITIVE } else { &MONTHS_EN };
    format!("{}\u{a0}{}", date.day(), names[date.month0() as usize])
}

/// An observation in a sentence: its value, and in brackets its period.
fn there(of: &Observation, decimals: u8, lang: Lang) -> String {
    let value = measured(of.value.to_decimals(decimals), &of.basis.unit, lang);
    match of.date {
        Some(date) => format!("{value} ({})", in_sentence(of.basis.period_type, date, lang)),
        None => value,
    }
}

/// What is said instead of axes with one or two points.
pub fn told(observations: &[&Observation], decimals: u8, lang: Lang) -> String {
    let told: Vec<String> = observations.iter().map(|of| there(of, decimals, lang)).collect();
    match (&told[..], lang) {
        ([one, two], Lang::Ru) => format!("Наблюдений только два: {one} и\u{a0}{two}, поэтому графика нет."),
        ([one, two], Lang::En) => {
            format!("There are only two observations, {one} and {two}, so there is no chart.")
        }
        (all, Lang::Ru) => format!("Наблюдение только одно: {}, поэтому графика нет.", all.join("; ")),
        (all, Lang::En) => {
            format!("There is only one observation, {}, so there is no chart.", all.join("; "))
        }
    }
}

/// Words for those who cannot see a chart: its ends and its range.
pub fn described(observations: &[&Observation], decimals: u8) -> Localized<String> {
    let by_value = |one: &&&Observation, other: &&&Observation| one.value.cmp(&other.value);
    let extremes = (observations.iter().min_by(by_value), observations.iter().max_by(by_value));
    let ends = observations.first().zip(observations.last());
    let Some((ends, (least, most))) = ends.zip(extremes.0.zip(extremes.1)) else {
        return Localized::build(|_| String::new());
    };
    Localized::build(|lang| describe(ends, [least, most], observations.len(), (decimals, lang)))
}

fn describe(
    (first, last): (&&Observation, &&Observation),
    extremes: [&&Observation; 2],
    count: usize,
    (decimals, lang): (u8, Lang),
) -> String {
    let on = |of: &Observation| of.date.map(|date| day(date, lang)).unwrap_or_default();
    let (from, to) = (on(first), on(last));
    let [least, most] = extremes.map(|of| there(of, decimals, lang));
    let latest = measured(last.value.to_decimals(decimals), &last.basis.unit, lang);
    let all = number(&count, lang);
    match lang {
        Lang::Ru => format!(
            "{from} — {to}, наблюдений: {all}. Наименьшее значение — {least}, наибольшее — {most}, последнее — {latest}."
        ),
        Lang::En => format!(
            "{from} to {to}, {all} observations. The lowest is {least}, the highest {most}, the latest {latest}."
        ),
    }
}

/// What is said where a scale does not begin at zero.
pub fn not_from_zero(lang: Lang) -> &'static str {
    match lang {
        Lang::Ru => "шкала начинается не\u{a0}с\u{a0}нуля",
        Lang::En => "the scale does not start at zero",
    }
}

/// What a dashed line means.
pub fn tail_meaning(lang: Lang) -> &'static str {
    match lang {
        Lang::Ru => "нет сведений о\u{a0}том, что после последнего известного решения ставка не менялась",
        Lang::En => "not known whether the rate has changed since the last known decision",
    }
}

/// Words for a line without axes: its years, and between which values.
pub fn sketched(years: (i32, i32), (least, most): (Number, Number), unit: &Unit, lang: Lang) -> String {
    let years = if years.0 == years.1 { years.0.to_string() } else { format!("{}–{}", years.0, years.1) };
    if least == most {
        return format!("{years}: {}", measured(least, unit, lang));
    }
    let (least, most) = (number(&least, lang), measured(most, unit, lang));
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

/// What is said under charts of former units and measures.
pub fn units_apart(lang: Lang) -> &'static str {
    match lang {
        Lang::Ru => {
            "Единица или вид величины менялись. Такие значения между собой не сравнимы и показаны отдельно."
        }
        Lang::En => {
            "The unit or the kind of quantity has changed. Such values cannot be compared and are shown apart."
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
