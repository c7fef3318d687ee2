//! Periods as a person says them beside a figure [D14]; the API keeps its labels. And how old a figure is, counted to
//! the day that the dataset is as of [D15.1]: never to the clock, so that bytes do not change by themselves.

use chrono::{Datelike, NaiveDate};

use super::dates::{add_period_date, date_unknown, nbsp};
use super::quarters::{in_sentence_of, in_table_of};
use crate::model::{Frequency, Lang, PeriodType, SeriesKey, text, texts};

texts! {
    /// Between a value and its date.
    preposition(PeriodType) {
        MonthEnd => { "на", "at" }
        Monthly | YearToDate | YearToDateAverage => { "за", "for" }
        Daily | Unknown => { "на", "on" }
        PointInTime => { "на", "as of" }
        EffectiveFrom => { "с", "from" }
    }

    without_date { "без даты", "without a date" }
}

/// A value's date in a sentence on it: `на 31 июля 2026 года`, `for July 2026`.
pub fn of_period(key: &SeriesKey, date: Option<NaiveDate>, lang: Lang) -> String {
    match date {
        Some(date) => format!("{} {}", preposition(key.period_type, lang), in_sentence_of(key, date, lang)),
        None => without_date(lang).to_owned(),
    }
}

/// `На 31 июля 2026 года`, `На конец III квартала 2026 года`, `Действует с 4 февраля 2026 года`; a rate that is not in force at `as_of` yet says so.
pub fn period(key: &SeriesKey, date: Option<NaiveDate>, as_of: NaiveDate, lang: Lang) -> String {
    let Some(date) = date else { return capital(date_unknown(lang)) };
    let when = in_sentence_of(key, date, lang);
    nbsp(&match key.period_type {
        PeriodType::MonthEnd | PeriodType::PointInTime => text!(lang, "На {when}", "At {when}"),
        PeriodType::Daily => text!(lang, "На {when}", "On {when}"),
        PeriodType::Monthly | PeriodType::YearToDate => capital(&when),
        PeriodType::YearToDateAverage => text!(lang, "В среднем за {when}", "Average for {when}"),
        PeriodType::EffectiveFrom if date > as_of => {
            text!(lang, "Вступит в силу {when}", "Takes effect on {when}")
        }
        PeriodType::EffectiveFrom => text!(lang, "Действует с {when}", "In force since {when}"),
        PeriodType::Unknown => {
            text!(lang, "Дата {when}, тип периода не определён", "Dated {when}, type of period unknown")
        }
    })
}

/// The period in a cell of a table: `на 31 июля 2026`, `январь–июль 2026`.
pub fn period_in_table(key: &SeriesKey, date: Option<NaiveDate>, as_of: NaiveDate, lang: Lang) -> String {
    let Some(date) = date else { return date_unknown(lang).to_owned() };
    if let Some(longer) = in_table_of(key, date, lang) {
        return longer;
    }
    // A table has hundreds of cells: this is what [`nbsp`] would make of each.
    let mut cell = String::with_capacity(64);
    cell += match key.period_type {
        PeriodType::MonthEnd | PeriodType::Daily | PeriodType::PointInTime => lang.pick(["на ", ""]),
        PeriodType::EffectiveFrom if date > as_of => lang.pick(["вступит в\u{a0}силу ", "takes effect "]),
        PeriodType::EffectiveFrom => lang.pick(["с\u{a0}", "since "]),
        _ => "",
    };
    add_period_date(&mut cell, key.period_type, date, lang, '\u{a0}');
    cell
}

pub(super) fn capital(text: &str) -> String {
    let mut letters = text.chars();
    letters.next().map_or_else(String::new, |first| first.to_uppercase().chain(letters).collect())
}

/// `3 месяца назад`, `3 months ago`; `None` where the figure is not old.
pub fn age(key: &SeriesKey, date: NaiveDate, as_of: NaiveDate, lang: Lang) -> Option<String> {
    let months = whole_months(date, as_of);
    is_old(key, date, as_of).then(|| ago(days(date, as_of), months, lang))
}

/// How long ago a day was, where it is at least so many days.
pub(super) fn ago_in_days(date: NaiveDate, as_of: NaiveDate, lang: Lang, least: i32) -> Option<String> {
    let days = days(date, as_of);
    (days >= least).then(|| ago(days, whole_months(date, as_of), lang))
}

/// Whether a figure is old; one that applies until the next never is.
pub fn is_old(key: &SeriesKey, date: NaiveDate, as_of: NaiveDate) -> bool {
    let least = match (key.frequency, key.period_type) {
        (Some(Frequency::Annual), _) => 500,
        (Some(Frequency::Quarterly), _) => 200,
        (None, PeriodType::Daily | PeriodType::PointInTime | PeriodType::Unknown) => 30,
        (None, PeriodType::EffectiveFrom) => return false,
        (None, _) => 100,
    };
    days(date, as_of) >= least
}

fn days(from: NaiveDate, to: NaiveDate) -> i32 {
    to.num_days_from_ce() - from.num_days_from_ce()
}

