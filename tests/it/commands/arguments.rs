//! Exit codes, help and refusals of the commands.

use std::ffi::OsStr;
use std::os::unix::ffi::OsStrExt;
use std::process::Command;

use crate::support::{AT, TempDir, outcome, program, project};

#[test]
fn a_clean_dataset_gets_one_line() {
    let dir = TempDir::new();
    let dataset = dir.copy_of("tests/fixtures/clean", "clean");
    let (code, stdout, stderr) = outcome(&["check", dataset.to_str().unwrap(), "--at", AT]);
    let line = "clean.1: 2 indicators, 3 observations; 1 verified, 1 stale\n";
    assert_eq!((code, stdout.as_str(), stderr.as_str()), (0, line, ""));
}

#[test]
fn next_weeks_staleness_can_be_seen_today() {
    let dataset = project("tests/fixtures/clean");
    let line = |at| outcome(&["check", dataset.to_str().unwrap(), "--at", at]).1;
    assert!(line("2026-11-22T08:00:00+04:00").ends_with("1 verified, 1 stale\n"));
    assert!(line("2026-11-22T08:00:01+04:00").ends_with("2 stale\n"));
}

#[test]
fn the_repositorys_own_dataset_has_no_error_and_no_warning_but_gaps_and_what_moved_far() {
    let (code, stdout, _) = outcome(&["check", project("dataset").to_str().unwrap(), "--at", AT]);
    assert_eq!(code, 0, "{stdout}");
    let is_other = |line: &&str| {
        !line.contains("no observations for ") && !line.contains("`plausible.maxChange")
    };
    let others: Vec<&str> = stdout.lines().filter(is_other).collect();
    let [lira, count] = others[..] else {
        panic!("a value moved far: {others:?}")
    };

    assert!(
        lira.contains("/try.csv:") && lira.contains("0.0483 after 0.3064: a fivefold change"),
        "{lira}"
    );
    // Rates that turned in crises, series that go on after years, and twenty years of growth beside the bounds of today.
    let bounded = stdout
        .lines()
        .filter(|line| line.contains("`plausible.maxChange"))
        .count();
    assert!((1..=130).contains(&bounded), "{stdout}");
    assert!(count.ends_with(" warnings"), "{count}");
}

#[test]
fn a_dataset_that_is_not_there_ends_the_program_with_1() {
    let dir = TempDir::new();
    let missing = dir.join("missing");
    let missing = missing.to_str().unwrap();
    let (code, stdout, stderr) =
        outcome(&["serve", "--listen", "127.0.0.1:0", "--dataset", missing]);
    assert_eq!((code, stdout.as_str()), (1, ""));
    assert_eq!(stderr, format!("{missing}: no such directory\n1 error\n"));
    let (code, stdout, _) = outcome(&["check", missing]);
    assert_eq!((code, stdout), (1, stderr));
    assert_eq!(
        outcome(&[
            "export",
            dir.join("out").to_str().unwrap(),
            "--dataset",
            missing
        ])
        .0,
        1
    );
}

#[test]
fn wrong_arguments_end_the_program_with_1() {
    for arguments in [
        &[][..],
        &["fly"],
        &["check"],
        &["serve", "--at", "now"],
        &["check", "x", "--at", "20 November"],
    ] {
        let (code, stdout, stderr) = outcome(arguments);
        assert_eq!((code, stdout.as_str()), (1, ""), "{arguments:?}");
        assert!(!stderr.is_empty(), "{arguments:?}");
    }
}

#[test]
fn an_argument_that_is_no_text_is_refused_by_its_name() {
    let path = OsStr::from_bytes(b"caf\xe9");
    for (lang, said) in [
        (
            "en",
            "indicatord: not UTF-8: `caf\u{fffd}`, `--x\u{fffd}`; arguments, including paths, must be UTF-8\n",
        ),
        (
            "ru",
            "indicatord: не в UTF-8: `caf\u{fffd}`, `--x\u{fffd}`; аргументы, в том числе пути, должны быть в UTF-8\n",
        ),
    ] {
        let other = OsStr::from_bytes(b"--x\xff");
        let words = [
            OsStr::new("check"),
            path,
            other,
            OsStr::new("--lang"),
            OsStr::new(lang),
        ];
        let output = Command::new(program()).args(words).output().unwrap();
        assert_eq!((output.status.code(), &*output.stdout), (Some(1), &b""[..]));
        assert_eq!(String::from_utf8(output.stderr).unwrap(), said);
    }
}

#[test]
fn help_and_version() {
    let (code, stdout, _) = outcome(&["--version"]);
    assert_eq!(
        (code, stdout),
        (0, format!("indicatord {}\n", env!("CARGO_PKG_VERSION")))
    );
    for (arguments, words) in [
        (
            &["--help"][..],
            &[
                "serve",
                "check",
                "export",
                "127.0.0.1:8080",
                "the content is wrong",
            ][..],
        ),
        (
            &["serve", "--help"],
            &[
                "--dataset",
                "--listen",
                "--log-level",
                "SIGHUP",
                "listening on",
            ],
        ),
        (&["check", "--help"], &["--at", "RFC 3339"]),
        (&["export", "--help"], &["--at", "--dataset", "not empty"]),
    ] {
        let (code, stdout, _) = outcome(arguments);
        assert_eq!(code, 0);
        for word in words {
            assert!(stdout.contains(word), "{arguments:?} does not say `{word}`");
        }
    }
}

/// The kinds of cases stand in the manual, in its order; `record` and `import` ask about those from `jump` to `status`.
#[test]
fn help_names_every_kind_of_case_that_can_be_allowed() {
    let page = std::fs::read_to_string(project("packaging/man/indicatord-editing.7.md")).unwrap();
    let (_, kinds) = page.split_once("## WHAT HAS TO BE CONFIRMED\n").unwrap();
    let entries = kinds.lines().filter_map(|line| line.strip_prefix("- `"));
    let kinds: Vec<&str> = entries
        .filter_map(|line| line.strip_suffix("`\\"))
        .collect();
    let [first, last] = ["jump", "status"].map(|kind| {
        let place = kinds.iter().position(|known| *known == kind);
        place.unwrap_or_else(|| panic!("{kinds:?}"))
    });

    for lang in ["en", "ru"] {
        for (command, expected) in [
            ("publish", &kinds[..]),
            ("record", &kinds[first..=last]),
            ("import", &kinds[first..=last]),
        ] {
            let (_, help, _) = outcome(&[command, "--help", "--lang", lang]);
            let words: Vec<&str> = help
                .split(|c: char| !c.is_alphanumeric() && c != '-')
                .collect();
            for kind in expected {
                assert!(
                    words.contains(kind),
                    "{command} --help lacks {kind}: {help}"
                );
            }
        }
    }
}
