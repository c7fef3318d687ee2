//! The six readers of files and requests that others write, each as a function of an input. For every input they neither panic
//! nor take long, their messages can be shown on a terminal, and two runs say the same.
//!
//! `tests/fuzz/run` searches inputs that reach new code. Those that it kept are in `tests/fuzz/corpus`, and are read once in
//! each run of the tests.

use std::collections::HashSet;
use std::sync::{Arc, LazyLock};
use std::time::{Duration, SystemTime};

use include_dir::{Dir, include_dir};

use crate::dataset::{self, DataFile, Dataset, Diagnostics, FullDataset};
use crate::imports::{self, Request};
use crate::messages::escaped;
use crate::model::{Lang, Timestamp};
use crate::server::health::Counters;
use crate::server::http::{Plan, RequestHead, ResponseContext, Scope, Turn, plan};
use crate::server::{Compressors, Current, Served};
use crate::site::{Site, SiteOptions};

#[path = "../../src/imports/workbook/samples.rs"]
#[allow(
    dead_code,
    clippy::duplicate_mod,
    reason = "the tests of workbooks have it, too"
)]
mod samples;

/// Indicators of several period types, and a definition for each layout.
static FILES: Dir<'_> = include_dir!("$CARGO_MANIFEST_DIR/tests/fuzz/dataset");

pub type Reader = fn(&[u8]);

/// The readers, by the names of the folders of their inputs.
pub const READERS: [(&str, Reader); 6] = [
    ("csv", read_text),
    ("json", read_json),
    ("xls", read_xls),
    ("xlsx", read_xlsx),
    ("sdmx", ask_sdmx),
    ("head", ask_head),
];

/// The dataset that files are compared with, and that is served.
struct Fixture {
    now: Timestamp,
    full: FullDataset,
    public: Arc<Dataset>,
    files: Vec<DataFile>,
}

static FIXTURE: LazyLock<Fixture> = LazyLock::new(|| {
    let now = "2026-11-20T09:00:00+04:00".parse().unwrap();
    let files = dataset::embedded(&FILES);
    let full = match dataset::check(&files, now, Diagnostics::default(), None) {
        Ok(full) => full,
        Err(diagnostics) => panic!("{}", diagnostics.text(Lang::En)),
    };

    Fixture {
        now,
        public: full.public_at(now),
        full,
        files,
    }
});

/// A line of a report breaks no line, drives no terminal and hides nothing.
fn assert_is_plain(said: &str) {
    assert_eq!(escaped(said), said);
}

fn assert_are_plain(diagnostics: &Diagnostics) {
    for problem in diagnostics.problems() {
        for lang in Lang::ALL {
            assert_is_plain(&problem.sentence(lang));
        }
    }
}

/// Everything that is read of a file of a source, and everything that is said of it.
fn import_once(file: &DataFile) -> String {
    let fixture = &*FIXTURE;
    let dataset = fixture.full.with_all_rows();
    let request = Request {
        dataset,
        public: &fixture.public,
        definitions: fixture.full.tables(),
        key: Some("m2"),
        source: None,
        tables: &[],
        published: None,
        not_before: None,
        today: dataset.offset.day(fixture.now),
        now: fixture.now,
    };

    let mut diagnostics = Diagnostics::default();
    let import = imports::read(file, request, &mut diagnostics);
    let mut said = String::new();
    for (location, row) in import.rows {
        let line = format!("{location} {} {:?}", row.key, row.cells());
        assert_is_plain(&location.to_string());
        said += &line;
    }

    for line in imports::list(file, request, &mut diagnostics) {
        for line in line.get(Lang::En).lines() {
            assert_is_plain(line);
        }
        said += &line.get(Lang::Ru);
    }

    assert_are_plain(&diagnostics);
    said + &diagnostics.text(Lang::En)
}

/// Reads a file twice: what depends on chance would differ.
fn import(bytes: Vec<u8>) {
    let path = "a 2026.file".to_owned();
    let file = DataFile { path, bytes };
    assert_eq!(import_once(&file), import_once(&file));
}

/// Checks the dataset with other content of one of its files.
fn check_with(path: &str, bytes: &[u8]) {
    let fixture = &*FIXTURE;
    let mut files = fixture.files.clone();
    files.retain(|file| file.path != path);
    files.push(DataFile {
        path: path.to_owned(),
        bytes: bytes.to_vec(),
    });
    files.sort_by(|one, other| one.path.cmp(&other.path));
    let checked = dataset::check(&files, fixture.now, Diagnostics::default(), None);
    let report = match checked {
        Ok(full) => full.report(),
        Err(diagnostics) => diagnostics,
    };

    assert_are_plain(&report);
}

fn has(bytes: &[u8], text: &str) -> bool {
    bytes
        .windows(text.len())
        .any(|window| window == text.as_bytes())
}

/// Tables and messages that are texts: CSV in every form, and XML.
fn read_text(bytes: &[u8]) {
    import(bytes.to_vec());
    let path = match bytes {
        _ if has(bytes, "event") => "calendar.csv",
        _ if has(bytes, "checked") => "checks.csv",
        _ if has(bytes, "digest") => "publications.csv",
        _ => "indicators/m2.csv",
    };

    check_with(path, bytes);
}

