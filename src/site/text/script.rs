//! What the script of the pages says, and the words of search: how texts and queries become words that can be compared.

use crate::model::texts;

/// Words of this many letters are looked for without their last two: in Russian those are their endings.
const LONG_WORD: usize = 5;

texts! { ScriptWords, script:
    copy { "Копировать", "Copy" }
    copied { "Скопировано", "Copied" }
    found { "Найдено", "Found" }
}

texts! { SearchWords, search:
    title { "Поиск показателей", "Search for indicators" }
    none { "Ничего не\u{a0}найдено.", "Nothing found." }
}

/// In small letters, `ё` as `е`; Cyrillic letters that look like the Latin ones of `M2` are those.
pub fn fold(text: &str) -> String {
    let alike = |c| match c {
        'ё' => 'е',
        'а' => 'a',
        'м' => 'm',
        'с' => 'c',
        c => c,
    };
    text.trim().to_lowercase().chars().map(alike).collect()
}

pub fn words(text: &str) -> Vec<String> {
    fold(text)
        .split(|c: char| !c.is_alphanumeric())
        .filter(|word| !word.is_empty())
        .map(str::to_owned)
        .collect()
}

/// The beginning of a word by which it is looked for.
pub fn stem(word: &str) -> &str {
    let letters = word.chars().count();
    let is_cut = letters >= LONG_WORD && word.chars().all(char::is_alphabetic);
    word.char_indices()
        .nth(letters.saturating_sub(2))
        .filter(|_| is_cut)
        .map_or(word, |(end, _)| &word[..end])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_are_looked_for_by_their_beginnings() {
        for (word, expected) in
            [("курс", "курс"), ("евро", "евро"), ("безработица", "безработи"), ("m2000", "m2000"), ("м", "м")]
        {
            assert_eq!(stem(word), expected);
        }
        assert_eq!(words("Курс, US-доллара (М2)"), ["курc", "us", "доллaрa", "m2"]);
        assert_eq!(fold(" Ёлка М "), "елкa m");
    }
}
