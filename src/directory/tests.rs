//! What a directory does with what somebody else has laid in it.

use std::io::Write;
use std::os::unix::fs::{MetadataExt, symlink};

use rustix::fs::{CWD, mknodat};

use super::*;
use crate::scratch::Scratch;

/// A directory with a file, a directory with a file, a link to each, one that leads nowhere, and a pipe.
fn laid_out() -> (Scratch, Directory) {
    let scratch = Scratch::new();
    scratch.write("file", "content");
    scratch.write("inner/file", "inside");
    for (target, name) in [("inner/file", "to-file"), ("inner", "to-inner"), ("gone", "to-nothing")] {
        symlink(target, scratch.join(name)).unwrap();
    }
    mknodat(CWD, scratch.join("pipe"), FileType::Fifo, Mode::RUSR, 0).unwrap();
    let directory = Directory::open(scratch.as_ref()).unwrap();
    (scratch, directory)
}

fn errno<T>(outcome: io::Result<T>) -> Option<Errno> {
    Errno::from_io_error(&outcome.err()?)
}

#[test]
fn only_the_directory_itself_may_be_named_by_a_link() {
    let (scratch, directory) = laid_out();
    assert!(Directory::open(&scratch.join("to-inner")).unwrap().look("file").unwrap().is_some());
    assert_eq!(errno(Directory::open(&scratch.join("file"))), Some(Errno::NOTDIR));
    assert!(directory.inner("inner").unwrap().is_some() && directory.inner("gone").unwrap().is_none());
    for name in ["file", "to-inner", "pipe"] {
        assert_eq!(errno(directory.inner(name)), Some(Errno::NOTDIR), "{name}");
    }
    assert!(directory.look("to-nothing").unwrap().is_some() && directory.look("gone").unwrap().is_none());
    assert_eq!(errno(directory.look("file/below")), Some(Errno::NOTDIR));
    let same = directory.try_clone().unwrap();
    assert_eq!(same.stat().unwrap().st_ino, scratch.as_ref().metadata().unwrap().ino());
    directory.make("made", Mode::RWXU).unwrap();
    assert_eq!(scratch.join("made").metadata().unwrap().mode() & 0o777, 0o700);
    assert_eq!(errno(directory.make("made", Mode::RWXU)), Some(Errno::EXIST));
}

#[test]
fn regular_files_are_read_and_made_once() {
    let (scratch, directory) = laid_out();
    assert_eq!(directory.read("file").unwrap().as_deref(), Some(&b"content"[..]));
    assert_eq!(directory.read("gone").unwrap(), None);
    assert_eq!(errno(directory.read("to-file")), Some(Errno::LOOP));
    assert_eq!(errno(directory.read("pipe")), Some(Errno::INVAL));
    assert_eq!(errno(directory.read("inner")), Some(Errno::INVAL));
    directory.create("new", Mode::RUSR).unwrap().write_all(b"new").unwrap();
    assert_eq!(scratch.text("new"), "new");
    assert_eq!(scratch.join("new").metadata().unwrap().mode() & 0o777, 0o400);
    for name in ["file", "to-nothing", "inner", "pipe"] {
        assert_eq!(errno(directory.create(name, Mode::RUSR)), Some(Errno::EXIST), "{name}");
    }
    File::create(scratch.join("huge")).unwrap().set_len(LARGEST + 1).unwrap();
    assert_eq!(errno(directory.read("huge")), Some(Errno::FBIG), "nothing is cut off unseen");
}

#[test]
fn names_are_given_where_they_are_free_and_exchanged() {
    let (scratch, directory) = laid_out();
    let inner = directory.inner("inner").unwrap().unwrap();
    assert_eq!(errno(directory.rename_to_free("file", &inner, "file")), Some(Errno::EXIST));
    directory.rename_to_free("file", &inner, "other").unwrap();
    assert_eq!(inner.names().unwrap(), ["file", "other"]);
    inner.exchange("file", &inner, "other").unwrap();
    assert_eq!(
        (scratch.text("inner/file"), scratch.text("inner/other")),
        ("content".into(), "inside".into())
    );
    assert_eq!(errno(inner.exchange("file", &inner, "gone")), Some(Errno::NOENT));
    inner.rename("other", &inner, "file").unwrap();
    assert_eq!((scratch.names("inner"), scratch.text("inner/file")), (vec!["file".into()], "inside".into()));
    directory.link("inner/file", "link").unwrap();
    assert_eq!(
        (directory.target("link").unwrap(), scratch.text("link")),
        ("inner/file".into(), "inside".into())
    );
    assert_eq!(errno(directory.link("elsewhere", "link")), Some(Errno::EXIST));
}

#[test]
fn what_is_removed_is_gone_and_may_have_been_before() {
    let (scratch, directory) = laid_out();
    for name in ["to-file", "to-inner", "pipe", "gone"] {
        directory.remove(name).unwrap();
    }
    assert_eq!(directory.names().unwrap(), ["file", "inner", "to-nothing"]);
    assert!(directory.remove("inner").is_err(), "a directory is none of these");
    assert_eq!(errno(directory.remove_directory("inner")), Some(Errno::NOTEMPTY));
    std::fs::remove_file(scratch.join("inner/file")).unwrap();
    directory.remove_directory("inner").unwrap();
    directory.remove_directory("inner").unwrap();
    assert_eq!(scratch.names(""), ["file", "to-nothing"]);
}

#[test]
fn whoever_waits_for_long_is_told_and_whoever_waits_for_too_long_refused() {
    let (scratch, first) = laid_out();
    let take = |moment: u64, patience: u64, waiting: &mut dyn FnMut()| {
        let second = Directory::open(scratch.as_ref()).unwrap();
        lock(&second, Duration::from_millis(moment), Duration::from_millis(patience), waiting)
    };
    let mut told = 0;
    let free = take(0, 0, &mut || told += 1);
    assert!(free.is_ok() && told == 0);
    lock(&first, Duration::ZERO, Duration::ZERO, || ()).unwrap();
    assert!(matches!(take(1000, 0, &mut || told += 1), Err(NotTaken::Held)) && told == 0);
    assert!(matches!(take(0, 50, &mut || told += 1), Err(NotTaken::Held)) && told == 1);
    let mut first = Some(first);
    assert!(take(0, 60_000, &mut || drop(first.take())).is_ok(), "the other has ended");
}
