//! What a dataset directory that is edited does with what somebody else has laid in it.

use std::os::unix::fs::{MetadataExt, PermissionsExt, chown, symlink};

use super::*;
use crate::scratch::Scratch;

/// A directory with a file, a directory with a file, a link to each, one that leads nowhere, and one that leads outside.
fn laid_out() -> (Scratch, Directory) {
    let scratch = Scratch::new();
    scratch.write("file", "content");
    scratch.write("inner/file", "inside");
    for (target, name) in
        [("inner/file", "to-file"), ("inner", "to-inner"), ("gone", "to-nothing"), ("/etc/passwd", "outside")]
    {
        symlink(target, scratch.join(name)).unwrap();
    }
    let directory = Directory::open(scratch.as_ref()).unwrap();
    (scratch, directory)
}

fn errno<T>(outcome: io::Result<T>) -> Option<Errno> {
    Errno::from_io_error(&outcome.err()?)
}

#[test]
fn files_are_added_to_and_made_once() {
    let (scratch, directory) = laid_out();
    for name in ["file", "new"] {
        to_be_added_to(&directory, name).unwrap().write_all(b", more").unwrap();
        to_be_added_to(&directory, name).unwrap().write_all(b" and more").unwrap();
    }
    assert_eq!(scratch.text("file"), "content, more and more");
    assert_eq!(scratch.text("new"), ", more and more");
    assert_eq!(scratch.join("new").metadata().unwrap().mode() & 0o777, 0o600);
    assert_eq!(errno(to_be_added_to(&directory, "to-nothing")), Some(Errno::LOOP));
    std::fs::set_permissions(scratch.join("file"), PermissionsExt::from_mode(0o640)).unwrap();
    let like = directory.look("file").unwrap().unwrap();
    create(&directory, "created", b"created", &like).unwrap();
    assert_eq!(scratch.text("created"), "created");
    assert_eq!(scratch.join("created").metadata().unwrap().mode() & 0o777, 0o640);
    for name in ["file", "to-nothing", "inner"] {
        assert_eq!(errno(create(&directory, name, b"", &like)), Some(Errno::EXIST), "{name}");
    }
}

#[test]
fn what_is_made_is_like_what_was_there() {
    let (scratch, directory) = laid_out();
    if !rustix::process::geteuid().is_root() {
        eprintln!("not root: files are given to nobody else");
        return;
    }
    let of =
        |name: &str| scratch.join(name).metadata().map(|of| (of.uid(), of.gid(), of.mode() & 0o777)).unwrap();
    for (uid, gid) in [(1, 0), (0, 1), (1, 1), (0, 0)] {
        chown(scratch.join("file"), Some(uid), Some(gid)).unwrap();
        std::fs::set_permissions(scratch.join("file"), PermissionsExt::from_mode(0o604)).unwrap();
        let name = format!("like-{uid}-{gid}");
        create(&directory, &name, b"", &directory.look("file").unwrap().unwrap()).unwrap();
        assert_eq!(of(&name), (uid, gid, 0o604));
    }
    chown(&scratch, Some(1), Some(1)).unwrap();
    make(&directory, "made").unwrap();
    assert_eq!(of("made"), (1, 1, 0o755));
}

#[test]
fn names_change_places() {
    let (scratch, directory) = laid_out();
    let inner = directory.inner("inner").unwrap().unwrap();
    assert!(exchange(&directory, "file", &inner, "file").unwrap());
    assert_eq!((scratch.text("file"), scratch.text("inner/file")), ("inside".into(), "content".into()));
    assert_eq!(errno(exchange(&directory, "file", &inner, "gone")), Some(Errno::NOENT));
    // A directory and what lies in it cannot, which the kernel calls invalid, as it does where it cannot at all.
    assert!(!exchange(&directory, "inner", &inner, "file").unwrap());
}

#[test]
fn a_directory_of_files_is_removed_and_one_of_directories_not() {
    let (scratch, directory) = laid_out();
    symlink("../file", scratch.join("inner/link")).unwrap();
    scratch.write("inner/a", "");
    remove(&directory, "inner").unwrap();
    remove(&directory, "inner").unwrap();
    assert!(!scratch.join("inner").exists() && scratch.join("file").exists());
    scratch.write("inner/deep/file", "");
    assert!(remove(&directory, "inner").is_err());
    assert_eq!(scratch.text("inner/deep/file"), "");
}

#[test]
fn a_path_is_where_its_link_leads_inside_the_dataset() {
    let (scratch, directory) = laid_out();
    let placed = |path: &str| {
        let (directory, name) = place(scratch.as_ref(), &directory, path)?;
        Ok((directory.stat()?.st_ino, name))
    };
    let at =
        |directory: &str, name: &str| (scratch.join(directory).metadata().unwrap().ino(), name.to_owned());
    assert_eq!(placed("file").unwrap(), at("", "file"));
    assert_eq!(placed("gone").unwrap(), at("", "gone"));
    assert_eq!(placed("inner/gone").unwrap(), at("inner", "gone"));
    assert_eq!(placed("to-file").unwrap(), at("inner", "file"));
    assert_eq!(errno(placed("outside")), Some(Errno::XDEV));
    assert_eq!(errno(placed("to-inner/file")), Some(Errno::NOTDIR));
    assert_eq!(errno(placed("elsewhere/file")), Some(Errno::NOENT));
}
