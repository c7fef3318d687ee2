//! A store of releases: published, compared, rolled back, and whole whatever happens.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::thread;

use serde_json::Value;

use crate::support::server::Server;
use crate::support::store::{StoreFixture, release_tree};
use crate::support::{edit, outcome, program, tree, write};

#[test]
fn a_release_is_published_compared_and_rolled_back() {
    let fixture = StoreFixture::new();
    let said =
        "clean.1: 2 indicators, 3 observations; 2 stale\npublished: clean.1, the first release\n";
    assert_eq!(fixture.publish(&[]), (0, said.into(), String::new()));
    fixture.edit(
        "clean.2",
        "2026-10-20,1.7\n2026-11-20,1.7\n2026-11-21,1.71\n",
    );
    let (code, stdout, stderr) = fixture.publish(&[]);
    assert_eq!((code, stderr.as_str()), (0, ""));
    for line in [
        "+ usd  2026-11-21  1.71, previously 1.7, +0.59%",
        "published: clean.2 in place of clean.1",
    ] {
        assert!(stdout.contains(line), "{stdout}");
    }

    assert_eq!(fixture.current(), "clean.2");
    let mut files = tree(&fixture.dataset);
    assert!(
        files.remove(".edits.jsonl").is_some(),
        "both publications are noted in the directory alone"
    );
    assert!(release_tree(&fixture.store.join("releases/clean.2")) == files);
    let (code, stdout, _) = fixture.run(&["rollback", "--lang", "en"]);
    assert_eq!(code, 0);
    assert!(
        stdout.contains("\nrolled back: clean.1 in place of clean.2\n"),
        "{stdout}"
    );
    assert_eq!(fixture.current(), "clean.1");
    let (code, stdout, _) = fixture.run(&["rollback", "--to", "clean.2", "--lang", "en"]);
    assert_eq!(code, 0, "{stdout}");
    let journal = fixture.journal();
    let of = |field: &str| {
        journal
            .iter()
            .map(|entry| entry[field].clone())
            .collect::<Vec<_>>()
    };
    assert_eq!(of("version"), ["clean.1", "clean.2", "clean.1", "clean.2"]);
    assert_eq!(of("action"), ["publish", "publish", "rollback", "rollback"]);
    assert_eq!(of("previous")[1..], ["clean.1", "clean.2", "clean.1"]);
    assert!(
        journal
            .iter()
            .all(|entry| entry["hash"].as_str().unwrap().len() == 64 && entry["user"].is_string())
    );
    let (_, listed, _) = fixture.run(&["log"]);
    assert_eq!(listed.lines().count(), 4);
    assert!(
        listed.lines().last().unwrap().starts_with("*  clean.2"),
        "{listed}"
    );
}

#[test]
fn accidents_are_refused_until_they_are_said_to_be_intended() {
    let fixture = StoreFixture::new();
    fixture.publish(&[]);
    fixture.edit("clean.2", "2026-11-20,1.7\n2026-11-21,18\n");
    let (code, _, stderr) = fixture.publish(&[]);
    assert_eq!(code, 1);
    assert!(
        stderr.contains("\n  loss usd 2026-10-20: 1.7 was published and would disappear\n"),
        "{stderr}"
    );
    assert!(
        stderr.contains("\n  jump usd 2026-11-21: 1.7 → 18, a fivefold change or more\n"),
        "{stderr}"
    );
    assert!(
        stderr.contains("run the command again with --allow loss=usd --allow jump=usd\n"),
        "{stderr}"
    );
    assert_eq!(fixture.publish(&["--allow", "loss"]).0, 1);
    assert_eq!(fixture.publish(&["--allow", "jump"]).0, 1);
    assert_eq!(fixture.current(), "clean.1");
    assert!(!fixture.store.join("releases/clean.2").exists());
    assert_eq!(
        fixture.publish(&["--allow", "loss", "--allow", "jump"]).0,
        0
    );
    assert_eq!(fixture.current(), "clean.2");
}

#[test]
fn sums_are_verified() {
    let fixture = StoreFixture::new();
    let sums = |path: &Path| {
        let files = [
            "dataset.json",
            "checks.csv",
            "indicators/usd.csv",
            "indicators/usd.json",
            "indicators/wage.csv",
            "./indicators/wage.json",
        ];
        let output = Command::new("sha256sum")
            .args(files)
            .current_dir(path)
            .output()
            .unwrap();
        write(&path.join("SHA256SUMS"), output.stdout);
    };

    sums(&fixture.dataset);
    assert_eq!(fixture.publish(&[]).0, 0);
    fixture.edit("clean.2", "2026-10-20,1.7\n2026-11-20,1.75\n");
    let (code, _, stderr) = fixture.publish(&[]);
    assert_eq!(code, 2);
    assert!(
        stderr.contains("dataset.json: ") && stderr.contains("indicators/usd.csv: "),
        "{stderr}"
    );
    assert!(!stderr.contains("wage"), "{stderr}");
    sums(&fixture.dataset);
    assert_eq!(fixture.publish(&[]).0, 0);
    fs::remove_file(fixture.dataset.join("checks.csv")).unwrap();
    fixture.write("calendar.csv", "release,date\n");
    let (code, _, stderr) = fixture.publish(&[]);
    assert_eq!(code, 2);
    assert!(
        stderr.contains("`checks.csv` is missing") && stderr.contains("calendar.csv: "),
        "{stderr}"
    );
    // An unreadable file is reported before sums are judged, and is no wrong content.
    std::os::unix::fs::symlink("nowhere", fixture.dataset.join("checks.csv")).unwrap();
    let (_, _, stderr) = fixture.publish(&[]);
    assert!(
        stderr.contains("checks.csv: ") && !stderr.contains("is missing"),
        "{stderr}"
    );
}

