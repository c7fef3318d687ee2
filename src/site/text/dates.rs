//! Dates, months and moments as people write them, the captions of periods, how old a figure is, and no-break spaces [D14].
//! Ages are counted to the day of the snapshot [D15.1], so that bytes change at midnight and not in between.

use super::*;

use crate::model::months_between;

const NO_BREAK_SPACE: char = '\u{a0}';
/// Between words.
const SPACES: [char; 4] = [' ', NO_BREAK_SPACE, '\n', '\t'];

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
    format!(
        "{} · {}",
        caption(period_type, lang),
        dated(period_type, date, lang)
    )
}

/// The date of a period, or that it is not known.
pub fn dated(period_type: PeriodType, date: Option<NaiveDate>, lang: Lang) -> String {
    date.map_or_else(
        || date_unknown(lang).to_owned(),
        |date| period_date(period_type, date, lang),
    )
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
    format!(
        "{}\u{a0}{}",
        date.day(),
        lang.month(date.month0()).short_in_day
    )
}

/// `20 ноября 2026 года в 08:00 (UTC+04:00)`, `20 November 2026, 08:00 (UTC+04:00)`.
pub fn moment(instant: Timestamp, offset: Offset, lang: Lang) -> String {
    format!("{} (UTC{offset})", moment_here(instant, offset, lang))
}

/// A moment as a clock of the country shows it.
pub fn moment_here(instant: Timestamp, offset: Offset, lang: Lang) -> String {
    let (date, time) = (
        day(offset.day(instant), lang),
        offset.local(instant).format("%H:%M"),
    );
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
    let first = date
        .with_day(1)
        .and_then(|first| first.checked_sub_months(Months::new(before)))
        .unwrap_or(date);
    let (month, year) = (lang.month(first.month0()).within, first.year());
    text!(lang, "в {month} {year} года", "{month} {year}")
}

/// `3 месяца назад`, `3 months ago`; `None` where the figure is not old.
pub fn age(key: &SeriesKey, date: NaiveDate, as_of: NaiveDate, lang: Lang) -> Option<String> {
    is_old(key, date, as_of).then(|| age_in_words(date, as_of, lang))
}

/// The age of a day that was at least a hundred days ago.
pub fn long_ago(date: NaiveDate, as_of: NaiveDate, lang: Lang) -> Option<String> {
    ((as_of - date).num_days() >= 100).then(|| age_in_words(date, as_of, lang))
}

/// Returns true if a figure is old. One that applies until the next never is.
pub fn is_old(key: &SeriesKey, date: NaiveDate, as_of: NaiveDate) -> bool {
    let least = match (key.frequency, key.period_type) {
        (Some(Frequency::Annual), _) => 500,
        (Some(Frequency::Quarterly), _) => 200,
        (None, PeriodType::Daily | PeriodType::PointInTime | PeriodType::Unknown) => 30,
        (None, PeriodType::EffectiveFrom) => return false,
        (None, _) => 100,
    };

    (as_of - date).num_days() >= least
}

/// Calendar months that have passed; the last day of a shorter month counts as the day.
fn whole_months(from: NaiveDate, to: NaiveDate) -> i32 {
    let months = months_between(from, to);
    let last = to.succ_opt().is_none_or(|next| next.day() == 1);
    if to.day() < from.day() && !last {
        months - 1
    } else {
        months
    }
}

fn age_in_words(date: NaiveDate, as_of: NaiveDate, lang: Lang) -> String {
    let months = whole_months(date, as_of);
    let (count, forms): (_, [&[&str]; 2]) = match months {
        ..1 => (
            (as_of - date).num_days(),
            [&["день", "дня", "дней"], &["day", "days"]],
        ),
        1..24 => (
            months.into(),
            [&["месяц", "месяца", "месяцев"], &["month", "months"]],
        ),
        _ => (
            (months / 12).into(),
            [&["год", "года", "лет"], &["year", "years"]],
        ),
    };

    let noun = lang.counted(usize::try_from(count).unwrap_or(0), forms);
    text!(
        lang,
        "{count}\u{a0}{noun}\u{a0}назад",
        "{count}\u{a0}{noun}\u{a0}ago"
    )
}

