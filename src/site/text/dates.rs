//! Dates, months and moments as people write them, and the captions of periods [D14].

use super::*;

texts! {
    caption(PeriodType) {
        MonthEnd => { "На конец месяца", "Month-end" }
        Monthly => { "За месяц", "Month" }
        YearToDate => { "С начала года", "Year to date" }
        YearToDateAverage => { "В среднем с начала года", "Year-to-date average" }
        Daily => { "За день", "Daily" }
        PointInTime => { "По состоянию на дату", "As of" }
        EffectiveFrom => { "Действует с", "Effective from" }
        Unknown => { "Период не определён", "Period unknown" }
    }

    /// The type of a period by its name.
    kind(PeriodType) {
        MonthEnd => { "на конец месяца", "month-end" }
        Monthly => { "за месяц", "monthly" }
        YearToDate => { "с начала года", "year to date" }
        YearToDateAverage => { "в среднем с начала года", "year-to-date average" }
        Daily => { "ежедневно", "daily" }
        PointInTime => { "на дату", "point-in-time" }
        EffectiveFrom => { "с даты вступления в силу", "effective date" }
        Unknown => { "период не определён", "period unknown" }
    }

    date_unknown { "дата неизвестна", "date unknown" }
}

/// `period.label`: caption, middle dot, date [D5].
pub fn period_label(period_type: PeriodType, date: Option<NaiveDate>, lang: Lang) -> String {
    let caption = caption(period_type, lang);
    let date = dated(period_type, date, lang);
    format!("{caption} · {date}")
}

/// The date of a period, or that it is not known.
pub fn dated(period_type: PeriodType, date: Option<NaiveDate>, lang: Lang) -> String {
    match date {
        Some(date) => period_date(period_type, date, lang),
        None => date_unknown(lang).to_owned(),
    }
}

/// The date of a period as its type asks: a day, a month, or the months from January on.
pub(super) fn period_date(period_type: PeriodType, date: NaiveDate, lang: Lang) -> String {
    let (year, month) = (date.year(), lang.month(date.month0()));
    match period_type {
        PeriodType::YearToDate | PeriodType::YearToDateAverage if date.month() > 1 => {
            format!("{}–{} {year}", lang.month(0).name, month.name)
        }
        PeriodType::Monthly | PeriodType::YearToDate | PeriodType::YearToDateAverage => {
            format!("{} {year}", month.name)
        }
        PeriodType::MonthEnd
        | PeriodType::Daily
        | PeriodType::PointInTime
        | PeriodType::EffectiveFrom
        | PeriodType::Unknown => format!("{} {} {year}", date.day(), month.in_day),
    }
}

/// `31 июля 2026`, `31 July 2026`.
pub fn day(date: NaiveDate, lang: Lang) -> String {
    period_date(PeriodType::Daily, date, lang)
}

/// A day where its year is said elsewhere: `5 нояб.`, `5 Nov`.
pub fn short_day(date: NaiveDate, lang: Lang) -> String {
    let month = lang.month(date.month0()).short_in_day;
    format!("{}\u{a0}{month}", date.day())
}

/// `20 ноября 2026 года в 08:00 (UTC+04:00)`, `20 November 2026, 08:00 (UTC+04:00)`.
pub fn moment(instant: Timestamp, offset: Offset, lang: Lang) -> String {
    format!("{} (UTC{offset})", moment_here(instant, offset, lang))
}

/// A moment as a clock of the country shows it.
pub fn moment_here(instant: Timestamp, offset: Offset, lang: Lang) -> String {
    let date = day(offset.day(instant), lang);
    let time = offset.local(instant).format("%H:%M");
    text!(lang, "{date} года в {time}", "{date}, {time}")
}

/// The date of a period inside a sentence, in Russian with the word for the year.
pub fn in_sentence(period_type: PeriodType, date: NaiveDate, lang: Lang) -> String {
    let date = period_date(period_type, date, lang);
    text!(lang, "{date} года", "{date}")
}

/// `20 ноября 2026 года`, `20 November 2026`.
pub fn full_day(date: NaiveDate, lang: Lang) -> String {
    in_sentence(PeriodType::Daily, date, lang)
}

/// The month `before` months before that of `date`, with the preposition `in`: `в феврале 2026 года`.
pub fn in_month_before(date: NaiveDate, before: u32, lang: Lang) -> String {
    let months = Months::new(before);
    let earlier = date.checked_sub_months(months).unwrap_or(date);
    let month = lang.month(earlier.month0()).within;
    let year = earlier.year();
    text!(lang, "в {month} {year} года", "{month} {year}")
}

#[cfg(test)]
mod tests {
    use super::*;

    use proptest::prelude::*;

