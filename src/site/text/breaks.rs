//! No-break spaces: between which words of a text a line may not be broken [D14].

use super::*;

const NO_BREAK_SPACE: char = '\u{a0}';
/// Between words.
const SPACES: [char; 4] = [' ', NO_BREAK_SPACE, '\n', '\t'];

/// The text with no-break spaces where a line may not be broken: before a dash, after a word of one letter where the language
/// asks for it, inside a date, between a number and its unit. Nothing else changes.
pub fn nbsp(text: &str) -> String {
    let mut written = String::with_capacity(text.len() + 16);
    let mut pieces = text.split_inclusive(SPACES).peekable();
    while let Some(piece) = pieces.next() {
        let next = pieces.peek().copied().unwrap_or_default();
        match piece.strip_suffix(' ') {
            Some(word) if is_unbreakable(word, next.trim_end_matches(SPACES)) => {
                written += word;
                written.push(NO_BREAK_SPACE);
            }
            _ => written += piece,
        }
    }

    written
}

/// Lets a line be broken before a year: a cell on a telephone is narrower than a day.
pub fn broken_before_year(text: &str) -> String {
    let mut parts = text.split(NO_BREAK_SPACE);
    let mut written = parts.next().unwrap_or_default().to_owned();
    for part in parts {
        let digits = part.bytes().take_while(u8::is_ascii_digit);
        written.push(match digits.count() {
            4 => ' ',
            _ => NO_BREAK_SPACE,
        });
        written += part;
    }

    written
}

/// Returns true if a line may not be broken at the space between two words.
fn is_unbreakable(word: &str, next: &str) -> bool {
    let bare = word.trim_start_matches(['(', '«', '“', '"']);
    for lang in Lang::ALL {
        if lang.rules().short_words.contains(&bare) || lang.is_scale(word, next) {
            return true;
        }
    }

    matches!(next, "—" | "–") || is_counted(bare, next) || is_year_of_month(word, next)
}

/// Returns true if a word ends a number, and the next is what it counts.
fn is_counted(word: &str, next: &str) -> bool {
    if !word.ends_with(|c: char| c.is_ascii_digit()) {
        return false;
    }

    // Where words are of Latin letters, so many digits without a group are a year.
    let is_year = word.len() == 4 && has_digits_alone(word);
    match next.chars().next() {
        Some('a'..='z' | 'A'..='Z') => !is_year,
        Some(first) => first.is_alphabetic() || matches!(first, '%' | '$' | '€'),
        None => false,
    }
}

/// Returns true if a word is the name of a month, and the next is a year.
fn is_year_of_month(word: &str, next: &str) -> bool {
    let digits = next.trim_end_matches(|c: char| !c.is_ascii_digit());
    if digits.len() != 4 || !digits.starts_with(|c: char| c.is_ascii_digit()) {
        return false;
    }

    // `январь–июль 2026` ends with the name of one as well.
    let word = word.rsplit('–').next().unwrap_or_default();
    for lang in Lang::ALL {
        for month in 0..12 {
            let month = lang.month(month);
            let names = [month.name, month.in_day, month.within];
            if names.iter().any(|name| is_same(name, word)) {
                return true;
            }
        }
    }

    false
}

/// Returns true if two words differ in nothing but capital letters.
fn is_same(name: &str, word: &str) -> bool {
    let letters = name.chars().flat_map(char::to_lowercase);
    letters.eq(word.chars().flat_map(char::to_lowercase))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_cell_may_break_before_a_year_only() {
        assert_eq!(
            broken_before_year("31\u{a0}июля\u{a0}2026\u{a0}года"),
            "31\u{a0}июля 2026\u{a0}года"
        );
        assert_eq!(
            broken_before_year("вступит в\u{a0}силу"),
            "вступит в\u{a0}силу"
        );
        assert_eq!(broken_before_year("из\u{a0}12000"), "из\u{a0}12000");
    }

    #[test]
    fn lines_break_only_where_a_reader_would() {
        for (text, expected) in [
            ("4 февраля 2026 года", "4_февраля_2026_года"),
            ("Курс — это цена", "Курс_— это цена"),
            ("к доллару и в манатах", "к_доллару и_в_манатах"),
            ("(с 2020 года)", "(с_2020_года)"),
            ("1,7 маната за 1 доллар", "1,7_маната за 1_доллар"),
            ("January–July 2026, a total", "January–July_2026, a total"),
            (
                "from 2020 to 31 July 2026 at most",
                "from 2020 to 31_July_2026 at most",
            ),
            ("за 2026 год, 2026 млн", "за 2026_год, 2026_млн"),
            ("M2 money supply", "M2_money supply"),
            (
                "Ноябрь 2026, Январь–Июль 2026",
                "Ноябрь_2026, Январь–Июль_2026",
            ),
            ("ноябрём 2026, не 2026", "ноябрём 2026, не 2026"),
            ("5  млн,\n12 %\tот", "5  млн,\n12_%\tот"),
            ("38 309 млн манатов", "38 309_млн_манатов"),
            ("a\u{a0}b—à 4 à", "a_b—à 4_à"),
            ("", ""),
            (" x", " x"),
        ] {
            assert_eq!(nbsp(text).replace('\u{a0}', "_"), expected);
        }
    }
}
