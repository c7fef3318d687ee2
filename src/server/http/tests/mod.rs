//! Answers as a whole: their heads line by line, of each kind, for each method, near a known change; and against a plain
//! reading of RFC 9110.

mod by_rfc9110;

use std::sync::{Arc, LazyLock};
use std::time::{Duration, SystemTime, UNIX_EPOCH};

use crate::dataset::{Source, load};
use crate::server::counters::Counters;
use crate::server::http::{LONGEST_TARGET, RequestHead, ResponseContext, Turn, respond};
use crate::server::snapshot::{Live, Served, Snapshot};
use crate::site::page::{self, Page, Texts};
use crate::site::{Site, SiteOptions, urls};

/// What is in every head, and what a page that is sent or known adds to it.
const ALWAYS: [&str; 3] = ["Date", "X-Content-Type-Options", "Snapshot-Id"];
const CORS: [&str; 2] = ["Access-Control-Allow-Origin", "Access-Control-Expose-Headers"];
const POLICIES: [&str; 2] = ["Content-Security-Policy", "Referrer-Policy"];

/// The dataset inside the program, served since this many seconds after 1970, and a page that is always written anew.
fn served(second: u64, next_change: Option<u64>) -> Served {
    static SITE: LazyLock<Arc<Site>> = LazyLock::new(|| {
        let instant = "2026-11-20T09:00:00+04:00".parse().unwrap();
        let dataset = load(&Source::Embedded, instant).unwrap().public_at(instant);
        Arc::new(Site::build(&dataset, &SiteOptions::default(), instant, None).unwrap())
    });
    let written: Live = Arc::new(|_| Page::passing(&page::JSON, Texts::of("{}")));
    let live = vec![(urls::STATUS.to_owned(), written)];
    let snapshot = Snapshot { site: Arc::clone(&SITE), live, next_change: next_change.map(at) };
    Served::new(snapshot, None, at(second))
}

fn at(second: u64) -> SystemTime {
    UNIX_EPOCH + Duration::from_secs(second)
}

/// The lines of a head, the status line first, and how many bytes follow.
type Written = (Vec<(String, String)>, usize);

fn ask(served: &Served, line: &str, headers: &[(&str, &str)], second: u64, is_silent: bool) -> Written {
    let (method, target) = line.split_once(' ').unwrap();
    let headers = headers.iter().copied().chain([("Host", "test")]);
    let request =
        RequestHead { method, target, is_1_1: true, ..RequestHead::default() }.with_headers(headers);
    let (counters, now) = (Counters::default(), at(second));
    let scope = crate::server::http::Scope::Everything;
    let context =
        ResponseContext { now, is_silent, scope, connection: None, counters: &counters, gate: None };
    let mut buffer = Vec::new();
    let response = respond(&request, served, &context, Turn::Granted, &mut buffer).unwrap();
    let head = String::from_utf8(buffer).unwrap();
    let lines = head.strip_suffix("\r\n\r\n").unwrap().split("\r\n");
    let pair = |line: &str| {
        let (name, value) = line.split_once(": ").unwrap_or((line, ""));
        (name.to_owned(), value.to_owned())
    };
    (lines.map(pair).collect(), response.body_length())
}

fn names(written: &Written) -> Vec<&str> {
    written.0.iter().skip(1).map(|(name, _)| name.as_str()).collect()
}

fn value<'a>(written: &'a Written, name: &str) -> Option<&'a str> {
    written.0.iter().find(|(own, _)| own == name).map(|(_, value)| value.as_str())
}

const OPTIONS: [&str; 6] = [
    "Allow",
    "Access-Control-Allow-Methods",
    "Access-Control-Allow-Headers",
    "Access-Control-Max-Age",
    "Access-Control-Allow-Origin",
    "Access-Control-Expose-Headers",
];

