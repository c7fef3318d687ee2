//! Values on the command line: what they look like, and what is said of others.

use std::fmt::Display;
use std::str::FromStr;
use std::time::Duration;

use chrono::DateTime;
use log::LevelFilter;

use super::dataset::Subject;
use super::editing::{ImportDialect, ImportFormat};
use super::language;
use crate::messages::{self as msg, Message};
use crate::model::{PublicUrl, Timestamp};
use crate::server::{ListenAddress, ProbeTarget};

/// What is wrong with a value, as a finished sentence: the library takes nothing else.
fn said(message: Message) -> String {
    message.get(language::lang())
}

/// An instant.
pub fn instant(text: &str) -> Result<Timestamp, String> {
    let parsed = DateTime::parse_from_rfc3339(text).map(|instant| instant.to_utc());
    parsed.map_err(|_| said(msg::bad_instant()))
}

/// The address under which readers reach the service.
pub fn public_url(text: &str) -> Result<PublicUrl, String> {
    text.parse().map_err(|_| said(msg::bad_public_url()))
}

/// An address to listen on.
pub fn listen(text: &str) -> Result<ListenAddress, String> {
    text.parse().map_err(|()| said(msg::bad_listen()))
}

/// What a probe asks for.
pub fn probe(text: &str) -> Result<ProbeTarget, String> {
    text.parse().map_err(|()| said(msg::bad_probe()))
}

/// A length of time.
pub fn seconds(text: &str) -> Result<Duration, String> {
    match text.parse::<u32>() {
        Ok(seconds) if seconds > 0 => Ok(Duration::from_secs(seconds.into())),
        _ => Err(said(msg::bad_seconds())),
    }
}

/// Bytes of a header section: any less would refuse what a browser or a proxy sends.
pub fn header_limit(text: &str) -> Result<usize, String> {
    at_least(1024, text)
}

/// A number of connections.
pub fn connections(text: &str) -> Result<usize, String> {
    at_least(1, text)
}

/// A number of releases.
pub fn releases(text: &str) -> Result<usize, String> {
    at_least(0, text)
}

/// A place among the bundles of a key.
pub fn sequence(text: &str) -> Result<u64, String> {
    at_least(0, text)
}

fn at_least<N: FromStr + PartialOrd + Display>(least: N, text: &str) -> Result<N, String> {
    match text.parse() {
        Ok(number) if number >= least => Ok(number),
        _ => Err(said(msg::bad_number(least))),
    }
}

/// What there is a schema of.
pub fn subject(text: &str) -> Result<Subject, String> {
    match text {
        "dataset" => Ok(Subject::Dataset),
        "indicator" => Ok(Subject::Indicator),
        _ => Err(said(msg::bad_schema())),
    }
}

/// How much to log.
pub fn log_level(text: &str) -> Result<LevelFilter, String> {
    text.parse().map_err(|_| said(msg::bad_log_level()))
}

/// What imported files are.
pub fn import_format(text: &str) -> Result<ImportFormat, String> {
    match text {
        "table" => Ok(ImportFormat::Table),
        "cbar-daily" => Ok(ImportFormat::CbarDaily),
        _ => Err(said(msg::bad_import_format())),
    }
}

/// How imported tables are written.
pub fn dialect(text: &str) -> Result<ImportDialect, String> {
    match text {
        "excel-ru" => Ok(ImportDialect::ExcelRu),
        _ => Err(said(msg::bad_dialect())),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_begin_where_they_mean_something() {
        assert_eq!((seconds("0").ok(), seconds("1").ok()), (None, Some(Duration::from_secs(1))));
        assert_eq!((header_limit("1023").ok(), header_limit("1024").ok()), (None, Some(1024)));
        assert_eq!((connections("0").ok(), connections("1").ok()), (None, Some(1)));
        assert_eq!((releases("-1").ok(), releases("0").ok()), (None, Some(0)));
        assert_eq!((sequence("x").ok(), sequence("0").ok()), (None, Some(0)));
    }
}
