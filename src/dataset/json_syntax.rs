//! Mistakes in the syntax of JSON, as somebody who edits a file by hand makes them.

use super::*;

/// Says what keeps a text from being JSON, and at which position to mend it. `serde_json` knows what it met; the mistake is
/// often before that: a comma at the end of the line above.
pub fn describe_error(text: &Text<'_>, error: &serde_json::Error) -> (Location, Message) {
    let content = text.content;
    let reason = error.to_string();
    let met = error_offset(text, error, &reason);
    let (before, rest) = content.split_at(met);
    let here = rest.chars().next();

    let written = before.trim_end();
    let last = written.len().saturating_sub(1);
    let has_value = matches!(
        here,
        Some('"' | '{' | '[' | '-' | '0'..='9' | 't' | 'f' | 'n')
    );
    let (offset, problem) = match here {
        Some('}' | ']') if written.ends_with(',') => (last, msg::json_comma_too_many()),
        _ if is_quote_in_text(before, rest) => (last, msg::json_quotes_in_text()),
        _ if error.is_eof() => {
            let end = content.trim_end().len();
            (end.saturating_sub(1), msg::json_ends_early())
        }
        _ if has_value && reason.starts_with(COMMA_EXPECTED) => (last, msg::json_comma_missing()),
        Some('\n' | '\r') if reason.starts_with(CONTROL) => (met, msg::json_line_in_text()),
        _ => (met, name_problem(&reason, here)),
    };

    let offset = boundary(content, offset);
    // Editors count characters.
    let before = content[..offset].chars().rev();
    let column = before.take_while(|c| *c != '\n').count() + 1;
    (text.at(offset), msg::not_json(problem, column))
}

type Sentence = fn() -> Message;

const COMMA_EXPECTED: &str = "expected `,`";
const CONTROL: &str = "control character";

/// How sentences of `serde_json` begin, and what each means.
const REASONS: [(&str, Sentence); 8] = [
    (COMMA_EXPECTED, msg::json_bracket_expected),
    ("key must be", msg::json_name_unquoted),
    ("expected `:`", msg::json_colon_missing),
    (CONTROL, msg::json_control_in_text),
    ("invalid escape", msg::json_bad_escape),
    ("invalid number", msg::json_bad_number),
    ("number out of range", msg::json_bad_number),
    ("trailing characters", msg::json_goes_on),
];

/// Names the problem by the character that was met, if that does not occur in JSON, else by the reason.
fn name_problem(reason: &str, here: Option<char>) -> Message {
    if let Some(foreign) = foreign_character(here) {
        return foreign;
    }

    let known = REASONS.iter().find(|(start, _)| reason.starts_with(start));
    known.map_or_else(msg::json_value_expected, |(_, problem)| problem())
}

/// Returns true if a text has ended at a quotation mark that was to be a part of it: it goes on, and another mark follows
/// in its line.
fn is_quote_in_text(before: &str, rest: &str) -> bool {
    let line = rest.lines().next().unwrap_or_default();
    let Some(here) = line.chars().next().filter(|_| line.contains('"')) else {
        return false;
    };

    let is_adjacent = before.ends_with('"');
    match here {
        ',' | ':' | '}' | ']' | '{' | '[' => false,
        // The mark may be a part of the text twice, as in a cell of a table.
        '"' if is_adjacent => {
            let (_, behind) = line[1..].split_once('"').unwrap_or_default();
            behind.starts_with(|c: char| c == '"' || c.is_alphanumeric())
        }
        '"' => false,
        _ => is_adjacent || before.trim_end_matches(' ').ends_with('"'),
    }
}

/// Names a character that comes from elsewhere and does not occur in JSON at all.
fn foreign_character(here: Option<char>) -> Option<Message> {
    match here? {
        '\'' | '“' | '”' | '„' | '«' | '»' | '‘' | '’' | '`' => {
            Some(msg::json_other_quotes())
        }
        '/' | '#' => Some(msg::json_comment()),
        _ => None,
    }
}

