//! JSON with the line of every value, read without losing anything: unknown, missing and repeated fields are all
//! reported, each where it stands, and reading goes on.
//!
//! `serde_json` does the parsing; its raw values are slices of the text, which is how a value knows its line. Its
//! typed deserialisation would stop at the first problem and forget where the others are.

mod numbers;

use serde_json::value::RawValue;

use super::diagnostic::{Diagnostics, Location};
use super::json_parts::{Elements, Members};
use super::json_syntax;
use super::text::Text;
use crate::messages::{self as msg, Message};
use crate::model::Localized;

/// A value that is known to be well-formed JSON.
#[derive(Clone, Copy)]
pub struct Node<'a> {
    text: &'a Text<'a>,
    raw: &'a str,
    /// The field whose value it is; nothing for a whole file and for what is in a list.
    field: Option<&'a str>,
}

/// The fields of an object, each taken out once by whoever knows it.
pub struct Object<'a> {
    node: Node<'a>,
    fields: Vec<(String, Location, Node<'a>)>,
    known: Vec<&'static str>,
    missing: Vec<&'static str>,
}

impl<'a> Node<'a> {
    /// The whole of a file; reports what is not JSON.
    pub fn parse(text: &'a Text<'a>, diagnostics: &mut Diagnostics) -> Option<Self> {
        match serde_json::from_str::<&RawValue>(text.content) {
            Ok(raw) => Some(Node { text, raw: raw.get(), field: None }),
            Err(error) => {
                let (location, message) = json_syntax::describe(text, &error);
                diagnostics.error(location, message);
                None
            }
        }
    }

    /// Where it stands.
    pub fn location(&self) -> Location {
        self.text.place_of(self.raw)
    }

    /// What a sentence about it begins with.
    fn named(&self) -> String {
        self.field.map_or_else(|| "\"…\"".to_owned(), |field| format!("`{field}`"))
    }

    /// A text.
    pub fn string(&self, diagnostics: &mut Diagnostics) -> Option<String> {
        match serde_json::from_str::<String>(self.raw) {
            Ok(string) => Some(string),
            // Well-formed as JSON, and yet not a text: nothing but a lone surrogate is.
            Err(_) if self.raw.starts_with('"') => {
                diagnostics.error(self.location(), msg::bad_string(self.named()));
                None
            }
            Err(_) => self.refuse(msg::kind_text(), diagnostics),
        }
    }

    /// A text that readers see: not blank, no control characters but line feed and tab.
    pub fn words(&self, diagnostics: &mut Diagnostics) -> Option<String> {
        let words = self.string(diagnostics)?;
        if words.trim().is_empty() {
            diagnostics.error(self.location(), msg::blank_text(self.named()));
            return None;
        }
        if let Some(control) = words.chars().find(|c| c.is_control() && !matches!(c, '\n' | '\t')) {
            diagnostics.error(
                self.location(),
                msg::control_character(self.named(), format!("U+{:04X}", u32::from(control))),
            );
            return None;
        }
        Some(words)
    }

    /// A text in both languages.
    pub fn by_lang(&self, diagnostics: &mut Diagnostics) -> Option<Localized<String>> {
        let mut object = self.object(diagnostics)?;
        let ru = object.required("ru", diagnostics).and_then(|node| node.words(diagnostics));
        let en = object.required("en", diagnostics).and_then(|node| node.words(diagnostics));
        object.finish(diagnostics);
        Some(Localized { ru: ru?, en: en? })
    }

    /// The elements of an array.
    pub fn array(&self, diagnostics: &mut Diagnostics) -> Option<Vec<Node<'a>>> {
        match serde_json::from_str::<Elements<'a>>(self.raw) {
            Ok(Elements(raws)) => Some(
                raws.into_iter().map(|raw| Node { text: self.text, raw: raw.get(), field: None }).collect(),
            ),
            Err(_) => self.refuse(msg::kind_list(), diagnostics),
        }
    }

    /// The fields of an object; a name that comes twice is reported, and its first value counts on.
    pub fn object(&self, diagnostics: &mut Diagnostics) -> Option<Object<'a>> {
        let Ok(Members(members)) = serde_json::from_str::<Members<'a>>(self.raw) else {
            return self.refuse(msg::kind_object(), diagnostics);
        };
        let mut object = Object { node: *self, fields: Vec::new(), known: Vec::new(), missing: Vec::new() };
        let mut first_of = std::collections::HashMap::new();
        for (raw_name, raw) in members {
            let name_node = Node { text: self.text, raw: raw_name.get(), field: None };
            let Some(name) = name_node.string(diagnostics) else { continue };
            let location = name_node.location();
            if let Some(first) = first_of.insert(name.clone(), location.clone()) {
                diagnostics.error(location, msg::repeated_field(&name, first.line.unwrap_or(1)));
                first_of.insert(name, first);
                continue;
            }
            let field = Some(raw_name.get().trim_matches('"'));
            object.fields.push((name, location, Node { text: self.text, raw: raw.get(), field }));
        }
        Some(object)
    }

    fn refuse<T>(&self, expected: Message, diagnostics: &mut Diagnostics) -> Option<T> {
        let found = match self.raw.as_bytes().first() {
            Some(b'"') => msg::kind_text(),
            Some(b'{') => msg::kind_object(),
            Some(b'[') => msg::kind_list(),
            Some(b't' | b'f') => msg::kind_truth(),
            Some(b'n') => msg::kind_null(),
            _ => msg::kind_number(),
        };
        diagnostics.error(self.location(), msg::wrong_kind(self.field, expected, found));
        None
    }
}

