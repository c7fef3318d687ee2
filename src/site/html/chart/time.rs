//! The horizontal axis of a chart: days from the first to the last, with round dates at its marks.

use chrono::{Datelike, Days, Months, NaiveDate};

use crate::model::{Lang, last_day_of_month};
use crate::site::text;

/// More marks than this crowd an axis.
const MOST_MARKS: i32 = 7;

/// From the first to the last day of a chart.
#[derive(Clone, Copy)]
pub struct Axis {
    first: NaiveDate,
    last: NaiveDate,
}

impl Axis {
    /// From `first` to `last`.
    pub fn new(first: NaiveDate, last: NaiveDate) -> Self {
        Axis { first, last }
    }

    /// How far from the left of a chart of this width a day stands: in the middle where there is only one day.
    pub fn along(&self, day: NaiveDate, width: i64) -> i64 {
        let range = i64::from(self.days());
        if range == 0 {
            return width / 2;
        }
        let from = i64::from(day.num_days_from_ce() - self.first.num_days_from_ce());
        (from * width * 2 + range) / (range * 2)
    }

    fn days(&self) -> i32 {
        self.last.num_days_from_ce() - self.first.num_days_from_ce()
    }

    /// Round dates with their texts. `month_ends` where a month stands at its last day.
    pub fn marks(&self, month_ends: bool, lang: Lang) -> Vec<(NaiveDate, String)> {
        match self.days() {
            0 => vec![(self.first, text::day(self.first, lang))],
            1..70 if !month_ends => self.day_marks(lang),
            1..800 => self.month_marks(month_ends, lang),
            _ => self.year_marks(),
        }
    }

    fn day_marks(&self, lang: Lang) -> Vec<(NaiveDate, String)> {
        let step =
            [1, 2, 5, 7, 10, 14].into_iter().find(|step| self.days() / step < MOST_MARKS).unwrap_or(14);
        let days = (0..=self.days()).step_by(step as usize);
        let days = days.filter_map(|day| self.first.checked_add_days(Days::new(day.unsigned_abs().into())));
        days.map(|day| (day, text::short_day(day, lang))).collect()
    }

    fn month_marks(&self, month_ends: bool, lang: Lang) -> Vec<(NaiveDate, String)> {
        let count = self.days().unsigned_abs() / 30;
        let step =
            [1, 2, 3, 4, 6].into_iter().find(|step| count / step < MOST_MARKS.unsigned_abs()).unwrap_or(6);
        let january = NaiveDate::from_ymd_opt(self.first.year(), 1, 1);
        let months =
            (0..=36).filter(|n| n % step == 0).filter_map(|n| january?.checked_add_months(Months::new(n)));
        let days = months.map(|first| if month_ends { last_day_of_month(first) } else { first });
        self.inside(days).map(|day| (day, text::short_month(day, lang))).collect()
    }

    fn year_marks(&self) -> Vec<(NaiveDate, String)> {
        let (first, last) = (self.first.year(), self.last.year());
        let steps = [1, 2, 5, 10, 20, 50, 100, 200, 500, 1000];
        let step = steps.into_iter().find(|step| (last - first) / step <= MOST_MARKS).unwrap_or(2000);
        let years = (first..=last).filter(|year| year % step == 0);
        let days = years.filter_map(|year| NaiveDate::from_ymd_opt(year, 1, 1));
        self.inside(days).map(|day| (day, day.year().to_string())).collect()
    }

    fn inside(&self, days: impl Iterator<Item = NaiveDate>) -> impl Iterator<Item = NaiveDate> {
        days.filter(|day| (self.first..=self.last).contains(day))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn marks(first: &str, last: &str, month_ends: bool) -> Vec<String> {
        let axis = Axis::new(first.parse().unwrap(), last.parse().unwrap());
        let marks = axis.marks(month_ends, Lang::En);
        assert!(marks.iter().all(|(day, _)| (0..=1000).contains(&axis.along(*day, 1000))));
        marks.into_iter().map(|(_, text)| text.replace('\u{a0}', " ")).collect()
    }

    #[test]
    fn marks_are_few_and_round() {
        assert_eq!(marks("2008-06-30", "2026-01-31", true), ["2010", "2015", "2020", "2025"]);
        assert_eq!(
            marks("2025-07-31", "2026-01-31", true),
            ["July 2025", "Aug 2025", "Sept 2025", "Oct 2025", "Nov 2025", "Dec 2025", "Jan 2026"]
        );
        assert_eq!(
            marks("2025-01-15", "2026-06-01", false),
            ["Apr 2025", "July 2025", "Oct 2025", "Jan 2026", "Apr 2026"]
        );
        assert_eq!(marks("2026-11-01", "2026-11-20", false), ["1 Nov", "6 Nov", "11 Nov", "16 Nov"]);
        assert_eq!(marks("2026-11-20", "2026-11-20", false), ["20 November 2026"]);
        assert!(marks("0001-01-01", "9999-12-31", false).len() < 10);
    }
}
