//! Keys that other programs misread: pandas, R and Excel guess what a cell is.

use super::*;

/// `null` and `nan` of pandas, and what R and others write in capitals.
const MISSING: [&str; 4] = ["na", "nan", "none", "null"];
const TRUTH: [&str; 4] = ["true", "false", "t", "f"];
const MONTHS: &str =
    "january february march april may june july august september october november december";

/// Warns of a key that programs which read tables take for something else than text, whatever the case of its
/// letters.
pub fn misread_key(key: &Key) -> Option<Message> {
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

/// `007`, `1e5`, `1e-5`, `0x1f`, `inf`.
fn is_number(key: &str) -> bool {
    if has_digits_alone(key) || matches!(key, "inf" | "infinity") {
        return true;
    }

    if let Some((digits, power)) = key.split_once('e')
        && has_digits_alone(digits)
        && has_digits_alone(power.strip_prefix('-').unwrap_or(power))
    {
        return true;
    }

    let hexadecimal = key.strip_prefix("0x").unwrap_or_default();
    !hexadecimal.is_empty() && hexadecimal.bytes().all(|b| b.is_ascii_hexdigit())
}

/// `1-2`, `2026-11`, `2026-11-20`, `sep1`, `march-26`, `1-jan`, `1-jan-26`: what Excel makes a date of.
fn is_date(key: &str) -> bool {
    // A name and the number behind it are parts, too.
    let digit = key.find(|c: char| c.is_ascii_digit());
    let split = digit.filter(|at| *at > 0).unwrap_or(key.len());
    let (name, rest) = key.split_at(split);

    let mut months = 0;
    let mut numbers = 0;
    for part in name.split('-').chain(rest.split('-')) {
        if part.is_empty() {
            continue;
        }

        if has_digits_alone(part) && part.len() <= 4 {
            numbers += 1;
        } else if part.len() >= 3 && MONTHS.split(' ').any(|month| month.starts_with(part)) {
            months += 1;
        } else {
            return false;
        }
    }

    months <= 1 && numbers > 0 && (2..=3).contains(&(months + numbers))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_readers_take_for_something_else_is_told() {
        let kind = |key: &str| {
            let message = misread_key(&key.parse().unwrap())?;
            Some(
                message
                    .get(crate::model::Lang::En)
                    .rsplit_once(" for ")
                    .unwrap()
                    .1
                    .to_owned(),
            )
        };

        for (keys, expected) in [
            ("null nan na none", "a missing value: choose another"),
            ("true false t f", "a Boolean: choose another"),
            (
                "007 0 42 1e5 12e-3 0x1f inf infinity",
                "a number: choose another",
            ),
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
