//! The log of a service: one line an event, in English, on the standard error. The journal knows the instant and the
//! level by itself; elsewhere they stand at the beginning of the line.

use std::io;

use chrono::SecondsFormat;
use log::{Level, LevelFilter, Log, Metadata, Record};

use super::{journal, stderr};

struct ServiceLog;

/// Begins to log what is at least of this level, without ever waiting for whoever reads it.
///
/// # Errors
/// When no thread can be had.
pub fn start(level: LevelFilter) -> io::Result<()> {
    stderr::start()?;
    // Fails only where a logger has been set before, which nothing here does.
    if log::set_logger(&ServiceLog).is_ok() {
        log::set_max_level(level);
    }
    Ok(())
}

/// An event as it is written.
#[expect(clippy::disallowed_methods, reason = "when a line was written says nothing of data")]
pub fn line(level: Level, event: &str) -> String {
    if journal::is_stderr() {
        return journal::marked(journal::priority(level), event);
    }
    let at = chrono::Utc::now().to_rfc3339_opts(SecondsFormat::Millis, true);
    format!("{at} [{level}] {event}\n")
}

impl Log for ServiceLog {
    fn enabled(&self, metadata: &Metadata<'_>) -> bool {
        // What libraries say of themselves is of no use to an operator.
        metadata.target().starts_with(env!("CARGO_PKG_NAME"))
    }

    fn log(&self, record: &Record<'_>) {
        if self.enabled(record.metadata()) {
            stderr::write(line(record.level(), &record.args().to_string()));
        }
    }

    fn flush(&self) {}
}
