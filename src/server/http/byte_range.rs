//! `Range`: one range of bytes (RFC 9110, 14.1.2) [D23.range].

use std::ops::Range;

/// What is asked for of a body.
#[derive(Debug, PartialEq, Eq)]
pub enum ByteRange {
    /// All of it: nothing else is asked for, or nothing that is answered, such as several ranges or another unit.
    Whole,
    Part(Range<usize>),
    /// Nothing that the body has.
    Unsatisfiable,
}

impl ByteRange {
    /// What a value of `Range` asks for of a body of `length` bytes.
    pub fn read(value: &str, length: usize) -> Self {
        let Some((unit, range)) = value.split_once('=') else { return ByteRange::Whole };
        let Some((first, last)) = range.trim().split_once('-') else { return ByteRange::Whole };
        if !unit.trim().eq_ignore_ascii_case("bytes") {
            return ByteRange::Whole;
        }
        let range = match (number(first), number(last)) {
            (Some(first), Some(last)) if first > last => return ByteRange::Whole,
            (Some(first), Some(last)) => first..last.saturating_add(1).min(length),
            (Some(first), None) if last.is_empty() => first..length,
            (None, Some(count)) if first.is_empty() => length.saturating_sub(count)..length,
            _ => return ByteRange::Whole,
        };
        if range.start < range.end { ByteRange::Part(range) } else { ByteRange::Unsatisfiable }
    }
}

/// As many as there can be where it is more.
fn number(text: &str) -> Option<usize> {
    let is_number = !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
    is_number.then(|| text.parse().unwrap_or(usize::MAX))
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
