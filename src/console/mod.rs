//! How the program ends, and what it says on its two streams.

pub mod colour;
pub mod journal;
mod progress;

pub use progress::Progress;

use std::io::Write;
use std::process::ExitCode;

use crate::dataset::Diagnostics;
use crate::model::Lang;

/// Why a command did not do what it was asked.
pub enum CommandError {
    /// It could not run: exit code 1.
    CouldNotRun(String),
    /// The dataset has problems: exit code 2.
    BadDataset(Diagnostics),
}

impl From<Diagnostics> for CommandError {
    fn from(diagnostics: Diagnostics) -> Self {
        CommandError::BadDataset(diagnostics)
    }
}

impl From<serde_json::Error> for CommandError {
    fn from(error: serde_json::Error) -> Self {
        CommandError::CouldNotRun(format!("cannot write a page: {error}"))
    }
}

impl CommandError {
    /// The exit code: the only place where one other than 0 is decided.
    pub fn exit_code(&self) -> ExitCode {
        ExitCode::from(match self {
            CommandError::CouldNotRun(_) => 1,
            CommandError::BadDataset(_) => 2,
        })
    }

    /// Why, in full.
    pub fn text(&self) -> String {
        match self {
            CommandError::CouldNotRun(why) => format!("indicatord: {why}\n"),
            CommandError::BadDataset(diagnostics) => diagnostics.text(Lang::En),
        }
    }

    /// How many errors it comes to.
    pub fn errors(&self) -> usize {
        match self {
            CommandError::CouldNotRun(_) => 1,
            CommandError::BadDataset(diagnostics) => diagnostics.errors(),
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
