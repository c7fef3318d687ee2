//! Releases as they are written into a store, shown, and removed.

use std::os::unix::fs::{MetadataExt, PermissionsExt};

use super::*;
use crate::store::samples::{Scratch, files, publication};

fn mode(scratch: &Scratch, name: &str) -> u32 {
    std::fs::metadata(scratch.join(name)).unwrap().permissions().mode() & 0o777
}

#[test]
fn a_release_is_shown_to_everybody_with_its_sums() {
    let scratch = Scratch::new();
    let mut store = scratch.store();
    store.added("1", Audience::Group);
    let modes = ["releases/1", "releases/1/dataset.json", "sums/1"];
    assert_eq!(modes.map(|name| mode(&scratch, name)), [0o750, 0o640, 0o640]);
    store.set_audience("1", &files("1"), Audience::Everybody).unwrap();
    assert_eq!(modes.map(|name| mode(&scratch, name)), [0o755, 0o644, 0o644]);
    std::fs::remove_file(scratch.join("sums/1")).unwrap();
    store.set_audience("1", &files("1"), Audience::Group).unwrap();
    assert_eq!(mode(&scratch, "releases/1"), 0o750);
    std::fs::remove_dir(scratch.join("sums")).unwrap();
    store.set_audience("1", &files("1"), Audience::Everybody).unwrap();
    assert!(!scratch.join("sums").exists());
    scratch.write("sums", "");
    let inode = || std::fs::metadata(scratch.join("releases/1")).unwrap().ino();
    let before = inode();
    assert!(matches!(
        store.set_audience("1", &files("1"), Audience::Everybody),
        Err(Error::NotADirectory(_))
    ));
    assert_eq!(inode(), before, "the release is the same");
}

#[test]
fn what_was_added_can_be_taken_out_again() {
    let scratch = Scratch::new();
    let mut store = scratch.store();
    store.added("1", Audience::Everybody);
    store.discard("1");
    assert!(!scratch.join("releases/1").exists() && !scratch.join("sums/1").exists());
    assert!(!scratch.join(".publishing").exists());
}

#[test]
fn a_release_that_cannot_be_written_leaves_nothing_behind() {
    let scratch = Scratch::new();
    let mut store = scratch.store();
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
fn a_reserve_is_laid_in_once() {
    let scratch = Scratch::new();
    let store = scratch.store();
    store.create_reserve();
    assert!(scratch.join(".reserve").exists());
}
