//! Keys that programs which read tables take for something else than text: pandas, R and Excel guess what a cell is.

use super::*;

/// `null` and `nan` of pandas, and what R and others write in capitals.
const MISSING: [&str; 4] = ["na", "nan", "none", "null"];
const TRUTH: [&str; 4] = ["true", "false", "t", "f"];
/// Numbers without end.
const ENDLESS: [&str; 2] = ["inf", "infinity"];
const MONTHS: [&str; 12] = [
    "january",
    "february",
    "march",
    "april",
    "may",
    "june",
    "july",
    "august",
    "september",
    "october",
    "november",
    "december",
];

/// What is taken for something else in a key, whatever the case of its letters.
pub fn warning(key: &Key) -> Option<Message> {
    let key = key.as_str();
    let kind = if MISSING.contains(&key) {
        msg::cell_missing()
    } else if TRUTH.contains(&key) {
        msg::cell_truth()
    } else if is_number(key) {
        msg::cell_number()
    } else if is_date(key) {
        msg::cell_date()
    } else {
        return None;
    };
    Some(msg::key_misread(key, kind))
}

fn is_digits(text: &str) -> bool {
    !text.is_empty() && text.bytes().all(|b| b.is_ascii_digit())
}

/// `007`, `1e5`, `1e-5`, `0x1f`, `inf`.
fn is_number(key: &str) -> bool {
    let is_power = |(digits, power): (&str, &str)| {
        is_digits(digits) && is_digits(power.strip_prefix('-').unwrap_or(power))
    };
    let hexadecimal = key.strip_prefix("0x").unwrap_or_default();
    is_digits(key)
        || ENDLESS.contains(&key)
        || key.split_once('e').is_some_and(is_power)
        || !hexadecimal.is_empty() && hexadecimal.bytes().all(|b| b.is_ascii_hexdigit())
}

/// `1-2`, `2026-11`, `2026-11-20`, `sep1`, `march-26`, `1-jan`, `1-jan-26`: what Excel makes a date of.
fn is_date(key: &str) -> bool {
    // A name and the number behind it are parts, too.
    let split = key.find(|c: char| c.is_ascii_digit()).filter(|at| *at > 0).unwrap_or(key.len());
    let (name, rest) = key.split_at(split);
    let parts: Vec<&str> = name.split('-').chain(rest.split('-')).filter(|part| !part.is_empty()).collect();
    let is_month = |part: &str| part.len() >= 3 && MONTHS.iter().any(|month| month.starts_with(part));
    let is_number = |part: &str| is_digits(part) && part.len() <= 4;
    let months = parts.iter().filter(|part| is_month(part)).count();
    let numbers = parts.iter().filter(|part| is_number(part)).count();
    months + numbers == parts.len() && months <= 1 && numbers > 0 && (2..=3).contains(&parts.len())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_readers_take_for_something_else_is_told() {
        let kind = |key: &str| {
            let message = warning(&key.parse().unwrap())?;
            Some(message.get(crate::model::Lang::En).rsplit_once(" for ").unwrap().1.to_owned())
        };
        for (keys, expected) in [
            ("null nan na none", "a missing value: choose another"),
            ("true false t f", "a Boolean: choose another"),
            ("007 0 42 1e5 12e-3 0x1f inf infinity", "a number: choose another"),
            (
                "1-2 2026-11 2026-11-20 sep1 sept-1 march-26 may2026 1-jan 1-jan-26 dec-1-2026",
                "a date: choose another",
            ),
        ] {
            for key in keys.split(' ') {
                assert_eq!(kind(key).as_deref(), Some(expected), "{key}");
            }
        }
        for key in
            "m2 usd try cpi-2015 gdp 1e e5 1e5e 0x 0xg infl nano nulls truth mar may march yes no n-a 1st 2026-q3 sep-a 1-2-3-4 a1 m-1 \
             ma1 maybe1 12345-1 jan-feb-1"
                .split_whitespace()
        {
            assert_eq!(kind(key), None, "{key}");
        }
    }
}
