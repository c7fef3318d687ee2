//! Figures as sources write them: with spaces and marks between digits, signs, footnotes and flags.

use super::*;

use super::workbook::{CellNumber, is_meaningless};
use crate::dataset::{Rounding, fold_case, is_missing};

/// Why a cell has no figure.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Unreadable {
    NoNumber,
    /// `1,234` and `1.234`, where nobody says which mark is the decimal one.
    InDoubt,
}

/// Spaces between groups of digits.
const SPACES: [char; 4] = [' ', '\u{a0}', '\u{202f}', '\u{2009}'];

/// The value of a cell as the series has it, `None` where the cell has none, and the flags that its marks mean.
pub fn read(
    value: &Value,
    place: &SheetPlace,
    series: &TableSeries,
) -> Result<Option<(Number, Flags)>, Unreadable> {
    if place.missing.contains(&fold_case(value.to_string().trim())) {
        return Ok(None);
    }

    let marks = &series.flags;
    let (number, flags, is_per_cent) = match value {
        Value::Number(CellNumber { affixes: None, .. }) => {
            (value.number(), Flags::default(), false)
        }
        Value::Number(CellNumber {
            affixes: Some(affixes),
            ..
        }) => {
            let around = format!("{} {}", affixes.before, affixes.behind);
            let flags = read_marks(&around.replace('%', " "), marks)?;
            (value.number(), flags, around.contains('%'))
        }
        Value::Text(text) => {
            let raised = read_marks(text.mark(), marks)?;
            let (number, flags) = read_text(text.bare(), place.decimal, marks)?;
            (number, flags.with(raised), text.bare().contains('%'))
        }
        Value::Date(_) | Value::Other(_) => return Err(Unreadable::NoNumber),
    };

    let Some(number) = number else {
        return Ok(None);
    };

    let mut rounding = series.rounding.clone();
    // What is shown as per cent has its scale of a hundred already.
    if is_per_cent && rounding.scale == Some(Number::from_scaled(100, 0)) {
        rounding.scale = None;
    }

    let value = round(number, &rounding).ok_or(Unreadable::NoNumber)?;
    Ok(Some((value, flags)))
}

/// Returns true if a cell has a figure, or what could be one.
pub fn is_figure(value: &Value, place: &SheetPlace, series: &TableSeries) -> bool {
    match read(value, place, series) {
        Ok(Some(_)) | Err(Unreadable::InDoubt) => true,
        Ok(None) => false,
        Err(Unreadable::NoNumber) => value.is_number(),
    }
}

/// The flags of a text of marks alone. One that the definition does not know makes the value unreadable.
pub fn read_marks(text: &str, marks: &Marks) -> Result<Flags, Unreadable> {
    let (rest, flags) = without_marks(text, marks);
    match is_meaningless(&rest) {
        true => Ok(flags),
        false => Err(Unreadable::NoNumber),
    }
}

fn read_text(
    text: &str,
    decimal: Option<char>,
    marks: &Marks,
) -> Result<(Option<Number>, Flags), Unreadable> {
    match figure(text, decimal) {
        Err(Unreadable::NoNumber) => {
            let (bare, flags) = without_marks(without_footnote(text), marks);
            Ok((figure(without_footnote(&bare), decimal)?, flags))
        }
        number => Ok((number?, Flags::default())),
    }
}

/// A text without a digit with a closing bracket behind it: `1 176,7 2)`.
fn without_footnote(text: &str) -> &str {
    let text = text.trim();
    let bare = text
        .strip_suffix(')')
        .and_then(|bare| bare.strip_suffix(|c: char| c.is_ascii_digit()));
    bare.filter(|bare| bare.ends_with(SPACES))
        .map_or(text, str::trim_end)
}

