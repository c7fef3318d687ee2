//! What the marks of single figures mean [D9].

use crate::model::{Flag, Lang};

/// What a mark means, in a few words.
pub fn flag(flag: Flag, lang: Lang) -> &'static str {
    let (ru, en) = match flag {
        Flag::Provisional => ("предварительное значение", "provisional"),
        Flag::Estimated => ("оценка источника", "estimated by the source"),
        Flag::Rounded => ("взято из\u{a0}текста, где округлено", "taken from a text that rounds it"),
        Flag::Computed => {
            ("рассчитано по\u{a0}другим опубликованным данным", "computed from other published figures")
        }
        Flag::Inferred => (
            "единица, дата или охват следуют из\u{a0}контекста",
            "unit, date or coverage inferred from the context",
        ),
        Flag::Disputed => {
            ("другая публикация приводит другое значение", "another publication gives another figure")
        }
        Flag::Unofficial => (
            "получено не\u{a0}от\u{a0}источника, а\u{a0}от\u{a0}третьей стороны",
            "relayed by a third party, not by the source",
        ),
    };
    if lang == Lang::Ru { ru } else { en }
}

/// The letter that stands at a value.
pub fn flag_letter(flag: Flag, lang: Lang) -> &'static str {
    let (ru, en) = match flag {
        Flag::Provisional => ("п", "p"),
        Flag::Estimated => ("о", "e"),
        Flag::Rounded => ("окр", "r"),
        Flag::Computed => ("р", "c"),
        Flag::Inferred => ("к", "i"),
        Flag::Disputed => ("с", "d"),
        Flag::Unofficial => ("н", "u"),
    };
    if lang == Lang::Ru { ru } else { en }
}

#[cfg(test)]
mod tests {
    use super::*;

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
