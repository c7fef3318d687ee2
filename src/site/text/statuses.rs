//! Why a status is what it is, in a sentence.

use super::dates::{day, moment};
use crate::model::{EffectiveStatus, Indicator, Lang, Offset, Reason, Status};

/// The sentence on the status that `indicator` has [D4.3].
pub fn effective(indicator: &Indicator, effective: &EffectiveStatus, offset: Offset, lang: Lang) -> String {
    match (effective.reason, lang) {
        (Reason::Checked, _) => checked(indicator, effective, offset, lang),
        (Reason::CheckFailed, _) => check_failed(indicator, offset, lang),
        (Reason::CheckOverdue, _) => check_overdue(indicator, offset, lang),
        (Reason::ReleaseOverdue, _) => {
            let expected =
                indicator.expected_next_publication().map(|date| day(date, lang)).unwrap_or_default();
            match lang {
                Lang::Ru => format!(
                    "Публикация, ожидавшаяся {expected} года, не поступила, поэтому показаны последние доступные \
                     значения."
                ),
                Lang::En => format!(
                    "The publication expected on {expected} has not arrived, so the last available values are shown."
                ),
            }
        }
        (Reason::Declared, _) => declared(effective.status, lang).to_owned(),
        (Reason::Unrecognised, Lang::Ru) => {
            "Статус данных не указан или не распознан: считать их проверенными нельзя.".to_owned()
        }
        (Reason::Unrecognised, Lang::En) => {
            "The status of the data is missing or unrecognised: they must not be treated as verified."
                .to_owned()
        }
    }
}

/// Verified: by which check, and until when if nothing new comes.
fn checked(indicator: &Indicator, effective: &EffectiveStatus, offset: Offset, lang: Lang) -> String {
    let check = indicator.checked_at().map(|at| moment(at, offset, lang));
    let release = indicator.expected_next_publication();
    let until = effective.stale_at.map(|at| match release.filter(|date| offset.end_of(*date) == Some(at)) {
        Some(date) if lang == Lang::Ru => {
            format!(
                "; они устареют, если до конца дня {} года не выйдет ожидаемая публикация",
                day(date, lang)
            )
        }
        Some(date) => format!(
            "; they turn stale if the expected publication does not arrive by the end of {}",
            day(date, lang)
        ),
        None if lang == Lang::Ru => {
            format!("; они устареют, если до {} не будет новой успешной проверки", moment(at, offset, lang))
        }
        None => {
            format!("; they turn stale unless the source is checked again by {}", moment(at, offset, lang))
        }
    });
    let until = until.unwrap_or_default();
    match (lang, check) {
        (Lang::Ru, Some(check)) => {
            format!(
                "Данные получены и прошли проверку; последняя успешная проверка источника — {check}{until}."
            )
        }
        (Lang::Ru, None) => format!("Данные получены и прошли проверку{until}."),
        (Lang::En, Some(check)) => {
            format!(
                "The data were retrieved and passed the checks; the source was last checked successfully on {check}{until}."
            )
        }
        (Lang::En, None) => format!("The data were retrieved and passed the checks{until}."),
    }
}

fn check_failed(indicator: &Indicator, offset: Offset, lang: Lang) -> String {
    match (lang, indicator.checked_at().map(|at| moment(at, offset, lang))) {
        (Lang::Ru, Some(last)) => format!(
            "Последняя проверка источника завершилась ошибкой (предыдущая успешная — {last}), поэтому показаны \
             последние доступные значения."
        ),
        (Lang::Ru, None) => {
            "Последняя проверка источника завершилась ошибкой, поэтому показаны последние доступные значения."
                .to_owned()
        }
        (Lang::En, Some(last)) => format!(
            "The latest check of the source failed (the last successful one was on {last}), so the last available \
             values are shown."
        ),
        (Lang::En, None) => {
            "The latest check of the source failed, so the last available values are shown.".to_owned()
        }
    }
}

fn check_overdue(indicator: &Indicator, offset: Offset, lang: Lang) -> String {
    let hours = indicator.source.as_ref().and_then(|source| source.stale_after_hours).unwrap_or_default();
    let one = hours % 10 == 1 && hours % 100 != 11;
    let few = (2..=4).contains(&(hours % 10)) && !(12..=14).contains(&(hours % 100));
    match (lang, indicator.checked_at().map(|at| moment(at, offset, lang))) {
        (Lang::Ru, Some(check)) => format!(
            "С последней успешной проверки источника, {check}, прошло больше {hours} {}, поэтому показаны последние \
             доступные значения.",
            if one { "часа" } else { "часов" }
        ),
        (Lang::Ru, None) => format!(
            "Сведений об успешной проверке источника, которая нужна не реже одного раза в {hours} {}, нет, поэтому \
             показаны последние доступные значения.",
            if one {
                "час"
            } else if few {
                "часа"
            } else {
                "часов"
            }
        ),
        (Lang::En, Some(check)) => format!(
            "More than {hours} {} passed since the last successful check of the source on {check}, so the last \
             available values are shown.",
            if hours == 1 { "hour has" } else { "hours have" }
        ),
        (Lang::En, None) => format!(
            "No successful check of the source is on record, though one is due at least every {}, so the last available \
             values are shown.",
            if hours == 1 { "hour".to_owned() } else { format!("{hours} hours") }
        ),
    }
}

