//! What a command says with `--json`: one object, whatever becomes of it [D26.7].
//!
//! Every command has the same members beside its own: `changed`; the numbers of `errors` and `warnings`; `problems`, what
//! goes to the standard error otherwise; and `messages`, the sentences of the standard output.

use std::process::ExitCode;
use std::sync::{Mutex, PoisonError};

use serde::Serialize;
use serde_json::{Map, Value, json};

use super::{CommandError, Console, print};
use crate::dataset::{Diagnostic, Severity};
use crate::messages::Message;
use crate::model::Lang;

#[derive(Default)]
pub struct Object {
    changed: bool,
    problems: Vec<Value>,
    messages: Vec<Value>,
    /// Of this command alone.
    members: Map<String, Value>,
}

impl Object {
    pub fn message(&mut self, message: &Message, lang: Lang) {
        self.messages.push(json!({ "kind": message.kind(), "message": message.get(lang) }));
    }

    pub fn problem(&mut self, problem: &Diagnostic, lang: Lang) {
        self.problems.push(json!({
            "file": &*problem.location.file,
            "line": problem.location.line,
            "severity": name(problem.severity),
            "kind": problem.message.kind(),
            "message": problem.message.get(lang),
        }));
    }

    /// A problem that is in no file.
    pub fn trouble(&mut self, severity: Severity, message: &Message, lang: Lang) {
        self.problems.push(json!({
            "file": null,
            "line": null,
            "severity": name(severity),
            "kind": message.kind(),
            "message": message.get(lang),
        }));
    }

    fn failure(&mut self, error: &CommandError, lang: Lang) {
        match error {
            CommandError::CouldNotRun(why) | CommandError::BadContent(why) => {
                why.iter().for_each(|message| self.trouble(Severity::Error, message, lang));
            }
            CommandError::BadDataset(found) => {
                found.problems().iter().for_each(|problem| self.problem(problem, lang));
            }
        }
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

impl Console {
    /// Runs a command. Where JSON is asked for, all that it says becomes one object, in which `members` are its own: null
    /// where it does not set them.
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
            console.with_object(|object| object.failure(&error, self.lang));
            error.exit_code()
        });
        console.with_object(|object| print(&object.text()));
        Ok(code)
    }

    pub fn is_json(self) -> bool {
        self.object.is_some()
    }

    /// Hands the object to `then`, where there is one.
    pub(super) fn with_object<T>(self, then: impl FnOnce(&mut Object) -> T) -> Option<T> {
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

    /// Members that are those of a whole.
    pub fn members(self, of: impl Serialize) {
        self.with_object(|object| {
            if let Ok(Value::Object(members)) = serde_json::to_value(of) {
                object.members.extend(members);
            }
        });
    }
}
