//! What a directory of the store does with what somebody else has laid in it.

use std::os::unix::fs::{MetadataExt, PermissionsExt, symlink};

use rustix::fs::mknodat;

use super::*;
use crate::store::access::Audience;
use crate::store::scratch::Scratch;

/// A directory with a file, a directory with a file, a link to each, one that leads nowhere, and a pipe.
fn laid_out() -> Scratch {
    let scratch = Scratch::new();
    scratch.write("file", "content");
    scratch.write("inner/file", "inside");
    symlink("file", scratch.join("to-file")).unwrap();
    symlink("inner", scratch.join("to-inner")).unwrap();
    symlink("gone", scratch.join("to-nothing")).unwrap();
    mknodat(CWD, scratch.join("pipe"), FileType::Fifo, Mode::RUSR, 0).unwrap();
    scratch
}

fn access(scratch: &Scratch) -> Access {
    Access::below(&scratch.dir().stat().unwrap(), Audience::Everybody)
}

/// The name in an error that says what it is about.
fn about<T>(outcome: Result<T, Error>) -> String {
    let (kind, path) = match outcome.err().unwrap() {
        Error::NotADirectory(path) => ("no directory", path),
        Error::NotAFile(path) => ("no file", path),
        Error::Failed { path, error } if error.kind() == io::ErrorKind::NotFound => ("gone", path),
        Error::Failed { path, error } if error.kind() == io::ErrorKind::AlreadyExists => ("there", path),
        Error::Failed { path, error } if error.kind() == io::ErrorKind::PermissionDenied => {
            ("forbidden", path)
        }
        Error::Failed { path, .. } => ("failed", path),
        other => panic!("{other:?}"),
    };
    format!("{kind}: {}", path.file_name().unwrap().to_string_lossy())
}

#[test]
fn only_the_store_itself_may_be_named_by_a_link() {
    let scratch = laid_out();
    assert!(Dir::open(&scratch.join("to-inner")).unwrap().look("file").unwrap().is_some());
    assert_eq!(about(Dir::open(&scratch.join("file"))), "failed: file");
    let dir = scratch.dir();
    assert!(dir.subdirectory("inner").is_ok());
    for name in ["file", "to-inner", "to-nothing", "pipe"] {
        assert_eq!(about(dir.subdirectory(name)), format!("no directory: {name}"));
        assert_eq!(about(dir.subdirectory_or_new(name, &access(&scratch))), format!("no directory: {name}"));
        assert!(!dir.has_directory(name));
    }
    assert_eq!(about(dir.subdirectory("gone")), "gone: gone");
    assert!(dir.has_directory("inner") && !dir.has_directory("gone"));
}

#[test]
fn a_directory_is_made_once() {
    let scratch = laid_out();
    let (dir, access) = (scratch.dir(), access(&scratch));
    assert_eq!(dir.subdirectory_or_new("new", &access).unwrap().path(), scratch.join("new"));
    assert_eq!(dir.subdirectory_or_new("new", &access).unwrap().path(), scratch.join("new"));
    assert_eq!(about(dir.make("new", &access)), "there: new");
    assert_eq!(about(dir.subdirectory_or_new("file/below", &access)), "failed: below", "why it is not made");
}

#[test]
fn files_are_read_where_they_are_and_not_where_links_lead() {
    let scratch = laid_out();
    let (dir, access) = (scratch.dir(), access(&scratch));
    assert_eq!(dir.read("file").unwrap().as_deref(), Some(&b"content"[..]));
    assert_eq!(dir.read("gone").unwrap(), None);
    for name in ["to-file", "to-nothing", "inner", "pipe"] {
        assert_eq!(about(dir.read(name)), format!("no file: {name}"));
    }
    assert_eq!(about(dir.read("file/below")), "failed: below");
    assert_eq!(about(dir.file_or_new("to-nothing", &access)), "no file: to-nothing");
    dir.file_or_new("file", &access).unwrap().write_all(b"CON").unwrap();
    assert_eq!(scratch.text("file"), "CONtent");
    dir.file_or_new("new", &access).unwrap().write_all(b"new").unwrap();
    assert_eq!(scratch.text("new"), "new");
}