    #[test]
    fn labels_of_every_type() {
        let date = "2026-07-31".parse().ok();
        for (period_type, ru, en) in [
            (
                PeriodType::MonthEnd,
                "На конец месяца · 31 июля 2026",
                "Month-end · 31 July 2026",
            ),
            (
                PeriodType::Monthly,
                "За месяц · июль 2026",
                "Month · July 2026",
            ),
            (
                PeriodType::YearToDate,
                "С начала года · январь–июль 2026",
                "Year to date · January–July 2026",
            ),
            (
                PeriodType::YearToDateAverage,
                "В среднем с начала года · январь–июль 2026",
                "Year-to-date average · January–July 2026",
            ),
            (
                PeriodType::Daily,
                "За день · 31 июля 2026",
                "Daily · 31 July 2026",
            ),
            (
                PeriodType::PointInTime,
                "По состоянию на дату · 31 июля 2026",
                "As of · 31 July 2026",
            ),
            (
                PeriodType::EffectiveFrom,
                "Действует с · 31 июля 2026",
                "Effective from · 31 July 2026",
            ),
            (
                PeriodType::Unknown,
                "Период не определён · 31 июля 2026",
                "Period unknown · 31 July 2026",
            ),
        ] {
            assert_eq!(period_label(period_type, date, Lang::Ru), ru);
            assert_eq!(period_label(period_type, date, Lang::En), en);
        }
    }

    #[test]
    fn january_and_unknown_dates() {
        let january = "2026-01-31".parse().ok();
        assert_eq!(
            period_label(PeriodType::YearToDate, january, Lang::Ru),
            "С начала года · январь 2026"
        );
        assert_eq!(
            period_label(PeriodType::YearToDate, january, Lang::En),
            "Year to date · January 2026"
        );
        assert_eq!(
            period_label(PeriodType::Unknown, None, Lang::Ru),
            "Период не определён · дата неизвестна"
        );
        assert_eq!(
            period_label(PeriodType::Unknown, None, Lang::En),
            "Period unknown · date unknown"
        );
    }

    #[test]
    fn dates_inside_sentences() {
        let date = "2026-03-31".parse().unwrap();
        assert_eq!(in_month_before(date, 1, Lang::Ru), "в феврале 2026 года");
        assert_eq!(in_month_before(date, 12, Lang::En), "March 2025");
        let offset = "+04:00".parse().unwrap();
        let instant = "2026-11-20T04:00:59Z".parse().unwrap();
        assert_eq!(
            moment(instant, offset, Lang::Ru),
            "20 ноября 2026 года в 08:00 (UTC+04:00)"
        );
        assert_eq!(
            moment(instant, offset, Lang::En),
            "20 November 2026, 08:00 (UTC+04:00)"
        );
    }

    /// The caption of each type, and its form of a date: a day, a month, or the months of a year so far.
    const CAPTIONS: [(&str, &str, &str, &str); 8] = [
        ("month_end", "На конец месяца", "Month-end", "day"),
        ("monthly", "За месяц", "Month", "month"),
        ("year_to_date", "С начала года", "Year to date", "months"),
        (
            "year_to_date_average",
            "В среднем с начала года",
            "Year-to-date average",
            "months",
        ),
        ("daily", "За день", "Daily", "day"),
        ("point_in_time", "По состоянию на дату", "As of", "day"),
        ("effective_from", "Действует с", "Effective from", "day"),
        ("unknown", "Период не определён", "Period unknown", "day"),
    ];

    const NOMINATIVE: &str =
        "январь февраль март апрель май июнь июль август сентябрь октябрь ноябрь декабрь";
    const GENITIVE: &str =
        "января февраля марта апреля мая июня июля августа сентября октября ноября декабря";
    const ENGLISH: &str =
        "January February March April May June July August September October November December";

    fn name(names: &str, month: u32) -> String {
        names.split(' ').nth(month as usize - 1).unwrap().to_owned()
    }

    fn by_table(
        period_type: PeriodType,
        (year, month, day): (i32, u32, u32),
        lang: Lang,
    ) -> String {
        let (_, ru, en, form) = CAPTIONS
            .into_iter()
            .find(|row| row.0 == period_type.name())
            .unwrap();
        let (caption, alone, behind_day) =
            lang.pick([(ru, NOMINATIVE, GENITIVE), (en, ENGLISH, ENGLISH)]);
        let date = match form {
            "day" => format!("{day} {} {year}", name(behind_day, month)),
            "months" if month > 1 => {
                format!("{}\u{2013}{} {year}", name(alone, 1), name(alone, month))
            }
            _ => format!("{} {year}", name(alone, month)),
        };

        format!("{caption} \u{b7} {date}")
    }

    proptest! {
        #[test]
        fn a_label_is_the_caption_and_the_date(
            period_type in prop::sample::select(PeriodType::ALL.to_vec()),
            lang in prop::sample::select(Lang::ALL.to_vec()),
            days in 0u64..80_000,
        ) {
            let date = NaiveDate::from_ymd_opt(1900, 1, 1).unwrap() + Days::new(days);
            let expected = by_table(period_type, (date.year(), date.month(), date.day()), lang);
            prop_assert_eq!(period_label(period_type, Some(date), lang), expected);
        }
    }
}
