//! Where a line of text may not be broken: before a dash, after a one-letter word, inside a date, between a number and
//! what it counts [D14]. Whoever wrote a text need not know of it.

use super::dates::is_month;
use crate::model::Lang;

const NO_BREAK_SPACE: char = '\u{a0}';
/// What stands between words.
const SPACES: [char; 4] = [' ', NO_BREAK_SPACE, '\n', '\t'];

/// The text with no-break spaces where they belong. Nothing else changes.
pub fn set(text: &str) -> String {
    let mut set = String::with_capacity(text.len() + 16);
    let mut rest = text;
    while let Some(space) = rest.find(' ') {
        let (before, after) = (&rest[..space], &rest[space + 1..]);
        set += before;
        set.push(if holds(&set, after) { NO_BREAK_SPACE } else { ' ' });
        rest = after;
    }
    set + rest
}

/// Whether the space between these two must not be broken.
fn holds(before: &str, after: &str) -> bool {
    let word = before.rsplit(SPACES).next().unwrap_or_default();
    let next = after.split(SPACES).next().unwrap_or_default();
    let bare = word.trim_start_matches(['(', '«', '“', '"']);
    let mut letters = bare.chars();
    let is_letter = letters.next().is_some_and(char::is_alphabetic) && letters.next().is_none();
    let is_dash = matches!(next, "—" | "–") || next.starts_with("—\u{a0}");
    let counts = word.ends_with(|c: char| c.is_ascii_digit())
        && next.starts_with(|c: char| c.is_alphabetic() || matches!(c, '%' | '$' | '€'));
    let is_scale = Lang::ALL.into_iter().any(|lang| lang.is_scale(word, next));
    // Few words are before a year: the names of months are compared with those alone.
    let is_year = next.trim_end_matches(|c: char| !c.is_ascii_digit()).len() == 4 && is_month(word);
    is_dash || is_letter || counts || is_scale || is_year
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_break_only_where_a_reader_would() {
        for (text, expected) in [
            ("4 февраля 2026 года", "4_февраля_2026_года"),
            ("Курс — это цена", "Курс_— это цена"),
            ("к доллару и в манатах", "к_доллару и_в_манатах"),
            ("(с 2020 года)", "(с_2020_года)"),
            ("1,7 маната за 1 доллар", "1,7_маната за 1_доллар"),
            ("January–July 2026, a total", "January–July_2026, a_total"),
            ("M2 money supply", "M2_money supply"),
            ("38 309 млн манатов", "38 309_млн_манатов"),
            ("a\u{a0}b—à 4 à", "a_b—à 4_à"),
            ("", ""),
            (" x", " x"),
        ] {
            assert_eq!(set(text).replace('\u{a0}', "_"), expected);
        }
    }
}
