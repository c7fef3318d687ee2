//! The time of day as HTTP writes it, and the one place of the server that reads the clock, for `Date`.

use std::time::{SystemTime, UNIX_EPOCH};

use chrono::{DateTime, NaiveDateTime};

/// The length of every date that [`write`] gives.
pub const LENGTH: usize = 29;

/// Seconds since 1970, now.
#[expect(clippy::disallowed_methods, reason = "every response carries the instant at which it is sent")]
pub fn now() -> u64 {
    seconds(SystemTime::now())
}

/// Seconds since 1970.
pub fn seconds(instant: SystemTime) -> u64 {
    instant.duration_since(UNIX_EPOCH).map_or(0, |since| since.as_secs())
}

/// `Fri, 20 Nov 2026 09:00:00 GMT`
pub fn write(seconds: u64) -> String {
    let instant = i64::try_from(seconds).ok().and_then(|seconds| DateTime::from_timestamp(seconds, 0));
    instant.unwrap_or_default().format("%a, %d %b %Y %H:%M:%S GMT").to_string()
}

/// Seconds since 1970 of a date in any of the three forms that HTTP knows; `None` for anything else.
pub fn read(date: &str) -> Option<u64> {
    let forms = ["%a, %d %b %Y %H:%M:%S GMT", "%A, %d-%b-%y %H:%M:%S GMT", "%a %b %e %H:%M:%S %Y"];
    let instant = forms.iter().find_map(|form| NaiveDateTime::parse_from_str(date.trim(), form).ok())?;
    u64::try_from(instant.and_utc().timestamp()).ok()
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
        assert_eq!(write(784_111_777), "Sun, 06 Nov 1994 08:49:37 GMT");
        assert_eq!(write(0).len(), LENGTH);
    }

    #[test]
    fn anything_else_is_no_date() {
        for date in ["", "0", "yesterday", "Sun, 06 Nov 1994", "Mon, 06 Nov 1994 08:49:37 GMT"] {
            assert_eq!(read(date), None, "{date}");
        }
    }
}
