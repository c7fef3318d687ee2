//! The form of a response that suits a client: its encoding (`Accept-Encoding`), whether the client has its bytes already
//! (`If-None-Match`, `If-Modified-Since`), how long it may be kept (`Cache-Control`), and which part is sent (`Range`).

use super::*;

use std::fmt;

use crate::model::has_digits_alone;
use crate::site::MediaRange;

/// The client prefers gzip, by the quality values of all lines of `Accept-Encoding` [D7.gzip]. A client that accepts
/// neither gzip nor identity gets identity all the same.
pub fn prefers_gzip<'a>(values: impl Iterator<Item = &'a str>) -> bool {
    let (mut gzip, mut identity, mut any) = (None, None, None);
    for element in values.flat_map(|value| value.split(',')) {
        let mut parts = element.split(';');
        let coding = parts.next().unwrap_or_default().trim();
        let quality = Some(coding_quality(parts));
        if coding.eq_ignore_ascii_case("gzip") || coding.eq_ignore_ascii_case("x-gzip") {
            // gzip has two names: the better quality counts.
            gzip = gzip.max(quality);
        } else if coding.eq_ignore_ascii_case("identity") {
            identity = quality;
        } else if coding == "*" {
            any = quality;
        }
    }

    // Unnamed codings have the quality of `*`. Without that gzip is not acceptable, and identity is as a last resort.
    let gzip = gzip.or(any).unwrap_or(0);
    gzip > 0 && gzip >= identity.or(any).unwrap_or(0)
}

/// The quality among the parameters of a coding, in thousandths.
fn coding_quality<'a>(parameters: impl Iterator<Item = &'a str>) -> u32 {
    for parameter in parameters {
        let Some(rest) = parameter.trim().strip_prefix(['q', 'Q']) else {
            continue;
        };

        if let Some(digits) = rest.trim_start().strip_prefix('=') {
            return thousandths(digits.trim());
        }
    }

    1000
}

/// The media types that a client accepts by the lines of its `Accept`, the best first and equals in their order; `None`
/// where it names none.
pub fn accepted<'a>(values: &[&'a str]) -> Option<Vec<MediaRange<'a>>> {
    let mut ranges = Vec::new();
    for element in values.iter().flat_map(|value| value.split(',')) {
        if !element.trim().is_empty() {
            ranges.push(read_media_range(element));
        }
    }

    if ranges.is_empty() {
        return None;
    }

    ranges.retain(|(quality, _)| *quality > 0);
    ranges.sort_by_key(|(quality, _)| std::cmp::Reverse(*quality));
    let ranges = ranges.into_iter().map(|(_, range)| range);
    Some(ranges.collect())
}

/// Reads an element of `Accept`, with its quality in thousandths.
fn read_media_range(element: &str) -> (u32, MediaRange<'_>) {
    let mut parts = element.split(';');
    let name = parts.next().unwrap_or_default().trim();
    let mut quality = None;
    let mut parameters = Vec::new();
    for pair in parts {
        let Some((name, value)) = pair.split_once('=') else {
            continue;
        };

        let name = name.trim();
        let value = value.trim().trim_matches('"');
        if !name.eq_ignore_ascii_case("q") {
            parameters.push((name, value));
        } else if value.starts_with('.') {
            // Java writes `.2`.
            quality.get_or_insert(thousandths(&format!("0{value}")));
        } else {
            quality.get_or_insert(thousandths(value));
        }
    }

    (quality.unwrap_or(1000), MediaRange { name, parameters })
}

/// `0`, `1`, `0.5`, `0.125` in thousandths; anything else is a refusal.
fn thousandths(digits: &str) -> u32 {
    let (whole, fraction) = digits.split_once('.').unwrap_or((digits, ""));
    // As a number it could have a sign.
    if fraction.len() > 3 || fraction.starts_with('+') {
        return 0;
    }

    match (whole, format!("{fraction:0<3}").parse()) {
        ("1", Ok(0)) => 1000,
        ("0", Ok(thousandths)) => thousandths,
        _ => 0,
    }
}

/// How long a page is fresh, in seconds.
const MAX_AGE: u64 = 900;
/// How long a cache may show it after that, while it revalidates or the service does not answer, in seconds.
const STALE: u64 = 86_400;

/// `Cache-Control` of a page, with the whole seconds to the next known change of the snapshot, if one is known. No cache
/// that follows it shows the page beyond that instant [D11].
pub struct CacheControl {
    pub caching: Caching,
    pub seconds_to_change: Option<u64>,
}

impl fmt::Display for CacheControl {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.caching == Caching::NoStore {
            return f.write_str("no-store");
        }

        let left = self.seconds_to_change.unwrap_or(u64::MAX);
        let max_age = left.min(MAX_AGE);
        write!(f, "public, max-age={max_age}")?;
        match (left - max_age).min(STALE) {
            0 => Ok(()),
            stale => write!(
                f,
                ", stale-while-revalidate={stale}, stale-if-error={stale}"
            ),
        }
    }
}

/// The state of a body, as a client may name it.
pub struct State {
    /// The entity tag of its text, then that of its packed form if there is one.
    pub tags: Vec<String>,
    /// `Last-Modified`. A client's date has to equal it: by order, a clock that was ahead would hide a change.
    pub modified: Option<u64>,
}

