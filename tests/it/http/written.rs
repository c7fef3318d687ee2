//! Bodies that are written for each request: the same text in whichever framing, without anything collected for who does
//! not read.

use std::fs;
use std::io::Read;
use std::process::Command;

use chrono::NaiveDate;

use crate::support::dataset::DatasetFixture;
use crate::support::server::{Response, Server, eventually};
use crate::support::{TempDir, program, project, set_version};

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
    Server::of_dataset(&project("dataset"))
}

fn gunzipped(bytes: &[u8]) -> Vec<u8> {
    let mut text = Vec::new();
    flate2::read::GzDecoder::new(bytes)
        .read_to_end(&mut text)
        .expect("gzip");
    text
}

#[test]
fn chunks_and_lengths_frame_the_same_text_under_the_same_tag() {
    let server = served();
    for target in TARGETS {
        let whole = server.get(target, "");
        assert_eq!(
            whole.the("Content-Length"),
            whole.body.len().to_string(),
            "{target}"
        );
        let packed = server.get(target, "Accept-Encoding: gzip\r\n");
        assert_eq!(
            (
                packed.the("Transfer-Encoding"),
                packed.header("Content-Length")
            ),
            ("chunked", None)
        );
        assert!(gunzipped(&packed.body) == whole.body, "{target}");
        let tag = whole.the("ETag").trim_matches('"');
        assert_eq!(packed.the("ETag"), format!("\"{tag}-gzip\""));
        for known in [whole.the("ETag"), packed.the("ETag")] {
            for encoding in ["identity", "gzip"] {
                let headers = format!("Accept-Encoding: {encoding}\r\nIf-None-Match: {known}\r\n");
                assert_eq!(
                    server.get(target, &headers).status,
                    304,
                    "{target} {headers}"
                );
                let headers = format!("Accept-Encoding: {encoding}\r\nIf-Match: {known}\r\n");
                assert_eq!(
                    server.get(target, &headers).status,
                    200,
                    "{target} {headers}"
                );
            }
        }

        // Who speaks HTTP/1.0 knows no chunks.
        let old = server.ask(&format!(
            "GET {target} HTTP/1.0\r\nHost: test\r\nAccept-Encoding: gzip\r\n\r\n"
        ));
        assert_eq!(
            (
                old.header("Transfer-Encoding"),
                old.header("Content-Encoding")
            ),
            (None, None),
            "{target}"
        );
        assert!(old.body == whole.body, "{target}");
        let part = server.get(target, "Accept-Encoding: gzip\r\nRange: bytes=7-90\r\n");
        assert_eq!(
            (part.status, &part.body[..]),
            (206, &whole.body[7..=90]),
            "{target}"
        );
        let other = format!("If-Range: {}\r\nRange: bytes=7-90\r\n", packed.the("ETag"));
        assert_eq!(
            server.get(target, &other).status,
            200,
            "a part is one of the identity body"
        );
    }
}

#[test]
fn a_workbook_comes_in_chunks_or_with_its_length() {
    let server = served();
    for target in ["/data.xlsx", "/en/data/usd/history.xlsx"] {
        let chunked = server.get(target, "Accept-Encoding: gzip\r\nRange: bytes=0-9\r\n");
        assert_eq!(
            (chunked.status, chunked.the("Transfer-Encoding")),
            (200, "chunked")
        );
        assert_eq!(
            (
                chunked.header("Content-Encoding"),
                chunked.header("Accept-Ranges")
            ),
            (None, None)
        );
        let old = server.ask(&format!("GET {target} HTTP/1.0\r\nHost: test\r\n\r\n"));
        assert_eq!(old.the("Content-Length"), old.body.len().to_string());
        assert!(
            old.body == chunked.body && old.body.starts_with(b"PK\x03\x04"),
            "{target}"
        );
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
        let keys: Vec<&str> = indicators
            .iter()
            .map(|of| of["key"].as_str().unwrap())
            .collect();
        let keys = keys.join(",");
        let of_category = server.text(&format!("/history.csv?category={id}&last=3"));
        assert_eq!(
            of_category,
            server.text(&format!("/history.csv?keys={keys}&last=3")),
            "{id}"
        );
        let both = server.text(&format!("/history.csv?category={id}&keys=usd&last=3"));
        let named = if keys.split(',').any(|key| key == "usd") {
            keys
        } else {
            format!("usd,{keys}")
        };

        assert_eq!(
            both,
            server.text(&format!("/history.csv?keys={named}&last=3")),
            "{id}"
        );
    }
}

