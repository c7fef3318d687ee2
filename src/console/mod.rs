//! Exit codes, and the sentences on the two streams, or in one object with `--json`.

mod language;
pub mod log;
pub mod stderr;
mod terminal;

pub use language::{lang, speak};
pub use terminal::{BOLD, GREEN, LINES, PLAIN, RED, YELLOW, at_terminal, coloured_report, paint};

use terminal::refusal;

use std::io::{self, Write};
use std::process::ExitCode;
use std::sync::{Mutex, MutexGuard, OnceLock, PoisonError};

use ::log::Level;
use serde::Serialize;
use serde_json::{Map, Value, json};

use crate::dataset::{Diagnostic, Diagnostics, EditError, Location, Severity};
use crate::messages::{self, Message};
use crate::model::{Lang, Status};
use crate::site::{SiteError, Summary};

/// What a command returns, or a step of it.
pub type Result<T = (), E = CommandError> = std::result::Result<T, E>;

/// Why a command did not do what it was asked.
pub enum CommandError {
    /// It could not run, or was refused: exit code 1.
    CouldNotRun(Vec<Message>),
    /// The dataset has problems: exit code 2, or 1 where something of it could not be read.
    BadDataset(Diagnostics),
    /// Something else has wrong content, such as a release that was altered after its publication: exit code 2.
    BadContent(Vec<Message>),
    /// It was refused, and the reasons were printed already: exit code 1.
    Said,
}

impl From<Diagnostics> for CommandError {
    fn from(diagnostics: Diagnostics) -> Self {
        CommandError::BadDataset(diagnostics)
    }
}

impl<M: Into<Message>> From<M> for CommandError {
    fn from(message: M) -> Self {
        CommandError::CouldNotRun(vec![message.into()])
    }
}

impl From<EditError> for CommandError {
    fn from(error: EditError) -> Self {
        match error {
            EditError::Refused(message) => message.into(),
            EditError::Bad(diagnostics) => diagnostics.into(),
        }
    }
}

impl From<SiteError> for CommandError {
    fn from(error: SiteError) -> Self {
        messages::cannot_write_page(error).into()
    }
}

impl CommandError {
    /// The exit code: the only place where one other than 0 is decided [D17].
    pub fn exit_code(&self) -> ExitCode {
        ExitCode::from(match self {
            CommandError::CouldNotRun(_) | CommandError::Said => 1,
            CommandError::BadDataset(diagnostics) if diagnostics.is_unread() => 1,
            CommandError::BadDataset(_) | CommandError::BadContent(_) => 2,
        })
    }

    /// In the operator's language.
    pub fn text(&self) -> String {
        let lang = lang();
        match self {
            CommandError::CouldNotRun(reasons) | CommandError::BadContent(reasons) => {
                let lines: Vec<String> = reasons.iter().map(|message| message.get(lang)).collect();
                format!("indicatord: {}\n", lines.join("\n"))
            }
            CommandError::BadDataset(diagnostics) => diagnostics.text(lang),
            CommandError::Said => String::new(),
        }
    }
}

/// The object that takes everything that is said, with `--json`.
static OBJECT: OnceLock<Mutex<Object>> = OnceLock::new();

/// With `is_json`, all that is said from now on becomes one object, in which `members` are those of the command: null
/// where it does not set them.
pub fn begin_object(is_json: bool, members: &[&str]) {
    if is_json {
        OBJECT.get_or_init(Mutex::default);
        for name in members {
            set_member(name, Value::Null);
        }
    }
}

pub fn is_json() -> bool {
    OBJECT.get().is_some()
}

/// The object, where there is one. Nobody asks for it while it is held.
fn object() -> Option<MutexGuard<'static, Object>> {
    let object = OBJECT.get()?;
    Some(object.lock().unwrap_or_else(PoisonError::into_inner))
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

    if let Some(object) = object() {
        print(&format!("{:#}\n", json!(*object)));
    }

    code
}

/// Says on the standard output what the outcome is.
pub fn println(message: Message) {
    let text = message.get(lang());
    if let Some(mut object) = object() {
        let message = json!({ "kind": message.kind(), "message": text });
        object.messages.push(message);
    } else {
        print(&format!("{text}\n"));
    }
}

/// Says several sentences there.
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

/// Says on the standard error what is important whatever the outcome is.
pub fn eprintln(message: Message) {
    tell_trouble(Severity::Warning, &message);
}

/// Says several sentences there.
pub fn eprint_lines<'a>(messages: impl IntoIterator<Item = &'a Message>) {
    for message in messages {
        eprintln(message.clone());
    }
}

/// Says on the standard error why the command ends with another code than 0, although its outcome is shown too.
pub fn eprint_error(message: Message) {
    tell_trouble(Severity::Error, &message);
}

fn tell_trouble(severity: Severity, message: &Message) {
    match object() {
        Some(mut object) => object.add_problem(None, severity, message),
        None => eprint(&format!("{}\n", message.get(lang()))),
    }
}

/// Says why a command is refused. Returns the number of lines.
pub fn refuse(error: &CommandError) -> usize {
    let Some(mut object) = object() else {
        let text = refusal(&error.text());
        eprint(&text);
        return text.lines().count();
    };

    match error {
        CommandError::CouldNotRun(reasons) | CommandError::BadContent(reasons) => {
            for reason in reasons {
                object.add_problem(None, Severity::Error, reason);
            }
        }
        CommandError::BadDataset(diagnostics) => object.add_report(diagnostics),
        CommandError::Said => {}
    }

    0
}

pub fn eprint_problem(problem: &Diagnostic) {
    match object() {
        Some(mut object) => object.add(problem),
        None => eprint(&format!("{}\n", problem.sentence(lang()))),
    }
}

pub fn eprint_report(diagnostics: &Diagnostics) {
    match object() {
        Some(mut object) => object.add_report(diagnostics),
        None => eprint(&diagnostics.text(lang())),
    }
}

/// Notes that the command has changed something.
pub fn mark_changed() {
    if let Some(mut object) = object() {
        object.changed = true;
    }
}

/// Sets a member of the object; without one, nothing is done.
pub fn set_member(name: &str, value: impl Serialize) {
    if let Some(mut object) = object() {
        object.members.insert(name.to_owned(), json!(value));
    }
}

/// Sets the members of a whole.
pub fn set_members(whole: impl Serialize) {
    if let (Some(mut object), Value::Object(members)) = (object(), json!(whole)) {
        object.members.extend(members);
    }
}

/// The answer of a command with `--json`: one object, whatever becomes of the command [D26.7].
///
/// Every command has the same members beside its own: `changed`; the numbers of `errors` and `warnings`; `problems`, which
/// go to the standard error otherwise; and `messages`, the sentences of the standard output.
#[derive(Default, Serialize)]
struct Object {
    changed: bool,
    errors: usize,
    warnings: usize,
    problems: Vec<Value>,
    messages: Vec<Value>,
    /// The members that only this command has.
    #[serde(flatten)]
    members: Map<String, Value>,
}

impl Object {
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
