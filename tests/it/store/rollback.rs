//! Rollbacks take releases or named rows out of service, and some of them come back.

use std::fs;

use serde_json::Value;

use crate::support::store::{StoreFixture, listed_cases};
use crate::support::{replace, write};

impl StoreFixture {
    /// A store whose live release has brought two rows of the exchange rate and one of wages.
    fn with_three_new_rows() -> Self {
        let fixture = StoreFixture::new();
        fixture.edit("1", "2026-10-20,1.7\n2026-10-30,1.7\n");
        assert_eq!(fixture.publish(&[]).0, 0);
        fixture.edit(
            "2",
            "2026-10-20,1.7\n2026-10-30,1.7\n2026-10-31,1.72\n2026-11-02,1.71\n",
        );
        fixture.replace("indicators/wage.csv", "1103.8", "1103.9");
        let (code, _, stderr) = fixture.publish(&[]);
        assert_eq!(code, 0, "{stderr}");
        fixture
    }

    fn rollback(&self, more: &[&str]) -> (i32, String, String) {
        self.run(&[&["rollback", "--lang", "en"], more].concat())
    }

    fn last_entry(&self) -> Value {
        self.journal().pop().unwrap()
    }
}

/// Two people see the same mistake and go back: the second is told so.
#[test]
fn after_a_rollback_the_release_has_to_be_named() {
    let fixture = StoreFixture::with_three_new_rows();
    fixture.edit(
        "3",
        "2026-10-20,1.7\n2026-10-30,1.7\n2026-10-31,1.72\n2026-11-02,1.71\n2026-11-03,1.73\n",
    );
    assert_eq!(fixture.publish(&[]).0, 0);
    assert_eq!(fixture.rollback(&[]).0, 0);
    let (code, stdout, stderr) = fixture.rollback(&[]);
    assert_eq!((code, stdout.as_str()), (1, ""));
    assert!(
        stderr.starts_with("indicatord: the last change was a rollback already (by "),
        "{stderr}"
    );
    assert!(stderr.ends_with(
        ": 2 in place of 3); to go further back, name the release: `rollback --to VERSION`\n"
    ));
    assert_eq!(fixture.current(), "2");
    assert_eq!(fixture.rollback(&["--to", "1"]).0, 0);
    fixture.edit("4", "2026-10-20,1.7\n2026-10-30,1.7\n2026-10-31,1.725\n");
    let (code, _, stderr) = fixture.publish(&["--allow", "withdrawn=wage"]);
    assert_eq!(code, 0, "{stderr}");
    assert_eq!(
        fixture.rollback(&[]).0,
        0,
        "a publication is gone back from without a name"
    );
    assert_eq!(fixture.current(), "1");
}

