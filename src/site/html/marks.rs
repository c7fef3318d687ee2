//! What stands beside the value of an observation: its flags in words, and the number of its origin in the list below.

use crate::model::{Flag, Lang, Observation};
use crate::site::text;

pub struct Marks {
    pub flags: String,
    /// The number of its origin in the list below the table.
    pub origin: Option<usize>,
}

/// The explanations below a table.
#[derive(Default)]
pub struct Legend {
    flags: Vec<Flag>,
    pub origins: Vec<Origin>,
}

pub struct Origin {
    pub text: String,
    pub url: Option<String>,
}

impl Legend {
    /// The marks of an observation, which are then explained below.
    pub fn marks(&mut self, of: &Observation, lang: Lang) -> Marks {
        for flag in of.flags.marks() {
            if !self.flags.contains(&flag) {
                self.flags.push(flag);
            }
        }
        let origin = of.reference.as_ref().map(|reference| {
            let known = self.origins.iter().position(|origin| origin.text == reference.as_str());
            known.unwrap_or_else(|| {
                let url = reference.url().map(str::to_owned);
                self.origins.push(Origin { text: reference.as_str().to_owned(), url });
                self.origins.len() - 1
            }) + 1
        });
        let flags: Vec<&str> = of.flags.marks().map(|flag| text::flag_word(flag, lang)).collect();
        Marks { flags: flags.join(", "), origin }
    }

    /// The words beside values, with their meanings.
    pub fn flags(&self, lang: Lang) -> Vec<(&'static str, &'static str)> {
        let used = Flag::MARKS.into_iter().filter(|flag| self.flags.contains(flag));
        used.map(|flag| (text::flag_word(flag, lang), text::flag(flag, lang))).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::model::{Flags, PeriodType};
    use crate::site::chart::samples::observations;

    #[test]
    fn flags_are_words_and_each_is_explained_once() {
        let mut legend = Legend::default();
        let mut of = observations(PeriodType::Monthly, &["2026-01-31"]).remove(0);
        of.flags = Flags::default();
        assert!(of.flags.insert(Flag::Unofficial) && of.flags.insert(Flag::Provisional));
        for _ in 0..2 {
            assert_eq!(legend.marks(&of, Lang::En).flags, "provisional, unofficial");
        }
        let words: Vec<&str> = legend.flags(Lang::En).into_iter().map(|(word, _)| word).collect();
        assert_eq!(words, ["provisional", "unofficial"]);
    }

    #[test]
    fn origins_are_numbered_from_one_and_stand_once() {
        let mut legend = Legend::default();
        let mut number = |text: Option<&str>| {
            let mut of = observations(PeriodType::Monthly, &["2026-01-31"]).remove(0);
            of.reference = text.map(Into::into);
            legend.marks(&of, Lang::En).origin
        };
        let numbers = [Some("a"), Some("b"), None, Some("a"), Some("c")].map(&mut number);
        assert_eq!(numbers, [Some(1), Some(2), None, Some(1), Some(3)]);
        let texts: Vec<&str> = legend.origins.iter().map(|origin| origin.text.as_str()).collect();
        assert_eq!(texts, ["a", "b", "c"]);
    }
}
