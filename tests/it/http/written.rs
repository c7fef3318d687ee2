//! Bodies that are written for each request: the same text in whichever framing, without anything collected for who does
//! not read.

use std::io::Read;

use crate::support::project;
use crate::support::server::Server;

const TARGETS: [&str; 9] = [
    "/history.csv",
    "/en/data/m2/history.json?pretty=0",
    "/data/usd/history.csv?last=20",
    "/data/usd/vintages.json",
    "/en/data/m2/changes.csv",
    "/data/exports/changes.json?from=2015",
    "/history.csv?keys=usd,eur&shape=wide",
    "/sdmx/data/MACRO",
    "/sdmx/data/MACRO?format=csv",
];

fn served() -> Server {
    Server::serve(&["--dataset", project("dataset").to_str().unwrap()])
}

fn gunzipped(bytes: &[u8]) -> Vec<u8> {
    let mut text = Vec::new();
    flate2::read::GzDecoder::new(bytes).read_to_end(&mut text).expect("gzip");
    text
}

#[test]
fn chunks_and_lengths_frame_the_same_text_under_the_same_tag() {
    let server = served();
    for target in TARGETS {
        let whole = server.get(target, "");
        assert_eq!(whole.the("Content-Length"), whole.body.len().to_string(), "{target}");
        let packed = server.get(target, "Accept-Encoding: gzip\r\n");
        assert_eq!((packed.the("Transfer-Encoding"), packed.header("Content-Length")), ("chunked", None));
        assert!(gunzipped(&packed.body) == whole.body, "{target}");
        let tag = whole.the("ETag").trim_matches('"');
        assert_eq!(packed.the("ETag"), format!("\"{tag}-gzip\""));
        for known in [whole.the("ETag"), packed.the("ETag")] {
            for encoding in ["identity", "gzip"] {
                let headers = format!("Accept-Encoding: {encoding}\r\nIf-None-Match: {known}\r\n");
                assert_eq!(server.get(target, &headers).status, 304, "{target} {headers}");
                let headers = format!("Accept-Encoding: {encoding}\r\nIf-Match: {known}\r\n");
                assert_eq!(server.get(target, &headers).status, 200, "{target} {headers}");
            }
        }
        // Who speaks HTTP/1.0 knows no chunks.
        let old =
            server.ask(&format!("GET {target} HTTP/1.0\r\nHost: test\r\nAccept-Encoding: gzip\r\n\r\n"));
        assert_eq!(
            (old.header("Transfer-Encoding"), old.header("Content-Encoding")),
            (None, None),
            "{target}"
        );
        assert!(old.body == whole.body, "{target}");
        let part = server.get(target, "Accept-Encoding: gzip\r\nRange: bytes=7-90\r\n");
        assert_eq!((part.status, &part.body[..]), (206, &whole.body[7..=90]), "{target}");
        let other = format!("If-Range: {}\r\nRange: bytes=7-90\r\n", packed.the("ETag"));
        assert_eq!(server.get(target, &other).status, 200, "a part is one of the identity body");
    }
}

#[test]
fn a_workbook_comes_in_chunks_or_with_its_length() {
    let server = served();
    for target in ["/data.xlsx", "/en/data/usd/history.xlsx"] {
        let chunked = server.get(target, "Accept-Encoding: gzip\r\nRange: bytes=0-9\r\n");
        assert_eq!((chunked.status, chunked.the("Transfer-Encoding")), (200, "chunked"));
        assert_eq!((chunked.header("Content-Encoding"), chunked.header("Accept-Ranges")), (None, None));
        let old = server.ask(&format!("GET {target} HTTP/1.0\r\nHost: test\r\n\r\n"));
        assert_eq!(old.the("Content-Length"), old.body.len().to_string());
        assert!(old.body == chunked.body && old.body.starts_with(b"PK\x03\x04"), "{target}");
        assert_eq!(old.the("ETag"), chunked.the("ETag"));
    }
}

#[test]
fn rows_of_a_category_are_those_of_its_keys() {
    let server = served();
    let catalog = server.get("/catalog.json", "").json();
    for category in catalog["categories"].as_array().unwrap() {
        let id = category["id"].as_str().unwrap();
        let indicators = category["indicators"].as_array().unwrap();
        let keys: Vec<&str> = indicators.iter().map(|of| of["key"].as_str().unwrap()).collect();
        let keys = keys.join(",");
        let of_category = server.text(&format!("/history.csv?category={id}&last=3"));
        assert_eq!(of_category, server.text(&format!("/history.csv?keys={keys}&last=3")), "{id}");
        let both = server.text(&format!("/history.csv?category={id}&keys=usd&last=3"));
        let named = if keys.split(',').any(|key| key == "usd") { keys } else { format!("usd,{keys}") };
        assert_eq!(both, server.text(&format!("/history.csv?keys={named}&last=3")), "{id}");
    }
}

#[test]
fn vintages_are_cut_by_the_dates_of_observations() {
    let dataset = project("tests/fixtures/all-types");
    let server = Server::serve(&["--dataset", dataset.to_str().unwrap()]);
    for key in ["m2", "usd"] {
        let all = server.text(&format!("/data/{key}/vintages.csv"));
        let (head, rows) = all.split_once("\r\n").unwrap();
        let rows: Vec<&str> = rows.split_inclusive("\r\n").collect();
        let date = |row: &&str| row.split(',').next().unwrap().to_owned();
        let mut dates: Vec<String> = rows.iter().map(date).collect();
        dates.dedup();
        let middle = &dates[dates.len() / 2];
        for (query, is_wanted) in [
            (format!("from={middle}"), Box::new(|of: &String| of >= middle) as Box<dyn Fn(&String) -> bool>),
            (format!("to={middle}"), Box::new(|of: &String| of <= middle)),
            (
                "last=2".to_owned(),
                Box::new(|of: &String| dates[dates.len().saturating_sub(2)..].contains(of)),
            ),
        ] {
            let wanted: String = rows.iter().filter(|row| is_wanted(&date(row))).copied().collect();
            let found = server.text(&format!("/data/{key}/vintages.csv?{query}"));
            assert_eq!(found, format!("{head}\r\n{wanted}"), "{key} {query}");
        }
    }
}

/// Readers that take nothing, each of a body that would not fit into what the connection holds.
#[test]
fn a_reader_that_stops_costs_a_buffer() {
    let server = served();
    server.get("/history.csv", "Accept-Encoding: gzip\r\n");
    let before = server.memory();
    let target = "GET /sdmx/data/MACRO HTTP/1.1\r\nHost: test\r\n";
    let mut readers: Vec<_> = (0..60).map(|_| server.connect()).collect();
    for (number, reader) in readers.iter_mut().enumerate() {
        let encoding = ["identity", "gzip"][number % 2];
        reader.send(format!("{target}Accept-Encoding: {encoding}\r\n\r\n").repeat(20));
    }
    for _ in 0..20 {
        assert_eq!(server.get("/data.json", "").status, 200);
    }
    let held = server.memory().saturating_sub(before);
    assert!(held < 64 * 1024, "{held} KB");
}
