//! JSON: views of serde in both forms, and lists that are written element by element. Numbers reach it as text.

pub mod catalog;
pub mod explanation;
pub mod indicator;
pub mod latest;
pub mod status;

use super::*;

use serde::Serializer;
use serde::ser::Error;
use serde_json::ser::{Formatter, PrettyFormatter};

/// `schemaVersion` in every JSON body.
pub const SCHEMA_VERSION: &str = "1.0";

/// The text before and after the elements of a list.
pub type Envelope = Result<(Vec<u8>, Vec<u8>), SiteError>;

/// A number of JSON written digit by digit: no binary float stands between the dataset and the body.
pub struct Decimal(String);

impl Decimal {
    pub fn new(value: &impl Display) -> Self {
        Decimal(value.to_string())
    }

    pub fn as_str(&self) -> &str {
        &self.0
    }
}

impl Serialize for Decimal {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        Digits(&self.0).serialize(serializer)
    }
}

/// The same where the text is at hand.
pub struct Digits<'a>(pub &'a str);

impl Serialize for Digits<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serde_json::from_str::<&RawValue>(self.0).map_err(S::Error::custom)?.serialize(serializer)
    }
}

/// Pretty with a newline at its end, compact without [D1.5].
pub fn content(view: &impl Serialize) -> Result<Texts, SiteError> {
    Texts::in_forms(|form| {
        let mut text = write(view, form, 0)?;
        text.extend(line(form, 0));
        Ok(text)
    })
}

/// A document that is laid out by hand.
pub fn document(pretty: String) -> Texts {
    Texts { alternate: Some(compact(&pretty).into_bytes()), default: pretty.into_bytes() }
}

/// A JSON text without the white space between its parts.
fn compact(text: &str) -> String {
    let (mut in_string, mut escaped) = (false, false);
    let keep = |c: &char| {
        let keep = in_string || !c.is_ascii_whitespace();
        (in_string, escaped) = match (in_string, escaped, *c) {
            (true, false, '\\') => (true, true),
            (true, false, '"') => (false, false),
            (false, _, c) => (c == '"', false),
            (true, _, _) => (true, false),
        };
        keep
    };
    text.chars().filter(keep).collect()
}

/// Pretty JSON for another document.
pub fn text(view: &(impl Serialize + ?Sized)) -> Result<String, SiteError> {
    Ok(serde_json::to_string_pretty(view)?)
}

/// The beginning and the end of an object whose last member is an empty list, `depth` levels deep in its document: the
/// text before and after the elements of the list. At depth 0 the end is that of the document.
pub fn envelope(view: &impl Serialize, form: Form, depth: usize) -> Envelope {
    let mut head = write(view, form, depth)?;
    let end = head.iter().rposition(|byte| *byte == b']').unwrap_or(head.len());
    let mut tail = head.split_off(end);
    tail.splice(..0, line(form, depth + 1));
    if depth == 0 {
        tail.extend(line(form, 0));
    }
    Ok((head, tail))
}

/// The end of an envelope around these elements: without elements the list ends in its first line.
pub fn tail_after<'a>(elements: &[u8], tail: &'a [u8]) -> &'a [u8] {
    if elements.is_empty() { tail.trim_ascii_start() } else { tail }
}

/// Adds an element to a list `depth` levels deep in its document.
pub fn add_element(
    to: &mut Vec<u8>,
    view: &impl Serialize,
    form: Form,
    depth: usize,
    is_first: bool,
) -> Result<(), SiteError> {
    begin_element(to, form, depth, is_first);
    write_to(to, view, form, depth + 1)
}

/// The text before an element of a list `depth` levels deep in its document.
pub fn begin_element(to: &mut Vec<u8>, form: Form, depth: usize, is_first: bool) {
    if !is_first {
        to.push(b',');
    }
    to.extend(line(form, depth + 1));
}

fn write(view: &impl Serialize, form: Form, depth: usize) -> Text {
    let mut text = Vec::new();
    write_to(&mut text, view, form, depth)?;
    Ok(text)
}

/// Writes a view that is `depth` levels deep in its document.
fn write_to(to: &mut Vec<u8>, view: &impl Serialize, form: Form, depth: usize) -> Result<(), SiteError> {
    if form == Form::Alternate {
        return Ok(serde_json::to_writer(to, view)?);
    }
    let mut formatter = PrettyFormatter::new();
    for _ in 0..depth {
        formatter.begin_array(&mut io::sink())?;
    }
    Ok(view.serialize(&mut serde_json::Serializer::with_formatter(to, formatter))?)
}

/// A line break, where there is one, and the indentation after it.
pub fn line(form: Form, depth: usize) -> Vec<u8> {
    match form {
        Form::Default => format!("\n{:width$}", "", width = 2 * depth).into_bytes(),
        Form::Alternate => Vec::new(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[derive(Serialize)]
    struct View<'a> {
        name: &'a str,
        list: &'a [View<'a>],
    }

    #[test]
    fn a_list_written_element_by_element_is_the_list() {
        let leaf = |name| View { name, list: &[] };
        for elements in [vec![], vec![leaf("a\nb]")], vec![leaf("a"), leaf("]"), leaf("")]] {
            let whole = View { name: "w", list: &elements };
            for form in [Form::Default, Form::Alternate] {
                let (head, tail) = envelope(&leaf("w"), form, 0).unwrap();
                let mut list = Vec::new();
                for (number, element) in elements.iter().enumerate() {
                    add_element(&mut list, element, form, 1, number == 0).unwrap();
                }
                let text = [&*head, &*list, tail_after(&list, &tail)].concat();
                let whole = write(&whole, form, 0).unwrap();
                let end = if form == Form::Default { "\n" } else { "" };
                assert_eq!(String::from_utf8(text), String::from_utf8([&whole, end.as_bytes()].concat()));
            }
        }
    }

    #[test]
    fn compact_texts_keep_their_strings() {
        assert_eq!(
            compact("{\n  \"a b\": [1, \"\\\" \\\\\"],\n  \"c\": \" \" }\n"),
            "{\"a b\":[1,\"\\\" \\\\\"],\"c\":\" \"}"
        );
    }
}
