//! The reports on a store: its state and its journal, as sentences and as JSON, by itself and beside a server.

use std::fs;
use std::process::Command;

use serde_json::Value;

use crate::support::dataset::DatasetFixture;
use crate::support::server::Server;
use crate::support::store::StoreFixture;
use crate::support::{SocketPath, TempDir, outcome, tree, write};

impl StoreFixture {
    /// A command with `--json`: its exit code, and its object.
    fn json(&self, arguments: &[&str]) -> (i32, Value) {
        let (code, stdout, stderr) = self.run(&[arguments, &["--json"]].concat());
        assert_eq!(stderr, "", "everything is in the object");
        (code, serde_json::from_str(&stdout).unwrap())
    }
}

#[test]
fn a_directory_becomes_a_store_by_a_word_only() {
    let fixture = StoreFixture::new();
    let (dataset, store) = (
        fixture.dataset.to_str().unwrap(),
        fixture.store.to_str().unwrap(),
    );
    let publish = |more: &[&str]| {
        let command = [
            "publish",
            "--yes",
            dataset,
            "--store",
            store,
            "--no-reload",
            "--lang",
            "en",
        ];

        outcome(&[&command[..], more].concat())
    };

    let (code, _, said) = publish(&[]);
    assert!(
        code == 1 && said.contains("`publish --new-store` another"),
        "{said}"
    );
    assert!(!fixture.store.exists());
    fs::create_dir(&fixture.store).unwrap();
    assert_eq!(publish(&[]).0, 1, "an empty one is none either");
    let (code, said) = fixture.status();
    assert!(
        code == 0 && said.contains("nothing has been published"),
        "{said}"
    );
    let (code, _, said) = fixture.run(&["stage", dataset, "--lang", "en"]);
    assert!(code == 1 && said.contains("--new-store"), "{said}");
    let note = fixture.store.join("note.txt");
    write(&note, "mine");
    let (code, _, said) = publish(&["--new-store"]);
    assert!(code == 1 && said.contains("other files are here"), "{said}");
    let (code, _, said) = fixture.run(&["status", "--lang", "en"]);
    assert!(code == 1 && said.contains("no store here"), "{said}");
    let refused = Command::new(crate::support::program())
        .args([
            "serve",
            "--listen",
            "127.0.0.1:0",
            "--lang",
            "en",
            "--store",
            store,
        ])
        .output()
        .unwrap();

    assert_eq!(refused.status.code(), Some(1), "nor is it served");
    fs::remove_file(note).unwrap();
    // The first entries of a file system are nobody's, and so is the lock of a command that got no further, or of a backup.
    fs::create_dir(fixture.store.join("lost+found")).unwrap();
    write(&fixture.store.join(".lock"), "");
    assert_eq!(publish(&[]).0, 1, "that makes no store either");
    assert_eq!(publish(&["--new-store"]).0, 0);
    assert_eq!(publish(&["--new-store"]).0, 0, "a store stays one");
}

