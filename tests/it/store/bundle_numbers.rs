//! Which number a bundle gets, when it is noted, and how one that was not used is taken back.

use std::collections::BTreeSet;
use std::fs;
use std::process::{Child, Command, Stdio};

use crate::support::store::StoreFixture;
use crate::support::{outcome, program};

impl StoreFixture {
    /// `bundle` of the dataset with the environment's store, into a file of this name.
    fn numbered(&self, name: &str) -> Command {
        let mut command = Command::new(program());
        command
            .arg("bundle")
            .arg(&self.dataset)
            .arg("--out")
            .arg(self.dir.join(name));
        command
            .args(["--lang", "en"])
            .env("INDICATORD_STORE", &self.store);
        command
    }

    /// The versions that the notes of the dataset have for bundles, taken back or not.
    fn noted(&self) -> Vec<String> {
        let notes = fs::read_to_string(self.dataset.join(".edits.jsonl")).unwrap_or_default();
        let notes = notes
            .lines()
            .map(|line| serde_json::from_str::<serde_json::Value>(line).unwrap());
        let bundles = notes.filter(|note| note["bundled"] == true);
        bundles
            .map(|note| note["version"].as_str().unwrap().to_owned())
            .collect()
    }

    fn of_dataset(&self, command: &[&str]) -> (i32, String, String) {
        outcome(
            &[
                command,
                &["--dataset", self.dataset.to_str().unwrap(), "--lang", "en"],
            ]
            .concat(),
        )
    }

    /// The version in the manifest of a bundle.
    fn version_of(&self, name: &str) -> String {
        let bundle = fs::read(self.dir.join(name)).unwrap();
        let text = String::from_utf8_lossy(&bundle);
        text.split("\"version\": \"")
            .nth(1)
            .unwrap()
            .split('"')
            .next()
            .unwrap()
            .to_owned()
    }
}

#[test]
fn bundles_that_are_made_at_once_have_numbers_of_their_own() {
    let fixture = StoreFixture::new();
    let names = ["a", "b", "c", "d"];
    let started: Vec<Child> = names
        .iter()
        .map(|name| {
            fixture
                .numbered(name)
                .stdout(Stdio::null())
                .spawn()
                .unwrap()
        })
        .collect();

    for mut bundle in started {
        assert!(bundle.wait().unwrap().success());
    }

    let versions: BTreeSet<String> = names.iter().map(|name| fixture.version_of(name)).collect();
    assert_eq!(versions.len(), names.len(), "{versions:?}");
    assert_eq!(
        fixture.noted().into_iter().collect::<BTreeSet<_>>(),
        versions
    );
}

/// A release that was staged and withdrawn keeps its number, also where only its store knows it.
#[test]
fn a_number_of_the_store_is_not_given_to_a_bundle() {
    let fixture = StoreFixture::new();
    assert_eq!(fixture.publish(&[]).0, 0);
    fixture.edit("clean.1", "2026-10-20,1.7\n2026-11-20,1.71\n");
    let (code, stdout, stderr) =
        fixture.run(&["stage", fixture.dataset.to_str().unwrap(), "--lang", "en"]);
    assert_eq!(code, 0, "{stderr}");
    assert!(
        stdout.contains("; `indicatord approve "),
        "anybody may: {stdout}"
    );
    let staged = fixture.journal()[1]["version"].as_str().unwrap().to_owned();
    assert_eq!(fixture.run(&["withdraw", &staged]).0, 0);
    assert!(fixture.numbered("next").status().unwrap().success());
    let next = fixture.version_of("next");
    assert!(
        next.ends_with(".2") && next[..10] == staged[..10],
        "{next} after {staged}"
    );
}

