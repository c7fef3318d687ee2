//! A command with `--json`: what it says goes into one object, which is printed at its end.

use std::process::ExitCode;
use std::sync::{Mutex, PoisonError};

use serde::Serialize;
use serde_json::Value;

use super::object::Object;
use super::{CommandError, Console, print};
use crate::dataset::Severity;
use crate::model::Lang;

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

/// What a command that failed says on the standard error otherwise.
fn add_failure(object: &mut Object, error: &CommandError, lang: Lang) {
    match error {
        CommandError::CouldNotRun(why) | CommandError::BadContent(why) => {
            why.iter().for_each(|message| object.trouble(Severity::Error, message, lang));
        }
        CommandError::BadDataset(found) => {
            found.problems().iter().for_each(|problem| object.problem(problem, lang));
        }
        CommandError::Said => {}
    }
}