impl<'a> Object<'a> {
    /// Whether the object has a field that nobody has taken yet.
    pub fn has(&self, name: &str) -> bool {
        self.fields.iter().any(|(field, ..)| field == name)
    }

    /// Takes a field that may be missing; null is refused, since it would say the same in another way.
    pub fn optional(&mut self, name: &'static str, diagnostics: &mut Diagnostics) -> Option<Node<'a>> {
        let node = self.take(name)?;
        if node.raw == "null" {
            diagnostics.error(node.location(), msg::null_field(name));
            return None;
        }
        Some(node)
    }

    /// Takes a field that must be there. Whether it is missing or mistyped is known when all others are taken.
    pub fn required(&mut self, name: &'static str, diagnostics: &mut Diagnostics) -> Option<Node<'a>> {
        let Some(node) = self.take(name) else {
            self.missing.push(name);
            return None;
        };
        if node.raw == "null" {
            diagnostics.error(node.location(), msg::null_required_field(name));
            return None;
        }
        Some(node)
    }

    fn take(&mut self, name: &'static str) -> Option<Node<'a>> {
        self.known.push(name);
        let at = self.fields.iter().position(|(field, ..)| field == name)?;
        Some(self.fields.remove(at).2)
    }

    /// Takes every field, for an object whose names are data.
    pub fn entries(self) -> Vec<(String, Location, Node<'a>)> {
        self.fields
    }

    /// Whether there is something that nobody has taken.
    pub fn has_more(&self) -> bool {
        !self.fields.is_empty()
    }

    /// Reports what nobody has taken, and what is missing; a mistyped name is not reported twice.
    pub fn finish(self, diagnostics: &mut Diagnostics) {
        let mut missing = self.missing;
        for (name, location, _) in self.fields {
            let nearest = diagnostics.nearest(&name, self.known.iter().copied());
            diagnostics.error(location, msg::unknown_field(&name, nearest, &self.known.join(", ")));
            missing.retain(|missing| Some(*missing) != nearest);
        }
        for name in missing {
            diagnostics.error(self.node.location(), msg::missing_field(name));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::dataset::source::DataFile;
    use crate::model::Lang;

    fn problems(json: &str, read: impl Fn(Node<'_>, &mut Diagnostics)) -> Vec<String> {
        let file = DataFile { path: "x.json".into(), bytes: json.as_bytes().to_vec() };
        let mut diagnostics = Diagnostics::default();
        let text = Text::decode(&file, &mut diagnostics).unwrap();
        if let Some(node) = Node::parse(&text, &mut diagnostics) {
            read(node, &mut diagnostics);
        }
        diagnostics.sorted().problems().iter().map(|p| p.sentence(Lang::En)).collect()
    }

    fn name(node: Node<'_>, diagnostics: &mut Diagnostics) {
        node.by_lang(diagnostics);
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
                "x.json:2: `ru` is a number: write a text",
                "x.json:3: `en` is blank: write a text",
                "x.json:4: field `en` is repeated, it stands in line 3 already: keep one of them",
                "x.json:5: field `en` is repeated, it stands in line 3 already: keep one of them",
                "x.json:6: unknown field `eng`, did you mean `en`?",
            ]
        );
    }

    #[test]
    fn what_is_missing_or_null_is_said() {
        assert_eq!(
            problems("\n{ \"ru\": null }", name),
            ["x.json:2: field `ru` is null: write a value", "x.json:2: field `en` is missing: write it",]
        );
        assert_eq!(problems("[]", name), ["x.json:1: a list stands here: write an object"]);
        assert_eq!(
            problems("{ \"ru\": \"x\", \"eng\": \"x\" }", name),
            ["x.json:1: unknown field `eng`, did you mean `en`?"]
        );
    }

    #[test]
    fn what_cannot_be_a_text_has_a_line() {
        let said = |json: &str| problems(json, name).remove(0);
        assert!(said("{\"ru\": \"\\ud800\", \"en\": \"x\"}").contains("x.json:1: `ru` has half a character"));
        assert!(said(&"[".repeat(1_000_000)).contains("ends early"));
        assert!(
            said(&format!("{{\"ru\":{}{}}}", "[".repeat(100_000), "]".repeat(100_000)))
                .contains("`ru` is a list: write a text")
        );
    }

    #[test]
    fn every_kind_of_value_is_called_by_its_name() {
        for (json, kind) in [
            ("{}", "an object"),
            ("[]", "a list"),
            ("true", "a truth value"),
            ("false", "a truth value"),
            ("null", "null"),
            ("-5", "a number"),
        ] {
            let found = problems(json, |node, diagnostics| drop(node.string(diagnostics)));
            assert!(found[0].starts_with(&format!("x.json:1: {kind} stands here")), "{found:?}");
        }
    }
}
