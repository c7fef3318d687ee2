//! A release that waits for its instant: nothing of it is seen before, everything at once then (decisions, 12).

use std::fs;
use std::path::PathBuf;
use std::time::Instant;

use crate::reload::in_seconds;
use crate::server::{Server, eventually};
use crate::support::{TempDir, edit, outcome, write};

/// What is said of a release that waits and cannot be served.
const UNUSABLE: &str = "a release that waits for its instant cannot be read or is bad";

/// A store in which v1 is in service.
struct Fixture {
    dir: TempDir,
    store: PathBuf,
    /// How far ahead an instant has to be so that this machine, as busy as it is, gets something done before it.
    ahead: i64,
}

impl Fixture {
    fn new() -> Self {
        let dir = TempDir::new();
        let store = dir.join("store");
        let mut fixture = Fixture { dir, store, ahead: 0 };
        let begun = Instant::now();
        fixture.publish("v1", "1.71", &[]);
        fixture.ahead = 5 + 8 * i64::try_from(begun.elapsed().as_secs()).unwrap();
        fixture
    }

    fn publish(&self, version: &str, value: &str, options: &[&str]) {
        let dataset = self.dir.copy_of("tests/fixtures/clean", "dataset");
        edit(&dataset, version, &format!("2026-10-20,1.7\n2026-11-20,{value}\n"));
        let command = ["publish", dataset.to_str().unwrap(), "--store", self.store.to_str().unwrap()];
        let (code, _, stderr) = outcome(&[&command, options].concat());
        assert_eq!(code, 0, "{stderr}");
    }

    /// Arms v2, whose value is 1.72, for an instant soon.
    fn arm(&self) {
        self.publish("v2", "1.72", &["--at", &in_seconds(self.ahead)]);
    }

    fn armed(&self) -> PathBuf {
        self.store.join("armed.json")
    }

    fn serve(&self) -> Server {
        Server::serve(&["--log-level", "debug", "--store", self.store.to_str().unwrap()])
    }
}

/// The version and the value that are served, and where else either could show.
fn served(server: &Server) -> (String, String) {
    let status = server.get("/status.json", "").json();
    let usd = server.get("/data/usd.json", "").json();
    (status["dataset"]["version"].as_str().unwrap().to_owned(), usd["valueRaw"].to_string())
}

fn pair(version: &str, value: &str) -> (String, String) {
    (version.to_owned(), value.to_owned())
}

#[test]
fn everything_changes_at_the_instant_and_nothing_before() {
    let fixture = Fixture::new();
    let server = fixture.serve();
    let page = |path: &str| {
        let response = server.get(path, "");
        (response.header("ETag").map(str::to_owned), response.the("Snapshot-Id").to_owned(), response.body)
    };
    let paths = ["/data.json", "/en/data.csv", "/data/usd/history.csv", "/", "/catalog.json"];
    let before = paths.map(page);
    fixture.arm();
    server.signal("HUP");
    let line = server.line("reload: v1");
    assert!(!line.contains("v2"), "{line}");
    assert_eq!(paths.map(page), before);
    // That something comes is all that caches are told.
    let kept = server.get("/data.json", "").the("Cache-Control").to_owned();
    let seconds = kept.strip_prefix("public, max-age=").and_then(|rest| rest.split(',').next());
    assert!(seconds.unwrap().parse::<i64>().unwrap() <= fixture.ahead && !kept.contains("stale"), "{kept}");
    let status = server.text("/status.json");
    assert!(!status.contains("v2") && !server.text("/metrics").contains("v2"), "{status}");
    // All lines up to the instant: nothing is said of it.
    let (said, line) = server.wait_for("in service: v2");
    assert!(said.iter().all(|line| !line.contains("v2")), "{said:?}");
    assert!(line.contains("; it had waited for "), "{line}");
    assert_eq!(served(&server), pair("v2", "1.72"));
    assert!(paths.map(page).iter().zip(&before).all(|(now, before)| now.1 != before.1));
    // The store has not moved its link yet: a reload and a start serve what is public.
    server.signal("HUP");
    server.line("reload: v2");
    assert_eq!(served(&fixture.serve()), pair("v2", "1.72"));
    assert_eq!(fs::read_link(fixture.store.join("current")).unwrap().to_str(), Some("releases/v1"));
}

#[test]
fn a_start_before_the_instant_keeps_it_waiting() {
    let fixture = Fixture::new();
    fixture.arm();
    let server = fixture.serve();
    assert_eq!(served(&server), pair("v1", "1.71"));
    assert!(server.before.iter().all(|line| !line.contains("v2")), "{:?}", server.before);
    server.line("in service: v2");
    assert_eq!(served(&server), pair("v2", "1.72"));
}

/// The server is not told that it was disarmed: it asks before it makes anything public.
#[test]
fn what_was_disarmed_does_not_become_public() {
    let fixture = Fixture::new();
    fixture.arm();
    let server = fixture.serve();
    let (code, _, stderr) = outcome(&["rollback", "--armed", "--store", fixture.store.to_str().unwrap()]);
    assert_eq!(code, 0, "{stderr}");
    server.line("waits no longer");
    let (said, _) = server.wait_for("reload: v1");
    assert!(said.iter().all(|line| !line.contains("in service: ")), "{said:?}");
    assert_eq!(served(&server), pair("v1", "1.71"));
}

#[test]
fn a_bad_one_is_an_error_at_once_and_at_its_instant() {
    let fixture = Fixture::new();
    fixture.arm();
    write(&fixture.store.join("releases/v2/indicators/usd.csv"), "date,value\n2026-11-20,99.72\n");
    let server = fixture.serve();
    let at_once: Vec<_> = server.before.iter().filter(|line| line.contains(UNUSABLE)).collect();
    assert_eq!(at_once.len(), 1, "{:?}", server.before);
    assert!(at_once[0].contains("[ERROR]") && !at_once[0].contains("v2") && !at_once[0].contains("99.72"));
    let (said, line) = server.wait_for(UNUSABLE);
    assert!(line.contains("still serving v1"), "{line}");
    assert!(said.iter().all(|line| !line.contains("v2")), "{said:?}");
    assert_eq!(served(&server), pair("v1", "1.71"));
}

#[test]
fn what_cannot_be_read_of_it_leaves_what_is_served() {
    let fixture = Fixture::new();
    let server = fixture.serve();
    write(&fixture.armed(), "nonsense");
    server.signal("HUP");
    server.line("reload: refused, still serving v1");
    assert_eq!(served(&server), pair("v1", "1.71"));
    fs::remove_file(fixture.armed()).unwrap();
    server.signal("HUP");
    eventually("the reload succeeds", || {
        server.text("/metrics").contains("\nindicatord_reload_last_success 1\n")
    });
}
