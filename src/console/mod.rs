//! Exit codes, and the sentences on the two streams, or in one object with `--json`.

pub mod log;
pub mod stderr;
mod terminal;

pub use terminal::{LINES, Progress, at_terminal, coloured_difference, coloured_report, refusal};

use std::io::{self, Write};
use std::process::ExitCode;
use std::sync::mpsc::{Sender, channel};
use std::sync::{Mutex, PoisonError};
use std::thread;
use std::time::Duration;

use ::log::Level;
use serde::Serialize;
use serde_json::{Map, Value, json};

use crate::dataset::{Diagnostic, Diagnostics, EditError, Severity};
use crate::messages::{self, Message};
use crate::model::Lang;
use crate::site::{SiteError, Summary};

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

    pub fn text(&self, lang: Lang) -> String {
        match self {
            CommandError::CouldNotRun(why) | CommandError::BadContent(why) => {
                let lines: Vec<String> = why.iter().map(|message| message.get(lang)).collect();
                format!("indicatord: {}\n", lines.join("\n"))
            }
            CommandError::BadDataset(diagnostics) => diagnostics.text(lang),
            CommandError::Said => String::new(),
        }
    }
}

/// The operator's two streams, and the language in which an operator is answered.
#[derive(Clone, Copy)]
pub struct Console {
    pub lang: Lang,
    /// The object that takes everything that is said, with `--json`.
    object: Option<&'static Mutex<Object>>,
}

impl Console {
    pub fn new(lang: Lang) -> Self {
        Console { lang, object: None }
    }

    /// On the standard output: the outcome.
    pub fn println(self, message: &Message) {
        self.print_indented(0, message);
    }

    pub fn print_indented(self, indent: usize, message: &Message) {
        self.with_object(|object| object.message(message, self.lang))
            .unwrap_or_else(|| print(&format!("{:indent$}{}\n", "", message.get(self.lang))));
    }

    /// A text that has its own member in JSON.
    pub fn show(self, text: impl FnOnce() -> String) {
        if !self.is_json() {
            print(&text());
        }
    }

    /// On the standard error: important whatever the outcome is.
    pub fn eprintln(self, message: &Message) {
        self.trouble("", message);
    }

    /// The same behind the name of the program.
    pub fn warn(self, message: &Message) {
        self.trouble("indicatord: ", message);
    }

    /// An error: the command ends with another code than 0, although its outcome is shown too.
    pub fn error(self, message: &Message) {
        self.with_object(|object| object.trouble(Severity::Error, message, self.lang))
            .unwrap_or_else(|| eprint(&format!("{}\n", message.get(self.lang))));
    }

    /// Gives the reasons of a refusal before anything else is said. Returns the number of lines.
    pub fn refuse(self, why: Vec<Message>) -> usize {
        let all = |object: &mut Object| {
            why.iter().for_each(|message| object.trouble(Severity::Error, message, self.lang));
        };
        if self.with_object(all).is_some() {
            return 0;
        }
        let text = refusal(&CommandError::CouldNotRun(why).text(self.lang), self.lang);
        eprint(&text);
        text.lines().count()
    }

    fn trouble(self, before: &str, message: &Message) {
        self.with_object(|object| object.trouble(Severity::Warning, message, self.lang))
            .unwrap_or_else(|| eprint(&format!("{before}{}\n", message.get(self.lang))));
    }

    pub fn eprint_problem(self, problem: &Diagnostic) {
        self.with_object(|object| object.problem(problem, self.lang))
            .unwrap_or_else(|| eprint(&format!("{}\n", problem.sentence(self.lang))));
    }

    pub fn report(self, diagnostics: &Diagnostics) {
        let all = |object: &mut Object| {
            diagnostics.problems().iter().for_each(|problem| object.problem(problem, self.lang));
        };
        self.with_object(all).unwrap_or_else(|| eprint(&diagnostics.text(self.lang)));
    }

