//! Texts on and beside charts, and what is said instead of one.

use chrono::{Datelike, NaiveDate};

use super::dates::nbsp;
use super::flags::with_flags;
use super::numbers::{measured, number};
use super::periods::labelled;
use crate::model::{InForce, Lang, Number, Observation, texts};

texts! {
    /// Where a scale does not begin at zero.
    not_from_zero { "шкала начинается не\u{a0}с\u{a0}нуля", "the scale does not start at zero" }

    /// The meaning of a dashed line.
    tail_meaning {
        "неизвестно, менялась ли ставка после последнего известного решения",
        "it is not known whether the rate has changed since the last known decision" }

    /// The meaning of dashes and of a line at the as-of day.
    coming_meaning(day) {
        "{day}: более поздние значения объявлены, но\u{a0}ещё не\u{a0}действуют",
        "{day}: later values have been announced but are not yet in force" }

    /// The meaning of a thin dash between months of one year.
    bridge_meaning { "за\u{a0}месяцы между точками данных нет", "no data for the months in between" }

    /// Below a drawing of observations that are not joined.
    line_broken {
        "Линия прервана там, где данных нет.",
        "The line is broken where there are no data." }
    not_joined {
        "Точки не\u{a0}соединены: что было между ними, неизвестно.",
        "The dots are not joined: what happened in between is not known." }
    begins_anew {
        "Линия начинается заново каждый год: значения считаются с\u{a0}января.",
        "The line begins anew each year: values are counted from January." }

    sparse_in(count, days, possible, period) {
        "Значения есть за {count} {days} из\u{a0}примерно {possible} ({period}); между ними данных нет.",
        "Values exist for {count} {days} of about {possible} ({period}); there are no data in between." }

    sparse_years(from, to) { "{from}–{to}\u{a0}годы", "{from}–{to}" }
    sparse_year(year) { "{year}\u{a0}год", "{year}" }

    /// What a reader chooses to see.
    chart_choice(&str) {
        "level" => { "значения", "level" }
        "change" => { "изменение за\u{a0}год", "change on a year earlier" }
        "all" => { "весь период", "all years" }
        "five" => { "пять лет", "five years" }
        "one" => { "год", "one year" }
    }
    chart_choices { "Что показать на\u{a0}графике", "What the chart shows" }

    change_on_a_year {
        "изменение к\u{a0}тому\u{a0}же периоду прошлого года",
        "change from the same period of the previous year" }

    /// Beside a chart's line, between two parts of it that cannot be compared.
    break_mark { "разрыв ряда", "break in series" }

    /// Under charts of former units and measures.
    units_apart {
        "Единица или вид величины менялись. Такие значения несопоставимы и показаны отдельно.",
        "The unit or the measure has changed. Such values are not comparable and are shown separately." }

    last_of(value) { "Последнее значение: {value}.", "Latest value: {value}." }
    in_force(value) { "Действующее значение: {value}.", "Value in force: {value}." }

    two_observations(one, two) {
        "Известны два значения: {one} и {two}; для графика этого мало.",
        "Two values are known: {one} and {two}; a chart needs more." }

    one_observation(one) {
        "Известно одно значение: {one}; для графика этого мало.",
        "One value is known: {one}; a chart needs more." }

    // The same where the series has others, which are not comparable.
    two_of_this_kind(one, two) {
        "Сопоставимых значений два: {one} и {two}; для графика этого мало.",
        "Two comparable values are known: {one} and {two}; a chart needs more." }
    one_of_this_kind(one) {
        "Сопоставимых значений одно: {one}; для графика этого мало.",
        "One comparable value is known: {one}; a chart needs more." }

    // A line without axes: its years, and between which values.
    between(years, least, most) {
        "{years}: наименьшее значение {least}, наибольшее {most}",
        "{years}: lowest {least}, highest {most}" }
    constant(years, value) { "{years}: без изменений, {value}", "{years}: unchanged at {value}" }
    latest_in(years, value) { "{years}: последнее значение {value}", "{years}: latest {value}" }
}

