//! Instants, and the dataset's UTC offset that decides when a day ends.

use super::*;

use chrono::{DateTime, FixedOffset, NaiveTime, SecondsFormat, Utc};

/// A point on the time line. Whoever needs the present one is given it: only the daemon and the commands read a clock.
pub type Timestamp = DateTime<Utc>;

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Offset(FixedOffset);

impl Offset {
    /// RFC 3339 at this offset, in whole seconds, fractions cut off [D1.7].
    pub fn timestamp(self, instant: Timestamp) -> String {
        self.local(instant).to_rfc3339_opts(SecondsFormat::Secs, false)
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
        day.and_time(NaiveTime::MIN).and_local_timezone(self.0).single().map(|local| local.to_utc())
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
        let shape = |(i, b): (usize, u8)| match i {
            0 => matches!(b, b'+' | b'-'),
            3 => b == b':',
            _ => b.is_ascii_digit(),
        };
        let is_written = text.len() == 6 && text.bytes().enumerate().all(shape);
        let offset = is_written.then(|| text.parse::<FixedOffset>().ok()).flatten().ok_or(())?;
        let is_of_the_world = (-12 * 3600..=14 * 3600).contains(&offset.local_minus_utc());
        is_of_the_world.then_some(Offset(offset)).ok_or(())
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

    fn offset(text: &str) -> Offset {
        text.parse().unwrap()
    }

    #[test]
    fn timestamps_are_in_whole_seconds_at_the_offset() {
        let instant = "2026-11-20T05:00:00.999Z".parse().unwrap();
        assert_eq!(offset("+04:00").timestamp(instant), "2026-11-20T09:00:00+04:00");
        assert_eq!(offset("-05:30").timestamp(instant), "2026-11-19T23:30:00-05:30");
        assert_eq!(offset("+00:00").timestamp(instant), "2026-11-20T05:00:00+00:00");
        assert_eq!(offset("-05:30").midnight("2026-11-20".parse().unwrap()), "2026-11-20T00:00:00-05:30");
    }

    #[test]
    fn a_day_ends_at_midnight_of_the_offset() {
        let day = "2026-12-31".parse().unwrap();
        assert_eq!(offset("+05:45").end_of(day), Some("2026-12-31T18:15:00Z".parse().unwrap()));
        assert_eq!(offset("-05:00").end_of(day), Some("2027-01-01T05:00:00Z".parse().unwrap()));
    }

    #[test]
    fn only_offsets_of_the_world_are_taken() {
        for text in ["", "Z", "+4:00", "+04", "+04:60", "+14:01", "-12:01", "04:00", "+0４:00", "é4:00"] {
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