fn declared(status: Status, lang: Lang) -> &'static str {
    match (status, lang) {
        (Status::Verified, Lang::Ru) => "Данные получены и прошли проверку.",
        (Status::Verified, Lang::En) => "The data were retrieved and passed the checks.",
        (Status::Stale, Lang::Ru) => "Данные помечены как устаревшие: показаны последние доступные значения.",
        (Status::Stale, Lang::En) => "The data are marked as stale: the last available values are shown.",
        (Status::Seed, Lang::Ru) => {
            "Значение взято из резервных данных, а не получено при проверке источника: для автоматического анализа \
             оно не годится."
        }
        (Status::Seed, Lang::En) => {
            "The figure comes from the fallback data, not from a check of the source: it must not be used for \
             automated analysis."
        }
        (Status::Unknown, Lang::Ru) => "Статус данных объявлен неизвестным: считать их проверенными нельзя.",
        (Status::Unknown, Lang::En) => {
            "The status of the data is declared unknown: they must not be treated as verified."
        }
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use super::*;
    use crate::model::{Check, Localized, PeriodType, Release, Source, Timestamp};
    use crate::site::chart::samples::series;

    #[test]
    fn what_is_declared_is_said_in_both_languages() {
        let sentences: Vec<&str> =
            Status::ALL.into_iter().flat_map(|status| Lang::ALL.map(|lang| declared(status, lang))).collect();
        let mut different = sentences.clone();
        different.sort_unstable();
        different.dedup();
        assert_eq!(different.len(), sentences.len());
        assert!(sentences.iter().all(|sentence| sentence.ends_with('.')));
    }

    /// What is said of figures that were checked at this instant, if ever, too long after it.
    fn overdue(hours: u32, checked_at: Option<&str>, lang: Lang) -> String {
        let check = Check { checked_at: checked_at.map(|at| at.parse().unwrap()), error: None };
        let source = Source {
            id: "x".into(),
            name: Localized::build(|_| "x".into()),
            url: None,
            stale_after_hours: Some(hours),
            check: Some(check),
        };
        let indicator = Indicator {
            source: Some(Arc::new(source)),
            ..Indicator::of_series(series(PeriodType::MonthEnd, &["2026-10-31"]))
        };
        let status = EffectiveStatus { status: Status::Stale, reason: Reason::CheckOverdue, stale_at: None };
        effective(&indicator, &status, "+04:00".parse().unwrap(), lang)
    }

    #[test]
    fn hours_agree_with_their_number() {
        for (hours, at_least_every, more_than) in [
            (1, "1 час", "1 часа"),
            (2, "2 часа", "2 часов"),
            (5, "5 часов", "5 часов"),
            (11, "11 часов", "11 часов"),
            (12, "12 часов", "12 часов"),
            (21, "21 час", "21 часа"),
            (24, "24 часа", "24 часов"),
            (111, "111 часов", "111 часов"),
            (112, "112 часов", "112 часов"),
            (122, "122 часа", "122 часов"),
        ] {
            let said = overdue(hours, None, Lang::Ru);
            assert!(said.contains(&format!(" не реже одного раза в {at_least_every}, нет")), "{said}");
            let said = overdue(hours, Some("2026-11-01T05:00:00Z"), Lang::Ru);
            assert!(said.contains(&format!(" прошло больше {more_than}, ")), "{said}");
        }
        let said = overdue(24, Some("2026-11-01T05:00:00Z"), Lang::En);
        assert!(said.starts_with("More than 24 hours have passed since the last successful check"), "{said}");
        assert!(
            overdue(1, Some("2026-11-01T05:00:00Z"), Lang::En).starts_with("More than 1 hour has passed")
        );
        assert!(overdue(24, None, Lang::En).contains(" is due at least every 24 hours, so"));
        assert!(overdue(1, None, Lang::En).contains(" is due at least every hour, so"));
    }

    #[test]
    fn until_when_the_data_are_verified_is_said() {
        let offset: Offset = "+04:00".parse().unwrap();
        let dates = vec!["2026-11-10".parse().unwrap(), "2026-12-10".parse().unwrap()];
        let release = Release { id: "x".to_owned(), dates };
        let indicator = Indicator {
            release: Some(Arc::new(release)),
            ..Indicator::of_series(series(PeriodType::MonthEnd, &["2026-11-30 1"]))
        };
        let said = |stale_at: Timestamp, lang| {
            let (status, reason) = (Status::Verified, Reason::Checked);
            let effective_status = EffectiveStatus { status, reason, stale_at: Some(stale_at) };
            effective(&indicator, &effective_status, offset, lang).replace('\u{a0}', " ")
        };
        let end = offset.end_of("2026-12-10".parse().unwrap()).unwrap();
        for (at, lang, until) in [
            (end, Lang::Ru, "если до конца дня 10 декабря 2026 года не выйдет ожидаемая публикация."),
            (end, Lang::En, "if the expected publication does not arrive by the end of 10 December 2026."),
            ("2026-12-01T05:00:00Z".parse().unwrap(), Lang::Ru, "новой успешной проверки."),
            ("2026-12-01T05:00:00Z".parse().unwrap(), Lang::En, "by 1 December 2026, 09:00 (UTC+04:00)."),
        ] {
            let said = said(at, lang);
            assert!(said.ends_with(until), "{said}");
        }
    }
}
