//! Many edits of one dataset directory at once, interrupted ones, links in the way, other people's files.

use std::fs;
use std::os::unix::fs::{MetadataExt, PermissionsExt, chown, symlink};
use std::path::Path;
use std::process::{Child, Command, Stdio};

use crate::support::dataset::DatasetFixture;
use crate::support::{finish, is_root, outcome, program, set_version, tree, write};

/// The user and group that nobody in particular has.
const NOBODY: u32 = 65534;

impl DatasetFixture {
    /// A store beside the dataset.
    fn store(&self) -> String {
        self.dir.join("store").to_str().unwrap().to_owned()
    }

    /// Publishes the dataset there.
    #[track_caller]
    fn publish(&self, version: &str) {
        set_version(&self.dataset, version);
        let publish = [
            "publish",
            self.dataset.to_str().unwrap(),
            "--new-store",
            "--store",
            &self.store(),
            "--yes",
            "--no-reload",
        ];

        let allowed = ["--allow", "jump", "--allow", "future"];
        let (code, _, stderr) = outcome(&[&publish[..], &allowed].concat());
        assert_eq!(code, 0, "{stderr}");
    }

    /// The entries of the dataset's directories that belong to no dataset.
    fn left_behind(&self) -> Vec<String> {
        let names = tree(&self.dataset)
            .into_keys()
            .filter(|path| path.split('/').any(|name| name.starts_with('.')));
        names
            .filter(|path| path != ".edits.jsonl" && !path.starts_with(".edits/"))
            .collect()
    }
}

fn succeed(children: Vec<Child>) {
    for mut child in children {
        assert!(child.wait().unwrap().success());
    }
}

#[test]
fn parallel_edits_lose_nothing() {
    let fixture = DatasetFixture::new();
    fixture.write("indicators/usd.csv", "date,value\n2026-01-01,1.7\n");
    let sources = ["a", "b", "c", "d", "e"]
        .map(|id| format!("\"{id}\": {{ \"name\": {{ \"ru\": \"{id}\", \"en\": \"{id}\" }} }}, "));
    let json = fixture.read("dataset.json").replace(
        "\"sources\": {",
        &format!("\"sources\": {{ {}", sources.concat()),
    );
    fixture.write("dataset.json", json);
    // Ten at a time, 30 in all, and the checks of five sources between them.
    let days: Vec<String> = (1..=30)
        .map(|n| format!("2026-{:02}-{:02}", 2 + n / 28, 1 + n % 28))
        .collect();
    for (round, chunk) in days.chunks(10).enumerate() {
        let mut children: Vec<Child> = chunk
            .iter()
            .map(|day| {
                fixture
                    .command(&["record", "usd", day, "1.7"])
                    .spawn()
                    .unwrap()
            })
            .collect();

        if round == 1 {
            let checked = ["a", "b", "c", "d", "e"]
                .map(|id| fixture.command(&["checked", id]).spawn().unwrap());
            children.extend(checked);
        }

        succeed(children);
    }

    let usd = fixture.read("indicators/usd.csv");
    assert_eq!(usd.lines().count(), 2 + days.len());
    for day in &days {
        assert!(usd.contains(&format!("{day},1.7\n")), "{day}");
    }

    assert_eq!(fixture.read("checks.csv").lines().count(), 7);
    assert_eq!(fixture.left_behind(), [""; 0]);
}