#[test]
fn each_kind_of_answer_has_its_headers_and_no_others() {
    let served = served(1000, None);
    let gzip = [("Accept-Encoding", "gzip")];
    let content = ["Content-Type", "Content-Length"];
    let refused = [&content[..], &["Content-Language", "Cache-Control"], &CORS, &["Link"]].concat();
    let too_long = format!("GET /{}", "a".repeat(LONGEST_TARGET));
    let state = ["ETag", "Last-Modified", "Cache-Control", "Vary"];
    let data = ["ETag", "Last-Modified", "Accept-Ranges", "Cache-Control", "Vary"];
    for (line, status, of_it) in [
        (
            "GET /en/data/usd.json",
            "200 OK",
            [&content[..], &["Content-Encoding", "Content-Language"], &data, &CORS, &["Link"]].concat(),
        ),
        (
            "GET /en/data/usd/history.csv",
            "200 OK",
            [
                &content[..],
                &["Content-Encoding", "Content-Disposition", "Content-Language"],
                &data,
                &CORS,
                &["Link"],
            ]
            .concat(),
        ),
        (
            "GET /view/usd",
            "200 OK",
            [&content[..], &["Content-Encoding", "Content-Language"], &state, &["Link"], &POLICIES].concat(),
        ),
        ("GET /data/no_such_key.json", "404 Not Found", refused.clone()),
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
            [&content[..], &["Content-Language", "Cache-Control"], &CORS, &["Allow", "Link"]].concat(),
        ),
        ("OPTIONS /data.json", "204 No Content", OPTIONS.to_vec()),
        ("GET /en", "308 Permanent Redirect", vec!["Location", "Content-Length", "Cache-Control"]),
    ] {
        let written = ask(&served, line, &gzip, 1000, false);
        assert_eq!(written.0[0].0, format!("HTTP/1.1 {status}"), "{line}");
        assert_eq!(names(&written), [&ALWAYS[..], &of_it].concat(), "{line}");
        assert_eq!(value(&written, "Access-Control-Allow-Headers").unwrap_or("*"), "*");
        assert_eq!(value(&written, "Referrer-Policy").unwrap_or("no-referrer"), "no-referrer");
    }
    let missing = ask(&served, "GET /view/none", &[], 1000, false);
    assert!(POLICIES.into_iter().all(|name| value(&missing, name).is_some()));
}

#[test]
fn what_a_client_has_is_neither_described_nor_sent_whatever_the_method() {
    let served = served(1000, None);
    for target in ["/en/data/usd.json", "/view/usd", "/data/usd/history.csv", "/calendar.ics"] {
        let full = ask(&served, &format!("GET {target}"), &[], 1000, false);
        let tag = value(&full, "ETag").unwrap();
        for method in ["GET", "HEAD"] {
            let known = ask(&served, &format!("{method} {target}"), &[("If-None-Match", tag)], 1000, false);
            assert_eq!(
                (known.0[0].0.as_str(), known.1),
                ("HTTP/1.1 304 Not Modified", 0),
                "{method} {target}"
            );
            let content = ["Content-Type", "Content-Length", "Content-Disposition"];
            let rest = full.0.iter().skip(1).filter(|(name, _)| !content.contains(&name.as_str()));
            assert!(known.0.iter().skip(1).eq(rest), "{method} {target}");
        }
    }
}

