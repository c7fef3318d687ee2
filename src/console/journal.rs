//! What is said under systemd: the journal knows when, and takes the priority from the beginning of each line.

use std::io::Write;

use log::{Level, LevelFilter, Log, Metadata, Record};
use rustix::fs::fstat;

/// Priorities of syslog, as `sd-daemon(3)` writes them.
pub const ERROR: &str = "<3>";
const WARNING: &str = "<4>";
/// What is no trouble.
pub const INFO: &str = "<6>";
const DEBUG: &str = "<7>";

/// Whether the standard error is the journal: `JOURNAL_STREAM` is inherited also where it was redirected since.
pub fn is_stderr() -> bool {
    let Ok(stream) = std::env::var("JOURNAL_STREAM") else { return false };
    fstat(std::io::stderr()).is_ok_and(|found| stream == format!("{}:{}", found.st_dev, found.st_ino))
}

/// Every line with its priority: the journal makes an entry of each.
pub fn marked(priority: &str, text: &str) -> String {
    text.lines().map(|line| format!("{priority}{line}\n")).collect()
}

/// A log for the journal: no instant and no level in words.
pub struct JournalLog;

impl JournalLog {
    /// Makes it the log of the program.
    pub fn begin(level: LevelFilter) {
        // Fails only where a logger has been set before, which nothing here does.
        if log::set_logger(&JournalLog).is_ok() {
            log::set_max_level(level);
        }
    }
}

impl Log for JournalLog {
    fn enabled(&self, metadata: &Metadata<'_>) -> bool {
        // What libraries say of themselves is of no use to an operator.
        metadata.target().starts_with(env!("CARGO_PKG_NAME"))
    }

    fn log(&self, record: &Record<'_>) {
        if !self.enabled(record.metadata()) {
            return;
        }
        let priority = match record.level() {
            Level::Error => ERROR,
            Level::Warn => WARNING,
            Level::Info => INFO,
            Level::Debug | Level::Trace => DEBUG,
        };
        let text = marked(priority, &record.args().to_string());
        let _ = std::io::stderr().lock().write_all(text.as_bytes());
    }

    fn flush(&self) {}
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_line_has_its_priority() {
        assert_eq!(
            marked(ERROR, "reload: refused\na.csv:1: wrong\n"),
            "<3>reload: refused\n<3>a.csv:1: wrong\n"
        );
    }

    #[test]
    fn a_pipe_is_no_journal() {
        assert!(!is_stderr());
    }
}
