//! The feed of a store is the list of its publications. A reader that remembers the newest `updated` that it has seen, and
//! tells what is later, misses nothing and tells nothing twice, whatever editors do.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};

use crate::store::bundles::{sign, with_keys};
use crate::support::server::Server;
use crate::support::store::StoreFixture;
use crate::support::{TempDir, outcome, set_version, write};

/// An entry of a feed: `updated` and the end of `id`.
type Entry = (String, String);

/// The entries of the English feed of what is live in a store, at an instant.
fn entries_at(store: &Path, at: &str) -> Vec<Entry> {
    let dir = TempDir::new();
    let out = dir.join("out");
    let live = store.join("current");
    let command = ["export", "--dataset", live.to_str().unwrap(), "--at", at];
    let (code, _, stderr) = outcome(&[&command[..], &[out.to_str().unwrap()]].concat());
    assert_eq!(code, 0, "{stderr}");
    let feed = fs::read_to_string(out.join("en/feed.atom")).unwrap();

    let mut entries = Vec::new();
    for entry in feed.split("<entry>").skip(1) {
        let text = |name: &str| {
            let (_, rest) = entry.split_once(&format!("<{name}>")).unwrap();
            rest.split_once("</").unwrap().0.to_owned()
        };
        let id = text("id");
        let (_, id) = id.split_once("2026:").unwrap();
        entries.push((text("updated"), id.to_owned()));
    }

    entries
}

/// A feed reader as home automation has it.
#[derive(Default)]
struct Reader {
    newest: String,
}

impl Reader {
    /// The identifiers of what it tells.
    fn poll(&mut self, store: &Path) -> Vec<String> {
        self.poll_at(store, "2026-12-31T00:00:00Z")
    }

    fn poll_at(&mut self, store: &Path, at: &str) -> Vec<String> {
        let entries = entries_at(store, at);
        let before = self.newest.clone();
        let mut told = Vec::new();
        for (updated, id) in entries.into_iter().filter(|(updated, _)| *updated > before) {
            self.newest = self.newest.clone().max(updated);
            told.push(id);
        }

        told
    }
}

impl StoreFixture {
    /// Publishes these wages under a version.
    #[track_caller]
    fn publish_wages(&self, version: &str, rows: &str) {
        self.write_wages(version, rows);
        let (code, _, stderr) = self.publish(&ALLOWED);
        assert_eq!(code, 0, "{stderr}");
    }

    fn write_wages(&self, version: &str, rows: &str) {
        self.write(
            "indicators/wage.csv",
            format!("date,value,not_before\n{rows}"),
        );
        set_version(&self.dataset, version);
    }
}

const ALLOWED: [&str; 10] = [
    "--allow",
    "jump",
    "--allow",
    "revision",
    "--allow",
    "loss",
    "--allow",
    "withdrawn",
    "--allow",
    "early",
];

#[test]
fn a_reader_is_told_each_figure_once_through_corrections_and_rollbacks() {
    let fixture = StoreFixture::new();
    let mut reader = Reader::default();

    fixture.publish_wages("1", "2026-08,1000,\n2026-09,1010,\n");
    assert_eq!(
        reader.poll(&fixture.store),
        ["wage/2026-09-30/1", "wage/2026-08-31/1"]
    );
    fixture.edit("2", "2026-10-20,1.7\n2026-11-20,1.71\n");
    assert_eq!(fixture.publish(&ALLOWED).0, 0);
    assert!(
        reader.poll(&fixture.store).is_empty(),
        "a daily rate is no news"
    );

    fixture.publish_wages("3", "2026-08,1000,\n2026-09,1020,\n");
    assert_eq!(reader.poll(&fixture.store), ["wage/2026-09-30/3"]);
    fixture.publish_wages("4", "2026-08,1000,\n2026-09,1020.0,\n");
    assert!(reader.poll(&fixture.store).is_empty(), "the same value");
    fixture.publish_wages("5", "2026-08,1000,\n2026-09,1030,\n2026-10,1040,\n");
    assert_eq!(
        reader.poll(&fixture.store),
        ["wage/2026-10-31/5", "wage/2026-09-30/5"]
    );

    let (code, _, stderr) = fixture.run(&["rollback"]);
    assert_eq!(code, 0, "{stderr}");
    assert!(reader.poll(&fixture.store).is_empty());
    fixture.publish_wages("6", "2026-08,1000,\n2026-09,1020.0,\n2026-10,1040,\n");
    assert_eq!(
        reader.poll(&fixture.store),
        ["wage/2026-10-31/6", "wage/2026-09-30/6"],
        "a returned figure, and one that had been told otherwise"
    );

    fixture.publish_wages("7", "2026-08,1000,\n2026-10,1040,\n");
    assert!(
        reader.poll(&fixture.store).is_empty(),
        "nothing is told of a row that is gone"
    );
    fixture.publish_wages("8", "2026-08,1000,\n2026-09,1020,\n2026-10,1040,\n");
    assert_eq!(reader.poll(&fixture.store), ["wage/2026-09-30/8"]);
    assert_eq!(
        fixture.publish(&[]).1.trim_end(),
        "8 with the same content is already live: nothing was done"
    );
}

