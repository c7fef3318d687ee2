//! Exit codes, and where a command prints its sentences.
//!
//! Without `--json` the outcome goes to the standard output, and warnings and errors to the standard error. With it,
//! `finish` prints one object: the outcome is in `messages`, warnings and errors are in `problems`, and a text or a table
//! is in a member of the command. `print`, `eprint` and `announce` write to their stream at once, in both cases.

mod error;
mod language;
pub mod log;
pub mod stderr;
mod terminal;

pub use error::{CommandError, Result};
pub use language::{lang, set_lang};
pub use terminal::{BOLD, GREEN, LINES, PLAIN, RED, YELLOW, at_terminal, coloured_report, paint};

use terminal::refusal;

use std::io::{self, Write};
use std::process::ExitCode;
use std::sync::{Mutex, MutexGuard, OnceLock, PoisonError};

use ::log::Level;
use serde::Serialize;
use serde_json::{Map, Value, json};

use crate::dataset::{Diagnostic, Diagnostics, Location, Severity};
use crate::messages::{self, Message};
use crate::model::{Lang, Status};
use crate::site::Summary;

/// Takes everything that is said, with `--json`.
static JSON_ANSWER: OnceLock<Mutex<JsonAnswer>> = OnceLock::new();

/// The answer of a command with `--json`: one object, whatever becomes of the command [D26.7].
///
/// Every command has the same members beside its own: `changed`; the numbers of `errors` and `warnings`; `problems`, which
/// go to the standard error otherwise; and `messages`, the sentences of the standard output.
#[derive(Default, Serialize)]
struct JsonAnswer {
    changed: bool,
    errors: usize,
    warnings: usize,
    problems: Vec<Value>,
    messages: Vec<Value>,
    /// The members that only this command has.
    #[serde(flatten)]
    members: Map<String, Value>,
}

impl JsonAnswer {
    /// Adds a problem, which may be in no file.
    fn add_problem(&mut self, location: Option<&Location>, severity: Severity, message: &Message) {
        let (count, severity) = match severity {
            Severity::Error => (&mut self.errors, "error"),
            Severity::Warning => (&mut self.warnings, "warning"),
        };

        *count += 1;
        self.problems.push(json!({
            "file": location.map(|location| &*location.file),
            "line": location.and_then(|location| location.line),
            "severity": severity,
            "kind": message.kind(),
            "message": message.get(lang()),
        }));
    }

    fn add(&mut self, problem: &Diagnostic) {
        let location = Some(&problem.location);
        self.add_problem(location, problem.severity, &problem.message);
    }

    fn add_report(&mut self, diagnostics: &Diagnostics) {
        for problem in diagnostics.problems() {
            self.add(problem);
        }
    }
}

/// With `is_json`, all that is said from now on becomes one object, in which `members` are those of the command: null
/// where it does not set them.
pub fn begin_object(is_json: bool, members: &[&str]) {
    if is_json {
        JSON_ANSWER.get_or_init(Mutex::default);
        for name in members {
            set_member(name, Value::Null);
        }
    }
}

pub fn is_json() -> bool {
    JSON_ANSWER.get().is_some()
}

/// The object, where there is one. No caller asks for it again while it holds it.
fn json_answer() -> Option<MutexGuard<'static, JsonAnswer>> {
    let answer = JSON_ANSWER.get()?;
    Some(answer.lock().unwrap_or_else(PoisonError::into_inner))
}

/// Says why a command failed, and prints the object. Returns the exit code.
pub fn finish(outcome: Result<ExitCode>) -> ExitCode {
    let code = match outcome {
        Ok(code) => code,
        Err(error) => {
            refuse(&error);
            error.exit_code()
        }
    };

    if let Some(answer) = json_answer() {
        print(&format!("{:#}\n", json!(*answer)));
    }

    code
}