#[test]
fn what_is_served_is_held_against_what_is_live() {
    let fixture = StoreFixture::new();
    assert_eq!(fixture.publish(&[]).0, 0);
    let control = SocketPath::new();
    let status = || fixture.json(&["status", "--control", control.as_str()]);
    let (code, said) = status();
    assert_eq!(
        (code, &said["served"], &said["errors"]),
        (1, &Value::Null, &1.into()),
        "{said}"
    );
    let store = fixture.store.to_str().unwrap();
    let server = Server::serve(&["--store", store, "--control", control.as_str()]);
    let (code, said) = status();
    assert_eq!(
        (code, &said["served"]["version"]),
        (0, &"clean.1".into()),
        "{said}"
    );
    assert!(
        said["served"]["since"]
            .as_str()
            .unwrap()
            .ends_with("+04:00"),
        "{said}"
    );
    fixture.edit("clean.2", "2026-10-20,1.7\n2026-11-20,1.71\n");
    assert_eq!(fixture.publish(&[]).0, 0);
    let (code, said) = status();
    assert_eq!((code, &said["live"]["version"]), (2, &"clean.2".into()));
    assert_eq!(
        said["problems"][0]["kind"], "served_is_not_live",
        "the heaviest comes first: {said}"
    );
    assert!(server.reload().1.contains("clean.2"));
    assert_eq!(status().0, 0);
    // A reload that was refused is told, though what is served is live.
    let path = fixture.store.join("current/indicators/usd.csv");
    let whole = fs::read(&path).unwrap();
    write(&path, "date,value\n2026-11-20,1.75\n");
    assert!(server.reload().1.contains("refused"));
    write(&path, whole);
    let (code, said) = status();
    let kinds: Vec<&Value> = said["problems"]
        .as_array()
        .unwrap()
        .iter()
        .map(|of| &of["kind"])
        .collect();
    assert!(
        code == 0 && kinds.contains(&&"last_reload_was_refused".into()),
        "{said}"
    );
    server.reload();
    assert!(!status().1.to_string().contains("last_reload_was_refused"));
    // A store that is not where it was, unmounted for example, is no empty one to whoever serves a release of it.
    let aside = fixture.dir.join("aside");
    fs::rename(&fixture.store, &aside).unwrap();
    fs::create_dir(&fixture.store).unwrap();
    let (code, said) = status();
    assert_eq!(
        (code, &said["live"], &said["served"]["version"]),
        (2, &Value::Null, &"clean.2".into())
    );
    assert_eq!(
        said["problems"][0]["kind"], "served_and_none_is_live",
        "{said}"
    );
    fs::remove_dir(&fixture.store).unwrap();
    fs::rename(&aside, &fixture.store).unwrap();
    // A server of something else does not tell.
    let other = fixture.dir.join("other");
    let dataset = fixture.dataset.to_str().unwrap();
    let made = [
        "publish",
        "--yes",
        dataset,
        "--new-store",
        "--no-reload",
        "--store",
        other.to_str().unwrap(),
    ];

    assert_eq!(outcome(&made).0, 0);
    let elsewhere = [
        "status",
        "--store",
        other.to_str().unwrap(),
        "--control",
        control.as_str(),
    ];
    assert_eq!(outcome(&elsewhere).0, 1);
}

#[test]
fn what_waits_is_told_without_values_and_old_checks_are_no_fault() {
    let fixture = StoreFixture::new();
    assert_eq!(fixture.publish(&[]).0, 0);
    let rows = "date,value,not_before\n2026-10-20,1.7,\n2026-11-20,1.7,\n2061-12-31,1.8123,2062-01-01T00:00:00Z\n";
    fixture.write("indicators/usd.csv", rows);
    assert_eq!(
        fixture.run(&["stage", fixture.dataset.to_str().unwrap()]).0,
        0
    );
    let (code, said) = fixture.json(&["status"]);
    assert_eq!(code, 0, "{said}");
    let (waits, staged) = (&said["embargoed"][0], &said["staged"][0]);
    assert_eq!(
        (&waits["key"], &waits["date"]),
        (&"usd".into(), &"2061-12-31".into())
    );
    assert_eq!(waits["version"], staged["version"]);
    assert!(!said.to_string().contains("1.8123"), "{said}");
    assert!(
        staged["hash"].as_str().unwrap().len() == 12 && staged["by"].is_string(),
        "{said}"
    );
    assert!(said["room"]["bytes"].as_u64().unwrap() > 0);
    assert_eq!(said["changed"], false);
    let (code, text, _) = fixture.run(&["status", "--lang", "ru"]);
    assert!(
        code == 0 && text.contains("действует: clean.1 с ") && text.lines().count() < 8,
        "{text}"
    );
    // The check of the fixture's source is of a day long ago.
    let checks = fixture.read("checks.csv");
    fixture.write(
        "indicators/usd.csv",
        "date,value\n2026-10-20,1.7\n2026-11-20,1.7\n",
    );
    fixture.write("checks.csv", checks.replace("2026", "2025"));
    let (code, _, stderr) = fixture.publish(&["--allow", "status"]);
    assert_eq!(code, 0, "{stderr}");
    let (code, said) = fixture.json(&["status"]);
    let is_old = !said["oldChecks"].as_array().unwrap().is_empty();
    let is_said = said["problems"]
        .as_array()
        .unwrap()
        .iter()
        .any(|of| of["kind"] == "check_is_old");
    assert!(code == 0 && is_old && is_said, "{said}");
}

