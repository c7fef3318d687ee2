//! Values on the command line, and the refusals of others.

use super::*;

use std::fmt::Display;
use std::str::FromStr;
use std::time::Duration;

use chrono::DateTime;
use log::LevelFilter;

use crate::dataset::is_plain_id;
use crate::model::Timestamp;
use crate::server::ProbeTarget;

/// The instant of `--at`, by default the present one.
#[expect(
    clippy::disallowed_methods,
    reason = "a command's default for --at is where the clock is read"
)]
pub fn instant_or_now(option: Option<Timestamp>) -> Timestamp {
    option.unwrap_or_else(chrono::Utc::now)
}

/// The sentence as text, which argh asks for.
fn refusal(message: Message) -> String {
    message.get(lang())
}

pub fn instant(text: &str) -> Result<Timestamp, String> {
    match DateTime::parse_from_rfc3339(text) {
        Ok(instant) => Ok(instant.to_utc()),
        Err(_) => Err(refusal(msg::bad_instant())),
    }
}

pub fn public_url(text: &str) -> Result<PublicUrl, String> {
    parse_or(text, msg::bad_public_url)
}

pub fn address(text: &str) -> Result<SocketAddr, String> {
    listen_address(text).map_err(refusal)
}

pub fn probe(text: &str) -> Result<ProbeTarget, String> {
    parse_or(text, msg::bad_probe)
}

pub fn log_level(text: &str) -> Result<LevelFilter, String> {
    parse_or(text, msg::bad_log_level)
}

fn parse_or<T: FromStr>(text: &str, otherwise: fn() -> Message) -> Result<T, String> {
    text.parse().map_err(|_| refusal(otherwise()))
}

pub fn seconds(text: &str) -> Result<Duration, String> {
    match text.parse::<u32>() {
        Ok(seconds) if seconds > 0 => Ok(Duration::from_secs(seconds.into())),
        _ => Err(refusal(msg::bad_seconds())),
    }
}

/// Bytes of a header section: any less would refuse what a browser or a proxy sends.
pub fn header_limit(text: &str) -> Result<usize, String> {
    at_least(1024, text)
}

pub fn connections(text: &str) -> Result<usize, String> {
    at_least(1, text)
}

pub fn sequence(text: &str) -> Result<u64, String> {
    at_least(0, text)
}

/// The name of a site, which is written like the id of a category.
pub fn site(text: &str) -> Result<String, String> {
    if is_plain_id(text) {
        Ok(text.to_owned())
    } else {
        Err(refusal(msg::bad_site(text)))
    }
}

pub fn days(text: &str) -> Result<u32, String> {
    at_least(1, text)
}

fn at_least<N: FromStr + PartialOrd + Display>(least: N, text: &str) -> Result<N, String> {
    match text.parse() {
        Ok(number) if number >= least => Ok(number),
        _ => Err(refusal(msg::bad_number(least))),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_begin_where_they_mean_something() {
        assert_eq!(
            (seconds("0").ok(), seconds("1").ok()),
            (None, Some(Duration::from_secs(1)))
        );
        assert_eq!(
            (header_limit("1023").ok(), header_limit("1024").ok()),
            (None, Some(1024))
        );
        assert_eq!(
            (connections("0").ok(), connections("1").ok()),
            (None, Some(1))
        );
        assert_eq!((sequence("x").ok(), sequence("0").ok()), (None, Some(0)));
    }
}