/// An edit as a program leaves it that was killed after it was made and before its files were replaced.
fn leave_unfinished(fixture: &DatasetFixture) {
    let sum = |text: &str| {
        let path = fixture.dir.join("sum");
        write(&path, text);
        let output = Command::new("sha256sum").arg(&path).output().unwrap();
        String::from_utf8(output.stdout).unwrap()[..64].to_owned()
    };
    let change = |path: &str, new: &str| {
        let old = fixture.read(path);
        fixture.write(&format!(".edits/{}", sum(&old)), &old);
        format!(
            "{{\"path\":\"{path}\",\"before\":\"{}\",\"after\":\"{}\"}}",
            sum(&old),
            sum(new)
        )
    };

    let usd = fixture.read("indicators/usd.csv") + "2026-11-21,1.71\n";
    let wage = fixture.read("indicators/wage.csv") + "2026-11,1104\n";
    let files = [
        change("indicators/usd.csv", &usd),
        change("indicators/wage.csv", &wage),
    ]
    .join(",");
    let note = format!(
        "{{\"at\":\"2026-11-21T09:00:00+04:00\",\"user\":\"aygun\",\"event\":\"edit\",\"what\":\"import list.csv\",\"files\":[{files}],\"rows\":[]}}"
    );
    fixture.write(".edit/note.json", note);
    fixture.write(".edit/0", usd);
    fixture.write(".edit/1", wage);
}

#[test]
fn an_unfinished_edit_is_completed_or_taken_back() {
    let fixture = DatasetFixture::new();
    leave_unfinished(&fixture);
    fs::rename(
        fixture.dataset.join(".edit/0"),
        fixture.dataset.join("indicators/usd.csv"),
    )
    .unwrap();
    let (code, _, stderr) = fixture.run(&["checked", "bank", "--lang", "en"]);
    assert_eq!(code, 0, "{stderr}");
    assert!(
        stderr.contains("an interrupted edit was completed"),
        "{stderr}"
    );
    assert!(
        fixture
            .read("indicators/wage.csv")
            .ends_with("2026-11,1104\n")
    );
    assert!(fixture.read(".edits.jsonl").contains("import list.csv"));
    assert_eq!(fixture.left_behind(), [""; 0]);
    // Somebody has changed one of its files since: their change stays, the rest of the edit goes.
    let fixture = DatasetFixture::new();
    let before = fixture.read("indicators/usd.csv");
    leave_unfinished(&fixture);
    fs::rename(
        fixture.dataset.join(".edit/0"),
        fixture.dataset.join("indicators/usd.csv"),
    )
    .unwrap();
    fixture.write("indicators/wage.csv", "date,value\n2026-10,1103.9\n");
    let (code, _, stderr) = fixture.run(&["checked", "bank", "--lang", "en"]);
    assert_eq!(code, 0, "{stderr}");
    assert!(
        stderr.contains("an interrupted edit was undone"),
        "{stderr}"
    );
    assert_eq!(fixture.read("indicators/usd.csv"), before);
    assert_eq!(
        fixture.read("indicators/wage.csv"),
        "date,value\n2026-10,1103.9\n"
    );
    assert_eq!(fixture.left_behind(), [""; 0]);
}

#[test]
fn owner_group_and_mode_stay() {
    if !is_root() {
        eprintln!("not root: owners are not looked at");
        return;
    }

    let fixture = DatasetFixture::new();
    let usd = fixture.dataset.join("indicators/usd.csv");
    fs::set_permissions(&usd, fs::Permissions::from_mode(0o664)).unwrap();
    chown(&usd, Some(NOBODY), Some(NOBODY)).unwrap();
    fs::remove_file(fixture.dataset.join("checks.csv")).unwrap();
    let json = fixture.dataset.join("dataset.json");
    fs::set_permissions(&json, fs::Permissions::from_mode(0o640)).unwrap();
    chown(&json, None, Some(NOBODY)).unwrap();
    for arguments in ["record usd 2026-11-01 1.7", "checked bank"] {
        let program = program();
        let line = format!(
            "umask 077; exec {program} {arguments} --dataset {}",
            fixture.dataset.display()
        );
        assert!(
            Command::new("sh")
                .args(["-c", &line])
                .stdout(Stdio::null())
                .status()
                .unwrap()
                .success()
        );
    }

    let of = |path: &Path| {
        let metadata = fs::metadata(path).unwrap();
        (metadata.uid(), metadata.gid(), metadata.mode() & 0o7777)
    };
    assert_eq!(of(&usd), (NOBODY, NOBODY, 0o664));
    assert_eq!(of(&fixture.dataset.join("checks.csv")), (0, NOBODY, 0o640));
    assert_eq!(
        of(&fixture.dataset.join(".edits.jsonl")),
        (0, NOBODY, 0o640)
    );
}

