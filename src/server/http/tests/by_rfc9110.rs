//! Conditional requests and content negotiation against a plain reading of RFC 9110 (8.8.3, 12.5.3, 13.1.2, 13.1.3), over
//! random field values, and over values that the standard does not allow; and how long a response may be kept.

use proptest::prelude::*;

use crate::server::http::negotiation::{self, cache_control};
use crate::server::http::{RequestHead, date};
use crate::site::Caching;

/// An entity tag: whether it is weak, and what stands between its quotes.
type Tag = (bool, String);

fn tag() -> impl Strategy<Value = Tag> {
    // Few letters, so that tags meet; commas, slashes and what else may stand in one.
    (any::<bool>(), "[ab,W/!#~ \u{e9}]{0,2}".prop_map(|opaque| opaque.replace(' ', "")))
}

/// Values of `If-None-Match`, one a line of the head, as they are sent: each of them is one list.
fn lines() -> impl Strategy<Value = (Vec<String>, Vec<Tag>)> {
    let separator = prop_oneof![Just(","), Just(", "), Just(" ,\t"), Just(",,"), Just(" , ,")];
    prop::collection::vec(prop::collection::vec((tag(), separator), 1..5), 1..3).prop_map(|lines| {
        let written = |(weak, opaque): &Tag| format!("{}\"{opaque}\"", if *weak { "W/" } else { "" });
        let line = |tags: &Vec<(Tag, &str)>| {
            let mut text = String::new();
            for (i, (tag, separator)) in tags.iter().enumerate() {
                text += if i == 0 { "" } else { separator };
                text += &written(tag);
            }
            text
        };
        let texts = lines.iter().map(line).collect();
        (texts, lines.into_iter().flatten().map(|(tag, _)| tag).collect())
    })
}

/// A date in one of the three forms of RFC 9110, 5.6.7, counted out day by day.
fn date(second: u64, form: usize) -> String {
    let (day, rest) = (second / 86_400, second % 86_400);
    let time = format!("{:02}:{:02}:{:02}", rest / 3600, rest / 60 % 60, rest % 60);
    let (mut year, mut left) = (1970, day);
    let leap = |year: u64| year % 4 == 0 && (year % 100 != 0 || year % 400 == 0);
    while left >= 365 + u64::from(leap(year)) {
        left -= 365 + u64::from(leap(year));
        year += 1;
    }
    let mut month = 0;
    for days in [31, 28 + u64::from(leap(year)), 31, 30, 31, 30, 31, 31, 30, 31, 30, 31] {
        if left < days {
            break;
        }
        left -= days;
        month += 1;
    }
    let weekdays = ["Thursday", "Friday", "Saturday", "Sunday", "Monday", "Tuesday", "Wednesday"];
    let weekday = weekdays[(day % 7) as usize];
    let month = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"][month];
    let number = left + 1;
    match form {
        0 => format!("{}, {number:02} {month} {year} {time} GMT", &weekday[..3]),
        1 => format!("{weekday}, {number:02}-{month}-{:02} {time} GMT", year % 100),
        _ => format!("{} {month} {number:2} {time} {year}", &weekday[..3]),
    }
}

/// `qvalue`: what is written, in thousandths.
fn quality() -> impl Strategy<Value = (String, u32)> {
    prop_oneof![
        Just((String::new(), 1000)),
        (0u32..1000, 1usize..4).prop_map(|(thousandths, digits)| {
            let text = format!("0.{}", &format!("{thousandths:03}")[..digits]);
            let cut = thousandths / 10u32.pow(3 - digits as u32) * 10u32.pow(3 - digits as u32);
            (format!(";q={text}"), cut)
        }),
        prop::sample::select(vec![
            ("; q=0", 0),
            (";Q=1", 1000),
            (" ;\tq=1.000", 1000),
            (";q=0.", 0),
            (";q=1.", 1000)
        ])
        .prop_map(|(text, thousandths)| (text.to_owned(), thousandths)),
    ]
}