#[test]
fn a_publication_is_told_as_one_object_whatever_becomes_of_it() {
    let fixture = StoreFixture::new();
    let dataset = fixture.dataset.to_str().unwrap();
    let publish = |more: &[&str]| fixture.json(&[&["publish", dataset], more].concat());
    let (code, said) = publish(&["--dry-run"]);
    assert_eq!(
        (code, &said["changed"], &said["version"]),
        (0, &false.into(), &"clean.1".into())
    );
    let (code, said) = publish(&[]);
    assert_eq!(
        (code, &said["changed"], &said["version"]),
        (0, &true.into(), &"clean.1".into())
    );
    assert!(
        said["previous"].is_null() && said["served"].is_null(),
        "{said}"
    );
    let (code, said) = publish(&[]);
    assert_eq!(
        (code, &said["changed"], &said["errors"]),
        (0, &false.into(), &0.into())
    );
    fixture.edit("clean.2", "2026-10-20,1.7\n2026-11-20,18\n");
    let (code, said) = publish(&[]);
    assert_eq!((code, &said["changed"]), (1, &false.into()));
    let case = &said["cases"][0];
    assert_eq!(
        (&case["kind"], &case["key"], &case["date"]),
        (&"jump".into(), &"usd".into(), &"2026-11-20".into())
    );
    let (code, said) = publish(&["--allow", "jump"]);
    assert_eq!(
        (code, &said["changed"], &said["previous"]),
        (0, &true.into(), &"clean.1".into())
    );
    assert_eq!(said["difference"]["indicators"][0]["key"], "usd");
    fixture.write("checks.csv", "nonsense");
    let (code, said) = publish(&[]);
    assert_eq!(
        (code, &said["problems"][0]["file"]),
        (2, &"checks.csv".into())
    );
    let (code, said) = fixture.json(&["log"]);
    let actions: Vec<&Value> = said["entries"]
        .as_array()
        .unwrap()
        .iter()
        .map(|entry| &entry["live"])
        .collect();
    assert_eq!(
        (code, actions),
        (0, vec![&Value::Bool(false), &Value::Bool(true)])
    );
}

/// A row is recorded once, and again nothing is changed.
#[test]
fn an_edit_is_told_as_one_object() {
    let fixture = StoreFixture::new();
    let dataset = fixture.dataset.to_str().unwrap();
    let edit = |arguments: &[&str]| {
        let (code, stdout, stderr) =
            outcome(&[arguments, &["--dataset", dataset, "--json"]].concat());
        assert_eq!(stderr, "");
        (code, serde_json::from_str::<Value>(&stdout).unwrap())
    };
    let (code, said) = edit(&["record", "usd", "2026-11-21", "1.71"]);
    assert_eq!(
        (code, &said["changed"], &said["rows"][0]["value"]),
        (0, &true.into(), &"1.71".into()),
        "{said}"
    );
    let (code, said) = edit(&["record", "usd", "2026-11-21", "1,711"]);
    assert_eq!(
        (code, &said["changed"], &said["errors"]),
        (2, &false.into(), &1.into()),
        "{said}"
    );
    let table = fixture.dir.join("table.csv");
    write(&table, "key,date,value\nusd,2026-11-22,1.71\n");
    let import = || edit(&["import", table.to_str().unwrap()]);
    assert_eq!(import().1["changed"], true);
    let (code, said) = import();
    assert_eq!((code, &said["changed"]), (0, &false.into()), "{said}");
}

/// The journal decides what is known, and who reads a store without it, or with a damaged one, is told so.
#[test]
fn without_its_journal_nothing_is_trusted_in_silence() {
    let fixture = StoreFixture::new();
    assert_eq!(fixture.publish(&[]).0, 0);
    let path = fixture.store.join("journal.jsonl");
    let whole = fs::read_to_string(&path).unwrap();
    let store = fixture.store.to_str().unwrap();
    for (journal, words) in [
        (
            Some(format!("nonsense\n{whole}")),
            "lines of the journal cannot be read: 1",
        ),
        (Some(String::new()), "the journal has no record of it"),
        (None, "the journal has no record of it"),
    ] {
        match journal {
            Some(journal) => write(&path, journal),
            None => fs::remove_file(&path).unwrap(),
        }

        let (code, said) = fixture.status();
        assert!(code == 2 && said.contains(words), "{said}");
        let (_, shown, said) = fixture.run(&["log", "--lang", "en"]);
        assert!(
            said.contains(words) && !shown.contains("nothing has been published"),
            "{shown}{said}"
        );
        let (code, _, said) = outcome(&[
            "diff",
            store,
            fixture.dataset.to_str().unwrap(),
            "--lang",
            "en",
        ]);
        assert!(code == 0 && said.contains(words), "{said}");
        let server = Server::serve(&["--store", store]);
        let page = server.get("/status.json", "").json();
        assert!(
            page["warning"]
                .as_str()
                .is_some_and(|warning| warning.contains(words)),
            "{page}"
        );
        assert!(
            server.before.iter().any(|line| line.contains(words)),
            "{:?}",
            server.before
        );
    }

    write(&path, whole);
    assert_eq!(fixture.status().0, 0);
    let server = Server::serve(&["--store", store]);
    assert!(server.get("/status.json", "").json()["warning"].is_null());
}