#[test]
fn a_dataset_of_somebody_else_is_left_to_them() {
    if !is_root() {
        eprintln!("not root: owners are not looked at");
        return;
    }

    for directory in ["", "/indicators"] {
        let fixture = DatasetFixture::new();
        let owned = format!("{}{directory}", fixture.dataset.display());
        chown(&owned, Some(NOBODY), None).unwrap();
        let before = tree(&fixture.dataset);
        for arguments in [
            &["record", "usd", "2026-11-01", "1.7"][..],
            &["checked", "bank"],
            &["undo"],
        ] {
            let (code, _, stderr) = fixture.run(&[arguments, &["--lang", "en"]].concat());
            assert_eq!(code, 1);
            assert!(
                stderr.ends_with(&format!(
                    "{owned} belongs to another user: run the command with `sudo -u nobody`\n"
                )),
                "{stderr}"
            );
        }

        assert!(tree(&fixture.dataset) == before);
    }
}

#[test]
fn links_in_the_way_are_not_followed() {
    let fixture = DatasetFixture::new();
    let victim = fixture.dir.join("victim");
    write(&victim, "precious");
    let (indicators, hidden) = (
        fixture.dataset.join("indicators"),
        fixture.dataset.join(".edits.jsonl"),
    );
    symlink(&victim, &hidden).unwrap();
    symlink(&victim, indicators.join(".usd.csv.new")).unwrap();
    let (code, _, stderr) = fixture.run(&["record", "usd", "2026-11-01", "1.7", "--lang", "en"]);
    assert_eq!(code, 0, "{stderr}");
    assert!(
        stderr.contains("the edit was made, but `undo` cannot undo it"),
        "{stderr}"
    );
    for name in [".edit", ".edits"] {
        let fixture = DatasetFixture::new();
        let elsewhere = fixture.dir.join("elsewhere");
        write(&elsewhere.join("note.json"), "precious");
        symlink(&elsewhere, fixture.dataset.join(name)).unwrap();
        let (code, _, stderr) =
            fixture.run(&["record", "usd", "2026-11-01", "1.7", "--lang", "en"]);
        assert_eq!(code, 1);
        assert!(
            stderr.contains(&format!(
                "{name}: a symbolic link, or a file instead of a directory, is in the way"
            )),
            "{stderr}"
        );
        assert_eq!(
            fs::read_to_string(elsewhere.join("note.json")).unwrap(),
            "precious"
        );
    }

    assert_eq!(fs::read_to_string(&victim).unwrap(), "precious");
    // A link inside the dataset stays one; the file that it leads to is changed.
    let fixture = DatasetFixture::new();
    let indicators = fixture.dataset.join("indicators");
    fs::rename(indicators.join("usd.csv"), indicators.join(".usd-1.csv")).unwrap();
    symlink(".usd-1.csv", indicators.join("usd.csv")).unwrap();
    assert_eq!(fixture.run(&["record", "usd", "2026-11-01", "1.7"]).0, 0);
    assert!(
        fs::symlink_metadata(indicators.join("usd.csv"))
            .unwrap()
            .is_symlink()
    );
    assert!(fixture.read("indicators/.usd-1.csv").contains("2026-11-01"));
}

