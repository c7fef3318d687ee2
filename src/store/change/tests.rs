//! Releases as they are written into a store, shown, made current, and removed.

use std::os::unix::fs::{MetadataExt, PermissionsExt};

use super::*;
use crate::store::StoreState;
use crate::store::samples::{entry, files, publication, published, rollback};

#[test]
fn a_release_is_shown_to_everybody_with_its_sums() {
    let (scratch, mut store) = published(&[]);
    store.added("1", Audience::Group);
    let mode = |name| scratch.join(name).metadata().unwrap().permissions().mode() & 0o777;
    let names = ["releases/1", "releases/1/dataset.json", "sums/1"];
    assert_eq!(names.map(mode), [0o750, 0o640, 0o640]);
    store.set_audience("1", &files("1"), Audience::Everybody).unwrap();
    assert_eq!(names.map(mode), [0o755, 0o644, 0o644]);
    std::fs::remove_file(scratch.join("sums/1")).unwrap();
    store.set_audience("1", &files("1"), Audience::Group).unwrap();
    assert_eq!(mode("releases/1"), 0o750);
    std::fs::remove_dir(scratch.join("sums")).unwrap();
    store.set_audience("1", &files("1"), Audience::Everybody).unwrap();
    assert!(!scratch.join("sums").exists());
    scratch.write("sums", "");
    let inode = || scratch.join("releases/1").metadata().unwrap().ino();
    let before = inode();
    assert!(matches!(store.set_audience("1", &files("1"), Audience::Everybody), Err(Error::Unreached(_))));
    assert_eq!(inode(), before, "the release is the same");
}

#[test]
fn what_was_added_can_be_taken_out_again() {
    let (scratch, mut store) = published(&[]);
    store.added("1", Audience::Everybody);
    store.discard("1");
    assert!(!scratch.join("releases/1").exists() && !scratch.join("sums/1").exists());
    assert!(!scratch.join(".publishing").exists());
}

#[test]
fn a_release_that_cannot_be_written_leaves_nothing_behind() {
    let (scratch, mut store) = published(&[]);
    let file = |path: &str| DataFile { path: path.to_owned(), bytes: Vec::new() };
    let mut add = |version: &str, path: &str| {
        let entry = publication(version, None);
        store.add(&[file("dataset.json"), file(path)], &entry, Audience::Everybody)
    };
    assert!(matches!(add("../1", "indicators/usd.csv"), Err(Error::NotAName(_))));
    assert!(matches!(add("1", "elsewhere/usd.csv"), Err(Error::NotAName(_))));
    assert_eq!(scratch.dir().names().unwrap(), [".lock", "releases"]);
    assert_eq!(scratch.dir().subdirectory("releases").unwrap().names().unwrap(), [""; 0]);
    add("1", "indicators/usd.csv").unwrap();
    assert!(
        ["dataset.json", "indicators/usd.csv"].iter().all(|p| scratch.join("releases/1").join(p).exists())
    );
}

#[test]
fn what_cannot_be_prepared_is_not_done() {
    let (scratch, mut store) = published(&["1", "2"]);
    let entry = store.added("3", Audience::Everybody);
    // The marker cannot be written here.
    std::fs::remove_file(scratch.join(".publishing")).unwrap();
    std::fs::create_dir(scratch.join(".publishing")).unwrap();
    assert!(store.switch(entry, Audience::Everybody).is_err());
    assert!(store.switch(rollback("1", "2"), Audience::Everybody).is_err());
    assert_eq!(store.state().current().unwrap().as_deref(), Some("2"));
    assert_eq!(store.state().journal().entries().len(), 2);
}

#[test]
fn a_link_that_cannot_be_replaced_leaves_nothing_behind() {
    let (scratch, mut store) = published(&[]);
    let entry = store.added("1", Audience::Everybody);
    scratch.write("current/file", "");
    assert!(store.switch(entry, Audience::Everybody).is_err());
    assert!(scratch.dir().look("current").unwrap().is_some());
}