/// A refusal leaves a journal that was lost or restored as it is; a publication notes the release that was live.
#[test]
fn a_restored_journal_learns_of_the_live_release_from_a_publication_only() {
    let fixture = StoreFixture::new();
    assert_eq!(fixture.publish(&[]).0, 0);
    let path = fixture.store.join("journal.jsonl");
    let older = fs::read_to_string(&path).unwrap();
    fixture.edit("clean.2", "2026-10-20,1.7\n2026-11-20,1.71\n");
    assert_eq!(fixture.publish(&[]).0, 0);
    fixture.edit("clean.3", "2026-10-20,1.7\n2026-11-20,1.72\n");
    fs::remove_file(&path).unwrap();
    for journal in [None, Some(older)] {
        journal.iter().for_each(|journal| write(&path, journal));
        let (code, _, said) = fixture.publish(&[]);
        assert!(code == 1 && said.contains("--allow unread"), "{said}");
        assert_eq!(
            fs::read_to_string(&path).ok(),
            journal,
            "a refusal changes nothing"
        );
        let (code, said) = fixture.status();
        assert!(
            code == 2 && !said.contains("a command was interrupted"),
            "{said}"
        );
    }

    let (code, _, said) = fixture.publish(&["--allow", "unread"]);
    assert!(
        code == 0 && said.contains("release clean.2 was live without a journal entry"),
        "{said}"
    );
    let journal = fixture.journal();
    let actions: Vec<&Value> = journal.iter().map(|entry| &entry["action"]).collect();
    assert_eq!(actions, ["publish", "recovered", "publish"]);
    let (code, said) = fixture.status();
    assert!(
        code == 0 && said.contains("clean.2: the journal has no record of this release's files"),
        "{said}"
    );
    let (_, _, said) = fixture.run(&["status", "--lang", "en"]);
    assert!(!said.contains("clean.2"), "{said}");
}

/// `cp -a` and `tar` carry a store and a directory to another place, where they are as they were.
#[test]
fn a_backup_is_served_and_goes_on_elsewhere() {
    let fixture = StoreFixture::with_two_releases();
    let place = fixture.dir.join(".");
    for (number, script) in [
        "cp -a store dataset \"$0\"",
        "tar -cf backup.tar store dataset && tar -xpf backup.tar -C \"$0\"",
    ]
    .into_iter()
    .enumerate()
    {
        let elsewhere = fixture.dir.join(&format!("elsewhere-{number}"));
        fs::create_dir(&elsewhere).unwrap();
        let done = Command::new("sh")
            .args(["-ec", script])
            .arg(&elsewhere)
            .current_dir(&place)
            .status()
            .unwrap();
        assert!(done.success(), "{script}");
        let restored = StoreFixture {
            files: DatasetFixture {
                dir: TempDir::new(),
                dataset: elsewhere.join("dataset"),
            },
            store: elsewhere.join("store"),
        };
        assert!(
            tree(&restored.dataset) == tree(&fixture.dataset),
            "with its hidden notes"
        );
        let (code, said) = restored.status();
        assert!(
            code == 0 && said.contains("releases: 2 kept, 2 intact"),
            "{said}"
        );
        let server = Server::serve(&["--store", restored.store.to_str().unwrap()]);
        assert!(server.text("/data/usd.json").contains("\"value\": 1.71"));
        assert!(server.get("/status.json", "").json()["warning"].is_null());
        // And there it goes on, forward and back.
        let (code, stdout, stderr) = restored.publish(&[]);
        assert!(
            code == 0 && stdout.contains("nothing was done"),
            "{stdout}{stderr}"
        );
        restored.edit("clean.3", "2026-10-20,1.7\n2026-11-20,1.72\n");
        assert_eq!(restored.publish(&[]).0, 0);
        assert_eq!(restored.run(&["rollback"]).0, 0);
        assert_eq!(restored.current(), "clean.2");
    }
}
