//! The words of texts, and of what readers look for, in a form in which they can be compared.

/// Words of this many letters are looked for without their last two: in Russian those are their endings.
const LONG_WORD: usize = 5;

/// A text in small letters, with `ё` as `е`, and Latin letters in place of the Cyrillic ones that look like those of `M2`.
pub fn fold(text: &str) -> String {
    let mut folded = text.trim().to_lowercase();
    for (letter, alike) in [("ё", "е"), ("а", "a"), ("м", "m"), ("с", "c")] {
        folded = folded.replace(letter, alike);
    }

    folded
}

/// The words of a text, folded.
pub fn words(text: &str) -> Vec<String> {
    let folded = fold(text);
    let words = folded.split(|c: char| !c.is_alphanumeric());
    let words = words.filter(|word| !word.is_empty());
    words.map(str::to_owned).collect()
}

/// The beginning of a word by which it is looked for.
pub fn stem(word: &str) -> &str {
    let letters = word.chars().count();
    if letters < LONG_WORD || !word.chars().all(char::is_alphabetic) {
        return word;
    }

    match word.char_indices().nth(letters - 2) {
        Some((end, _)) => &word[..end],
        None => word,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_are_looked_for_by_their_beginnings() {
        for (word, expected) in [
            ("курс", "курс"),
            ("евро", "евро"),
            ("безработица", "безработи"),
            ("m2000", "m2000"),
            ("м", "м"),
        ] {
            assert_eq!(stem(word), expected);
        }

        assert_eq!(
            words("Курс, US-доллара (М2)"),
            ["курc", "us", "доллaрa", "m2"]
        );
        assert_eq!(fold(" Ёлка М "), "елкa m");
    }
}
