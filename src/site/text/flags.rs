//! The marks of single figures: their meaning, and their word where a value is quoted.

use super::*;

use crate::model::texts;

texts! {
    /// The meaning of a mark of a figure [D9].
    flag(Flag) {
        Provisional => { "предварительное значение", "provisional" }
        Estimated => { "оценка источника", "estimated by the source" }
        Rounded => { "округлено в\u{a0}источнике", "rounded in the source" }
        Computed => {
            "рассчитано по\u{a0}другим опубликованным данным",
            "computed from other published figures" }
        Inferred => {
            "единица, дата или охват определены по\u{a0}контексту",
            "unit, date or coverage inferred from context" }
        Disputed => {
            "в\u{a0}другой публикации приведено другое значение",
            "another publication gives a different figure" }
        Unofficial => {
            "получено не\u{a0}от\u{a0}источника, а\u{a0}от\u{a0}третьей стороны",
            "obtained from a third party, not from the source" }
        Gap => {
            "после этого значения заведомо есть пропущенные наблюдения",
            "observations after this one are known to be missing" }
    }

    /// What data with this mark are, where their value is quoted.
    flag_word(Flag) {
        Provisional => { "предварительные", "provisional" }
        Estimated => { "оценочные", "estimated" }
        Rounded => { "округлённые", "rounded" }
        Computed => { "расчётные", "computed" }
        Inferred => { "дата или единица уточнены по\u{a0}контексту", "date or unit inferred" }
        Disputed => { "спорные", "disputed" }
        Unofficial => { "неофициальные", "unofficial" }
        Gap => { "", "" }
    }

    data_are(words) { "{words} данные", "{words}" }
    quoted_with(value, words) { "{value} ({words})", "{value} ({words})" }
}

/// What is said wherever a value with these marks is quoted [D24.4]: `предварительные, неофициальные данные`. What was inferred
/// is not the value.
pub fn flag_words(flags: Flags, lang: Lang) -> Option<String> {
    let inferred = flags.contains(Flag::Inferred).then(|| flag_word(Flag::Inferred, lang).to_owned());
    let words: Vec<&str> = flags.without(Flag::Inferred).marks().map(|flag| flag_word(flag, lang)).collect();
    let data = (!words.is_empty()).then(|| data_are(words.join(", "), lang));
    let parts: Vec<String> = inferred.into_iter().chain(data).collect();
    (!parts.is_empty()).then(|| parts.join("; "))
}

/// A written value, with its marks behind it where it has some.
pub fn with_flags(value: &str, flags: Flags, lang: Lang) -> String {
    match flag_words(flags, lang) {
        Some(words) => quoted_with(value, words, lang),
        None => value.to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;

    #[test]
    fn a_value_is_quoted_with_its_marks() {
        let mut flags = Flags::default();
        assert_eq!(with_flags("1,7", flags, Lang::Ru), "1,7");
        flags.insert(Flag::Gap);
        assert_eq!(with_flags("1,7", flags, Lang::Ru), "1,7");
        flags.insert(Flag::Unofficial);
        assert_eq!(with_flags("1,7", flags, Lang::Ru), "1,7 (неофициальные данные)");
        flags.insert(Flag::Provisional);
        assert_eq!(with_flags("1,7", flags, Lang::Ru), "1,7 (предварительные, неофициальные данные)");
        assert_eq!(with_flags("1.7", flags, Lang::En), "1.7 (provisional, unofficial)");
        flags.insert(Flag::Inferred);
        assert_eq!(
            with_flags("1.7", flags, Lang::En),
            "1.7 (date or unit inferred; provisional, unofficial)"
        );
    }

    #[test]
    fn no_two_marks_are_alike() {
        for lang in Lang::ALL {
            for word in [flag, flag_word] {
                let words = BTreeSet::from(Flag::ALL.map(|flag| word(flag, lang)));
                assert_eq!(words.len(), Flag::ALL.len());
            }
        }
    }
}
