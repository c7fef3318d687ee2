//! Texts on and beside charts, and what is said instead of one.

use super::*;

texts! {
    /// For a scale that does not begin at zero.
    not_from_zero { "шкала начинается не\u{a0}с\u{a0}нуля", "the scale does not start at zero" }

    /// The meaning of a dashed line.
    tail_meaning {
        "неизвестно, менялась ли ставка после последнего известного решения",
        "it is not known whether the rate has changed since the last known decision" }

    /// The meaning of dashes and of a line at the as-of day, and the rates that are to come.
    coming_meaning(day) {
        "после {day}: объявлено, ещё не\u{a0}действует",
        "after {day}: announced, not yet in force" }
    coming_rate(value, day) { "→ {value} с\u{a0}{day}", "→ {value} from {day}" }

    /// Below a drawing of observations that are not joined.
    line_broken { "Разрывы линии: наблюдений нет.", "Gaps: no observations." }
    totals_begin_anew {
        "Каждый год линия начинается заново: итоги считаются с\u{a0}января.",
        "Each year starts anew: totals are counted from January." }
    averages_begin_anew {
        "Каждый год линия начинается заново: средние считаются с\u{a0}января.",
        "Each year starts anew: averages are counted from January." }

    /// The choices of what a chart shows.
    chart_choice(&str) {
        "level" => { "Значения", "Values" }
        "since" => { "С\u{a0}начала года", "Since January" }
        "last12" => { "12\u{a0}месяцев", "12\u{a0}months" }
        "month" => { "Месяц", "Month" }
        "last4" => { "4\u{a0}квартала", "4\u{a0}quarters" }
        "quarter" => { "Квартал", "Quarter" }
        "yoy" => { "Изменение за\u{a0}год", "Change on a\u{a0}year earlier" }
        "all" => { "Всё время", "All" }
        "five" => { "5\u{a0}лет", "5\u{a0}years" }
        "one" => { "1\u{a0}год", "1\u{a0}year" }
    }
    /// The labels of two dates, and of the link to the values between them.
    range_begins { "С", "From" }
    range_ends { "по", "to" }
    csv_of_range { "CSV этого вида", "CSV of this view" }
    range_is_empty { "В\u{a0}этом промежутке наблюдений нет.", "No observations in this range." }
    range_is_reversed { "Начало позже конца.", "The range ends before it begins." }
    /// Before the last period of a sum, in what the script reads out.
    summed_to(Derivation) {
        Month | Quarter => { "", "" }
        Last12 => { "12\u{a0}месяцев по\u{a0}", "12\u{a0}months to\u{a0}" }
        Last4 => { "4\u{a0}квартала по\u{a0}", "4\u{a0}quarters to\u{a0}" }
    }
    chart_choices { "Что показать на\u{a0}графике", "What the chart shows" }

    /// Figures that totals since January imply, as a caption says them of the unit.
    derivation(Derivation) {
        Month => { "за\u{a0}месяц (расчёт)", "by month (computed)" }
        Last12 => { "сумма за\u{a0}последние 12\u{a0}месяцев (расчёт)", "sum of the last 12\u{a0}months (computed)" }
        Quarter => { "за\u{a0}квартал (расчёт)", "by quarter (computed)" }
        Last4 => { "сумма за\u{a0}последние четыре квартала (расчёт)", "sum of the last four quarters (computed)" }
    }

    change_on_a_year {
        "изменение к\u{a0}тому\u{a0}же периоду прошлого года",
        "change from the same period of the previous year" }

    /// Beside a chart's line, between two parts of it that cannot be compared.
    break_mark { "разрыв ряда", "break in series" }

    /// Below a chart of a series that had other units or measures.
    units_apart {
        "Прежние значения в\u{a0}другой единице или другого вида несопоставимы и на\u{a0}графике не\u{a0}показаны.",
        "Earlier values in another unit or of another kind are not comparable and are not drawn." }

    last_of(value) { "Последнее значение: {value}.", "Latest value: {value}." }
    in_force(value) { "Действующее значение: {value}.", "Value in force: {value}." }

    two_observations(first, second) {
        "Известны два значения: {first} и {second}; для графика этого мало.",
        "Two values are known: {first} and {second}; a chart needs more." }

    one_observation(first) {
        "Известно одно значение: {first}; для графика этого мало.",
        "One value is known: {first}; a chart needs more." }

    // The same where the series has others, which are not comparable.
    two_of_this_kind(first, second) {
        "Сопоставимых значений два: {first} и {second}; для графика этого мало.",
        "Two comparable values are known: {first} and {second}; a chart needs more." }
    one_of_this_kind(first) {
        "Сопоставимых значений одно: {first}; для графика этого мало.",
        "One comparable value is known: {first}; a chart needs more." }

    // A line without axes: its years, and between which values.
    between(years, least, most) {
        "{years}: наименьшее значение {least}, наибольшее {most}",
        "{years}: lowest {least}, highest {most}" }
    constant(years, value) { "{years}: без изменений, {value}", "{years}: unchanged at {value}" }
    latest_in(years, value) { "{years}: последнее значение {value}", "{years}: latest {value}" }

    // A chart in words, for readers who do not see it.
    first(name, value) { "{name}. Первое значение: {value}.", "{name}. First: {value}." }
    year_before(value) { " Годом ранее: {value}.", " A year earlier: {value}." }
}