/// Prints a sentence of the outcome on the standard output.
pub fn println(message: Message) {
    let text = message.get(lang());
    if let Some(mut answer) = json_answer() {
        let message = json!({ "kind": message.kind(), "message": text });
        answer.messages.push(message);
    } else {
        print(&format!("{text}\n"));
    }
}

/// Prints sentences of the outcome on the standard output.
pub fn print_lines<'a>(messages: impl IntoIterator<Item = &'a Message>) {
    for message in messages {
        println(message.clone());
    }
}

/// Prints a text that has its own member in JSON.
pub fn show(text: impl FnOnce() -> String) {
    if !is_json() {
        print(&text());
    }
}

/// Prints a warning on the standard error, whatever the outcome is.
pub fn eprintln(message: Message) {
    tell_trouble(Severity::Warning, &message);
}

/// Prints warnings on the standard error.
pub fn eprint_lines<'a>(messages: impl IntoIterator<Item = &'a Message>) {
    for message in messages {
        eprintln(message.clone());
    }
}

/// Prints on the standard error why the command ends with another code than 0, although its outcome is shown too.
pub fn eprint_error(message: Message) {
    tell_trouble(Severity::Error, &message);
}

fn tell_trouble(severity: Severity, message: &Message) {
    match json_answer() {
        Some(mut answer) => answer.add_problem(None, severity, message),
        None => eprint(&format!("{}\n", message.get(lang()))),
    }
}

/// Says why a command is refused. Returns the number of lines that this takes on the terminal: 0 with `--json`.
pub fn refuse(error: &CommandError) -> usize {
    let Some(mut answer) = json_answer() else {
        let text = refusal(&error.text());
        eprint(&text);
        return text.lines().count();
    };

    match error {
        CommandError::CouldNotRun(reasons) | CommandError::BadContent(reasons) => {
            for reason in reasons {
                answer.add_problem(None, Severity::Error, reason);
            }
        }
        CommandError::BadDataset(diagnostics) => answer.add_report(diagnostics),
        CommandError::AlreadyPrinted => {}
    }

    0
}

pub fn eprint_problem(problem: &Diagnostic) {
    match json_answer() {
        Some(mut answer) => answer.add(problem),
        None => eprint(&format!("{}\n", problem.sentence(lang()))),
    }
}

pub fn eprint_report(diagnostics: &Diagnostics) {
    match json_answer() {
        Some(mut answer) => answer.add_report(diagnostics),
        None => eprint(&diagnostics.text(lang())),
    }
}

/// Notes that the command has changed something.
pub fn mark_changed() {
    if let Some(mut answer) = json_answer() {
        answer.changed = true;
    }
}

/// Sets a member of the object; without one, nothing is done.
pub fn set_member(name: &str, value: impl Serialize) {
    if let Some(mut answer) = json_answer() {
        answer.members.insert(name.to_owned(), json!(value));
    }
}

/// Sets the members of a whole.
pub fn set_members(whole: impl Serialize) {
    if let (Some(mut answer), Value::Object(members)) = (json_answer(), json!(whole)) {
        answer.members.extend(members);
    }
}

/// A dataset in numbers, as `check` and the log of a service say it, with the statuses that it has.
pub fn summary(summary: &Summary) -> Message {
    let mut statuses = Vec::new();
    for status in Status::ALL {
        let count = summary.count(status);
        if count > 0 {
            statuses.push(messages::count_of_status(count, status));
        }
    }

    messages::serving(
        &summary.version,
        summary.statuses.len(),
        summary.observations,
        messages::enumerate(&statuses),
    )
}

/// Writes to the standard output; a reader that has gone away is no failure.
pub fn print(text: &str) {
    let _ = std::io::stdout().lock().write_all(text.as_bytes());
}

/// Writes trouble to the standard error, likewise.
pub fn eprint(text: &str) {
    stderr::write(log::with_priority(Level::Error, text));
}

/// Writes to the standard error: no trouble.
pub fn announce(text: &str) {
    stderr::write(log::with_priority(Level::Info, text));
}