    /// Runs a command. With `is_json` all that it says becomes one object, in which `members` are its own: null where it does
    /// not set them.
    pub fn run(
        self,
        is_json: bool,
        members: &[&str],
        command: impl FnOnce(Console) -> Result<ExitCode, CommandError>,
    ) -> Result<ExitCode, CommandError> {
        if !is_json {
            return command(self);
        }
        // Once in the life of the program.
        let object: &'static Mutex<Object> = Box::leak(Box::default());
        let console = Console { object: Some(object), ..self };
        members.iter().for_each(|name| console.member(name, Value::Null));
        let code = command(console).unwrap_or_else(|error| {
            console.with_object(|object| add_failure(object, &error, self.lang));
            error.exit_code()
        });
        console.with_object(|object| print(&object.text()));
        Ok(code)
    }

    pub fn is_json(self) -> bool {
        self.object.is_some()
    }

    /// Hands the object to `then`, where there is one.
    fn with_object<T>(self, then: impl FnOnce(&mut Object) -> T) -> Option<T> {
        self.object.map(|object| then(&mut object.lock().unwrap_or_else(PoisonError::into_inner)))
    }

    /// The command has changed something.
    pub fn changed(self) {
        self.with_object(|object| object.changed = true);
    }

    /// A member of the object; without one, nothing is done.
    pub fn member(self, name: &str, value: impl Serialize) {
        self.with_object(|object| {
            let value = serde_json::to_value(value).unwrap_or_default();
            object.members.insert(name.to_owned(), value);
        });
    }

    /// The members of a whole.
    pub fn members(self, whole: impl Serialize) {
        self.with_object(|object| {
            if let Ok(Value::Object(members)) = serde_json::to_value(whole) {
                object.members.extend(members);
            }
        });
    }
}

/// The answer of a command with `--json`: one object, whatever becomes of the command [D26.7].
///
/// Every command has the same members beside its own: `changed`; the numbers of `errors` and `warnings`; `problems`, which
/// go to the standard error otherwise; and `messages`, the sentences of the standard output.
#[derive(Default)]
struct Object {
    changed: bool,
    problems: Vec<Value>,
    messages: Vec<Value>,
    /// The members that only this command has.
    members: Map<String, Value>,
}

impl Object {
    fn message(&mut self, message: &Message, lang: Lang) {
        self.messages.push(json!({ "kind": message.kind(), "message": message.get(lang) }));
    }

    fn problem(&mut self, problem: &Diagnostic, lang: Lang) {
        self.problems.push(json!({
            "file": &*problem.location.file,
            "line": problem.location.line,
            "severity": name(problem.severity),
            "kind": problem.message.kind(),
            "message": problem.message.get(lang),
        }));
    }

    /// A problem that is in no file.
    fn trouble(&mut self, severity: Severity, message: &Message, lang: Lang) {
        self.problems.push(json!({
            "file": null,
            "line": null,
            "severity": name(severity),
            "kind": message.kind(),
            "message": message.get(lang),
        }));
    }

    fn count(&self, severity: Severity) -> usize {
        self.problems.iter().filter(|problem| problem["severity"] == name(severity)).count()
    }

    fn text(&mut self) -> String {
        let common = json!({
            "changed": self.changed,
            "errors": self.count(Severity::Error),
            "warnings": self.count(Severity::Warning),
            "problems": std::mem::take(&mut self.problems),
            "messages": std::mem::take(&mut self.messages),
        });
        let common = common.as_object().cloned().unwrap_or_default();
        let all: Map<String, Value> = common.into_iter().chain(std::mem::take(&mut self.members)).collect();
        format!("{:#}\n", Value::Object(all))
    }
}

fn name(severity: Severity) -> &'static str {
    match severity {
        Severity::Error => "error",
        Severity::Warning => "warning",
    }
}

/// Adds what a command that failed would say on the standard error otherwise.
fn add_failure(object: &mut Object, error: &CommandError, lang: Lang) {
    match error {
        CommandError::CouldNotRun(why) | CommandError::BadContent(why) => {
            why.iter().for_each(|message| object.trouble(Severity::Error, message, lang));
        }
        CommandError::BadDataset(diagnostics) => {
            diagnostics.problems().iter().for_each(|problem| object.problem(problem, lang));
        }
        CommandError::Said => {}
    }
}

/// A dataset in numbers, as `check` and the log of a service say it.
pub fn summary(summary: &Summary) -> Message {
    messages::serving(&summary.version, summary.statuses.len(), summary.observations, summary.counts())
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
