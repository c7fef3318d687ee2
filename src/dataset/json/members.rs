//! The members of a JSON object as slices of the text, and the two of `dataset.json` that every publication sets without
//! touching anything else in the file.

use std::fmt;

use serde::de::{Deserialize, Deserializer, MapAccess, Visitor};
use serde_json::value::RawValue;

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

/// `dataset.json` with this version and this as-of instant; `None` where it does not have both exactly once.
pub fn stamped(bytes: &[u8], version: &str, as_of: &str) -> Option<Vec<u8>> {
    let text = std::str::from_utf8(bytes).ok()?;
    // A byte order mark is no part of the JSON.
    let Members(members) = serde_json::from_str(text.strip_prefix('\u{feff}').unwrap_or(text)).ok()?;
    let mut edits = Vec::new();
    for (name, value) in [("\"version\"", version), ("\"asOf\"", as_of)] {
        let mut named = members.iter().filter(|(member, _)| member.get() == name);
        let (_, found) = named.next().filter(|_| named.next().is_none())?;
        let start = (found.get().as_ptr() as usize).checked_sub(text.as_ptr() as usize)?;
        edits.push((start..start + found.get().len(), serde_json::to_string(value).ok()?));
    }
    // From the end, so that earlier offsets stay right.
    edits.sort_by_key(|(range, _)| std::cmp::Reverse(range.start));
    let mut text = text.to_owned();
    for (range, value) in edits {
        text.replace_range(range, &value);
    }
    Some(text.into_bytes())
}

/// Whether two such files differ in nothing but version and as-of instant.
pub fn same_but_stamp(a: &[u8], b: &[u8]) -> bool {
    a == b || stamped(a, "", "").is_some_and(|a| stamped(b, "", "") == Some(a))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nothing_else_is_touched() {
        let json =
            "\u{feff}{\r\n  \"asOf\" :\t\"x\",\"units\":{\"version\":\"1\"},\n\n \"version\": \"v1\" }  ";
        let expected = json.replace("\"v1\"", "\"2026-11-21.1\"").replace("\"x\"", "\"now\"");
        let stamp = stamped(json.as_bytes(), "2026-11-21.1", "now").unwrap();
        assert_eq!(String::from_utf8(stamp).unwrap(), expected);
        assert!(same_but_stamp(json.as_bytes(), expected.as_bytes()));
        assert!(!same_but_stamp(json.as_bytes(), expected.replace("units", "unit").as_bytes()));
        for bad in ["", "[]", "{\"version\":1}", "{\"version\":1,\"version\":2,\"asOf\":3}"] {
            assert_eq!(stamped(bad.as_bytes(), "v", "t"), None, "{bad}");
        }
    }
}
