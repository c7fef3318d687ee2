//! Quarters and years, where an indicator is of these [D22]: the end of one for a value of a moment, and of what covers the
//! time since January, the whole year. Everything else is written as the type of its period asks.

use super::*;

use super::dates::dated;
use crate::model::{quarter, texts};

texts! {
    quarter_of(roman, number, year) { "{roman} квартала {year} года", "Q{number} {year}" }
    short_quarter_of(roman, number) { "{roman}\u{a0}кв.", "Q{number}" }
    year_of(year) { "{year} года", "{year}" }
    end(period) { "конец {period}", "end-{period}" }
    end_in_table(period) { "на конец {period}", "end-{period}" }
    whole_year(year) { "{year} год", "{year}" }
}

fn roman(month0: u32) -> &'static str {
    ["I", "II", "III", "IV"].get(month0 as usize / 3).copied().unwrap_or_default()
}

/// The quarter of a month, counted from January as zero: `III кв.`, `Q3`.
pub fn short_quarter(month0: u32, lang: Lang) -> String {
    short_quarter_of(roman(month0), month0 / 3 + 1, lang)
}

/// What a date says of a period that is longer than a month.
enum Longer {
    EndOf(String),
    Year(i32),
}

impl Longer {
    /// `None` where a day or months say it, as of a date that is not the end of a quarter or year: that of a base.
    fn of(key: &SeriesKey, date: NaiveDate, lang: Lang) -> Option<Self> {
        let frequency = key.frequency.filter(|frequency| frequency.last_day(date) == date)?;
        let year = date.year();
        if key.period_type.is_since_january() {
            return (date.month() == 12).then_some(Longer::Year(year));
        }
        Some(Longer::EndOf(match frequency {
            Frequency::Quarterly => quarter_of(roman(date.month0()), quarter(date), year, lang),
            Frequency::Annual => year_of(year, lang),
        }))
    }
}

/// The period of a date inside a sentence: `31 июля 2026 года`, `конец III квартала 2026 года`, `2025 год`.
pub fn in_sentence_of(key: &SeriesKey, date: NaiveDate, lang: Lang) -> String {
    match Longer::of(key, date, lang) {
        Some(Longer::EndOf(period)) => end(period, lang),
        Some(Longer::Year(year)) => whole_year(year, lang),
        None => in_sentence(key.period_type, date, lang),
    }
}

/// A date in a title or a heading, or that it is not known.
pub fn dated_of(key: &SeriesKey, date: Option<NaiveDate>, lang: Lang) -> String {
    let longer = date.and_then(|date| in_table_of(key, date, lang));
    longer.unwrap_or_else(|| dated(key.period_type, date, lang))
}

/// The same in a cell of a table or in a title; `None` where it is written as any date.
pub fn in_table_of(key: &SeriesKey, date: NaiveDate, lang: Lang) -> Option<String> {
    Some(nbsp(&match Longer::of(key, date, lang)? {
        Longer::EndOf(period) => end_in_table(period, lang),
        Longer::Year(year) => whole_year(year, lang),
    }))
}
