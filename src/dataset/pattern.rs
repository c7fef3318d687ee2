//! Texts of definitions of tables, and how the texts of cells in the files of sources are compared with them.

/// A text with its letters and digits alone, in small letters. A point, comma, hyphen or slash between two digits counts as
/// a point, so that `2.11` is not `211`.
pub fn fold_text(text: &str) -> String {
    let mut folded = String::with_capacity(text.len());
    let mut follows_digit = false;
    let mut characters = text.chars().peekable();
    while let Some(c) = characters.next() {
        let precedes_digit = characters.peek().is_some_and(char::is_ascii_digit);
        if matches!(c, '.' | ',' | '-' | '/') && follows_digit && precedes_digit {
            folded.push('.');
        } else {
            let small = c.to_lowercase().filter(|c| c.is_alphanumeric());
            folded.extend(small.map(plain_letter));
        }

        follows_digit = c.is_ascii_digit();
    }

    folded
}

/// A text in small letters, those that people write in two ways as one.
pub fn fold_case(text: &str) -> String {
    // A capital I with a point becomes an i and a point above it.
    let small = text.to_lowercase().replace('\u{307}', "");
    small.chars().map(plain_letter).collect()
}

fn plain_letter(c: char) -> char {
    match c {
        'ı' => 'i',
        '\u{451}' => '\u{435}',
        c => c,
    }
}

/// Texts of cells that have no figure.
const MISSING: [&str; 23] = [
    "…",
    "...",
    "..",
    ".",
    "-",
    "–",
    "—",
    "--",
    "---",
    ":",
    "x",
    "×",
    "\u{445}",
    "n.a.",
    "n/a",
    "na",
    "nan",
    "\u{2212}",
    "н/д",
    "нет данных",
    "yoxdur",
    "null",
    "",
];

/// Returns true if a text means that there is no figure.
pub fn is_missing(text: &str) -> bool {
    MISSING.contains(&text.trim().to_lowercase().as_str())
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

        let folded = fold_text(bare);
        let is_useful = !folded.is_empty() || extent == Extent::Anything;
        is_useful.then(|| Pattern {
            written: written.to_owned(),
            folded,
            extent,
        })
    }

    pub fn written(&self) -> &str {
        &self.written
    }

    pub fn folded(&self) -> &str {
        &self.folded
    }

    pub fn matches(&self, text: &str) -> bool {
        self.matches_folded(&fold_text(text))
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
            (
                "Foreign Exchange Reserves",
                "foreign  exchange\nreserves:",
                true,
            ),
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
            assert_eq!(
                Pattern::parse(label).unwrap().matches(text),
                is_same,
                "{label} {text}"
            );
        }

        for empty in ["", " ", "%", "…*", "*-"] {
            assert_eq!(Pattern::parse(empty), None, "{empty}");
        }
    }
}
