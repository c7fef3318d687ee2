//! The log of a service: one line an event, in English, on the standard error. The journal of systemd knows the instant
//! by itself and takes the level from the beginning of each line; elsewhere both stand in the line.

use super::*;

use ::log::{LevelFilter, Log, Metadata, Record, warn};
use chrono::{SecondsFormat, Utc};
use rustix::fs::fstat;

/// Begins to log events of at least this level, without ever waiting for a reader.
pub fn start(level: LevelFilter) -> io::Result<()> {
    stderr::start(|dropped| warn!("log: {dropped} lines dropped, nobody had read those before"))?;
    // It fails only where a logger has been set before, which nothing here does.
    let _ = ::log::set_logger(&Logger);
    ::log::set_max_level(level);
    Ok(())
}

struct Logger;

impl Log for Logger {
    /// Libraries have nothing to say that is of use to an operator.
    fn enabled(&self, event: &Metadata<'_>) -> bool {
        event.target().starts_with(env!("CARGO_PKG_NAME"))
    }

    #[expect(clippy::disallowed_methods, reason = "the instant of an event")]
    fn log(&self, event: &Record<'_>) {
        if !self.enabled(event.metadata()) {
            return;
        }
        let (level, text) = (event.level(), event.args().to_string());
        stderr::write(if is_journal() {
            in_journal(level, &text)
        } else {
            format!("{} [{level}] {text}\n", Utc::now().to_rfc3339_opts(SecondsFormat::Nanos, true))
        });
    }

    fn flush(&self) {}
}

/// Whether the standard error is the journal: `JOURNAL_STREAM` is inherited also where it was redirected since.
fn is_journal() -> bool {
    let Ok(stream) = std::env::var("JOURNAL_STREAM") else { return false };
    fstat(io::stderr()).is_ok_and(|stat| stream == format!("{}:{}", stat.st_dev, stat.st_ino))
}

pub fn with_priority(level: Level, text: &str) -> String {
    if is_journal() { in_journal(level, text) } else { text.to_owned() }
}

/// Every line with its priority as `sd-daemon(3)` writes it: the journal makes an entry of each.
fn in_journal(level: Level, text: &str) -> String {
    let priority = match level {
        Level::Error => 3,
        Level::Warn => 4,
        Level::Info => 6,
        Level::Debug | Level::Trace => 7,
    };
    text.lines().map(|line| format!("<{priority}>{line}\n")).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_line_has_its_priority() {
        let refused = "reload: refused\na.csv:1: wrong\n";
        assert_eq!(in_journal(Level::Error, refused), "<3>reload: refused\n<3>a.csv:1: wrong\n");
        let entries = [Level::Warn, Level::Info, Level::Debug].map(|level| in_journal(level, "a"));
        assert_eq!(entries, ["<4>a\n", "<6>a\n", "<7>a\n"]);
    }

    #[test]
    fn a_pipe_is_no_journal() {
        assert!(!is_journal());
    }
}
