//! Names of sheets: at most 31 characters, none of seven, each once whatever its case.

use std::collections::HashSet;

/// The UTF-16 units that a name may have.
const LONGEST: usize = 31;

#[derive(Default)]
pub struct Names {
    taken: HashSet<String>,
}

impl Names {
    /// A name as near to this text as can be.
    pub fn take(&mut self, text: &str) -> String {
        let clean: String = text.chars().map(|c| if is_allowed(c) { c } else { ' ' }).collect();
        let words: Vec<&str> = clean.split_whitespace().collect();
        let clean = words.join(" ");
        // Neither the first nor the last character may be an apostrophe.
        let clean = clean.trim_matches(|c: char| c == '\'' || c == ' ');
        let stem = if clean.is_empty() { "-" } else { clean };
        // The name of a sheet that the spreadsheet itself makes is not free.
        let reserved = stem.to_lowercase() == "history";
        (1..)
            .map(|n| if n == 1 { cut(stem, LONGEST) } else { numbered(stem, n) })
            .skip(usize::from(reserved))
            .find(|name| self.taken.insert(name.to_lowercase()))
            .unwrap_or_default()
    }
}

fn is_allowed(c: char) -> bool {
    !c.is_control() && !matches!(c, ':' | '\\' | '/' | '?' | '*' | '[' | ']' | '\u{fffe}' | '\u{ffff}')
}

fn numbered(stem: &str, number: usize) -> String {
    let end = format!(" ({number})");
    cut(stem, LONGEST - end.len()) + &end
}

fn cut(text: &str, longest: usize) -> String {
    let mut units = 0;
    let kept = text.chars().take_while(|c| {
        units += c.len_utf16();
        units <= longest
    });
    kept.collect::<String>().trim_end_matches([' ', '\'']).to_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_short_unique_and_without_forbidden_characters() {
        let mut names = Names::default();
        for (text, name) in [
            ("Денежные агрегаты", "Денежные агрегаты"),
            ("ДЕНЕЖНЫЕ агрегаты", "ДЕНЕЖНЫЕ агрегаты (2)"),
            ("a/b: [c]*?\\", "a b c"),
            ("'quoted'", "quoted"),
            ("=1+1", "=1+1"),
            ("\n\u{ffff}", "-"),
            ("///", "- (2)"),
            ("History", "History (2)"),
            ("Международные резервы и внешний долг", "Международные резервы и внешний"),
            ("Международные резервы и внешний долг", "Международные резервы и вне (2)"),
        ] {
            assert_eq!(names.take(text), name);
        }
        assert!(names.take(&"🙂".repeat(40)).encode_utf16().count() <= LONGEST);
    }
}
