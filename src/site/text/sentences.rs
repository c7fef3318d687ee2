//! What pages say of figures in whole sentences.

use chrono::{Datelike, NaiveDate};

use super::dates::{in_sentence, period_date};
use super::overall::status_word;
use super::periods::period_in_table;
use super::typography::set;
use crate::model::{Lang, Observation, PeriodType, Status};

/// `20 ноября 2026 года`, `20 November 2026`.
pub fn full_day(date: NaiveDate, lang: Lang) -> String {
    in_sentence(PeriodType::Daily, date, lang)
}

/// Of which day the dataset is, and that each figure has a period of its own.
pub fn as_of(date: NaiveDate, lang: Lang) -> String {
    let date = full_day(date, lang);
    set(&match lang {
        Lang::Ru => format!(
            "Набор данных составлен {date}; у каждого значения свой период, и возраст значений отсчитан до этого дня."
        ),
        Lang::En => format!(
            "The dataset was compiled on {date}; each figure has a period of its own, and ages are counted to that day."
        ),
    })
}

/// To which day an age is counted.
pub fn counted_to(date: NaiveDate, lang: Lang) -> String {
    let date = full_day(date, lang);
    set(&match lang {
        Lang::Ru => format!("Возраст значения отсчитан до {date}."),
        Lang::En => format!("The age of the figure is counted to {date}."),
    })
}

/// Why nothing is compared, where the status alone forbids it.
pub fn no_changes(status: Status, lang: Lang) -> &'static str {
    match (status, lang) {
        (Status::Seed, Lang::Ru) => {
            "Изменения за месяц и\u{a0}за год не\u{a0}рассчитаны: это резервные данные, не\u{a0}полученные при проверке источника."
        }
        (Status::Seed, Lang::En) => {
            "No month-on-month or year-on-year change is calculated: these are fallback data, not retrieved by a check \
             of the source."
        }
        (_, Lang::Ru) => "Изменения за месяц и\u{a0}за год не\u{a0}рассчитаны: статус данных неизвестен.",
        (_, Lang::En) => {
            "No month-on-month or year-on-year change is calculated: the status of the data is unknown."
        }
    }
}

/// That a publication was expected and has not come.
pub fn did_not_come(date: NaiveDate, lang: Lang) -> String {
    let date = full_day(date, lang);
    set(&match lang {
        Lang::Ru => format!("ожидалась {date} и до сих пор не поступила"),
        Lang::En => format!("was expected on {date} and has not arrived"),
    })
}

/// When a figure was published, as part of a citation.
pub fn was_published(date: NaiveDate, lang: Lang) -> String {
    let date = full_day(date, lang);
    match lang {
        Lang::Ru => format!("Опубликовано {date}. "),
        Lang::En => format!("Published on {date}. "),
    }
}

/// A page in a sentence, as search engines show it.
pub fn in_short(name: &str, value: &str, period: &str, lang: Lang) -> String {
    set(&match lang {
        Lang::Ru => {
            format!("{name}: {value}. {period}. График, все наблюдения, источник и данные в CSV и JSON.")
        }
        Lang::En => {
            format!("{name}: {value}. {period}. Chart, all observations, source, and data as CSV and JSON.")
        }
    })
}

/// The period of a run of equal observations, and how many they are: `8 января – 12 января 2024 (5)`.
pub fn run_of_days(
    first: &Observation,
    last: &Observation,
    count: usize,
    as_of: NaiveDate,
    lang: Lang,
) -> String {
    let period_type = last.basis.period_type;
    let Some((from, to)) = first.date.zip(last.date) else {
        return period_in_table(period_type, last.date, as_of, lang);
    };
    let written = |date| period_date(period_type, date, lang);
    let year = format!(" {}", from.year());
    let begin = written(from);
    let begin = if from.year() == to.year() { begin.trim_end_matches(&year) } else { &begin };
    set(&format!("{begin} – {} ({count})", written(to)))
}

/// Whose figures a picture shows.
pub fn source_of(name: &str, lang: Lang) -> String {
    if lang == Lang::Ru { format!("Источник: {name}.") } else { format!("Source: {name}.") }
}

/// Of which day the last observation of a picture is.
pub fn last_observation(date: NaiveDate, lang: Lang) -> String {
    let date = full_day(date, lang);
    if lang == Lang::Ru {
        format!("Последнее наблюдение: {date}.")
    } else {
        format!("Last observation: {date}.")
    }
}

/// The status of what a picture shows.
pub fn status_of(status: Status, lang: Lang) -> String {
    let word = status_word(status, lang);
    if lang == Lang::Ru { format!("Статус: {word}.") } else { format!("Status: {word}.") }
}

/// How a program asks for an address: a command to copy where it is absolute, else the path alone.
pub fn command(address: &str, is_absolute: bool) -> String {
    if is_absolute { format!("curl {address}") } else { address.to_owned() }
}

/// What a name is sorted by: letters as a dictionary has them, whatever their case, `ё` as `е`.
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
        let date = "2026-04-02".parse().unwrap();
        let plain = |text: String| text.replace('\u{a0}', " ");
        assert_eq!(
            plain(did_not_come(date, Lang::Ru)),
            "ожидалась 2 апреля 2026 года и до сих пор не поступила"
        );
        assert_eq!(plain(did_not_come(date, Lang::En)), "was expected on 2 April 2026 and has not arrived");
    }
}
