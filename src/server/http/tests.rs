//! Answers as a whole: their heads line by line, of each kind, for each method, near a known change; and against a plain
//! reading of RFC 9110.

use super::*;

use std::sync::{Arc, LazyLock};
use std::time::UNIX_EPOCH;

use crate::dataset::{Source, load};
use crate::server::Compressors;
use crate::site::Texts;
use crate::site::page::{self, Page};
use crate::site::{Site, SiteOptions};

/// The headers in every head, and those that a page adds to it.
const ALWAYS: [&str; 3] = ["Date", "X-Content-Type-Options", "Snapshot-Id"];
const CORS: [&str; 3] = [
    "Access-Control-Allow-Origin",
    "Access-Control-Expose-Headers",
    "Cross-Origin-Resource-Policy",
];
const POLICIES: [&str; 2] = ["Content-Security-Policy", "Referrer-Policy"];

/// The dataset inside the program, served since this many seconds after 1970, and a page that is always written anew.
fn served(second: u64, next_change: Option<u64>) -> Current {
    static SITE: LazyLock<Arc<Site>> = LazyLock::new(|| {
        let instant = "2026-11-20T09:00:00+04:00".parse().unwrap();
        let dataset = load(&Source::Embedded, instant).unwrap().public_at(instant);
        Arc::new(Site::build(&dataset, &SiteOptions::default(), instant, None).unwrap())
    });

    let written: Live = Box::new(|_| Ok(Page::passing(&page::JSON, Texts::of("{}"))));
    let live = vec![(urls::STATUS, written)];
    let served = Served::new(
        Arc::clone(&SITE),
        live,
        next_change.map(at),
        None,
        at(second),
    );
    Current::new(Arc::new(served))
}

fn at(second: u64) -> SystemTime {
    UNIX_EPOCH + Duration::from_secs(second)
}

/// The lines of a head, the status line first, and how many bytes follow.
type Written = (Vec<(String, String)>, usize);

fn ask(
    served: &Current,
    line: &str,
    headers: &[(&str, &str)],
    second: u64,
    is_silent: bool,
) -> Written {
    let (method, target) = line.split_once(' ').unwrap();
    let headers = headers.iter().copied().chain([("Host", "test")]);
    let request = RequestHead {
        method,
        target,
        is_1_1: true,
        ..RequestHead::default()
    }
    .with_headers(headers);
    let (counters, now) = (Counters::default(), at(second));
    let scope = crate::server::http::Scope::Everything;
    let context = ResponseContext {
        turn: Turn::Granted,
        now,
        is_silent,
        scope,
        connection: None,
        counters: &counters,
        compressors: &Compressors::default(),
        gate: None,
    };
    let mut buffer = Vec::new();
    let Plan::Respond(response) = plan(&request, served, &context, &mut buffer) else {
        panic!("a turn is granted");
    };

    let head = String::from_utf8(buffer).unwrap();
    let lines = head.strip_suffix("\r\n\r\n").unwrap().split("\r\n");
    let pair = |line: &str| {
        let (name, value) = line.split_once(": ").unwrap_or((line, ""));
        (name.to_owned(), value.to_owned())
    };
    (lines.map(pair).collect(), response.body_length())
}

fn names(written: &Written) -> Vec<&str> {
    written
        .0
        .iter()
        .skip(1)
        .map(|(name, _)| name.as_str())
        .collect()
}

fn value<'a>(written: &'a Written, name: &str) -> Option<&'a str> {
    written
        .0
        .iter()
        .find(|(n, _)| n == name)
        .map(|(_, value)| value.as_str())
}

const OPTIONS: [&str; 7] = [
    "Allow",
    "Access-Control-Allow-Methods",
    "Access-Control-Allow-Headers",
    "Access-Control-Max-Age",
    "Access-Control-Allow-Origin",
    "Access-Control-Expose-Headers",
    "Cross-Origin-Resource-Policy",
];

