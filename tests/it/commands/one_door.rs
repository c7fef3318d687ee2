//! `record` and `import` are one door: what is there already is left as it is, and what would not count is refused, whichever
//! of the two was used. Beside them, what an operator's other commands leave and print.

use std::fs;
use std::process::Command;

use serde_json::Value;

use crate::support::dataset::DatasetFixture;
use crate::support::{outcome, program, tree, write};

/// A row by both commands: exit code, standard output, standard error.
fn by_both(fixture: &DatasetFixture, row: [&str; 4], more: &[&str]) -> [(i32, String, String); 2] {
    let [key, date, value, published] = row;
    let commands = fixture.both(
        [key, date, value, published, ""],
        &[&["--lang", "en"], more].concat(),
    );
    commands.map(|command| fixture.run(&command))
}

#[test]
fn a_row_that_is_there_already_is_left_as_it_is() {
    let fixture = DatasetFixture::new();
    let before = tree(&fixture.dataset);
    for (date, value) in [("2026-11-20", "1.7"), ("2026-11-20", "1.700")] {
        let [recorded, imported] = by_both(&fixture, ["usd", date, value, ""], &[]);
        assert_eq!(
            (recorded.0, imported.0),
            (0, 0),
            "{} {}",
            recorded.2,
            imported.2
        );
        let said =
            "indicators/usd.csv:3: 2026-11-20  1.7 is already recorded, nothing was changed\n";
        assert_eq!(recorded.1, said);
        assert!(
            imported.1.contains("everything is already recorded"),
            "{}",
            imported.1
        );
    }

    for (code, stdout, _) in by_both(&fixture, ["usd", "2026-11-20", "1.7", ""], &["--json"]) {
        let object: Value = serde_json::from_str(&stdout).unwrap();
        assert_eq!(
            (code, &object["changed"]),
            (0, &Value::Bool(false)),
            "{stdout}"
        );
    }

    assert!(tree(&fixture.dataset) == before);
    // The same value with a flag is another row.
    fixture.refused(
        &["record", "usd", "2026-11-20", "1.7", "--flag", "rounded"],
        2,
        "is already recorded",
    );
}

#[test]
fn an_older_revision_that_would_not_count_is_refused() {
    let fixture = DatasetFixture::new();
    fixture.write(
        "indicators/wage.csv",
        "date,value,published\n2026-10,1103.8,2026-11-14\n",
    );
    let before = tree(&fixture.dataset);
    for (code, stdout, stderr) in by_both(&fixture, ["wage", "2026-10", "1100", ""], &[]) {
        assert!(
            code == 2 && stderr.contains("1103.8 is already recorded for 2026-10-31"),
            "{code} {stderr}"
        );
        assert_eq!(stdout, "", "nothing was done, and nothing is said to be");
    }

    for (code, stdout, stderr) in by_both(&fixture, ["wage", "2026-10", "1100", "2026-11-10"], &[])
    {
        assert!(
            code == 1 && stderr.contains("history wage 2026-10-31"),
            "{code} {stderr}"
        );
        assert!(stderr.contains("--allow history=wage"), "{stderr}");
        assert_eq!(stdout, "");
    }

    assert!(tree(&fixture.dataset) == before);
    let allowed = by_both(
        &fixture,
        ["wage", "2026-10", "1100", "2026-11-10"],
        &["--allow", "history"],
    );
    assert_eq!(
        allowed.map(|(code, ..)| code),
        [0, 0],
        "recorded, and there already"
    );
    assert_eq!(
        fixture.read("indicators/wage.csv").matches("1100").count(),
        1
    );
}

#[test]
fn what_a_table_has_beside_a_value_that_is_there_is_said() {
    let fixture = DatasetFixture::new();
    let before = tree(&fixture.dataset);
    let table = fixture.dir.join("table.csv");
    write(
        &table,
        "key,date,value,ref,flag\nusd,2026-11-20,1.70,p. 2,rounded\nusd,2026-10-20,1.7,,\n",
    );
    let (code, stdout, stderr) = fixture.run(&["import", table.to_str().unwrap(), "--lang", "en"]);
    let said = format!(
        "{}:2: warning: the same value is already recorded for 2026-11-20 (indicators/usd.csv:3) with another ref, flag; the row was not changed\n",
        table.display()
    );
    assert_eq!((code, stderr), (0, said), "{stdout}");
    assert!(tree(&fixture.dataset) == before);
}

#[test]
fn a_refusal_knows_what_is_public_whichever_command_it_is_of() {
    let fixture = DatasetFixture::new();
    let store = fixture.dir.join("store");
    let store = ["--store", store.to_str().unwrap()];
    let dataset = fixture.dataset.to_str().unwrap().to_owned();
    assert_eq!(
        outcome(&[
            "publish",
            "--yes",
            &dataset,
            "--new-store",
            store[0],
            store[1],
            "--no-reload"
        ])
        .0,
        0
    );

    fixture.run(&["record", "usd", "2026-11-21", "1.71"]);
    for (date, words) in [
        (
            "2026-11-20",
            "(indicators/usd.csv:3) and public in the live release clean.1: correct it with `record --replace`",
        ),
        (
            "2026-11-21",
            "(indicators/usd.csv:4) and not public yet: replace it with --replace",
        ),
    ] {
        for (code, _, stderr) in by_both(&fixture, ["usd", date, "1.72", ""], &store) {
            assert!(code == 2 && stderr.contains(words), "{stderr}");
        }
    }
}

