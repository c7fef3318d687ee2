//! `If-None-Match` and `If-Modified-Since`: whether a client has the bytes already.

use super::RequestHead;
use super::date;

/// Whether the client has the bytes with this tag, which last changed at this second since 1970. `If-None-Match` wins
/// over `If-Modified-Since` [D7.etag].
pub fn is_unchanged(request: &RequestHead<'_>, tag: &str, modified: u64) -> bool {
    if request.if_none_match.is_empty() {
        request.if_modified_since.and_then(date::read).is_some_and(|since| modified <= since)
    } else {
        names_tag(request.if_none_match.iter().copied(), tag)
    }
}

/// Whether one of the tags of `If-None-Match` is `tag`, compared weakly; `*` is any.
fn names_tag<'a>(mut values: impl Iterator<Item = &'a str>, tag: &str) -> bool {
    values.any(|value| value.trim() == "*" || tags(value).any(|named| named == tag))
}

/// The tags of a list, quotes included, without `W/`. A comma may stand inside a tag.
fn tags(list: &str) -> impl Iterator<Item = &str> {
    let mut rest = list;
    std::iter::from_fn(move || {
        let start = rest.find('"')?;
        let length = rest[start + 1..].find('"')? + 2;
        let tag = &rest[start..start + length];
        rest = &rest[start + length..];
        Some(tag)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tags_are_compared_weakly_in_lists() {
        for (value, named) in [
            ("\"a\"", true),
            ("W/\"a\"", true),
            ("*", true),
            (" * ", true),
            ("\"b\", \"a\"", true),
            ("\"b\",W/\"a\"", true),
            ("\"b\"", false),
            ("\"A\"", false),
            ("a", false),
            ("\"a", false),
            ("", false),
            ("\"x,\\\", \"a\"", true),
            ("\"b, a\"", false),
            ("**", false),
        ] {
            assert_eq!(names_tag([value].into_iter(), "\"a\""), named, "{value}");
        }
        assert!(names_tag(["\"b\"", "\"a\""].into_iter(), "\"a\""));
    }
}
