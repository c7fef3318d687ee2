//! A week of operation in seconds: what is published, refused, rolled back and read leaves nothing behind.

use std::fs;
use std::thread;
use std::time::{Duration, Instant};

use super::served;
use crate::support::server::{Server, eventually};
use crate::support::{TempDir, edit, outcome};

const DAYS: usize = 7;
/// Publications a day.
const HOURS: usize = 3;
/// Releases that are kept.
const KEPT: usize = 20;

fn rows(value: &str) -> String {
    format!("2026-10-20,1.7\n2026-11-20,{value}\n")
}

#[test]
fn a_week_of_operation_leaves_nothing_behind() {
    let dir = TempDir::new();
    let dataset = dir.copy_of("tests/fixtures/clean", "dataset");
    let store = dir.join("store");
    let (from, to) = (dataset.to_str().unwrap(), store.to_str().unwrap());
    let publish = || {
        outcome(&[
            "publish",
            "--yes",
            from,
            "--new-store",
            "--store",
            to,
            "--lang",
            "en",
            "--no-reload",
        ])
    };

    assert_eq!(publish().0, 0);
    let server = Server::serve(&["--store", to]);
    let mut after_a_day = None;
    for day in 1..=DAYS {
        for hour in 1..=HOURS {
            let (version, value) = (format!("week.{day}.{hour}"), format!("1.7{day}{hour}"));
            edit(&dataset, &version, &rows(&value));
            let (code, _, stderr) = publish();
            assert_eq!((code, stderr.as_str()), (0, ""));
            server.signal("HUP");
            eventually("the release is served", || served(&server).0 == version);
            assert_eq!(served(&server).1, value);
        }

        // One that is refused, and a reload all the same.
        let before = served(&server);
        edit(&dataset, &format!("bad.{day}"), &rows("1.7x"));
        assert_eq!(publish().0, 2);
        server.signal("HUP");
        // One that was a mistake.
        assert_eq!(outcome(&["rollback", "--store", to, "--no-reload"]).0, 0);
        server.signal("HUP");
        let version = format!("week.{day}.{}", HOURS - 1);
        eventually("the release before is served", || {
            served(&server).0 == version
        });
        assert_ne!(served(&server), before);
        let state = (server.threads_and_descriptors().1, server.memory());
        let (descriptors, memory) = *after_a_day.get_or_insert(state);
        assert!(
            state.0 <= descriptors + 8,
            "descriptors: {descriptors} after a day, {} after {day}",
            state.0
        );
        assert!(
            state.1 <= memory + memory / 2,
            "memory: {memory} after a day, {} after {day}",
            state.1
        );
    }

    assert_eq!(fs::read_dir(store.join("releases")).unwrap().count(), KEPT);
    let journal = fs::read_to_string(store.join("journal.jsonl")).unwrap();
    assert_eq!(journal.lines().count(), 1 + DAYS * (HOURS + 1));
    let mut left: Vec<_> = fs::read_dir(&store)
        .unwrap()
        .map(|entry| entry.unwrap().file_name())
        .collect();
    left.sort();
    assert_eq!(
        left,
        [
            ".lock",
            ".reserve",
            "current",
            "journal.jsonl",
            "releases",
            "sums"
        ]
    );
}

/// How often all threads of a server were woken so far.
fn wakings(server: &Server) -> u64 {
    let mut count = 0;
    for thread in fs::read_dir(format!("/proc/{}/task", server.pid())).unwrap() {
        let status = fs::read_to_string(thread.unwrap().path().join("status")).unwrap();
        let line = status
            .lines()
            .find_map(|line| line.strip_prefix("voluntary_ctxt_switches:"));
        count += line.unwrap().trim().parse::<u64>().unwrap();
    }

    count
}

#[test]
fn a_server_without_connections_wakes_twice_a_second() {
    let server = Server::serve(&[]);
    // Once nobody is connected, and what was started for the first answers has ended.
    assert_eq!(server.get("/data.json", "").status, 200);
    eventually("it is calm", || {
        let begun = Instant::now();
        let before = wakings(&server);
        thread::sleep(Duration::from_secs(3));
        let count = wakings(&server).saturating_sub(before);
        // One more at each end.
        count <= 2 * begun.elapsed().as_secs() + 2
    });
    // And is there at once for who comes.
    assert_eq!(server.get("/data.json", "").status, 200);
}
