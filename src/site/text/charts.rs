//! Texts on the axes of charts, and charts in words for readers who do not see them.

use chrono::{Datelike, NaiveDate};

use super::dates::day;
use super::numbers::{measured, number};
use super::quarters::in_sentence_of;
use crate::model::{Lang, Localized, Number, Observation, Unit, text, texts};

texts! {
    /// Where a scale does not begin at zero.
    not_from_zero { "шкала начинается не\u{a0}с\u{a0}нуля", "the scale does not start at zero" }

    /// The meaning of a dashed line.
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

    /// How much of a history a table shows.
    shown_of(shown, all) { "Показаны последние {shown} из {all}.", "The latest {shown} of {all} are shown." }

    /// A line without axes: its years, and between which values.
    from_to(years, least, most) { "{years}: от {least} до {most}", "{years}: from {least} to {most}" }
}

/// A day on an axis that says its year elsewhere: `5 нояб.`, `5 Nov`.
pub fn short_day(date: NaiveDate, lang: Lang) -> String {
    format!("{}\u{a0}{}", date.day(), lang.month(date.month0()).short_in_day)
}

/// An observation in a sentence: its value, and in brackets its period.
fn value_in_period(of: &Observation, decimals: u8, lang: Lang) -> String {
    let value = measured(of.value.to_decimals(decimals), &of.series_key.unit, lang);
    match of.date {
        Some(date) => format!("{value} ({})", in_sentence_of(&of.series_key, date, lang)),
        None => value,
    }
}

/// Instead of axes with one or two points.
pub fn no_chart(observations: &[&Observation], decimals: u8, lang: Lang) -> String {
    let values: Vec<String> = observations.iter().map(|of| value_in_period(of, decimals, lang)).collect();
    match &values[..] {
        [one, two] => two_observations(one, two, lang),
        all => one_observation(all.join("; "), lang),
    }
}

/// A chart for those who cannot see it: its ends and its range.
pub fn described(observations: &[&Observation], decimals: u8) -> Localized<String> {
    let mut by_value = observations.to_vec();
    by_value.sort_by_key(|of| of.value);
    let ([first, .., last], [least, .., most]) = (observations, &by_value[..]) else {
        return Localized::build(|_| String::new());
    };
    Localized::build(|lang| {
        let on = |of: &Observation| of.date.map(|date| day(date, lang)).unwrap_or_default();
        let (from, to) = (on(first), on(last));
        let [least, most] = [least, most].map(|of| value_in_period(of, decimals, lang));
        let latest = measured(last.value.to_decimals(decimals), &last.series_key.unit, lang);
        let all = number(&observations.len(), lang);
        text!(
            lang,
            "{from} — {to}, наблюдений: {all}. Наименьшее значение — {least}, наибольшее — {most}, последнее — {latest}.",
            "{from} to {to}, {all} observations. The lowest is {least}, the highest {most}, the latest {latest}."
        )
    })
}

/// A line without axes in words: its years, and between which values.
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
    from_to(years, number(&least, lang), measured(most, unit, lang), lang)
}
