//! The log of a service: one line an event, in English, on the standard error. The journal knows the instant and the
//! level by itself; elsewhere they stand at the beginning of the line.

use std::io::{self, Write};

use chrono::SecondsFormat;
use log::{Level, LevelFilter, Log, Metadata, Record};
use simplelog::{ConfigBuilder, WriteLogger};

use super::{journal, stderr};

/// Begins to log what is at least of this level, without ever waiting for whoever reads it.
///
/// # Errors
/// When no thread can be had.
pub fn start(level: LevelFilter) -> io::Result<()> {
    stderr::start()?;
    // Both fail only where a logger has been set before, which nothing here does.
    if journal::is_stderr() {
        if log::set_logger(&JournalLog).is_ok() {
            log::set_max_level(level);
        }
        return Ok(());
    }
    let config = ConfigBuilder::new()
        .set_time_format_rfc3339()
        .set_time_level(LevelFilter::Error)
        .set_thread_level(LevelFilter::Off)
        .set_target_level(LevelFilter::Off)
        .set_location_level(LevelFilter::Off)
        // What libraries say of themselves is of no use to an operator.
        .add_filter_allow_str(env!("CARGO_PKG_NAME"))
        .build();
    let _ = WriteLogger::init(level, config, Lines(Vec::new()));
    Ok(())
}

/// An event as it is written.
#[expect(clippy::disallowed_methods, reason = "when a line was written says nothing of data")]
pub fn line(level: Level, event: &str) -> String {
    if journal::is_stderr() {
        return journal::marked(journal::priority(level), event);
    }
    let at = chrono::Utc::now().to_rfc3339_opts(SecondsFormat::Nanos, true);
    format!("{at} [{level}] {event}\n")
}

/// Collects the parts in which the library writes an event, and leaves it to the queue as a whole.
struct Lines(Vec<u8>);

impl Write for Lines {
    fn write(&mut self, part: &[u8]) -> io::Result<usize> {
        self.0.extend_from_slice(part);
        if self.0.ends_with(b"\n") {
            let event = std::mem::take(&mut self.0);
            stderr::write(String::from_utf8_lossy(&event).into_owned());
        }
        Ok(part.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

/// Writes events as the journal takes them.
struct JournalLog;

impl Log for JournalLog {
    fn enabled(&self, metadata: &Metadata<'_>) -> bool {
        metadata.target().starts_with(env!("CARGO_PKG_NAME"))
    }

    fn log(&self, record: &Record<'_>) {
        if self.enabled(record.metadata()) {
            stderr::write(line(record.level(), &record.args().to_string()));
        }
    }

    fn flush(&self) {}
}