#[test]
fn vintages_are_cut_by_the_dates_of_observations() {
    let dataset = project("tests/fixtures/all-types");
    let server = Server::of_dataset(&dataset);
    for key in ["m2", "usd"] {
        let all = server.text(&format!("/data/{key}/vintages.csv"));
        let (head, rows) = all.split_once("\r\n").unwrap();
        let rows: Vec<&str> = rows.split_inclusive("\r\n").collect();
        let date = |row: &&str| row.split(',').next().unwrap().to_owned();
        let mut dates: Vec<String> = rows.iter().map(date).collect();
        dates.dedup();
        let middle = &dates[dates.len() / 2];
        for (query, is_wanted) in [
            (
                format!("from={middle}"),
                Box::new(|of: &String| of >= middle) as Box<dyn Fn(&String) -> bool>,
            ),
            (format!("to={middle}"), Box::new(|of: &String| of <= middle)),
            (
                "last=2".to_owned(),
                Box::new(|of: &String| dates[dates.len().saturating_sub(2)..].contains(of)),
            ),
        ] {
            let wanted: String = rows
                .iter()
                .filter(|row| is_wanted(&date(row)))
                .copied()
                .collect();
            let found = server.text(&format!("/data/{key}/vintages.csv?{query}"));
            assert_eq!(found, format!("{head}\r\n{wanted}"), "{key} {query}");
        }
    }
}

/// Readers that take nothing, each of bodies that would not fit into what the connection holds.
#[test]
fn a_reader_that_stops_costs_a_buffer() {
    let server = served();
    for (target, encodings) in [
        ("/sdmx/data/MACRO", ["identity", "gzip"]),
        ("/data.xlsx", ["identity"; 2]),
    ] {
        server.get(target, "Accept-Encoding: gzip\r\n");
        let before = server.memory();
        let mut readers: Vec<_> = (0..60).map(|_| server.connect()).collect();
        for (number, reader) in readers.iter_mut().enumerate() {
            let encoding = encodings[number % 2];
            let request = format!(
                "GET {target} HTTP/1.1\r\nHost: test\r\nAccept-Encoding: {encoding}\r\n\r\n"
            );
            reader.send(request.repeat(16));
        }

        for _ in 0..20 {
            assert_eq!(server.get("/data.json", "").status, 200);
        }

        let held = server.memory().saturating_sub(before);
        assert!(held < 64, "{target}: {held} MB");
        drop(readers);
        eventually("what was lent is given back", || {
            server.memory().saturating_sub(before) < 24
        });
    }
}

/// The processors that this process may use, the first of them.
fn a_processor() -> String {
    let status = fs::read_to_string("/proc/self/status").unwrap();
    let allowed = status
        .lines()
        .find_map(|line| line.strip_prefix("Cpus_allowed_list:"))
        .unwrap()
        .trim();
    allowed.split([',', '-']).next().unwrap().to_owned()
}

/// The number of such requests whose bodies take fifteen seconds of a processor to be measured.
fn enough_for_fifteen_seconds(server: &Server, request: &str) -> usize {
    let begun = server.processor_time();
    for _ in 0..10 {
        assert_eq!(server.ask(request).status, 200);
    }

    let each = (server.processor_time() - begun) / 10;
    let count = 15_000 / each.as_millis().max(1);
    usize::try_from(count).unwrap().clamp(20, 450)
}