/// Nothing else goes back: the other rows of the release stay, and what later releases brought.
#[test]
fn the_rows_that_are_named_go_back_in_a_new_release() {
    let fixture = StoreFixture::with_three_new_rows();
    let before = fs::read(fixture.store.join("journal.jsonl")).unwrap();
    // A row that is as it always was, a key that is none, and no date.
    let (code, _, stderr) = fixture.rollback(&["--rows", "usd=2026-10-31,usd=2026-10-30,gold"]);
    assert_eq!(code, 1);
    let said = "indicatord: --rows usd=2026-10-30, gold: no earlier release has these rows";
    assert!(stderr.starts_with(said), "{stderr}");
    let (code, _, stderr) = fixture.rollback(&["--rows", "usd=soon"]);
    assert!(
        code == 1 && stderr.contains("`usd=soon` is neither KEY nor KEY=DATE"),
        "{stderr}"
    );
    assert!(fs::read(fixture.store.join("journal.jsonl")).unwrap() == before);

    let usd =
        "2026-10-20,1.7\n2026-10-30,1.7\n2026-10-31,1.72\n2026-11-02,1.71\n2026-11-03,1.715\n";
    fixture.edit("3", usd);
    assert_eq!(fixture.publish(&[]).0, 0);
    let dataset = fixture.dataset.to_str().unwrap();
    let rows = ["--rows", "usd=2026-10-31,wage", "--dataset", dataset];
    let (code, stdout, stderr) = fixture.rollback(&rows);
    assert_eq!(code, 0, "{stderr}");
    for said in [
        "usd 2026-10-31: 1.72 goes, as in release 1\n",
        "wage 2026-10-31: 1103.8 again in place of 1103.9, as in release 1\n",
        "\nwithdrawn: 2 rows; ",
    ] {
        assert!(stdout.contains(said), "{said}{stdout}");
    }

    assert!(
        stderr.contains("the withdrawn row usd 2026-10-31 1.72 is still here"),
        "{stderr}"
    );
    assert_eq!(stderr.lines().count(), 2, "{stderr}");
    let live = |path: &str| fs::read_to_string(fixture.store.join("current").join(path)).unwrap();
    let rows = live("indicators/usd.csv");
    assert!(
        rows.ends_with("2026-10-30,1.7\n2026-11-02,1.71\n2026-11-03,1.715\n"),
        "{rows}"
    );
    assert!(live("indicators/wage.csv").contains("1103.8"));
    assert_ne!(fixture.current(), "1");
    assert_eq!(fixture.run(&["status", "--verify", "--lang", "en"]).0, 0);

    let (_, log, _) = fixture.run(&["log", "-v", "--lang", "en"]);
    assert!(
        log.ends_with("\n      usd=2026-10-31 withdrawn\n      wage=2026-10-31 withdrawn\n"),
        "{log}"
    );

    // A person who sees the same mistake later is told that nothing is left of it.
    let (code, _, stderr) = fixture.rollback(&["--rows", "usd=2026-10-31"]);
    assert!(
        code == 1 && stderr.contains("no earlier release"),
        "{stderr}"
    );

    // The wrong rows are held back, and once they are right the release comes without a word.
    let (code, _, stderr) = fixture.publish(&[]);
    assert_eq!(code, 1);
    assert_eq!(
        listed_cases(&stderr),
        [
            "withdrawn usd 2026-10-31: 1.72 was withdrawn by a rollback",
            "withdrawn wage 2026-10-31: 1103.9 was withdrawn by a rollback",
        ]
    );
    let mistake = fixture.dataset.join("indicators/usd.csv");
    replace(&mistake, "2026-10-31,1.72", "2026-10-31,1.705");
    fixture.replace("indicators/wage.csv", "1103.9", "1103.8");
    let (code, _, stderr) = fixture.publish(&[]);
    assert_eq!(code, 0, "{stderr}");
}

/// A row that was deleted by mistake comes back from the release that is named, and one under embargo goes.
#[test]
fn a_row_comes_back_from_the_release_that_is_named() {
    let fixture = StoreFixture::with_three_new_rows();
    fixture.edit("3", "2026-10-20,1.7\n2026-10-30,1.7\n2026-11-02,1.71\n");
    let wage = "date,value,not_before\n2026-10,1103.9,\n2026-11,1110,2062-12-20T09:00:00+04:00\n";
    fixture.write("indicators/wage.csv", wage);
    let (code, _, stderr) = fixture.publish(&["--allow", "loss"]);
    assert_eq!(code, 0, "{stderr}");

    let rows = ["--rows", "usd=2026-10-31,wage=2026-11", "--to", "2"];
    let (code, stdout, stderr) = fixture.rollback(&rows);
    assert_eq!(code, 0, "{stderr}");
    assert!(
        stdout.contains("usd 2026-10-31: the row is again as in release 2, 1.72\n"),
        "{stdout}"
    );
    assert!(
        stdout.contains("wage 2026-11-30: 1110 goes, as in release 2\n"),
        "{stdout}"
    );
    let rows = fs::read_to_string(fixture.store.join("current/indicators/usd.csv")).unwrap();
    assert!(
        rows.contains("2026-10-30,1.7\n2026-10-31,1.72\n2026-11-02"),
        "{rows}"
    );
    assert_eq!(fixture.rollback(&["--rows", "usd", "--to", "9"]).0, 1);
}