impl State {
    /// Returns true if the client has the body already. `If-None-Match` wins over `If-Modified-Since` [D7.etag].
    pub fn is_known_to(&self, request: &RequestHead<'_>) -> bool {
        if request.if_none_match.is_empty() {
            let since = request.if_modified_since.and_then(read_date);
            return since.is_some() && since == self.modified;
        }

        let mut lists = request.if_none_match.iter();
        lists.any(|list| self.is_in(list, Comparison::Weak))
    }

    /// Returns true if `If-Match` or, without it, `If-Unmodified-Since` names another state (RFC 9110 §13.1). `If-Match`
    /// compares strongly; a date is passed over where there is no `Last-Modified` [D23.match].
    pub fn fails_precondition(&self, request: &RequestHead<'_>) -> bool {
        if request.if_match.is_empty() {
            let since = request.if_unmodified_since.and_then(read_date);
            return since.is_some() && self.modified.is_some() && since != self.modified;
        }

        let mut lists = request.if_match.iter();
        !lists.any(|list| self.is_in(list, Comparison::Strong))
    }

    /// Returns true if `If-Range` names the text, or its `Last-Modified`.
    pub fn is_named_by(&self, if_range: &str) -> bool {
        if if_range.contains('"') {
            self.tags.first().is_some_and(|tag| tag == if_range.trim())
        } else {
            self.modified.is_some() && read_date(if_range) == self.modified
        }
    }

    /// Returns true if a list names one of the tags; `*` names any.
    fn is_in(&self, list: &str, comparison: Comparison) -> bool {
        let mut named = tags(list).filter(|tag| comparison == Comparison::Weak || !tag.is_weak);
        list.trim() == "*" || named.any(|tag| self.tags.iter().any(|own| own == tag.text))
    }
}

/// Seconds since 1970 of a date in any of the three forms that HTTP knows; `None` for anything else.
pub fn read_date(date: &str) -> Option<u64> {
    httpdate::parse_http_date(date.trim())
        .ok()
        .map(unix_seconds)
}

/// How entity tags are compared (RFC 9110 §8.8.3.2).
#[derive(Clone, Copy, PartialEq, Eq)]
enum Comparison {
    /// A weak tag equals nothing.
    Strong,
    Weak,
}

/// A tag in a list.
struct NamedTag<'a> {
    /// Quotes included.
    text: &'a str,
    /// It is written behind `W/`.
    is_weak: bool,
}

/// The tags of a list. A comma may stand inside a tag.
fn tags(list: &str) -> impl Iterator<Item = NamedTag<'_>> {
    let mut rest = list;
    std::iter::from_fn(move || {
        let start = rest.find('"')?;
        let end = start + 2 + rest[start + 1..].find('"')?;
        let tag = NamedTag {
            text: &rest[start..end],
            is_weak: rest[..start].ends_with("W/"),
        };
        rest = &rest[end..];
        Some(tag)
    })
}

/// The range of bytes that a `Range` header asks for: one range (RFC 9110 §14.1.2) [D23.range].
#[derive(Debug, PartialEq, Eq)]
pub enum ByteRange {
    /// All of it: nothing else is asked for, or nothing that is answered, such as several ranges or another unit.
    Whole,
    Part(Range<usize>),
    /// Nothing that the body has.
    Unsatisfiable,
}

impl ByteRange {
    /// Reads a value of `Range` for a body of `length` bytes.
    pub fn read(value: &str, length: usize) -> Self {
        let Some((unit, range)) = value.split_once('=') else {
            return ByteRange::Whole;
        };

        let Some((first, last)) = range.trim().split_once('-') else {
            return ByteRange::Whole;
        };

        if !unit.trim().eq_ignore_ascii_case("bytes") {
            return ByteRange::Whole;
        }

        let range = match (position(first), position(last)) {
            (Some(first), Some(last)) if first > last => return ByteRange::Whole,
            (Some(first), Some(last)) => first..last.saturating_add(1).min(length),
            (Some(first), None) if last.is_empty() => first..length,
            (None, Some(count)) if first.is_empty() => length.saturating_sub(count)..length,
            _ => return ByteRange::Whole,
        };

        if range.start < range.end {
            ByteRange::Part(range)
        } else {
            ByteRange::Unsatisfiable
        }
    }
}

/// Parses a position; one beyond all numbers is the greatest number.
fn position(text: &str) -> Option<usize> {
    has_digits_alone(text).then(|| text.parse().unwrap_or(usize::MAX))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn one_range_of_bytes_is_a_part() {
        use ByteRange::{Part, Unsatisfiable, Whole};
        for (value, expected) in [
            ("bytes=0-0", Part(0..1)),
            ("bytes=0-9", Part(0..10)),
            ("bytes=3-", Part(3..10)),
            ("bytes=-4", Part(6..10)),
            ("bytes=-99", Part(0..10)),
            ("bytes=9-99999999999999999999999", Part(9..10)),
            ("Bytes = 2-3", Part(2..4)),
            ("bytes=10-", Unsatisfiable),
            ("bytes=99999999999999999999999-", Unsatisfiable),
            ("bytes=-0", Unsatisfiable),
            ("bytes=5-4", Whole),
            ("bytes=0-1,3-4", Whole),
            ("bytes=-", Whole),
            ("bytes=", Whole),
            ("bytes=a-b", Whole),
            ("bytes=+1-2", Whole),
            ("bytes=1 - 2", Whole),
            ("items=0-1", Whole),
            ("0-1", Whole),
            ("", Whole),
        ] {
            assert_eq!(ByteRange::read(value, 10), expected, "{value}");
        }

        assert_eq!(ByteRange::read("bytes=0-", 0), Unsatisfiable);
    }
}