#[test]
fn one_range_of_bytes_is_sent_of_what_is_the_same() {
    let served = served(1000, None);
    let answer = |line: &str, headers: &[(&str, &str)]| {
        let written = ask(&served, line, headers, 1000, false);
        let range = value(&written, "Content-Range").map(str::to_owned);
        (written.0[0].0[9..12].parse::<u16>().unwrap(), range, written.1)
    };
    let target = "GET /data/usd/history.csv?last=100";
    let whole = ask(&served, target, &[], 1000, false);
    let (tag, length) = (value(&whole, "ETag").unwrap(), whole.1);
    let (part, none) = (Some(format!("bytes 2-5/{length}")), Some(format!("bytes */{length}")));
    let all = (200, None, length);
    for (headers, expected) in [
        (&[("Range", "bytes=2-5")][..], (206, part.clone(), 4)),
        // The other encoding has other bytes.
        (&[("Range", "bytes=2-5"), ("Accept-Encoding", "gzip")], (206, part.clone(), 4)),
        (&[("Range", "bytes=2-5"), ("If-Range", tag)], (206, part.clone(), 4)),
        (&[("Range", "bytes=2-5"), ("If-Range", "Thu, 01 Jan 1970 00:16:40 GMT")], (206, part.clone(), 4)),
        (&[("Range", "bytes=2-5"), ("If-Range", "Thu, 01 Jan 1970 00:16:41 GMT")], all.clone()),
        (&[("Range", "bytes=2-5"), ("If-Range", "\"other\"")], all.clone()),
        (&[("Range", "bytes=2-5"), ("If-Range", &format!("W/{tag}"))], all.clone()),
        (&[("Range", "bytes=2-5,7-8")], all.clone()),
        (&[("Range", "lines=2-5")], all.clone()),
        (&[("Range", "bytes=2-5"), ("Range", "bytes=7-8")], all.clone()),
        (&[("Range", "bytes=2-5"), ("If-None-Match", tag)], (304, None, 0)),
        (&[("Range", "bytes=2-5"), ("If-Match", tag)], (206, part.clone(), 4)),
    ] {
        assert_eq!(answer(target, headers), expected, "{headers:?}");
    }
    let unsatisfied = answer(target, &[("Range", "bytes=9999999-")]);
    assert_eq!((unsatisfied.0, unsatisfied.1), (416, none));
    assert_eq!(answer("HEAD /data/usd/history.csv", &[("Range", "bytes=2-5")]).0, 200, "only of GET");
    for target in ["GET /view/usd", "GET /data/none.json"] {
        assert!(![206, 416].contains(&answer(target, &[("Range", "bytes=2-5")]).0), "{target}");
    }
}

#[test]
fn nobody_goes_on_with_another_state() {
    let served = served(1000, None);
    let target = "GET /data/usd.json";
    let tag = value(&ask(&served, target, &[], 1000, false), "ETag").unwrap().to_owned();
    let weak = format!("W/{tag}");
    let list = format!("\"a\", {tag}");
    for (name, of, status) in [
        ("If-Match", tag.as_str(), "200"),
        ("If-Match", &list, "200"),
        ("If-Match", "*", "200"),
        ("If-Match", &weak, "412"),
        ("If-Match", "\"other\"", "412"),
        ("If-Unmodified-Since", "Thu, 01 Jan 1970 00:16:40 GMT", "200"),
        ("If-Unmodified-Since", "Thu, 01 Jan 1970 00:16:39 GMT", "412"),
        ("If-Unmodified-Since", "yesterday", "200"),
    ] {
        let written = ask(&served, target, &[(name, of)], 1000, false);
        assert_eq!(written.0[0].0[9..12], *status, "{name}: {of}");
    }
    let missing = ask(&served, "GET /data/none.json", &[("If-Match", "\"other\"")], 1000, false);
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
        ("/data/USD/history.csv?last=1", "/data/usd/history.csv?last=1"),
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
            assert!(format!("{control},").starts_with(&format!("public, max-age={max_age},")), "{control}");
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
        let answer = |is_silent| ask(&served, &format!("GET {target}"), &[], 1000, is_silent).0.remove(0).0;
        assert_eq!((answer(false).as_str(), answer(true).as_str()), ("HTTP/1.1 200 OK", silent), "{target}");
    }
}

#[test]
fn what_is_written_for_each_request_was_last_changed_by_it() {
    let served = served(1000, None);
    let modified = |target: &str| {
        let written = ask(&served, &format!("GET {target}"), &[], 5000, false);
        value(&written, "Last-Modified").unwrap().to_owned()
    };
    assert_eq!(modified(urls::STATUS), "Thu, 01 Jan 1970 01:23:20 GMT");
    assert_eq!(modified("/data.json"), "Thu, 01 Jan 1970 00:16:40 GMT");
}