#[test]
fn a_figure_under_embargo_is_told_at_its_instant_and_no_sooner() {
    let fixture = StoreFixture::new();
    let mut reader = Reader::default();
    let (before, then) = ("2031-11-20T08:59:59Z", "2031-11-20T09:00:00Z");
    fixture.publish_wages("1", "2026-09,1000,\n");
    assert_eq!(reader.poll_at(&fixture.store, before).len(), 1);

    let waiting = format!("2026-09,1000,\n2026-10,1010,{then}\n");
    fixture.publish_wages("2", &waiting);
    assert!(reader.poll_at(&fixture.store, before).is_empty());
    fixture.publish_wages("3", &(waiting + "2026-08,990,\n"));
    assert_eq!(
        reader.poll_at(&fixture.store, before),
        ["wage/2026-08-31/3"]
    );

    assert_eq!(reader.poll_at(&fixture.store, then), ["wage/2026-10-31/3"]);
    assert_eq!(reader.newest, "2031-11-20T13:00:00+04:00");
    assert!(reader.poll_at(&fixture.store, then).is_empty());
}

#[test]
fn an_approval_tells_of_what_was_staged_before_something_else_was_published() {
    let fixture = StoreFixture::new();
    let mut reader = Reader::default();
    fixture.publish_wages("1", "2026-09,1000,\n");
    fixture.write_wages("2", "2026-09,1000,\n2026-10,1010,\n");
    let dataset = fixture.dataset.to_str().unwrap();
    let (code, _, stderr) = fixture.run(&["stage", dataset]);
    assert_eq!(code, 0, "{stderr}");
    fixture.publish_wages("3", "2026-08,990,\n2026-09,1000,\n");
    assert_eq!(
        reader.poll(&fixture.store),
        ["wage/2026-08-31/3", "wage/2026-09-30/1"]
    );

    let approve = [&["approve", "2", "--yes"], &ALLOWED[..]].concat();
    let (code, _, stderr) = fixture.run(&approve);

    assert_eq!(code, 0, "{stderr}");
    assert_eq!(reader.poll(&fixture.store), ["wage/2026-10-31/2"]);
    let (code, said) = fixture.status();
    assert_eq!(code, 0, "{said}");
    assert!(!fixture.store.join(".incoming").exists());
}

#[track_caller]
fn take_bundle(store: &Path, bundle: &Path, keys: &Path) {
    let (bundle, keys) = (bundle.to_str().unwrap(), keys.to_str().unwrap());
    let fixed = ["publish", bundle, "--trusted-keys", keys, "--new-store"];
    let store = ["--store", store.to_str().unwrap(), "--yes", "--no-reload"];
    let (code, _, stderr) = outcome(&[&fixed[..], &store, &ALLOWED].concat());
    assert_eq!(code, 0, "{stderr}");
}

/// A signed bundle of what is live in a store.
fn bundle_of_store(fixture: &StoreFixture, store: &Path) -> PathBuf {
    let live = fs::read_link(store.join("current")).unwrap();
    let name = format!("{}.of-store", live.file_name().unwrap().display());
    let bundle = fixture.dir.join(&name);
    let (store, out) = (store.to_str().unwrap(), bundle.to_str().unwrap());
    let (code, _, stderr) = outcome(&["bundle", store, "--out", out]);
    assert_eq!(code, 0, "{stderr}");
    sign(fixture, &bundle, "office.key");
    bundle
}