/// The number is noted first: a program that is killed, or finds no room, leaves no second bundle of one number.
#[test]
fn a_number_is_noted_before_its_bundle_is_written() {
    let fixture = StoreFixture::new();
    assert_eq!(
        fixture
            .of_dataset(&["record", "usd", "2026-11-21", "1.71"])
            .0,
        0
    );
    let script = "trap '' XFSZ; ulimit -f 4; exec \"$@\"";
    let command = fixture.numbered("first");
    let output = Command::new("bash")
        .args(["-c", script, "bash", program()])
        .args(command.get_args())
        .output()
        .unwrap();
    assert_eq!(
        output.status.code(),
        Some(1),
        "{}",
        String::from_utf8_lossy(&output.stderr)
    );
    assert!(!fixture.dir.join("first").exists());
    assert_eq!(fixture.noted(), ["clean.1"]);
    // It was not bundled after all, and its number is not given again.
    assert_eq!(fixture.of_dataset(&["undo"]).0, 0);
    assert!(fixture.numbered("second").status().unwrap().success());
    assert!(
        fixture.version_of("second").ends_with(".1") && fixture.version_of("second") != "clean.1"
    );
}

/// On a machine without a store nothing else says that what was bundled did not leave.
#[test]
fn a_bundle_that_was_not_used_is_taken_back() {
    let fixture = StoreFixture::new();
    let record = ["record", "usd", "2026-11-21", "1.72"];
    assert_eq!(fixture.of_dataset(&record).0, 0);
    let dataset = fixture.dataset.to_str().unwrap();
    let out = fixture.dir.join("a.bundle");
    assert_eq!(
        outcome(&["bundle", dataset, "--out", out.to_str().unwrap()]).0,
        0
    );
    let (code, _, stderr) = fixture.of_dataset(&["undo"]);
    assert!(
        code == 1 && stderr.contains("version clean.1 was published"),
        "{stderr}"
    );
    let (code, _, stderr) = fixture.of_dataset(&["withdraw", "--bundle", "clean.2"]);
    assert!(
        code == 1 && stderr.contains("no bundle clean.2 was made from this directory"),
        "{stderr}"
    );
    let (code, stdout, stderr) = fixture.of_dataset(&["withdraw", "--bundle", "clean.1"]);
    assert_eq!(code, 0, "{stderr}");
    assert!(
        stdout.contains("whoever has the file can still publish it"),
        "{stdout}"
    );
    let (code, stdout, _) = fixture.of_dataset(&["withdraw", "--bundle", "clean.1"]);
    assert!(
        code == 0 && stdout.contains("withdrawn already"),
        "{stdout}"
    );
    let (code, _, stderr) =
        fixture.of_dataset(&["record", "usd", "2026-11-21", "1.71", "--replace"]);
    assert_eq!(code, 0, "{stderr}");
    assert_eq!(fixture.of_dataset(&["undo"]).0, 0);
    assert_eq!(fixture.of_dataset(&["undo"]).0, 0);
    let again = fixture.dir.join("b.bundle");
    assert_eq!(
        outcome(&["bundle", dataset, "--out", again.to_str().unwrap()]).0,
        0
    );
    assert_ne!(
        fixture.version_of("b.bundle"),
        "clean.1",
        "its number stays used"
    );
}

/// A number that a store has, or that was published from the directory, is not taken back so.
#[test]
fn a_bundle_that_was_used_is_not_taken_back() {
    let fixture = StoreFixture::new();
    let withdraw = |version: &str| {
        fixture.of_dataset(&[
            "withdraw",
            "--bundle",
            version,
            "--store",
            fixture.store.to_str().unwrap(),
        ])
    };

    assert!(fixture.numbered("a.bundle").status().unwrap().success());
    fixture.replace("dataset.json", "clean.1", "clean.2");
    assert_eq!(fixture.publish(&[]).0, 0);
    let (code, _, stderr) = withdraw("clean.2");
    assert!(
        code == 1 && stderr.contains("no bundle clean.2"),
        "{stderr}"
    );
    // The bundle itself came into the store, as it was.
    let journal = fixture.store.join("journal.jsonl");
    let line = fs::read_to_string(&journal).unwrap();
    fs::write(&journal, line.replace("clean.2", "clean.1") + &line).unwrap();
    let (code, _, stderr) = withdraw("clean.1");
    assert!(
        code == 1 && stderr.contains("is in the journal of the store"),
        "{stderr}"
    );
}