#[test]
fn each_kind_of_answer_has_its_headers_and_no_others() {
    let served = served(1000, None);
    let gzip = [("Accept-Encoding", "gzip")];
    let content = ["Content-Type", "Content-Length"];
    let refused = [
        &content[..],
        &["Content-Language", "Cache-Control"],
        &CORS,
        &["Link"],
    ]
    .concat();
    let too_long = format!("GET /{}", "a".repeat(LONGEST_TARGET));
    let state = ["ETag", "Last-Modified", "Cache-Control", "Vary"];
    let data = [
        "ETag",
        "Last-Modified",
        "Accept-Ranges",
        "Cache-Control",
        "Vary",
    ];
    for (line, status, of_it) in [
        (
            "GET /en/data/usd.json",
            "200 OK",
            [
                &content[..],
                &["Content-Encoding", "Content-Language"],
                &data,
                &CORS,
                &["Link"],
            ]
            .concat(),
        ),
        (
            "GET /en/data/usd/history.csv",
            "200 OK",
            [
                &content[..],
                &[
                    "Content-Encoding",
                    "Content-Disposition",
                    "Content-Language",
                ],
                &data,
                &CORS,
                &["Link"],
            ]
            .concat(),
        ),
        (
            "GET /view/usd",
            "200 OK",
            [
                &content[..],
                &["Content-Encoding", "Content-Language"],
                &state,
                &["Link"],
                &POLICIES,
            ]
            .concat(),
        ),
        (
            "GET /data/no_such_key.json",
            "404 Not Found",
            refused.clone(),
        ),
        ("GET /\t", "400 Bad Request", refused.clone()),
        (&too_long, "414 URI Too Long", refused),
        (
            "GET /sdmx/categoryscheme",
            "501 Not Implemented",
            [&content[..], &["Cache-Control"], &CORS].concat(),
        ),
        (
            "POST /en/data.json",
            "405 Method Not Allowed",
            [
                &content[..],
                &["Content-Language", "Cache-Control"],
                &CORS,
                &["Allow", "Link"],
            ]
            .concat(),
        ),
        ("OPTIONS /data.json", "204 No Content", OPTIONS.to_vec()),
        (
            "GET /en",
            "301 Moved Permanently",
            vec!["Location", "Content-Length", "Cache-Control"],
        ),
    ] {
        let written = ask(&served, line, &gzip, 1000, false);
        assert_eq!(written.0[0].0, format!("HTTP/1.1 {status}"), "{line}");
        assert_eq!(names(&written), [&ALWAYS[..], &of_it].concat(), "{line}");
        assert_eq!(
            value(&written, "Access-Control-Allow-Headers").unwrap_or("*"),
            "*"
        );
        assert_eq!(
            value(&written, "Referrer-Policy").unwrap_or("no-referrer"),
            "no-referrer"
        );
    }

    let missing = ask(
        &served,
        "GET /view/none",
        &[("Accept", "text/html")],
        1000,
        false,
    );
    assert!(
        POLICIES
            .into_iter()
            .all(|name| value(&missing, name).is_some())
    );
}

#[test]
fn what_a_client_has_is_neither_described_nor_sent_whatever_the_method() {
    let served = served(1000, None);
    for target in [
        "/en/data/usd.json",
        "/view/usd",
        "/data/usd/history.csv",
        "/calendar.ics",
    ] {
        let full = ask(&served, &format!("GET {target}"), &[], 1000, false);
        let tag = value(&full, "ETag").unwrap();
        for method in ["GET", "HEAD"] {
            let unchanged = ask(
                &served,
                &format!("{method} {target}"),
                &[("If-None-Match", tag)],
                1000,
                false,
            );
            assert_eq!(
                (unchanged.0[0].0.as_str(), unchanged.1),
                ("HTTP/1.1 304 Not Modified", 0),
                "{method} {target}"
            );
            let content = ["Content-Type", "Content-Length", "Content-Disposition"];
            let rest = full
                .0
                .iter()
                .skip(1)
                .filter(|(name, _)| !content.contains(&name.as_str()));
            assert!(unchanged.0.iter().skip(1).eq(rest), "{method} {target}");
        }
    }
}

