//! Whole sentences of pages, feeds and calendars on figures, and counts with their nouns.

use super::*;

/// The most decisions in a cell that left a rate as it is.
const MAX_DECISIONS: usize = 6;
/// The most indicators of a category that its description names.
const MAX_NAMED: usize = 6;

const INDICATORS: Forms = [
    &["показатель", "показателя", "показателей"],
    &["indicator", "indicators"],
];
const MORE_INDICATORS: Forms = [
    &["показатель", "показателя", "показателей"],
    &["more indicator", "more indicators"],
];
const OBSERVATIONS: Forms = [
    &["наблюдение", "наблюдения", "наблюдений"],
    &["observation", "observations"],
];

texts! {
    /// The name of a service that has none of its own [D9].
    nameless_service { "Макроэкономические показатели", "Macroeconomic indicators" }
    nameless_calendar { "Календарь публикаций показателей", "Indicator release calendar" }
    calendar_of(title) { "{title}: календарь публикаций", "{title}: release calendar" }

    as_of(day) { "По состоянию на {day}", "As of {day}" }
    /// On the charts of a category.
    charts_meaning(indicators, years) {
        "{indicators}, {years}. Вертикальные шкалы разные и начинаются не с нуля.",
        "{indicators}, {years}. Vertical scales differ and do not start at zero." }
    /// In the head of a section, where ages differ.
    oldest_figure(age) { "самое давнее — {age}", "oldest {age}" }
    not_here { "в\u{a0}наборе данных её нет", "not in this dataset" }
    are_late(names) { "в\u{a0}наборе данных нет: {names}", "not in this dataset: {names}" }

    /// The reason for which nothing is compared, where it is the status alone.
    no_changes(Status) {
        Seed => {
            "Изменения по\u{a0}начальным данным не\u{a0}рассчитываются.",
            "No changes are calculated from initial data." }
        Verified | Stale | Unknown => {
            "Изменения по\u{a0}данным с\u{a0}неизвестным статусом не\u{a0}рассчитываются.",
            "No changes are calculated from data of unknown status." }
    }
    /// A change that the source has calculated, against a base that it does not always tell.
    on_own_basis(change) { "{change} (по расчёту источника)", "{change} (as the source calculates it)" }

    /// A rate that is decided and not in force yet.
    rate_from_day(day, value) { "с {day} — {value}", "from {day}: {value}" }
    negative_rate_from_day(day, value) { "с {day}: {value}", "from {day}: {value}" }
    /// A rate with the day from which it applies.
    rate_from(value, day) { "{value} с {day}", "{value} from {day}" }
    /// The rate before the last change.
    rate_until(value, day) { "{value} до {day}", "{value} until {day}" }
    changed_from_rate(day, value) { "{day}, было {value}", "{day}, from {value}" }
    /// Decisions that left a rate as it is.
    unchanged_on(day) { "без изменений по решению от {day}", "left unchanged on {day}" }
    unchanged_on_several(days, day) {
        "без изменений по решениям от {days} и {day}",
        "left unchanged on {days} and {day}" }
    unchanged_in_table(since, days) { "{since} (без изменений: {days})", "{since} (unchanged: {days})" }

    extremes_since(year) { "Наибольшее и\u{a0}наименьшее с {year} года", "Highest and lowest since {year}" }
    published_on(day) { "опубликовано {day}", "published {day}" }
    /// The year or month of which a table leaves the beginning out.
    in_part(name) { "{name} (показан не\u{a0}весь)", "{name} (shown in part)" }
    /// The part of a history that a table shows.
    latest_of(shown, all) {
        "Показаны последние {shown} из\u{a0}{all}\u{a0}наблюдений.",
        "The latest {shown} of {all} observations are shown." }

    /// A page in a sentence, as search engines show it.
    meta_description(name, value, period, status) {
        "{name}, {period}: {value}.{status} График, все наблюдения, источник, данные в CSV и JSON.",
        "{name}, {period}: {value}.{status} Chart, all observations, source, data as CSV and JSON." }
    category_description(name, names) {
        "{name}: {names}. Значения, графики, даты публикаций, данные в CSV, JSON и Excel.",
        "{name}: {names}. Figures, charts, publication dates, data as CSV, JSON and Excel." }
    source_of(name) { "Источник: {name}.", "Source: {name}." }
    status_of(word) { "Статус: {word}.", "Status: {word}." }

    // Parts of a citation.
    was_published(day) { "Опубликовано {day}. ", "Published on {day}. " }
    cited_as_of(day) { "по состоянию на {day}", "as of {day}" }
    /// A figure that its source has not said.
    by_unofficial_data(period) { "{period}, по неофициальным данным", "{period}, unofficial figure" }
    not_from_source(name) {
        "Источник показателя — {name}; это значение получено не от него. ",
        "The source of the indicator is {name}; this figure was not obtained from it. " }

    nothing_found(query) { "По\u{a0}запросу «{query}» ничего не\u{a0}найдено.", "Nothing found for “{query}”." }

    nsdp_of(country) {
        "Национальная страница сводных данных: {country}",
        "National Summary Data Page: {country}" }
    nsdp_updated(day) { "Последнее обновление: {day}.", "Last updated: {day}." }
    nsdp_file(category) { "файл для МВФ: {category} (SDMX-ML)", "file for the IMF: {category} (SDMX-ML)" }
    sector(Sector) {
        Real => { "Реальный сектор", "Real sector" }
        Fiscal => { "Налогово-бюджетный сектор", "Fiscal sector" }
        Financial => { "Финансовый сектор", "Financial sector" }
        External => { "Внешний сектор", "External sector" }
        Population => { "Население", "Population" }
    }

    counted(count, noun) { "{count}\u{a0}{noun}", "{count} {noun}" }
    missing(count) { ", пропущено\u{a0}{count}", ", {count}\u{a0}missing" }
    and_more(count) { "и\u{a0}ещё\u{a0}{count}", "and {count}\u{a0}more" }
    and_others(first, count, noun) { "{first} и ещё {count} {noun}", "{first} and {count} {noun}" }
}

