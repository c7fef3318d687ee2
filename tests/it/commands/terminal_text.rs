//! Texts from files and arguments are printed so that they cannot drive a terminal, turn its text, hide, or make a line of their
//! own.

use std::fs;

use crate::support::store::StoreFixture;
use crate::support::{outcome, write};

/// A key to a terminal, a turned direction, nothing to see, and a line of its own.
const EVIL: &str = "a\u{1b}[2J\u{202e}b\u{200b}\u{2066}c\nok: published\u{7f}\u{9b}31m";

/// Something is said, and nothing of it is printed as it is.
fn check(what: &str, (_, stdout, stderr): (i32, String, String)) {
    let text = stdout + &stderr;
    assert!(!text.is_empty(), "{what}");
    for c in [
        '\u{1b}', '\u{202e}', '\u{200b}', '\u{2066}', '\u{7f}', '\u{9b}',
    ] {
        assert!(!text.contains(c), "{what}: {c:?} in {text:?}");
    }

    let own_line = text.lines().any(|line| line.starts_with("ok: published"));
    assert!(!own_line, "{what}: {text}");
}

#[test]
fn arguments_are_printed_as_text() {
    let fixture = StoreFixture::with_two_releases();
    let dataset = fixture.dataset.to_str().unwrap();
    let store = fixture.store.to_str().unwrap();
    for arguments in [
        &["record", EVIL, "2026-11-21", "1.7", "--dataset", dataset][..],
        &["record", "usd", EVIL, "1.7", "--dataset", dataset],
        &["record", "usd", "2026-11-21", EVIL, "--dataset", dataset],
        &[
            "record",
            "usd",
            "2026-11-21",
            "1.7",
            "--ref",
            EVIL,
            "--dataset",
            dataset,
        ],
        &["undo", EVIL, "2026-11-21", "--dataset", dataset],
        &["checked", EVIL, "--dataset", dataset],
        &["check", EVIL],
        &["import", EVIL, "--dataset", dataset],
        &["export", EVIL, "--dataset", EVIL],
        &["diff", EVIL, dataset],
        &["bundle", EVIL, "--out", EVIL],
        &["rollback", "--rows", EVIL, "--store", store],
        &["rollback", "--to", EVIL, "--store", store],
        &["approve", EVIL, "--store", store],
        &["withdraw", EVIL, "--store", store],
        &["publish", dataset, "--allow", EVIL, "--store", store],
        &["publish", dataset, "--store", EVIL],
        &["settings", EVIL, "--store", store],
        &["status", "--store", EVIL],
        &["probe", EVIL],
        &["serve", "--listen", EVIL],
        &[EVIL],
        &["check", "--at", EVIL],
        &["check", "--evil\u{1b}[2J\u{200b}"],
    ] {
        for lang in ["ru", "en"] {
            let words = [arguments, &["--lang", lang]].concat();
            check(&format!("{arguments:?}"), outcome(&words));
        }
    }
}

#[test]
fn what_files_have_is_printed_as_text() {
    let quoted = format!("\"{EVIL}\"");
    for (path, content) in [
        (
            "indicators/usd.csv",
            format!("date,value,ref\n2026-11-20,1.7,{quoted}\n"),
        ),
        (
            "indicators/usd.csv",
            format!("date,value,{quoted}\n2026-11-20,1.7,\n"),
        ),
        ("indicators/usd.csv", format!("date,value\n{quoted},1.7\n")),
        (
            "indicators/usd.csv",
            format!("date,value\n2026-11-20,{quoted}\n"),
        ),
        (
            "indicators/a\u{1b}[2J\u{200b}.csv",
            "date,value\n".to_owned(),
        ),
        (
            "checks.csv",
            format!("source,checked_at,error\n{quoted},,\n"),
        ),
    ] {
        let fixture = StoreFixture::with_two_releases();
        let dataset = fixture.dataset.to_str().unwrap();
        write(&fixture.dataset.join(path), content);
        for command in ["check", "publish"] {
            let places = if command == "check" {
                vec![]
            } else {
                vec![
                    "--yes",
                    "--no-reload",
                    "--store",
                    fixture.store.to_str().unwrap(),
                ]
            };

            check(
                path,
                outcome(&[&[command, dataset, "--lang", "en"], &places[..]].concat()),
            );
        }
    }

    let fixture = StoreFixture::with_two_releases();
    let table = fixture.dir.join("table.csv");
    for content in [
        format!("key,date,value\n{quoted},2026-11-21,1.7\n"),
        format!("key,date,value\nusd,{quoted},1.7\n"),
        format!("key,date,value,{quoted}\nusd,2026-11-21,1.7,\n"),
    ] {
        write(&table, content);
        let dataset = fixture.dataset.to_str().unwrap();
        let words = ["import", table.to_str().unwrap(), "--dataset", dataset];
        check("a table", outcome(&words));
    }

    // The name of an indicator in a difference, and whoever wrote the journal.
    let journal = fixture.store.join("journal.jsonl");
    let lines = fs::read_to_string(&journal).unwrap();
    let written = serde_json::to_string(EVIL).unwrap();
    let user = lines.split("\"user\":").nth(1).unwrap();
    let user = user.split(['"']).nth(1).unwrap();
    write(&journal, lines.replace(&format!("\"{user}\""), &written));
    check("a journal", fixture.run(&["log", "-v"]));
    check(
        "a journal",
        fixture.run(&[
            "rollback",
            "--to",
            "2",
            "--dataset",
            EVIL,
            "--control",
            EVIL,
        ]),
    );
}