#[test]
fn one_range_of_bytes_is_sent_of_what_is_the_same() {
    let served = served(1000, None);
    let answer = |line: &str, headers: &[(&str, &str)]| {
        let written = ask(&served, line, headers, 1000, false);
        let range = value(&written, "Content-Range").map(str::to_owned);
        (
            written.0[0].0[9..12].parse::<u16>().unwrap(),
            range,
            written.1,
        )
    };

    let target = "GET /data/usd/history.csv?last=100";
    let whole = ask(&served, target, &[], 1000, false);
    let (tag, length) = (value(&whole, "ETag").unwrap(), whole.1);
    let (part, none) = (
        Some(format!("bytes 2-5/{length}")),
        Some(format!("bytes */{length}")),
    );
    let all = (200, None, length);
    for (headers, expected) in [
        (&[("Range", "bytes=2-5")][..], (206, part.clone(), 4)),
        // The other encoding has other bytes.
        (
            &[("Range", "bytes=2-5"), ("Accept-Encoding", "gzip")],
            (206, part.clone(), 4),
        ),
        (
            &[("Range", "bytes=2-5"), ("If-Range", tag)],
            (206, part.clone(), 4),
        ),
        (
            &[
                ("Range", "bytes=2-5"),
                ("If-Range", "Thu, 01 Jan 1970 00:16:40 GMT"),
            ],
            (206, part.clone(), 4),
        ),
        (
            &[
                ("Range", "bytes=2-5"),
                ("If-Range", "Thu, 01 Jan 1970 00:16:41 GMT"),
            ],
            all.clone(),
        ),
        (
            &[("Range", "bytes=2-5"), ("If-Range", "\"other\"")],
            all.clone(),
        ),
        (
            &[("Range", "bytes=2-5"), ("If-Range", &format!("W/{tag}"))],
            all.clone(),
        ),
        (&[("Range", "bytes=2-5,7-8")], all.clone()),
        (&[("Range", "lines=2-5")], all.clone()),
        (
            &[("Range", "bytes=2-5"), ("Range", "bytes=7-8")],
            all.clone(),
        ),
        (
            &[("Range", "bytes=2-5"), ("If-None-Match", tag)],
            (304, None, 0),
        ),
        (
            &[("Range", "bytes=2-5"), ("If-Match", tag)],
            (206, part.clone(), 4),
        ),
    ] {
        assert_eq!(answer(target, headers), expected, "{headers:?}");
    }

    let unsatisfied = answer(target, &[("Range", "bytes=9999999-")]);
    assert_eq!((unsatisfied.0, unsatisfied.1), (416, none));
    assert_eq!(
        answer("HEAD /data/usd/history.csv", &[("Range", "bytes=2-5")]).0,
        200,
        "only of GET"
    );
    for target in ["GET /view/usd", "GET /data/none.json"] {
        assert!(
            ![206, 416].contains(&answer(target, &[("Range", "bytes=2-5")]).0),
            "{target}"
        );
    }
}

#[test]
fn nobody_goes_on_with_another_state() {
    let served = served(1000, None);
    let target = "GET /data/usd.json";
    let tag = value(&ask(&served, target, &[], 1000, false), "ETag")
        .unwrap()
        .to_owned();
    let weak = format!("W/{tag}");
    let list = format!("\"a\", {tag}");
    for (name, value, status) in [
        ("If-Match", tag.as_str(), "200"),
        ("If-Match", &list, "200"),
        ("If-Match", "*", "200"),
        ("If-Match", &weak, "412"),
        ("If-Match", "\"other\"", "412"),
        (
            "If-Unmodified-Since",
            "Thu, 01 Jan 1970 00:16:40 GMT",
            "200",
        ),
        (
            "If-Unmodified-Since",
            "Thu, 01 Jan 1970 00:16:39 GMT",
            "412",
        ),
        (
            "If-Unmodified-Since",
            "Thu, 01 Jan 1970 00:16:41 GMT",
            "412",
        ),
        ("If-Unmodified-Since", "yesterday", "200"),
    ] {
        let written = ask(&served, target, &[(name, value)], 1000, false);
        assert_eq!(written.0[0].0[9..12], *status, "{name}: {value}");
    }

    let missing = ask(
        &served,
        "GET /data/none.json",
        &[("If-Match", "\"other\"")],
        1000,
        false,
    );
    assert_eq!(missing.0[0].0[9..12], *"404");
}

