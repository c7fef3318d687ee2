//! The two members of `dataset.json` that every publication changes, version and as-of instant: set without touching
//! anything else in the file.

use super::json_parts::Members;

/// The members, in the order of the arguments of [`stamped`].
const STAMP: [&str; 2] = ["\"version\"", "\"asOf\""];

/// The file with this version and this as-of instant; `None` where it does not have both exactly once.
pub fn stamped(bytes: &[u8], version: &str, as_of: &str) -> Option<Vec<u8>> {
    let text = std::str::from_utf8(bytes).ok()?;
    // A byte order mark is no part of the JSON.
    let json = text.strip_prefix('\u{feff}').unwrap_or(text);
    let Members(members) = serde_json::from_str(json).ok()?;
    let mut places = Vec::new();
    for (name, value) in STAMP.into_iter().zip([version, as_of]) {
        let mut named = members.iter().filter(|(member, _)| member.get() == name);
        let (_, found) = named.next().filter(|_| named.next().is_none())?;
        let start = (found.get().as_ptr() as usize).checked_sub(text.as_ptr() as usize)?;
        places.push((start..start + found.get().len(), serde_json::to_string(value).ok()?));
    }
    // From the end, so that the places before stay where they are.
    places.sort_by_key(|(place, _)| std::cmp::Reverse(place.start));
    let mut text = text.to_owned();
    for (place, value) in places {
        text.replace_range(place, &value);
    }
    Some(text.into_bytes())
}

/// Whether two such files say the same but for version and as-of instant.
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
