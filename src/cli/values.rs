//! Values on the command line: what they look like, and what is said of others.

use std::time::Duration;

use chrono::DateTime;
use log::LevelFilter;

use crate::model::{Lang, PublicUrl, Timestamp};

/// A language of reports.
pub fn lang(text: &str) -> Result<Lang, String> {
    Lang::ALL.into_iter().find(|lang| lang.tag() == text).ok_or_else(|| "not a language: ru or en".to_owned())
}

/// An instant.
pub fn instant(text: &str) -> Result<Timestamp, String> {
    let parsed = DateTime::parse_from_rfc3339(text).map(|instant| instant.to_utc());
    parsed.map_err(|_| "not an RFC 3339 timestamp: write 2026-11-20T09:00:00+04:00, for example".to_owned())
}

/// The address under which readers reach the service.
pub fn public_url(text: &str) -> Result<PublicUrl, String> {
    text.parse()
        .map_err(|_| "not the address of a host: write https://example.org, without a path".to_owned())
}

/// A length of time.
pub fn seconds(text: &str) -> Result<Duration, String> {
    match text.parse::<u32>() {
        Ok(seconds) if seconds > 0 => Ok(Duration::from_secs(seconds.into())),
        _ => Err("not a whole number of seconds above 0".to_owned()),
    }
}

/// How much to log.
pub fn log_level(text: &str) -> Result<LevelFilter, String> {
    text.parse().map_err(|_| "not a level: off, error, warn, info or debug".to_owned())
}