#[test]
fn an_address_keeps_its_query_and_gets_no_other() {
    let served = served(1000, None);
    for (target, location) in [
        ("/en", "/en/"),
        ("/en?", "/en/"),
        ("/en?a=b&c", "/en/?a=b&c"),
        ("/en/view/USD", "/en/view/usd"),
        (
            "/data/USD/history.csv?last=1",
            "/data/usd/history.csv?last=1",
        ),
    ] {
        let written = ask(&served, &format!("GET {target}"), &[], 1000, false);
        assert_eq!(value(&written, "Location"), Some(location));
    }
}

#[test]
fn nothing_may_be_kept_beyond_a_known_change() {
    let served = served(1000, Some(2000));
    for (second, max_age) in [(1100, 900), (1101, 899), (1990, 10), (2000, 0), (2010, 0)] {
        for target in ["/data.json", "/en"] {
            let written = ask(&served, &format!("GET {target}"), &[], second, false);
            let control = value(&written, "Cache-Control").unwrap();
            assert!(
                format!("{control},").starts_with(&format!("public, max-age={max_age},")),
                "{control}"
            );
        }
    }
}

#[test]
fn only_the_health_depends_on_the_main_loop() {
    let served = served(1000, None);
    for (target, silent) in [
        (urls::HEALTH, "HTTP/1.1 503 Service Unavailable"),
        (urls::STATUS, "HTTP/1.1 200 OK"),
        ("/data.json", "HTTP/1.1 200 OK"),
    ] {
        let answer = |is_silent| {
            ask(&served, &format!("GET {target}"), &[], 1000, is_silent)
                .0
                .remove(0)
                .0
        };
        assert_eq!(
            (answer(false).as_str(), answer(true).as_str()),
            ("HTTP/1.1 200 OK", silent),
            "{target}"
        );
    }
}

#[test]
fn a_date_later_than_the_answer_is_not_told_and_no_condition() {
    let served = served(1000, None);
    let modified = |target: &str, now| {
        let written = ask(&served, &format!("GET {target}"), &[], now, false);
        value(&written, "Last-Modified").map(str::to_owned)
    };
    let first = Some("Thu, 01 Jan 1970 00:16:40 GMT");
    for target in ["/data.json", "/history.csv", "/data.xlsx"] {
        assert_eq!(modified(target, 5000).as_deref(), first, "{target}");
        // The clock was ahead when the snapshot was made.
        assert_eq!(modified(target, 999), None, "{target}");
        for (name, date, status) in [
            ("If-Modified-Since", "Thu, 01 Jan 1970 00:16:40 GMT", "200"),
            ("If-Modified-Since", "Thu, 01 Jan 2099 00:00:00 GMT", "200"),
            (
                "If-Unmodified-Since",
                "Thu, 01 Jan 1970 00:16:39 GMT",
                "200",
            ),
        ] {
            let written = ask(
                &served,
                &format!("GET {target}"),
                &[(name, date)],
                999,
                false,
            );
            assert_eq!(written.0[0].0[9..12], *status, "{target} {name}: {date}");
        }
    }

    // Two of one second may differ.
    assert_eq!(modified(urls::STATUS, 5000), None);
}

