//! How long a response may be kept (`Cache-Control`, near a known change too [D11]), and whether the client has its bytes
//! already (`If-None-Match`, `If-Modified-Since`).

use super::RequestHead;
use super::date;
use crate::site::Caching;

/// How long a page is fresh, in seconds.
const MAX_AGE: u64 = 900;
/// How long a cache may show it after that, while it asks anew or the service does not answer, in seconds.
const STALE: u64 = 86_400;

/// The value for a page, with `left` whole seconds to the next known change of the snapshot, if one is known. No cache
/// that follows it shows the page beyond that instant.
pub fn control(caching: Caching, left: Option<u64>) -> String {
    if caching == Caching::NoStore {
        return "no-store".to_owned();
    }
    let left = left.unwrap_or(u64::MAX);
    let max_age = left.min(MAX_AGE);
    match (left - max_age).min(STALE) {
        0 => format!("public, max-age={max_age}"),
        stale => format!("public, max-age={max_age}, stale-while-revalidate={stale}, stale-if-error={stale}"),
    }
}

/// Whether the client has the bytes with this tag, which last changed at this second since 1970. `If-None-Match` wins
/// over `If-Modified-Since` [D7.etag].
pub fn is_unchanged(request: &RequestHead<'_>, tag: &str, modified: u64) -> bool {
    if request.if_none_match.is_empty() {
        request.if_modified_since.and_then(date::read).is_some_and(|since| modified <= since)
    } else {
        matches_etag(request.if_none_match.iter().copied(), tag)
    }
}

/// Whether one of the tags of `If-None-Match` is `tag`, compared weakly; `*` is any.
fn matches_etag<'a>(mut values: impl Iterator<Item = &'a str>, tag: &str) -> bool {
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
    fn nothing_is_kept_beyond_the_next_change() {
        for (left, value) in [
            (None, "public, max-age=900, stale-while-revalidate=86400, stale-if-error=86400"),
            (Some(90_000), "public, max-age=900, stale-while-revalidate=86400, stale-if-error=86400"),
            (Some(87_299), "public, max-age=900, stale-while-revalidate=86399, stale-if-error=86399"),
            (Some(901), "public, max-age=900, stale-while-revalidate=1, stale-if-error=1"),
            (Some(900), "public, max-age=900"),
            (Some(59), "public, max-age=59"),
            (Some(0), "public, max-age=0"),
        ] {
            assert_eq!(control(Caching::Public, left), value, "{left:?}");
            assert_eq!(control(Caching::NoStore, left), "no-store");
        }
    }

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
            assert_eq!(matches_etag([value].into_iter(), "\"a\""), named, "{value}");
        }
        assert!(matches_etag(["\"b\"", "\"a\""].into_iter(), "\"a\""));
    }
}
