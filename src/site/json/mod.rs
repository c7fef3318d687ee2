//! JSON: views of serde in both forms, and rows as elements of a list. Numbers reach it as text.

pub mod catalog;
pub mod indicator;
pub mod status;

use super::*;

use std::fmt::Write;

use askama::filters::Escaper;
use serde::Serializer;
use serde::ser::Error;

/// `schemaVersion` in every JSON body.
pub const SCHEMA_VERSION: &str = "1.0";

/// A text that an indicator may have.
fn optional(text: Option<&Localized<String>>, lang: Lang) -> Option<&str> {
    Some(text?.get(lang))
}

fn source_name(indicator: &Indicator, lang: Lang) -> Option<&str> {
    let source = indicator.source.as_ref()?;
    Some(source.name.get(lang))
}

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
        serde_json::from_str::<&RawValue>(&self.0)
            .map_err(S::Error::custom)?
            .serialize(serializer)
    }
}

/// An object of members that are named by data, in this order.
pub struct JsonObject<T>(pub Vec<(&'static str, T)>);

impl<T: Serialize> Serialize for JsonObject<T> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_map(self.0.iter().map(|(name, value)| (name, value)))
    }
}

/// Pretty with a newline at its end, compact without [D1.5].
pub fn content(view: &impl Serialize) -> Result<Texts, SiteError> {
    Texts::in_forms(|form| to_json(view, form))
}

/// A document that is laid out by hand.
pub fn document(pretty: String) -> Texts {
    let compact = compact(&pretty);
    Texts([pretty, compact].map(|text| Some(text.into_bytes())))
}

/// Escapes a text between its quotes, in templates.
#[derive(Clone, Copy)]
pub struct Quoted;

impl Escaper for Quoted {
    fn write_escaped_str<W: Write>(&self, mut out: W, text: &str) -> fmt::Result {
        let quoted = serde_json::to_string(text).map_err(|_| fmt::Error)?;
        out.write_str(&quoted[1..quoted.len() - 1])
    }
}

/// A JSON text without the white space between its parts.
pub fn compact(text: &str) -> String {
    let mut kept = String::with_capacity(text.len());
    let (mut is_in_string, mut is_escaped) = (false, false);
    for c in text.chars() {
        if is_in_string || !c.is_ascii_whitespace() {
            kept.push(c);
        }

        if c == '"' && !is_escaped {
            is_in_string = !is_in_string;
        }

        is_escaped = is_in_string && c == '\\' && !is_escaped;
    }

    kept
}

/// Pretty JSON for another document.
pub fn text(view: &(impl Serialize + ?Sized)) -> Result<String, SiteError> {
    Ok(serde_json::to_string_pretty(view)?)
}

/// The text before and after the elements of a list, which is empty and the last member of an object.
pub fn envelope(view: &impl Serialize, form: Form) -> Result<(Vec<u8>, Vec<u8>), SiteError> {
    let mut head = to_json(view, form)?;
    let end = head.iter().rposition(|byte| *byte == b']');
    let end = head.split_off(end.unwrap_or(head.len()));
    let tail = [line(form, 1), &end].concat();
    Ok((head, tail))
}

/// A document of its own, with a line feed at its end where it has lines.
fn to_json(view: &impl Serialize, form: Form) -> Result<Vec<u8>, SiteError> {
    let mut text = match form {
        Form::Default => serde_json::to_vec_pretty(view)?,
        Form::Alternate => serde_json::to_vec(view)?,
    };

    text.extend(line(form, 0));
    Ok(text)
}

/// A line break, where there is one, and the indentation after it, at most four levels deep.
fn line(form: Form, depth: usize) -> &'static [u8] {
    match form {
        Form::Default => &b"\n        "[..=2 * depth],
        Form::Alternate => b"",
    }
}

/// The elements of a list at depth 1, with a member for each column, in a tenth of the time that serde takes. Empty cells are
/// left out; the first column of a list has no empty ones.
pub struct Elements {
    form: Form,
    is_first: bool,
    is_first_member: bool,
    /// The name of the object in the element that is being written; empty where none is.
    group: String,
}

impl Elements {
    pub fn new(form: Form) -> Self {
        Elements {
            form,
            is_first: true,
            is_first_member: true,
            group: String::new(),
        }
    }

    /// Returns true if there is no element yet.
    pub fn is_empty(&self) -> bool {
        self.is_first
    }

    /// Begins the object that the next member belongs to, and ends the one before it.
    fn change_group(&mut self, text: &mut Vec<u8>, group: &str) {
        // Nearly all members are in none. A comparison of two empty texts reads nothing, and takes long over that.
        if self.group.is_empty() && group.is_empty() || self.group == group {
            return;
        }

        if !self.group.is_empty() {
            text.extend(line(self.form, 3));
            text.push(b'}');
            self.is_first_member = false;
        }

        self.group.clear();
        if !group.is_empty() {
            self.add_name(text, group);
            text.push(b'{');
            self.is_first_member = true;
            self.group.push_str(group);
        }
    }

    fn add_name(&mut self, text: &mut Vec<u8>, name: &str) {
        if !std::mem::take(&mut self.is_first_member) {
            text.push(b',');
        }

        let depth = 3 + usize::from(!self.group.is_empty());
        text.extend(line(self.form, depth));
        add_plain(text, name);
        text.extend_from_slice(match self.form {
            Form::Default => b": ",
            Form::Alternate => b":",
        });
    }