/// Conditional requests and content negotiation against a plain reading of RFC 9110 (8.8.3, 12.5.3, 13.1.2, 13.1.3), over
/// random field values, and over values that the standard does not allow; and how long a response may be kept.
mod by_rfc9110 {
    use proptest::prelude::*;

    use crate::server::http::negotiation::{self, CacheControl, State};
    use crate::server::http::{RequestHead, response};
    use crate::site::Caching;

    /// An entity tag: whether it is weak, and what stands between its quotes.
    type Tag = (bool, String);

    fn tag() -> impl Strategy<Value = Tag> {
        // Few letters, so that tags meet; commas, slashes and what else may stand in one.
        (
            any::<bool>(),
            "[ab,W/!#~ \u{e9}]{0,2}".prop_map(|opaque| opaque.replace(' ', "")),
        )
    }

    /// Values of `If-None-Match`, one a line of the head, as they are sent: each of them is one list.
    fn lines() -> impl Strategy<Value = (Vec<String>, Vec<Tag>)> {
        let separator = prop_oneof![
            Just(","),
            Just(", "),
            Just(" ,\t"),
            Just(",,"),
            Just(" , ,")
        ];
        prop::collection::vec(prop::collection::vec((tag(), separator), 1..5), 1..3).prop_map(
            |lines| {
                let written =
                    |(weak, opaque): &Tag| format!("{}\"{opaque}\"", if *weak { "W/" } else { "" });
                let line = |tags: &Vec<(Tag, &str)>| {
                    let mut text = String::new();
                    for (i, (tag, separator)) in tags.iter().enumerate() {
                        text += if i == 0 { "" } else { separator };
                        text += &written(tag);
                    }

                    text
                };
                let texts = lines.iter().map(line).collect();
                (
                    texts,
                    lines.into_iter().flatten().map(|(tag, _)| tag).collect(),
                )
            },
        )
    }

    /// A date in one of the three forms of RFC 9110, 5.6.7, counted out day by day.
    fn date(second: u64, form: usize) -> String {
        let (day, rest) = (second / 86_400, second % 86_400);
        let time = format!("{:02}:{:02}:{:02}", rest / 3600, rest / 60 % 60, rest % 60);
        let (mut year, mut left) = (1970, day);
        let leap = |year: u64| {
            year.is_multiple_of(4) && (!year.is_multiple_of(100) || year.is_multiple_of(400))
        };
        while left >= 365 + u64::from(leap(year)) {
            left -= 365 + u64::from(leap(year));
            year += 1;
        }

        let mut month = 0;
        for days in [
            31,
            28 + u64::from(leap(year)),
            31,
            30,
            31,
            30,
            31,
            31,
            30,
            31,
            30,
            31,
        ] {
            if left < days {
                break;
            }
            left -= days;
            month += 1;
        }

        let weekdays = [
            "Thursday",
            "Friday",
            "Saturday",
            "Sunday",
            "Monday",
            "Tuesday",
            "Wednesday",
        ];

        let weekday = weekdays[(day % 7) as usize];
        let month = [
            "Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec",
        ][month];
        let number = left + 1;
        match form {
            0 => format!("{}, {number:02} {month} {year} {time} GMT", &weekday[..3]),
            1 => format!(
                "{weekday}, {number:02}-{month}-{:02} {time} GMT",
                year % 100
            ),
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
        (named, prop::collection::vec(quality(), 5), any::<bool>()).prop_map(
            |(named, qualities, upper)| {
                let with: Vec<(&str, &(String, u32))> = named.into_iter().zip(&qualities).collect();
                let quality_of = |coding: &str| {
                    with.iter()
                        .find(|(name, _)| *name == coding)
                        .map(|(_, (_, q))| *q)
                };
                let qualities = [quality_of("gzip"), quality_of("identity"), quality_of("*")];
                let text: Vec<String> = with
                    .iter()
                    .map(|(name, (quality, _))| format!("{name}{quality}"))
                    .collect();
                let text = text.join(if upper { ",\t" } else { ", " });
                (
                    if upper {
                        text.to_ascii_uppercase()
                    } else {
                        text
                    },
                    qualities,
                )
            },
        )
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
                // Does not count beside If-None-Match.
                if_modified_since: Some(&modified),
                ..RequestHead::default()
            };
            let state = State { tags: vec![format!("\"{current}\"")], modified: Some(1000) };
            prop_assert_eq!(state.is_known_to(&request), expected, "{:?}", lines);
            let any = RequestHead { if_none_match: vec!["*"], ..RequestHead::default() };
            prop_assert!(state.is_known_to(&any));
        }