/// A waiting row is withdrawn like a public one, whether or not its instant has come meanwhile.
#[test]
fn a_row_that_waited_does_not_come_back_while_it_waits() {
    let fixture = StoreFixture::with_three_new_rows();
    let wage = "date,value,not_before\n2026-10,1103.9,\n2026-11,1110,2062-12-20T09:00:00+04:00\n";
    fixture.write("indicators/wage.csv", wage);
    fixture.edit(
        "3",
        "2026-10-20,1.7\n2026-10-30,1.7\n2026-10-31,1.72\n2026-11-02,1.71\n",
    );
    let (code, _, stderr) = fixture.publish(&[]);
    assert_eq!(code, 0, "{stderr}");
    let (code, stdout, stderr) = fixture.rollback(&[]);
    assert!(
        code == 0 && stdout.contains("withdrawn: "),
        "{stdout}{stderr}"
    );
    let usd =
        "2026-10-20,1.7\n2026-10-30,1.7\n2026-10-31,1.72\n2026-11-02,1.71\n2026-11-03,1.715\n";
    fixture.edit("4", usd);
    let (code, _, stderr) = fixture.publish(&[]);
    assert_eq!(code, 1);
    assert!(
        stderr.contains("\n  withdrawn wage 2026-11-30: 1110 was withdrawn by a rollback\n"),
        "{stderr}"
    );
    let (code, _, stderr) = fixture.publish(&["--allow", "withdrawn=wage"]);
    assert_eq!(code, 0, "{stderr}");
}

/// The journal says what was withdrawn, but not its value; the release itself may have been removed since.
#[test]
fn what_was_withdrawn_outlasts_its_release() {
    let fixture = StoreFixture::with_three_new_rows();
    write(&fixture.store.join("settings.json"), "{\"keep\": 1}");
    assert_eq!(fixture.rollback(&[]).0, 0);
    let entry = fixture.last_entry();
    let rows = entry["withdrawn"]["rows"].as_array().unwrap();
    let named: Vec<_> = rows
        .iter()
        .map(|row| (row["key"].as_str().unwrap(), row["date"].as_str().unwrap()))
        .collect();
    assert_eq!(
        named,
        [
            ("usd", "2026-10-31"),
            ("usd", "2026-11-02"),
            ("wage", "2026-10-31")
        ]
    );
    // printf 1.72 | sha256sum
    assert_eq!(rows[0]["value"], "1203a188641d");
    let publish = |version: &str, rows: &str| {
        fixture.edit(version, rows);
        fixture.publish(&["--allow", "history"])
    };
    fixture.replace("indicators/wage.csv", "1103.9", "1103.8");
    for (version, value) in [("3", "1.701"), ("4", "1.702"), ("5", "1.703")] {
        let (code, _, stderr) = publish(
            version,
            &format!("2026-10-20,1.7\n2026-10-30,1.7\n2026-11-04,{value}\n"),
        );
        assert_eq!(code, 0, "{stderr}");
    }

    assert!(!fixture.store.join("releases/2").exists());
    let (code, _, stderr) = publish(
        "6",
        "2026-10-20,1.7\n2026-10-30,1.7\n2026-10-31,1.72\n2026-11-04,1.703\n",
    );
    assert!(
        code == 1 && stderr.contains("  withdrawn usd 2026-10-31: 1.72 "),
        "{stderr}"
    );
}

/// A former version of the program has gone back and left no list: all of the release counts, as long as it is kept.
#[test]
fn a_rollback_without_a_list_withdraws_all_of_its_release() {
    let fixture = StoreFixture::with_three_new_rows();
    assert_eq!(fixture.rollback(&["--to", "1"]).0, 0);
    let mut entries = fixture.journal();
    entries
        .last_mut()
        .unwrap()
        .as_object_mut()
        .unwrap()
        .remove("withdrawn")
        .unwrap();
    let lines: String = entries.iter().map(|entry| format!("{entry}\n")).collect();
    write(&fixture.store.join("journal.jsonl"), lines);
    let (code, _, stderr) = fixture.publish(&[]);
    assert_eq!(code, 1);
    let listed: Vec<&str> = stderr
        .lines()
        .filter_map(|line| line.strip_prefix("  withdrawn "))
        .collect();
    assert_eq!(listed.len(), 3, "{stderr}");
}
