//! The objects of a long list in JSON, in both forms, written without a tree of values for each.

use super::page::Form;

/// The name of a member of an object that stands in a list of the outermost object.
pub struct Member {
    /// With the indentation of that depth.
    pub pretty: &'static str,
    /// Without any.
    pub compact: &'static str,
}

/// A [`Member`] by its name.
macro_rules! member {
    ($name:literal) => {
        $crate::site::elements::Member {
            pretty: concat!("\n      \"", $name, "\": "),
            compact: concat!("\"", $name, "\":"),
        }
    };
}
pub(super) use member;

/// The objects of a list, as they are written in one form.
pub struct Elements {
    text: String,
    form: Form,
    is_open: bool,
    /// How many more objects there will be.
    expected: usize,
}

impl Elements {
    /// None yet of this many.
    pub fn new(form: Form, expected: usize) -> Self {
        Elements { text: String::new(), form, is_open: false, expected }
    }

    /// Begins an object.
    pub fn begin(&mut self) {
        if !self.text.is_empty() {
            self.text.push(',');
        }
        self.text += if self.form == Form::Default { "\n    {" } else { "{" };
        self.is_open = true;
    }

    /// A member whose value is JSON already.
    pub fn raw(&mut self, member: &Member, value: &str) {
        if !std::mem::take(&mut self.is_open) {
            self.text.push(',');
        }
        self.text += if self.form == Form::Default { member.pretty } else { member.compact };
        self.text += value;
    }

    /// A member that is a text in which nothing needs an escape: a name of this program, or a date.
    pub fn plain(&mut self, member: &Member, value: &str) {
        self.raw(member, "\"");
        self.text += value;
        self.text.push('"');
    }

    /// A member that is a text, left out if there is none.
    ///
    /// # Errors
    /// None that a text brings about.
    pub fn text(&mut self, member: &Member, value: Option<&str>) -> Result<(), serde_json::Error> {
        if let Some(value) = value {
            self.raw(member, &serde_json::to_string(value)?);
        }
        Ok(())
    }

    /// A member that is a list of names of this program, left out if it is empty.
    pub fn names(&mut self, member: &Member, names: impl Iterator<Item = &'static str>) {
        let between = if self.form == Form::Default { ",\n        " } else { "," };
        let names: Vec<String> = names.map(|name| format!("\"{name}\"")).collect();
        if !names.is_empty() {
            self.raw(member, "[");
            self.text += between.trim_start_matches(',');
            self.text += &names.join(between);
            self.text += if self.form == Form::Default { "\n      ]" } else { "]" };
        }
    }

    /// Ends an object.
    pub fn end(&mut self) {
        self.text += if self.form == Form::Default { "\n    }" } else { "}" };
        // Objects are about as long as the first one.
        let others = std::mem::take(&mut self.expected).saturating_sub(1);
        self.text.reserve(others * (self.text.len() + 2));
    }

    /// What has been written.
    pub fn finish(self) -> String {
        self.text
    }
}

#[cfg(test)]
mod tests {
    use serde_json::{Value, json};

    use super::*;

    fn written(form: Form) -> String {
        let mut list = Elements::new(form, 2);
        list.begin();
        list.raw(&member!("a"), "null");
        list.plain(&member!("b"), "2026-11-20");
        list.text(&member!("c"), Some("\"\n\u{1}")).unwrap();
        list.text(&member!("d"), None).unwrap();
        list.names(&member!("e"), ["x", "y"].into_iter());
        list.names(&member!("f"), [].into_iter());
        list.end();
        list.begin();
        list.raw(&member!("a"), "1");
        list.end();
        list.finish()
    }

    #[test]
    fn both_forms_are_those_of_the_library() {
        let list =
            json!({"list": [{"a": null, "b": "2026-11-20", "c": "\"\n\u{1}", "e": ["x", "y"]}, {"a": 1}]});
        let pretty = format!("{{\n  \"list\": [{}\n  ]\n}}", written(Form::Default));
        assert_eq!(pretty, serde_json::to_string_pretty(&list).unwrap());
        let compact = format!("{{\"list\":[{}]}}", written(Form::Alternate));
        assert_eq!(compact, list.to_string());
        assert_eq!(serde_json::from_str::<Value>(&pretty).unwrap(), list);
    }
}
