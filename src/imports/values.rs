//! Figures as sources write them: with spaces and marks between digits, signs, footnotes and flags.

use super::*;

use super::series::SheetSeries;
use super::workbook::{Affixes, CellNumber, is_meaningless};
use crate::dataset::{Rounding, SPACES, fold_case, is_missing, join_groups};
use crate::model::has_digits_alone;

/// Why a cell has no figure.
#[derive(Debug)]
pub enum Unreadable {
    NoNumber,
    /// `1,234` and `1.234`, where nobody says which mark is the decimal one.
    InDoubt,
}

/// The value of a cell as the series has it, `None` where the cell has none, and the flags that its marks mean.
pub fn read(value: &Value, wanted: SheetSeries<'_>) -> Result<Option<(Number, Flags)>, Unreadable> {
    let SheetSeries { place, series, .. } = wanted;
    let shown = value.to_string();
    if place.missing.contains(&fold_case(shown.trim())) {
        return Ok(None);
    }

    let marks = &series.flags;
    let (number, flags) = match value {
        Value::Number(CellNumber { affixes, .. }) => {
            let mut flags = Flags::default();
            if let Some(Affixes { before, behind }) = affixes.as_deref() {
                let around = format!("{before} {behind}");
                flags = read_marks(&around.replace('%', " "), marks)?;
            }

            (value.number(), flags)
        }
        Value::Text(text) => {
            let raised = read_marks(&text.mark, marks)?;
            let (number, flags) = read_text(text.bare(), place.decimal, marks)?;
            (number, flags.with(raised))
        }
        Value::Date(_) | Value::Other(_) => return Err(Unreadable::NoNumber),
    };

    let Some(number) = number else {
        return Ok(None);
    };

    let mut rounding = series.rounding.clone();
    // A figure that is shown as per cent has its scale of a hundred already.
    if shown.contains('%') && rounding.scale == Some(Number::from_scaled(100, 0)) {
        rounding.scale = None;
    }

    let value = round(number, &rounding).ok_or(Unreadable::NoNumber)?;
    Ok(Some((value, flags)))
}

/// Returns true if a cell has a figure, or what could be one.
pub fn is_figure(value: &Value, wanted: SheetSeries<'_>) -> bool {
    match read(value, wanted) {
        Ok(Some(_)) | Err(Unreadable::InDoubt) => true,
        Ok(None) => false,
        Err(Unreadable::NoNumber) => value.is_number(),
    }
}

/// Returns true for a number, and for a text that is one.
pub fn is_number(value: &Value) -> bool {
    match value {
        Value::Number(_) => true,
        Value::Text(text) => {
            let figure = figure(text.bare(), None);
            matches!(figure, Ok(Some(_)) | Err(Unreadable::InDoubt))
        }
        Value::Date(_) | Value::Other(_) => false,
    }
}

/// The flags of a text of marks alone. One that the definition does not know makes the value unreadable.
pub fn read_marks(text: &str, marks: &Marks) -> Result<Flags, Unreadable> {
    let (rest, flags) = without_marks(text, marks);
    if is_meaningless(&rest) {
        Ok(flags)
    } else {
        Err(Unreadable::NoNumber)
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
/// either case. A mark that is a digit is none behind another digit, and none as a word before others.
pub fn without_marks(text: &str, marks: &Marks) -> (String, Flags) {
    let mut words = Vec::new();
    let mut flags = Flags::default();
    let mut rest = text.split_whitespace().peekable();
    while let Some(mut word) = rest.next() {
        let is_last = rest.peek().is_none();
        while let Some((bare, meant)) = without_last_mark(word, marks) {
            let mark = &word[bare.len()..];
            let is_digit = mark.starts_with(|c: char| c.is_ascii_digit());
            let is_of_number = match bare.chars().last() {
                Some(c) => c.is_ascii_digit() || matches!(c, '.' | ','),
                None => !is_last,
            };
            if is_digit && is_of_number {
                break;
            }

            word = bare;
            flags = flags.with(meant);
        }

        if !word.is_empty() {
            words.push(word);
        }
    }

    (words.join(" "), flags)
}

/// A word without the mark at its end, and the flags of the mark.
fn without_last_mark<'w>(word: &'w str, marks: &Marks) -> Option<(&'w str, Flags)> {
    for (mark, flags) in marks {
        for (open, close) in [("(", ")"), ("[", "]"), ("", "")] {
            if let Some(inside) = word.strip_suffix(close)
                && let Some(bare) = without_mark(inside, mark)
                && let Some(bare) = bare.strip_suffix(open)
            {
                return Some((bare, *flags));
            }
        }
    }

    None
}

/// A word without a mark at its end, which is in small letters.
fn without_mark<'w>(word: &'w str, mark: &str) -> Option<&'w str> {
    let last = mark.chars().count().checked_sub(1)?;
    let (at, _) = word.char_indices().rev().nth(last)?;
    let (bare, end) = word.split_at_checked(at)?;
    (fold_case(end) == mark).then_some(bare)
}