/// On one processor there is one turn. Of each kind as many long bodies are asked for as take more than the ten seconds that
/// a request waits, by the processor's time: however busy the machine is, and in whatever order they come, they never take
/// less.
#[test]
fn who_waits_too_long_for_a_turn_is_told_to_come_back() {
    let fixture = DatasetFixture::new();
    fixture.replace(
        "dataset.json",
        "\"units\"",
        "\"sdmx\": { \"agency\": \"AG\", \"dataflow\": \"MACRO\", \"refArea\": \"XX\" },\n  \"units\"",
    );
    let days = NaiveDate::from_ymd_opt(1000, 1, 1)
        .unwrap()
        .iter_days()
        .take(360_000);
    let rows: String = days.map(|day| format!("{day},1.7\n")).collect();
    fixture.write("indicators/usd.csv", format!("date,value\n{rows}"));
    let mut command = Command::new("taskset");
    command.args(["-c", &a_processor()]).arg(program());
    command.args([
        "serve",
        "--listen",
        "127.0.0.1:0",
        "--dataset",
        fixture.dataset.to_str().unwrap(),
    ]);
    let server = Server::run(&mut command, 1);
    let long = "HEAD /sdmx/data/MACRO?startPeriod=1000 HTTP/1.1\r\nHost: test\r\n\r\n";
    assert_eq!(server.ask(long).status, 200);
    let table = "/en/history.csv?from=1000 HTTP/1.1\r\nHost: test\r\nAccept-Encoding: gzip\r\n\r\n";
    let count = enough_for_fifteen_seconds(&server, long);
    let tables = enough_for_fifteen_seconds(&server, &format!("HEAD {table}"));
    let table = format!("GET {table}");
    let mut waiting: Vec<_> = (0..count).map(|_| server.connect()).collect();
    for client in &mut waiting {
        client.send(long);
    }

    let mut last: Vec<_> = (0..tables).map(|_| server.connect()).collect();
    for client in &mut last {
        client.send(&table);
    }

    assert_eq!(
        server.get("/data.json", "").status,
        200,
        "others are answered meanwhile"
    );
    let answers: Vec<_> = waiting
        .iter_mut()
        .map(|client| client.answer(true))
        .collect();
    let tables: Vec<_> = last.iter_mut().map(|client| client.answer(false)).collect();
    let refused =
        |answers: &[Response]| answers.iter().filter(|answer| answer.status == 503).count();
    assert!(
        refused(&answers) > 0 && refused(&tables) > 0,
        "of both some are refused: {} of {}, {} of {} tables",
        refused(&answers),
        answers.len(),
        refused(&tables),
        tables.len()
    );
    // The turns are not in the order in which they came.
    assert!(
        refused(&answers) + refused(&tables) < answers.len() + tables.len(),
        "and not all of all"
    );
    for answer in answers
        .iter()
        .chain(&tables)
        .filter(|answer| answer.status != 200)
    {
        assert_eq!(answer.status, 503);
        let said = [
            "Retry-After",
            "Cache-Control",
            "Access-Control-Allow-Origin",
        ]
        .map(|name| answer.the(name));
        assert_eq!(said, ["5", "no-store", "*"]);
    }

    let table = tables.iter().find(|answer| answer.status == 503);
    assert_eq!(table.expect("some are refused").json()["code"], "busy");
}

/// Of the snapshots before the present one two are kept for answers that are still being sent.
#[test]
fn the_third_reload_ends_answers_that_began_before_the_first() {
    let dir = TempDir::new();
    let dataset = dir.copy_of("dataset", "dataset");
    let server = Server::of_dataset(&dataset);
    // A reader that takes nothing, once its answer has begun.
    let begin = || {
        let mut reader = server.connect();
        reader.send("GET /sdmx/data/MACRO HTTP/1.1\r\nHost: test\r\n\r\n".repeat(8));
        reader.wait_for_answer();
        reader
    };
    let mut first = begin();
    let reload = |version: &str| {
        set_version(&dataset, version);
        let (_, line) = server.reload();
        assert!(line.contains(&format!("{version}:")), "{line}");
    };
    let ended = || {
        server
            .text("/metrics")
            .contains("disconnections_total{reason=\"response_timeout\"} 1\n")
    };
    reload("v1");
    let mut second = begin();
    reload("v2");
    assert!(!ended());
    reload("v3");
    eventually("the answer of the first snapshot is ended", ended);
    assert!(first.is_closed(), "and without its last bytes");
    let whole = server.get("/sdmx/data/MACRO", "").body;
    let answers: Vec<_> = (0..8).map(|_| second.answer(false).body).collect();
    assert!(
        answers.iter().all(|body| body.len() == whole.len()),
        "what began after the first reload is finished"
    );
}
