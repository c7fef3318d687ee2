//! What a directory holds, and what does not belong in it.

use super::*;

use std::{fs, io};

use rustix::fs::{CWD, Mode, mknodat};

use crate::scratch::Scratch;

#[test]
fn what_editors_leave_behind_is_ignored() {
    for name in [".git", ".m2.csv.swp", "m2.csv~", "m2.csv.bak", "m2.swp", "~$m2.csv"] {
        assert!(ignored(name), "{name}");
    }
    for name in ["m2.csv", "dataset.json", "m2.csv.orig", "m2~.csv"] {
        assert!(!ignored(name), "{name}");
    }
}

#[test]
fn a_directory_is_at_rest_when_nothing_in_it_is_new() {
    const REST: Duration = Duration::from_millis(250);
    let now = Duration::new(1_000, 100_000_000);
    let until_rest = |changed: &[(i64, u64)]| {
        let entry = |changed: &(i64, u64)| Entry {
            path: String::new(),
            file: None,
            state: FileState { changed: *changed, ..FileState::default() },
        };
        Listing(changed.iter().map(entry).collect()).until_rest_at(now, REST).as_millis()
    };
    assert_eq!(until_rest(&[(1, 0), (999, 850_000_000)]), 0);
    assert_eq!(until_rest(&[(1, 0), (999, 851_000_000)]), 1);
    assert_eq!(until_rest(&[(1_000, 100_000_000), (1, 0)]), 250);
    // The clock was set back, or is another machine's.
    assert_eq!(until_rest(&[(1_000, 200_000_000)]), 250);
    assert_eq!(until_rest(&[(i64::MAX, 999_999_999)]), 250);
    // Before 1970.
    assert_eq!(until_rest(&[(-1, 0)]), 0);
}

fn open(path: &Path) -> Directory {
    Directory::open(path).unwrap()
}

/// What is said of a directory, and the paths that are listed in it.
fn listed(scratch: &Scratch) -> (Vec<String>, Vec<Diagnostic>) {
    let mut diagnostics = Diagnostics::default();
    let listing = Listing::of(&open(scratch.as_ref()), &mut diagnostics).unwrap_or_default();
    let paths = listing.0.into_iter().map(|entry| entry.path).collect();
    (paths, diagnostics.sorted().problems().to_vec())
}

fn said(problems: &[Diagnostic]) -> Vec<(&str, Message)> {
    problems.iter().map(|problem| (&*problem.location.file, problem.message.clone())).collect()
}

#[test]
fn files_of_the_directory_are_listed_and_everything_else_is_named() {
    let scratch = Scratch::new();
    scratch.write("dataset.json", "{}");
    scratch.write("indicators/usd.csv", "");
    scratch.write("indicators/deep/usd.csv", "");
    scratch.write("elsewhere/usd.csv", "");
    scratch.write(".hidden", "");
    for (name, bytes) in [("largest", MAX_FILE_BYTES), ("larger", MAX_FILE_BYTES + 1)] {
        fs::File::create(scratch.join(name)).unwrap().set_len(bytes).unwrap();
    }
    for (target, name) in
        [("dataset.json", "a-link"), ("/etc/passwd", "leaving"), ("gone", "dangling"), ("loop", "loop")]
    {
        std::os::unix::fs::symlink(target, scratch.join(name)).unwrap();
    }
    mknodat(CWD, scratch.join("pipe"), FileType::Fifo, Mode::RUSR, 0).unwrap();
    let (paths, problems) = listed(&scratch);
    let expected = [
        "",
        "a-link",
        "dangling",
        "dataset.json",
        "elsewhere",
        "indicators/",
        "indicators/deep",
        "indicators/usd.csv",
        "larger",
        "largest",
        "leaving",
        "loop",
        "pipe",
    ];
    assert_eq!(paths, expected);
    let looped = msg::cannot_read(msg::reason(&io::Error::from(Errno::LOOP)));
    let expected = [
        ("dangling", msg::link_leads_nowhere()),
        ("elsewhere", msg::directory_does_not_belong()),
        ("indicators/deep", msg::directory_does_not_belong()),
        ("larger", msg::file_too_large(MAX_FILE_BYTES + 1, 16)),
        ("leaving", msg::link_leads_outside()),
        ("loop", looped),
        ("pipe", msg::not_a_regular_file()),
    ];
    assert_eq!(said(&problems), expected);
    let mut diagnostics = Diagnostics::default();
    let listing = Listing::of(&open(scratch.as_ref()), &mut Diagnostics::default()).unwrap();
    let before = FILES_READ.load(Ordering::Relaxed);
    let files = listing.read(&open(scratch.as_ref()), &mut diagnostics).unwrap();
    let paths: Vec<&str> = files.iter().map(|file| file.path.as_str()).collect();
    assert_eq!(paths, ["a-link", "dataset.json", "indicators/usd.csv", "largest"]);
    assert_eq!((files[0].bytes.as_slice(), diagnostics.errors()), (&b"{}"[..], 0));
    assert!(files_read() >= before + 4);
    let again = || Listing::of(&open(scratch.as_ref()), &mut Diagnostics::default()).unwrap();
    assert!(again() == listing);
    scratch.write("dataset.json", "{ }");
    assert!(again() != listing, "a change is noticed");
}

