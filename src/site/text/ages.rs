//! How old a figure is. Ages are counted to the day of the snapshot [D15.1], so that bytes change at midnight and not in
//! between.

use super::*;

use crate::model::months_between;

const DAYS: Forms = [&["день", "дня", "дней"], &["day", "days"]];
const MONTHS: Forms = [&["месяц", "месяца", "месяцев"], &["month", "months"]];
const YEARS: Forms = [&["год", "года", "лет"], &["year", "years"]];

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
    let is_last = to.succ_opt().is_none_or(|next| next.day() == 1);
    let is_begun = to.day() < from.day() && !is_last;
    months_between(from, to) - i32::from(is_begun)
}

fn age_in_words(date: NaiveDate, as_of: NaiveDate, lang: Lang) -> String {
    let days = (as_of - date).num_days();
    let months = i64::from(whole_months(date, as_of));
    let (count, forms) = match months {
        ..1 => (days, DAYS),
        1..24 => (months, MONTHS),
        _ => (months / 12, YEARS),
    };

    let noun = lang.counted(usize::try_from(count).unwrap_or(0), forms);
    text!(
        lang,
        "{count}\u{a0}{noun}\u{a0}назад",
        "{count}\u{a0}{noun}\u{a0}ago"
    )
}

#[cfg(test)]
mod tests {
    use super::*;

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
}