/// A text without the marks at the ends of its words, and the flags that they mean. Marks are the same in brackets and in
/// either case.
pub fn without_marks(text: &str, marks: &Marks) -> (String, Flags) {
    let (mut words, mut flags) = (Vec::new(), Flags::default());
    for mut word in text.split_whitespace() {
        let find = |word| {
            marks
                .iter()
                .find_map(|(mark, mark_flags)| Some((without_mark(word, mark)?, mark_flags)))
        };
        while let Some((bare, mark_flags)) = find(word) {
            word = bare;
            flags = flags.with(*mark_flags);
        }

        words.extend((!word.is_empty()).then_some(word));
    }

    (words.join(" "), flags)
}

/// A word without a mark at its end, which is in small letters.
fn without_mark<'w>(word: &'w str, mark: &str) -> Option<&'w str> {
    let end = |word: &'w str| {
        let count = mark.chars().count();
        let at = word.char_indices().rev().nth(count.checked_sub(1)?)?.0;
        let (rest, end) = word.split_at_checked(at)?;
        (fold_case(end) == mark).then_some(rest)
    };
    let bracketed = |open: char, close: char| end(word.strip_suffix(close)?)?.strip_suffix(open);
    bracketed('(', ')')
        .or_else(|| bracketed('[', ']'))
        .or_else(|| end(word))
}

fn figure(text: &str, decimal: Option<char>) -> Result<Option<Number>, Unreadable> {
    let text = text.trim();
    if is_missing(text) {
        return Ok(None);
    }

    let (sign, unsigned) = match text.strip_prefix(['-', '\u{2212}', '–', '\u{2011}']) {
        Some(unsigned) => ("-", unsigned),
        None => ("", text.strip_prefix('+').unwrap_or(text)),
    };

    let unsigned = unsigned.strip_suffix('%').unwrap_or(unsigned).trim();
    let plain = plain_digits(unsigned, decimal)?;
    format!("{sign}{plain}")
        .parse()
        .map(Some)
        .map_err(|_| Unreadable::NoNumber)
}

/// A number without a sign as digits and a point. `decimal` is the only mark before decimals, where that is sure.
pub fn plain_digits(text: &str, decimal: Option<char>) -> Result<String, Unreadable> {
    let is_spaced = text.contains(SPACES);
    let marks: String = text.matches([',', '.']).collect();
    let mark = match (decimal, marks.as_str()) {
        (Some(decimal), _) => Some(decimal),
        (None, "," | ".") if !is_spaced && is_group(text) => return Err(Unreadable::InDoubt),
        // The mark that comes once is the decimal one, if it is the last.
        (None, marks) => match marks.chars().last() {
            Some(last) if marks.matches(last).count() == 1 => Some(last),
            Some(last) if marks.chars().any(|mark| mark != last) => {
                return Err(Unreadable::NoNumber);
            }
            _ => None,
        },
    };

    let (whole, fraction) = match mark.and_then(|mark| text.split_once(mark)) {
        Some((whole, fraction)) => (whole, Some(fraction)),
        None => (text, None),
    };

    let is_digits = |text: &str| !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
    let separators: &[char] = match mark {
        _ if is_spaced => &SPACES,
        Some(',') => &['.'],
        Some(_) => &[','],
        None => &[',', '.'],
    };

    let groups: Vec<&str> = whole.split(separators).collect();
    let are_groups = match groups.as_slice() {
        [first, rest @ ..] if !rest.is_empty() => {
            first.len() <= 3 && rest.iter().all(|group| group.len() == 3)
        }
        _ => true,
    };

    if !are_groups
        || !groups.iter().all(|group| is_digits(group))
        || !fraction.is_none_or(is_digits)
    {
        return Err(Unreadable::NoNumber);
    }

    Ok(groups.concat()
        + &fraction
            .map(|fraction| format!(".{fraction}"))
            .unwrap_or_default())
}

/// Returns true if the only mark could part thousands: three digits behind it, and one to three before, of which the first
/// is no zero.
fn is_group(text: &str) -> bool {
    let Some((whole, rest)) = text.split_once([',', '.']) else {
        return false;
    };
    rest.chars().count() == 3 && (1..=3).contains(&whole.len()) && !whole.starts_with('0')
}

