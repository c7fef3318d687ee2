//! The fields of a JSON object: each is taken out once, then those that are left and those that are missing are reported.

use super::*;

use serde::de::{Deserialize, Deserializer, MapAccess, Visitor};

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
        let mut object = Object { node: self, fields: Vec::new(), known: Vec::new(), missing: Vec::new() };
        let mut lines = HashMap::new();
        for (raw_name, raw) in members {
            let name_node = Node { raw: raw_name.get(), field: None, ..self };
            let Some(name) = name_node.string() else { continue };
            let location = name_node.location();
            if let Some(first) = lines.get(&name) {
                self.report().error(location, msg::repeated_field(&name, first));
                continue;
            }
            lines.insert(name.clone(), name_node.line());
            let field = Some(raw_name.get().trim_matches('"'));
            object.fields.push(Field { name, location, value: Node { raw: raw.get(), field, ..self } });
        }
        Some(object)
    }

    /// An object that has a text in every language: a text alone is answered with what to write.
    pub fn object_of_texts(self) -> Option<Object<'a>> {
        let texts = Lang::ALL.map(|lang| format!("\"{}\": \"…\"", lang.tag()));
        self.object_else(|| msg::verbatim(format!("`{{{}}}`", texts.join(", "))))
    }

    pub fn by_lang(self) -> Option<Localized<String>> {
        let mut object = self.object_of_texts()?;
        let text = object.by_lang();
        object.finish();
        text
    }
}

impl<'a> Object<'a> {
    /// Whether the object has a field that was not taken out yet.
    pub fn has(&self, name: &str) -> bool {
        self.fields.iter().any(|field| field.name == name)
    }

    /// Takes a field that may be missing; null is refused, since it would say the same in another way.
    pub fn optional<T>(&mut self, name: &'static str, read: impl FnOnce(Node<'a>) -> Option<T>) -> Option<T> {
        let node = self.take(name)?;
        if node.raw == "null" {
            return node.refuse(msg::null_field(name));
        }
        read(node)
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

    /// Takes a field that must be there. Whether it is missing or mistyped is known when all others are taken.
    pub fn required<T>(&mut self, name: &'static str, read: impl FnOnce(Node<'a>) -> Option<T>) -> Option<T> {
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

    /// What was not taken out; of an object whose names are data, every field.
    pub fn into_fields(self) -> Vec<Field<'a>> {
        self.fields
    }

    pub fn has_more(&self) -> bool {
        !self.fields.is_empty()
    }

    /// Reports what was not taken out, and what is missing; a mistyped name is not reported twice.
    pub fn finish(self) {
        let mut missing = self.missing;
        let report = self.node.text.report;
        for Field { name, location, .. } in self.fields {
            let nearest = report.nearest(&name, self.known.iter().copied());
            report.error(location, msg::unknown_field(&name, nearest, &self.known.join(", ")));
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
