//! A directory with links, pipes and directories that other hands have laid in it.

use super::*;

use std::fs::File;
use std::io::Write;
use std::os::unix::fs::{MetadataExt, PermissionsExt, chown, symlink};

use rustix::fs::{CWD, mknodat};

use super::handle::MAX_BYTES;
use crate::scratch::Scratch;

/// A directory with a file, a directory with a file, links to each, to nothing and outside, and a pipe.
fn laid_out() -> (Scratch, Directory) {
    let scratch = Scratch::new();
    scratch.write("file", "content");
    scratch.write("inner/file", "inside");
    for (target, name) in [
        ("inner/file", "to-file"),
        ("inner", "to-inner"),
        ("gone", "to-nothing"),
        ("/etc/passwd", "outside"),
    ] {
        symlink(target, scratch.join(name)).unwrap();
    }

    mknodat(CWD, scratch.join("pipe"), FileType::Fifo, Mode::RUSR, 0).unwrap();
    let directory = Directory::open(scratch.as_ref()).unwrap();
    (scratch, directory)
}

fn access(file: u32) -> Access {
    let (file, directory) = (Mode::from_raw_mode(file), Mode::from_raw_mode(0o755));
    Access {
        file,
        directory,
        owner: None,
        group: None,
        readers: None,
    }
}

/// The kind and number of an error, and the name that it is about.
#[track_caller]
fn failed<T>(outcome: Result<T>) -> (Kind, Errno, String) {
    let Err(Error { path, kind, error }) = outcome else {
        panic!("it has succeeded")
    };

    (
        kind,
        Errno::from_io_error(&error).unwrap(),
        path.file_name().unwrap().to_str().unwrap().to_owned(),
    )
}

#[test]
fn errors_are_told_apart_by_what_can_be_done_about_them() {
    // No room, not permitted.
    let kinds = |error: Error| (error.is_no_room(), error.is_not_permitted());
    for (errno, expected) in [
        (Errno::NOSPC, (true, false)),
        (Errno::DQUOT, (true, false)),
        (Errno::FBIG, (true, false)),
        (Errno::ACCESS, (false, true)),
        (Errno::PERM, (false, true)),
        (Errno::NOENT, (false, false)),
        (Errno::IO, (false, false)),
    ] {
        assert_eq!(
            kinds(Error::new("store".as_ref(), errno)),
            expected,
            "{errno}"
        );
    }

    let not_given = Error {
        kind: Kind::NotGiven,
        ..Error::new("store".as_ref(), Errno::DQUOT)
    };
    assert_eq!(kinds(not_given), (false, true));
}

#[test]
fn only_the_directory_itself_may_be_named_by_a_link() {
    let (scratch, directory) = laid_out();
    assert!(
        Directory::open(&scratch.join("to-inner"))
            .unwrap()
            .look("file")
            .unwrap()
            .is_some()
    );
    assert_eq!(
        failed(Directory::open(&scratch.join("file"))),
        (Kind::Failed, Errno::NOTDIR, "file".to_owned())
    );
    assert_eq!(
        directory.subdirectory("inner").unwrap().path(),
        scratch.join("inner")
    );
    for name in ["file", "to-inner", "to-nothing", "pipe"] {
        let expected = (Kind::NotADirectory, Errno::NOTDIR, name.to_owned());
        assert_eq!(failed(directory.subdirectory(name)), expected);
        assert_eq!(
            failed(directory.subdirectory_or_new(name, &access(0o600))),
            expected
        );
        assert!(!directory.has_directory(name));
    }

    assert!(
        directory
            .subdirectory("gone")
            .is_err_and(|error| error.is_missing())
    );
    assert!(directory.has_directory("inner") && !directory.has_directory("gone"));
    assert!(
        directory.look("to-nothing").unwrap().is_some()
            && directory.look("gone").unwrap().is_none()
    );
    assert_eq!(
        failed(directory.look("file/below")),
        (Kind::Failed, Errno::NOTDIR, "below".to_owned())
    );
    let same = directory.try_clone().unwrap();
    assert_eq!(
        same.stat().unwrap().st_ino,
        scratch.as_ref().metadata().unwrap().ino()
    );
}