#[test]
fn a_bad_dataset_is_not_published() {
    let fixture = StoreFixture::new();
    fixture.publish(&[]);
    fixture.edit("clean.2", "2026-11-20,\"1,7\"\n");
    let (code, _, stderr) = fixture.publish(&[]);
    assert_eq!(code, 2);
    assert!(stderr.contains("indicators/usd.csv:2: "), "{stderr}");
    assert_eq!(fixture.current(), "clean.1");
}

#[test]
fn a_broken_release_can_be_replaced() {
    let fixture = StoreFixture::new();
    fixture.publish(&[]);
    write(
        &fixture.store.join("releases/clean.1/checks.csv"),
        "nonsense",
    );
    fixture.edit("clean.2", "2026-11-20,1.7\n");
    let (code, _, stderr) = fixture.publish(&[]);
    assert_eq!(code, 1, "{stderr}");
    assert!(
        stderr.contains("the live release clean.1 cannot be read"),
        "{stderr}"
    );
    let (code, stdout, stderr) = fixture.publish(&["--allow", "unread"]);
    assert_eq!(code, 0, "{stderr}");
    assert!(
        stdout.contains("published: clean.2 in place of clean.1"),
        "{stdout}"
    );
}

#[test]
fn old_releases_go_and_the_one_in_service_stays() {
    let fixture = StoreFixture::new();
    let keep = |number| {
        write(
            &fixture.store.join("settings.json"),
            format!("{{\"keep\":{number}}}"),
        )
    };
    for number in 1..=5 {
        fixture.edit(&format!("v{number}"), &format!("2026-11-20,1.{number}\n"));
        assert_eq!(fixture.publish(&[]).0, 0);
        keep(3);
    }

    let kept = |fixture: &StoreFixture| {
        let mut names: Vec<_> = fs::read_dir(fixture.store.join("releases"))
            .unwrap()
            .map(|e| e.unwrap().file_name())
            .collect();
        names.sort();
        names
    };
    assert_eq!(kept(&fixture), ["v3", "v4", "v5"]);
    assert_eq!(fixture.run(&["rollback", "--to", "v3"]).0, 0);
    fixture.edit("v6", "2026-11-20,1.39\n");
    keep(1);
    assert_eq!(fixture.publish(&[]).0, 0);
    assert_eq!(
        kept(&fixture),
        ["v3", "v6"],
        "the one before stays, whatever the settings say"
    );
    assert_eq!(fixture.run(&["rollback"]).0, 0);
    assert_eq!(fixture.current(), "v3");
}

#[test]
fn two_people_publish_one_after_the_other() {
    let fixture = StoreFixture::new();
    fixture.publish(&[]);
    let datasets: Vec<PathBuf> = (0..6)
        .map(|number| {
            let dataset = fixture
                .dir
                .copy_of("tests/fixtures/clean", &format!("dataset-{number}"));
            edit(
                &dataset,
                &format!("by-{number}"),
                &format!("2026-10-20,1.7\n2026-11-20,1.7{number}1\n"),
            );
            dataset
        })
        .collect();

    thread::scope(|scope| {
        for dataset in &datasets {
            // Who was overtaken is told by whom, and repeats the command.
            scope.spawn(|| {
                loop {
                    let (code, _, stderr) =
                        fixture.run(&["publish", dataset.to_str().unwrap(), "--lang", "en"]);
                    if code == 0 {
                        break;
                    }

                    assert!(stderr.contains("published by-"), "{stderr}");
                }
            });
        }
    });

    let journal = fixture.journal();
    assert_eq!(journal.len(), 7);
    for pair in journal.windows(2) {
        assert_eq!(
            pair[0]["version"], pair[1]["previous"],
            "each took the place of the one before it"
        );
    }

    assert_eq!(journal[6]["version"], fixture.current());
}