/// The offset of what `serde_json` met: it counts lines from 1 and bytes of a line, and names the last byte that it has
/// taken. Of a control character that is the one before.
fn error_offset(text: &Text<'_>, error: &serde_json::Error, reason: &str) -> usize {
    let behind = text.start_of(error.line()) + error.column();
    let last = behind.saturating_sub(1);
    let offset = boundary(text.content, last);
    if reason.starts_with(CONTROL)
        && let Some((length, c)) = text.content[offset..].char_indices().nth(1)
        && c.is_control()
    {
        return offset + length;
    }

    offset
}

/// The last offset up to this one at which a character begins.
fn boundary(content: &str, offset: usize) -> usize {
    let mut offsets = (0..=offset).rev();
    let found = offsets.find(|at| content.is_char_boundary(*at));
    found.unwrap_or(0)
}

#[cfg(test)]
mod tests {
    use super::*;

    use crate::dataset::tests::reported;

    fn said(json: &str) -> String {
        reported("x", json, |text| assert!(Node::parse(text).is_none())).remove(0)
    }

    #[test]
    fn mistakes_are_said_where_they_are_mended() {
        for (json, expected) in [
            (
                "{\n \"a\": 1,\n}",
                "x:2: not JSON at column 8: a comma before a closing bracket",
            ),
            (
                "{\n \"a\": [1,\n 2, ]\n}",
                "x:3: not JSON at column 3: a comma before a closing bracket",
            ),
            (
                "{\n \"ц\": \"ж\"\n \"b\": 2\n}",
                "x:2: not JSON at column 9: a comma is missing",
            ),
            (
                "{\n \"a\" 1\n}",
                "x:2: not JSON at column 6: a colon is missing",
            ),
            (
                "{\n 'a': 1\n}",
                "x:2: not JSON at column 2: wrong quotation marks",
            ),
            (
                "{\n “a”: 1\n}",
                "x:2: not JSON at column 2: wrong quotation marks",
            ),
            (
                "{\n // x\n \"a\": 1\n}",
                "x:2: not JSON at column 2: a comment",
            ),
            (
                "{\n a: 1\n}",
                "x:2: not JSON at column 2: the name of a field",
            ),
            (
                "{\n \"a\": \"x,\n \"b\": 2\n}",
                "x:2: not JSON at column 10: a quotation mark is not closed",
            ),
            (
                "{\n \"a\": \"x\ty\"\n}",
                "x:2: not JSON at column 9: a control character",
            ),
            (
                "{\n \"a\": \"\\x\"\n}",
                "x:2: not JSON at column 9: a backslash",
            ),
            ("{\n \"a\": \"\\u12\"\n}", "x:2: not JSON at column "),
            (
                "{\n \"цена\": 01\n}",
                "x:2: not JSON at column 11: not a number",
            ),
            (
                "{\n \"цена\": True\n}",
                "x:2: not JSON at column 10: a value is expected",
            ),
            (
                "{\n \"a\": 1\n\n",
                "x:2: not JSON at column 7: the file ends early",
            ),
            ("{}\n{}\n", "x:2: not JSON at column 1: text after the end"),
            (
                "{\n \"a\": \"Масса \"M2\"\"\n}",
                "x:2: not JSON at column 14: quotation marks within a text",
            ),
            (
                "{\n \"a\": \"\"Узкая\" масса\",\n \"b\": 1\n}",
                "x:2: not JSON at column 8: quotation marks within a text",
            ),
            (
                "{\n \"a\": \"Масса \"\"M2\"\"\"\n}",
                "x:2: not JSON at column 14: quotation marks within a text",
            ),
            (
                "{\n \"a\": \"Рост \"(12)\"\"\n}",
                "x:2: not JSON at column 13: quotation marks within a text",
            ),
            (
                "{\n \"a\": \"Масса\" М2\"\n}",
                "x:2: not JSON at column 13: quotation marks within a text",
            ),
            (
                "{\n \"a\"b\": 1\n}",
                "x:2: not JSON at column 4: quotation marks within a text",
            ),
            (
                "{\n \"a\": [\"b\"\"c\"]\n}",
                "x:2: not JSON at column 10: a comma is missing",
            ),
        ] {
            assert!(
                said(json).starts_with(expected),
                "{} instead of {expected}",
                said(json)
            );
        }
    }
}