/// Calendar months that have passed; the last day of a shorter month counts as the day.
fn whole_months(from: NaiveDate, to: NaiveDate) -> i32 {
    let months = (to.year() - from.year()) * 12 + to.month0() as i32 - from.month0() as i32;
    let last = to.succ_opt().is_none_or(|next| next.day() == 1);
    if to.day() < from.day() && !last { months - 1 } else { months }
}

fn ago(days: i32, months: i32, lang: Lang) -> String {
    let years = months / 12;
    let of = |count: i32| usize::try_from(count).unwrap_or(0);
    let (count, noun) = match months {
        ..1 => (days, lang.counted(of(days), [&["день", "дня", "дней"], &["day", "days"]])),
        1..24 => (months, lang.counted(of(months), [&["месяц", "месяца", "месяцев"], &["month", "months"]])),
        _ => (years, lang.counted(of(years), [&["год", "года", "лет"], &["year", "years"]])),
    };
    text!(lang, "{count}\u{a0}{noun}\u{a0}назад", "{count}\u{a0}{noun}\u{a0}ago")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::model::Measure;

    fn key(period_type: PeriodType, frequency: Option<Frequency>) -> SeriesKey {
        SeriesKey { frequency, ..(*SeriesKey::sample("azn", period_type, Measure::Amount)).clone() }
    }

    #[test]
    fn every_type_as_a_person_says_it() {
        let date = "2026-07-31".parse().ok();
        let as_of = "2026-11-20".parse().unwrap();
        for (period_type, ru, en, short) in [
            (PeriodType::MonthEnd, "На 31 июля 2026 года", "At 31 July 2026", "на 31 июля 2026"),
            (PeriodType::Monthly, "Июль 2026 года", "July 2026", "июль 2026"),
            (PeriodType::YearToDate, "Январь–июль 2026 года", "January–July 2026", "январь–июль 2026"),
            (
                PeriodType::YearToDateAverage,
                "В среднем за январь–июль 2026 года",
                "Average for January–July 2026",
                "январь–июль 2026",
            ),
            (PeriodType::Daily, "На 31 июля 2026 года", "On 31 July 2026", "на 31 июля 2026"),
            (PeriodType::PointInTime, "На 31 июля 2026 года", "At 31 July 2026", "на 31 июля 2026"),
            (
                PeriodType::EffectiveFrom,
                "Действует с 31 июля 2026 года",
                "In force since 31 July 2026",
                "с 31 июля 2026",
            ),
        ] {
            let plain = |text: String| text.replace('\u{a0}', " ");
            assert_eq!(plain(period(&key(period_type, None), date, as_of, Lang::Ru)), ru);
            assert_eq!(plain(period(&key(period_type, None), date, as_of, Lang::En)), en);
            assert_eq!(plain(period_in_table(&key(period_type, None), date, as_of, Lang::Ru)), short);
        }
        let ahead = period_in_table(
            &key(PeriodType::EffectiveFrom, None),
            "2026-12-01".parse().ok(),
            as_of,
            Lang::Ru,
        );
        assert_eq!(ahead, "вступит в\u{a0}силу 1\u{a0}декабря\u{a0}2026");
        let today = period(&key(PeriodType::EffectiveFrom, None), Some(as_of), as_of, Lang::Ru);
        assert!(today.starts_with("Действует с\u{a0}20\u{a0}ноября"), "{today}");
        let ahead = period(&key(PeriodType::EffectiveFrom, None), "2026-12-01".parse().ok(), as_of, Lang::Ru);
        assert_eq!(ahead, "Вступит в\u{a0}силу 1\u{a0}декабря\u{a0}2026\u{a0}года");
        assert_eq!(period(&key(PeriodType::Unknown, None), None, as_of, Lang::En), "Date unknown");
    }

    #[test]
    fn a_rate_is_in_force_from_its_own_day_on() {
        let as_of = "2026-11-20".parse().unwrap();
        let cell = |date: &str, lang| {
            period_in_table(&key(PeriodType::EffectiveFrom, None), date.parse().ok(), as_of, lang)
        };
        assert!(cell("2026-11-20", Lang::Ru).starts_with("с\u{a0}20"));
        assert!(cell("2026-11-20", Lang::En).starts_with("since "));
        assert!(cell("2026-11-21", Lang::Ru).starts_with("вступит в\u{a0}силу "));
        assert!(cell("2026-11-21", Lang::En).starts_with("takes effect "));
    }

    #[test]
    fn a_cell_is_broken_where_any_text_is() {
        let as_of = "2026-06-15".parse().unwrap();
        for (period_type, lang) in PeriodType::ALL.iter().flat_map(|of| Lang::ALL.map(|lang| (*of, lang))) {
            for date in ["2025-01-31", "2025-02-03", "2026-06-15", "2026-12-01"] {
                let cell = period_in_table(&key(period_type, None), date.parse().ok(), as_of, lang);
                assert_eq!(cell, nbsp(&cell.replace('\u{a0}', " ")));
            }
        }
    }

    fn ages(period_type: PeriodType, date: &str) -> Option<[String; 2]> {
        let (date, as_of) = (date.parse().unwrap(), "2026-11-20".parse().unwrap());
        let age =
            |lang| age(&key(period_type, None), date, as_of, lang).map(|age| age.replace('\u{a0}', " "));
        Some([age(Lang::Ru)?, age(Lang::En)?])
    }

    #[test]
    fn old_figures_say_how_old_they_are() {
        for (period_type, date, ru, en) in [
            (PeriodType::Daily, "2026-10-21", "30 дней назад", "30 days ago"),
            (PeriodType::Daily, "2026-10-20", "1 месяц назад", "1 month ago"),
            (PeriodType::PointInTime, "2026-08-01", "3 месяца назад", "3 months ago"),
            (PeriodType::MonthEnd, "2026-07-31", "3 месяца назад", "3 months ago"),
            (PeriodType::YearToDate, "2026-01-31", "9 месяцев назад", "9 months ago"),
            (PeriodType::Monthly, "2024-12-31", "22 месяца назад", "22 months ago"),
            (PeriodType::Monthly, "2024-11-30", "23 месяца назад", "23 months ago"),
            (PeriodType::Monthly, "2024-10-31", "2 года назад", "2 years ago"),
            (PeriodType::YearToDateAverage, "2015-12-31", "10 лет назад", "10 years ago"),
        ] {
            assert_eq!(ages(period_type, date), Some([ru.to_owned(), en.to_owned()]), "{date}");
        }
    }

    #[test]
    fn recent_ones_and_rates_in_force_do_not() {
        for (period_type, date) in [
            (PeriodType::Daily, "2026-10-22"),
            (PeriodType::Monthly, "2026-08-31"),
            (PeriodType::EffectiveFrom, "2016-02-15"),
            (PeriodType::Daily, "2026-11-24"),
        ] {
            assert_eq!(ages(period_type, date), None, "{date}");
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
                ["На конец III квартала 2026 года", "At the end of Q3 2026"],
                ["на конец III квартала 2026 года", "end of Q3 2026"],
            ),
            (
                PointInTime,
                Annual,
                "2026-12-31",
                ["На конец 2026 года", "At the end of 2026"],
                ["на конец 2026 года", "end of 2026"],
            ),
            (
                YearToDate,
                Quarterly,
                "2026-09-30",
                ["Январь–сентябрь 2026 года", "January–September 2026"],
                ["январь–сентябрь 2026", "January–September 2026"],
            ),
            (YearToDate, Quarterly, "2025-12-31", ["2025 год", "2025"], ["2025 год", "2025"]),
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
                assert_eq!(plain(period(&key, date.parse().ok(), as_of, lang)), lang.pick(whole));
                assert_eq!(plain(period_in_table(&key, date.parse().ok(), as_of, lang)), lang.pick(in_table));
            }
        }
    }

    #[test]
    fn a_value_has_its_date_in_a_sentence() {
        let date = "2026-03-31".parse().ok();
        assert_eq!(of_period(&key(PeriodType::MonthEnd, None), date, Lang::Ru), "на 31 марта 2026 года");
        assert_eq!(of_period(&key(PeriodType::YearToDate, None), date, Lang::Ru), "за январь–март 2026 года");
        assert_eq!(of_period(&key(PeriodType::PointInTime, None), date, Lang::En), "as of 31 March 2026");
        assert_eq!(of_period(&key(PeriodType::Unknown, None), None, Lang::Ru), "без даты");
        let of_quarter = |period_type| key(period_type, Some(Frequency::Quarterly));
        let said = of_period(&of_quarter(PeriodType::MonthEnd), date, Lang::Ru);
        assert_eq!(said, "на конец I квартала 2026 года");
        let said = of_period(&of_quarter(PeriodType::PointInTime), date, Lang::En);
        assert_eq!(said, "as of the end of Q1 2026");
        let whole = of_period(&of_quarter(PeriodType::YearToDate), "2025-12-31".parse().ok(), Lang::Ru);
        assert_eq!(whole, "за 2025 год");
        let base = of_period(&of_quarter(PeriodType::MonthEnd), "2026-02-28".parse().ok(), Lang::Ru);
        assert_eq!(base, "на 28 февраля 2026 года", "no quarter ends then");
    }

    #[test]
    fn quarters_and_years_are_old_when_the_next_might_have_come() {
        let as_of = "2026-11-20".parse().unwrap();
        let is_old = |frequency, date: &str| {
            is_old(&key(PeriodType::PointInTime, Some(frequency)), date.parse().unwrap(), as_of)
        };
        assert!(!is_old(Frequency::Quarterly, "2026-05-05") && is_old(Frequency::Quarterly, "2026-05-04"));
        assert!(!is_old(Frequency::Annual, "2025-07-09") && is_old(Frequency::Annual, "2025-07-08"));
    }
}
