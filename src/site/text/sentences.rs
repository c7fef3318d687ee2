//! Whole sentences of pages, feeds and calendars on figures.

use chrono::{Datelike, NaiveDate};

use super::dates::{in_sentence, nbsp, period_date};
use super::numbers::number;
use super::overview::indicators;
use super::periods::period_in_table;
use super::quarters::in_table_of;
use crate::model::{Lang, Localized, Observation, PeriodType, Status, texts};

texts! {
    /// The name of a service that has none of its own [D9].
    nameless_service { "Макроэкономические показатели", "Macroeconomic indicators" }

    nameless_calendar { "Календарь публикаций показателей", "Indicator release calendar" }
    calendar_of(title) { "{title}: календарь публикаций", "{title}: release calendar" }

    no_changes_from_seed {
        "Изменения за месяц и\u{a0}за год не\u{a0}рассчитаны: это резервные данные, не\u{a0}полученные при проверке источника.",
        "No month-on-month or year-on-year change is calculated: these are fallback data, not retrieved by a check of the source." }

    no_changes_from_unknown {
        "Изменения за месяц и\u{a0}за год не\u{a0}рассчитаны: статус данных неизвестен.",
        "No month-on-month or year-on-year change is calculated: the status of the data is unknown." }

    source_of(name) { "Источник: {name}.", "Source: {name}." }

    as_of(day) {
        "Набор данных составлен {day}; у каждого значения свой период, и возраст значений отсчитан до этого дня.",
        "The dataset was compiled on {day}; each figure has a period of its own, and ages are counted to that day." }

    /// The day to which an age is counted.
    counted_to(day) { "Возраст значения отсчитан до {day}.", "The age of the figure is counted to {day}." }

    /// A publication that was expected.
    did_not_come(day) {
        "ожидалась {day} и до сих пор не поступила",
        "was expected on {day} and has not arrived" }

    /// Part of a citation.
    was_published(day) { "Опубликовано {day}. ", "Published on {day}. " }

    /// A figure that its source has not said, in a citation.
    by_unofficial_data(period) { "{period}, по неофициальным данным", "{period}, unofficial figure" }
    not_from_source(name) {
        "Источник показателя — {name}; это значение получено не от него. ",
        "The source of the indicator is {name}; this figure was not obtained from it. " }

    /// A rate that is decided and not in force yet.
    rate_to_come(day, value) { "с {day} — {value}", "from {day}: {value}" }
    /// A rate with the day from which it applies.
    rate_from(value, day) { "{value} с {day}", "{value} from {day}" }

    /// Beside an amount of a part of a year.
    in_full_year(year, value) { "за {year} год: {value}", "for the full year {year}: {value}" }

    /// A page in a sentence, as search engines show it.
    meta_description(name, value, period) {
        "{name}: {value}. {period}. График, все наблюдения, источник и данные в CSV и JSON.",
        "{name}: {value}. {period}. Chart, all observations, source, and data as CSV and JSON." }

    /// Under a picture.
    status_of(word) { "Статус: {word}.", "Status: {word}." }

    and_others(first, count, noun) { "{first} и ещё {count} {noun}", "{first} and {count} {noun}" }
    counts(indicators, observations) { "{indicators}, {observations}", "{indicators}, {observations}" }
}

/// The name of the service: the dataset's own, else a general one [D9].
pub fn service(title: Option<&Localized<String>>, lang: Lang) -> &str {
    title.map_or(nameless_service(lang), |title| title.get(lang))
}

/// The name that a calendar program shows.
pub fn calendar_name(title: Option<&Localized<String>>, lang: Lang) -> String {
    title.map_or_else(|| nameless_calendar(lang).to_owned(), |title| calendar_of(title.get(lang), lang))
}

/// `20 ноября 2026 года`, `20 November 2026`.
pub fn full_day(date: NaiveDate, lang: Lang) -> String {
    in_sentence(PeriodType::Daily, date, lang)
}

/// Why nothing is compared, where the status alone forbids it.
pub fn no_changes(status: Status, lang: Lang) -> &'static str {
    match status {
        Status::Seed => no_changes_from_seed(lang),
        _ => no_changes_from_unknown(lang),
    }
}

/// The title of a release: the name of its first indicator, and how many more there are.
pub fn release_names(first: &str, others: usize, lang: Lang) -> String {
    if others == 0 {
        return first.to_owned();
    }
    let noun = lang.counted(others, [&["показатель", "показателя", "показателей"], &["more", "more"]]);
    and_others(first, others, noun, lang)
}

/// How much there is: `75 показателей, 691 наблюдение`.
pub fn size(of_indicators: usize, of_observations: usize, lang: Lang) -> String {
    counts(indicators(of_indicators, lang), observations(of_observations, lang), lang)
}

/// `691 наблюдение`, `691 observations`.
fn observations(count: usize, lang: Lang) -> String {
    let noun =
        lang.counted(count, [&["наблюдение", "наблюдения", "наблюдений"], &["observation", "observations"]]);
    format!("{}\u{a0}{noun}", number(&count, lang))
}

/// The period of a run of equal observations, and how many they are: `8 января – 12 января 2024
/// (5 наблюдений)`.
pub fn run_of_days(
    first: &Observation,
    last: &Observation,
    count: usize,
    as_of: NaiveDate,
    lang: Lang,
) -> String {
    let key = &*last.series_key;
    let Some((from, to)) = first.date.zip(last.date) else {
        return period_in_table(key, last.date, as_of, lang);
    };
    let written =
        |date| in_table_of(key, date, lang).unwrap_or_else(|| period_date(key.period_type, date, lang));
    let year = format!(" {}", from.year());
    let begin = written(from);
    let begin = if from.year() == to.year() { begin.trim_end_matches(&year) } else { &begin };
    nbsp(&format!("{begin} – {} ({})", written(to), observations(count, lang)))
}

/// The key that a name is sorted by: letters as a dictionary has them, whatever their case, `ё` as `е`.
pub fn sort_key(name: &str) -> String {
    name.to_lowercase().replace('ё', "е")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_sorted_as_in_a_dictionary() {
        let mut names = ["Ёлка", "Еда", "жизнь", "Енот", "M2"];
        names.sort_by_cached_key(|name| sort_key(name));
        assert_eq!(names, ["M2", "Еда", "Ёлка", "Енот", "жизнь"]);
    }

    #[test]
    fn a_publication_that_has_not_come_is_said_so() {
        let said = |lang| did_not_come(full_day("2026-04-02".parse().unwrap(), lang), lang);
        assert_eq!(said(Lang::Ru), "ожидалась 2 апреля 2026 года и до сих пор не поступила");
        assert_eq!(said(Lang::En), "was expected on 2 April 2026 and has not arrived");
    }

    #[test]
    fn counts_and_nouns_agree() {
        for (count, expected) in [
            (1, "1\u{a0}показатель, 21\u{a0}наблюдение"),
            (3, "3\u{a0}показателя, 21\u{a0}наблюдение"),
            (11, "11\u{a0}показателей, 21\u{a0}наблюдение"),
        ] {
            assert_eq!(size(count, 21, Lang::Ru), expected);
        }
        assert_eq!(size(1, 5000, Lang::En), "1 indicator, 5,000\u{a0}observations");
    }
}