/// The JSON of a dataset, and JSON-stat.
fn read_json(bytes: &[u8]) {
    import(bytes.to_vec());
    let path = match bytes {
        _ if has(bytes, "\"categories\"") => "dataset.json",
        _ if has(bytes, "\"series\"") => "tables/rows.json",
        _ => "indicators/m2.json",
    };

    check_with(path, bytes);
}

/// A compound file, or the stream of records that is to be in one.
fn read_xls(bytes: &[u8]) {
    if bytes.starts_with(b"\xd0\xcf\x11\xe0") {
        import(bytes.to_vec());
    } else {
        import(samples::compound("Workbook", bytes));
    }
}

/// An archive, or the texts of its parts, each below a line `=== NAME`.
fn read_xlsx(bytes: &[u8]) {
    if bytes.starts_with(b"PK") {
        return import(bytes.to_vec());
    }

    let text = String::from_utf8_lossy(bytes);
    let mut parts = Vec::new();
    for part in text.split("=== ").skip(1) {
        let (name, content) = part.split_once('\n').unwrap_or((part, ""));
        // The archive of the samples has a byte for the length of a name.
        let name: String = name.chars().take(60).collect();
        parts.push((name, content.as_bytes().to_vec()));
    }

    import(samples::archive(&parts));
}

static SERVED: LazyLock<Current> = LazyLock::new(|| {
    let fixture = &*FIXTURE;
    let site = Site::build(&fixture.public, &SiteOptions::default(), fixture.now, None);
    let site = Arc::new(site.unwrap());
    let served = Served::new(site, Vec::new(), None, None, SystemTime::UNIX_EPOCH);
    Current::new(Arc::new(served))
});

/// Answers a request, and holds the answer against its own head.
fn answer(request: &RequestHead<'_>) {
    let counters = Counters::default();
    let context = ResponseContext {
        turn: Turn::Granted,
        now: SystemTime::UNIX_EPOCH + Duration::from_secs(1_800_000_000),
        is_silent: false,
        scope: Scope::Everything,
        connection: None,
        counters: &counters,
        compressors: &Compressors::default(),
        gate: None,
    };
    let mut buffer = Vec::new();
    let Plan::Respond(response) = plan(request, &SERVED, &context, &mut buffer) else {
        panic!("a turn is granted");
    };

    let head = String::from_utf8(buffer).unwrap();
    let lines = head.strip_suffix("\r\n\r\n").unwrap().split("\r\n");
    let mut names = HashSet::new();
    let mut length = None;
    let mut media_type = "";
    for line in lines.skip(1) {
        assert!(!line.contains(char::is_control), "{line:?}");
        let (name, value) = line.split_once(": ").unwrap();
        assert!(names.insert(name), "{name} stands there twice");
        match name {
            "Content-Length" => length = Some(value.parse::<usize>().unwrap()),
            "Content-Type" => media_type = value,
            _ => {}
        }
    }

    let Some(body) = &response.body else {
        return;
    };

    let mut written = Vec::new();
    body.write_to(&mut written).unwrap();
    assert_eq!(length.is_none(), body.is_chunked);
    assert_eq!(length.unwrap_or(written.len()), written.len());
    if body.is_gzip || body.is_chunked || response.status == 206 {
        return;
    }

    if media_type.contains("json") {
        serde_json::from_slice::<serde_json::Value>(&written).unwrap();
    } else if media_type.contains("+xml") || media_type.starts_with("application/xml") {
        let text = std::str::from_utf8(&written).unwrap();
        roxmltree::Document::parse(text).unwrap();
    }
}

/// The path below `/sdmx/`, the query, and in a second line the media types that the client accepts.
fn ask_sdmx(bytes: &[u8]) {
    let text = String::from_utf8_lossy(bytes);
    let (target, accept) = text.split_once('\n').unwrap_or((&text, ""));
    let target = format!("/sdmx/{target}");
    let request = RequestHead {
        method: "GET",
        target: &target,
        is_1_1: true,
        ..RequestHead::default()
    };
    let accept = (!accept.is_empty()).then_some(("Accept", accept));
    answer(&request.with_headers([("Host", "host")].into_iter().chain(accept)));
}

/// A request line and the lines of its headers, parted as the library parts them.
fn ask_head(bytes: &[u8]) {
    let text = String::from_utf8_lossy(bytes);
    let mut lines = text.split("\r\n");
    let mut words = lines.next().unwrap_or_default().split(' ');
    let mut next_word = || words.next().unwrap_or_default();
    let request = RequestHead {
        method: next_word(),
        target: next_word(),
        is_1_1: next_word() != "HTTP/1.0",
        ..RequestHead::default()
    };
    let mut headers = Vec::new();
    for line in lines.take_while(|line| !line.is_empty()) {
        let (name, value) = line.split_once(':').unwrap_or((line, ""));
        headers.push((name, value.trim()));
    }

    answer(&request.with_headers(headers.into_iter()));
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Inputs of a search that was led by coverage, and the faults that it found.
    #[test]
    fn what_a_search_has_kept_is_read() {
        let corpus = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/fuzz/corpus");
        for (name, read) in READERS {
            let inputs = std::fs::read_dir(corpus.join(name)).unwrap();
            let mut count = 0;
            for input in inputs {
                read(&std::fs::read(input.unwrap().path()).unwrap());
                count += 1;
            }

            assert!(count > 10, "{name} has {count} inputs");
        }
    }
}
