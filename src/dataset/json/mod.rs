//! JSON with the line of every value, read without losing anything: unknown, missing and repeated fields are all
//! reported, and reading goes on.
//!
//! `serde_json` does the parsing; its raw values are slices of the text, which is how a value knows its line. Its
//! typed deserialisation would stop at the first problem and forget where the others are.

mod object;
mod syntax;

use super::*;

use serde_json::value::RawValue;

use super::cell::{begins_formula, number};

pub use object::{Field, Members, Object};

/// A value that is known to be well-formed JSON.
#[derive(Clone, Copy)]
pub struct Node<'a> {
    text: &'a Text<'a>,
    raw: &'a str,
    /// The field whose value it is; `None` for a whole file and for an element of a list.
    field: Option<&'a str>,
}

impl<'a> Node<'a> {
    pub fn parse(text: &'a Text<'a>) -> Option<Self> {
        match serde_json::from_str::<&RawValue>(text.content) {
            Ok(raw) => Some(Node { text, raw: raw.get(), field: None }),
            Err(error) => {
                let (location, message) = syntax::describe(text, &error);
                text.report.refuse(location, message)
            }
        }
    }

    pub fn location(self) -> Location {
        self.text.location.line(self.line())
    }

    pub fn report(self) -> &'a Report {
        self.text.report
    }

    pub fn line(self) -> u32 {
        self.text.line_of_part(self.raw)
    }

    /// What a sentence about it begins with.
    fn named(self) -> String {
        self.field.map_or_else(|| "\"…\"".to_owned(), |field| format!("`{field}`"))
    }

    pub fn error(self, message: Message) {
        self.report().error(self.location(), message);
    }

    pub fn refuse<T>(self, message: Message) -> Option<T> {
        self.error(message);
        None
    }

    pub fn string(self) -> Option<String> {
        match serde_json::from_str::<String>(self.raw) {
            Ok(string) => Some(string),
            // Well-formed as JSON, and yet not a text: nothing but a lone surrogate is.
            Err(_) if self.raw.starts_with('"') => self.refuse(msg::bad_string(self.named())),
            Err(_) => self.mistyped(msg::kind_text()),
        }
    }

    pub fn parsed<T>(
        self,
        read: impl FnOnce(&str) -> Option<T>,
        refusal: impl FnOnce(&str) -> Message,
    ) -> Option<T> {
        let written = self.string()?;
        read(&written).or_else(|| self.refuse(refusal(&written)))
    }

    /// A text that is read as the cell of a table is.
    pub fn cell(self) -> Option<Cell<'a>> {
        let text = self.string()?.into();
        Some(Cell {
            text,
            name: self.field.unwrap_or_default(),
            location: self.location(),
            report: self.report(),
        })
    }

    /// A text that readers see: not blank, no control characters but line feed and tab.
    pub fn display_text(self) -> Option<String> {
        let text = self.string()?;
        if text.trim().is_empty() {
            return self.refuse(msg::blank_text(self.named()));
        }
        if begins_formula(&text) {
            self.report().warning(self.location(), msg::text_like_formula(self.named()));
        }
        match text.chars().find(|c| c.is_control() && !matches!(c, '\n' | '\t')) {
            Some(control) => {
                let code = format!("U+{:04X}", u32::from(control));
                self.refuse(msg::control_character(self.named(), code))
            }
            None => Some(text),
        }
    }

    pub fn whole_number(self) -> Option<u32> {
        let number = serde_json::from_str::<u32>(self.raw).ok();
        number.or_else(|| self.mistyped(msg::kind_whole_number(0, u32::MAX)))
    }

    pub fn truth(self) -> Option<bool> {
        serde_json::from_str(self.raw).ok().or_else(|| self.mistyped(msg::kind_truth()))
    }

    pub fn whole_number_within(self, least: u32, most: u32) -> Option<u32> {
        match serde_json::from_str::<u32>(self.raw) {
            Ok(number) if (least..=most).contains(&number) => Some(number),
            _ if self.raw.starts_with(|c: char| c == '-' || c.is_ascii_digit()) => {
                self.refuse(msg::number_out_of_range(self.named(), self.raw, least, most))
            }
            _ => self.mistyped(msg::kind_whole_number(least, most)),
        }
    }

    /// A decimal in quotation marks: JSON readers make binary fractions of bare ones.
    pub fn decimal(self) -> Option<Number> {
        if !self.raw.starts_with('"') {
            return self.mistyped(msg::kind_decimal());
        }
        match number(&self.string()?, &self.named()) {
            Ok(number) => Some(number),
            Err(problem) => self.refuse(problem),
        }
    }

    /// A decimal, in quotation marks or not: its digits count as they are written.
    pub fn number(self) -> Option<Number> {
        if !self.raw.starts_with(|c: char| c == '-' || c.is_ascii_digit()) {
            return self.decimal();
        }
        number(self.raw, &self.named()).map_err(|problem| self.error(problem)).ok()
    }

    pub fn array(self) -> Option<Vec<Node<'a>>> {
        let Ok(elements) = serde_json::from_str::<Vec<&RawValue>>(self.raw) else {
            return self.mistyped(msg::kind_list());
        };
        Some(elements.into_iter().map(|raw| Node { raw: raw.get(), field: None, ..self }).collect())
    }

    fn mistyped<T>(self, expected: Message) -> Option<T> {
        let kind = match self.raw.as_bytes().first() {
            Some(b'"') => msg::kind_text(),
            Some(b'{') => msg::kind_object(),
            Some(b'[') => msg::kind_list(),
            Some(b't' | b'f') => msg::kind_truth(),
            Some(b'n') => msg::kind_null(),
            _ => msg::kind_number(),
        };
        self.refuse(msg::wrong_kind(self.field, expected, kind))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::dataset::tests::reported;

    fn problems(json: &str, read: impl Fn(Node<'_>)) -> Vec<String> {
        reported("x.json", json, |text| Node::parse(text).into_iter().for_each(read))
    }

    fn name(node: Node<'_>) {
        node.by_lang();
    }

    #[test]
    fn everything_wrong_is_said_where_it_stands() {
        let said = problems(
            "{\n \"ru\": 5,\n \"en\": \"\",\n \"en\": \"x\",\n \"e\\u006e\": \"x\",\n \"eng\": 1 }",
            name,
        );
        assert_eq!(
            said,
            [
                "x.json:2: `ru` must be text, not a number",
                "x.json:3: `en` is blank: write a text",
                "x.json:4: field `en` is repeated, it is already in line 3: keep one of them",
                "x.json:5: field `en` is repeated, it is already in line 3: keep one of them",
                "x.json:6: unknown field `eng`: did you mean `en`?",
            ]
        );
    }

    #[test]
    fn what_is_missing_or_null_is_said() {
        assert_eq!(
            problems("\n{ \"ru\": null }", name),
            ["x.json:2: field `ru` is null: give a value", "x.json:2: field `en` is missing: add it",]
        );
        assert_eq!(
            problems("[]", name),
            ["x.json:1: expected `{\"ru\": \"…\", \"en\": \"…\"}`, found a list"]
        );
        assert_eq!(
            problems("{ \"ru\": \"x\", \"eng\": \"x\" }", name),
            ["x.json:1: unknown field `eng`: did you mean `en`?"]
        );
    }

    #[test]
    fn what_cannot_be_a_text_has_a_line() {
        let said = |json: &str| problems(json, name).remove(0);
        assert!(
            said("{\"ru\": \"\\ud800\", \"en\": \"x\"}").contains("x.json:1: `ru` has an unpaired surrogate")
        );
        assert!(said(&"[".repeat(1_000_000)).contains("ends early"));
        assert!(
            said(&format!("{{\"ru\":{}{}}}", "[".repeat(100_000), "]".repeat(100_000)))
                .contains("`ru` must be text, not a list")
        );
    }

    #[test]
    fn every_kind_of_value_is_called_by_its_name() {
        for (json, kind) in [
            ("{}", "an object"),
            ("[]", "a list"),
            ("true", "a Boolean"),
            ("false", "a Boolean"),
            ("null", "null"),
            ("-5", "a number"),
        ] {
            let problems = problems(json, |node| drop(node.string()));
            assert!(
                problems[0].starts_with(&format!("x.json:1: expected text, found {kind}")),
                "{problems:?}"
            );
        }
    }
}
