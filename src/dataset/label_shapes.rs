//! Labels that are told by the places of their digits. `label_words.rs` has those in words.

use super::*;

use super::label_words::{is_filler, month_named, parse_words};
use super::labels::{century, day_label, split_year, year_number};

impl Label {
    /// Reads a text that is a period and nothing else. `None` for every other, and for one that could be two.
    pub fn parse(text: &str, context: LabelContext) -> Option<Label> {
        let small = fold_case(text.trim());
        let by_shape = parse_shape(&small, context);
        if by_shape.is_some() || !small.contains(char::is_alphabetic) {
            return by_shape;
        }

        let by_date = parse_date_among_words(&small, context);
        by_date.or_else(|| parse_words(&small, context))
    }
}

/// Reads a label by the places of its digits: `2026-11`, `01.11.2026`. `None` also where it could be two periods.
fn parse_shape(text: &str, context: LabelContext) -> Option<Label> {
    let text = without_hour(text);
    let shape = text.replace(|c: char| c.is_ascii_digit(), "9");
    let parts = text.split(|c: char| !c.is_ascii_digit());
    let numbers: Vec<u32> = parts.filter_map(|part| part.parse().ok()).collect();
    match (shape.as_str(), numbers.as_slice()) {
        ("9999-99-99" | "9999/99/99" | "9999.99.99", &[year, month, day])
        | ("99.99.9999" | "9.99.9999" | "99.9.9999" | "9.9.9999", &[day, month, year]) => {
            day_label(year, month, day)
        }
        ("99.99.99" | "9.99.99", &[day, month, year]) => day_label(century(year), month, day),
        ("9999-99" | "9999/99", &[year, rest]) => month_or_split(year, rest, context),
        ("9999/9999" | "9999-9999", &[year, next]) => split_year(year, next).map(Label::year_alone),
        (
            "9999m99" | "9999m9" | "9999-m99" | "9999 m99" | "9999 m9" | "9999.99" | "9999 99"
            | "9999:99",
            &[year, month],
        )
        | ("99.9999" | "9.9999" | "99/9999" | "9/9999" | "99-9999", &[month, year]) => {
            year_and_month(year, month)
        }
        (
            "99/99/9999" | "9/99/9999" | "99/9/9999" | "9/9/9999" | "99-99-9999",
            &[first, second, year],
        ) => match context.date_order.or(DateOrder::from_text(text))? {
            DateOrder::DayFirst => day_label(year, second, first),
            DateOrder::MonthFirst => day_label(year, first, second),
        },
        ("999999", &[number]) => year_and_month(number / 100, number % 100),
        ("99999999", &[number]) => day_label(number / 10_000, number / 100 % 100, number % 100),
        ("9999-q9" | "9999q9" | "9999k9" | "9999-k9", &[year, quarter @ 1..=4]) => {
            year_and_part(year, Part::Quarter(quarter))
        }
        ("9999", &[year]) | ("9999-a9", &[year, 1]) => {
            Some(Label::year_alone(Year::Calendar(year_number(year)?)))
        }
        ("99" | "9", &[month @ 1..=12]) if context.has_numbered_months => {
            Some(Label::month_alone(month))
        }
        ("m99", &[month @ 1..=12]) => Some(Label::month_alone(month)),
        (words, &[day, year]) => {
            // `January 31, 2025`
            let name = words.strip_suffix("9, 9999")?;
            let month = month_named(name.trim_end_matches([' ', '9', '.']))?;
            day_label(year, month, day)
        }
        _ => None,
    }
}

/// Reads one date among words that say nothing: `31.01.2025 г.`
fn parse_date_among_words(text: &str, context: LabelContext) -> Option<Label> {
    let mut words: Vec<&str> = text.split_whitespace().collect();
    words.retain(|word| !is_filler(word.trim_end_matches('.')));
    let [word] = words[..] else { return None };

    let date = without_ending(word);
    let label = parse_shape(date, context)?;
    let is_day = date.contains(['.', '-']) && matches!(label, Label::Day(_));
    is_day.then_some(label)
}

/// A word without a word behind its last digit that says nothing: `31.01.2025-ci`, `31.01.2025г.`
fn without_ending(word: &str) -> &str {
    let date = word.trim_end_matches(|c: char| !c.is_ascii_digit());
    let ending = &word[date.len()..];
    if is_filler(ending.trim_matches(['-', '.'])) {
        date
    } else {
        word
    }
}

