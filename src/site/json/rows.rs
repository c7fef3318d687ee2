//! Elements of a list that are alike but for a few members: names and what stands between members are copied, and what
//! elements have in common is written by serde once. A tenth of the time that serde takes for each.

use serde::Serialize;

use super::{line, write};
use crate::site::page::{Form, Text};

/// The elements of a list at depth 1.
pub struct Elements {
    text: Vec<u8>,
    /// How many more elements there will be, until one is written.
    expected: usize,
    is_first_member: bool,
    /// What stands before a member.
    line: Vec<u8>,
    /// What stands before an element, and before its end.
    end: Vec<u8>,
    /// What stands between a name and its value.
    colon: &'static str,
}

impl Elements {
    pub fn new(form: Form, expected: usize) -> Self {
        let colon = match form {
            Form::Default => "\": ",
            Form::Alternate => "\":",
        };
        let (line, end) = (line(form, 3), line(form, 2));
        Elements { text: Vec::new(), expected, is_first_member: true, line, end, colon }
    }

    pub fn begin(&mut self) {
        if !self.text.is_empty() {
            self.text.push(b',');
        }
        self.text.extend_from_slice(&self.end);
        self.text.push(b'{');
        self.is_first_member = true;
    }

    /// A member whose value is a number or `null`.
    pub fn plain(&mut self, name: &str, value: &str) {
        self.name(name);
        self.text.extend_from_slice(value.as_bytes());
    }

    /// A member whose value is a text in which nothing needs to be escaped: a date, or a name of this program.
    pub fn text(&mut self, name: &str, value: &str) {
        self.name(name);
        self.text.push(b'"');
        self.text.extend_from_slice(value.as_bytes());
        self.text.push(b'"');
    }

    /// Members that [`members`] has written.
    pub fn written(&mut self, members: &[u8]) {
        if !members.is_empty() {
            self.separate();
            self.text.extend_from_slice(members);
        }
    }

    /// Ends an element.
    pub fn end(&mut self) {
        self.text.extend_from_slice(&self.end);
        self.text.push(b'}');
        // Elements are about as long as the first one.
        let others = std::mem::take(&mut self.expected).saturating_sub(1);
        self.text.reserve(others * (self.text.len() + 2));
    }

    pub fn finish(self) -> Vec<u8> {
        self.text
    }

    fn name(&mut self, name: &str) {
        self.separate();
        self.text.extend_from_slice(&self.line);
        self.text.push(b'"');
        self.text.extend_from_slice(name.as_bytes());
        self.text.extend_from_slice(self.colon.as_bytes());
    }

    fn separate(&mut self) {
        if !std::mem::take(&mut self.is_first_member) {
            self.text.push(b',');
        }
    }
}

/// The members of an object as they stand in an element.
pub fn members(view: &impl Serialize, form: Form) -> Text {
    let text = write(view, form, 2)?;
    let text = text.strip_prefix(b"{").unwrap_or(&text);
    let text = text.strip_suffix(b"}").unwrap_or(text);
    Ok(text.strip_suffix(&*line(form, 2)).unwrap_or(text).to_vec())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::site::json::add_element;

    #[derive(Serialize)]
    struct View<'a> {
        date: Option<&'a str>,
        value: i32,
        #[serde(flatten)]
        rest: Rest<'a>,
    }

    #[derive(Clone, Copy, Serialize)]
    struct Rest<'a> {
        #[serde(skip_serializing_if = "str::is_empty")]
        note: &'a str,
        #[serde(skip_serializing_if = "<[i32]>::is_empty")]
        flags: &'a [i32],
    }

    #[test]
    fn elements_are_those_of_serde() {
        let rests = [("", &[][..]), ("a \"b\"\n}", &[][..]), ("", &[1, 2][..]), ("c", &[3][..])];
        let rests = rests.map(|(note, flags)| Rest { note, flags });
        let views: Vec<View<'_>> = (-1..)
            .zip(rests)
            .map(|(value, rest)| View { date: (value != 0).then_some("2026-11-20"), value, rest })
            .collect();
        for form in Form::ALL {
            let mut list = Elements::new(form, views.len());
            for view in &views {
                list.begin();
                match view.date {
                    Some(date) => list.text("date", date),
                    None => list.plain("date", "null"),
                }
                list.plain("value", &view.value.to_string());
                list.written(&members(&view.rest, form).unwrap());
                list.end();
            }
            let mut expected = Vec::new();
            for (number, view) in views.iter().enumerate() {
                add_element(&mut expected, view, form, 1, number == 0).unwrap();
            }
            assert_eq!(String::from_utf8(list.finish()), String::from_utf8(expected));
        }
    }
}
