//! The answer of a command with `--json`: one object, whatever becomes of the command [D26.7].
//!
//! Every command has the same members beside its own: `changed`; the numbers of `errors` and `warnings`; `problems`, which
//! go to the standard error otherwise; and `messages`, the sentences of the standard output.

use super::*;

use serde_json::{Map, json};

#[derive(Default)]
pub struct Object {
    pub changed: bool,
    problems: Vec<Value>,
    messages: Vec<Value>,
    /// The members that only this command has.
    pub members: Map<String, Value>,
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

    fn count(&self, severity: Severity) -> usize {
        self.problems.iter().filter(|problem| problem["severity"] == name(severity)).count()
    }

    pub fn text(&mut self) -> String {
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