#[test]
fn what_cannot_be_listed_is_said() {
    let scratch = Scratch::new();
    let (_, problems) = listed(&scratch);
    assert_eq!(problems[0].message, msg::directory_is_empty());
    let message = |name: &str| cannot_open(&Directory::open(&scratch.join(name)).err().unwrap());
    assert_eq!(message("gone"), msg::no_such_directory());
    scratch.write("file", "");
    assert_eq!(message("file"), msg::not_a_directory());
    assert_eq!(message("file/below"), msg::cannot_read(msg::reason(&Errno::NOTDIR.into())));
}

#[test]
fn a_link_to_itself_will_not_get_better_and_whatever_else_fails_may() {
    for (target, is_unread) in [("link", false), ("dataset.json/below", true)] {
        let scratch = Scratch::new();
        scratch.write("dataset.json", "{}");
        std::os::unix::fs::symlink(target, scratch.join("link")).unwrap();
        let mut diagnostics = Diagnostics::default();
        assert!(Listing::of(&open(scratch.as_ref()), &mut diagnostics).is_some());
        assert_eq!((diagnostics.errors(), diagnostics.is_unread()), (1, is_unread), "{target}");
    }
}

#[test]
fn as_many_entries_as_may_be_are_listed_and_not_one_more() {
    let scratch = Scratch::new();
    let write = |names: std::ops::Range<usize>| {
        names.for_each(|name| drop(fs::File::create(scratch.join(&name.to_string())).unwrap()));
    };
    // The directory itself is one of them.
    write(1..MAX_ENTRIES);
    let (paths, problems) = listed(&scratch);
    assert_eq!((paths.len(), problems.len()), (MAX_ENTRIES, 0));
    write(MAX_ENTRIES..MAX_ENTRIES + 5);
    let (paths, problems) = listed(&scratch);
    assert_eq!(paths.len(), 0);
    let root = scratch.as_ref().display().to_string();
    assert_eq!(said(&problems), [(root.as_str(), msg::too_many_files(MAX_ENTRIES, MAX_INDICATORS))]);
}

#[test]
fn as_many_bytes_as_may_be_are_read_and_not_one_more() {
    const LIMIT: u64 = 1 << 20;
    let scratch = Scratch::new();
    for (name, bytes) in [("a", LIMIT - 2), ("b", 1), ("c", 1)] {
        fs::File::create(scratch.join(name)).unwrap().set_len(bytes).unwrap();
    }
    let read = || {
        let mut diagnostics = Diagnostics::default();
        let listing = Listing::of(&open(scratch.as_ref()), &mut diagnostics).unwrap();
        let files = listing.read_within(LIMIT, &open(scratch.as_ref()), &mut diagnostics);
        (files.map(|files| files.len()), diagnostics.sorted().problems().to_vec())
    };
    let (files, problems) = read();
    assert_eq!((files, problems.len()), (Some(3), 0));
    scratch.write("d", " ");
    let (files, problems) = read();
    assert_eq!(files, None);
    let root = scratch.as_ref().display().to_string();
    assert_eq!(said(&problems), [(root.as_str(), msg::dataset_too_large(1))]);
}
