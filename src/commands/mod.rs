//! One file a command, and what they share: the dataset and the instant that they were given.

pub mod check;
pub mod export;
pub mod record;
pub mod serve;

use std::path::PathBuf;

use crate::dataset::Source;
use crate::model::Instant;

/// The dataset that a command was given, or the embedded one.
pub fn source(directory: Option<PathBuf>) -> Source {
    directory.map_or(Source::Embedded, Source::Directory)
}

/// The instant that a command was given, or the present one.
#[expect(clippy::disallowed_methods, reason = "a command's default for --at is where the clock is read")]
pub fn at(given: Option<Instant>) -> Instant {
    given.unwrap_or_else(chrono::Utc::now)
}
