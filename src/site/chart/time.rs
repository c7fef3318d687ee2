//! The horizontal axis of a chart: days from the first to the last, with round dates at its marks.

use chrono::{Datelike, Days, Months, NaiveDate};

use crate::model::{Lang, Localized, last_day_of_month};
use crate::site::text;

/// More marks than this crowd an axis.
const MAX_MARKS: i32 = 7;

/// A date on the axis.
pub struct Mark {
    /// Parts of the width of the field.
    pub x: i64,
    pub text: Localized<String>,
    /// Stands below, where a year begins to be spoken of.
    pub year: Option<String>,
}

/// From the first to the last day of a chart.
#[derive(Clone, Copy)]
pub struct Axis {
    pub first: NaiveDate,
    pub last: NaiveDate,
    pub width: i64,
    /// Whether a month stands at its last day.
    pub has_month_ends: bool,
}

impl Axis {
    /// How far from the left a day stands: in the middle where there is only one day.
    pub fn x(&self, day: NaiveDate) -> i64 {
        let range = i64::from(self.days());
        if range == 0 {
            return self.width / 2;
        }
        let from = i64::from(day.num_days_from_ce() - self.first.num_days_from_ce());
        (from * self.width * 2 + range) / (range * 2)
    }

    fn days(&self) -> i32 {
        self.last.num_days_from_ce() - self.first.num_days_from_ce()
    }

    /// Round dates.
    pub fn marks(&self) -> Vec<Mark> {
        match self.days() {
            0..70 if !self.has_month_ends => self.with_years(self.day_marks(), text::short_day),
            0..800 => self
                .with_years(self.month_marks(), |day, lang| text::month_short(day.month0(), lang).to_owned()),
            _ => {
                let year = |day: NaiveDate| Localized::build(|_| day.year().to_string());
                let mark = |day| Mark { x: self.x(day), text: year(day), year: None };
                self.year_marks().into_iter().map(mark).collect()
            }
        }
    }

    /// An axis says its year: at the first mark, and wherever another year begins.
    fn with_years(&self, days: Vec<NaiveDate>, text: impl Fn(NaiveDate, Lang) -> String) -> Vec<Mark> {
        let mut known = None;
        let mark = |day: NaiveDate| {
            let is_new = known.replace(day.year()) != Some(day.year());
            let year = is_new.then(|| day.year().to_string());
            Mark { x: self.x(day), text: Localized::build(|lang| text(day, lang)), year }
        };
        days.into_iter().map(mark).collect()
    }

    fn day_marks(&self) -> Vec<NaiveDate> {
        let step = [1, 2, 5, 7, 10, 14].into_iter().find(|step| self.days() / step < MAX_MARKS).unwrap_or(14);
        let days = (0..=self.days()).step_by(step as usize);
        days.filter_map(|day| self.first.checked_add_days(Days::new(day.unsigned_abs().into()))).collect()
    }

    fn month_marks(&self) -> Vec<NaiveDate> {
        let count = self.days().unsigned_abs() / 30;
        let step =
            [1, 2, 3, 4, 6].into_iter().find(|step| count / step < MAX_MARKS.unsigned_abs()).unwrap_or(6);
        let january = NaiveDate::from_ymd_opt(self.first.year(), 1, 1);
        let months =
            (0..=36).filter(|n| n % step == 0).filter_map(|n| january?.checked_add_months(Months::new(n)));
        let days = months.map(|first| if self.has_month_ends { last_day_of_month(first) } else { first });
        self.inside(days).collect()
    }

    fn year_marks(&self) -> Vec<NaiveDate> {
        let (first, last) = (self.first.year(), self.last.year());
        let steps = [1, 2, 5, 10, 20, 50, 100, 200, 500, 1000];
        let step = steps.into_iter().find(|step| (last - first) / step <= MAX_MARKS).unwrap_or(2000);
        let years = (first..=last).filter(|year| year % step == 0);
        self.inside(years.filter_map(|year| NaiveDate::from_ymd_opt(year, 1, 1))).collect()
    }

    fn inside(&self, days: impl Iterator<Item = NaiveDate>) -> impl Iterator<Item = NaiveDate> {
        days.filter(|day| (self.first..=self.last).contains(day))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::model::Lang;

    fn marks(first: &str, last: &str, has_month_ends: bool) -> Vec<String> {
        let axis =
            Axis { first: first.parse().unwrap(), last: last.parse().unwrap(), width: 1000, has_month_ends };
        let marks = axis.marks();
        assert!(marks.iter().all(|mark| (0..=1000).contains(&mark.x)));
        let written = |mark: Mark| match mark.year {
            Some(year) => format!("{} {year}", mark.text.get(Lang::En)),
            None => mark.text.get(Lang::En).clone(),
        };
        marks.into_iter().map(|mark| written(mark).replace('\u{a0}', " ")).collect()
    }

    #[test]
    fn marks_are_few_and_round_and_say_their_year() {
        assert_eq!(marks("2008-06-30", "2026-01-31", true), ["2010", "2015", "2020", "2025"]);
        assert_eq!(
            marks("2025-07-31", "2026-01-31", true),
            ["July 2025", "Aug", "Sept", "Oct", "Nov", "Dec", "Jan 2026"]
        );
        assert_eq!(marks("2025-01-15", "2026-06-01", false), ["Apr 2025", "July", "Oct", "Jan 2026", "Apr"]);
        // 217 days, which are seven times thirty, are too many for a mark a month.
        assert_eq!(marks("2025-01-15", "2025-08-20", false), ["Mar 2025", "May", "July"]);
        assert_eq!(marks("2026-11-01", "2026-11-20", false), ["1 Nov 2026", "6 Nov", "11 Nov", "16 Nov"]);
        assert_eq!(
            marks("2025-12-30", "2026-01-02", false),
            ["30 Dec 2025", "31 Dec", "1 Jan 2026", "2 Jan"]
        );
        assert!(marks("0001-01-01", "9999-12-31", false).len() < 10);
    }
}