/// A value as the series has it. `None` where the program holds no such number.
pub fn round(value: Number, rounding: &Rounding) -> Option<Number> {
    let scaled = rounding
        .scale
        .map_or(Some(value), |scale| value.multiplied(scale))?;
    let sum = rounding.add.map_or(Some(scaled), |add| scaled.plus(add))?;
    Some(
        rounding
            .decimals
            .map_or(sum, |decimals| sum.to_decimals(decimals)),
    )
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::model::Flag;

    fn shown(text: &str, decimal: Option<char>) -> String {
        let marks = vec![
            ("**".to_owned(), Flag::Provisional.into()),
            ("*".to_owned(), Flags::default()),
            ("p".to_owned(), Flag::Provisional.into()),
        ];
        match read_text(text, decimal, &marks) {
            Ok((None, _)) => "none".to_owned(),
            Ok((Some(number), flags)) => format!("{number} {flags}").trim().to_owned(),
            Err(problem) => format!("{problem:?}"),
        }
    }

    #[test]
    fn figures_are_read_as_sources_write_them() {
        for (text, read) in [
            ("70124", "70124"),
            (" 1088.72\u{a0}", "1088.72"),
            ("87 709,5", "87709.5"),
            ("1\u{202f}234\u{202f}567", "1234567"),
            ("+1,2%", "1.2"),
            ("−0,5", "-0.5"),
            ("1 234,567", "1234.567"),
            ("1,234", "InDoubt"),
            ("1.234", "InDoubt"),
            ("-1,234", "InDoubt"),
            ("0,029", "0.029"),
            ("1234,567", "1234.567"),
            ("1,234,567", "1234567"),
            ("1,234.5", "1234.5"),
            ("1.234.567,8", "1234567.8"),
            ("1,234.567.8", "NoNumber"),
            ("12 34", "NoNumber"),
            ("1 176,7 2)", "1176.7"),
            ("12.59**", "12.59 provisional"),
            ("12.5 (P)", "12.5 provisional"),
            ("12.5*", "12.5"),
            ("… p", "none"),
            ("(46988)", "NoNumber"),
            ("2,8 d.", "NoNumber"),
            ("1e3", "NoNumber"),
            ("x", "none"),
            ("N/A", "none"),
            ("---", "none"),
            ("NaN", "none"),
            ("", "none"),
        ] {
            assert_eq!(shown(text, None), read, "{text}");
        }

        for (text, decimal, read) in [
            ("1,234", ',', "1.234"),
            ("1,234", '.', "1234"),
            ("1.234", ',', "1234"),
            ("1.23", ',', "NoNumber"),
            ("12,34", '.', "NoNumber"),
        ] {
            assert_eq!(shown(text, Some(decimal)), read, "{text} {decimal}");
        }
    }

    #[test]
    fn values_are_scaled_then_added_to_then_rounded() {
        let number = |text: &str| text.parse::<Number>().unwrap();
        let rounding = |scale: &str, add: &str, decimals| Rounding {
            scale: Some(number(scale)),
            add: Some(number(add)),
            decimals,
        };
        for (value, rounding, result) in [
            ("100.2", rounding("1", "-100", None), Some("0.2")),
            ("0.029047", rounding("100", "0", Some(2)), Some("2.9")),
            ("0.0295", rounding("100", "0", Some(1)), Some("3")),
            ("-2.5", rounding("1", "0", Some(0)), Some("-3")),
            (
                "9999999999999999999999999999",
                rounding("10", "0", None),
                None,
            ),
            (
                "9999999999999999999999999999",
                rounding("1", "1", None),
                None,
            ),
        ] {
            assert_eq!(
                round(number(value), &rounding)
                    .map(|n| n.to_string())
                    .as_deref(),
                result,
                "{value}"
            );
        }
    }
}