#[test]
fn replicas_that_take_the_same_bundles_have_the_same_feed() {
    let Some((fixture, keys)) = with_keys() else {
        return;
    };

    let replicas = ["one", "two"].map(|name| fixture.dir.join(name));
    let feed = |store: &Path| entries_at(store, "2026-12-31T00:00:00Z");

    for (version, rows) in [
        ("1", "2026-09,1000,\n"),
        ("2", "2026-09,1001,\n2026-10,1010,\n"),
        ("3", "2026-09,1001,\n2026-10,1020,\n"),
    ] {
        fixture.publish_wages(version, rows);
        let bundle = bundle_of_store(&fixture, &fixture.store);
        take_bundle(&replicas[0], &bundle, &keys);
        // The other one was away for a day.
        if version != "2" {
            take_bundle(&replicas[1], &bundle, &keys);
        }
    }

    assert_eq!(feed(&replicas[0]), feed(&fixture.store));
    assert_eq!(feed(&replicas[1]), feed(&fixture.store));
}

/// The answer of the English feed to who has it with this tag: the new tag, and the entries; nothing where it is the same.
fn ask_for_changes(server: &Server, tag: &str) -> Option<(String, BTreeMap<String, String>)> {
    let header = format!("If-None-Match: {tag}\r\n");
    let answer = server.get("/en/feed.atom", &header);
    if answer.status == 304 {
        return None;
    }

    let feed = String::from_utf8(answer.body.clone()).unwrap();
    let mut entries = BTreeMap::new();
    for entry in feed.split("<entry>").skip(1) {
        let (id, rest) = entry.split_once("</id>").unwrap();
        let is_new = entries.insert(id.to_owned(), rest.to_owned()).is_none();
        assert!(is_new, "{id} twice");
    }

    Some((answer.the("ETag").to_owned(), entries))
}

/// A week of a reader who asks with a tag, of two replicas that are told of each publication.
#[test]
fn what_has_an_identifier_never_changes_and_replicas_are_the_same() {
    let fixture = StoreFixture::new();
    let store = fixture.store.to_str().unwrap();
    fixture.publish_wages("1", "2026-08,1000,\n2026-09,1010,\n");
    let replicas = [(); 2].map(|()| Server::serve(&["--store", store]));
    let mut known = BTreeMap::new();
    let mut tag = String::new();

    let corrected = "2026-08,1000,\n2026-09,1020,\n";
    let longer = "2026-08,1000,\n2026-09,1020,\n2026-10,1100,\n";
    for (step, version, rows, told) in [
        ("the first day", "", "", 2),
        ("a correction", "2", corrected, 1),
        ("a new figure", "3", longer, 1),
        ("a rollback", "", "", 0),
        ("the figure again", "4", longer, 1),
        (
            "the same digits",
            "5",
            "2026-08,1000.0,\n2026-09,1020,\n2026-10,1100,\n",
            0,
        ),
        ("a second rollback", "", "", 0),
    ] {
        if step.ends_with("rollback") {
            let (code, _, stderr) = fixture.run(&["rollback"]);
            assert_eq!(code, 0, "{stderr}");
        } else if !version.is_empty() {
            fixture.publish_wages(version, rows);
        }

        for replica in replicas.iter().filter(|_| step != "the first day") {
            replica.reload();
        }

        for path in ["/feed.atom", "/en/feed.atom", "/en/feed/one.atom"] {
            let [one, other] = replicas
                .each_ref()
                .map(|replica| replica.get(path, "").body);
            assert!(one == other, "{path} after {step}");
        }

        let entries = match ask_for_changes(&replicas[0], &tag) {
            Some((new_tag, entries)) => {
                tag = new_tag;
                entries
            }
            None => BTreeMap::new(),
        };
        let before = known.len();
        for (id, entry) in entries {
            let former = known.entry(id.clone()).or_insert_with(|| entry.clone());
            assert_eq!(*former, entry, "{id} after {step}");
        }

        assert_eq!(known.len() - before, told, "{step}: {known:?}");
        assert_eq!(ask_for_changes(&replicas[1], &tag), None, "{step}");
    }
}

/// A signed bundle of the directory of a fixture.
fn bundle_directory(fixture: &StoreFixture, version: &str) -> PathBuf {
    let bundle = fixture.dir.join(version);
    let (dataset, out) = (fixture.dataset.to_str().unwrap(), bundle.to_str().unwrap());
    let (code, _, stderr) = outcome(&["bundle", dataset, "--out", out]);
    assert_eq!(code, 0, "{stderr}");
    sign(fixture, &bundle, "office.key");
    bundle
}