/// The text with no-break spaces where a line may not be broken: before a dash, after a word of one letter where the language
/// asks for it, inside a date, between a number and its unit. Nothing else changes.
pub fn nbsp(text: &str) -> String {
    let mut written = String::with_capacity(text.len() + 16);
    let mut pieces = text.split_inclusive(SPACES).peekable();
    while let Some(piece) = pieces.next() {
        let Some(word) = piece.strip_suffix(' ') else {
            written += piece;
            continue;
        };

        let next = pieces
            .peek()
            .map_or("", |next| next.trim_end_matches(SPACES));
        written += word;
        written += if is_unbreakable(word, next) {
            "\u{a0}"
        } else {
            " "
        };
    }

    written
}

/// Lets a line be broken before a year: a cell on a telephone is narrower than a day.
pub fn broken_before_year(text: &str) -> String {
    let mut parts = text.split(NO_BREAK_SPACE);
    let mut written = parts.next().unwrap_or_default().to_owned();
    for part in parts {
        let digits = part.bytes().take_while(u8::is_ascii_digit);
        written += if digits.count() == 4 { " " } else { "\u{a0}" };
        written += part;
    }

    written
}

/// Returns true if a line may not be broken at the space between two words.
fn is_unbreakable(word: &str, next: &str) -> bool {
    let bare = word.trim_start_matches(['(', '«', '“', '"']);

    matches!(next, "—" | "–")
        || is_counted(word, bare, next)
        || is_year_of_month(word, next)
        || Lang::ALL
            .into_iter()
            .any(|lang| lang.rules().short_words.contains(&bare) || lang.is_scale(word, next))
}

/// Returns true if a word ends a number, and the next is what it counts.
fn is_counted(word: &str, bare: &str, next: &str) -> bool {
    if !word.ends_with(|c: char| c.is_ascii_digit()) {
        return false;
    }

    // Where words are of Latin letters, so many digits without a group are a year.
    let is_year = bare.len() == 4 && bare.bytes().all(|c| c.is_ascii_digit());
    match next.chars().next() {
        Some('a'..='z' | 'A'..='Z') => !is_year,
        Some(first) => first.is_alphabetic() || matches!(first, '%' | '$' | '€'),
        None => false,
    }
}

/// Returns true if a word is the name of a month, and the next is a year.
fn is_year_of_month(word: &str, next: &str) -> bool {
    let is_year = next.starts_with(|c: char| c.is_ascii_digit())
        && next.trim_end_matches(|c: char| !c.is_ascii_digit()).len() == 4;
    if !is_year {
        return false;
    }

    // `январь–июль 2026` ends with the name of one as well.
    let word = word.rsplit('–').next().unwrap_or_default();
    for lang in Lang::ALL {
        for month in 0..12 {
            let month = lang.month(month);
            if [month.name, month.in_day, month.within]
                .iter()
                .any(|name| is_same(name, word))
            {
                return true;
            }
        }
    }

    false
}

/// Returns true if two words differ in nothing but capital letters.
fn is_same(name: &str, word: &str) -> bool {
    let letters = name.chars().flat_map(char::to_lowercase);
    letters.eq(word.chars().flat_map(char::to_lowercase))
}

#[cfg(test)]
mod tests {
    use super::*;

    use proptest::prelude::*;

    #[test]
    fn a_cell_may_break_before_a_year_only() {
        assert_eq!(
            broken_before_year("31\u{a0}июля\u{a0}2026\u{a0}года"),
            "31\u{a0}июля 2026\u{a0}года"
        );
        assert_eq!(
            broken_before_year("вступит в\u{a0}силу"),
            "вступит в\u{a0}силу"
        );
        assert_eq!(broken_before_year("из\u{a0}12000"), "из\u{a0}12000");
    }

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

