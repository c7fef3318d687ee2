//! Periods as a person says them beside a figure [D14], and how often an indicator has one. The API keeps its labels.
//!
//! An indicator of quarters or years [D22] has the end of one for a value of a moment, and the whole year for what covers the
//! time since January. Everything else is written as the type of its period asks.
//!
//! | function | place | the end of July 2026 | in force from 31 July 2026 |
//! |---|---|---|---|
//! | `period_in_title` | a title or heading | 31 July 2026 | 31 July 2026 |
//! | `period_of_value` | a sentence on the value | for end-July 2026 | from 31 July 2026 |
//! | `period_of_base` | a change from the value | at end-July 2026 | from 31 July 2026 |
//! | `period_in_brackets` | brackets behind the value | end-July 2026 | from 31 July 2026 |
//! | `period_in_text` | inside a sentence | end-July 2026 | in force since 31 July 2026 |
//! | `period` | a line of its own | End-July 2026 | In force since 31 July 2026 |
//! | `period_in_table` | a cell of a table | 31 July 2026 | since 31 July 2026 |
//! | `period_in_row` | a row below its year | 31 July | from 31 July |

use super::*;

use crate::model::quarter;

texts! {
    /// Between a value and its date.
    preposition(PeriodType) {
        MonthEnd | Daily | Unknown => { "на", "for" }
        Monthly | YearToDate | YearToDateAverage => { "за", "for" }
        PointInTime => { "на", "as of" }
        EffectiveFrom => { "с", "from" }
    }

    /// Between a change and the date of the value from which it is counted.
    base_preposition(PeriodType) {
        MonthEnd => { "на", "at" }
        Daily | PointInTime | Unknown => { "на", "on" }
        Monthly | YearToDate | YearToDateAverage => { "за", "in" }
        EffectiveFrom => { "с", "from" }
    }

    without_date { "без даты", "without a date" }

    // A period in front of its value.
    end_of_month(day, month) { "{day}", "end-{month}" }
    at(when) { "на {when}", "{when}" }
    as_of_day(when) { "на {when}", "as of {when}" }
    over(when) { "за {when}", "{when}" }
    average_over(when) { "в среднем за {when}", "average for {when}" }
    since(when) { "действует с {when}", "in force since {when}" }
    from_day(when) { "с {when}", "from {when}" }
    not_yet(when) { "вступит в силу {when}", "takes effect on {when}" }
    since_in_table(when) { "с\u{a0}{when}", "since {when}" }
    not_yet_in_table(when) { "вступит в\u{a0}силу {when}", "takes effect {when}" }
    of_unknown_type(when) { "{when}, тип периода не определён", "{when}, period type unknown" }

    // The end of a quarter or a year, and a whole year.
    quarter_of(roman, number, year) { "{roman} квартала {year} года", "Q{number} {year}" }
    short_quarter_of(roman, number) { "{roman}\u{a0}кв.", "Q{number}" }
    year_of(year) { "{year} года", "{year}" }
    end(period) { "конец {period}", "end-{period}" }
    end_in_table(period) { "на конец {period}", "end-{period}" }
    whole_year(year) { "{year} год", "{year}" }

    every(Frequency) {
        Quarterly => { "ежеквартально", "quarterly" }
        Annual => { "ежегодно", "annual" }
    }

    /// The rhythm of values of a type without a frequency of its own.
    rhythm(PeriodType) {
        MonthEnd | Monthly | YearToDate | YearToDateAverage => { "ежемесячно", "monthly" }
        Daily => { "ежедневно", "daily" }
        PointInTime => { "по\u{a0}мере публикации", "as published" }
        EffectiveFrom => { "по\u{a0}мере решений", "as decided" }
        Unknown => { "не\u{a0}определена", "unknown" }
    }

    /// For a series with one value for the first day of every month.
    every_first { "ежемесячно, на\u{a0}1-е число", "monthly, as of the 1st" }
}

fn roman(month0: u32) -> &'static str {
    match month0 / 3 {
        0 => "I",
        1 => "II",
        2 => "III",
        _ => "IV",
    }
}

/// The quarter of a month, counted from January as zero: `III кв.`, `Q3`.
pub fn short_quarter(month0: u32, lang: Lang) -> String {
    short_quarter_of(roman(month0), month0 / 3 + 1, lang)
}

