//! A store recovers from the leavings of killed programs and other hands.

use std::os::unix::fs::symlink;

use super::*;
use crate::directory::Kind;
use crate::store::Event;
use crate::store::samples::{Scratch, content, entry, hour, publication, published, record, signature};

/// Moves the link by hand.
fn point(scratch: &Scratch, version: &str) {
    std::fs::remove_file(scratch.join("current")).unwrap();
    symlink(format!("releases/{version}"), scratch.join("current")).unwrap();
}

fn events(store: &mut Store) -> String {
    let events = store.take_events();
    assert!(store.take_events().is_empty(), "each is told once");
    events.iter().map(|notice| format!("{notice:?};")).collect()
}

#[test]
fn a_release_that_was_never_in_service_is_taken_away() {
    let scratch = published(&["1"]).0;
    scratch.store().added("2", Audience::Everybody);
    scratch.write(".incoming/indicators/usd.csv", "");
    symlink("releases/2", scratch.join(NEW_LINK)).unwrap();
    assert!(StoreState::open(scratch.as_ref()).unwrap().is_unfinished().unwrap());
    let mut store = scratch.store();
    assert!(store.state().keeps("1") && !store.state().keeps("2"));
    for left in [".publishing", INCOMING, NEW_LINK, "sums/2"] {
        assert!(scratch.join(left).symlink_metadata().is_err(), "{left}");
    }
    assert_eq!(events(&mut store), "");
    assert!(!store.state().is_unfinished().unwrap());
}

#[test]
fn a_release_that_is_known_stays_whatever_was_about_to_happen_to_it() {
    let scratch = published(&["1", "2"]).0;
    scratch.store().staged("3");
    for version in ["1", "2", "3"] {
        scratch.write(".publishing", serde_json::to_vec(&publication(version, None)).unwrap());
        assert!(scratch.store().state().keeps(version), "{version}");
        assert!(!scratch.join(".publishing").exists());
    }
}

#[test]
fn a_step_that_was_not_written_down_is() {
    let (scratch, mut store) = published(&["1"]);
    store.staged("2");
    let approved = |previous: &str| {
        let (release, staged) = (record("2"), signature(9));
        entry(Event::Approve { release, previous: Some(previous.to_owned()), staged })
    };
    own_files::write_marker(&store.state.root, &approved("0"), &store.access(Audience::Everybody)).unwrap();
    drop(store);
    point(&scratch, "2");
    let mut store = scratch.store();
    assert_eq!(events(&mut store), "Recovered(\"2\");");
    assert_eq!(store.state().journal().entries().last(), Some(&approved("1")));
    assert_eq!(store.state().journal().staged(), []);
    drop(store);
    assert_eq!(events(&mut scratch.store()), "");
}

#[test]
fn a_link_that_was_moved_by_hand_is_written_down_with_what_is_known() {
    let scratch = published(&["1", "2"]).0;
    scratch.write("releases/1/dataset.json", "altered");
    let recovered = |version: &str, previous: &str| {
        point(&scratch, version);
        let before = scratch.text("journal.jsonl");
        let mut store = scratch.store();
        assert_eq!((events(&mut store), scratch.text("journal.jsonl")), (String::new(), before), "not yet");
        store.write(Audience::Everybody, Journal::note).unwrap();
        assert_eq!(events(&mut store), format!("Recovered({version:?});"));
        let last = store.state().journal().last().unwrap();
        assert_eq!((last.version, last.previous), (version, Some(previous)));
        store.state().journal().entries().last().unwrap().event.content().cloned()
    };
    assert_eq!(recovered("1", "2"), Some(content("1")), "a hash that was taken now would call it good");
    scratch.write("releases/3/dataset.json", "unknown");
    assert_eq!(recovered("3", "1"), None);
}

#[test]
fn what_is_wrong_with_the_journal_is_told() {
    let scratch = published(&["1"]).0;
    let line = scratch.text("journal.jsonl");
    scratch.write("journal.jsonl", format!("nonsense\n{line}{{\"at\""));
    assert_eq!(events(&mut scratch.store()), "JournalCut;JournalDamaged([1]);");
}

#[test]
fn a_store_is_made_by_those_alone_who_may_make_one() {
    let scratch = Scratch::new();
    let root = scratch.join("above/store");
    let take = |root: &Path, if_missing| Store::lock_and_recover(root, if_missing, hour(9), || ());
    assert!(matches!(take(&root, IfMissing::Refuse), Err(Error::NoStore(path)) if path == root));
    assert!(!scratch.join("above").exists());
    let mut store = take(&root, IfMissing::Create).unwrap();
    assert_eq!(events(&mut store), "");
    assert!(root.join("releases").is_dir());
    drop(store);
    assert!(take(&root, IfMissing::Refuse).is_ok());
    scratch.write("elsewhere/dataset.json", "");
    assert!(matches!(take(&scratch.join("elsewhere"), IfMissing::Refuse), Err(Error::NoStore(_))));
    assert!(matches!(no_room(crate::store::error::at(&root, rustix::io::Errno::NOSPC)), Ok(())));
    assert!(matches!(no_room(Error::Held), Err(Error::Held)));
}

#[test]
fn whoever_comes_second_waits_and_not_for_ever() {
    let scratch = Scratch::new();
    let root = scratch.dir();
    let access = Audience::Everybody.access(&root.stat().unwrap(), None);
    let take = |patience: Duration, waiting: &mut dyn FnMut()| lock(&root, &access, patience, waiting);
    let mut waited = 0;
    let first = take(Duration::ZERO, &mut || waited += 1).unwrap();
    assert_eq!(waited, 0);
    assert!(matches!(take(Duration::ZERO, &mut || waited += 1), Err(Error::Held)));
    assert_eq!(waited, 1);
    let mut first = Some(first);
    assert!(take(Duration::ZERO, &mut || drop(first.take())).is_ok(), "the other has ended");
    std::fs::remove_file(scratch.join(LOCK)).unwrap();
    std::fs::create_dir(scratch.join(LOCK)).unwrap();
    assert!(
        matches!(take(Duration::ZERO, &mut || ()), Err(Error::Unreached(error)) if error.kind == Kind::NotAFile)
    );
}