    #[test]
    fn lines_break_only_where_a_reader_would() {
        for (text, expected) in [
            ("4 февраля 2026 года", "4_февраля_2026_года"),
            ("Курс — это цена", "Курс_— это цена"),
            ("к доллару и в манатах", "к_доллару и_в_манатах"),
            ("(с 2020 года)", "(с_2020_года)"),
            ("1,7 маната за 1 доллар", "1,7_маната за 1_доллар"),
            ("January–July 2026, a total", "January–July_2026, a total"),
            (
                "from 2020 to 31 July 2026 at most",
                "from 2020 to 31_July_2026 at most",
            ),
            ("за 2026 год, 2026 млн", "за 2026_год, 2026_млн"),
            ("M2 money supply", "M2_money supply"),
            (
                "Ноябрь 2026, Январь–Июль 2026",
                "Ноябрь_2026, Январь–Июль_2026",
            ),
            ("ноябрём 2026, не 2026", "ноябрём 2026, не 2026"),
            ("5  млн,\n12 %\tот", "5  млн,\n12_%\tот"),
            ("38 309 млн манатов", "38 309_млн_манатов"),
            ("a\u{a0}b—à 4 à", "a_b—à 4_à"),
            ("", ""),
            (" x", " x"),
        ] {
            assert_eq!(nbsp(text).replace('\u{a0}', "_"), expected);
        }
    }

    fn key(period_type: PeriodType, frequency: Option<Frequency>) -> SeriesKey {
        SeriesKey {
            frequency,
            ..(*SeriesKey::sample("azn", period_type, Measure::Amount)).clone()
        }
    }

    fn ages(period_type: PeriodType, date: &str) -> Option<[String; 2]> {
        let (date, as_of) = (date.parse().unwrap(), "2026-11-20".parse().unwrap());
        let age = |lang| {
            age(&key(period_type, None), date, as_of, lang).map(|age| age.replace('\u{a0}', " "))
        };
        Some([age(Lang::Ru)?, age(Lang::En)?])
    }

    #[test]
    fn old_figures_say_how_old_they_are() {
        for (period_type, date, ru, en) in [
            (
                PeriodType::Daily,
                "2026-10-21",
                "30 дней назад",
                "30 days ago",
            ),
            (
                PeriodType::Daily,
                "2026-10-20",
                "1 месяц назад",
                "1 month ago",
            ),
            (
                PeriodType::PointInTime,
                "2026-08-01",
                "3 месяца назад",
                "3 months ago",
            ),
            (
                PeriodType::MonthEnd,
                "2026-07-31",
                "3 месяца назад",
                "3 months ago",
            ),
            (
                PeriodType::YearToDate,
                "2026-01-31",
                "9 месяцев назад",
                "9 months ago",
            ),
            (
                PeriodType::Monthly,
                "2024-12-31",
                "22 месяца назад",
                "22 months ago",
            ),
            (
                PeriodType::Monthly,
                "2024-11-30",
                "23 месяца назад",
                "23 months ago",
            ),
            (
                PeriodType::Monthly,
                "2024-10-31",
                "2 года назад",
                "2 years ago",
            ),
            (
                PeriodType::YearToDateAverage,
                "2015-12-31",
                "10 лет назад",
                "10 years ago",
            ),
        ] {
            assert_eq!(
                ages(period_type, date),
                Some([ru.to_owned(), en.to_owned()]),
                "{date}"
            );
        }
    }

    #[test]
    fn recent_ones_and_rates_in_force_do_not() {
        for (period_type, date) in [
            (PeriodType::Daily, "2026-10-22"),
            (PeriodType::Monthly, "2026-08-31"),
            (PeriodType::EffectiveFrom, "2016-02-15"),
            (PeriodType::Daily, "2026-11-24"),
        ] {
            assert_eq!(ages(period_type, date), None, "{date}");
        }
    }

    #[test]
    fn quarters_and_years_are_old_when_the_next_might_have_come() {
        let as_of = "2026-11-20".parse().unwrap();
        let is_old = |frequency, date: &str| {
            is_old(
                &key(PeriodType::PointInTime, Some(frequency)),
                date.parse().unwrap(),
                as_of,
            )
        };
        assert!(
            !is_old(Frequency::Quarterly, "2026-05-05")
                && is_old(Frequency::Quarterly, "2026-05-04")
        );
        assert!(
            !is_old(Frequency::Annual, "2025-07-09") && is_old(Frequency::Annual, "2025-07-08")
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