/// The end of a quarter or year as `end` writes it, or a whole year. `None` where a day or months say it: so does the date of
/// a base that ends no quarter or year.
fn longer_period(
    key: &SeriesKey,
    date: NaiveDate,
    end: fn(String, Lang) -> String,
    lang: Lang,
) -> Option<String> {
    let frequency = key.frequency?;
    if frequency.last_day(date) != date {
        return None;
    }

    let year = date.year();
    if key.period_type.is_since_january() {
        return (date.month() == 12).then(|| whole_year(year, lang));
    }

    let period = match frequency {
        Frequency::Quarterly => quarter_of(roman(date.month0()), quarter(date), year, lang),
        Frequency::Annual => year_of(year, lang),
    };

    Some(end(period, lang))
}

/// The end of a quarter or year, or a whole year, in a cell or a title; `None` where it is written as any date.
fn longer_in_table(key: &SeriesKey, date: NaiveDate, lang: Lang) -> Option<String> {
    let period = longer_period(key, date, end_in_table, lang)?;
    Some(nbsp(&period))
}

/// A date in a title or a heading, or that it is not known.
pub fn period_in_title(key: &SeriesKey, date: Option<NaiveDate>, lang: Lang) -> String {
    let longer = date.and_then(|date| longer_in_table(key, date, lang));
    longer.unwrap_or_else(|| dated(key.period_type, date, lang))
}

/// The date of a period inside a sentence: `31 июля 2026 года`, `конец III квартала 2026 года`, `2025 год`. English writes
/// the end of a month as `end-July 2026`.
fn date_of_period(key: &SeriesKey, date: NaiveDate, lang: Lang) -> String {
    let longer = longer_period(key, date, end, lang);
    let when = longer.unwrap_or_else(|| in_sentence(key.period_type, date, lang));
    let is_end = key.period_type == PeriodType::MonthEnd && date == last_day_of_month(date);
    if is_end && key.frequency.is_none() {
        end_of_month(when, period_date(PeriodType::Monthly, date, lang), lang)
    } else {
        when
    }
}

/// A value's date in a sentence on it: `на 31 июля 2026 года`, `for July 2026`.
pub fn period_of_value(key: &SeriesKey, date: Option<NaiveDate>, lang: Lang) -> String {
    let Some(date) = date else {
        return without_date(lang).to_owned();
    };

    let preposition = preposition(key.period_type, lang);
    let when = date_of_period(key, date, lang);
    format!("{preposition} {when}")
}

/// The date of a value from which a change is counted: `на 30 сентября 2026 года`, `at end-September 2026`.
pub fn period_of_base(key: &SeriesKey, date: Option<NaiveDate>, lang: Lang) -> String {
    let Some(date) = date else {
        return without_date(lang).to_owned();
    };

    let when = date_of_period(key, date, lang);
    // English writes the end of a month, a quarter or a year as `end-…`, and `at` stands before each of them.
    let is_english_end = when.starts_with("end-");
    let period_type = if is_english_end {
        PeriodType::MonthEnd
    } else {
        key.period_type
    };

    format!("{} {when}", base_preposition(period_type, lang))
}

/// The period of a value, in brackets behind it: `за июль 2026 года`, `July 2026`.
pub fn period_in_brackets(key: &SeriesKey, date: Option<NaiveDate>, lang: Lang) -> String {
    let Some(date) = date else {
        return without_date(lang).to_owned();
    };

    let when = date_of_period(key, date, lang);
    match key.period_type {
        PeriodType::MonthEnd | PeriodType::Daily | PeriodType::Unknown => at(when, lang),
        PeriodType::Monthly | PeriodType::YearToDate => over(when, lang),
        PeriodType::YearToDateAverage => average_over(when, lang),
        PeriodType::PointInTime => as_of_day(when, lang),
        PeriodType::EffectiveFrom => from_day(when, lang),
    }
}

