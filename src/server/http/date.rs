//! Instants as HTTP writes them, and the one place of the server that reads the clock.

use std::time::{Duration, SystemTime, UNIX_EPOCH};

use httpdate::HttpDate;

/// The first second that HTTP has no way to write.
const YEAR_10000: u64 = 253_402_300_800;

#[expect(clippy::disallowed_methods, reason = "every response carries the instant at which it is sent")]
pub fn now() -> SystemTime {
    SystemTime::now()
}

/// Seconds since 1970; 0 for an instant before.
pub fn seconds(instant: SystemTime) -> u64 {
    instant.duration_since(UNIX_EPOCH).map_or(0, |since| since.as_secs())
}

/// `Fri, 20 Nov 2026 09:00:00 GMT`, from seconds since 1970.
pub fn write(seconds: u64) -> HttpDate {
    (UNIX_EPOCH + Duration::from_secs(seconds.min(YEAR_10000 - 1))).into()
}

/// Seconds since 1970 of a date in any of the three forms that HTTP knows; `None` for anything else.
pub fn read(date: &str) -> Option<u64> {
    httpdate::parse_http_date(date.trim()).ok().map(seconds)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_three_forms_of_rfc_9110_are_one_instant() {
        for date in
            ["Sun, 06 Nov 1994 08:49:37 GMT", "Sunday, 06-Nov-94 08:49:37 GMT", "Sun Nov  6 08:49:37 1994"]
        {
            assert_eq!(read(date), Some(784_111_777), "{date}");
        }
        assert_eq!(write(784_111_777).to_string(), "Sun, 06 Nov 1994 08:49:37 GMT");
        assert_eq!(write(u64::MAX).to_string(), "Fri, 31 Dec 9999 23:59:59 GMT");
    }

    #[test]
    fn anything_else_is_no_date() {
        for date in ["", "0", "yesterday", "Sun, 06 Nov 1994", "Mon, 06 Nov 1994 08:49:37 GMT"] {
            assert_eq!(read(date), None, "{date}");
        }
    }
}
