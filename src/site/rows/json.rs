//! Elements of a list of JSON, with a member for each column. A tenth of the time that serde takes for each.

use super::*;

use crate::site::json::line;

/// The elements of a list at depth 1. Empty cells are left out; the first column of a list has none.
pub struct Elements {
    form: Form,
    is_first: bool,
    is_first_member: bool,
    /// What stands before a member.
    line: Vec<u8>,
    /// What stands before an element, and before its end.
    end: Vec<u8>,
    /// The name of the object in the element that is being written; empty where none is.
    group: String,
}

impl Elements {
    pub fn new(form: Form) -> Self {
        let (line, end) = (line(form, 3), line(form, 2));
        Elements { form, is_first: true, is_first_member: true, line, end, group: String::new() }
    }

    /// Whether there is no element yet.
    pub fn is_empty(&self) -> bool {
        self.is_first
    }

    /// Begins the object that the next member belongs to, and ends the one before it.
    fn change_group(&mut self, text: &mut Vec<u8>, group: &str) {
        if self.group == group {
            return;
        }
        if !self.group.is_empty() {
            text.extend_from_slice(&self.line);
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
        match self.group.is_empty() {
            true => text.extend_from_slice(&self.line),
            false => text.extend(line(self.form, 4)),
        }
        add_plain(text, name);
        text.extend_from_slice(match self.form {
            Form::Default => b": ",
            Form::Alternate => b":",
        });
    }

    fn add_flags(&self, text: &mut Vec<u8>, names: impl Iterator<Item = &'static str>) {
        text.push(b'[');
        for (number, name) in names.enumerate() {
            if number > 0 {
                text.push(b',');
            }
            text.extend(line(self.form, 4));
            add_plain(text, name);
        }
        text.extend_from_slice(&self.line);
        text.push(b']');
    }
}

impl RowFormat for Elements {
    fn begin(&mut self, text: &mut Vec<u8>) {
        if !std::mem::take(&mut self.is_first) {
            text.push(b',');
        }
        text.extend_from_slice(&self.end);
        text.push(b'{');
        self.is_first_member = true;
    }

    fn cell(&mut self, text: &mut Vec<u8>, name: &str, cell: &Cell<'_>) {
        if cell.is_empty() {
            return;
        }
        let (group, member) = name.split_once('.').unwrap_or(("", name));
        self.change_group(text, group);
        self.add_name(text, member);
        match cell {
            Cell::Date(Some(date)) => {
                text.push(b'"');
                push_date(text, *date);
                text.push(b'"');
            }
            Cell::Value(value) => value.with_digits(|digits| text.extend_from_slice(digits.as_bytes())),
            Cell::Number(number) => text.extend_from_slice(number.as_bytes()),
            // Writing to memory does not fail.
            Cell::Text(words) | Cell::Origin(words) => drop(serde_json::to_writer(text, words)),
            Cell::Plain(name) => add_plain(text, name),
            Cell::Timestamp(instant) => add_plain(text, instant),
            Cell::Flags(flags) => self.add_flags(text, flags.iter().map(|flag| flag.name())),
            Cell::Null | Cell::Date(None) => text.extend_from_slice(b"null"),
        }
    }

    fn end(&mut self, text: &mut Vec<u8>) {
        self.change_group(text, "");
        text.extend_from_slice(&self.end);
        text.push(b'}');
    }
}

/// A text in which nothing needs to be escaped.
fn add_plain(text: &mut Vec<u8>, name: &str) {
    text.push(b'"');
    text.extend_from_slice(name.as_bytes());
    text.push(b'"');
}

#[cfg(test)]
mod tests {
    use serde::Serialize;

    use super::*;
    use crate::model::{Flag, Flags};
    use crate::site::json::add_element;
    use crate::site::rows::{Column, Kind, write};

    #[derive(Clone, Copy, Serialize)]
    struct View<'a> {
        date: Option<&'a str>,
        value: i32,
        #[serde(skip_serializing_if = "str::is_empty")]
        note: &'a str,
        #[serde(skip_serializing_if = "<[&str]>::is_empty")]
        flags: &'a [&'a str],
    }

    enum Views {}

    impl Kind for Views {
        type Row<'a> = View<'a>;

        fn repeats(before: &View<'_>, row: &View<'_>) -> bool {
            (before.note, before.flags) == (row.note, row.flags)
        }
    }

    const COLUMNS: [Column<Views>; 4] = [
        Column::new("date", |row| row.date.map_or(Cell::Null, |date| Cell::Date(date.parse().ok()))),
        Column::new("value", |row| Cell::Value(row.value.to_string().parse().unwrap())),
        Column::common("note", |row| Cell::Text(row.note)),
        Column::common("flags", |row| {
            let named = |flag: &Flag| row.flags.contains(&flag.name());
            let mut flags = Flags::default();
            for flag in Flag::ALL.into_iter().filter(named) {
                flags.insert(flag);
            }
            Cell::Flags(flags)
        }),
    ];

    #[test]
    fn elements_are_those_of_serde() {
        let rests: [(&str, &[&str]); 5] =
            [("", &[]), ("a \"b\"\n}", &[]), ("a \"b\"\n}", &[]), ("", &["rounded", "gap"]), ("c", &["gap"])];
        let views = (-1..).zip(rests).map(|(value, (note, flags))| View {
            date: (value != 0).then_some("2026-11-20"),
            value,
            note,
            flags,
        });
        let views: Vec<View<'_>> = views.collect();
        for form in Form::ALL {
            let (mut text, mut expected) = (Vec::new(), Vec::new());
            write(&mut text, &mut Elements::new(form), &COLUMNS, views.iter().copied()).unwrap();
            for (number, view) in views.iter().enumerate() {
                add_element(&mut expected, view, form, 1, number == 0).unwrap();
            }
            assert_eq!(String::from_utf8(text), String::from_utf8(expected));
        }
    }
}