/// The period of a figure inside a sentence: `на 31 июля 2026 года`, `действует с 4 февраля 2026 года`; a rate that is not
/// in force at `as_of` yet says so.
pub fn period_in_text(
    key: &SeriesKey,
    date: Option<NaiveDate>,
    as_of: NaiveDate,
    lang: Lang,
) -> String {
    let Some(date) = date else {
        return date_unknown(lang).to_owned();
    };

    let when = date_of_period(key, date, lang);
    nbsp(&match key.period_type {
        PeriodType::MonthEnd | PeriodType::Daily => at(when, lang),
        PeriodType::PointInTime => as_of_day(when, lang),
        PeriodType::Monthly | PeriodType::YearToDate => when,
        PeriodType::YearToDateAverage => average_over(when, lang),
        PeriodType::EffectiveFrom if date > as_of => not_yet(when, lang),
        PeriodType::EffectiveFrom => since(when, lang),
        PeriodType::Unknown => of_unknown_type(when, lang),
    })
}

/// The period of a figure on a line of its own: `На 31 июля 2026 года`, `End-July 2026`.
pub fn period(key: &SeriesKey, date: Option<NaiveDate>, as_of: NaiveDate, lang: Lang) -> String {
    capital(&period_in_text(key, date, as_of, lang))
}

/// The period in a cell of a table: `на 31 июля 2026`, `январь–июль 2026`.
pub fn period_in_table(
    key: &SeriesKey,
    date: Option<NaiveDate>,
    as_of: NaiveDate,
    lang: Lang,
) -> String {
    let Some(date) = date else {
        return date_unknown(lang).to_owned();
    };

    if let Some(longer) = longer_in_table(key, date, lang) {
        return longer;
    }

    let when = period_date(key.period_type, date, lang).replace(' ', "\u{a0}");
    match key.period_type {
        PeriodType::MonthEnd | PeriodType::Daily | PeriodType::PointInTime => at(when, lang),
        PeriodType::EffectiveFrom if date > as_of => not_yet_in_table(when, lang),
        PeriodType::EffectiveFrom => since_in_table(when, lang),
        _ => when,
    }
}

/// The period in a row of a table that may be of one year, which then stands above it: `31 окт.`, `янв.–окт. 2026`.
pub fn period_in_row(
    key: &SeriesKey,
    date: Option<NaiveDate>,
    is_in_group: bool,
    as_of: NaiveDate,
    lang: Lang,
) -> String {
    let Some(date) = date else {
        return date_unknown(lang).to_owned();
    };

    let is_to_come = key.period_type == PeriodType::EffectiveFrom && date > as_of;
    let is_year = key.frequency == Some(Frequency::Annual) && key.ends_with_months();
    if is_to_come || is_year {
        return period_in_table(key, Some(date), as_of, lang);
    }

    let month = lang.month(date.month0()).short;
    let short = match (key.frequency, key.period_type) {
        (Some(Frequency::Quarterly), _) => short_quarter(date.month0(), lang),
        (_, PeriodType::YearToDate | PeriodType::YearToDateAverage) if date.month() > 1 => {
            format!("{}–{month}", lang.month(0).short)
        }
        (_, PeriodType::Monthly | PeriodType::YearToDate | PeriodType::YearToDateAverage) => {
            month.to_owned()
        }
        (_, PeriodType::EffectiveFrom) => nbsp(&from_day(short_day(date, lang), lang)),
        _ => short_day(date, lang),
    };

    if is_in_group {
        short
    } else {
        format!("{short}\u{a0}{}", date.year())
    }
}

pub fn frequency(key: &SeriesKey, lang: Lang) -> &'static str {
    match key.frequency {
        Some(frequency) => every(frequency, lang),
        None => rhythm(key.period_type, lang),
    }
}

/// A period at one end of a series: what covers the time since January is told by its last month.
fn in_span(key: &SeriesKey, date: NaiveDate, lang: Lang) -> String {
    let year = date.year();
    match (key.frequency, key.period_type.is_since_january()) {
        (Some(Frequency::Annual), _) if key.ends_with_months() => year.to_string(),
        (Some(Frequency::Quarterly), _) => {
            format!("{}\u{a0}{year}", short_quarter(date.month0(), lang))
        }
        (None, true) => period_date(PeriodType::Monthly, date, lang),
        _ => period_in_title(key, Some(date), lang),
    }
}