#[test]
fn the_last_edits_are_taken_back_until_something_is_published() {
    let fixture = DatasetFixture::new();
    fs::remove_file(fixture.dataset.join("checks.csv")).unwrap();
    let clean = tree(&fixture.dataset);
    let (code, stdout, _) = fixture.run(&["record", "usd", "2026-11-01", "1.71", "--lang", "en"]);
    assert_eq!(
        (code, stdout.as_str()),
        (
            0,
            "indicators/usd.csv: 2026-11-01  1.71, previously 1.7 (2026-10-20), +0.59%\n"
        )
    );
    assert_eq!(fixture.run(&["checked", "bank"]).0, 0);
    let (code, stdout, _) = fixture.run(&[
        "record",
        "usd",
        "2026-11-01",
        "1.72",
        "--replace",
        "--lang",
        "en",
    ]);

    assert_eq!(
        (code, stdout.as_str()),
        (
            0,
            "indicators/usd.csv: 2026-11-01  1.72, replacing 1.71, +0.58%\n"
        )
    );
    for what in [
        "record usd 2026-11-01 1.72",
        "checked bank ",
        "record usd 2026-11-01 1.71",
    ] {
        let (code, stdout, stderr) = fixture.run(&["undo", "--lang", "en"]);
        assert_eq!(code, 0, "{stderr}");
        assert!(stdout.starts_with(&format!("undone: {what}")), "{stdout}");
    }

    let mut now = tree(&fixture.dataset);
    now.remove(".edits.jsonl");
    assert!(now == clean, "everything is as it was");
    let (code, _, stderr) = fixture.run(&["undo", "--lang", "en"]);
    assert_eq!(code, 1);
    assert!(
        stderr.ends_with("nothing to undo, no edit made by a command is left\n"),
        "{stderr}"
    );
}

#[test]
fn without_a_store_the_notes_say_what_is_public() {
    let fixture = DatasetFixture::new();
    assert_eq!(fixture.run(&["record", "usd", "2026-11-01", "1.71"]).0, 0);
    fixture.refused(
        &["record", "usd", "2026-11-01", "1.72"],
        2,
        "and not public yet: replace it with --replace",
    );
    fixture.publish("published.1");
    fixture.refused(
        &["undo"],
        1,
        "published.1 was published from the directory after the last edit (record usd 2026-11-01 1.71",
    );
    fixture.refused(
        &["record", "usd", "2026-11-01", "1.72"],
        2,
        "correct it with `record --replace`",
    );
    assert_eq!(fixture.run(&["record", "usd", "2026-11-02", "1.72"]).0, 0);
    // Rows that an editor has changed since are not touched.
    let usd = fixture.read("indicators/usd.csv") + "2026-11-21,1.7\n";
    fixture.write("indicators/usd.csv", usd);
    fixture.refused(
        &["undo"],
        1,
        "indicators/usd.csv: the file was changed after the edit of",
    );
}

