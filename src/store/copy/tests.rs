//! Releases as they are written into a store, shown, and removed.

use std::os::unix::fs::{MetadataExt, PermissionsExt};

use super::*;
use crate::store::entry::Action;
use crate::store::scratch::{Scratch, hour};

fn mode(scratch: &Scratch, name: &str) -> u32 {
    std::fs::metadata(scratch.join(name)).unwrap().permissions().mode() & 0o777
}

#[test]
fn the_oldest_go_and_what_is_needed_stays() {
    let scratch = Scratch::new();
    let mut store = scratch.store();
    assert_eq!(store.prune(1).0, [""; 0], "nothing is in service");
    store.published(&["1", "2", "3", "4", "5"]);
    let gone = |store: &Store, keep: usize| {
        let (gone, trouble) = store.prune(keep);
        assert!(trouble.is_none());
        gone
    };
    assert_eq!(gone(&store, 5), [""; 0]);
    assert_eq!(gone(&store, 4), ["1"]);
    assert_eq!(gone(&store, 4), [""; 0], "what is gone is passed over");
    assert!(!scratch.join("releases/1").exists() && !scratch.join("sums/1").exists());
    assert_eq!(gone(&store, 0), ["3", "2"], "the former one stays for a rollback");
    assert!(store.view().keeps("5") && store.view().keeps("4"));
}

#[test]
fn what_is_armed_or_staged_again_stays() {
    let scratch = Scratch::new();
    let mut store = scratch.store();
    store.published(&["1", "2", "3", "4"]);
    let again = |version: &str| Entry::publication(version.to_owned(), String::new());
    let back = Entry { action: Action::Rollback, previous: Some("4".to_owned()), ..again("1") };
    store.switch(back).unwrap();
    store.arm(again("2"), hour(10)).unwrap();
    store.stage(again("3")).unwrap();
    assert_eq!(store.prune(1).0, ["4"]);
    store.disarm().unwrap();
    assert_eq!(store.prune(1).0, ["2"]);
    store.unstage("3").unwrap();
    assert_eq!(store.prune(1).0, ["3"]);
}

#[test]
fn a_release_is_shown_to_everybody_with_its_sums() {
    let scratch = Scratch::new();
    let mut store = scratch.store();
    store.added("1", Audience::Group);
    let modes = ["releases/1", "releases/1/dataset.json", "sums/1"];
    assert_eq!(modes.map(|name| mode(&scratch, name)), [0o750, 0o640, 0o640]);
    store.show_to("1", Audience::Everybody).unwrap();
    assert_eq!(modes.map(|name| mode(&scratch, name)), [0o755, 0o644, 0o644]);
    // Releases of the former program have no sums.
    std::fs::remove_file(scratch.join("sums/1")).unwrap();
    store.show("1", Audience::Group).unwrap();
    assert_eq!(mode(&scratch, "releases/1"), 0o750);
    std::fs::remove_dir(scratch.join("sums")).unwrap();
    store.show("1", Audience::Everybody).unwrap();
    assert!(!scratch.join("sums").exists());
    scratch.write("sums", "");
    let inode = || std::fs::metadata(scratch.join("releases/1")).unwrap().ino();
    let before = inode();
    assert!(matches!(store.show("1", Audience::Everybody), Err(Error::NotADirectory(_))));
    assert_eq!(inode(), before, "the release is the same");
}

#[test]
fn a_release_goes_with_its_sums() {
    let scratch = Scratch::new();
    let mut store = scratch.store();
    for version in ["1", "2", "3"] {
        store.added(version, Audience::Everybody);
    }
    store.discard("1");
    assert!(!scratch.join("releases/1").exists() && !scratch.join("sums/1").exists());
    assert!(!scratch.join(".publishing").exists());
    std::fs::remove_dir_all(scratch.join("sums")).unwrap();
    store.remove_release("2").unwrap();
    assert!(!scratch.join("releases/2").exists());
    scratch.write("sums", "");
    assert!(matches!(store.remove_release("3"), Err(Error::NotADirectory(_))));
    assert!(matches!(store.remove_release(".."), Err(Error::NotAName(_))));
}

#[test]
fn a_release_that_cannot_be_written_leaves_nothing_behind() {
    let scratch = Scratch::new();
    let mut store = scratch.store();
    let file = |path: &str| DataFile { path: path.to_owned(), bytes: Vec::new() };
    let mut add = |version: &str, path: &str| {
        let mut entry = Entry::publication(version.to_owned(), String::new());
        store.add(&[file("dataset.json"), file(path)], &mut entry, Audience::Everybody)
    };
    assert!(matches!(add("../1", "indicators/usd.csv"), Err(Error::NotAName(_))));
    assert!(matches!(add("1", "elsewhere/usd.csv"), Err(Error::NotAName(_))));
    assert_eq!(scratch.dir().names().unwrap(), [".lock", "releases"]);
    assert_eq!(scratch.dir().subdirectory("releases").unwrap().names().unwrap(), [""; 0]);
    add("1", "indicators/usd.csv").unwrap();
    let read = read(&scratch.join("releases/1")).unwrap();
    let paths: Vec<&str> = read.iter().map(|file| file.path.as_str()).collect();
    assert_eq!(paths, ["dataset.json", "indicators/usd.csv"]);
}

#[test]
fn a_reserve_is_laid_in_once() {
    let scratch = Scratch::new();
    let store = scratch.store();
    store.lay_in_reserve();
    assert!(scratch.join(".reserve").exists());
}
