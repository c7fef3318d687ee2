//! What stands on the axes of charts, and what charts say to those who do not see them.

use chrono::{Datelike, NaiveDate};

use super::dates::{day, in_sentence};
use super::numbers::{measured, number};
use crate::model::{Lang, Localized, Number, Observation, Unit, text, texts};

texts! {
    /// Where a scale does not begin at zero.
    not_from_zero { "шкала начинается не\u{a0}с\u{a0}нуля", "the scale does not start at zero" }

    /// What a dashed line means.
    tail_meaning {
        "нет сведений о\u{a0}том, что после последнего известного решения ставка не менялась",
        "not known whether the rate has changed since the last known decision" }

    /// Beside a chart's line, between two parts of it that cannot be compared.
    break_mark { "разрыв ряда", "break in series" }

    /// Under charts of former units and measures.
    units_apart {
        "Единица или вид величины менялись. Такие значения между собой не сравнимы и показаны отдельно.",
        "The unit or the kind of quantity has changed. Such values cannot be compared and are shown apart." }

    two_observations(one, two) {
        "Наблюдений только два: {one} и\u{a0}{two}, поэтому графика нет.",
        "There are only two observations, {one} and {two}, so there is no chart." }

    one_observation(one) {
        "Наблюдение только одно: {one}, поэтому графика нет.",
        "There is only one observation, {one}, so there is no chart." }
}

/// A month on an axis that says its year elsewhere: `янв.`, `Jan`. January is 0.
pub fn month_short(month0: u32, lang: Lang) -> &'static str {
    lang.month(month0).short
}

/// A day on such an axis: `5 нояб.`, `5 Nov`.
pub fn short_day(date: NaiveDate, lang: Lang) -> String {
    format!("{}\u{a0}{}", date.day(), lang.month(date.month0()).short_in_day)
}

/// An observation in a sentence: its value, and in brackets its period.
fn value_in_period(of: &Observation, decimals: u8, lang: Lang) -> String {
    let value = measured(of.value.to_decimals(decimals), &of.series_key.unit, lang);
    match of.date {
        Some(date) => format!("{value} ({})", in_sentence(of.series_key.period_type, date, lang)),
        None => value,
    }
}

/// What is said instead of axes with one or two points.
pub fn no_chart(observations: &[&Observation], decimals: u8, lang: Lang) -> String {
    let said: Vec<String> = observations.iter().map(|of| value_in_period(of, decimals, lang)).collect();
    match &said[..] {
        [one, two] => two_observations(one, two, lang),
        all => one_observation(all.join("; "), lang),
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
    Localized::build(|lang| {
        let on = |of: &Observation| of.date.map(|date| day(date, lang)).unwrap_or_default();
        let (from, to) = (on(ends.0), on(ends.1));
        let [least, most] = [least, most].map(|of| value_in_period(of, decimals, lang));
        let latest = measured(ends.1.value.to_decimals(decimals), &ends.1.series_key.unit, lang);
        let all = number(&observations.len(), lang);
        text!(
            lang,
            "{from} — {to}, наблюдений: {all}. Наименьшее значение — {least}, наибольшее — {most}, последнее — {latest}.",
            "{from} to {to}, {all} observations. The lowest is {least}, the highest {most}, the latest {latest}."
        )
    })
}

/// Words for a line without axes: its years, and between which values.
pub fn sparkline_label(
    years: (i32, i32),
    (least, most): (Number, Number),
    unit: &Unit,
    lang: Lang,
) -> String {
    let years = if years.0 == years.1 { years.0.to_string() } else { format!("{}–{}", years.0, years.1) };
    if least == most {
        return format!("{years}: {}", measured(least, unit, lang));
    }
    let (least, most) = (number(&least, lang), measured(most, unit, lang));
    text!(lang, "{years}: от {least} до {most}", "{years}: from {least} to {most}")
}

/// How much of a history a table shows.
pub fn shown_of(shown: usize, all: usize, lang: Lang) -> String {
    let (shown, all) = (number(&shown, lang), number(&all, lang));
    text!(lang, "Показаны последние {shown} из {all}.", "The latest {shown} of {all} are shown.")
}
