//! Period types, measures and frequencies, the calendar arithmetic of bases, and the UTC offset that decides when a day ends.

use super::*;

use chrono::{DateTime, FixedOffset, Months, NaiveTime, SecondsFormat, Utc};

named! {
    /// The meaning of an observation's date [S2.3], in the order of the interface.
    pub enum PeriodType {
        MonthEnd = "month_end",
        Monthly = "monthly",
        /// Cumulative total from January through the month.
        YearToDate = "year_to_date",
        /// Average from January through the month.
        YearToDateAverage = "year_to_date_average",
        Daily = "daily",
        /// Value as of a date.
        PointInTime = "point_in_time",
        EffectiveFrom = "effective_from",
        /// Cannot be reliably classified.
        Unknown = "unknown",
    }
}

impl PeriodType {
    pub fn is_month_dated(self) -> bool {
        self.every_month() || self.is_since_january()
    }

    /// Returns true if a series of it has one observation a month, so that a month can be missing.
    pub fn every_month(self) -> bool {
        matches!(self, PeriodType::MonthEnd | PeriodType::Monthly)
    }

    /// Returns true if it means what it says at the end of a quarter or a year too [D22]: a value of a moment, or of the
    /// time since the beginning of the year.
    pub fn takes_frequency(self) -> bool {
        matches!(self, PeriodType::MonthEnd | PeriodType::PointInTime) || self.is_since_january()
    }

    pub fn is_since_january(self) -> bool {
        matches!(self, PeriodType::YearToDate | PeriodType::YearToDateAverage)
    }
}

named! {
    /// The kind of quantity that is observed; growth rates are not compared with amounts [S2.4.8].
    #[derive(Default)]
    pub enum Measure {
        /// A level: money, people, tonnes.
        #[default]
        Amount = "amount",
        /// An interest or exchange rate, a share.
        Rate = "rate",
        Growth = "growth",
        Index = "index",
        /// Exports less imports, income less expenditure: it may fall within its year and change its sign [D30.4].
        Balance = "balance",
    }
}

impl Measure {
    /// Returns true if values of parts of a year add up to that of the year.
    pub fn adds_up(self) -> bool {
        matches!(self, Measure::Amount | Measure::Balance)
    }
}

pub fn last_day_of_month(date: NaiveDate) -> NaiveDate {
    date.with_day(u32::from(date.num_days_in_month()))
        .unwrap_or(date)
}

/// The month end `months` calendar months before the month of `date`; the day plays no part [D3.3].
pub(super) fn month_end_before(date: NaiveDate, months: u32) -> Option<NaiveDate> {
    date.with_day(1)?
        .checked_sub_months(Months::new(months))
        .map(last_day_of_month)
}

/// The calendar months from one day to another; the days play no part.
pub fn months_between(from: NaiveDate, to: NaiveDate) -> i32 {
    (to.year() - from.year()) * 12 + to.month0() as i32 - from.month0() as i32
}

/// The same day number `months` months before `date`, where that calendar day exists [D3.5].
pub(super) fn same_day_before(date: NaiveDate, months: u32) -> Option<NaiveDate> {
    date.checked_sub_months(Months::new(months))
        .filter(|base| base.day() == date.day())
}

named! {
    /// The frequency of an indicator that is observed less than once a month: at the ends of quarters or years [D22].
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
        let first = NaiveDate::from_ymd_opt(date.year(), month, 1);
        first.map_or(date, last_day_of_month)
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

        let is_written = year.len() == 4 && has_digits_alone(year);
        let year = i32::from_str(year).ok()?;
        if !is_written || year < 1 {
            return None;
        }

        NaiveDate::from_ymd_opt(year, month, 1).map(last_day_of_month)
    }
}

/// How often observations come, as SDMX has it: `D`, `M`, `Q` or `A`. `None` for decisions, and for levels of single days.
pub fn frequency_code(
    frequency: Option<Frequency>,
    period_type: PeriodType,
) -> Option<&'static str> {
    let usual = match period_type {
        PeriodType::Daily => Some("D"),
        _ if period_type.is_month_dated() => Some("M"),
        _ => None,
    };

    frequency.map(Frequency::name).or(usual)
}

pub(super) fn year_and_month(date: NaiveDate) -> (i32, u32) {
    (date.year(), date.month())
}

/// 1 to 4.
pub fn quarter(date: NaiveDate) -> u32 {
    date.month0() / 3 + 1
}

/// A point on the time line. Only the daemon and the commands read a clock; all others are given the present instant.
pub type Timestamp = DateTime<Utc>;

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Offset(FixedOffset);

impl Offset {
    /// RFC 3339 at this offset, in whole seconds, fractions cut off [D1.7].
    pub fn timestamp(self, instant: Timestamp) -> String {
        self.local(instant)
            .to_rfc3339_opts(SecondsFormat::Secs, false)
    }

    /// The beginning of a day, written as [`Offset::timestamp`].
    pub fn midnight(self, day: NaiveDate) -> String {
        format!("{day}T00:00:00{}", self.0)
    }

    pub fn local(self, instant: Timestamp) -> DateTime<FixedOffset> {
        // Through the count of seconds, which also folds a leap second into the one before it.
        let whole = DateTime::from_timestamp(instant.timestamp(), 0).unwrap_or(instant);
        whole.with_timezone(&self.0)
    }

    pub fn day(self, instant: Timestamp) -> NaiveDate {
        instant.with_timezone(&self.0).date_naive()
    }

