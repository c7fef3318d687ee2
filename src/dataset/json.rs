//! JSON with the line of every value, read without losing anything: unknown, missing and repeated fields are all
//! reported, and reading goes on.
//!
//! `serde_json` does the parsing; its raw values are slices of the text, which is how a value knows its line. Its
//! typed deserialisation would stop at the first problem and forget where the others are.

use super::*;

use serde::de::{Deserializer, MapAccess, Visitor};
use serde_json::value::RawValue;

use super::cell::{begins_formula, number};
use super::json_syntax::describe_error;
use super::text::check_fit;

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
            Ok(raw) => Some(Node {
                text,
                raw: raw.get(),
                field: None,
            }),
            Err(error) => {
                let (location, message) = describe_error(text, &error);
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
        let start = self.text.content.as_ptr() as usize;
        let offset = (self.raw.as_ptr() as usize).saturating_sub(start);
        self.text.line(offset)
    }

    /// Its name as messages about it quote it.
    fn quoted_name(self) -> String {
        match self.field {
            Some(field) => format!("`{field}`"),
            None => "\"…\"".to_owned(),
        }
    }

    pub fn error(self, message: Message) {
        self.report().error(self.location(), message);
    }

    pub fn refuse<T>(self, message: Message) -> Option<T> {
        self.error(message);
        None
    }

    pub fn string(self) -> Option<String> {
        let string = self.any_string()?;
        let location = self.location();
        let name = self.quoted_name();
        check_fit(self.report(), &location, &name, &string, &['\n', '\t']).then_some(string)
    }

    /// A text with whatever is in it.
    fn any_string(self) -> Option<String> {
        match serde_json::from_str::<String>(self.raw) {
            Ok(string) => Some(string),
            // Well-formed as JSON, and yet not a text: nothing but a lone surrogate is.
            Err(_) if self.raw.starts_with('"') => self.refuse(msg::bad_string(self.quoted_name())),
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

    /// A text for which `is_good` holds.
    pub fn string_that(
        self,
        is_good: impl FnOnce(&str) -> bool,
        refusal: impl FnOnce(&str) -> Message,
    ) -> Option<String> {
        self.parsed(|text| is_good(text).then(|| text.to_owned()), refusal)
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

    /// A text that readers see: not blank.
    pub fn display_text(self) -> Option<String> {
        let text = self.string()?;
        if text.trim().is_empty() {
            return self.refuse(msg::blank_text(self.quoted_name()));
        }

        if begins_formula(&text) {
            let message = msg::text_like_formula(self.quoted_name());
            self.report().warning(self.location(), message);
        }

        Some(text)
    }

    pub fn whole_number(self) -> Option<u32> {
        self.whole_number_within(0, u32::MAX)
    }

    pub fn truth(self) -> Option<bool> {
        match self.raw {
            "true" => Some(true),
            "false" => Some(false),
            _ => self.mistyped(msg::kind_truth()),
        }
    }

    pub fn whole_number_within(self, least: u32, most: u32) -> Option<u32> {
        match serde_json::from_str::<u32>(self.raw) {
            Ok(number) if (least..=most).contains(&number) => Some(number),
            _ if self.is_number() => {
                let name = self.quoted_name();
                self.refuse(msg::number_out_of_range(name, self.raw, least, most))
            }
            _ => self.mistyped(msg::kind_whole_number(least, most)),
        }
    }

    /// A decimal in quotation marks: JSON readers make binary fractions of bare ones.
    pub fn decimal(self) -> Option<Number> {
        if !self.raw.starts_with('"') {
            return self.mistyped(msg::kind_decimal());
        }
        self.read_number(&self.string()?)
    }

    /// A decimal, in quotation marks or not: its digits count as they are written.
    pub fn number(self) -> Option<Number> {
        if !self.is_number() {
            return self.decimal();
        }

        self.read_number(self.raw)
    }

    fn is_number(self) -> bool {
        let first = self.raw.as_bytes().first();
        matches!(first, Some(b'-' | b'0'..=b'9'))
    }

    fn read_number(self, written: &str) -> Option<Number> {
        match number(written, &self.quoted_name()) {
            Ok(number) => Some(number),
            Err(problem) => self.refuse(problem),
        }
    }

    pub fn array(self) -> Option<Vec<Node<'a>>> {
        let Ok(elements) = serde_json::from_str::<Vec<&RawValue>>(self.raw) else {
            return self.mistyped(msg::kind_list());
        };

        let mut nodes = Vec::new();
        for raw in elements {
            nodes.push(Node {
                raw: raw.get(),
                field: None,
                ..self
            });
        }

        Some(nodes)
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

pub struct Object<'a> {
    node: Node<'a>,
    fields: Vec<Field<'a>>,
    known: Vec<&'static str>,
    missing: Vec<&'static str>,
}

pub struct Field<'a> {
    pub name: String,
    pub location: Location,
    pub value: Node<'a>,
}

impl<'a> Node<'a> {
    /// The fields of an object; a name that comes twice is reported, and its first value is taken.
    pub fn object(self) -> Option<Object<'a>> {
        self.object_else(msg::kind_object)
    }

    fn object_else(self, expected: impl FnOnce() -> Message) -> Option<Object<'a>> {
        let Ok(Members(members)) = serde_json::from_str::<Members<'a>>(self.raw) else {
            return self.mistyped(expected());
        };

        let mut object = Object {
            node: self,
            fields: Vec::new(),
            known: Vec::new(),
            missing: Vec::new(),
        };

        let mut lines = HashMap::new();
        for (raw_name, raw) in members {
            let name_node = Node {
                raw: raw_name.get(),
                field: None,
                ..self
            };
            let Some(name) = name_node.any_string() else {
                continue;
            };

            let location = name_node.location();
            if let Some(first) = lines.get(&name) {
                let message = msg::repeated_field(&name, first);
                self.report().error(location, message);
                continue;
            }

            lines.insert(name.clone(), name_node.line());
            let field = Some(raw_name.get().trim_matches('"'));
            object.fields.push(Field {
                name,
                location,
                value: Node {
                    raw: raw.get(),
                    field,
                    ..self
                },
            });
        }

        Some(object)
    }

    /// An object that has a text in every language: a text alone is answered with what to write.
    pub fn object_of_texts(self) -> Option<Object<'a>> {
        let texts = Lang::each(|lang| format!("\"{}\": \"…\"", lang.tag()));
        self.object_else(|| msg::verbatim(format!("`{{{}}}`", texts.join(", "))))
    }

    /// Reads an object; fields that `read` does not take are reported.
    pub fn read_object<T>(self, read: impl FnOnce(&mut Object<'a>) -> Option<T>) -> Option<T> {
        self.object()?.read_with(read)
    }

    /// Reads a list of objects; those that cannot be read are left out.
    pub fn read_objects<T>(
        self,
        mut read: impl FnMut(&mut Object<'a>) -> Option<T>,
    ) -> Option<Vec<T>> {
        let mut values = Vec::new();
        for node in self.array()? {
            values.extend(node.read_object(&mut read));
        }

        Some(values)
    }

    /// An object that has a value in every language.
    pub fn in_languages<T>(
        self,
        read: impl Fn(Node<'a>, Lang) -> Option<T>,
    ) -> Option<Localized<T>> {
        self.read_object(|object| {
            let values =
                Localized::build(|lang| object.required(lang.tag(), |node| read(node, lang)));
            values.complete()
        })
    }

    pub fn by_lang(self) -> Option<Localized<String>> {
        self.object_of_texts()?.read_with(Object::by_lang)
    }
}

impl<'a> Object<'a> {
    /// As [`Node::read_object`].
    pub fn read_with<T>(mut self, read: impl FnOnce(&mut Self) -> Option<T>) -> Option<T> {
        let value = read(&mut self);
        self.finish();
        value
    }

    pub fn report(&self) -> &'a Report {
        self.node.report()
    }

    /// Returns true if the object has a field that was not taken out yet.
    pub fn has(&self, name: &str) -> bool {
        self.fields.iter().any(|field| field.name == name)
    }

    /// Takes a field that may be missing; null is refused, since it would say the same in another way.
    pub fn optional<T>(
        &mut self,
        name: &'static str,
        read: impl FnOnce(Node<'a>) -> Option<T>,
    ) -> Option<T> {
        let node = self.take(name)?;
        if node.raw == "null" {
            return node.refuse(msg::null_field(name));
        }
        read(node)
    }

    /// As [`Object::optional`], for a field whose value is an object.
    pub fn optional_object<T>(
        &mut self,
        name: &'static str,
        read: impl FnOnce(&mut Object<'a>) -> Option<T>,
    ) -> Option<T> {
        self.optional(name, |node| node.read_object(read))
    }

    pub fn optional_or<T>(
        &mut self,
        name: &'static str,
        default: T,
        read: impl FnOnce(Node<'a>) -> Option<T>,
    ) -> Option<T> {
        let default = (!self.has(name)).then_some(default);
        self.optional(name, read).or(default)
    }

    /// Takes a field that must be there. A missing one and a mistyped one can be told apart when all others are taken.
    pub fn required<T>(
        &mut self,
        name: &'static str,
        read: impl FnOnce(Node<'a>) -> Option<T>,
    ) -> Option<T> {
        let Some(node) = self.take(name) else {
            self.missing.push(name);
            return None;
        };

        if node.raw == "null" {
            return node.refuse(msg::null_required_field(name));
        }

        read(node)
    }

    /// Takes the fields that are named like languages: a text in each.
    pub fn by_lang(&mut self) -> Option<Localized<String>> {
        Localized::build(|lang: Lang| self.required(lang.tag(), Node::display_text)).complete()
    }

    fn take(&mut self, name: &'static str) -> Option<Node<'a>> {
        self.known.push(name);
        let at = self.fields.iter().position(|field| field.name == name)?;
        Some(self.fields.remove(at).value)
    }

    /// The fields of an object whose names are data.
    pub fn into_fields(self) -> Vec<Field<'a>> {
        let mut fields = Vec::new();
        for field in self.fields {
            let name = format!("`{}`", field.name);
            if check_fit(self.node.report(), &field.location, &name, &field.name, &[]) {
                fields.push(field);
            }
        }

        fields
    }

    /// How many fields were not taken out yet.
    pub fn len(&self) -> usize {
        self.fields.len()
    }

    /// Takes a field that may be missing into a place of its own, which stays as it is where the field cannot be read.
    pub fn read_into<T, P: From<T>>(
        &mut self,
        name: &'static str,
        place: &mut P,
        read: impl FnOnce(Node<'a>) -> Option<T>,
    ) {
        if let Some(value) = self.optional(name, read) {
            *place = value.into();
        }
    }

    /// Reports what was not taken out, and what is missing; a mistyped name is not reported twice.
    pub fn finish(self) {
        let mut missing = self.missing;
        let report = self.node.text.report;
        for Field { name, location, .. } in self.fields {
            let nearest = report.nearest(&name, self.known.iter().copied());
            let message = msg::unknown_field(&name, nearest, &self.known.join(", "));
            report.error(location, message);
            missing.retain(|missing| Some(*missing) != nearest);
        }

        for name in missing {
            self.node.error(msg::missing_field(name));
        }
    }
}

/// Names and values, repeated names included.
pub struct Members<'a>(pub Vec<(&'a RawValue, &'a RawValue)>);

impl<'de: 'a, 'a> Deserialize<'de> for Members<'a> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct Collect;
        impl<'de> Visitor<'de> for Collect {
            type Value = Members<'de>;
            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("an object")
            }
            fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Self::Value, A::Error> {
                let mut members = Vec::new();
                while let Some(member) = map.next_entry()? {
                    members.push(member);
                }
                Ok(Members(members))
            }
        }

        deserializer.deserialize_map(Collect)
    }
}

#[cfg(test)]
mod tests {
    use crate::dataset::tests::reported;

    use super::*;

    fn problems(json: &str, read: impl Fn(Node<'_>)) -> Vec<String> {
        reported("x.json", json, |text| {
            Node::parse(text).into_iter().for_each(read)
        })
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
            [
                "x.json:2: field `ru` is null: give a value",
                "x.json:2: field `en` is missing: add it",
            ]
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
            said("{\"ru\": \"\\ud800\", \"en\": \"x\"}")
                .contains("x.json:1: `ru` has an unpaired surrogate")
        );
        assert!(said(&"[".repeat(1_000_000)).contains("ends early"));
        assert!(
            said(&format!(
                "{{\"ru\":{}{}}}",
                "[".repeat(100_000),
                "]".repeat(100_000)
            ))
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
