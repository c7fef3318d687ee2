//! How the program ends, and what it says on its two streams.

pub mod colour;
pub mod journal;
mod progress;

pub use progress::Progress;

use std::io::Write;
use std::process::ExitCode;

use crate::dataset::Report;
use crate::model::Lang;

/// Why a command did not do what it was asked.
pub enum Failure {
    /// It could not run: exit code 1.
    CouldNotRun(String),
    /// The dataset has problems: exit code 2.
    BadDataset(Report),
}

impl From<Report> for Failure {
    fn from(report: Report) -> Self {
        Failure::BadDataset(report)
    }
}

impl From<serde_json::Error> for Failure {
    fn from(error: serde_json::Error) -> Self {
        Failure::CouldNotRun(format!("cannot write a page: {error}"))
    }
}

impl Failure {
    /// The exit code: the only place where one other than 0 is decided.
    pub fn exit_code(&self) -> ExitCode {
        ExitCode::from(match self {
            Failure::CouldNotRun(_) => 1,
            Failure::BadDataset(_) => 2,
        })
    }

    /// Why, in full.
    pub fn text(&self) -> String {
        match self {
            Failure::CouldNotRun(why) => format!("indicatord: {why}\n"),
            Failure::BadDataset(report) => report.text(Lang::En),
        }
    }

    /// How many errors it comes to.
    pub fn errors(&self) -> usize {
        match self {
            Failure::CouldNotRun(_) => 1,
            Failure::BadDataset(report) => report.errors(),
        }
    }
}

/// Writes to the standard output; a reader that has gone away is no failure.
pub fn say(text: &str) {
    let _ = std::io::stdout().lock().write_all(text.as_bytes());
}

/// Writes to the standard error, likewise: something is wrong.
pub fn complain(text: &str) {
    write_error(journal::ERROR, text);
}

/// Writes to the standard error what is no trouble.
pub fn announce(text: &str) {
    write_error(journal::INFO, text);
}

fn write_error(priority: &str, text: &str) {
    let marked = if journal::is_stderr() { journal::marked(priority, text) } else { text.to_owned() };
    let _ = std::io::stderr().lock().write_all(marked.as_bytes());
}
