//! Texts of definitions, and how they are compared with those of cells.

/// A text with its letters and digits alone, in small letters. A point, comma, hyphen or slash between two digits counts as
/// a point, so that `2.11` is not `211`.
pub fn fold(text: &str) -> String {
    let (mut folded, mut before) = (String::with_capacity(text.len()), None);
    let mut characters = text.chars().peekable();
    while let Some(c) = characters.next() {
        let is_digit = |c: Option<char>| c.is_some_and(|c| c.is_ascii_digit());
        if matches!(c, '.' | ',' | '-' | '/') && is_digit(before) && is_digit(characters.peek().copied()) {
            folded.push('.');
        } else {
            folded.extend(c.to_lowercase().filter(|c| c.is_alphanumeric()).map(plain_letter));
        }
        before = Some(c);
    }
    folded
}

/// A text in small letters, those that people write in two ways as one.
pub fn small(text: &str) -> String {
    // A capital I with a point becomes an i and a point above it.
    text.to_lowercase().chars().filter(|c| *c != '\u{307}').map(plain_letter).collect()
}

fn plain_letter(c: char) -> char {
    match c {
        'ı' => 'i',
        '\u{451}' => '\u{435}',
        c => c,
    }
}

/// A text of a definition: it matches what is equal to it, or with `*` what begins or ends with it.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Pattern {
    written: String,
    folded: String,
    extent: Extent,
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
enum Extent {
    Whole,
    Beginning,
    End,
    #[default]
    Anything,
}

impl Pattern {
    /// `None` where no letter and no digit is in it, so that it would match nothing.
    pub fn parse(written: &str) -> Option<Self> {
        let (bare, extent) = match (written.strip_suffix('*'), written.strip_prefix('*')) {
            _ if written == "*" => ("", Extent::Anything),
            (Some(bare), _) => (bare, Extent::Beginning),
            (None, Some(bare)) => (bare, Extent::End),
            (None, None) => (written, Extent::Whole),
        };
        let folded = fold(bare);
        let is_useful = !folded.is_empty() || extent == Extent::Anything;
        is_useful.then(|| Pattern { written: written.to_owned(), folded, extent })
    }

    pub fn written(&self) -> &str {
        &self.written
    }

    pub fn folded(&self) -> &str {
        &self.folded
    }

    pub fn matches(&self, text: &str) -> bool {
        self.matches_folded(&fold(text))
    }

    pub fn matches_folded(&self, folded: &str) -> bool {
        match self.extent {
            Extent::Whole => folded == self.folded,
            Extent::Beginning => folded.starts_with(&self.folded),
            Extent::End => folded.ends_with(&self.folded),
            Extent::Anything => true,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn letters_and_digits_alone_are_compared() {
        for (label, text, is_same) in [
            ("Foreign Exchange Reserves", "foreign  exchange\nreserves:", true),
            ("Exports (f.o.b.)", "Exports (fob)", true),
            ("Pul aqreqatları", "PUL AQREQATLARI", true),
            ("İl", "il", true),
            ("Учёт", "учет", true),
            ("2.11", "2,11", true),
            ("2.11", "2.1.1", false),
            ("2.11", "211", false),
            ("Imports", "Imports1", false),
            ("Imports*", "Imports (9+13)", true),
            ("*mn manat", "Cəmi, mn manat", true),
            ("*mn manat", "mn manat, cəmi", false),
            ("*", "anything", true),
        ] {
            assert_eq!(Pattern::parse(label).unwrap().matches(text), is_same, "{label} {text}");
        }
        for empty in ["", " ", "%", "…*", "*-"] {
            assert_eq!(Pattern::parse(empty), None, "{empty}");
        }
    }
}