/// Ends each sentence with one full stop, where the unit or the name at its end has a point of its own.
pub fn merge_stops(text: &str) -> String {
    let parts: Vec<&str> = text.split_inclusive('.').collect();
    let mut merged = String::with_capacity(text.len());
    for (place, part) in parts.iter().enumerate() {
        let is_second = *part == "." && merged.ends_with('.');
        let is_ellipsis = merged.ends_with("..") || parts.get(place + 1) == Some(&".");
        if !is_second || is_ellipsis {
            merged += part;
        }
    }

    merged
}

/// A text without values in it.
pub type FixedText = fn(Lang) -> &'static str;

pub fn in_each_language(text: FixedText) -> Localized<String> {
    Localized::build(|lang| text(lang).to_owned())
}

/// The page of a category in a sentence, as search engines show it.
pub fn describe_category(name: &str, names: &[&str], lang: Lang) -> String {
    if names.is_empty() {
        return name.to_owned();
    }

    let (first, more) = names.split_at(names.len().min(MAX_NAMED));
    let mut listed = first.join(", ");
    if !more.is_empty() {
        listed += " ";
        listed += &and_more(more.len(), lang);
    }

    nbsp(&merge_stops(&category_description(name, listed, lang)))
}

/// The name of the service: the dataset's own, else a general one [D9].
pub fn service(title: Option<&Localized<String>>, lang: Lang) -> &str {
    match title {
        Some(title) => title.get(lang),
        None => nameless_service(lang),
    }
}

/// The name that a calendar program shows.
pub fn calendar_name(title: Option<&Localized<String>>, lang: Lang) -> String {
    match title {
        Some(title) => calendar_of(title.get(lang), lang),
        None => nameless_calendar(lang).to_owned(),
    }
}

/// The status of a figure that is quoted elsewhere, where it needs a word.
pub fn status_unless_verified(status: Status, lang: Lang) -> Option<String> {
    (status != Status::Verified).then(|| status_of(status_word(status, lang), lang))
}

