//! A sentence for operators as a value: its kind and what is filled in. It is written out only when it is printed, in
//! the language of whoever reads it.

use std::fmt::{self, Display};

use crate::model::Lang;

/// One sentence of the catalogue with its values.
#[derive(Clone)]
pub struct Message {
    kind: &'static str,
    values: Vec<Value>,
    write: fn(Lang, &[String]) -> String,
}

/// What is filled into a sentence.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Value {
    /// The same in both languages: a name, a number, what stands in a file.
    Text(String),
    /// Another sentence, or a part of one.
    Message(Message),
}

impl Message {
    /// A message of this kind; `write` puts its values, written out, into the sentence of a language.
    pub fn new(kind: &'static str, values: Vec<Value>, write: fn(Lang, &[String]) -> String) -> Self {
        Message { kind, values, write }
    }

    /// The name of its kind in the catalogue: stable, for programs.
    pub fn kind(&self) -> &'static str {
        self.kind
    }

    /// The sentence in `lang`.
    pub fn get(&self, lang: Lang) -> String {
        let written = |value: &Value| match value {
            Value::Text(text) => text.clone(),
            Value::Message(message) => message.get(lang),
        };
        (self.write)(lang, &self.values.iter().map(written).collect::<Vec<_>>())
    }
}

impl PartialEq for Message {
    /// The kind names the sentence, so the function that writes it need not be compared.
    fn eq(&self, other: &Self) -> bool {
        self.kind == other.kind && self.values == other.values
    }
}

impl Eq for Message {}

impl fmt::Debug for Message {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple(self.kind).field(&self.values).finish()
    }
}

/// What can be filled into a sentence.
pub trait Fill {
    /// The value; `fit` makes a text fit for one line.
    fn fill(self, fit: impl Fn(&dyn Display) -> String) -> Value;
}

impl<T: Display> Fill for T {
    fn fill(self, fit: impl Fn(&dyn Display) -> String) -> Value {
        Value::Text(fit(&self))
    }
}

impl Fill for Message {
    fn fill(self, _: impl Fn(&dyn Display) -> String) -> Value {
        Value::Message(self)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::messages as msg;

    #[test]
    fn a_message_is_written_when_it_is_read() {
        let message = msg::wrong_kind(Some("value"), msg::kind_number(), msg::kind_text());
        assert_eq!(message.get(Lang::En), "`value` is a text: write a number");
        assert_eq!(message.get(Lang::Ru), "`value` — это текст: нужно число");
        assert_eq!(message, msg::wrong_kind(Some("value"), msg::kind_number(), msg::kind_text()));
        assert_ne!(message, msg::wrong_kind(Some("date"), msg::kind_number(), msg::kind_text()));
        assert_eq!(message.kind(), "wrong_kind_of_field");
    }
}
