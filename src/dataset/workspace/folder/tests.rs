//! What a directory that is edited does with what somebody else has laid in it.

use std::os::unix::fs::{MetadataExt, PermissionsExt, chown, symlink};

use rustix::fs::{CWD, mknodat};

use super::*;
use crate::scratch::Scratch;

/// A directory with a file, a directory with a file, a link to each, one that leads nowhere, one that leads outside,
/// and a pipe.
fn laid_out() -> (Scratch, Folder) {
    let scratch = Scratch::new();
    scratch.write("file", "content");
    scratch.write("inner/file", "inside");
    for (target, name) in
        [("inner/file", "to-file"), ("inner", "to-inner"), ("gone", "to-nothing"), ("/etc/passwd", "outside")]
    {
        symlink(target, scratch.join(name)).unwrap();
    }
    mknodat(CWD, scratch.join("pipe"), FileType::Fifo, Mode::RUSR, 0).unwrap();
    let folder = Folder::open(scratch.as_ref()).unwrap();
    (scratch, folder)
}

fn errno<T>(outcome: io::Result<T>) -> Option<Errno> {
    Errno::from_io_error(&outcome.err()?)
}

#[test]
fn only_the_directory_itself_may_be_named_by_a_link() {
    let (scratch, folder) = laid_out();
    assert!(Folder::open(&scratch.join("to-inner")).unwrap().look("file").unwrap().is_some());
    assert_eq!(errno(Folder::open(&scratch.join("file"))), Some(Errno::NOTDIR));
    assert!(folder.inner("inner").unwrap().is_some() && folder.inner("gone").unwrap().is_none());
    for name in ["file", "to-inner", "pipe"] {
        assert_eq!(errno(folder.inner(name)), Some(Errno::NOTDIR), "{name}");
    }
    assert!(folder.look("to-nothing").unwrap().is_some() && folder.look("gone").unwrap().is_none());
}

#[test]
fn regular_files_are_read_and_added_to_and_made_once() {
    let (scratch, folder) = laid_out();
    assert_eq!(folder.read("file").unwrap().as_deref(), Some(&b"content"[..]));
    assert_eq!(folder.read("gone").unwrap(), None);
    assert_eq!(errno(folder.read("to-file")), Some(Errno::LOOP));
    assert_eq!(errno(folder.read("pipe")), Some(Errno::INVAL));
    assert_eq!(errno(folder.read("inner")), Some(Errno::INVAL));
    for name in ["file", "new"] {
        folder.to_be_added_to(name).unwrap().write_all(b", more").unwrap();
        folder.to_be_added_to(name).unwrap().write_all(b" and more").unwrap();
    }
    assert_eq!(scratch.text("file"), "content, more and more");
    assert_eq!(scratch.text("new"), ", more and more");
    assert_eq!(scratch.join("new").metadata().unwrap().mode() & 0o777, 0o600);
    assert_eq!(errno(folder.to_be_added_to("to-nothing")), Some(Errno::LOOP));
    std::fs::set_permissions(scratch.join("file"), PermissionsExt::from_mode(0o640)).unwrap();
    let like = folder.look("file").unwrap().unwrap();
    folder.create("created", b"created", &like).unwrap();
    assert_eq!(scratch.text("created"), "created");
    assert_eq!(scratch.join("created").metadata().unwrap().mode() & 0o777, 0o640);
    for name in ["file", "to-nothing", "inner"] {
        assert_eq!(errno(folder.create(name, b"", &like)), Some(Errno::EXIST), "{name}");
    }
}

#[test]
fn what_is_made_is_like_what_was_there() {
    let (scratch, folder) = laid_out();
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
        folder.create(&name, b"", &folder.look("file").unwrap().unwrap()).unwrap();
        assert_eq!(of(&name), (uid, gid, 0o604));
    }
    chown(&scratch, Some(1), Some(1)).unwrap();
    folder.make("made").unwrap();
    assert_eq!(of("made"), (1, 1, 0o755));
}

#[test]
fn names_are_given_where_they_are_free_and_exchanged() {
    let (scratch, folder) = laid_out();
    let inner = folder.inner("inner").unwrap().unwrap();
    assert_eq!(errno(folder.rename("file", &inner, "file")), Some(Errno::EXIST));
    folder.rename("file", &inner, "other").unwrap();
    assert_eq!(scratch.names("inner"), ["file", "other"]);
    assert!(inner.exchange("file", &inner, "other").unwrap());
    assert_eq!(
        (scratch.text("inner/file"), scratch.text("inner/other")),
        ("content".into(), "inside".into())
    );
    assert_eq!(errno(inner.exchange("file", &inner, "gone")), Some(Errno::NOENT));
    inner.replace("other", &inner, "file").unwrap();
    assert_eq!((scratch.names("inner"), scratch.text("inner/file")), (vec!["file".into()], "inside".into()));
}

#[test]
fn a_directory_of_files_is_removed_and_one_of_directories_not() {
    let (scratch, folder) = laid_out();
    symlink("../file", scratch.join("inner/link")).unwrap();
    scratch.write("inner/a", "");
    folder.remove_folder("inner", "a").unwrap();
    folder.remove_folder("inner", "a").unwrap();
    assert!(!scratch.join("inner").exists() && scratch.join("file").exists());
    // What goes last is there as long as anything else is.
    for (last, left) in [("last", &["deep", "last"][..]), ("first", &["deep"])] {
        scratch.write("inner/deep/file", "");
        scratch.write(&format!("inner/{last}"), "");
        let failed = folder.remove_folder("inner", "last");
        assert!(failed.is_err());
        assert_eq!(scratch.names("inner"), left);
        std::fs::remove_dir_all(scratch.join("inner")).unwrap();
    }
}

#[test]
fn a_path_is_where_its_link_leads_inside_the_dataset() {
    let (scratch, folder) = laid_out();
    let placed = |path: &str| {
        let (folder, name) = place(scratch.as_ref(), &folder, path)?;
        Ok((folder.stat()?.st_ino, name))
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
