//! Words of the table of observations, of the facts on a series, and of what pages say of their release.

use super::*;

use crate::model::texts;

texts! { TableWords, table:
    yearly { "Изменение за\u{a0}год", "Change on a\u{a0}year earlier" }
    month { "За\u{a0}месяц (расчёт)", "Month (computed)" }
    quarter { "За\u{a0}квартал (расчёт)", "Quarter (computed)" }
    quarter_on_quarter { "Изменение за\u{a0}квартал (расчёт)", "Change on the quarter before (computed)" }
    flags { "Пометки", "Flags" }
    origin { "Источник", "Origin" }
    yearly_meaning {
        "Изменения за\u{a0}год\u{a0}— к\u{a0}тому\u{a0}же дню или периоду годом ранее; «…»\u{a0}— такого значения нет или оно несопоставимо.",
        "Changes are on the same day or period a\u{a0}year earlier; “…” where there is no such value or it is not comparable." }
    all_rows { "Все наблюдения", "All observations" }
    in_csv { "в\u{a0}CSV", "as CSV" }
    in_excel { "в\u{a0}Excel", "in Excel" }
}

texts! { KeyWords, key_facts:
    previous { "Предыдущее значение", "Previous" }
    previous_day { "Предыдущий день", "Previous day" }
    year_earlier { "Годом ранее", "A\u{a0}year earlier" }
    next { "Следующая публикация", "Next publication" }
    missing { "Публикация ожидалась", "Publication due" }
    not_here { "в\u{a0}наборе данных её нет", "not in this dataset" }
    not_announced { "не\u{a0}объявлена", "not announced" }
    in_force_since { "Действует с", "In force since" }
    last_change { "Последнее изменение", "Last change" }
    next_decision { "Следующее решение", "Next decision" }
}

texts! { FactWords, facts_on_series:
    heading { "Сведения о\u{a0}ряде", "About the series" }
    frequency { "Периодичность", "Frequency" }
    span { "Период", "Period" }
    observations { "Наблюдений", "Observations" }
    unit { "Единица", "Unit" }
    key { "Код ряда", "Series code" }
    embed { "Вставить график на\u{a0}свою страницу", "Embed the chart" }
    category_feed { "лента новых публикаций раздела (Atom)", "feed of new publications in this section (Atom)" }
    menu { "Сервис", "Service" }
    trail { "Место страницы", "Breadcrumb" }
}

texts! {
    every(Frequency) {
        Quarterly => { "ежеквартально", "quarterly" }
        Annual => { "ежегодно", "annual" }
    }

    /// How often there are values of a type without a frequency of its own.
    rhythm(PeriodType) {
        MonthEnd | Monthly | YearToDate | YearToDateAverage => { "ежемесячно", "monthly" }
        Daily => { "ежедневно", "daily" }
        PointInTime => { "по\u{a0}мере публикации", "as published" }
        EffectiveFrom => { "по\u{a0}мере решений", "as decided" }
        Unknown => { "не\u{a0}определена", "unknown" }
    }

    extremes_since(year) { "Наибольшее и\u{a0}наименьшее с {year} года", "Highest and lowest since {year}" }

    /// Where every value is of the first day of a month, and of each month there is one.
    every_first { "ежемесячно, на\u{a0}1-е число", "monthly, as of the 1st" }

    missing(count) { ", пропущено\u{a0}{count}", ", {count}\u{a0}missing" }
    /// The year or month of which a table leaves the beginning out.
    in_part(name) { "{name} (показан не\u{a0}весь)", "{name} (shown in part)" }
    /// How much of a history a table shows.
    latest_of(shown, all) {
        "Показаны последние {shown} из\u{a0}{all}\u{a0}наблюдений.",
        "The latest {shown} of {all} observations are shown." }

}

pub fn frequency(key: &SeriesKey, lang: Lang) -> &'static str {
    key.frequency.map_or_else(|| rhythm(key.period_type, lang), |frequency| every(frequency, lang))
}

/// A period at one end of a series: what covers the time since January is told by its last month.
fn in_span(key: &SeriesKey, date: NaiveDate, lang: Lang) -> String {
    match (key.frequency, key.period_type.is_since_january()) {
        (Some(Frequency::Annual), _) if key.ends_with_months() => date.year().to_string(),
        (Some(Frequency::Quarterly), _) => {
            format!("{}\u{a0}{}", short_quarter(date.month0(), lang), date.year())
        }
        (None, true) => period_date(PeriodType::Monthly, date, lang),
        _ => dated_of(key, Some(date), lang),
    }
}

/// From one period to another, or the one where both are the same.
pub fn span(from: (&SeriesKey, NaiveDate), to: (&SeriesKey, NaiveDate), lang: Lang) -> String {
    let [first, last] = [from, to].map(|(key, date)| in_span(key, date, lang));
    match first.len() {
        _ if first == last => last,
        // Years alone.
        4 => format!("{first}–{last}"),
        _ => format!("{first} – {last}"),
    }
}

/// How many observations there are, and how many are missing between them: `48, пропущено 12`.
pub fn there_and_missing(there: usize, absent: usize, lang: Lang) -> String {
    let missing = (absent > 0).then(|| missing(number(&absent, lang), lang));
    format!("{}{}", number(&there, lang), missing.unwrap_or_default())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_missing_is_said_only_where_something_is() {
        assert_eq!(there_and_missing(48, 0, Lang::Ru), "48");
        assert_eq!(there_and_missing(48, 12, Lang::Ru), "48, пропущено\u{a0}12");
        assert_eq!(there_and_missing(1200, 1, Lang::En), "1,200, 1\u{a0}missing");
    }
}