#[test]
fn what_is_in_service_is_neither_replaced_nor_taken_back_and_what_was_withdrawn_is() {
    let fixture = DatasetFixture::new();
    let store = fixture.store();
    let with_store = |arguments: &[&'static str]| [arguments, &["--store", &store]].concat();
    fixture.publish("v1");
    // A row that nobody has recorded by a command and that was never published.
    let usd = fixture
        .read("indicators/usd.csv")
        .replace("2026-11-20,", "2026-11-19,1.72\n2026-11-20,");
    fixture.write("indicators/usd.csv", usd);
    assert_eq!(
        fixture
            .run(&with_store(&[
                "record",
                "usd",
                "2026-11-19",
                "1.69",
                "--replace"
            ]))
            .0,
        0
    );

    assert_eq!(
        fixture
            .run(&[
                "record",
                "usd",
                "2026-11-21",
                "1.20",
                "--allow",
                "jump",
                "--allow",
                "future"
            ])
            .0,
        0
    );

    fixture.publish("v2");
    let public = "the last edit (record usd 2026-11-21 1.20";
    fixture.refused(&with_store(&["undo"]), 1, public);
    fixture.refused(
        &with_store(&["undo"]),
        1,
        "is public in the live release v2",
    );
    let replace = [
        "record",
        "usd",
        "2026-11-21",
        "1.72",
        "--replace",
        "--allow",
        "jump",
        "--allow",
        "future",
    ];

    let again = ["record", "usd", "2026-11-21", "1.72"];
    fixture.refused(
        &with_store(&again),
        2,
        "1.20 is already recorded for 2026-11-21 (indicators/usd.csv:5) and public in the live release v2",
    );
    // The same where the environment names the store.
    let named = fixture
        .command(&["undo", "--lang", "en"])
        .env("INDICATORD_STORE", &store)
        .output()
        .unwrap();
    assert!(
        String::from_utf8(named.stderr)
            .unwrap()
            .contains("is public in the live release v2")
    );
    let rollback = outcome(&["rollback", "--store", &store, "--yes", "--no-reload"]);
    assert_eq!(rollback.0, 0, "{}", rollback.2);
    fixture.refused(
        &with_store(&again),
        2,
        "and not public yet: replace it with --replace",
    );
    assert_eq!(fixture.run(&with_store(&replace)).0, 0);
    for what in ["record usd 2026-11-21 1.72", "record usd 2026-11-21 1.20"] {
        let (code, stdout, stderr) = fixture.run(&with_store(&["undo", "--lang", "en"]));
        assert_eq!(code, 0, "{stderr}");
        assert!(stdout.starts_with(&format!("undone: {what}")), "{stdout}");
    }

    assert!(!fixture.read("indicators/usd.csv").contains("2026-11-21"));
}

/// A machine that only makes bundles has the configuration of the package, with a store that nobody has made.
#[test]
fn without_a_release_in_the_configured_store_the_notes_tell_what_is_public() {
    let fixture = DatasetFixture::new();
    let store = fixture.dir.join("store");
    let run = |arguments: &[&str]| {
        let mut command = fixture.command(arguments);
        let (code, _, stderr) = finish(
            command
                .args(["--lang", "en"])
                .env("INDICATORD_STORE", &store),
        );
        (code, stderr)
    };

    for is_there in [false, true] {
        if is_there {
            fs::create_dir(&store).unwrap();
        }

        let day = if is_there { "2026-11-11" } else { "2026-11-10" };
        assert_eq!(run(&["record", "usd", day, "1.7001"]), (0, String::new()));
        assert_eq!(
            run(&["record", "usd", day, "1.7002", "--replace"]),
            (0, String::new())
        );
        assert_eq!(run(&["undo"]), (0, String::new()));
        let bundle = fixture.dir.join(day).display().to_string();
        let dataset = fixture.dataset.display().to_string();
        assert_eq!(outcome(&["bundle", &dataset, "--out", &bundle]).0, 0);
        let (code, said) = run(&["undo"]);
        assert!(
            code == 1 && said.contains("was published from the directory after the last edit"),
            "{said}"
        );
    }

    let dataset = fixture.dataset.to_str().unwrap();
    let configured = [
        ("INDICATORD_STORE", store.to_str().unwrap()),
        ("INDICATORD_DATASET", dataset),
    ];
    let diff = Command::new(program())
        .args(["diff", "--lang", "en"])
        .envs(configured)
        .output()
        .unwrap();
    let said = String::from_utf8_lossy(&diff.stderr);
    assert!(
        diff.status.code() == Some(1) && said.contains("no store here"),
        "{said}"
    );
    let (code, said) = run(&["undo", "--store", store.to_str().unwrap()]);
    assert!(
        code == 1 && said.contains("no store here"),
        "one that is named has to be there: {said}"
    );
}

#[test]
fn a_check_is_public_with_a_release_that_stands() {
    let fixture = DatasetFixture::new();
    let store = fixture.store();
    let undo = ["undo", "--store", &store];
    fixture.publish("v1");
    assert_eq!(
        fixture
            .run(&["checked", "bank", "--at", "2026-11-20T08:30:00Z"])
            .0,
        0
    );
    assert_eq!(fixture.run(&undo).0, 0, "nothing was published since");
    assert_eq!(
        fixture
            .run(&["checked", "bank", "--at", "2026-11-20T08:30:00Z"])
            .0,
        0
    );
    fixture.publish("v2");
    fixture.refused(&undo, 1, "the last edit (checked bank");
    assert_eq!(
        outcome(&["rollback", "--store", &store, "--yes", "--no-reload"]).0,
        0
    );
    assert_eq!(fixture.run(&undo).0, 0, "v2 was withdrawn");
}

#[test]
fn a_row_under_embargo_is_not_public() {
    let fixture = DatasetFixture::new();
    let store = fixture.store();
    let not_before = "2062-12-12T09:00:00+04:00";
    let record = |value: &str, more: &[&str]| {
        let record = [
            "record",
            "wage",
            "2026-11",
            value,
            "--not-before",
            not_before,
        ];
        fixture.run(&[&record, more, &["--lang", "en"]].concat())
    };

    let (code, _, stderr) = record("1110", &[]);
    assert_eq!(code, 0, "{stderr}");
    let wage = |value: &str, instant: &str| {
        format!("date,value,not_before\n2026-10,1103.8,\n2026-11,{value},{instant}\n")
    };
    assert_eq!(
        fixture.read("indicators/wage.csv"),
        wage("1110", not_before)
    );
    fixture.publish("v1");
    let (code, _, stderr) = record("1111", &["--store", &store]);
    assert!(
        code == 2 && stderr.contains(&format!("embargoed until {not_before}: --replace")),
        "{stderr}"
    );
    let (code, _, stderr) = record("1111", &["--store", &store, "--replace"]);
    assert_eq!(code, 0, "{stderr}");
    // Another instant may be on another day: the row is found by its date.
    let later = "2062-12-14T09:00:00+04:00";
    let moved = [
        "record",
        "wage",
        "2026-11",
        "1111",
        "--not-before",
        later,
        "--replace",
        "--store",
        &store,
    ];

    assert_eq!(fixture.run(&moved).0, 0);
    assert_eq!(fixture.read("indicators/wage.csv"), wage("1111", later));
    for _ in 0..2 {
        assert_eq!(fixture.run(&["undo", "--store", &store]).0, 0);
    }

    // The first of them waits in the live release.
    let undo = ["undo", "--store", &store];
    fixture.refused(
        &undo,
        1,
        &format!("1 row of the live release v1 embargoed until {not_before}"),
    );
    assert_eq!(fixture.run(&[&undo[..], &["--yes"]].concat()).0, 0);
    assert_eq!(
        fixture.read("indicators/wage.csv"),
        "date,value\n2026-10,1103.8\n"
    );
    fixture.refused(
        &["record", "wage", "2026-11", "1110", "--not-before", "soon"],
        2,
        "not_before",
    );
}

#[test]
fn the_reports_of_edits_are_in_both_languages_and_name_what_is_there() {
    let fixture = DatasetFixture::new();
    let (code, _, stderr) = fixture.run(&[
        "record",
        "usd",
        "2026-11-21",
        "1.7",
        "--published",
        "soon",
        "--lang",
        "ru",
    ]);

    assert_eq!(code, 2);
    assert!(
        stderr.starts_with("indicators/usd.csv: published `soon` — не дата"),
        "{stderr}"
    );
    let (code, _, stderr) = fixture.run(&["checked", "bank", "--error", " ", "--lang", "ru"]);
    assert_eq!(
        (code, stderr.as_str()),
        (
            1,
            "indicatord: --error пуст: укажите, что сообщила проверка\n"
        )
    );
    let missing = fixture.dir.join("missing");
    let (code, _, stderr) = outcome(&[
        "undo",
        "--lang",
        "ru",
        "--dataset",
        missing.to_str().unwrap(),
    ]);
    assert_eq!(
        (code, stderr),
        (
            1,
            format!("indicatord: {}: нет такого каталога\n", missing.display())
        )
    );
}
