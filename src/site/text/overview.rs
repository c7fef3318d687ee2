//! Words of the overview, of the page of a category, of the release calendar, and of the National Summary Data Page as the IMF
//! calls its parts.

use super::*;

use crate::model::texts;

texts! { OverviewWords, overview:
    published { "Опубликовано", "Just published" }
    coming { "Ожидается", "Coming up" }
    charts { "Графики показателей раздела", "Charts for this section" }
    no_indicators { "В\u{a0}разделе нет показателей.", "No indicators in this section." }
    dates { "Даты публикаций", "Publication dates" }
    category_feed { "лента раздела (Atom)", "feed for this section (Atom)" }
    category_as_csv { "все наблюдения раздела в\u{a0}CSV", "all observations in this section as CSV" }
    neighbours { "Другие разделы", "Other sections" }
    previous { "Предыдущий раздел", "Previous section" }
    following { "Следующий раздел", "Next section" }
    calendar { "Календарь публикаций", "Release calendar" }
    calendar_meaning {
        "Объявленные даты публикаций: предстоящие и\u{a0}за\u{a0}последние двенадцать месяцев.",
        "Announced publication dates: upcoming and the past twelve months." }
    date { "Дата", "Date" }
    indicators { "Показатели", "Indicators" }
    published_then { "Опубликовано (предыдущее значение)", "Published (previous value)" }
    to_come { "Предстоящие", "Upcoming" }
    none_to_come {
        "Дат предстоящих публикаций в\u{a0}календаре нет.",
        "The calendar has no upcoming publication dates." }
    past { "За\u{a0}последние двенадцать месяцев", "Past twelve months" }
    none_past {
        "За\u{a0}последние двенадцать месяцев дат нет.",
        "No publication dates in the past twelve months." }
    as_icalendar {
        "подписка в\u{a0}своём календаре (iCalendar)",
        "subscribe in your calendar (iCalendar)" }
    calendar_as_json { "календарь в\u{a0}JSON", "calendar as JSON" }
}

texts! { NsdpWords, nsdp:
    title { "Национальная страница сводных данных", "National Summary Data Page" }
    meaning {
        "Последние данные по\u{a0}категориям стандартов распространения данных МВФ и\u{a0}файлы SDMX.",
        "Latest data in the categories of the IMF’s data dissemination standards, with SDMX files." }
    standards { "Стандарты распространения данных МВФ (DSBB)", "IMF Dissemination Standards Bulletin Board (DSBB)" }
    sectors { "Секторы", "Sectors" }
    category { "Категория данных и\u{a0}показатель", "Data category and component" }
    unit { "Единица", "Unit" }
    latest { "Последние данные", "Latest data" }
    previous { "Предыдущие данные", "Previous data" }
    change { "Изменение, %", "Change, %" }
    more { "Подробнее", "More information" }
    metadata { "метаданные", "metadata" }
}

texts! {
    are_late(names) { "в\u{a0}наборе данных нет: {names}", "not in this dataset: {names}" }
    counted(count, noun) { "{count}\u{a0}{noun}", "{count} {noun}" }
    and_more(count) { "и\u{a0}ещё\u{a0}{count}", "and {count}\u{a0}more" }

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

    calendar_as_of(day) { "По состоянию на {day}.", "As of {day}." }

    /// On the charts of a category.
    charts_meaning(indicators, years) {
        "{indicators}, {years}. Вертикальные шкалы разные и начинаются не с нуля.",
        "{indicators}, {years}. Vertical scales differ and do not start at zero." }
}

/// `7 показателей`, `7 indicators`.
pub fn indicators(count: usize, lang: Lang) -> String {
    let forms: [&[&str]; 2] = [&["показатель", "показателя", "показателей"], &["indicator", "indicators"]];
    counted(number(&count, lang), lang.counted(count, forms), lang)
}

/// A month above its days: `Ноябрь 2026`.
pub fn month_heading(date: NaiveDate, lang: Lang) -> String {
    format!("{}\u{a0}{}", capital(lang.month(date.month0()).name), date.year())
}

/// That a publication is not in the dataset: of all that were expected on a day, or of these and more.
pub fn late(named: &[&str], more: usize, lang: Lang) -> String {
    if named.is_empty() {
        return key_facts(lang).not_here.to_owned();
    }
    let names = nbsp(&named.join(", "));
    let more = if more > 0 { format!(" {}", and_more(more, lang)) } else { String::new() };
    are_late(names + &more, lang)
}

#[cfg(test)]
mod tests {
    use super::*;

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
        let ago = |date: &str| long_ago(date.parse().unwrap(), "2026-11-20".parse().unwrap(), Lang::En);
        assert_eq!(ago("2026-08-13"), None);
        assert_eq!(ago("2026-08-12").as_deref(), Some("3\u{a0}months\u{a0}ago"));
        assert_eq!(ago("2027-01-01"), None);
    }
}