/// The range of the periods of two observations, or the one where both are the same. A rate that was in force on the day
/// `in_force_since` counts from there on. `None` where a date is not known.
pub fn span(
    first: &Observation,
    last: &Observation,
    in_force_since: Option<NaiveDate>,
    lang: Lang,
) -> Option<String> {
    let first = in_span(&first.series_key, first.date.max(in_force_since)?, lang);
    let last = in_span(&last.series_key, last.date.max(in_force_since)?, lang);
    if first == last {
        return Some(last);
    }

    let is_year_alone = first.len() == 4;
    if is_year_alone {
        return Some(format!("{first}–{last}"));
    }

    Some(format!("{first} – {last}"))
}

pub(super) fn capital(text: &str) -> String {
    let mut letters = text.chars();
    let first = letters.next().into_iter();
    first.flat_map(char::to_uppercase).chain(letters).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn key(period_type: PeriodType, frequency: Option<Frequency>) -> SeriesKey {
        SeriesKey {
            frequency,
            ..(*SeriesKey::sample("azn", period_type, Measure::Amount)).clone()
        }
    }

    #[test]
    fn every_type_as_a_person_says_it() {
        let date = "2026-07-31".parse().ok();
        let as_of = "2026-11-20".parse().unwrap();
        for (period_type, ru, en, short) in [
            (
                PeriodType::MonthEnd,
                "На 31 июля 2026 года",
                "End-July 2026",
                "на 31 июля 2026",
            ),
            (
                PeriodType::Monthly,
                "Июль 2026 года",
                "July 2026",
                "июль 2026",
            ),
            (
                PeriodType::YearToDate,
                "Январь–июль 2026 года",
                "January–July 2026",
                "январь–июль 2026",
            ),
            (
                PeriodType::YearToDateAverage,
                "В среднем за январь–июль 2026 года",
                "Average for January–July 2026",
                "январь–июль 2026",
            ),
            (
                PeriodType::Daily,
                "На 31 июля 2026 года",
                "31 July 2026",
                "на 31 июля 2026",
            ),
            (
                PeriodType::PointInTime,
                "На 31 июля 2026 года",
                "As of 31 July 2026",
                "на 31 июля 2026",
            ),
            (
                PeriodType::EffectiveFrom,
                "Действует с 31 июля 2026 года",
                "In force since 31 July 2026",
                "с 31 июля 2026",
            ),
        ] {
            let plain = |text: String| text.replace('\u{a0}', " ");
            assert_eq!(
                plain(period(&key(period_type, None), date, as_of, Lang::Ru)),
                ru
            );
            assert_eq!(
                plain(period(&key(period_type, None), date, as_of, Lang::En)),
                en
            );
            assert_eq!(
                plain(period_in_table(
                    &key(period_type, None),
                    date,
                    as_of,
                    Lang::Ru
                )),
                short
            );
        }

        let ahead = period_in_table(
            &key(PeriodType::EffectiveFrom, None),
            "2026-12-01".parse().ok(),
            as_of,
            Lang::Ru,
        );
        assert_eq!(ahead, "вступит в\u{a0}силу 1\u{a0}декабря\u{a0}2026");
        let today = period(
            &key(PeriodType::EffectiveFrom, None),
            Some(as_of),
            as_of,
            Lang::Ru,
        );
        assert!(
            today.starts_with("Действует с\u{a0}20\u{a0}ноября"),
            "{today}"
        );
        let ahead = period(
            &key(PeriodType::EffectiveFrom, None),
            "2026-12-01".parse().ok(),
            as_of,
            Lang::Ru,
        );
        assert_eq!(
            ahead,
            "Вступит в\u{a0}силу 1\u{a0}декабря\u{a0}2026\u{a0}года"
        );
        assert_eq!(
            period(&key(PeriodType::Unknown, None), None, as_of, Lang::En),
            "Date unknown"
        );
    }

    #[test]
    fn a_rate_is_in_force_from_its_own_day_on() {
        let as_of = "2026-11-20".parse().unwrap();
        let cell = |date: &str, lang| {
            period_in_table(
                &key(PeriodType::EffectiveFrom, None),
                date.parse().ok(),
                as_of,
                lang,
            )
        };
        assert!(cell("2026-11-20", Lang::Ru).starts_with("с\u{a0}20"));
        assert!(cell("2026-11-20", Lang::En).starts_with("since "));
        assert!(cell("2026-11-21", Lang::Ru).starts_with("вступит в\u{a0}силу "));
        assert!(cell("2026-11-21", Lang::En).starts_with("takes effect "));
    }

    #[test]
    fn a_cell_is_broken_where_any_text_is() {
        let as_of = "2026-06-15".parse().unwrap();
        for (period_type, lang) in PeriodType::ALL
            .iter()
            .flat_map(|kind| Lang::each(|lang| (*kind, lang)))
        {
            for date in ["2025-01-31", "2025-02-03", "2026-06-15", "2026-12-01"] {
                let cell = period_in_table(&key(period_type, None), date.parse().ok(), as_of, lang);
                assert_eq!(cell, nbsp(&cell.replace('\u{a0}', " ")));
            }
        }
    }

    #[test]
    fn quarters_and_years_as_a_person_says_them() {
        use Frequency::{Annual, Quarterly};
        use PeriodType::{MonthEnd, PointInTime, YearToDate, YearToDateAverage};
        let as_of = "2026-11-20".parse().unwrap();
        for (period_type, frequency, date, whole, in_table) in [
            (
                MonthEnd,
                Quarterly,
                "2026-09-30",
                ["На конец III квартала 2026 года", "End-Q3 2026"],
                ["на конец III квартала 2026 года", "end-Q3 2026"],
            ),
            (
                PointInTime,
                Annual,
                "2026-12-31",
                ["На конец 2026 года", "As of end-2026"],
                ["на конец 2026 года", "end-2026"],
            ),
            (
                YearToDate,
                Quarterly,
                "2026-09-30",
                ["Январь–сентябрь 2026 года", "January–September 2026"],
                ["январь–сентябрь 2026", "January–September 2026"],
            ),
            (
                YearToDate,
                Quarterly,
                "2025-12-31",
                ["2025 год", "2025"],
                ["2025 год", "2025"],
            ),
            (
                YearToDateAverage,
                Annual,
                "2025-12-31",
                ["В среднем за 2025 год", "Average for 2025"],
                ["2025 год", "2025"],
            ),
        ] {
            let key = key(period_type, Some(frequency));
            for lang in Lang::ALL {
                let plain = |text: String| text.replace('\u{a0}', " ");
                assert_eq!(
                    plain(period(&key, date.parse().ok(), as_of, lang)),
                    lang.pick(whole)
                );
                assert_eq!(
                    plain(period_in_table(&key, date.parse().ok(), as_of, lang)),
                    lang.pick(in_table)
                );
            }
        }
    }

    #[test]
    fn a_value_has_its_date_in_a_sentence() {
        let date = "2026-03-31".parse().ok();
        assert_eq!(
            period_of_value(&key(PeriodType::MonthEnd, None), date, Lang::Ru),
            "на 31 марта 2026 года"
        );
        assert_eq!(
            period_of_value(&key(PeriodType::YearToDate, None), date, Lang::Ru),
            "за январь–март 2026 года"
        );
        assert_eq!(
            period_of_value(&key(PeriodType::PointInTime, None), date, Lang::En),
            "as of 31 March 2026"
        );
        assert_eq!(
            period_of_value(&key(PeriodType::Unknown, None), None, Lang::Ru),
            "без даты"
        );
        let of_quarter = |period_type| key(period_type, Some(Frequency::Quarterly));
        let said = period_of_value(&of_quarter(PeriodType::MonthEnd), date, Lang::Ru);
        assert_eq!(said, "на конец I квартала 2026 года");
        let said = period_of_value(&of_quarter(PeriodType::PointInTime), date, Lang::En);
        assert_eq!(said, "as of end-Q1 2026");
        let whole = period_of_value(
            &of_quarter(PeriodType::YearToDate),
            "2025-12-31".parse().ok(),
            Lang::Ru,
        );
        assert_eq!(whole, "за 2025 год");
        let base = period_of_value(
            &of_quarter(PeriodType::MonthEnd),
            "2026-02-28".parse().ok(),
            Lang::Ru,
        );
        assert_eq!(base, "на 28 февраля 2026 года", "no quarter ends then");
    }
}
