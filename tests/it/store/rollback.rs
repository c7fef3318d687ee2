//! What a rollback takes out of service, all of it or the rows that are named, and what of it comes back.

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

#[test]
fn the_rows_that_are_named_are_withdrawn_and_the_others_come_back() {
    let fixture = StoreFixture::with_three_new_rows();
    let before = fs::read(fixture.store.join("journal.jsonl")).unwrap();
    // A row that the release did not bring, a key that is none, and no date.
    let (code, _, stderr) = fixture.rollback(&["--rows", "usd=2026-10-31,usd=2026-10-30,gold"]);
    assert_eq!(code, 1);
    let said = "indicatord: --rows usd=2026-10-30, gold: release 2 did not bring such rows";
    assert!(stderr.starts_with(said), "{stderr}");
    let (code, _, stderr) = fixture.rollback(&["--rows", "usd=soon"]);
    assert!(
        code == 1 && stderr.contains("`usd=soon` is neither KEY nor KEY=DATE"),
        "{stderr}"
    );
    assert!(fs::read(fixture.store.join("journal.jsonl")).unwrap() == before);

    let dataset = fixture.dataset.to_str().unwrap();
    let (code, stdout, stderr) =
        fixture.rollback(&["--rows", "usd=2026-10-31", "--dataset", dataset]);
    assert_eq!(code, 0, "{stderr}");
    assert!(stdout.contains("\nwithdrawn: 1 row; "), "{stdout}");
    assert!(
        stdout.contains("not named by --rows, and may be published again: 2 rows"),
        "{stdout}"
    );
    assert!(
        stderr.contains("the withdrawn row usd 2026-10-31 1.72 is still here"),
        "{stderr}"
    );
    assert_eq!(stderr.lines().count(), 1, "{stderr}");

    // The wrong row is held back, and once it is right the whole release comes without a word.
    let (code, _, stderr) = fixture.publish(&[]);
    assert_eq!(code, 1);
    assert_eq!(
        listed_cases(&stderr),
        ["withdrawn usd 2026-10-31: 1.72 was withdrawn by a rollback"]
    );
    let mistake = fixture.dataset.join("indicators/usd.csv");
    replace(&mistake, "2026-10-31,1.72", "2026-10-31,1.705");
    let (code, _, stderr) = fixture.publish(&[]);
    assert_eq!(code, 0, "{stderr}");
}

/// What waits is withdrawn like what was public, whether or not its instant has come meanwhile.
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
    assert_eq!(fixture.rollback(&["--rows", "wage"]).0, 0);
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
