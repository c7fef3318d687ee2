//! What keeps a text from being JSON, said where it is mended.
//!
//! `serde_json` knows what it met; the mistake is often before that: a comma at the end of the line above.

use super::diagnostic::Location;
use super::text::Text;
use crate::messages::{self as msg, Message};

/// Where the mistake stands, and what it is.
pub fn describe(text: &Text<'_>, error: &serde_json::Error) -> (Location, Message) {
    let content = text.content;
    let met = offset_of(text, error);
    // Of a control character, the position before it is given.
    let behind = content[met..].char_indices().nth(1).filter(|(_, c)| c.is_control());
    let met =
        behind.filter(|_| error.to_string().starts_with("control")).map_or(met, |(length, _)| met + length);
    let here = content[met..].chars().next();
    let before = content[..met].trim_end();
    let after_comma = before.ends_with(',') && matches!(here, Some('}' | ']'));
    let reason = error.to_string();
    let begins = |start: &str| reason.starts_with(start);
    let (offset, what) = if after_comma {
        (before.len() - 1, msg::json_comma_too_many())
    } else if error.is_eof() {
        (content.trim_end().len().saturating_sub(1), msg::json_ends_early())
    } else if begins("expected `,`") {
        match here {
            Some('"' | '{' | '[' | '-' | '0'..='9' | 't' | 'f' | 'n') => {
                (before.len() - 1, msg::json_comma_missing())
            }
            _ => (met, other(here).unwrap_or_else(msg::json_bracket_expected)),
        }
    } else if begins("expected `:`") {
        (met, msg::json_colon_missing())
    } else if begins("key must be") {
        (met, other(here).unwrap_or_else(msg::json_name_unquoted))
    } else if begins("control character") {
        let line_ends = matches!(here, Some('\n' | '\r'));
        (met, if line_ends { msg::json_line_in_text() } else { msg::json_control_in_text() })
    } else if begins("invalid escape") {
        (met, msg::json_bad_escape())
    } else if begins("invalid number") || begins("number out of range") {
        (met, msg::json_bad_number())
    } else if begins("trailing characters") {
        (met, msg::json_goes_on())
    } else {
        (met, other(here).unwrap_or_else(msg::json_value_expected))
    };
    // A character may be longer than a byte, and editors count characters.
    let offset = (0..=offset).rev().find(|at| content.is_char_boundary(*at)).unwrap_or(0);
    let column = content[..offset].chars().rev().take_while(|c| *c != '\n').count() + 1;
    (text.at(offset), msg::not_json(what, column))
}

/// What comes from elsewhere and is not in JSON at all.
fn other(here: Option<char>) -> Option<Message> {
    match here? {
        '\'' | '“' | '”' | '„' | '«' | '»' | '‘' | '’' | '`' => Some(msg::json_other_quotes()),
        '/' | '#' => Some(msg::json_comment()),
        _ => None,
    }
}

/// The offset of what `serde_json` met: it counts lines from 1 and bytes of a line, of which it names the last that
/// it has taken.
fn offset_of(text: &Text<'_>, error: &serde_json::Error) -> usize {
    let offset = (text.start_of(error.line()) + error.column()).saturating_sub(1).min(text.content.len());
    (0..=offset).rev().find(|at| text.content.is_char_boundary(*at)).unwrap_or(0)
}

#[cfg(test)]
mod tests {
    use crate::dataset::diagnostic::Diagnostics;
    use crate::dataset::json::Node;
    use crate::dataset::source::DataFile;
    use crate::dataset::text::Text;
    use crate::model::Lang;

    fn said(json: &str) -> String {
        let file = DataFile { path: "x".into(), bytes: json.as_bytes().to_vec() };
        let mut diagnostics = Diagnostics::default();
        let text = Text::decode(&file, &mut diagnostics).unwrap();
        assert!(Node::parse(&text, &mut diagnostics).is_none());
        diagnostics.problems()[0].sentence(Lang::En)
    }

    #[test]
    fn mistakes_are_said_where_they_are_mended() {
        for (json, expected) in [
            ("{\n \"a\": 1,\n}", "x:2: not JSON at column 8: a comma before a closing bracket"),
            ("{\n \"a\": [1,\n 2, ]\n}", "x:3: not JSON at column 3: a comma before a closing bracket"),
            ("{\n \"ц\": \"ж\"\n \"b\": 2\n}", "x:2: not JSON at column 9: a comma is missing"),
            ("{\n \"a\" 1\n}", "x:2: not JSON at column 6: a colon is missing"),
            ("{\n 'a': 1\n}", "x:2: not JSON at column 2: other quotation marks"),
            ("{\n “a”: 1\n}", "x:2: not JSON at column 2: other quotation marks"),
            ("{\n // x\n \"a\": 1\n}", "x:2: not JSON at column 2: a comment"),
            ("{\n a: 1\n}", "x:2: not JSON at column 2: a field's name"),
            ("{\n \"a\": \"x,\n \"b\": 2\n}", "x:2: not JSON at column 10: a quotation mark opens"),
            ("{\n \"a\": \"x\ty\"\n}", "x:2: not JSON at column 9: a control character"),
            ("{\n \"a\": \"\\x\"\n}", "x:2: not JSON at column 9: a backslash"),
            ("{\n \"a\": \"\\u12\"\n}", "x:2: not JSON at column "),
            ("{\n \"цена\": 01\n}", "x:2: not JSON at column 11: not a number"),
            ("{\n \"цена\": True\n}", "x:2: not JSON at column 10: a value belongs here"),
            ("{\n \"a\": 1\n\n", "x:2: not JSON at column 7: the file ends early"),
            ("{}\n{}\n", "x:2: not JSON at column 1: something stands behind the end"),
        ] {
            assert!(said(json).starts_with(expected), "{} instead of {expected}", said(json));
        }
    }
}