/// A month in a label: `сент. 2026`, `Sept 2026`.
pub fn short_month(date: NaiveDate, lang: Lang) -> String {
    format!("{}\u{a0}{}", lang.month(date.month0()).short, date.year())
}

/// An observation in a sentence: its value, and in brackets its period.
pub(super) fn value_in_period(observation: &Observation, decimals: u8, lang: Lang) -> String {
    value_dated(observation, observation.date, decimals, lang)
}

fn value_dated(
    observation: &Observation,
    date: Option<NaiveDate>,
    decimals: u8,
    lang: Lang,
) -> String {
    let series_key = &observation.series_key;
    let value = measured(&observation.shown(decimals), &series_key.unit, lang);
    match date {
        Some(_) => format!("{value} ({})", period_in_brackets(series_key, date, lang)),
        None => value,
    }
}

/// A range of years, or the one where both are the same: `2022–2026`.
pub fn years_between((from, to): (i32, i32)) -> String {
    match from == to {
        true => from.to_string(),
        false => format!("{from}–{to}"),
    }
}

/// The last value of a picture that is seen without its page, or the one in force where another is to come: with its
/// period, and its flags.
pub fn last_value(leading: &InForce, as_of: NaiveDate, decimals: u8, lang: Lang) -> Option<String> {
    let current = leading.current;
    let value = value_dated(current, Some(leading.since?), decimals, lang);
    let value = with_flags(&value, current.flags, lang);
    let is_in_force = !leading.coming.is_empty() && !current.is_to_come(as_of);
    Some(if is_in_force {
        in_force(value, lang)
    } else {
        last_of(value, lang)
    })
}

/// The sentence instead of a chart of one or two points. `is_whole` is false if the series has points of other units or
/// measures.
pub fn no_chart(observations: &[&Observation], is_whole: bool, decimals: u8, lang: Lang) -> String {
    let mut values = Vec::new();
    for observation in observations {
        values.push(value_in_period(observation, decimals, lang));
    }

    nbsp(&match (&values[..], is_whole) {
        ([first, second], true) => two_observations(first, second, lang),
        ([first, second], false) => two_of_this_kind(first, second, lang),
        (all, true) => one_observation(all.join("; "), lang),
        (all, false) => one_of_this_kind(all.join("; "), lang),
    })
}

