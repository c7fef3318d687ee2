//! Statuses as words, and what the status of the whole snapshot means for a reader.

use crate::model::{Lang, Status};

/// A status in a word or two.
pub fn status_word(status: Status, lang: Lang) -> &'static str {
    match (status, lang) {
        (Status::Verified, Lang::Ru) => "проверено",
        (Status::Stale, Lang::Ru) => "устарело",
        (Status::Seed, Lang::Ru) => "резервные данные",
        (Status::Unknown, Lang::Ru) => "неизвестно",
        (Status::Verified, Lang::En) => "verified",
        (Status::Stale, Lang::En) => "stale",
        (Status::Seed, Lang::En) => "fallback data (seed)",
        (Status::Unknown, Lang::En) => "unknown",
    }
}

/// What the status of the snapshot means; `all` where every indicator has it. `None` if all is well.
pub fn overall(status: Status, all: bool, lang: Lang) -> Option<&'static str> {
    Some(match (status, all, lang) {
        (Status::Verified, ..) => return None,
        (Status::Stale, true, Lang::Ru) => {
            "Данные устарели: проверка или обновление не состоялись в срок. Показаны последние доступные значения; \
             текущими их считать нельзя."
        }
        (Status::Stale, false, Lang::Ru) => {
            "Часть данных устарела: показаны последние доступные значения, текущими их считать нельзя. Смотрите \
             статус каждого показателя."
        }
        (Status::Seed, true, Lang::Ru) => {
            "Показаны резервные данные, не полученные при проверке источников. Для автоматического анализа они не \
             годятся, изменения по ним не рассчитаны."
        }
        (Status::Seed, false, Lang::Ru) => {
            "Часть значений взята из резервных данных, а не получена при проверке источника. Для автоматического \
             анализа они не годятся; смотрите статус каждого показателя."
        }
        (Status::Unknown, true, Lang::Ru) => {
            "Статус данных неизвестен: считать их проверенными нельзя, изменения по ним не рассчитаны."
        }
        (Status::Unknown, false, Lang::Ru) => {
            "Статус части данных неизвестен: считать их проверенными нельзя. Смотрите статус каждого показателя."
        }
        (Status::Stale, true, Lang::En) => {
            "The data are stale: a check or an update is overdue or has failed. The last available values are shown; \
             they must not be taken for current ones."
        }
        (Status::Stale, false, Lang::En) => {
            "Some of the data are stale: their last available values are shown, which must not be taken for current \
             ones; see the status of each indicator."
        }
        (Status::Seed, true, Lang::En) => {
            "These are fallback data, not retrieved by a check of the sources. They must not be used for automated \
             analysis, and no changes are calculated from them."
        }
        (Status::Seed, false, Lang::En) => {
            "Some of the figures come from the fallback data, not from a check of the source. They must not be used \
             for automated analysis; see the status of each indicator."
        }
        (Status::Unknown, true, Lang::En) => {
            "The status of the data is unknown: they must not be treated as verified, and no changes are calculated."
        }
        (Status::Unknown, false, Lang::En) => {
            "The status of some of the data is unknown, and they must not be treated as verified; see the status of \
             each indicator."
        }
    })
}

/// How much there is: `75 показателей, 691 наблюдение`.
pub fn size(indicators: usize, observations: usize, lang: Lang) -> String {
    let (i, o) = (super::number(&indicators, lang), super::number(&observations, lang));
    match lang {
        Lang::Ru => format!(
            "{i}\u{a0}{}, {o}\u{a0}{}",
            plural(indicators, ["показатель", "показателя", "показателей"]),
            plural(observations, ["наблюдение", "наблюдения", "наблюдений"])
        ),
        Lang::En => format!(
            "{i} {}, {o} {}",
            if indicators == 1 { "indicator" } else { "indicators" },
            if observations == 1 { "observation" } else { "observations" }
        ),
    }
}

/// The form of a Russian noun after a count.
pub fn plural<T>(count: usize, [one, few, many]: [T; 3]) -> T {
    match (count % 10, count % 100) {
        (_, 11..=14) => many,
        (1, _) => one,
        (2..=4, _) => few,
        _ => many,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn counts_and_nouns_agree() {
        for (count, expected) in [
            (1, "1\u{a0}показатель, 21\u{a0}наблюдение"),
            (3, "3\u{a0}показателя, 21\u{a0}наблюдение"),
            (11, "11\u{a0}показателей, 21\u{a0}наблюдение"),
        ] {
            assert_eq!(size(count, 21, Lang::Ru), expected);
        }
        assert_eq!(size(1, 5000, Lang::En), "1 indicator, 5,000 observations");
    }

    #[test]
    fn only_what_is_not_verified_needs_a_sentence() {
        for lang in Lang::ALL {
            assert!(overall(Status::Verified, true, lang).is_none());
            for status in &Status::ALL[1..] {
                assert_ne!(overall(*status, true, lang), overall(*status, false, lang));
            }
        }
    }
}