/// A directory has no list of publications: whoever takes its bundles carries on his own.
#[test]
fn bundles_of_a_directory_are_told_like_publications_of_it() {
    let Some((fixture, keys)) = with_keys() else {
        return;
    };

    let replicas = ["one", "two"].map(|name| fixture.dir.join(name));
    let mut readers = [Reader::default(), Reader::default()];
    for (version, rows, told) in [
        (
            "1",
            "2026-08,1000,\n2026-09,1010,\n",
            &["wage/2026-09-30/1", "wage/2026-08-31/1"][..],
        ),
        (
            "2",
            "2026-08,1000,\n2026-09,1020,\n",
            &["wage/2026-09-30/2"],
        ),
        ("3", "2026-08,1000,\n2026-09,1020.0,\n", &[]),
        (
            "4",
            "2026-09,1020,\n2026-10,1030,\n",
            &["wage/2026-10-31/4"],
        ),
        (
            "5",
            "2026-08,1000,\n2026-09,1020,\n2026-10,1040,\n",
            &["wage/2026-10-31/5", "wage/2026-08-31/5"],
        ),
    ] {
        fixture.write_wages(version, rows);
        let bundle = bundle_directory(&fixture, version);
        for (store, reader) in replicas.iter().zip(&mut readers) {
            take_bundle(store, &bundle, &keys);
            assert_eq!(reader.poll(store), told, "{version}");
        }

        // A directory that was copied from a release has the list of that one in it.
        let list = fixture.dataset.join("publications.csv");
        fs::copy(replicas[0].join("current/publications.csv"), list).unwrap();
    }

    let feed = |store: &Path| entries_at(store, "2026-12-31T00:00:00Z");
    assert_eq!(feed(&replicas[0]), feed(&replicas[1]));
}

/// Publications while a bundle waited for approval are told once; the list of the bundle, where it has one, stays.
#[test]
fn a_bundle_that_was_staged_keeps_the_list_that_it_brought_and_no_other() {
    for is_of_store in [false, true] {
        let Some((fixture, keys)) = with_keys() else {
            return;
        };

        let other = fixture.dir.join("other");
        let mut reader = Reader::default();
        fixture.publish_wages("1", "2026-09,1000,\n");
        assert_eq!(reader.poll(&fixture.store), ["wage/2026-09-30/1"]);

        fixture.write_wages("2", "2026-09,1000,\n2026-10,1010,\n");
        let mut bundle = bundle_directory(&fixture, "2");
        if is_of_store {
            take_bundle(&other, &bundle, &keys);
            bundle = bundle_of_store(&fixture, &other);
        }

        let (path, keys) = (bundle.to_str().unwrap(), keys.to_str().unwrap());
        let stage = ["stage", path, "--trusted-keys", keys];
        let (code, _, stderr) = fixture.run(&stage);
        assert_eq!(code, 0, "{stderr}");
        fixture.publish_wages("3", "2026-08,990,\n2026-09,1000,\n");
        assert_eq!(reader.poll(&fixture.store), ["wage/2026-08-31/3"]);
        let approve = [&["approve", "2", "--yes"], &ALLOWED[..]].concat();
        let (code, _, stderr) = fixture.run(&approve);
        assert_eq!(code, 0, "{stderr}");

        if is_of_store {
            let list = |store: &Path| fs::read_to_string(store.join("current/publications.csv"));
            assert_eq!(list(&fixture.store).unwrap(), list(&other).unwrap());
        } else {
            assert_eq!(reader.poll(&fixture.store), ["wage/2026-10-31/2"]);
        }
    }
}

#[test]
fn a_list_that_was_written_by_hand_is_refused() {
    let fixture = StoreFixture::new();
    let header = "key,date,value,version,at\n";
    for row in [
        "wage,2026-10-31,1010,1,2026-11-20T09:00:00+04:00",
        "Wage,2026-10-31,0123456789ab,1,2026-11-20T09:00:00+04:00",
        "wage,October,0123456789ab,1,2026-11-20T09:00:00+04:00",
        "wage,2026-10-31,0123456789ab,1,today",
    ] {
        write(
            &fixture.dataset.join("publications.csv"),
            format!("{header}{row}\n"),
        );
        let dataset = fixture.dataset.to_str().unwrap();
        let (code, said, _) = outcome(&["check", dataset, "--lang", "en"]);
        assert_eq!(code, 2, "{row}");
        assert!(said.contains("publications.csv:2: "), "{said}");
    }
}
