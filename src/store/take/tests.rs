//! What a store makes of what killed programs, other hands and the passing of time have left in it.

use std::os::unix::fs::symlink;

use super::*;
use crate::store::entry::Action;
use crate::store::scratch::{Scratch, hour};

/// A store with these releases published.
fn published(versions: &[&str]) -> Scratch {
    let scratch = Scratch::new();
    scratch.store().published(versions);
    scratch
}

/// Moves the link, as somebody does by hand.
fn point(scratch: &Scratch, version: &str) {
    std::fs::remove_file(scratch.join("current")).unwrap();
    symlink(format!("releases/{version}"), scratch.join("current")).unwrap();
}

fn notices(store: &mut Store) -> String {
    let notices = store.notices();
    assert!(store.notices().is_empty(), "each is told once");
    notices.iter().map(|notice| format!("{notice:?};")).collect()
}

#[test]
fn a_release_that_was_never_in_service_is_taken_away() {
    let scratch = published(&["1"]);
    scratch.store().added("2", Audience::Everybody);
    scratch.write(".incoming/indicators/usd.csv", "");
    symlink("releases/2", scratch.join(NEW_LINK)).unwrap();
    let mut store = scratch.store();
    assert!(store.view().keeps("1") && !store.view().keeps("2"));
    for left in [".publishing", INCOMING, NEW_LINK, "sums/2"] {
        assert!(scratch.join(left).symlink_metadata().is_err(), "{left}");
    }
    assert_eq!(notices(&mut store), "");
}

#[test]
fn a_release_that_is_known_stays_whatever_was_about_to_happen_to_it() {
    let scratch = published(&["1", "2"]);
    let mut store = scratch.store();
    let armed = store.added("3", Audience::Group);
    store.arm(Entry { at: Some(hour(10).to_rfc3339()), ..armed }, hour(10)).unwrap();
    let staged = store.added("4", Audience::Group);
    store.stage(staged).unwrap();
    drop(store);
    for version in ["1", "2", "3", "4"] {
        scratch.write(".publishing", version);
        assert!(scratch.store().view().keeps(version), "{version}");
        assert!(!scratch.join(".publishing").exists());
    }
}

#[test]
fn a_step_that_was_not_written_down_is() {
    let scratch = published(&["1"]);
    let mut store = scratch.store();
    let entry = store.added("2", Audience::Everybody);
    store.stage(entry).unwrap();
    let entry = store.view().staged().entries()[0].clone();
    let meant = Entry { message: Some("meant".to_owned()), previous: None, ..entry };
    Marker::write(&store.view.root, &meant, &store.access(Audience::Everybody)).unwrap();
    drop(store);
    point(&scratch, "2");
    let mut store = scratch.store();
    assert_eq!(notices(&mut store), "Recovered(\"2\");");
    let expected = Entry { previous: Some("1".to_owned()), ..meant };
    assert_eq!(store.view().journal().last(), Some(&expected));
    assert_eq!(store.view().staged().entries(), []);
    drop(store);
    assert_eq!(notices(&mut scratch.store()), "");
}

#[test]
fn a_link_that_was_moved_by_hand_is_written_down_with_what_is_known() {
    let scratch = published(&["1", "2"]);
    scratch.write("releases/1/dataset.json", "altered");
    point(&scratch, "1");
    let store = scratch.store();
    let [first, _, last] = store.view().journal().entries() else { panic!("three lines") };
    let expected = Entry { action: Action::Recovered, previous: Some("2".to_owned()), ..first.clone() };
    assert_eq!(last, &expected, "a hash that was taken now would call it good");
    drop(store);
    scratch.write("releases/3/dataset.json", "unknown");
    point(&scratch, "3");
    let store = scratch.store();
    let hash = hash::content_hash(&copy::read(&scratch.join("releases/3")).unwrap());
    let expected = Entry::recovered("3".to_owned(), Some("1".to_owned()), hash);
    assert_eq!(store.view().journal().last(), Some(&expected));
}

