//! The log of a service: one line an event, in English, on the standard error. The journal of systemd knows the instant
//! by itself and takes the level from the beginning of each line; elsewhere both stand in the line.

use super::*;

use std::io::Write;

use ::log::{LevelFilter, warn};
use rustix::fs::fstat;
use simplelog::{ConfigBuilder, WriteLogger};

/// The level of an event, by the beginning of the library's line.
const LEVELS: [(&str, Level); 5] = [
    ("[ERROR] ", Level::Error),
    ("[WARN] ", Level::Warn),
    ("[INFO] ", Level::Info),
    ("[DEBUG] ", Level::Debug),
    ("[TRACE] ", Level::Trace),
];

/// Begins to log events of at least this level, without ever waiting for a reader.
pub fn start(level: LevelFilter) -> io::Result<()> {
    stderr::start(|dropped| warn!("log: {dropped} lines dropped, nobody had read those before"))?;
    let is_journal = is_journal();
    let time = if is_journal {
        LevelFilter::Off
    } else {
        LevelFilter::Error
    };

    let config = ConfigBuilder::new()
        .set_time_format_rfc3339()
        .set_time_level(time)
        .set_thread_level(LevelFilter::Off)
        .set_target_level(LevelFilter::Off)
        .set_location_level(LevelFilter::Off)
        // Libraries have nothing to say that is of use to an operator.
        .add_filter_allow_str(env!("CARGO_PKG_NAME"))
        .build();

    // It fails only where a logger has been set before, which nothing here does.
    let _ = WriteLogger::init(
        level,
        config,
        Lines {
            event: Vec::new(),
            is_journal,
            level: Level::Info,
        },
    );

    Ok(())
}

/// Returns true if the standard error is the journal: `JOURNAL_STREAM` is inherited also where it was redirected since.
fn is_journal() -> bool {
    let Ok(stream) = std::env::var("JOURNAL_STREAM") else {
        return false;
    };
    fstat(std::io::stderr()).is_ok_and(|stat| stream == format!("{}:{}", stat.st_dev, stat.st_ino))
}

pub fn with_priority(level: Level, text: &str) -> String {
    if is_journal() {
        in_journal(level, text)
    } else {
        text.to_owned()
    }
}

/// Every line with its priority as `sd-daemon(3)` writes it: the journal makes an entry of each.
fn in_journal(level: Level, text: &str) -> String {
    let priority = match level {
        Level::Error => 3,
        Level::Warn => 4,
        Level::Info => 6,
        Level::Debug | Level::Trace => 7,
    };

    text.lines()
        .map(|line| format!("<{priority}>{line}\n"))
        .collect()
}

/// Collects the parts in which the library writes an event, and leaves it to the queue as a whole.
struct Lines {
    event: Vec<u8>,
    is_journal: bool,
    /// The last one that was seen: a line after the first of an event has none.
    level: Level,
}

impl Lines {
    fn finish_line(&mut self, event: &str) -> String {
        if !self.is_journal {
            return event.to_owned();
        }

        let split = LEVELS
            .iter()
            .find_map(|(begin, level)| Some((event.strip_prefix(begin)?, *level)));
        let (text, level) = split.unwrap_or((event, self.level));
        self.level = level;
        in_journal(level, text)
    }
}

impl Write for Lines {
    fn write(&mut self, part: &[u8]) -> io::Result<usize> {
        self.event.extend_from_slice(part);
        if self.event.ends_with(b"\n") {
            let event = std::mem::take(&mut self.event);
            stderr::write(self.finish_line(&String::from_utf8_lossy(&event)));
        }

        Ok(part.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_line_has_its_priority() {
        let refused = "reload: refused\na.csv:1: wrong\n";
        assert_eq!(
            in_journal(Level::Error, refused),
            "<3>reload: refused\n<3>a.csv:1: wrong\n"
        );
        let mut lines = Lines {
            event: Vec::new(),
            is_journal: true,
            level: Level::Info,
        };
        let entries = ["[WARN] a\n", "b\n", "[DEBUG] c\n"].map(|event| lines.finish_line(event));
        assert_eq!(entries, ["<4>a\n", "<4>b\n", "<7>c\n"]);
    }

    #[test]
    fn a_pipe_is_no_journal() {
        assert!(!is_journal());
    }
}