/// A month above its days: `Ноябрь 2026`.
pub fn month_heading(date: NaiveDate, lang: Lang) -> String {
    let month = capital(lang.month(date.month0()).name);
    format!("{month}\u{a0}{}", date.year())
}

/// The sentence that publications are not in the dataset: all that were expected on a day, or the named ones and more.
pub fn late(named: &[&str], more: usize, lang: Lang) -> String {
    if named.is_empty() {
        return not_here(lang).to_owned();
    }

    let mut names = nbsp(&named.join(", "));
    if more > 0 {
        names += " ";
        names += &and_more(more, lang);
    }

    are_late(names, lang)
}

/// A rate that is decided and not in force yet. A dash is never next to a minus.
pub fn rate_to_come(day: String, value: &str, lang: Lang) -> String {
    match value.starts_with('\u{2212}') {
        true => negative_rate_from_day(day, value, lang),
        false => rate_from_day(day, value, lang),
    }
}

/// Decisions that left a rate as it is: `без изменений 30 июля и 29 октября 2026 года`. The year of several days is said once.
pub fn left_unchanged(days: &[NaiveDate], lang: Lang) -> Option<String> {
    let (last, before) = days.split_last()?;
    let end = full_day(*last, lang);
    if before.is_empty() {
        return Some(unchanged_on(end, lang));
    }

    let mut earlier = Vec::new();
    for (date, next) in before.iter().zip(&days[1..]) {
        let mut said = full_day(*date, lang);
        if date.year() == next.year() {
            said = day(*date, lang).replace(&format!(" {}", date.year()), "");
        }

        earlier.push(said);
    }

    Some(unchanged_on_several(earlier.join(", "), end, lang))
}

/// The size of a dataset: `75 показателей, 691 наблюдение`.
pub fn size(indicator_count: usize, observation_count: usize, lang: Lang) -> String {
    let indicators = indicators(indicator_count, lang);
    let observations = observations(observation_count, lang);
    format!("{indicators}, {observations}")
}

/// `7 показателей`, `7 indicators`.
pub fn indicators(count: usize, lang: Lang) -> String {
    let noun = lang.counted(count, INDICATORS);
    counted(number(&count, lang), noun, lang)
}

/// `691 наблюдение`, `691 observations`.
fn observations(count: usize, lang: Lang) -> String {
    let noun = lang.counted(count, OBSERVATIONS);
    format!("{}\u{a0}{noun}", number(&count, lang))
}

/// The number of observations, and of those that are missing between them: `48, пропущено 12`.
pub fn there_and_missing(there: usize, absent: usize, lang: Lang) -> String {
    let mut text = number(&there, lang);
    if absent > 0 {
        text += &missing(number(&absent, lang), lang);
    }

    text
}

/// The title of a release: the name of its first indicator, and how many more there are.
pub fn release_names(first: &str, others: usize, lang: Lang) -> String {
    if others == 0 {
        return first.to_owned();
    }

    let noun = lang.counted(others, MORE_INDICATORS);
    and_others(first, others, noun, lang)
}

/// A rate since its day, with the decisions that left it as it is, unless they are too many for a cell.
pub fn rate_with_decisions(
    since: String,
    later: impl Iterator<Item = NaiveDate>,
    lang: Lang,
) -> String {
    let days: Vec<String> = later.map(|day| short_day(day, lang)).collect();
    nbsp(&match days.len() {
        1..=MAX_DECISIONS => unchanged_in_table(since, days.join(", "), lang),
        _ => since,
    })
}

