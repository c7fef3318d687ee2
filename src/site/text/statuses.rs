//! How far figures can be relied on: statuses as words, sentences on why a status is as it is, and the flags of single figures.

use super::*;

texts! {
    status_word(Status) {
        Verified => { "проверено", "verified" }
        Stale => { "устарело", "stale" }
        Seed => { "начальные данные", "initial data" }
        Unknown => { "неизвестно", "unknown" }
    }

    declared(Status) {
        Verified => {
            "Данные получены и прошли автоматический контроль.",
            "The data were retrieved and passed automated checks." }
        Stale => {
            "Данные помечены как устаревшие. Показаны последние доступные значения.",
            "The data are marked as stale. The last available values are shown." }
        Seed => {
            "Значение взято из начальных данных, не подтверждённых проверкой источника. Для автоматического анализа оно не годится.",
            "The figure comes from the initial data, which no check of the source has confirmed. It must not be used for automated analysis." }
        Unknown => {
            "Статус данных неизвестен. Считать их проверенными нельзя.",
            "The status of the data is unknown. They must not be treated as verified." }
    }

    unrecognised {
        "Статус данных не указан или не распознан. Считать их проверенными нельзя.",
        "The status of the data is missing or unrecognised. They must not be treated as verified." }

    release_overdue(expected) {
        "Публикация ожидалась {expected} года; в наборе данных её нет. Показаны последние доступные значения.",
        "A publication was due on {expected}; it is not in this dataset. The last available values are shown." }

    /// The whole snapshot, where every indicator has this status; nothing if all is well.
    all_are(Status) {
        Verified => { "", "" }
        Stale => {
            "Данные устарели: проверка или обновление не состоялись в срок либо завершились ошибкой. Показаны последние доступные значения; текущими их считать нельзя.",
            "The data are stale: a check or an update is overdue or has failed. The last available values are shown; they must not be treated as current." }
        Seed => {
            "Показаны начальные данные, не подтверждённые проверкой источников. Для автоматического анализа они не годятся; изменения по ним не рассчитываются.",
            "These are initial data, which no check of the sources has confirmed. They must not be used for automated analysis; no changes are calculated from them." }
        Unknown => {
            "Статус данных неизвестен. Считать их проверенными нельзя; изменения по ним не рассчитываются.",
            "The status of the data is unknown. They must not be treated as verified; no changes are calculated from them." }
    }

    /// The snapshot, where only some have it.
    some_are(Status) {
        Verified => { "", "" }
        Stale => {
            "Часть данных устарела: для них показаны последние доступные значения, считать которые текущими нельзя. Статус указан у каждого показателя.",
            "Some of the data are stale: their last available values are shown and must not be treated as current. The status is given for each indicator." }
        Seed => {
            "Часть значений взята из начальных данных, не подтверждённых проверкой источников; эти значения для автоматического анализа не годятся. Статус указан у каждого показателя.",
            "Some of the figures come from the initial data, which no check of the sources has confirmed; these figures must not be used for automated analysis. The status is given for each indicator." }
        Unknown => {
            "Статус части данных неизвестен; считать эти данные проверенными нельзя. Статус указан у каждого показателя.",
            "The status of some of the data is unknown; these data must not be treated as verified. The status is given for each indicator." }
    }

    checked_on(check) { "Сверено с источником {check}.", "Checked against the source on {check}." }
    /// For a current figure with a flag that leaves it in doubt.
    doubtful(words) {
        " Пометки текущего значения: {words}.",
        " The current figure is flagged: {words}." }

    check_failed_after(last) {
        "Последняя проверка источника завершилась ошибкой; последняя успешная — {last}. Показаны последние доступные значения.",
        "The latest check of the source failed; the last successful one was on {last}. The last available values are shown." }
    check_failed {
        "Последняя проверка источника завершилась ошибкой. Показаны последние доступные значения.",
        "The latest check of the source failed. The last available values are shown." }

    overdue_since(last) {
        "Источник не проверен в срок; последняя успешная проверка — {last}. Показаны последние доступные значения.",
        "A check of the source is overdue; the last successful one was on {last}. The last available values are shown." }
    never_checked {
        "Сведений об успешной проверке источника нет. Показаны последние доступные значения.",
        "No successful check of the source is on record. The last available values are shown." }

    // Under which condition a status turns, or has turned: only where it is explained.
    turns_stale_at_release(day) {
        " Статус сменится на «устарело», если до конца дня {day} года ожидаемой публикации не будет в наборе данных.",
        " The data will be marked stale unless the expected publication is in the dataset by the end of {day}." }
    turns_stale_at_check(moment) {
        " Статус сменится на «устарело», если до {moment} источник не будет успешно проверен ещё раз.",
        " The data will be marked stale unless the source is successfully checked again by {moment}." }
    checks_are_due(hours) {
        " Наибольший перерыв между проверками: {hours}\u{a0}ч.",
        " The longest interval between checks is {hours}\u{a0}h." }
}