#[test]
fn staged_releases_go_one_by_one() {
    let (scratch, mut store) = published(&["1"]);
    store.staged("2");
    store.staged("3");
    assert!(!scratch.join(".publishing").exists());
    assert_eq!(store.state().current().unwrap().as_deref(), Some("1"));
    let back = |version: &str| entry(Event::Withdraw { version: version.to_owned() });
    assert!(store.withdraw(back("2")).unwrap().is_empty());
    assert!(!store.state().keeps("2") && store.state().keeps("3"));
    // The next command removes the rest.
    std::fs::rename(scratch.join("sums"), scratch.join("moved")).unwrap();
    scratch.write("sums", "in the way");
    assert!(matches!(store.withdraw(back("3")).unwrap()[..], [StoreEvent::NotRemoved(..)]));
    assert_eq!(store.state().journal().staged(), []);
    drop(store);
    std::fs::remove_file(scratch.join("sums")).unwrap();
    std::fs::rename(scratch.join("moved"), scratch.join("sums")).unwrap();
    scratch.store();
    assert!(!scratch.join("sums/3").exists() && !scratch.join(".removing.3").exists());
}

#[test]
fn the_oldest_go_and_what_is_needed_stays() {
    let (scratch, mut store) = published(&[]);
    assert_eq!(store.prune(1).0, [""; 0], "nothing is current");
    store.published(&["1", "2", "3", "4", "5"]);
    // The former one stays for a rollback, and what is gone is passed over.
    let all: [(usize, &[&str]); 4] = [(5, &[]), (4, &["1"]), (4, &[]), (0, &["3", "2"])];
    for (keep, expected) in all {
        let (gone, trouble) = store.prune(keep);
        assert!(gone == expected && trouble.is_none(), "{keep}: {gone:?}");
    }
    assert!(!scratch.join("releases/1").exists() && !scratch.join("sums/1").exists());
    assert!(store.state().keeps("5") && store.state().keeps("4"));
}

#[test]
fn what_is_staged_or_gone_back_to_stays() {
    let (_scratch, mut store) = published(&["1", "2", "3"]);
    store.staged("4");
    store.switch(rollback("1", "3"), Audience::Everybody).unwrap();
    assert_eq!(store.prune(1).0, ["3", "2"]);
    assert!(store.state().keeps("1") && store.state().keeps("4"));
}

#[test]
fn a_release_goes_with_its_sums() {
    let (scratch, store) = published(&["1", "2", "3"]);
    store.remove_release("1").unwrap();
    assert!(!scratch.join("releases/1").exists() && !scratch.join("sums/1").exists());
    std::fs::remove_dir_all(scratch.join("sums")).unwrap();
    store.remove_release("2").unwrap();
    assert!(!scratch.join("releases/2").exists());
    scratch.write("sums", "");
    assert!(matches!(store.remove_release("3"), Err(Error::Unreached(_))));
    assert!(matches!(store.remove_release(".."), Err(Error::NotAName(_))));
}

/// The release has its name no more, so nobody takes it for one; the next command removes the rest.
#[test]
fn what_was_being_removed_goes_with_the_next_command() {
    let (scratch, store) = published(&["1", "2", "3"]);
    drop(store);
    std::fs::rename(scratch.join("releases/1"), scratch.join(".removing.1")).unwrap();
    assert!(StoreState::open(scratch.as_ref()).unwrap().is_unfinished().unwrap());
    let store = scratch.store();
    assert!(!scratch.join(".removing.1").exists() && !scratch.join("sums/1").exists());
    assert!(!store.state().is_unfinished().unwrap());
    drop(store);
    // A removal that fails keeps nobody from anything else.
    std::fs::rename(scratch.join("releases/2"), scratch.join(".removing.2")).unwrap();
    std::fs::rename(scratch.join("sums"), scratch.join("moved")).unwrap();
    scratch.write("sums", "in the way");
    let mut store = scratch.store();
    assert!(matches!(&store.take_events()[..], [StoreEvent::NotRemoved(version, _)] if version == "2"));
    assert!(scratch.join(".removing.2").exists());
}
