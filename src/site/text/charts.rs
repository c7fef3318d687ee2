//! Texts on the axes of charts, and charts in words for readers who do not see them.

use chrono::{Datelike, NaiveDate};

use super::dates::day;
use super::flags::with_flags;
use super::numbers::{measured, number};
use super::quarters::in_sentence_of;
use crate::model::{Lang, Localized, Measure, Number, Observation, Unit, texts};

texts! {
    /// Where a scale does not begin at zero.
    not_from_zero { "шкала начинается не\u{a0}с\u{a0}нуля", "the scale does not start at zero" }

    /// The meaning of a dashed line.
    tail_meaning {
        "нет сведений о\u{a0}том, что после последнего известного решения ставка не менялась",
        "not known whether the rate has changed since the last known decision" }

    /// The meaning of dashes and of a line at the as-of day.
    coming_meaning(day) {
        "{day}: позже этого дня значения объявлены, но\u{a0}ещё не\u{a0}действуют",
        "{day}: later values are announced and not yet in force" }

    /// The meaning of a thin dash between months of one year.
    bridge_meaning { "данных за\u{a0}месяцы между ними нет", "no data for the months in between" }

    sparse_in(count, days, possible, period) {
        "{count} {days} из\u{a0}примерно {possible}, {period}; между ними данных нет.",
        "{count} {days} of about {possible}, {period}; there are no data in between." }

    sparse_years(from, to) { "с\u{a0}{from} по\u{a0}{to}\u{a0}год", "from {from} to {to}" }
    sparse_year(year) { "в\u{a0}{year}\u{a0}году", "in {year}" }

    /// The kind of quantity, behind its unit.
    measure(Measure) {
        Amount => { "значение", "level" }
        Rate => { "ставка или курс", "rate" }
        Growth => { "темп прироста", "growth rate" }
        Index => { "индекс", "index" }
    }

    /// What a reader chooses to see.
    chart_choice(&str) {
        "level" => { "значения", "level" }
        "change" => { "изменение за\u{a0}год", "change on a year" }
        "all" => { "весь период", "all years" }
        "five" => { "пять лет", "five years" }
        "one" => { "год", "one year" }
    }
    chart_choices { "Что показать на\u{a0}графике", "What the chart shows" }

    change_on_a_year {
        "изменение к\u{a0}тому\u{a0}же периоду прошлого года",
        "change on the same period of the previous year" }

    ends_and_range(name, all, first, last, least, most) {
        "{name}. Наблюдений: {all}. Первое значение — {first}, последнее — {last}, наименьшее — {least}, наибольшее — {most}.",
        "{name}. {all} observations. The first is {first}, the latest {last}, the lowest {least}, the highest {most}." }
    gaps(count) { "Пропусков в\u{a0}ряду: {count}.", "Gaps in the series: {count}." }
    breaks(days) { "Разрыв ряда: {days}.", "Break in series: {days}." }
    drawn_beside(names) { "На\u{a0}том\u{a0}же графике: {names}.", "In the same chart: {names}." }

    /// Beside a chart's line, between two parts of it that cannot be compared.
    break_mark { "разрыв ряда", "break in series" }

    /// Under charts of former units and measures.
    units_apart {
        "Единица или вид величины менялись. Такие значения между собой не сравнимы и показаны отдельно.",
        "The unit or the kind of quantity has changed. Such values cannot be compared and are shown apart." }

    last_of(value) { "Последнее значение: {value}.", "Latest value: {value}." }

    two_observations(one, two) {
        "Наблюдений только два: {one} и\u{a0}{two}, поэтому графика нет.",
        "There are only two observations, {one} and {two}, so there is no chart." }

    one_observation(one) {
        "Наблюдение только одно: {one}, поэтому графика нет.",
        "There is only one observation, {one}, so there is no chart." }

    /// A line without axes: its years, and between which values.
    from_to(years, least, most) { "{years}: от {least} до {most}", "{years}: from {least} to {most}" }
}

/// A day on an axis that says its year elsewhere: `5 нояб.`, `5 Nov`.
pub fn short_day(date: NaiveDate, lang: Lang) -> String {
    format!("{}\u{a0}{}", date.day(), lang.month(date.month0()).short_in_day)
}

/// An observation in a sentence: its value, and in brackets its period.
fn value_in_period(of: &Observation, decimals: u8, lang: Lang) -> String {
    let value = measured(&of.value.shown(decimals), &of.series_key.unit, lang);
    match of.date {
        Some(date) => format!("{value} ({})", in_sentence_of(&of.series_key, date, lang)),
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

/// The last value of a picture that is seen without its page: with its period, and its flags.
pub fn last_value(of: &Observation, decimals: u8, lang: Lang) -> Option<String> {
    of.date?;
    Some(last_of(with_flags(&value_in_period(of, decimals, lang), of.flags, lang), lang))
}

/// Instead of axes with one or two points.
pub fn no_chart(observations: &[&Observation], decimals: u8, lang: Lang) -> String {
    let values: Vec<String> = observations.iter().map(|of| value_in_period(of, decimals, lang)).collect();
    match &values[..] {
        [one, two] => two_observations(one, two, lang),
        all => one_observation(all.join("; "), lang),
    }
}

/// A chart for those who cannot see it.
pub struct Described<'a> {
    pub name: &'a Localized<String>,
    /// Those drawn beside it.
    pub beside: Vec<&'a Localized<String>>,
    pub observations: &'a [&'a Observation],
    /// How often its line is interrupted.
    pub gaps: usize,
    pub breaks: &'a [NaiveDate],
    pub decimals: u8,
}

/// Its names, its ends and its range, and where it is interrupted.
pub fn described(of: &Described<'_>) -> Localized<String> {
    let mut by_value = of.observations.to_vec();
    by_value.sort_by_key(|of| of.value);
    let ([first, .., last], [least, .., most]) = (of.observations, &by_value[..]) else {
        return Localized::build(|_| String::new());
    };
    Localized::build(|lang| {
        let [first, last, least, most] =
            [first, last, least, most].map(|one| value_in_period(one, of.decimals, lang));
        let all = number(&of.observations.len(), lang);
        let mut text = ends_and_range(of.name.get(lang), all, first, last, least, most, lang);
        let mut add = |more: String| {
            text.push(' ');
            text += &more;
        };
        if of.gaps > 0 {
            add(gaps(number(&of.gaps, lang), lang));
        }
        if !of.breaks.is_empty() {
            let days: Vec<String> = of.breaks.iter().map(|date| day(*date, lang)).collect();
            add(breaks(days.join(", "), lang));
        }
        if !of.beside.is_empty() {
            let names: Vec<&str> = of.beside.iter().map(|name| name.get(lang).as_str()).collect();
            add(drawn_beside(names.join(", "), lang));
        }
        text
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
        return format!("{years}: {}", measured(&least.in_full(), unit, lang));
    }
    from_to(years, number(&least, lang), measured(&most.in_full(), unit, lang), lang)
}
