//! How often an indicator is observed, where it is less often than once a month: at the ends of quarters or of years [D22].

use super::*;

named! {
    pub enum Frequency {
        Quarterly = "Q",
        Annual = "A",
    }
}

impl Frequency {
    /// The calendar months from one observation to the next.
    pub fn months(self) -> u32 {
        match self {
            Frequency::Quarterly => 3,
            Frequency::Annual => 12,
        }
    }

    /// The last day of the quarter or year in which a day lies.
    pub fn last_day(self, date: NaiveDate) -> NaiveDate {
        let month = date.month0() / self.months() * self.months() + self.months();
        date.with_day(1).and_then(|first| first.with_month(month)).map_or(date, last_day_of_month)
    }

    /// The quarter or year in which a day lies: `2026-Q3`, `2026`.
    pub fn period(self, date: NaiveDate) -> String {
        match self {
            Frequency::Quarterly => format!("{:04}-Q{}", date.year(), quarter(date)),
            Frequency::Annual => format!("{:04}", date.year()),
        }
    }

    /// The last day of a quarter or year as [`Frequency::period`] writes it, in a year that people write.
    pub fn end_of(self, written: &str) -> Option<NaiveDate> {
        let (year, month) = match (self, written.split_once("-Q")) {
            (Frequency::Quarterly, Some((year, "1"))) => (year, 3),
            (Frequency::Quarterly, Some((year, "2"))) => (year, 6),
            (Frequency::Quarterly, Some((year, "3"))) => (year, 9),
            (Frequency::Quarterly, Some((year, "4"))) => (year, 12),
            (Frequency::Annual, None) => (written, 12),
            _ => return None,
        };
        let is_written = year.len() == 4 && year.bytes().all(|b| b.is_ascii_digit());
        let year = i32::from_str(year).ok().filter(|year| is_written && *year >= 1)?;
        NaiveDate::from_ymd_opt(year, month, 1).map(last_day_of_month)
    }
}

/// How often observations come, as SDMX has it: `D`, `M`, `Q` or `A`. `None` for decisions, and for levels of single days.
pub fn frequency_code(frequency: Option<Frequency>, period_type: PeriodType) -> Option<&'static str> {
    let usual = match period_type {
        PeriodType::Daily => Some("D"),
        _ if period_type.is_month_dated() => Some("M"),
        _ => None,
    };
    frequency.map(Frequency::name).or(usual)
}

/// 1 to 4.
pub fn quarter(date: NaiveDate) -> u32 {
    date.month0() / 3 + 1
}

#[cfg(test)]
mod tests {
    use super::*;

    fn date(text: &str) -> NaiveDate {
        text.parse().unwrap()
    }

    #[test]
    fn every_day_lies_in_one_quarter_and_one_year() {
        for (day, quarter, end) in [
            ("2026-01-01", "2026-Q1", "2026-03-31"),
            ("2026-03-31", "2026-Q1", "2026-03-31"),
            ("2026-04-30", "2026-Q2", "2026-06-30"),
            ("2026-08-31", "2026-Q3", "2026-09-30"),
            ("2026-12-31", "2026-Q4", "2026-12-31"),
            ("0001-10-01", "0001-Q4", "0001-12-31"),
        ] {
            assert_eq!(Frequency::Quarterly.period(date(day)), quarter);
            assert_eq!(Frequency::Quarterly.last_day(date(day)), date(end), "{day}");
            assert_eq!(Frequency::Quarterly.end_of(quarter), Some(date(end)));
            let year = Frequency::Annual.period(date(day));
            assert_eq!(Frequency::Annual.end_of(&year), Some(Frequency::Annual.last_day(date(day))));
        }
        assert_eq!(Frequency::Annual.last_day(date("2026-02-28")), date("2026-12-31"));
    }

    #[test]
    fn nothing_else_is_a_quarter_or_a_year() {
        for written in [
            "",
            "2026",
            "2026-Q",
            "2026-Q0",
            "2026-Q5",
            "2026-Q03",
            "2026-q3",
            "2026Q3",
            "0000-Q1",
            "26-Q1",
            "+026-Q1",
            "2026-09",
            "2026-Q3-Q3",
            "２０２６-Q1",
        ] {
            assert_eq!(Frequency::Quarterly.end_of(written), None, "{written}");
        }
        for written in ["", "0000", "26", "+026", "-2026", "02026", "2026-Q4", "2026-12", "２０２６"] {
            assert_eq!(Frequency::Annual.end_of(written), None, "{written}");
        }
    }
}
