//! JSON documents that are mostly written by hand: a file with gaps, and the text that goes into them.
//!
//! A gap is a string that begins with `@`. `"@name"` is replaced by a value; `"@name": {}`, on a line of its own, by
//! the members of an object, or by nothing. What has been put in is not searched for gaps again.

use std::collections::BTreeMap;

/// What goes into the gaps: JSON by the name of the gap.
pub type Values<'a> = BTreeMap<&'a str, String>;

/// Fills the gaps of `template`. What is put in takes the indentation of its line.
pub fn fill(template: &str, values: &Values<'_>) -> String {
    let mut filled = String::new();
    for line in template.trim_end().lines() {
        let indent = line.len() - line.trim_start().len();
        let member =
            line.trim().trim_end_matches(',').strip_suffix(": {}").and_then(gap).and_then(|n| values.get(n));
        if let Some(object) = member {
            let comma = if line.ends_with(',') { "," } else { "" };
            add_members(&mut filled, object, &line[..indent], comma);
            continue;
        }
        let mut rest = line;
        while let Some((before, name, after)) = next_gap(rest) {
            filled += before;
            match values.get(name) {
                Some(value) => filled += &value.trim_end().replace('\n', &format!("\n{}", &line[..indent])),
                None => filled.extend(["\"@", name, "\""]),
            }
            rest = after;
        }
        filled += rest;
        filled.push('\n');
    }
    filled
}

/// The members of an object that is written with each on lines of its own.
pub fn members(object: &str) -> &str {
    let object = object.trim();
    object
        .strip_prefix('{')
        .and_then(|object| object.strip_suffix('}'))
        .unwrap_or_default()
        .trim_matches('\n')
        .trim_end()
}

/// A JSON text without the white space between its parts.
pub fn compact(text: &str) -> String {
    let (mut in_string, mut escaped) = (false, false);
    let keep = |c: &char| {
        let keep = in_string || !c.is_ascii_whitespace();
        (in_string, escaped) = match (in_string, escaped, *c) {
            (true, true, _) => (true, false),
            (true, false, '\\') => (true, true),
            (inside, _, '"') => (!inside, false),
            (inside, _, _) => (inside, false),
        };
        keep
    };
    text.chars().filter(keep).collect()
}

/// An object of these members, each value on its own.
pub fn object<'a>(parts: impl IntoIterator<Item = (&'a str, String)>) -> String {
    let parts: Vec<String> =
        parts.into_iter().map(|(name, value)| format!("  \"{name}\": {value}")).collect();
    format!("{{\n{}\n}}\n", parts.join(",\n"))
}

fn add_members(filled: &mut String, object: &str, indent: &str, comma: &str) {
    let members = members(object);
    if members.is_empty() {
        return;
    }
    for line in members.lines() {
        // The members of an object stand two columns further in than itself, and so does the gap.
        *filled += indent;
        *filled += line.strip_prefix("  ").unwrap_or(line);
        filled.push('\n');
    }
    filled.truncate(filled.len() - 1);
    *filled += comma;
    filled.push('\n');
}

fn gap(text: &str) -> Option<&str> {
    text.strip_prefix("\"@")?.strip_suffix('"')
}

fn next_gap(text: &str) -> Option<(&str, &str, &str)> {
    let (before, rest) = text.split_once("\"@")?;
    let (name, after) = rest.split_once('"')?;
    Some((before, name, after))
}

#[cfg(test)]
mod tests {
    use super::*;

    const TEMPLATE: &str =
        "{\n  \"a\": \"@value\",\n  \"@none\": {},\n  \"@some\": {},\n  \"@key\": [\"@value\"]\n}\n";

    #[test]
    fn gaps_are_filled_where_they_stand() {
        let values = Values::from([
            ("value", "{\n  \"x\": \"@key\"\n}\n".to_owned()),
            ("none", "{\n}\n".to_owned()),
            ("some", "{\n  \"b\": 1,\n  \"c\": {\n    \"d\": 2\n  }\n}".to_owned()),
            ("key", "\"k\"".to_owned()),
        ]);
        let expected = "{\n  \"a\": {\n    \"x\": \"@key\"\n  },\n  \"b\": 1,\n  \"c\": {\n    \"d\": 2\n  },\n  \
                        \"k\": [{\n    \"x\": \"@key\"\n  }]\n}\n";
        assert_eq!(fill(TEMPLATE, &values), expected);
    }

    #[test]
    fn compact_texts_keep_their_strings() {
        assert_eq!(
            compact("{\n  \"a b\": [1, \"\\\" \\\\\"],\n  \"c\": \" \" }\n"),
            "{\"a b\":[1,\"\\\" \\\\\"],\"c\":\" \"}"
        );
    }
}