#[test]
fn files_are_read_where_they_are_and_not_where_links_lead() {
    let (scratch, directory) = laid_out();
    assert_eq!(
        directory.read("file").unwrap().as_deref(),
        Some(&b"content"[..])
    );
    assert_eq!(directory.read("gone").unwrap(), None);
    for (name, errno) in [
        ("to-file", Errno::LOOP),
        ("to-nothing", Errno::LOOP),
        ("inner", Errno::INVAL),
        ("pipe", Errno::INVAL),
    ] {
        assert_eq!(
            failed(directory.read(name)),
            (Kind::NotAFile, errno, name.to_owned())
        );
    }

    assert!(
        directory
            .file("gone")
            .is_err_and(|error| error.is_missing())
    );
    assert_eq!(
        failed(directory.file_or_new("to-nothing", &access(0o600))).0,
        Kind::NotAFile
    );
    directory
        .file_or_new("file", &access(0o600))
        .unwrap()
        .write_all(b"CON")
        .unwrap();
    directory
        .file_or_new("new", &access(0o600))
        .unwrap()
        .write_all(b"new")
        .unwrap();
    assert_eq!(
        (scratch.text("file"), scratch.text("new")),
        ("CONtent".into(), "new".into())
    );
    File::create(scratch.join("huge"))
        .unwrap()
        .set_len(MAX_BYTES + 1)
        .unwrap();
    assert_eq!(
        failed(directory.read("huge")).1,
        Errno::FBIG,
        "nothing is cut off unseen"
    );
}

#[test]
fn what_is_there_is_not_written_over_but_replaced_whole() {
    let (scratch, directory) = laid_out();
    let mode = |name: &str| scratch.join(name).metadata().unwrap().mode() & 0o777;
    for name in ["file", "to-file", "to-nothing", "inner", "pipe"] {
        let expected = (Kind::Failed, Errno::EXIST, name.to_owned());
        assert_eq!(
            failed(directory.create(name, b"other", &access(0o600))),
            expected
        );
    }

    directory.create("new", b"new", &access(0o640)).unwrap();
    directory.make("made", &access(0o600)).unwrap();
    assert_eq!(
        (scratch.text("new"), mode("new"), mode("made")),
        ("new".into(), 0o640, 0o755)
    );
    assert_eq!(
        failed(directory.make("made", &access(0o600))).1,
        Errno::EXIST
    );
    assert!(
        directory
            .subdirectory_or_new("made", &access(0o600))
            .is_ok()
    );
    // Left by a program that was killed.
    scratch.write(".to-file.new/left", "");
    directory
        .replace("to-file", b"other", &access(0o600))
        .unwrap();
    assert_eq!(
        (scratch.text("to-file"), scratch.text("inner/file")),
        ("other".into(), "inside".into())
    );
    assert_eq!(
        failed(directory.replace("inner", b"other", &access(0o600))).2,
        "inner"
    );
    let names = directory.names().unwrap();
    assert!(
        names
            .iter()
            .all(|name| !name.to_str().unwrap().ends_with(".new")),
        "{names:?}"
    );
}

#[test]
fn names_are_given_exchanged_and_taken_away() {
    let (scratch, directory) = laid_out();
    directory.link("inner/file", "new").unwrap();
    assert_eq!(
        (directory.target("new").unwrap(), scratch.text("new")),
        ("inner/file".into(), "inside".into())
    );
    assert_eq!(failed(directory.link("elsewhere", "new")).1, Errno::EXIST);
    let inner = directory.subdirectory("inner").unwrap();
    directory.rename("new", &inner, "moved").unwrap();
    assert_eq!(inner.names().unwrap(), ["file", "moved"]);
    directory.exchange("file", &directory, "inner").unwrap();
    assert_eq!(
        (scratch.text("inner"), scratch.text("file/file")),
        ("content".into(), "inside".into())
    );
    assert_eq!(
        failed(inner.exchange("file", &inner, "gone")).1,
        Errno::NOENT
    );
    for name in ["inner", "inner", "to-file", "to-inner", "pipe"] {
        directory.remove(name).unwrap();
    }

    assert_eq!(
        directory.names().unwrap(),
        ["file", "outside", "to-nothing"]
    );
    scratch.write("kept/file", "precious");
    symlink("../kept", scratch.join("file/link")).unwrap();
    for name in ["file", "outside", "gone"] {
        directory.remove_tree(name).unwrap();
    }

    assert_eq!(
        (scratch.names(""), scratch.text("kept/file")),
        (vec!["kept".into(), "to-nothing".into()], "precious".into())
    );
}

