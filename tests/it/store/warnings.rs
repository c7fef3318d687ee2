//! Errors come first, and warnings that the live release has already are counted.

use std::fs;

use crate::support::store::StoreFixture;
use crate::support::{finish, program, write};

/// A live release with an old gap, and a directory with an error and a new gap besides.
fn with_old_and_new_faults() -> StoreFixture {
    let fixture = StoreFixture::new();
    let wage = fixture.dataset.join("indicators/wage.csv");
    write(&wage, "date,value\n2026-01,900\n2026-03,910\n");
    assert_eq!(fixture.publish(&[]).0, 0);
    fixture
}

fn run(fixture: &StoreFixture, words: &[&str]) -> (i32, String) {
    let mut command = std::process::Command::new(program());
    command
        .args(words)
        .args(["--lang", "en"])
        .env("INDICATORD_DATASET", &fixture.dataset)
        .env("INDICATORD_STORE", &fixture.store);
    let (code, stdout, stderr) = finish(&mut command);
    (code, stderr + &stdout)
}

#[test]
fn check_counts_the_warnings_of_the_live_release() {
    let fixture = with_old_and_new_faults();
    let (code, said) = run(&fixture, &["check"]);
    assert_eq!(code, 0, "{said}");
    assert!(!said.contains("2026-02"), "{said}");
    assert!(
        said.contains("1 more warning as in the live release"),
        "{said}"
    );
    let (_, said) = run(&fixture, &["check", "--all"]);
    assert!(
        said.contains("2026-02") && !said.contains("more warning"),
        "{said}"
    );

    let wage = fixture.dataset.join("indicators/wage.csv");
    write(&wage, "date,value\n2026-01,900\n2026-03,910\n2026-05,915\n");
    let (code, said) = run(&fixture, &["check"]);
    assert!(
        code == 0 && said.contains("2026-04"),
        "what is new is shown: {said}"
    );
}

#[test]
fn every_command_says_what_is_wrong_first() {
    let fixture = with_old_and_new_faults();
    fixture.write("indicators/usd.csv", "date,value\n2026-11-20,\"1,7x\"\n");
    let table = fixture.dir.join("new.csv");
    write(&table, "key,date,value\nwage,2026-04,911\n");
    let before = fs::read(fixture.dataset.join("indicators/wage.csv")).unwrap();
    for words in [
        &["check"][..],
        &["diff"],
        &["publish", "--yes"],
        &["record", "wage", "2026-04", "911"],
        &["import", table.to_str().unwrap()],
        &["checked", "bank"],
        &["undo", "wage", "2026-03"],
    ] {
        let (code, said) = run(&fixture, words);
        assert_eq!(code, 2, "{words:?}: {said}");
        assert!(
            said.starts_with("indicators/usd.csv:2: "),
            "{words:?}: {said}"
        );
        assert!(!said.contains("2026-02"), "{words:?}: {said}");
    }

    assert!(before == fs::read(fixture.dataset.join("indicators/wage.csv")).unwrap());
}

/// A figure that becomes public without a check of its source says so in `publish`, until the check is noted: with the
/// figure, or apart.
#[test]
fn a_new_figure_of_a_stale_source_is_not_published_in_silence() {
    for (record, note) in [
        (&["record", "usd", "2026-11-21", "1.71"][..], None),
        (&["record", "usd", "2026-11-21", "1.71", "--checked"], None),
        (
            &["record", "usd", "2026-11-21", "1.71"],
            Some(&["checked", "bank"][..]),
        ),
        (&["record", "usd", "2026-11-20", "1.71", "--replace"], None),
    ] {
        let fixture = StoreFixture::new();
        assert_eq!(fixture.publish(&[]).0, 0);
        assert_eq!(run(&fixture, record).0, 0, "{record:?}");
        if let Some(words) = note {
            assert_eq!(run(&fixture, words).0, 0);
        }

        let is_checked = note.is_some() || record.contains(&"--checked");
        let (code, said) = run(&fixture, &["publish", "--yes", "--no-reload"]);
        let warns = said.contains("the check of source `bank` is out of date");
        assert_eq!((code, warns), (0, !is_checked), "{record:?}: {said}");
    }
}

/// A release that was altered: its errors, and what helps, without the warnings that it always had.
#[test]
fn status_leads_from_an_altered_release_to_the_cure() {
    for damage in [
        "date,value\n2026-11-20,x\n",
        "date,value\n2026-11-20,1.9\n",
        "",
    ] {
        let fixture = with_old_and_new_faults();
        write(
            &fixture.store.join("releases/clean.1/indicators/usd.csv"),
            damage,
        );
        let (code, said) = fixture.status();
        assert_eq!(code, 2, "{said}");
        assert!(said.contains("`indicatord rollback`"), "{said}");
        assert!(!said.contains("2026-02"), "{said}");
    }
}