/// The period of a run of equal observations, and their number: `8–12 янв. (5 наблюдений)`.
pub fn run_of_days(run: &[Observation], is_in_group: bool, as_of: NaiveDate, lang: Lang) -> String {
    let ([first, .., last] | [first @ last]) = run else {
        return String::new();
    };

    let ends = first.date.zip(last.date);
    let is_of_year = ends.is_some_and(|(first, last)| first.year() == last.year());
    let is_of_month = is_of_year && ends.is_some_and(|(a, b)| a.month() == b.month());

    // The common end of both dates is written once: the year, or month and year.
    let omits_year = is_in_group || is_of_year;
    let begin = period_in_row(&first.series_key, first.date, omits_year, as_of, lang);
    let end = period_in_row(&last.series_key, last.date, is_in_group, as_of, lang);
    let day = first.date.map(|date| date.day().to_string());
    let days = match day {
        Some(day) if is_of_month && begin.starts_with(&day) => format!("{day}–{end}"),
        _ => format!("{begin} – {end}"),
    };

    nbsp(&format!("{days} ({})", observations(run.len(), lang)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn days_of_one_year_say_it_once() {
        let said = |days: &[&str], lang| {
            let days: Vec<NaiveDate> = days.iter().map(|day| day.parse().unwrap()).collect();
            left_unchanged(&days, lang)
        };
        let (ru, en) = (Lang::Ru, Lang::En);
        assert_eq!(said(&[], ru), None);
        assert_eq!(
            said(&["2026-07-30"], en).unwrap(),
            "left unchanged on 30 July 2026"
        );
        assert_eq!(
            said(&["2025-12-18", "2026-02-04", "2026-04-02"], ru).unwrap(),
            "без изменений по решениям от 18 декабря 2025 года, 4 февраля и 2 апреля 2026 года"
        );
    }

    #[test]
    fn a_sentence_ends_with_one_stop() {
        for (text, merged) in [
            ("+0,3 п. п..", "+0,3 п. п."),
            (
                "5 млн чел.. Ранее 4 млн чел..",
                "5 млн чел. Ранее 4 млн чел.",
            ),
            (
                "Price, USD per bbl.: 71.2. Source: Inc..",
                "Price, USD per bbl.: 71.2. Source: Inc.",
            ),
            ("Loans... and more.", "Loans... and more."),
            (".5", ".5"),
        ] {
            assert_eq!(merge_stops(text), merged);
        }
    }

    #[test]
    fn a_dash_is_never_next_to_a_minus() {
        let said =
            |value, lang| rate_to_come(full_day("2026-04-02".parse().unwrap(), lang), value, lang);
        assert_eq!(said("8 %", Lang::Ru), "с 2 апреля 2026 года — 8 %");
        assert_eq!(
            said("\u{2212}0,5 %", Lang::Ru),
            "с 2 апреля 2026 года: \u{2212}0,5 %"
        );
        assert_eq!(
            said("\u{2212}0.5%", Lang::En),
            "from 2 April 2026: \u{2212}0.5%"
        );
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

        assert_eq!(
            size(1, 5000, Lang::En),
            "1 indicator, 5,000\u{a0}observations"
        );
    }

    #[test]
    fn counts_and_months_are_written_as_headings() {
        assert_eq!(indicators(21, Lang::Ru), "21\u{a0}показатель");
        assert_eq!(indicators(1000, Lang::En), "1,000 indicators");
        let day = "2026-03-02".parse().unwrap();
        assert_eq!(month_heading(day, Lang::Ru), "Март\u{a0}2026");
        assert_eq!(month_heading(day, Lang::En), "March\u{a0}2026");
    }

    #[test]
    fn what_is_long_past_says_so() {
        let ago = |date: &str| {
            long_ago(
                date.parse().unwrap(),
                "2026-11-20".parse().unwrap(),
                Lang::En,
            )
        };
        assert_eq!(ago("2026-08-13"), None);
        assert_eq!(ago("2026-08-12").as_deref(), Some("3\u{a0}months\u{a0}ago"));
        assert_eq!(ago("2027-01-01"), None);
    }

    #[test]
    fn what_is_missing_is_said_only_where_something_is() {
        assert_eq!(there_and_missing(48, 0, Lang::Ru), "48");
        assert_eq!(there_and_missing(48, 12, Lang::Ru), "48, пропущено\u{a0}12");
        assert_eq!(
            there_and_missing(1200, 1, Lang::En),
            "1,200, 1\u{a0}missing"
        );
    }
}
