//! Entries of a directory that are not files of a dataset: links, pipes, directories, unreadable things.

use std::ffi::OsStr;
use std::fs::{self, Permissions};
use std::os::unix::ffi::OsStrExt;
use std::os::unix::fs::{PermissionsExt, symlink};
use std::os::unix::net::UnixListener;
use std::path::Path;
use std::process::Command;

use crate::support::checked::{base, check};
use crate::support::{AT, TempDir, program, without_privileges};

const CSV: &str = "indicators/m2.csv";

/// Puts something else in the place of a file, and expects problems that begin so, and no others.
fn expect(file: &str, put: impl Fn(&Path), expected: &[&str]) {
    let dir = TempDir::new();
    let dataset = base(&dir);
    let path = dataset.join(file);
    if path.is_dir() {
        fs::remove_dir_all(&path).unwrap()
    } else {
        let _ = fs::remove_file(&path);
    }

    put(&path);
    check(&dataset).assert_errors(expected);
}

fn pipe(path: &Path) {
    assert!(Command::new("mkfifo").arg(path).status().unwrap().success());
}

#[test]
fn a_pipe_is_not_waited_for() {
    for file in [
        "dataset.json",
        "checks.csv",
        "calendar.csv",
        CSV,
        "indicators/m2.json",
        "indicators",
        "other",
    ] {
        expect(
            file,
            pipe,
            &[&format!("{file}: neither a file nor a directory")],
        );
    }

    expect(
        CSV,
        |path| drop(UnixListener::bind(path).unwrap()),
        &[&format!("{CSV}: neither a file")],
    );
}

#[test]
fn a_directory_is_not_a_file() {
    for file in ["dataset.json", "checks.csv", CSV, "indicators/old", "old"] {
        expect(
            file,
            |path| fs::create_dir(path).unwrap(),
            &[&format!("{file}: unexpected directory")],
        );
    }
}

#[test]
fn links_stay_inside() {
    let dir = TempDir::new();
    let outside = base(&dir);
    for file in ["dataset.json", "checks.csv", CSV, "indicators"] {
        expect(
            file,
            |path| symlink(outside.join(file), path).unwrap(),
            &[&format!("{file}: the symbolic link leads outside")],
        );
        expect(
            file,
            |path| symlink("nowhere", path).unwrap(),
            &[&format!("{file}: the symbolic link is broken")],
        );
        expect(
            file,
            |path| symlink(path, path).unwrap(),
            &[&format!("{file}: cannot be read: ")],
        );
    }

    expect(
        CSV,
        |path| symlink("/dev/zero", path).unwrap(),
        &[&format!("{CSV}: the symbolic link leads outside")],
    );
    expect(
        CSV,
        |path| symlink("..", path).unwrap(),
        &[&format!("{CSV}: unexpected directory")],
    );
}

#[test]
fn a_link_inside_and_to_the_dataset_is_fine() {
    let dir = TempDir::new();
    let dataset = base(&dir);
    fs::rename(dataset.join(CSV), dataset.join("indicators/.m2.2026.csv")).unwrap();
    symlink(".m2.2026.csv", dataset.join(CSV)).unwrap();
    symlink(&dataset, dir.join("current")).unwrap();
    let checked = check(&dir.join("current"));
    assert_eq!(checked.code, Some(0), "{checked:#?}");
}

#[test]
fn names_that_are_not_text_stay_in_their_line() {
    for (name, expected) in [
        (
            &b"indicators/m\xff2.csv"[..],
            "indicators/m\u{fffd}2.csv: `m\u{fffd}2` is not an indicator key",
        ),
        (b"\xff\xfe", "\u{fffd}\u{fffd}: unexpected file"),
        (b"a\nb", "a\\nb: unexpected file"),
        (
            b"indicators/a\x1b[2J.json",
            "indicators/a\\u{1b}[2J.json: `a\\u{1b}[2J` is not an indicator key",
        ),
    ] {
        let dir = TempDir::new();
        let dataset = base(&dir);
        fs::write(dataset.join(OsStr::from_bytes(name)), "x").unwrap();
        check(&dataset).assert_errors(&[expected]);
    }
}

#[test]
fn what_may_not_be_read_is_not_missing_and_not_wrong() {
    let dir = TempDir::new();
    let dataset = base(&dir);
    let check = || {
        let mut command = without_privileges(program());
        let output = command
            .arg("check")
            .arg(&dataset)
            .args(["--at", AT, "--lang", "en"])
            .output()
            .unwrap();
        (
            output.status.code(),
            String::from_utf8(output.stdout).unwrap(),
        )
    };

    let expect = |locked: &str, problem: String| {
        let path = dataset.join(locked);
        let before = fs::metadata(&path).unwrap().permissions();
        fs::set_permissions(&path, Permissions::from_mode(0o000)).unwrap();
        let (code, report) = check();
        fs::set_permissions(&path, before).unwrap();
        assert!(
            report.starts_with(&format!("{problem}: cannot be read: permission denied")),
            "{report}"
        );
        assert_eq!(code, Some(1), "{report}");
    };

    expect(CSV, CSV.to_owned());
    expect("indicators", "indicators".to_owned());
    expect("", dataset.display().to_string());
    expect("..", dataset.display().to_string());
    let (code, report) = check();
    assert_eq!(code, Some(0), "{report}");
}

#[test]
fn what_is_no_dataset_at_all_says_so() {
    let dir = TempDir::new();
    let empty = dir.join("empty");
    fs::create_dir(&empty).unwrap();
    check(&empty).assert_unread(&[&format!("{}: the directory is empty", empty.display())]);
    let nowhere = dir.join("nowhere");
    check(&nowhere).assert_unread(&[&format!("{}: no such directory", nowhere.display())]);
    let file = dir.join("file");
    fs::write(&file, "x").unwrap();
    check(&file).assert_unread(&[&format!("{}: not a directory", file.display())]);
    let below = file.join("below");
    check(&below).assert_unread(&[&format!(
        "{}: cannot be read: part of the path",
        below.display()
    )]);
    // A file that is missing among others is wrong content.
    fs::write(empty.join("calendar.csv"), "release,date\n").unwrap();
    check(&empty).assert_errors(&["dataset.json: this required file is missing"]);
}

#[test]
fn what_editors_leave_behind_is_ignored() {
    let dir = TempDir::new();
    let dataset = base(&dir);
    for name in [
        ".git/config",
        ".m2.csv.swp",
        "indicators/m2.csv~",
        "indicators/m2.csv.bak",
        "indicators/~$m2.csv",
        "m2.swp",
    ] {
        crate::support::write(&dataset.join(name), b"\0\xff");
    }

    pipe(&dataset.join(".pipe"));
    let checked = check(&dataset);
    assert_eq!(checked.code, Some(0), "{checked:#?}");
}