    fn add_flags(&self, text: &mut Vec<u8>, flags: Flags) {
        text.push(b'[');
        for (number, flag) in flags.iter().enumerate() {
            if number > 0 {
                text.push(b',');
            }

            text.extend(line(self.form, 4));
            add_plain(text, flag.name());
        }

        text.extend(line(self.form, 3));
        text.push(b']');
    }
}

impl RowFormat for Elements {
    fn begin(&mut self, text: &mut Vec<u8>) {
        if !std::mem::take(&mut self.is_first) {
            text.push(b',');
        }

        text.extend(line(self.form, 2));
        text.push(b'{');
        self.is_first_member = true;
    }

    fn cell(&mut self, text: &mut Vec<u8>, name: &str, cell: &TableCell<'_>) {
        if cell.is_empty() {
            return;
        }

        let (group, member) = name.split_once('.').unwrap_or(("", name));
        self.change_group(text, group);
        self.add_name(text, member);
        match cell {
            TableCell::Null | TableCell::Date(None) => text.extend(b"null"),
            // Writing to memory does not fail.
            TableCell::Text(words) | TableCell::Origin(words) => {
                drop(serde_json::to_writer(text, words));
            }
            TableCell::Plain(_) | TableCell::Timestamp(_) | TableCell::Date(_) => {
                text.push(b'"');
                cell.add_to(text);
                text.push(b'"');
            }
            TableCell::Value(_) | TableCell::Number(_) => cell.add_to(text),
            TableCell::Flags(flags) => self.add_flags(text, *flags),
        }
    }

    fn end_object(&mut self, text: &mut Vec<u8>) {
        self.change_group(text, "");
    }

    fn end(&mut self, text: &mut Vec<u8>) {
        self.end_object(text);
        text.extend(line(self.form, 2));
        text.push(b'}');
    }
}

/// A text in which nothing needs to be escaped.
fn add_plain(text: &mut Vec<u8>, name: &str) {
    text.push(b'"');
    text.extend(name.as_bytes());
    text.push(b'"');
}

#[cfg(test)]
mod tests {
    use super::*;

    #[derive(Clone, Copy, Serialize)]
    struct View<'a> {
        date: Option<&'a str>,
        value: i32,
        #[serde(skip_serializing_if = "str::is_empty")]
        note: &'a str,
        #[serde(skip_serializing_if = "<[&str]>::is_empty")]
        flags: &'a [&'a str],
    }

    #[derive(Serialize)]
    struct Document<'a> {
        list: &'a [View<'a>],
    }

    enum Views {}

    impl RowKind for Views {
        type TableRow<'a> = View<'a>;

        fn repeats(before: &View<'_>, row: &View<'_>) -> bool {
            (before.note, before.flags) == (row.note, row.flags)
        }
    }

    const COLUMNS: [TableColumn<Views>; 4] = [
        column("date", |row| {
            row.date
                .map_or(TableCell::Null, |date| TableCell::Date(date.parse().ok()))
        }),
        column("value", |row| {
            TableCell::Value(row.value.to_string().parse().unwrap())
        }),
        common_column("note", |row| TableCell::Text(row.note)),
        common_column("flags", |row| {
            let named = |flag: &Flag| row.flags.contains(&flag.name());
            let mut flags = Flags::default();
            for flag in Flag::ALL.into_iter().filter(named) {
                flags.insert(flag);
            }

            TableCell::Flags(flags)
        }),
    ];

    #[test]
    fn elements_are_those_of_serde() {
        let rests: [(&str, &[&str]); 5] = [
            ("", &[]),
            ("a \"b\"\n}", &[]),
            ("a \"b\"\n}", &[]),
            ("", &["rounded", "gap"]),
            ("c", &["gap"]),
        ];
        let views = (-1..).zip(rests).map(|(value, (note, flags))| View {
            date: (value != 0).then_some("2026-11-20"),
            value,
            note,
            flags,
        });
        let views: Vec<View<'_>> = views.collect();
        for form in Form::ALL {
            for views in [&views[..], &[]] {
                let (mut text, tail) = envelope(&Document { list: &[] }, form).unwrap();
                let mut elements = Elements::new(form);
                write(&mut text, &mut elements, &COLUMNS, views.iter().copied()).unwrap();
                text.extend(if elements.is_empty() {
                    tail.trim_ascii_start()
                } else {
                    &tail
                });
                let expected = to_json(&Document { list: views }, form).unwrap();
                assert_eq!(String::from_utf8(text), String::from_utf8(expected));
            }
        }
    }

    #[test]
    fn what_rows_repeat_behind_an_object_stands_outside_of_it() {
        let columns = [
            column::<Views>("mom.abs", |_| TableCell::Null),
            common_column("note", |row| TableCell::Text(row.note)),
            column("yoy.abs", |_| TableCell::Null),
            common_column("flags", |row| TableCell::Text(row.note)),
        ];
        let notes = ["a", "a", "", "", "b", "b"];
        let views = notes.map(|note| View {
            date: None,
            value: 0,
            note,
            flags: &[],
        });
        for form in Form::ALL {
            let mut text = b"[".to_vec();
            write(
                &mut text,
                &mut Elements::new(form),
                &columns,
                views.into_iter(),
            )
            .unwrap();
            text.push(b']');
            let rows: Vec<serde_json::Value> = serde_json::from_slice(&text).unwrap();
            let expected = notes.map(|note| {
                let mut row = serde_json::json!({"mom": {"abs": null}, "yoy": {"abs": null}});
                if !note.is_empty() {
                    row["note"] = note.into();
                    row["flags"] = note.into();
                }
                row
            });
            assert_eq!(rows, expected);
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