/// A release that is armed for ten.
fn armed() -> Scratch {
    let scratch = published(&["1"]);
    let mut store = scratch.store();
    let entry = store.added("2", Audience::Group);
    let entry = Entry { at: Some(hour(10).to_rfc3339()), previous: None, ..entry };
    store.arm(entry, hour(10)).unwrap();
    drop(store);
    scratch
}

#[test]
fn what_is_armed_is_in_service_from_its_instant_on() {
    let scratch = armed();
    assert_eq!(scratch.store().view().current().unwrap().as_deref(), Some("1"));
    let mut store = Store::take(scratch.as_ref(), hour(10), || ()).unwrap();
    assert_eq!(notices(&mut store), format!("CameIntoService(\"2\", {:?});", hour(10)));
    assert_eq!(store.view().current().unwrap().as_deref(), Some("2"));
    assert_eq!(store.view().journal().last().unwrap().previous.as_deref(), Some("1"));
    assert!(store.view().armed().is_none() && !scratch.join("armed.json").exists());
    // Put in service by hand before its instant, it is armed no longer.
    let scratch = armed();
    point(&scratch, "2");
    assert!(scratch.store().view().armed().is_none());
    assert!(!scratch.join("armed.json").exists());
}

#[test]
fn what_is_armed_and_was_altered_stays_out_of_service() {
    let scratch = armed();
    scratch.write("releases/2/dataset.json", "altered");
    for _ in 0..2 {
        let mut store = Store::take(scratch.as_ref(), hour(10), || ()).unwrap();
        assert_eq!(notices(&mut store), "ArmedIsBad(\"2\");");
        assert_eq!(store.view().current().unwrap().as_deref(), Some("1"));
        assert!(store.view().armed().is_some());
    }
}

#[test]
fn what_is_wrong_with_the_journal_is_told() {
    let scratch = published(&["1"]);
    let line = scratch.text("journal.jsonl");
    scratch.write("journal.jsonl", format!("nonsense\n{line}{{\"at\""));
    assert_eq!(notices(&mut scratch.store()), "JournalCut;JournalDamaged([1]);");
}

#[test]
fn a_store_is_made_where_there_is_none() {
    let scratch = Scratch::new();
    let root = scratch.join("above/store");
    let mut store = Store::take(&root, hour(9), || ()).unwrap();
    assert_eq!(notices(&mut store), "");
    assert!(root.join("releases").is_dir());
    assert!(matches!(no_room(crate::store::error::at(&root, rustix::io::Errno::NOSPC)), Ok(())));
    assert!(matches!(no_room(Error::Held), Err(Error::Held)));
}

#[test]
fn only_the_release_that_waits_is_armed() {
    let scratch = armed();
    let armed = |path: &str, now: u32| {
        let found = crate::store::armed_release(&scratch.join(path), hour(now)).unwrap();
        found.map(|armed| armed.entry.version)
    };
    assert_eq!(armed("releases/2", 9).as_deref(), Some("2"));
    for (path, now) in
        [("releases/2", 10), ("releases/1", 9), ("releases/1", 10), ("releases", 9), ("gone", 9)]
    {
        assert_eq!(armed(path, now), None, "{path} at {now}");
    }
    assert_eq!(crate::store::current_version(scratch.as_ref()).unwrap().as_deref(), Some("1"));
    assert_eq!(crate::store::journal(scratch.as_ref()).unwrap().entries().len(), 1);
    assert_eq!(crate::store::armed(scratch.as_ref()).unwrap().map(|armed| armed.instant), Some(hour(10)));
    let entry = crate::store::armed(scratch.as_ref()).unwrap().unwrap().entry;
    let altered = |bytes: &str| {
        let file = crate::dataset::DataFile { path: "dataset.json".to_owned(), bytes: bytes.into() };
        crate::store::altered(scratch.as_ref(), &entry, &[file]).unwrap().is_some()
    };
    assert!(!altered("2") && altered("3"));
}