#[test]
fn access_is_set_below_a_name_and_through_no_link() {
    let scratch = Scratch::new();
    scratch.write("inner/deep/file", "");
    for name in ["inner", "inner/deep", "inner/deep/file"] {
        std::fs::set_permissions(scratch.join(name), PermissionsExt::from_mode(0o2700)).unwrap();
    }

    let directory = Directory::open(scratch.as_ref()).unwrap();
    directory.set_access("inner", &access(0o644)).unwrap();
    let mode = |name: &str| scratch.join(name).metadata().unwrap().mode() & 0o7777;
    assert_eq!(
        ["inner", "inner/deep"].map(mode),
        [0o2755, 0o2755],
        "groups are still handed down"
    );
    assert_eq!(mode("inner/deep/file") & 0o777, 0o644);
    symlink("/etc/passwd", scratch.join("inner/link")).unwrap();
    assert_eq!(
        failed(directory.set_access("inner", &access(0o644))),
        (Kind::NotAFile, Errno::LOOP, "link".to_owned())
    );
}

#[test]
fn ownership_is_copied() {
    let (scratch, directory) = laid_out();
    if !rustix::process::geteuid().is_root() {
        eprintln!("not root: files are given to nobody else");
        return;
    }

    let ownership = |name: &str| {
        let metadata = scratch.join(name).metadata().unwrap();
        (metadata.uid(), metadata.gid(), metadata.mode() & 0o777)
    };
    for (uid, gid) in [(1, 0), (0, 1), (1, 1), (0, 0)] {
        chown(scratch.join("file"), Some(uid), Some(gid)).unwrap();
        std::fs::set_permissions(scratch.join("file"), PermissionsExt::from_mode(0o604)).unwrap();
        let access = Access::copy_ownership(&directory.look("file").unwrap().unwrap());
        let name = format!("copy-{uid}-{gid}");
        directory.create(&name, b"", &access).unwrap();
        assert_eq!(ownership(&name), (uid, gid, 0o604));
    }

    chown(&scratch, Some(1), Some(1)).unwrap();
    directory
        .make("made", &Access::copy_ownership(&directory.stat().unwrap()))
        .unwrap();
    assert_eq!(ownership("made"), (1, 1, 0o755));
}

#[test]
fn a_path_is_resolved_to_where_its_link_leads_inside() {
    let (scratch, directory) = laid_out();
    let resolved = |path: &str| {
        let (parent, name) = directory.resolve(path.as_ref())?;
        Ok((parent.stat()?.st_ino, name.into_string().unwrap()))
    };
    let at = |directory: &str, name: &str| {
        (
            scratch.join(directory).metadata().unwrap().ino(),
            name.to_owned(),
        )
    };
    assert_eq!(resolved("file").unwrap(), at("", "file"));
    assert_eq!(resolved("gone").unwrap(), at("", "gone"));
    assert_eq!(resolved("inner/gone").unwrap(), at("inner", "gone"));
    assert_eq!(resolved("to-file").unwrap(), at("inner", "file"));
    assert_eq!(failed(resolved("outside")).1, Errno::XDEV);
    assert_eq!(failed(resolved("to-nothing")).1, Errno::NOENT);
    assert_eq!(failed(resolved("to-inner/file")).0, Kind::NotADirectory);
    assert_eq!(failed(resolved("elsewhere/file")).1, Errno::NOENT);
}

#[test]
fn waiting_is_reported_and_does_not_last_for_ever() {
    let scratch = Scratch::new();
    let first = Directory::open(scratch.as_ref()).unwrap();
    let take = |moment: u64, patience: u64, waiting: &mut dyn FnMut()| {
        let second = Directory::open(scratch.as_ref()).unwrap();
        lock(
            &second,
            Duration::from_millis(moment),
            Duration::from_millis(patience),
            waiting,
        )
    };

    let mut calls = 0;
    let free = take(0, 0, &mut || calls += 1);
    assert!(free.is_ok() && calls == 0);
    lock(&first, Duration::ZERO, Duration::ZERO, || ()).unwrap();
    assert!(matches!(take(1000, 0, &mut || calls += 1), Err(NotLocked::Held)) && calls == 0);
    assert!(matches!(take(0, 50, &mut || calls += 1), Err(NotLocked::Held)) && calls == 1);
    let mut first = Some(first);
    assert!(
        take(0, 60_000, &mut || drop(first.take())).is_ok(),
        "the other has ended"
    );
}