/// The sentence on the status of `indicator`, whose page leads with `current` [D4.3].
pub fn effective(
    indicator: &Indicator,
    current: &Observation,
    effective: &EffectiveStatus,
    offset: Offset,
    lang: Lang,
) -> String {
    let last = indicator.checked_at();
    match (effective.reason, last) {
        (Reason::Checked | Reason::Declared, _) if effective.status == Status::Verified => {
            let mut sentence = match last {
                Some(at) if effective.reason == Reason::Checked => {
                    checked_on(moment_here(at, offset, lang), lang)
                }
                _ => declared(Status::Verified, lang).to_owned(),
            };
            if let Some(words) = flag_words(current.flags.doubtful(), lang) {
                sentence += &doubtful(words, lang);
            }

            sentence
        }
        (Reason::CheckFailed, Some(last)) => check_failed_after(moment(last, offset, lang), lang),
        (Reason::CheckFailed, None) => check_failed(lang).to_owned(),
        (Reason::CheckOverdue, Some(last)) => overdue_since(moment(last, offset, lang), lang),
        (Reason::CheckOverdue, None) => never_checked(lang).to_owned(),
        (Reason::ReleaseOverdue, _) => {
            let expected = indicator.expected_next_publication();
            let day = expected.map(|date| day(date, lang));
            release_overdue(day.unwrap_or_default(), lang)
        }
        (Reason::Checked | Reason::Declared, _) => declared(effective.status, lang).to_owned(),
        (Reason::Unrecognised, _) => unrecognised(lang).to_owned(),
    }
}

/// The sentence on a status, with the condition under which it turns, or has turned.
pub fn explained(
    indicator: &Indicator,
    effective_status: &EffectiveStatus,
    offset: Offset,
    lang: Lang,
) -> String {
    let current = indicator.series.current();
    let mut sentence = effective(indicator, current, effective_status, offset, lang);
    let source = indicator.source.as_ref();
    match (effective_status.reason, effective_status.stale_at) {
        (Reason::Checked, Some(at)) => {
            sentence += &match indicator.expected_next_publication() {
                Some(date) if offset.end_of(date) == Some(at) => {
                    turns_stale_at_release(day(date, lang), lang)
                }
                _ => turns_stale_at_check(moment(at, offset, lang), lang),
            };
        }
        (Reason::CheckOverdue, _) => {
            if let Some(hours) = source.and_then(|source| source.stale_after_hours) {
                sentence += &checks_are_due(hours, lang);
            }
        }
        _ => {}
    }

    sentence
}