/// The row before had a day of publication: without one readers have none.
#[test]
fn a_row_without_a_day_of_publication_is_said_to_lack_it() {
    let fixture = DatasetFixture::new();
    assert_eq!(
        fixture
            .run(&[
                "record",
                "usd",
                "2026-11-21",
                "1.71",
                "--published",
                "2026-11-21"
            ])
            .0,
        0
    );

    let (code, _, stderr) = fixture.run(&["record", "usd", "2026-11-22", "1.72", "--lang", "en"]);
    let said = "indicators/usd.csv: warning: the row for 2026-11-22 has no `published`, but the previous one (2026-11-21) has";
    assert!(code == 0 && stderr.starts_with(said), "{stderr}");
    let (code, _, stderr) = fixture.run(&["record", "usd", "2026-11-23", "1.72", "--lang", "en"]);
    assert_eq!((code, stderr.as_str()), (0, ""), "the one before has none");
}

#[test]
fn a_check_that_goes_back_is_said_to() {
    let fixture = DatasetFixture::new();
    let checked = |at: &str| fixture.run(&["checked", "bank", "--at", at, "--lang", "en"]);
    assert_eq!(checked("2026-11-20T10:00:00+04:00").2, "");
    let (code, _, stderr) = checked("2026-11-20T05:00:00Z");
    let said = "checks.csv: warning: bank: the check of 2026-11-20T09:00:00+04:00 replaces a later one of 2026-11-20T10:00:00+04:00";
    assert!(code == 0 && stderr.starts_with(said), "{stderr}");
}

#[test]
fn notes_have_one_offset_and_are_printed_in_one_line() {
    let fixture = DatasetFixture::new();
    let table = fixture.dir.join("a\u{1b}[2Jb\nc.csv");
    write(&table, "key,date,value\nusd,2026-11-21,1.71\n");
    assert_eq!(fixture.run(&["import", table.to_str().unwrap()]).0, 0);
    let store = fixture.dir.join("store");
    let dataset = fixture.dataset.to_str().unwrap().to_owned();
    let publish = [
        "publish",
        "--yes",
        &dataset,
        "--new-store",
        "--store",
        store.to_str().unwrap(),
        "--no-reload",
    ];

    assert_eq!(outcome(&publish).0, 0);
    assert_eq!(fixture.run(&["checked", "bank"]).0, 0);
    assert_eq!(fixture.run(&["undo"]).0, 0);
    for line in fixture.read(".edits.jsonl").lines() {
        let note: Value = serde_json::from_str(line).unwrap();
        assert!(note["at"].as_str().unwrap().ends_with("+04:00"), "{line}");
    }

    let (code, stdout, stderr) = fixture.run(&["undo", "--lang", "en"]);
    assert!(
        code == 1 && stdout.is_empty() && stderr.contains("a\\u{1b}[2Jb\\nc.csv"),
        "{stderr:?}"
    );
    assert_eq!(stderr.lines().count(), 1, "{stderr:?}");
}

/// The beginning of a copy that could not be finished would keep the next one out.
#[test]
fn an_export_that_fails_leaves_nothing() {
    let fixture = DatasetFixture::new();
    let (out, kept) = (fixture.dir.join("out"), fixture.dir.join("kept"));
    fs::create_dir(&kept).unwrap();
    for (directory, limit) in [(&out, "8"), (&out, "0"), (&kept, "8")] {
        let (dataset, directory) = (fixture.dataset.display(), directory.display());
        let program = program();
        let line = format!(
            "trap '' XFSZ; ulimit -f {limit}; exec {program} export {directory} --dataset {dataset}"
        );
        let output = Command::new("sh").args(["-c", &line]).output().unwrap();
        assert_eq!(
            output.status.code(),
            Some(1),
            "{}",
            String::from_utf8_lossy(&output.stderr)
        );
    }

    assert!(!out.exists() && fs::read_dir(&kept).unwrap().next().is_none());
    for directory in [&out, &kept] {
        assert_eq!(fixture.run(&["export", directory.to_str().unwrap()]).0, 0);
    }
}

/// Arguments are printed, and their effects on a terminal are not.
#[test]
fn nothing_is_printed_raw() {
    let fixture = DatasetFixture::new();
    let raw = ['\n', '\u{1b}', '\u{202e}', '\u{7}'];
    let hostile = "a\u{1b}[2Jb\u{202e}c\u{7}";
    for (text, expected) in [("a[2Jb", 0), ("a\u{202e}b", 2), (hostile, 2)] {
        let (code, stdout, stderr) =
            fixture.run(&["checked", "bank", "--error", text, "--lang", "en"]);
        assert_eq!(code, expected, "{stderr}");
        let said = stdout + &stderr;
        assert!(
            said.lines().all(|line| !line.contains(&raw[1..])),
            "{said:?}"
        );
    }

    let table = fixture.dir.join("table.csv");
    for content in [
        format!("key,date,value\n{hostile},2026-11-21,1.7\n"),
        format!("key,date,value\nusd,{hostile},1.7\n"),
        format!("key,date,value\nusd,2026-11-21,{hostile}\n"),
        format!("date,{hostile}\n2026-11-21,1.7\n"),
        format!("<{hostile}/>"),
        format!("<ValCurs Date=\"{hostile}\"/>"),
        "<ValCurs Date=\"04.09.2026\"><ValType><Valute Code=\"U&#x202e;S&#10;D\"><Nominal>x</Nominal></Valute></ValType></ValCurs>".to_owned(),
    ] {
        write(&table, &content);
        let (code, stdout, stderr) = fixture.run(&["import", table.to_str().unwrap(), "--lang", "en"]);
        assert!(code == 2 || code == 1, "{content:?}");
        let said = format!("{stdout}{stderr}");
        assert!(said.lines().all(|line| !line.contains(&raw[1..])), "{said:?}");
    }
}
