//! What keeps a text from being JSON, with the position at which to mend it.
//!
//! `serde_json` knows what it met; the mistake is often before that: a comma at the end of the line above.

use super::*;

pub fn describe(text: &Text<'_>, error: &serde_json::Error) -> (Location, Message) {
    let content = text.content;
    let reason = error.to_string();
    let begins = |start: &str| reason.starts_with(start);
    let mut met = offset_of(text, error);
    if begins("control") {
        // The position given is that of the character before.
        let mut next = content[met..].char_indices().skip(1);
        met += next.next().filter(|(_, c)| c.is_control()).map_or(0, |(length, _)| length);
    }
    let here = content[met..].chars().next();
    let before = content[..met].trim_end();
    let foreign_or = |otherwise: fn() -> Message| foreign(here).unwrap_or_else(otherwise);
    let (offset, problem) = match here {
        Some('}' | ']') if before.ends_with(',') => (before.len() - 1, msg::json_comma_too_many()),
        _ if error.is_eof() => (content.trim_end().len().saturating_sub(1), msg::json_ends_early()),
        Some('"' | '{' | '[' | '-' | '0'..='9' | 't' | 'f' | 'n') if begins("expected `,`") => {
            (before.len() - 1, msg::json_comma_missing())
        }
        Some('\n' | '\r') if begins("control character") => (met, msg::json_line_in_text()),
        _ if begins("expected `,`") => (met, foreign_or(msg::json_bracket_expected)),
        _ if begins("key must be") => (met, foreign_or(msg::json_name_unquoted)),
        _ if begins("expected `:`") => (met, msg::json_colon_missing()),
        _ if begins("control character") => (met, msg::json_control_in_text()),
        _ if begins("invalid escape") => (met, msg::json_bad_escape()),
        _ if begins("invalid number") || begins("number out of range") => (met, msg::json_bad_number()),
        _ if begins("trailing characters") => (met, msg::json_goes_on()),
        _ => (met, foreign_or(msg::json_value_expected)),
    };
    let offset = boundary(content, offset);
    // Editors count characters.
    let column = content[..offset].chars().rev().take_while(|c| *c != '\n').count() + 1;
    (text.at(offset), msg::not_json(problem, column))
}

/// What comes from elsewhere and does not occur in JSON at all.
fn foreign(here: Option<char>) -> Option<Message> {
    match here? {
        '\'' | '“' | '”' | '„' | '«' | '»' | '‘' | '’' | '`' => Some(msg::json_other_quotes()),
        '/' | '#' => Some(msg::json_comment()),
        _ => None,
    }
}

/// The offset of what `serde_json` met: it counts lines from 1 and bytes of a line, and names the last byte that it has
/// taken.
fn offset_of(text: &Text<'_>, error: &serde_json::Error) -> usize {
    let offset = (text.start_of(error.line()) + error.column()).saturating_sub(1).min(text.content.len());
    boundary(text.content, offset)
}

/// The last offset up to this one at which a character begins.
fn boundary(content: &str, offset: usize) -> usize {
    (0..=offset).rev().find(|at| content.is_char_boundary(*at)).unwrap_or(0)
}

#[cfg(test)]
mod tests {
    use crate::dataset::json::Node;
    use crate::dataset::tests::reported;

    fn said(json: &str) -> String {
        reported("x", json, |text| assert!(Node::parse(text).is_none())).remove(0)
    }

    #[test]
    fn mistakes_are_said_where_they_are_mended() {
        for (json, expected) in [
            ("{\n \"a\": 1,\n}", "x:2: not JSON at column 8: a comma before a closing bracket"),
            ("{\n \"a\": [1,\n 2, ]\n}", "x:3: not JSON at column 3: a comma before a closing bracket"),
            ("{\n \"ц\": \"ж\"\n \"b\": 2\n}", "x:2: not JSON at column 9: a comma is missing"),
            ("{\n \"a\" 1\n}", "x:2: not JSON at column 6: a colon is missing"),
            ("{\n 'a': 1\n}", "x:2: not JSON at column 2: wrong quotation marks"),
            ("{\n “a”: 1\n}", "x:2: not JSON at column 2: wrong quotation marks"),
            ("{\n // x\n \"a\": 1\n}", "x:2: not JSON at column 2: a comment"),
            ("{\n a: 1\n}", "x:2: not JSON at column 2: the name of a field"),
            ("{\n \"a\": \"x,\n \"b\": 2\n}", "x:2: not JSON at column 10: a quotation mark is not closed"),
            ("{\n \"a\": \"x\ty\"\n}", "x:2: not JSON at column 9: a control character"),
            ("{\n \"a\": \"\\x\"\n}", "x:2: not JSON at column 9: a backslash"),
            ("{\n \"a\": \"\\u12\"\n}", "x:2: not JSON at column "),
            ("{\n \"цена\": 01\n}", "x:2: not JSON at column 11: not a number"),
            ("{\n \"цена\": True\n}", "x:2: not JSON at column 10: a value is expected"),
            ("{\n \"a\": 1\n\n", "x:2: not JSON at column 7: the file ends early"),
            ("{}\n{}\n", "x:2: not JSON at column 1: text after the end"),
        ] {
            assert!(said(json).starts_with(expected), "{} instead of {expected}", said(json));
        }
    }
}
