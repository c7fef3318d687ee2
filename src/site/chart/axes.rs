//! The axes of a chart: the vertical scale, exact, on whole numbers, with round values at its lines; and days from the
//! first to the last, with round dates at their marks.

use chrono::{Datelike, Days, Months, NaiveDate};

use crate::model::{Lang, Localized, Number, last_day_of_month};
use crate::site::text;

/// More lines than this crowd a chart.
const MAX_STEPS: i128 = 5;

/// From the lowest to the highest value of a chart, in units of the last decimal.
pub struct Scale {
    height: i64,
    low: i128,
    high: i128,
    step: i128,
    decimals: u8,
}

impl Scale {
    /// Exactly as wide as the values.
    pub fn tight(values: impl Iterator<Item = Number> + Clone, height: i64) -> Self {
        let decimals = values.clone().map(Number::decimals).max().unwrap_or(0).saturating_add(1);
        let whole = values.clone().map(Number::whole_digits).max().unwrap_or(1);
        // Beyond these digits nothing could be told apart on paper.
        let room = Number::MAX_SCALED_DIGITS.saturating_sub(whole);
        let decimals = decimals.min(u8::try_from(room).unwrap_or(u8::MAX));
        let units = values.map(|value| value.to_scaled(decimals));
        let (low, high) = units.fold((i128::MAX, i128::MIN), |(low, high), v| (low.min(v), high.max(v)));
        let (low, high) = if low > high { (0, 0) } else { (low, high) };
        Scale { height, low, high, step: 1, decimals }
    }

    /// From one round value to another, and from zero where the values come near it.
    pub fn round(values: impl Iterator<Item = Number> + Clone, height: i64) -> Self {
        let mut scale = Self::tight(values, height);
        if scale.low > 0 && scale.low <= scale.high * 2 / 5 {
            scale.low = 0;
        }
        if scale.high < 0 && scale.high >= scale.low * 2 / 5 {
            scale.high = 0;
        }
        if scale.low == scale.high {
            let around = (scale.low.abs() / 10).max(1);
            (scale.low, scale.high) = (scale.low - around, scale.high + around);
        }
        scale.step = round_steps().find(|step| scale.steps(*step) <= MAX_STEPS).unwrap_or(i128::MAX);
        scale.low = scale.low.div_euclid(scale.step) * scale.step;
        scale.high = -(-scale.high).div_euclid(scale.step) * scale.step;
        scale
    }

    fn steps(&self, step: i128) -> i128 {
        -(-self.high).div_euclid(step) - self.low.div_euclid(step)
    }

    pub fn lines(&self) -> impl Iterator<Item = Number> {
        let count = (self.high - self.low) / self.step;
        (0..=count).map(|i| Number::from_scaled(self.low + i * self.step, self.decimals))
    }

    pub fn holds_zero(&self) -> bool {
        self.low <= 0 && self.high >= 0
    }

    /// A number that grows with the value, and differs wherever a difference could be shown.
    pub fn rank(&self, value: Number) -> i128 {
        value.to_scaled(self.decimals)
    }

    /// Parts below the top.
    pub fn y(&self, value: Number) -> i64 {
        let (above, range) = (self.high - self.rank(value), self.high - self.low);
        if range == 0 {
            return self.height / 2;
        }
        let parts = (above * i128::from(self.height) * 2 + range) / (range * 2);
        i64::try_from(parts).unwrap_or(self.height)
    }
}

/// 1, 2, 5, 10, 20, 50 and so on.
fn round_steps() -> impl Iterator<Item = i128> {
    (0..Number::MAX_SCALED_DIGITS + 2).flat_map(|power| [1, 2, 5].map(|digit| digit * 10_i128.pow(power)))
}

/// More marks than this crowd an axis.
const MAX_MARKS: i32 = 7;

pub struct Mark {
    /// Parts of the width of the field.
    pub x: i64,
    pub text: Localized<String>,
    /// Written below the first mark of a year.
    pub year: Option<String>,
}

/// From the first to the last day of a chart.
#[derive(Clone, Copy)]
pub struct Axis {
    pub first: NaiveDate,
    pub last: NaiveDate,
    pub width: i64,
    /// Whether the mark of a month is at its last day.
    pub has_month_ends: bool,
}

impl Axis {
    /// Parts from the left: the middle where there is only one day.
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

    pub fn marks(&self) -> Vec<Mark> {
        match self.days() {
            0..70 if !self.has_month_ends => self.with_years(self.day_marks(), text::short_day),
            0..800 => {
                let short = |day: NaiveDate, lang: Lang| lang.month(day.month0()).short.to_owned();
                self.with_years(self.month_marks(), short)
            }
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

    fn lines(values: &[&str]) -> Vec<String> {
        let numbers: Vec<Number> = values.iter().map(|value| value.parse().unwrap()).collect();
        let scale = Scale::round(numbers.iter().copied(), 1000);
        for number in numbers {
            assert!((0..=1000).contains(&scale.y(number)));
        }
        scale.lines().map(|line| line.to_string()).collect()
    }

    #[test]
    fn lines_stand_at_round_values() {
        assert_eq!(lines(&["1.7", "1.7025", "1.6998"]), ["1.699", "1.7", "1.701", "1.702", "1.703"]);
        assert_eq!(lines(&["4732.3", "40393.7"]), ["0", "10000", "20000", "30000", "40000", "50000"]);
        assert_eq!(lines(&["-3", "7"]), ["-5", "0", "5", "10"]);
    }

    #[test]
    fn a_single_value_stands_in_the_middle() {
        assert_eq!(lines(&["0"]), ["-0.1", "0", "0.1"]);
        let value: Number = "5".parse().unwrap();
        assert_eq!(Scale::round([value].into_iter(), 100).y(value), 50);
        assert_eq!(Scale::tight([value].into_iter(), 100).y(value), 50);
    }

    #[test]
    fn the_largest_and_smallest_numbers_fit() {
        let most = "9999999999999999999999999999";
        assert!(lines(&[most, &format!("-{most}"), "0.0000000000000000000000000001"]).len() > 2);
        assert!(lines(&[most, "9999999999999999999999999998"]).len() > 2);
        assert!(lines(&[&format!("0.{}1", "0".repeat(90)), "0"]).len() > 2);
    }

    #[test]
    fn values_near_zero_are_seen_from_zero() {
        assert_eq!(lines(&["18", "47"]), ["0", "10", "20", "30", "40", "50"]);
        assert_eq!(lines(&["20", "47"]), ["20", "30", "40", "50"]);
        assert_eq!(lines(&["-47", "-18"]), ["-50", "-40", "-30", "-20", "-10", "0"]);
        assert_eq!(lines(&["-47", "-20"]), ["-50", "-40", "-30", "-20"]);
    }

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
