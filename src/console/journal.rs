//! What is said under systemd: the journal knows when, and takes the priority from the beginning of each line.

use log::Level;
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

/// The priority of a level.
pub fn priority(level: Level) -> &'static str {
    match level {
        Level::Error => ERROR,
        Level::Warn => WARNING,
        Level::Info => INFO,
        Level::Debug | Level::Trace => DEBUG,
    }
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