const MINUS_SIGNS: [char; 4] = ['-', '\u{2212}', '–', '\u{2011}'];

fn figure(text: &str, decimal: Option<char>) -> Result<Option<Number>, Unreadable> {
    let text = text.trim();
    if is_missing(text) {
        return Ok(None);
    }

    let (sign, unsigned) = match text.strip_prefix(MINUS_SIGNS) {
        Some(unsigned) => ("-", unsigned),
        None => ("", text.strip_prefix('+').unwrap_or(text)),
    };

    let unsigned = unsigned.strip_suffix('%').unwrap_or(unsigned).trim();
    let plain = plain_digits(unsigned, decimal)?;
    match format!("{sign}{plain}").parse() {
        Ok(number) => Ok(Some(number)),
        Err(_) => Err(Unreadable::NoNumber),
    }
}

/// A number without a sign as digits and a point. `decimal` is the only mark before decimals, where that is sure.
fn plain_digits(text: &str, decimal: Option<char>) -> Result<String, Unreadable> {
    let is_spaced = text.contains(SPACES);
    let mark = match decimal {
        Some(_) => decimal,
        None => find_decimal_mark(text, is_spaced)?,
    };
    let separators: &[char] = match mark {
        _ if is_spaced => &SPACES,
        Some(',') => &['.'],
        Some(_) => &[','],
        None => &[',', '.'],
    };

    let (whole, fraction) = match mark.and_then(|mark| text.split_once(mark)) {
        Some((whole, fraction)) => (whole, Some(fraction)),
        None => (text, None),
    };

    let digits = join_groups(whole, separators).ok_or(Unreadable::NoNumber)?;
    match fraction {
        None => Ok(digits),
        Some(fraction) if has_digits_alone(fraction) => Ok(format!("{digits}.{fraction}")),
        Some(_) => Err(Unreadable::NoNumber),
    }
}

/// The mark before decimals where none is sure: one that comes once, if it is the last.
fn find_decimal_mark(text: &str, is_spaced: bool) -> Result<Option<char>, Unreadable> {
    let marks: String = text.matches([',', '.']).collect();
    let Some(last) = marks.chars().last() else {
        return Ok(None);
    };

    match marks.matches(last).count() {
        1 if marks.len() == 1 && !is_spaced && is_group(text) => Err(Unreadable::InDoubt),
        1 => Ok(Some(last)),
        count if count < marks.len() => Err(Unreadable::NoNumber),
        _ => Ok(None),
    }
}

/// Returns true if the only mark could part thousands: three digits behind it, and one to three before, of which the first
/// is no zero.
fn is_group(text: &str) -> bool {
    let Some((whole, rest)) = text.split_once([',', '.']) else {
        return false;
    };

    let is_thousand = (1..=3).contains(&whole.len()) && !whole.starts_with('0');
    is_thousand && rest.len() == 3 && has_digits_alone(rest)
}

/// A value as the series has it. `None` where the program holds no such number.
pub fn round(mut value: Number, rounding: &Rounding) -> Option<Number> {
    if let Some(scale) = rounding.scale {
        value = value.multiplied(scale)?;
    }

    if let Some(add) = rounding.add {
        value = value.plus(add)?;
    }

    Some(match rounding.decimals {
        Some(decimals) => value.to_decimals(decimals),
        None => value,
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::model::Flag;

    fn shown(text: &str, decimal: Option<char>) -> String {
        let marks = vec![
            ("**".to_owned(), Flag::Provisional.into()),
            ("*)".to_owned(), Flags::default()),
            ("*".to_owned(), Flags::default()),
            ("1".to_owned(), Flags::default()),
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
            ("1'234'567.8", "1234567.8"),
            ("1’234,5", "1234.5"),
            ("1'23", "NoNumber"),
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
            ("18.5*)", "18.5"),
            ("13.1p", "13.1 provisional"),
            ("131 p", "131 provisional"),
            ("12.5 p1", "12.5 provisional"),
            ("12.5 1", "12.5"),
            ("12.5(1)", "12.5"),
            ("1 234 1", "1234"),
            ("11 p", "11 provisional"),
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
