//! One file for the service and for commands [D26.1]: what is left out on the command line is taken from there.

use std::process::Command;

use crate::support::store::StoreFixture;
use crate::support::{TempDir, finish, program, write};

fn run(configuration: &str, words: &[&str]) -> (i32, String, String) {
    let mut command = Command::new(program());
    finish(
        command
            .args(words)
            .args(["--lang", "en"])
            .env("INDICATORD_CONF", configuration),
    )
}

#[test]
fn a_day_needs_no_directories() {
    let fixture = StoreFixture::new();
    let dir = TempDir::new();
    let file = dir.join("indicatord.conf");
    let (dataset, store) = (fixture.dataset.display(), fixture.store.display());
    write(
        &file,
        format!("# the office\nINDICATORD_DATASET=\"{dataset}\"\nINDICATORD_STORE={store}\n"),
    );
    let file = file.to_str().unwrap();
    let run = |words: &[&str]| run(file, words);
    assert_eq!(run(&["check"]).0, 0);
    let (code, stdout, stderr) = run(&["publish", "--yes", "--new-store", "--no-reload"]);
    assert!(
        code == 0 && stdout.contains("published: clean.1"),
        "{stdout}{stderr}"
    );
    assert_eq!(run(&["diff"]).0, 0);
    assert_eq!(run(&["record", "usd", "2026-11-21", "1.71"]).0, 0);
    assert_eq!(run(&["diff"]).0, 3);
    assert_eq!(
        run(&["check", "/nowhere"]).0,
        1,
        "an operand outweighs the file"
    );
}

#[test]
fn a_configuration_with_mistakes_is_refused_with_all_of_them() {
    let dir = TempDir::new();
    let file = dir.join("indicatord.conf");
    write(
        &file,
        "INDICATORD_STRE=/srv\nnonsense\nINDICATORD_LISTEN=localhost:80\n",
    );
    let shown = file.to_str().unwrap();
    let (code, _, stderr) = run(shown, &["check", "."]);
    assert_eq!(code, 1);
    for line in [
        "1: unknown name `INDICATORD_STRE`",
        "2: not an assignment",
        "3: INDICATORD_LISTEN `localhost:80`",
    ] {
        assert!(
            stderr.contains(&format!("{shown}:{line}")),
            "{line}: {stderr}"
        );
    }

    let help = Command::new(program())
        .args(["check", "--help"])
        .env("INDICATORD_CONF", shown)
        .output()
        .unwrap();
    assert_eq!(
        help.status.code(),
        Some(0),
        "help is to be had all the same"
    );
    let (code, _, stderr) = run("/nowhere/indicatord.conf", &["check", "."]);
    assert!(
        code == 1 && stderr.contains("/nowhere/indicatord.conf"),
        "{stderr}"
    );
}

#[test]
fn a_configuration_is_a_regular_file_of_64_kib_at_most() {
    let dir = TempDir::new();
    let (pipe, long) = (dir.join("pipe"), dir.join("long"));
    assert!(
        Command::new("mkfifo")
            .arg(&pipe)
            .status()
            .unwrap()
            .success()
    );
    write(&long, format!("#{}\n", "x".repeat(65_535)));
    let (pipe, long) = (pipe.to_str().unwrap(), long.to_str().unwrap());
    for (file, refusal) in [
        (pipe, "is not a regular file"),
        ("/dev/zero", "is not a regular file"),
        (dir.join("").to_str().unwrap(), "is not a regular file"),
        (long, "is larger than 64 KiB"),
    ] {
        let (code, _, stderr) = run(file, &["check", "."]);
        assert!(
            code == 1 && stderr.contains(&format!("{file} {refusal}")),
            "{stderr}"
        );
    }
}

#[test]
fn what_a_shell_would_interpret_is_refused_with_the_line_to_write() {
    let dir = TempDir::new();
    let file = dir.join("indicatord.conf");
    write(
        &file,
        "INDICATORD_DATASET='/srv'/\"a b\"\nINDICATORD_STORE=/var/lib\\\n  /store\n",
    );
    let shown = file.to_str().unwrap();
    let (code, _, stderr) = run(shown, &["check"]);
    assert_eq!(code, 1);
    for line in ["1: ", "2: "] {
        assert!(
            stderr.contains(&format!("{shown}:{line}a value is the rest of its line")),
            "{stderr}"
        );
    }

    for line in [
        "INDICATORD_DATASET=/srv/a b",
        "INDICATORD_STORE=/var/lib/store",
    ] {
        assert!(stderr.contains(&format!("write `{line}`\n")), "{stderr}");
    }
}