/// `Accept-Encoding` with each coding named once at most, and the qualities of gzip, identity and `*`.
fn encodings() -> impl Strategy<Value = (String, [Option<u32>; 3])> {
    let codings = vec!["gzip", "identity", "*", "br", "deflate"];
    let named = prop::sample::subsequence(codings, 0..=5).prop_shuffle();
    (named, prop::collection::vec(quality(), 5), any::<bool>()).prop_map(|(named, qualities, upper)| {
        let with: Vec<(&str, &(String, u32))> = named.into_iter().zip(&qualities).collect();
        let quality_of = |coding: &str| with.iter().find(|(name, _)| *name == coding).map(|(_, (_, q))| *q);
        let known = [quality_of("gzip"), quality_of("identity"), quality_of("*")];
        let text: Vec<String> = with.iter().map(|(name, (quality, _))| format!("{name}{quality}")).collect();
        let text = text.join(if upper { ",\t" } else { ", " });
        (if upper { text.to_ascii_uppercase() } else { text }, known)
    })
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(2000))]

    #[test]
    fn tags_match_weakly_in_any_list((lines, tags) in lines(), current in "[ab,W/!#~]{0,2}", since in 0u64..10) {
        // Weak comparison: the opaque tags are the same, whatever stands before them.
        let expected = tags.iter().any(|(_, opaque)| *opaque == current);
        let modified = date(1000 + since, 0);
        let request = RequestHead {
            if_none_match: lines.iter().map(String::as_str).collect(),
            // Of no account beside If-None-Match.
            if_modified_since: Some(&modified),
            ..RequestHead::default()
        };
        let quoted = format!("\"{current}\"");
        let found = negotiation::is_unchanged(&request, &[&quoted], 1000);
        prop_assert_eq!(found, expected, "{:?}", lines);
        let any = RequestHead { if_none_match: vec!["*"], ..RequestHead::default() };
        prop_assert!(negotiation::is_unchanged(&any, &[&quoted], 1000));
    }

    #[test]
    fn what_was_not_modified_since_is_unchanged(
        // Two digits of a year are read as one of 1970 to 2069.
        since in 0u64..3_100_000_000,
        distance in prop_oneof![Just(0i64), Just(1), Just(-1), -100_000_000..100_000_000i64],
        form in 0usize..3,
    ) {
        let modified = since.saturating_add_signed(distance);
        let text = date(since, form);
        let request = RequestHead { if_modified_since: Some(&text), ..RequestHead::default() };
        prop_assert_eq!(negotiation::is_unchanged(&request, &["\"x\""], modified), modified <= since, "{}", text);
    }

    #[test]
    fn the_coding_of_the_greatest_quality_is_sent((text, [gzip, identity, any]) in encodings()) {
        // What is not named has the quality of `*`. Without that, identity is acceptable and nothing else is, and it
        // is what is left where nothing is acceptable. Of two equals the shorter is sent.
        let gzip = gzip.or(any).unwrap_or(0);
        let expected = gzip > 0 && gzip >= identity.or(any).unwrap_or(0);
        prop_assert_eq!(negotiation::prefers_gzip([text.as_str()].into_iter()), expected, "{}", text);
        let lines: Vec<&str> = text.split(',').collect();
        prop_assert_eq!(negotiation::prefers_gzip(lines.into_iter()), expected, "{} in lines", text);
    }
}

#[test]
fn an_odd_list_of_tags_names_those_that_it_has() {
    for (lines, named) in [
        (&[" * "][..], true),
        (&["**"], false),
        (&["\"A\""], false),
        (&["a"], false),
        (&["\"a"], false),
        (&[""], false),
        (&["\"x,\\\", \"a\""], true),
        (&["\"b, a\""], false),
    ] {
        let request = RequestHead { if_none_match: lines.to_vec(), ..RequestHead::default() };
        assert_eq!(negotiation::is_unchanged(&request, &["\"a\""], 1000), named, "{lines:?}");
    }
}

#[test]
fn an_odd_quality_is_a_refusal() {
    for (value, gzip) in [
        ("", false),
        ("x-gzip", true),
        ("gzip, x-gzip;q=0", true),
        ("gzip;q=0, x-gzip", true),
        ("gzip ; Q = 0.5", true),
        ("gzip;q=2", false),
        ("gzip;q=", false),
        ("gzip;q=-1", false),
        ("gzip;q=0.1234", false),
        ("gzip;level=1;q=0", false),
        ("gzipped", false),
        (",,gzip,,", true),
    ] {
        assert_eq!(negotiation::prefers_gzip([value].into_iter()), gzip, "{value}");
    }
    assert!(!negotiation::prefers_gzip(std::iter::empty()));
}

#[test]
fn anything_else_is_no_date() {
    for date in ["", "0", "yesterday", "Sun, 06 Nov 1994", "Mon, 06 Nov 1994 08:49:37 GMT"] {
        assert_eq!(date::read(date), None, "{date}");
    }
    assert_eq!(date::write(784_111_777).to_string(), "Sun, 06 Nov 1994 08:49:37 GMT");
    assert_eq!(date::write(u64::MAX).to_string(), "Fri, 31 Dec 9999 23:59:59 GMT");
}

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
        assert_eq!(cache_control(Caching::Public, left), value, "{left:?}");
        assert_eq!(cache_control(Caching::NoStore, left), "no-store");
    }
}