/// A day on an axis that says its year elsewhere: `5 нояб.`, `5 Nov`.
pub fn short_day(date: NaiveDate, lang: Lang) -> String {
    format!("{}\u{a0}{}", date.day(), lang.month(date.month0()).short_in_day)
}

/// An observation in a sentence: its value, and in brackets its period.
pub(super) fn value_in_period(observation: &Observation, decimals: u8, lang: Lang) -> String {
    value_dated(observation, observation.date, decimals, lang)
}

fn value_dated(observation: &Observation, date: Option<NaiveDate>, decimals: u8, lang: Lang) -> String {
    let Observation { series_key, value, .. } = observation;
    let value = measured(&value.shown(decimals), &series_key.unit, lang);
    match date {
        Some(_) => format!("{value} ({})", labelled(series_key, date, lang)),
        None => value,
    }
}

/// Years whose lines have no name.
pub fn older_years((from, to): (i32, i32)) -> String {
    if from == to { from.to_string() } else { format!("{from}–{to}") }
}

/// How many of its days a series has, and when.
pub fn sparse(count: usize, possible: usize, (from, to): (NaiveDate, NaiveDate), lang: Lang) -> String {
    let days = lang.counted(count, [&["день", "дня", "дней"], &["day", "days"]]);
    let period = match (from.year(), to.year()) {
        (from, to) if from == to => sparse_year(from, lang),
        (from, to) => sparse_years(from, to, lang),
    };
    sparse_in(number(&count, lang), days, number(&possible, lang), period, lang)
}

/// The last value of a picture that is seen without its page, or the one in force where another is to come: with its
/// period, and its flags.
pub fn last_value(leading: &InForce, as_of: NaiveDate, decimals: u8, lang: Lang) -> Option<String> {
    let InForce { current, since, coming, .. } = leading;
    let value = value_dated(current, Some((*since)?), decimals, lang);
    let value = with_flags(&value, current.flags, lang);
    let is_in_force = !coming.is_empty() && !current.is_to_come(as_of);
    Some(if is_in_force { in_force(value, lang) } else { last_of(value, lang) })
}

/// Instead of axes with one or two points: all of a series, or those of one unit and measure where it has several.
pub fn no_chart(observations: &[&Observation], is_whole: bool, decimals: u8, lang: Lang) -> String {
    let values: Vec<String> = observations.iter().map(|of| value_in_period(of, decimals, lang)).collect();
    nbsp(&match (&values[..], is_whole) {
        ([one, two], true) => two_observations(one, two, lang),
        ([one, two], false) => two_of_this_kind(one, two, lang),
        (all, true) => one_observation(all.join("; "), lang),
        (all, false) => one_of_this_kind(all.join("; "), lang),
    })
}

/// A line without axes in words: its years, and between which values. Totals of parts of a year are not compared: of those
/// the latest is told.
pub fn sparkline_label(shown: &[&Observation], are_totals: bool, decimals: u8, lang: Lang) -> Option<String> {
    let year = |of: &Observation| of.date.map(|date| date.year());
    let (first, last) = (shown.first()?, shown.last()?);
    let years = older_years((year(first)?, year(last)?));
    let unit = &last.series_key.unit;
    let with_unit = |value: &Number| measured(&value.shown(decimals), unit, lang);
    if are_totals || shown.len() == 1 {
        return Some(latest_in(years, with_unit(&last.value), lang));
    }
    let (least, most) = (lowest(shown)?.value, highest(shown)?.value);
    Some(match least == most {
        true => constant(years, with_unit(&most), lang),
        false if unit.is_percent() => between(years, with_unit(&least), with_unit(&most), lang),
        false => between(years, number(&least.shown(decimals), lang), with_unit(&most), lang),
    })
}

/// The first of the lowest.
pub(super) fn lowest<'a>(of: &[&'a Observation]) -> Option<&'a Observation> {
    of.iter().copied().min_by_key(|of| of.value)
}

/// The first of the highest.
pub(super) fn highest<'a>(of: &[&'a Observation]) -> Option<&'a Observation> {
    of.iter().rev().copied().max_by_key(|of| of.value)
}
