//! What the marks of single figures mean [D9].

use crate::model::{Flag, texts};

texts! {
    flag(Flag) {
        Provisional => { "предварительное значение", "provisional" }
        Estimated => { "оценка источника", "estimated by the source" }
        Rounded => { "взято из\u{a0}текста, где округлено", "taken from a text that rounds it" }
        Computed => {
            "рассчитано по\u{a0}другим опубликованным данным",
            "computed from other published figures" }
        Inferred => {
            "единица, дата или охват следуют из\u{a0}контекста",
            "unit, date or coverage inferred from the context" }
        Disputed => {
            "другая публикация приводит другое значение",
            "another publication gives another figure" }
        Unofficial => {
            "получено не\u{a0}от\u{a0}источника, а\u{a0}от\u{a0}третьей стороны",
            "relayed by a third party, not by the source" }
    }

    /// The letter beside a value.
    flag_letter(Flag) {
        Provisional => { "п", "p" }
        Estimated => { "о", "e" }
        Rounded => { "окр", "r" }
        Computed => { "р", "c" }
        Inferred => { "к", "i" }
        Disputed => { "с", "d" }
        Unofficial => { "н", "u" }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::model::Lang;

    #[test]
    fn no_two_marks_are_alike() {
        for lang in Lang::ALL {
            for word in [flag, flag_letter] {
                let mut words = Flag::ALL.map(|of| word(of, lang)).to_vec();
                words.sort_unstable();
                words.dedup();
                assert_eq!(words.len(), Flag::ALL.len());
            }
        }
    }
}