#[test]
fn what_is_there_is_not_written_over_but_replaced_whole() {
    let scratch = laid_out();
    let (dir, access) = (scratch.dir(), access(&scratch));
    for name in ["file", "to-file", "to-nothing", "inner"] {
        assert_eq!(about(dir.create(name, b"other", &access)), format!("there: {name}"));
    }
    assert_eq!(scratch.text("file"), "content");
    dir.create("new", b"new", &access).unwrap();
    assert_eq!(scratch.text("new"), "new");
    assert_eq!(scratch.join("new").metadata().unwrap().mode() & 0o777, 0o644);
    // Left by a program that was killed.
    scratch.write(".to-file.new/left", "");
    dir.replace("to-file", b"other", &access).unwrap();
    assert_eq!((scratch.text("to-file"), scratch.text("file")), ("other".into(), "content".into()));
    assert!(!scratch.join(".to-file.new").exists());
    assert_eq!(about(dir.replace("inner", b"other", &access)), "failed: inner");
    assert!(!scratch.join(".inner.new").exists(), "what could not be put in its place is taken away");
}

#[test]
fn names_are_given_exchanged_and_taken_away() {
    let scratch = laid_out();
    let dir = scratch.dir();
    dir.link("inner/file", "new").unwrap();
    assert_eq!((dir.target("new").unwrap(), scratch.text("new")), ("inner/file".into(), "inside".into()));
    assert_eq!(about(dir.link("elsewhere", "new")), "there: new");
    dir.rename("new", &dir.subdirectory("inner").unwrap(), "moved").unwrap();
    assert_eq!(dir.subdirectory("inner").unwrap().names().unwrap(), ["file", "moved"]);
    dir.exchange("file", &dir, "inner").unwrap();
    assert_eq!((scratch.text("inner"), scratch.text("file/file")), ("content".into(), "inside".into()));
    dir.remove("inner").unwrap();
    dir.remove("inner").unwrap();
    assert_eq!(about(dir.remove("file/file/below")), "failed: below");
    assert_eq!(dir.names().unwrap(), ["file", "pipe", "to-file", "to-inner", "to-nothing"]);
    assert_eq!(about(dir.look("pipe/below")), "failed: below");
}

#[test]
fn a_tree_is_removed_and_no_link_in_it_followed() {
    let scratch = laid_out();
    let dir = scratch.dir();
    symlink("../inner", scratch.join("inner/up")).unwrap();
    scratch.write("outside/file", "precious");
    symlink("../outside", scratch.join("inner/outside")).unwrap();
    for name in ["inner", "to-file", "to-inner", "gone"] {
        dir.remove_tree(name).unwrap();
        assert_eq!(dir.look(name).unwrap().map(|stat| stat.st_mode), None, "{name}");
    }
    assert_eq!((scratch.text("file"), scratch.text("outside/file")), ("content".into(), "precious".into()));
}

#[test]
fn everything_in_a_directory_is_opened_to_its_audience() {
    let scratch = Scratch::new();
    scratch.write("inner/deep/file", "");
    for name in ["inner", "inner/deep", "inner/deep/file"] {
        std::fs::set_permissions(scratch.join(name), std::fs::Permissions::from_mode(0o700)).unwrap();
    }
    scratch.dir().set_audience("inner", &access(&scratch)).unwrap();
    let mode = |name: &str| scratch.join(name).metadata().unwrap().mode() & 0o777;
    assert_eq!(["inner", "inner/deep", "inner/deep/file"].map(mode), [0o755, 0o755, 0o644]);
    symlink("/etc/passwd", scratch.join("inner/link")).unwrap();
    assert_eq!(about(scratch.dir().set_audience("inner", &access(&scratch))), "no file: link");
}

#[test]
fn a_path_is_there_or_not_or_cannot_be_known() {
    let scratch = laid_out();
    assert!(is_there(&scratch.join("to-file")).unwrap());
    assert!(!is_there(&scratch.join("to-nothing")).unwrap());
    assert_eq!(about(is_there(&scratch.join("file/below"))), "failed: below");
    make_all(&scratch.join("a/b"), 0o700).unwrap();
    make_all(&scratch.join("a/b"), 0o700).unwrap();
    assert_eq!(scratch.join("a/b").metadata().unwrap().mode() & 0o777, 0o700);
    assert_eq!(about(make_all(&scratch.join("file/below"), 0o700)), "failed: below");
}
