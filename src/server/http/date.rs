//! Instants as HTTP writes them, and the one place of the server that reads the clock.

use super::*;

use std::time::UNIX_EPOCH;

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