texts! {
    /// The meaning of a flag of a figure [D9].
    flag(Flag) {
        Provisional => { "источник ещё может уточнить значение", "the source may still revise it" }
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

    /// The word for data with this flag, where their value is quoted.
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

    /// In a table of figures.
    short_flag(Flag) {
        Provisional => { "предв.", "prov." }
        Estimated => { "оценка", "est." }
        Rounded => { "округл.", "rounded" }
        Computed => { "расчёт", "comp." }
        Inferred => { "уточн.", "inferred" }
        Disputed => { "спорн.", "disputed" }
        Unofficial => { "неофиц.", "unoff." }
        Gap => { "", "" }
    }

    data_are(words) { "{words} данные", "{words}" }
}

/// `проверено 78 из 80`, `78 of 80 verified`.
pub fn verified_of([verified, all]: [usize; 2], lang: Lang) -> String {
    text!(
        lang,
        "Проверено {verified} из {all}",
        "{verified} of {all} verified"
    )
}

/// The words beside every quotation of a value with these flags [D24.4]: `предварительные, неофициальные данные`. An
/// inference is not about the value.
pub fn flag_words(flags: Flags, lang: Lang) -> Option<String> {
    let mut parts = Vec::new();
    if flags.contains(Flag::Inferred) {
        parts.push(flag_word(Flag::Inferred, lang).to_owned());
    }

    let marks = flags.without(Flag::Inferred).marks();
    let words: Vec<&str> = marks.map(|flag| flag_word(flag, lang)).collect();
    if !words.is_empty() {
        parts.push(data_are(words.join(", "), lang));
    }

    (!parts.is_empty()).then(|| parts.join("; "))
}

/// A value with its unit and its flags.
pub fn quote_value(indicator: &Indicator, observation: &Observation, lang: Lang) -> String {
    let value = value_with_unit(indicator, observation, lang);
    with_flags(&value, observation.flags, lang)
}

/// A written value, with its flags behind it where it has some.
pub fn with_flags(value: &str, flags: Flags, lang: Lang) -> String {
    match flag_words(flags, lang) {
        Some(words) => format!("{value} ({words})"),
        None => value.to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;
    use std::sync::Arc;

    use super::*;
    use crate::model::CalendarRelease;
    use crate::site::chart::samples::series;

    #[test]
    fn what_is_declared_is_said_in_both_languages() {
        let all = Status::ALL
            .into_iter()
            .flat_map(|status| Lang::each(|lang| declared(status, lang)));
        assert!(all.clone().all(|sentence| sentence.ends_with('.')));
        assert_eq!(all.clone().collect::<BTreeSet<_>>().len(), all.count());
    }

    #[test]
    fn until_when_the_data_are_verified_is_said() {
        let offset: Offset = "+04:00".parse().unwrap();
        let dates = vec!["2026-11-10".parse().unwrap(), "2026-12-10".parse().unwrap()];
        let release = CalendarRelease {
            id: "x".to_owned(),
            dates,
            ..crate::model::CalendarRelease::default()
        };
        let indicator = Indicator {
            release: Some(Arc::new(release)),
            ..Indicator::of_series(series(PeriodType::MonthEnd, &["2026-10-31 1"]))
        };
        let said = |stale_at: Timestamp, lang| {
            let (status, reason) = (Status::Verified, Reason::Checked);
            let effective_status = EffectiveStatus {
                status,
                reason,
                stale_at: Some(stale_at),
            };
            explained(&indicator, &effective_status, offset, lang).replace('\u{a0}', " ")
        };

        let end = offset.end_of("2026-12-10".parse().unwrap()).unwrap();
        for (at, lang, until) in [
            (
                end,
                Lang::Ru,
                "если до конца дня 10 декабря 2026 года ожидаемой публикации не будет в наборе данных.",
            ),
            (
                end,
                Lang::En,
                "unless the expected publication is in the dataset by the end of 10 December 2026.",
            ),
            (
                "2026-12-01T05:00:00Z".parse().unwrap(),
                Lang::Ru,
                "источник не будет успешно проверен ещё раз.",
            ),
            (
                "2026-12-01T05:00:00Z".parse().unwrap(),
                Lang::En,
                "by 1 December 2026, 09:00 (UTC+04:00).",
            ),
        ] {
            let said = said(at, lang);
            assert!(said.ends_with(until), "{said}");
        }
    }

    #[test]
    fn data_that_passed_the_checks_may_be_doubtful_all_the_same() {
        let said = |flag: Option<Flag>, reason, lang| {
            let mut current = series(PeriodType::MonthEnd, &["2026-11-30 1"])
                .current()
                .clone();
            flag.map(|flag| current.flags.insert(flag));
            let indicator = Indicator::of_series(Series::new(vec![current.clone()]).unwrap());
            let status = EffectiveStatus {
                status: Status::Verified,
                reason,
                stale_at: None,
            };
            effective(
                &indicator,
                &current,
                &status,
                "+04:00".parse().unwrap(),
                lang,
            )
        };

        for reason in [Reason::Checked, Reason::Declared] {
            let unofficial = |lang| said(Some(Flag::Unofficial), reason, lang);
            assert_eq!(
                unofficial(Lang::Ru),
                "Данные получены и прошли автоматический контроль. Пометки текущего значения: неофициальные данные."
            );
            assert_eq!(
                unofficial(Lang::En),
                "The data were retrieved and passed automated checks. The current figure is flagged: unofficial."
            );
            for unmarked in [None, Some(Flag::Rounded)] {
                assert_eq!(
                    said(unmarked, reason, Lang::Ru),
                    "Данные получены и прошли автоматический контроль."
                );
            }
        }
    }

    #[test]
    fn only_what_is_not_verified_needs_a_sentence() {
        for lang in Lang::ALL {
            for status in Status::ALL {
                let sentences = [all_are(status, lang), some_are(status, lang)];
                assert_eq!(sentences[0] == sentences[1], status == Status::Verified);
                assert_eq!(sentences.concat().is_empty(), status == Status::Verified);
            }
        }
    }

    #[test]
    fn a_value_is_quoted_with_its_flags() {
        let mut flags = Flags::default();
        assert_eq!(with_flags("1,7", flags, Lang::Ru), "1,7");
        flags.insert(Flag::Gap);
        assert_eq!(with_flags("1,7", flags, Lang::Ru), "1,7");
        flags.insert(Flag::Unofficial);
        assert_eq!(
            with_flags("1,7", flags, Lang::Ru),
            "1,7 (неофициальные данные)"
        );
        flags.insert(Flag::Provisional);
        assert_eq!(
            with_flags("1,7", flags, Lang::Ru),
            "1,7 (предварительные, неофициальные данные)"
        );
        assert_eq!(
            with_flags("1.7", flags, Lang::En),
            "1.7 (provisional, unofficial)"
        );
        flags.insert(Flag::Inferred);
        assert_eq!(
            with_flags("1.7", flags, Lang::En),
            "1.7 (date or unit inferred; provisional, unofficial)"
        );
    }

    #[test]
    fn no_two_flags_have_the_same_words() {
        for lang in Lang::ALL {
            for word in [flag, flag_word] {
                let words = BTreeSet::from(Flag::ALL.map(|flag| word(flag, lang)));
                assert_eq!(words.len(), Flag::ALL.len());
            }
        }
    }
}