#[test]
fn where_only_version_and_as_of_would_differ_nothing_is_done() {
    let fixture = StoreFixture::new();
    fixture.publish(&[]);
    let before = tree(&fixture.store);
    let definitions = fixture.read("dataset.json");
    // Its version was used: a new number would be all that is new.
    let other = definitions.replace("2026-11-20T09", "2026-11-20T08");
    assert_ne!(other, definitions);
    fixture.write("dataset.json", &other);
    for command in ["publish", "stage"] {
        let (code, stdout, _) =
            fixture.run(&[command, fixture.dataset.to_str().unwrap(), "--lang", "en"]);
        let said = "apart from version and `asOf`, nothing differs from release clean.1: nothing was done\n";
        assert_eq!((code, stdout.as_str()), (0, said));
        assert!(tree(&fixture.store) == before);
    }

    // One that was never used is taken as it is written.
    fixture.write("dataset.json", definitions.replace("clean.1", "clean.2"));
    assert_eq!(fixture.publish(&[]).0, 0);
    assert_eq!(fixture.current(), "clean.2");
}

/// A directory from which a release was made is equal to it: the number is in the release only.
#[test]
fn after_a_publication_nothing_differs() {
    let fixture = StoreFixture::new();
    assert_eq!(fixture.publish(&[]).0, 0);
    let (dataset, store) = (
        fixture.dataset.to_str().unwrap(),
        fixture.store.to_str().unwrap(),
    );
    fixture.replace("indicators/wage.csv", "1103.8", "1104.1");
    let diff = |old: &str, new: &str| outcome(&["diff", old, new, "--lang", "en"]);
    let (code, said, _) = diff(store, dataset);
    assert!(
        code == 3 && said.contains("1103.8 → 1104.1") && !said.contains("version"),
        "{said}"
    );
    assert_eq!(fixture.publish(&[]).0, 0);
    assert_ne!(fixture.current(), "clean.1");
    for (old, new) in [(store, dataset), (dataset, store)] {
        assert_eq!(
            diff(old, new),
            (0, "no differences for readers\n".to_owned(), String::new())
        );
    }

    // A version that was never used is meant.
    fixture.replace("dataset.json", "clean.1", "clean.7");
    let (code, said, _) = diff(store, dataset);
    assert!(
        code == 3 && said.ends_with("~ only the version and `asOf` differ\n"),
        "{said}"
    );
}

/// A limit on the size of files stands for a full disk.
#[test]
fn a_full_disk_leaves_the_former_release() {
    let fixture = StoreFixture::new();
    fixture.publish(&[]);
    let rows: String = (1..=28)
        .map(|day| format!("2026-09-{day:02},1.7\n"))
        .collect();
    fixture.edit(
        "big",
        &format!(
            "2026-10-20,1.7\n2026-11-20,1.7\n{}{}",
            rows,
            "\n".repeat(4096)
        ),
    );
    let before = tree(&fixture.store);
    let script = "trap '' XFSZ; ulimit -f 4; exec \"$@\"";
    let output = Command::new("bash")
        .args([
            "-c",
            script,
            "bash",
            program(),
            "publish",
            "--yes",
            fixture.dataset.to_str().unwrap(),
            "--lang",
            "en",
            "--store",
        ])
        .arg(&fixture.store)
        .output()
        .unwrap();

    let stderr = String::from_utf8(output.stderr).unwrap();
    assert_eq!(output.status.code(), Some(1), "{stderr}");
    assert!(stderr.contains("the previous release is live"), "{stderr}");
    assert!(tree(&fixture.store) == before, "nothing is left behind");
    assert_eq!(fixture.publish(&[]).0, 0, "with room it is published");
}

#[test]
fn a_server_follows_the_store() {
    let fixture = StoreFixture::new();
    fs::create_dir(&fixture.store).unwrap();
    let running = Server::serve(&["--store", fixture.store.to_str().unwrap()]);
    assert!(
        running
            .before
            .iter()
            .any(|line| line.contains("nothing has been published"))
    );
    let status = |field: &str| {
        let status: Value = serde_json::from_str(&running.text("/status.json")).unwrap();
        status["dataset"][field].clone()
    };
    assert_eq!(status("origin"), "none");
    assert!(
        running
            .text("/status.json")
            .contains("\"warning\": \"nothing has been published in the store")
    );
    assert_eq!(fixture.publish(&[]).0, 0);
    running.signal("HUP");
    running.line("reload: clean.1");
    assert_eq!(
        (status("origin"), status("version")),
        ("directory".into(), "clean.1".into())
    );
    assert!(!running.text("/status.json").contains("\"warning\""));
    fixture.edit("clean.2", "2026-10-20,1.7\n2026-11-20,1.75\n");
    assert_eq!(fixture.publish(&[]).0, 0);
    assert_eq!(status("version"), "clean.1", "until it is told");
    running.signal("HUP");
    running.line("reload: clean.2");
    assert!(running.text("/data/usd.json").contains("\"value\": 1.75"));
    assert_eq!(fixture.run(&["rollback"]).0, 0);
    running.signal("HUP");
    running.line("reload: clean.1");
}
