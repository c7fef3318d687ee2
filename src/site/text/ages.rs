//! How old a figure is, counted to the day that the dataset is as of [D15.1]: never to the
//! clock, so that bytes do not change by themselves.

use chrono::{Datelike, NaiveDate};

use super::overall::plural;
use crate::model::{Lang, PeriodType};

/// Days after which a daily or dated observation is old, and one of a month or of months.
const OLD: (i32, i32) = (30, 100);

/// `3 месяца назад`, `3 months ago`; `None` where the figure is not old, or applies until the next one.
pub fn age(period_type: PeriodType, date: NaiveDate, as_of: NaiveDate, lang: Lang) -> Option<String> {
    let least = match period_type {
        PeriodType::Daily | PeriodType::PointInTime | PeriodType::Unknown => OLD.0,
        PeriodType::MonthEnd | PeriodType::Monthly => OLD.1,
        PeriodType::YearToDate | PeriodType::YearToDateAverage => OLD.1,
        PeriodType::EffectiveFrom => return None,
    };
    let days = as_of.num_days_from_ce() - date.num_days_from_ce();
    (days >= least).then(|| ago(days, whole_months(date, as_of), lang))
}

/// Calendar months that have passed; the last day of a shorter month counts as the day.
fn whole_months(from: NaiveDate, to: NaiveDate) -> i32 {
    let months = (to.year() - from.year()) * 12 + to.month0() as i32 - from.month0() as i32;
    let last = to.succ_opt().is_none_or(|next| next.day() == 1);
    if to.day() < from.day() && !last { months - 1 } else { months }
}

fn ago(days: i32, months: i32, lang: Lang) -> String {
    let (count, ru, en) = match months {
        ..1 => (days, ["день", "дня", "дней"], "day"),
        1..24 => (months, ["месяц", "месяца", "месяцев"], "month"),
        _ => (months / 12, ["год", "года", "лет"], "year"),
    };
    match lang {
        Lang::Ru => format!("{count}\u{a0}{} назад", plural(usize::try_from(count).unwrap_or(0), ru)),
        Lang::En => format!("{count}\u{a0}{en}{} ago", if count == 1 { "" } else { "s" }),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn ages(period_type: PeriodType, date: &str) -> Option<[String; 2]> {
        let (date, as_of) = (date.parse().unwrap(), "2026-11-20".parse().unwrap());
        let age = |lang| age(period_type, date, as_of, lang).map(|age| age.replace('\u{a0}', " "));
        Some([age(Lang::Ru)?, age(Lang::En)?])
    }

    #[test]
    fn old_figures_say_how_old_they_are() {
        for (period_type, date, ru, en) in [
            (PeriodType::Daily, "2026-10-21", "30 дней назад", "30 days ago"),
            (PeriodType::Daily, "2026-10-20", "1 месяц назад", "1 month ago"),
            (PeriodType::PointInTime, "2026-08-01", "3 месяца назад", "3 months ago"),
            (PeriodType::MonthEnd, "2026-07-31", "3 месяца назад", "3 months ago"),
            (PeriodType::YearToDate, "2026-01-31", "9 месяцев назад", "9 months ago"),
            (PeriodType::Monthly, "2024-12-31", "22 месяца назад", "22 months ago"),
            (PeriodType::Monthly, "2024-11-30", "23 месяца назад", "23 months ago"),
            (PeriodType::Monthly, "2024-10-31", "2 года назад", "2 years ago"),
            (PeriodType::YearToDateAverage, "2015-12-31", "10 лет назад", "10 years ago"),
        ] {
            assert_eq!(ages(period_type, date), Some([ru.to_owned(), en.to_owned()]), "{date}");
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
}