        #[test]
        fn what_was_modified_at_the_clients_date_is_unchanged(
            // Two digits of a year are read as one of 1970 to 2069.
            since in 0u64..3_100_000_000,
            distance in prop_oneof![Just(0i64), Just(1), Just(-1), -100_000_000..100_000_000i64],
            form in 0usize..3,
        ) {
            let modified = since.saturating_add_signed(distance);
            let text = date(since, form);
            let request = RequestHead { if_modified_since: Some(&text), ..RequestHead::default() };
            let tags = vec!["\"x\"".to_owned()];
            let state = State { tags: tags.clone(), modified: Some(modified) };
            prop_assert_eq!(state.is_known_to(&request), modified == since, "{}", text);
            let undated = State { tags, modified: None };
            prop_assert!(!undated.is_known_to(&request));
        }

        #[test]
        fn the_coding_of_the_greatest_quality_is_sent((text, [gzip, identity, any]) in encodings()) {
            // A coding that is not named has the quality of `*`. Without that, only identity is acceptable, and it is sent
            // where nothing is acceptable. The shorter of two equals is sent.
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
            let request = RequestHead {
                if_none_match: lines.to_vec(),
                ..RequestHead::default()
            };
            let state = State {
                tags: vec!["\"a\"".to_owned()],
                modified: Some(1000),
            };
            assert_eq!(state.is_known_to(&request), named, "{lines:?}");
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
            assert_eq!(
                negotiation::prefers_gzip([value].into_iter()),
                gzip,
                "{value}"
            );
        }

        assert!(!negotiation::prefers_gzip(std::iter::empty()));
    }

    #[test]
    fn anything_else_is_no_date() {
        for date in [
            "",
            "0",
            "yesterday",
            "Sun, 06 Nov 1994",
            "Mon, 06 Nov 1994 08:49:37 GMT",
        ] {
            assert_eq!(negotiation::read_date(date), None, "{date}");
        }

        assert_eq!(
            response::http_date(784_111_777).to_string(),
            "Sun, 06 Nov 1994 08:49:37 GMT"
        );
        assert_eq!(
            response::http_date(u64::MAX).to_string(),
            "Fri, 31 Dec 9999 23:59:59 GMT"
        );
    }

    #[test]
    fn nothing_is_kept_beyond_the_next_change() {
        for (left, value) in [
            (
                None,
                "public, max-age=900, stale-while-revalidate=86400, stale-if-error=86400",
            ),
            (
                Some(90_000),
                "public, max-age=900, stale-while-revalidate=86400, stale-if-error=86400",
            ),
            (
                Some(87_299),
                "public, max-age=900, stale-while-revalidate=86399, stale-if-error=86399",
            ),
            (
                Some(901),
                "public, max-age=900, stale-while-revalidate=1, stale-if-error=1",
            ),
            (Some(900), "public, max-age=900"),
            (Some(59), "public, max-age=59"),
            (Some(0), "public, max-age=0"),
        ] {
            let public = CacheControl {
                caching: Caching::Public,
                seconds_to_change: left,
            };
            assert_eq!(public.to_string(), value, "{left:?}");

            let unstored = CacheControl {
                caching: Caching::NoStore,
                seconds_to_change: left,
            };
            assert_eq!(unstored.to_string(), "no-store");
        }
    }
}