    /// The instant at which `day` begins. `None` at the ends of the calendar.
    pub fn start_of(self, day: NaiveDate) -> Option<Timestamp> {
        let midnight = day.and_time(NaiveTime::MIN);
        Some(midnight.and_local_timezone(self.0).single()?.to_utc())
    }

    /// The instant at which `day` ends: 00:00 of the next one. Nothing beyond the calendar's last day.
    pub fn end_of(self, day: NaiveDate) -> Option<Timestamp> {
        self.start_of(day.checked_add_days(Days::new(1))?)
    }
}

impl FromStr for Offset {
    type Err = ();

    /// `+HH:MM` or `-HH:MM`, from −12:00 to +14:00 as the inhabited world has them.
    fn from_str(text: &str) -> Result<Self, ()> {
        let [b'+' | b'-', h, hh, b':', m, mm] = text.as_bytes() else {
            return Err(());
        };

        let offset: FixedOffset = text.parse().map_err(|_| ())?;
        let is_of_the_world = (-12 * 3600..=14 * 3600).contains(&offset.local_minus_utc());
        if is_of_the_world && [h, hh, m, mm].into_iter().all(u8::is_ascii_digit) {
            Ok(Offset(offset))
        } else {
            Err(())
        }
    }
}

impl fmt::Display for Offset {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn date(text: &str) -> NaiveDate {
        text.parse().unwrap()
    }

    #[test]
    fn month_bases_follow_the_calendar_month() {
        assert_eq!(
            month_end_before(date("2026-02-28"), 1),
            Some(date("2026-01-31"))
        );
        assert_eq!(
            month_end_before(date("2026-03-31"), 1),
            Some(date("2026-02-28"))
        );
        assert_eq!(
            month_end_before(date("2026-01-31"), 1),
            Some(date("2025-12-31"))
        );
        assert_eq!(
            month_end_before(date("2025-02-28"), 12),
            Some(date("2024-02-29"))
        );
    }

    #[test]
    fn day_bases_are_the_same_day_number_or_nothing() {
        assert_eq!(
            same_day_before(date("2026-11-20"), 1),
            Some(date("2026-10-20"))
        );
        assert_eq!(same_day_before(date("2026-03-31"), 1), None);
        assert_eq!(
            same_day_before(date("2026-02-28"), 1),
            Some(date("2026-01-28"))
        );
        assert_eq!(same_day_before(date("2024-02-29"), 12), None);
        assert_eq!(
            same_day_before(date("2024-02-29"), 1),
            Some(date("2024-01-29"))
        );
    }

    #[test]
    fn what_ends_months_and_what_comes_every_month() {
        use PeriodType::{MonthEnd, Monthly, PointInTime, YearToDate, YearToDateAverage};
        let those = |predicate: fn(PeriodType) -> bool| {
            PeriodType::ALL.into_iter().filter(move |t| predicate(*t))
        };
        assert!(those(PeriodType::is_month_dated).eq([
            MonthEnd,
            Monthly,
            YearToDate,
            YearToDateAverage
        ]));
        assert!(those(PeriodType::every_month).eq([MonthEnd, Monthly]));
        let may_be_of_quarters = [MonthEnd, YearToDate, YearToDateAverage, PointInTime];
        assert!(those(PeriodType::takes_frequency).eq(may_be_of_quarters));
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
            assert_eq!(
                Frequency::Annual.end_of(&year),
                Some(Frequency::Annual.last_day(date(day)))
            );
        }

        assert_eq!(
            Frequency::Annual.last_day(date("2026-02-28")),
            date("2026-12-31")
        );
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

        for written in [
            "",
            "0000",
            "26",
            "+026",
            "-2026",
            "02026",
            "2026-Q4",
            "2026-12",
            "２０２６",
        ] {
            assert_eq!(Frequency::Annual.end_of(written), None, "{written}");
        }
    }

    fn offset(text: &str) -> Offset {
        text.parse().unwrap()
    }

    #[test]
    fn timestamps_are_in_whole_seconds_at_the_offset() {
        let instant = "2026-11-20T05:00:00.999Z".parse().unwrap();
        assert_eq!(
            offset("+04:00").timestamp(instant),
            "2026-11-20T09:00:00+04:00"
        );
        assert_eq!(
            offset("-05:30").timestamp(instant),
            "2026-11-19T23:30:00-05:30"
        );
        assert_eq!(
            offset("+00:00").timestamp(instant),
            "2026-11-20T05:00:00+00:00"
        );
        assert_eq!(
            offset("-05:30").midnight("2026-11-20".parse().unwrap()),
            "2026-11-20T00:00:00-05:30"
        );
    }

    #[test]
    fn a_day_ends_at_midnight_of_the_offset() {
        let day = "2026-12-31".parse().unwrap();
        assert_eq!(
            offset("+05:45").end_of(day),
            Some("2026-12-31T18:15:00Z".parse().unwrap())
        );
        assert_eq!(
            offset("-05:00").end_of(day),
            Some("2027-01-01T05:00:00Z".parse().unwrap())
        );
    }

    #[test]
    fn only_offsets_of_the_world_are_taken() {
        for text in [
            "", "Z", "+4:00", "+04", "+04:60", "+14:01", "-12:01", "04:00", "+0４:00", "é4:00",
        ] {
            assert!(text.parse::<Offset>().is_err(), "{text}");
        }
    }

    #[test]
    fn the_last_offsets_of_the_world_are_taken() {
        for text in ["+14:00", "-12:00", "+05:59", "+00:00"] {
            assert_eq!(offset(text).to_string(), text);
        }
    }
}
