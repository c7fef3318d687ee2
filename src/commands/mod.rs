//! One file a command, and what they share: the dataset and the instant that they were given.

pub mod approve;
pub mod bundle;
pub mod check;
pub mod checked;
pub mod diff;
mod editing;
pub mod export;
pub mod import;
mod in_service;
pub mod preview;
pub mod probe;
mod publication;
pub mod publish;
pub mod record;
pub mod releases;
pub mod reload;
pub mod rollback;
pub mod schema;
pub mod serve;
pub mod stage;
pub mod undo;
pub mod verify;
pub mod withdraw;

use std::path::PathBuf;

use crate::dataset::Source;
use crate::model::Timestamp;

/// The dataset that a command was given, or the embedded one.
pub fn source(directory: Option<PathBuf>) -> Source {
    directory.map_or(Source::Embedded, Source::Directory)
}

/// The instant that a command was given, or the present one.
#[expect(clippy::disallowed_methods, reason = "a command's default for --at is where the clock is read")]
pub fn at(given: Option<Timestamp>) -> Timestamp {
    given.unwrap_or_else(chrono::Utc::now)
}