/// A date without the hour behind it.
fn without_hour(text: &str) -> &str {
    let Some((day, hour)) = text.split_once([' ', 't']) else {
        return text;
    };

    let is_hour = hour.contains(':') && !hour.contains(|c: char| c.is_alphabetic() && c != 'z');
    if is_hour { day } else { text }
}

fn year_and_part(year: u32, part: Part) -> Option<Label> {
    Some(Label::Period {
        year: Some(Year::Calendar(year_number(year)?)),
        part: Some(part),
    })
}

fn year_and_month(year: u32, month: u32) -> Option<Label> {
    match month {
        1..=12 => year_and_part(year, Part::Months(month, month)),
        _ => None,
    }
}

/// `2011-12`: a month, or a split year. Where it may be both, the month decides with which years begin.
fn month_or_split(year: u32, rest: u32, context: LabelContext) -> Option<Label> {
    let month = year_and_month(year, rest);
    let split = split_year(year, rest).map(Label::year_alone);
    match context.year_start {
        None if month.is_some() && split.is_some() => None,
        None | Some(1) => month.or(split),
        Some(_) => split.or(month),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn shown(text: &str, context: LabelContext) -> String {
        match Label::parse(text, context) {
            None => String::new(),
            Some(Label::Day(day)) => day.to_string(),
            Some(Label::Period { year, part }) => {
                let year = year.map(|year| match year {
                    Year::Calendar(year) => year.to_string(),
                    Year::Split(year) => format!("{year}/"),
                    Year::TwoDigits(year) => format!("{year}?"),
                });
                let part = part.map(|part| match part {
                    Part::Months(first, last) if first == last => format!("m{first}"),
                    Part::Months(first, last) => format!("m{first}-{last}"),
                    Part::Quarter(quarter) => format!("q{quarter}"),
                    Part::Day(month, day) => format!("m{month} d{day}"),
                });
                [year, part]
                    .into_iter()
                    .flatten()
                    .collect::<Vec<_>>()
                    .join(" ")
            }
        }
    }

    #[test]
    fn periods_are_read_as_sources_write_them() {
        for (text, read) in [
            ("2026-11-20", "2026-11-20"),
            ("20.11.2026", "2026-11-20"),
            ("20.11.26", "2026-11-20"),
            ("31.02.2026", ""),
            ("yanvar", "m1"),
            ("Yanvar-fevral", "m1-2"),
            ("İyul", "m7"),
            ("iyulun", "m7"),
            ("iyu", ""),
            ("Sept.", "m9"),
            ("Января", "m1"),
            ("май", "m5"),
            ("Jul-17", "2017 m7"),
            ("2026-cı ilin yanvar-iyul ayları", "2026 m1-7"),
            ("yanvar 2026-cı il", "2026 m1"),
            ("2026 г.", "2026"),
            ("январь 2026 года", "2026 m1"),
            ("2026-11", "2026 m11"),
            ("2026M01", "2026 m1"),
            ("11.2026", "2026 m11"),
            ("202611", "2026 m11"),
            ("2026-M11", "2026 m11"),
            ("2026-A1", "2026"),
            ("Q3", "q3"),
            ("III", "q3"),
            ("2026-Q3", "2026 q3"),
            ("2022K1", "2022 q1"),
            ("3 кв. 2026", "2026 q3"),
            ("III rüb", "q3"),
            ("3º trim.", "q3"),
            ("3º trim. 07", "2007 q3"),
            ("Dek 12", "2012? m12"),
            ("Dek'12", "2012 m12"),
            ("Dek.12", "2012 m12"),
            ("Jul/17", "2017 m7"),
            ("1 января 2025", "2025-01-01"),
            ("01 yanvar 2025", "2025-01-01"),
            ("15 Jan 2025", "2025-01-15"),
            ("31-Jan-25", "2025-01-31"),
            ("31 feb 2025", ""),
            ("25-Jan", "m1 d25"),
            ("31.01.2025 г.", "2025-01-31"),
            ("на 31.01.2025", "2025-01-31"),
            ("31.01.2025-ci il tarixinə", "2025-01-31"),
            ("31.01.2025г.", "2025-01-31"),
            ("по состоянию на 1 февраля 2025 г.", "2025-02-01"),
            ("as at 31 Jan 2025", "2025-01-31"),
            ("31.01.2025-x", ""),
            ("01/2025", "2025 m1"),
            ("2025/01", "2025 m1"),
            ("2010/11", ""),
            ("2025.01", "2025 m1"),
            ("2025 M1", "2025 m1"),
            ("2025-01-31 00:00:00", "2025-01-31"),
            ("2025-01-31T00:00:00+04:00", "2025-01-31"),
            ("2025-01-31T20:00:00.000Z", "2025-01-31"),
            ("31.01.2025 0:00", "2025-01-31"),
            ("31.01.2025 abc:", ""),
            ("M01", "m1"),
            ("M1", ""),
            ("M13", ""),
            ("2025 01", "2025 m1"),
            ("2025:01", "2025 m1"),
            ("2025:1", ""),
            ("2025 13", ""),
            ("1Q2025", "2025 q1"),
            ("1Q25", "2025? q1"),
            ("Q1/25", "2025 q1"),
            ("9 мес. 2025", "2025 m1-9"),
            ("H1 2025", "2025 m1-6"),
            ("2H2025", "2025 m7-12"),
            ("2025-H2", "2025 m7-12"),
            ("I yarımil 2025", "2025 m1-6"),
            ("2 полугодие 2025 г.", "2025 m7-12"),
            ("1st half of 2025", "2025 m1-6"),
            ("H3 2025", ""),
            ("half 2025", ""),
            ("H1 Q1 2025", ""),
            ("3 ay 2025", "2025 m1-3"),
            ("2025-ci ilin 9 ayı", "2025 m1-9"),
            ("2025-ci ilin I yarısı", "2025 m1-6"),
            ("İyn", "m6"),
            ("iyl. 25", "2025 m7"),
            ("13 мес. 2025", ""),
            ("31/01/2025", "2025-01-31"),
            ("01/31/2025", "2025-01-31"),
            ("01/02/2025", ""),
            ("31-01-2025", "2025-01-31"),
            ("01-02-2025", ""),
            ("01-2025", "2025 m1"),
            ("2025/01/31", "2025-01-31"),
            ("20250131", "2025-01-31"),
            ("January 31, 2025", "2025-01-31"),
            ("Jan. 5, 2025", "2025-01-05"),
            ("за январь 2025 г.", "2025 m1"),
            ("на конец января 2025 г.", "2025 m1"),
            ("IV kv. 2025", "2025 q4"),
            ("2026", "2026"),
            ("1899", ""),
            ("2017-18", "2017/"),
            ("2017/18", "2017/"),
            ("2017-2018", "2017/"),
            ("2016-18", ""),
            ("2011-12", ""),
            ("7", ""),
            ("1.", ""),
            ("Jnne", ""),
            ("Total 2020", ""),
            ("Mar-Jan", ""),
            ("May May", ""),
            ("Yanvar / January", "m1"),
            ("2025 Mart/March", "2025 m3"),
            ("2020 2021", ""),
            ("rüb", ""),
            ("il", ""),
            ("", ""),
        ] {
            assert_eq!(shown(text, LabelContext::default()), read, "{text}");
        }
    }

    #[test]
    fn what_stands_around_decides_what_could_be_two() {
        let fiscal = |month| LabelContext {
            year_start: Some(month),
            ..LabelContext::default()
        };
        assert_eq!(shown("2011-12", fiscal(7)), "2011/");
        assert_eq!(shown("2011-12", fiscal(1)), "2011 m12");
        let roman = LabelContext {
            has_roman_months: true,
            ..LabelContext::default()
        };
        assert_eq!(
            ["III", "X", "I rüb"].map(|text| shown(text, roman)),
            ["m3", "m10", "q1"]
        );
        assert_eq!(
            ["III", "X", "XII"].map(|text| shown(text, LabelContext::default())),
            ["q3", "", ""]
        );
        let numbered = LabelContext {
            has_numbered_months: true,
            ..LabelContext::default()
        };
        assert_eq!(
            ["07", "7", "13"].map(|text| shown(text, numbered)),
            ["m7", "m7", ""]
        );
        assert_eq!(
            ["XII", "ix 2026", "IV", "x"].map(has_roman_month),
            [true, true, false, false]
        );
    }
}