/// The label of a line without axes: its years, and between which values it lies. Totals of parts of a year are not compared:
/// the label has the latest one.
pub fn sparkline_label(
    shown: &[&Observation],
    are_totals: bool,
    decimals: u8,
    lang: Lang,
) -> Option<String> {
    let (first, last) = (shown.first()?, shown.last()?);
    let years = years_between((first.date?.year(), last.date?.year()));
    let unit = &last.series_key.unit;
    if are_totals || shown.len() == 1 {
        let value = measured(&last.shown(decimals), unit, lang);
        return Some(latest_in(years, value, lang));
    }

    let least = shown.iter().min_by_key(|row| row.value)?;
    let most = shown.iter().max_by_key(|row| row.value)?;
    let highest = measured(&most.shown(decimals), unit, lang);
    if least.value == most.value {
        return Some(constant(years, highest, lang));
    }

    let least = least.shown(decimals);
    let lowest = if unit.is_percent() {
        measured(&least, unit, lang)
    } else {
        number(&least, lang)
    };

    Some(between(years, lowest, highest, lang))
}

/// The first observation, what is said of the latest, and that of a year before it. The table says the rest.
pub fn describe_chart(
    name: &str,
    rows: &[&Observation],
    latest: &str,
    decimals: u8,
    lang: Lang,
) -> String {
    let Some((start, last)) = rows.first().zip(rows.last()) else {
        return name.to_owned();
    };

    let earlier = rows.iter().find(|row| is_a_year_before(row, last));
    let mut text = first(name, value_in_period(start, decimals, lang), lang);
    text += " ";
    text += latest;
    if let Some(earlier) = earlier {
        text += &year_before(value_in_period(earlier, decimals, lang), lang);
    }

    nbsp(&text)
}

/// Returns true if an observation is that of the same month a year before, or of the same day where a month may have several.
fn is_a_year_before(row: &Observation, last: &Observation) -> bool {
    let (Some(date), Some(end)) = (row.date, last.date) else {
        return false;
    };

    let is_same_day = row.series_key.ends_with_months() || date.day() == end.day();
    date.year() + 1 == end.year() && date.month() == end.month() && is_same_day
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::model::PeriodType;
    use crate::site::chart::samples::series;

    #[test]
    fn the_first_the_latest_and_the_value_of_a_year_earlier_are_told() {
        let sentence = |period_type, rows: &[&str], lang| {
            let series = series(period_type, rows);
            let rows: Vec<&Observation> = series.observations().iter().collect();
            let leading = series.in_force("2026-11-20".parse().unwrap());
            let latest = last_value(&leading, "2026-11-20".parse().unwrap(), 0, lang).unwrap();
            describe_chart("M2", &rows, &latest, 0, lang).replace('\u{a0}', " ")
        };
        let totals = ["2025-01-31 9 %", "2025-02-28 20 %", "2026-01-31 10 %"];
        assert_eq!(
            sentence(PeriodType::YearToDate, &totals, Lang::En),
            "M2. First: 9% (January 2025). Latest value: 10% (January 2026). A year earlier: 9% (January 2025)."
        );
        let months = ["2025-12-31 2 %", "2026-01-31 1 %", "2026-04-30 -1 %"];
        assert_eq!(
            sentence(PeriodType::Monthly, &months, Lang::Ru),
            "M2. Первое значение: 2 % (за декабрь 2025 года). Последнее значение: −1 % (за апрель 2026 года)."
        );
        // Days before the first month of a series that became one of months.
        let (days, months) = (
            series(PeriodType::Daily, &["2025-02-10 1 %"]),
            series(PeriodType::Monthly, &["2025-02-28 2 %", "2026-02-28 3 %"]),
        );
        let rows: Vec<&Observation> = days
            .observations()
            .iter()
            .chain(months.observations())
            .collect();
        assert!(describe_chart("M2", &rows, "", 0, Lang::En).contains("A year earlier: 2%"));
        let days = ["2025-04-29 1 %", "2025-04-30 2 %", "2026-04-30 3 %"];
        assert!(
            sentence(PeriodType::Daily, &days, Lang::En)
                .ends_with("A year earlier: 2% (30 April 2025).")
        );
    }
}
