//! Publishing in one command: numbers, the question, what changes between question and step, and two people.

use std::fs;
use std::io::{BufRead, BufReader, Read, Write};
use std::os::unix::fs::{MetadataExt, PermissionsExt, symlink};
use std::process::{Child, Command, Stdio};

use crate::support::server::Server;
use crate::support::store::{StoreFixture, release_tree};
use crate::support::{
    Tree, can_be_others, finish, for_each, has_terminal, outcome, program, tree, write,
};

impl StoreFixture {
    /// Adds a row to the exchange rate.
    fn add_row(&self, row: &str) {
        self.write(
            "indicators/usd.csv",
            self.read("indicators/usd.csv") + row + "\n",
        );
    }

    /// The edited files, without what the program notes there for itself.
    fn edited(&self) -> Tree {
        let mut edited = tree(&self.dataset);
        edited.retain(|path, _| !path.starts_with('.'));
        edited
    }
}

#[test]
fn a_number_that_was_used_is_followed_by_the_next_of_the_day() {
    let fixture = StoreFixture::new();
    let (code, stdout, stderr) = fixture.publish(&["--message", "the first one"]);
    assert_eq!((code, stderr.as_str()), (0, ""), "{stdout}");
    assert_eq!(
        fixture.current(),
        "clean.1",
        "a number that was never used is taken as it is written"
    );
    assert!(release_tree(&fixture.store.join("current/")) == fixture.edited());
    let before = tree(&fixture.store);
    let (code, stdout, _) = fixture.publish(&[]);
    assert!(code == 0 && stdout.contains("nothing was done"), "{stdout}");
    assert!(tree(&fixture.store) == before);
    fixture.add_row("2026-11-19,1.71");
    let edited = fixture.edited();
    let (code, stdout, stderr) = fixture.publish(&[]);
    assert_eq!(code, 0, "{stderr}");
    let first = fixture.current();
    let said = format!("published: {first} in place of clean.1\n");
    assert!(stdout.contains(&said), "{stdout}");
    assert!(first.ends_with(".1") && first.starts_with("20"), "{first}");
    assert!(fixture.edited() == edited, "the directory is as it was");
    let mut released = release_tree(&fixture.store.join("current/"));
    let definitions = String::from_utf8(released.remove("dataset.json").unwrap()).unwrap();
    let written = fixture.read("dataset.json");
    let differing: Vec<_> = written
        .lines()
        .zip(definitions.lines())
        .filter(|(a, b)| a != b)
        .collect();
    assert!(
        differing
            .iter()
            .all(|(a, _)| a.contains("\"version\"") || a.contains("\"asOf\""))
    );
    assert_eq!(differing.len(), 2, "{differing:?}");
    // The next number, also behind one that is no longer in service, or was staged and taken back.
    assert_eq!(fixture.run(&["rollback"]).0, 0);
    fixture.add_row("2026-11-18,1.72");
    let (code, _, stderr) = fixture.publish(&["--allow", "withdrawn"]);
    assert_eq!(code, 0, "{stderr}");
    assert_eq!(fixture.current(), first.replace(".1", ".2"));
    fixture.add_row("2026-11-17,1.73");
    assert_eq!(
        fixture.run(&["stage", fixture.dataset.to_str().unwrap()]).0,
        0
    );
    assert_eq!(fixture.run(&["withdraw", &first.replace(".1", ".3")]).0, 0);
    assert_eq!(fixture.publish(&[]).0, 0);
    assert_eq!(fixture.current(), first.replace(".1", ".4"));
    let (_, listed, _) = fixture.run(&["log", "-v", "--lang", "en"]);
    assert!(listed.contains("the first one"), "{listed}");
    assert!(
        listed.contains("changed indicators: 1, observations: 1; usd\n"),
        "{listed}"
    );
    assert!(listed.contains("  withdraw  "), "{listed}");
}

#[test]
fn what_is_refused_leaves_the_directory_as_it_was() {
    let fixture = StoreFixture::new();
    fixture.publish(&[]);
    fixture.write("indicators/usd.csv", "date,value\n2026-11-20,1.7\n");
    let (dataset, store) = (tree(&fixture.dataset), tree(&fixture.store));
    assert_eq!(fixture.publish(&[]).0, 1, "an observation would be gone");
    assert!(tree(&fixture.dataset) == dataset && tree(&fixture.store) == store);
    let sums = "sha256sum dataset.json checks.csv indicators/* > SHA256SUMS";
    assert!(
        Command::new("sh")
            .args(["-c", sums])
            .current_dir(&fixture.dataset)
            .status()
            .unwrap()
            .success()
    );
    let (code, _, stderr) = fixture.publish(&["--allow", "loss"]);
    assert!(
        code == 1 && stderr.contains("number clean.1 was already used"),
        "{stderr}"
    );
}

#[test]
fn a_rehearsal_writes_nothing() {
    let fixture = StoreFixture::new();
    let (code, stdout, _) = fixture.publish(&["--dry-run"]);
    assert!(
        code == 0 && stdout.contains("nothing was written"),
        "{stdout}"
    );
    assert!(!fixture.store.exists());
    fixture.publish(&[]);
    fixture.add_row("2026-11-19,18");
    let (dataset, store) = (tree(&fixture.dataset), tree(&fixture.store));
    let (code, stdout, stderr) = fixture.publish(&["--dry-run"]);
    assert!(
        code == 1 && stdout.contains("2026-11-19  18") && stderr.contains("--allow jump=usd"),
        "{stderr}"
    );
    assert_eq!(fixture.publish(&["--dry-run", "--allow", "jump"]).0, 0);
    assert!(tree(&fixture.dataset) == dataset && tree(&fixture.store) == store);
    fixture.write("checks.csv", "nonsense");
    assert_eq!(fixture.publish(&["--dry-run"]).0, 2);
}

#[test]
fn somebody_at_a_terminal_is_asked() {
    let fixture = StoreFixture::new();
    if !has_terminal("the question is not asked") {
        return;
    }

    let (dataset, store) = (
        fixture.dataset.to_str().unwrap(),
        fixture.store.to_str().unwrap(),
    );
    let program = program();
    let line =
        format!("{program} publish {dataset} --new-store --store {store} --lang en --no-reload");
    let answered = |line: &str, answer: &str| {
        let script = format!("printf '{answer}\\n' | script -qec '{line}' /dev/null");
        let output = Command::new("bash").args(["-c", &script]).output().unwrap();
        (
            output.status.code(),
            String::from_utf8_lossy(&output.stdout).into_owned(),
        )
    };
    let (code, said) = answered(&line, "n");
    assert_eq!(code, Some(1), "{said}");
    assert!(
        said.contains("publish clean.1? [y/N]") && said.contains("not confirmed"),
        "{said}"
    );
    assert!(!fixture.store.join("current").exists());
    let (code, said) = answered(&line, "y");
    assert_eq!(code, Some(0), "{said}");
    assert_eq!(fixture.current(), "clean.1");
    fixture.edit("clean.2", "2026-10-20,1.7\n2026-11-20,1.71\n");
    let (code, said) = answered(&format!("{line} --yes"), "n");
    assert_eq!(code, Some(0), "{said}");
    assert!(!said.contains("[y/N]"), "{said}");
}

/// Holds the lock of a store, as another publication does.
struct Held {
    child: Child,
}

impl Held {
    fn take(fixture: &StoreFixture) -> Self {
        let mut command = Command::new("flock");
        command
            .arg(fixture.store.join(".lock"))
            .args(["sh", "-c", "echo held; exec cat"]);
        let mut child = command
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .unwrap();
        let mut line = String::new();
        BufReader::new(child.stdout.as_mut().unwrap())
            .read_line(&mut line)
            .unwrap();
        assert_eq!(line, "held\n");
        Held { child }
    }

    fn release(mut self) {
        drop(self.child.stdin.take());
        self.child.wait().unwrap();
    }
}

/// Runs a command that has compared everything and waits for the store, does something meanwhile, and lets it go on.
fn overtaken(
    fixture: &StoreFixture,
    arguments: &[&str],
    meanwhile: impl FnOnce(&StoreFixture),
) -> (i32, String) {
    let held = Held::take(fixture);
    let mut child = Command::new(program())
        .args(arguments)
        .args(["--lang", "en", "--no-reload", "--yes", "--store"])
        .arg(&fixture.store)
        .stdout(Stdio::null())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    let mut said = BufReader::new(child.stderr.take().unwrap());
    let mut line = String::new();
    said.read_line(&mut line).unwrap();
    assert!(
        line.contains("another process is changing the store"),
        "{line}"
    );
    meanwhile(fixture);
    held.release();
    let mut rest = String::new();
    said.read_to_string(&mut rest).unwrap();
    (child.wait().unwrap().code().unwrap(), rest)
}

/// A change of one thing between what was shown and the step.
type Meanwhile = (&'static str, fn(&StoreFixture));

#[test]
fn what_was_shown_is_what_is_installed_or_nothing_is() {
    let dataset: [Meanwhile; 6] = [
        ("dataset/dataset.json: the file was changed", |fixture| {
            fixture.write("dataset.json", fixture.read("dataset.json") + "\n");
        }),
        (
            "dataset/indicators/usd.csv: the file was changed",
            |fixture| fixture.add_row("2026-11-19,3.33"),
        ),
        (
            "dataset/indicators/usd.json: the file was changed",
            |fixture| {
                fixture.write(
                    "indicators/usd.json",
                    fixture.read("indicators/usd.json") + "\n",
                );
            },
        ),
        ("dataset/checks.csv: the file was removed", |fixture| {
            fs::remove_file(fixture.dataset.join("checks.csv")).unwrap();
        }),
        ("dataset/calendar.csv: the file was added", |fixture| {
            fixture.write("calendar.csv", "release,date\n");
        }),
        ("dataset/SHA256SUMS: the file was added", |fixture| {
            fixture.write("SHA256SUMS", "");
        }),
    ];

    let store: [Meanwhile; 5] = [
        ("the store's settings.json was changed", |fixture| {
            write(&fixture.store.join("settings.json"), "{\"signed\":true}");
        }),
        ("the store's journal was changed", |fixture| {
            let path = fixture.store.join("journal.jsonl");
            write(&path, fs::read_to_string(&path).unwrap() + "\n");
        }),
        ("aygun published clean.9", |fixture| {
            let path = fixture.store.join("journal.jsonl");
            let journal = fs::read_to_string(&path).unwrap();
            let line = journal.lines().last().unwrap();
            let mut entry: serde_json::Value = serde_json::from_str(line).unwrap();
            entry["action"] = "publish".into();
            entry["version"] = "clean.9".into();
            entry["user"] = "aygun".into();
            write(&path, format!("{journal}{entry}\n"));
        }),
        (
            "releases/clean.2/indicators/usd.csv: the file was changed",
            |fixture| {
                write(
                    &fixture.store.join("releases/clean.2/indicators/usd.csv"),
                    "date,value\n2026-11-20,9\n",
                );
            },
        ),
        ("clean.1 is live without a journal entry", |fixture| {
            fs::remove_file(fixture.store.join("current")).unwrap();
            symlink("releases/clean.1", fixture.store.join("current")).unwrap();
        }),
    ];

    let template = {
        let fixture = StoreFixture::with_two_releases();
        fixture.edit("clean.3", "2026-10-20,1.7\n2026-11-20,1.72\n");
        assert_eq!(
            fixture.run(&["stage", fixture.dataset.to_str().unwrap()]).0,
            0
        );
        fixture.edit("clean.4", "2026-10-20,1.7\n2026-11-20,1.73\n");
        fixture
    };

    let prepared = || {
        let fixture = StoreFixture::new();
        fs::remove_dir_all(&fixture.dataset).unwrap();
        let mut copy = Command::new("cp");
        copy.arg("-a")
            .args([&template.dataset, &template.store])
            .arg(fixture.dir.join(""));
        assert!(copy.status().unwrap().success());
        fixture
    };

    let refused = |command: &str, (what, meanwhile): Meanwhile| {
        let fixture = prepared();
        let dataset = fixture.dataset.to_str().unwrap().to_owned();
        let arguments: Vec<&str> = command
            .split(' ')
            .map(|word| if word == "DATASET" { &*dataset } else { word })
            .collect();
        let (code, said) = overtaken(&fixture, &arguments, meanwhile);
        assert!(
            code == 1 && said.contains("nothing was done") && said.contains(what),
            "{what}: {code} {said}"
        );
        assert!(!fixture.store.join("releases/clean.4").exists(), "{what}");
        assert_ne!(fixture.current(), "clean.3", "{what}");
        let left = [".publishing", ".incoming", ".current.new"];
        assert!(
            left.iter().all(|name| !fixture.store.join(name).exists()),
            "{what}"
        );
    };

    let staged: Meanwhile = (
        "releases/clean.3/indicators/usd.csv: the file was changed",
        |fixture| {
            write(
                &fixture.store.join("releases/clean.3/indicators/usd.csv"),
                "date,value\n2026-11-20,9\n",
            );
        },
    );

    let target: Meanwhile = (
        "releases/clean.1/indicators/usd.csv: the file was changed",
        |fixture| {
            write(
                &fixture.store.join("releases/clean.1/indicators/usd.csv"),
                "date,value\n2026-11-20,9\n",
            );
        },
    );

    let publish = dataset
        .into_iter()
        .chain(store)
        .map(|case| ("publish DATASET", case));
    let approve = store
        .into_iter()
        .chain([staged])
        .map(|case| ("approve clean.3", case));
    // A rollback asks the settings nothing.
    let rollback = store
        .into_iter()
        .skip(1)
        .map(|case| ("rollback --to clean.1", case));
    let cases: Vec<_> = publish
        .chain(approve)
        .chain(rollback)
        .chain([("rollback", target)])
        .collect();
    for_each(&cases, |(command, case)| refused(command, *case));
}

/// The same at a terminal, while the question stands.
#[test]
fn a_directory_that_is_edited_while_the_question_stands_is_not_published() {
    let fixture = StoreFixture::new();
    if !has_terminal("the question is not asked") {
        return;
    }

    assert_eq!(fixture.publish(&[]).0, 0);
    fixture.edit("clean.2", "2026-10-20,1.7\n2026-11-20,1.71\n");
    let (dataset, store) = (
        fixture.dataset.to_str().unwrap(),
        fixture.store.to_str().unwrap(),
    );
    let program = program();
    let line =
        format!("{program} publish {dataset} --new-store --store {store} --lang en --no-reload");
    let mut command = Command::new("script");
    command
        .args(["-qec", &line, "/dev/null"])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped());
    let mut child = command.spawn().unwrap();
    let (mut said, mut stdout) = (Vec::new(), child.stdout.take().unwrap());
    while !String::from_utf8_lossy(&said).contains("[y/N]") {
        let mut byte = [0];
        assert_eq!(
            stdout.read(&mut byte).unwrap(),
            1,
            "{}",
            String::from_utf8_lossy(&said)
        );
        said.extend(byte);
    }

    fixture.edit("clean.2", "2026-10-20,1.7\n2026-11-20,3.33\n");
    child.stdin.as_mut().unwrap().write_all(b"y\n").unwrap();
    let mut rest = String::new();
    stdout.read_to_string(&mut rest).unwrap();
    assert_eq!(child.wait().unwrap().code(), Some(1), "{rest}");
    assert!(rest.contains("usd.csv: the file was changed"), "{rest}");
    assert_eq!(fixture.current(), "clean.1");
}

/// A row under embargo is nobody's but the store's group's, and is told by key, date and instant.
#[test]
fn a_release_with_rows_under_embargo_is_closed_to_others() {
    let fixture = StoreFixture::new();
    assert_eq!(fixture.publish(&[]).0, 0);
    let rows = "date,value,not_before\n2026-10-20,1.7,\n2026-11-20,1.7,\n2061-12-31,1.8123,2062-01-01T00:00:00Z\n";
    fixture.write("indicators/usd.csv", rows);
    let (code, stdout, stderr) = fixture.publish(&[]);
    assert_eq!(code, 0, "{stderr}");
    assert!(
        stdout.contains("1 embargoed row; the first becomes public at 2062-01-01T04:00:00+04:00")
    );
    assert!(!stderr.contains("less than a day"), "{stderr}");
    let version = fixture.current();
    let mode = |path: &str| fs::metadata(fixture.store.join(path)).unwrap().mode() & 0o777;
    for path in [
        &format!("sums/{version}"),
        &format!("releases/{version}/dataset.json"),
        "journal.jsonl",
    ] {
        assert_eq!(mode(path), 0o640, "{path}");
    }

    let (_, listed, _) = fixture.run(&["status", "--lang", "en"]);
    let waits =
        format!("embargoed: usd 2061-12-31 until 2062-01-01T04:00:00+04:00 (release {version})");
    assert!(
        listed.contains(&waits) && !listed.contains("1.8123"),
        "{listed}"
    );
    // From then on the journal stays closed, and ordinary releases are open.
    fixture.write(
        "indicators/usd.csv",
        "date,value\n2026-10-20,1.7\n2026-11-20,1.7\n",
    );
    fixture.edit("clean.9", "2026-10-20,1.7\n2026-11-20,1.71\n");
    let (code, _, stderr) = fixture.publish(&["--allow", "loss", "--allow", "as-of"]);
    assert_eq!(code, 0, "{stderr}");
    assert_eq!(
        (mode("journal.jsonl"), mode("releases/clean.9/dataset.json")),
        (0o640, 0o644)
    );
}

/// A staged release is approved or taken back, under its own number, and the journal tells of both.
#[test]
fn what_is_staged_is_approved_or_taken_back() {
    let fixture = StoreFixture::new();
    for command in [
        &["approve", "clean.1"][..],
        &["withdraw", "clean.1"],
        &["rollback"],
    ] {
        let (code, _, stderr) = fixture.run(&[command, &["--lang", "en"]].concat());
        assert!(code == 1 && stderr.contains("no store here"), "{stderr}");
        assert!(!fixture.store.exists(), "{command:?} makes no store");
    }

    // Its rules are written down: the first release may be staged.
    write(&fixture.store.join("settings.json"), "{}");
    let dataset = fixture.dataset.to_str().unwrap();
    let stage = || {
        fixture.run(&[
            "stage",
            dataset,
            "--lang",
            "en",
            "--message",
            "for the morning",
        ])
    };

    let (code, stdout, stderr) = stage();
    assert!(
        code == 0 && stdout.contains("`indicatord approve clean.1`"),
        "{stdout}{stderr}"
    );
    let mode = fs::metadata(fixture.store.join("releases/clean.1/dataset.json"))
        .unwrap()
        .mode()
        & 0o777;
    assert_eq!(mode, 0o640, "what is staged is not public");
    let (_, listed, _) = fixture.run(&["status", "--lang", "en"]);
    let hash = fixture.journal()[0]["hash"].as_str().unwrap()[..12].to_owned();
    assert!(
        listed.contains("staged: clean.1, by ") && listed.contains(&hash),
        "{listed}"
    );
    assert_eq!(fixture.run(&["approve", "clean.9"]).0, 1);
    let (code, _, stderr) = fixture.run(&["approve", "clean.1", "--lang", "en"]);
    assert_eq!(code, 0, "{stderr}");
    assert_eq!(fixture.current(), "clean.1");
    let mode = fs::metadata(fixture.store.join("current/dataset.json"))
        .unwrap()
        .mode()
        & 0o777;
    assert_eq!(mode, 0o644);
    let entry = fixture.journal()[1].clone();
    assert_eq!(
        (&entry["action"], &entry["message"]),
        (&"approve".into(), &"for the morning".into())
    );
    assert!(entry["staged"]["at"].is_string());
    // Judged anew, beside what is in service then.
    fixture.edit("clean.2", "2026-10-20,1.7\n2026-11-20,1.71\n");
    assert_eq!(stage().0, 0);
    fixture.edit(
        "clean.3",
        "2026-10-20,1.7\n2026-11-20,1.71\n2026-11-21,1.72\n",
    );
    assert_eq!(fixture.publish(&[]).0, 0);
    let (code, _, stderr) = fixture.run(&["approve", "clean.2", "--lang", "en"]);
    assert!(
        code == 1 && stderr.contains("loss usd 2026-11-21"),
        "{stderr}"
    );
    // The message of the second person counts.
    fixture.edit(
        "clean.4",
        "2026-10-20,1.7\n2026-11-20,1.71\n2026-11-21,1.73\n",
    );
    assert_eq!(stage().0, 0);
    let (code, _, stderr) = fixture.run(&["approve", "clean.4", "--message", "seen"]);
    assert_eq!(code, 0, "{stderr}");
    assert_eq!(fixture.journal().last().unwrap()["message"], "seen");
    // An altered one is not approved.
    write(
        &fixture.store.join("releases/clean.2/checks.csv"),
        "nonsense",
    );
    assert_eq!(fixture.run(&["approve", "clean.2"]).0, 2);
    let (code, stdout, _) = fixture.run(&["withdraw", "clean.2", "--lang", "en"]);
    assert!(
        code == 0 && stdout.contains("withdrawn: clean.2"),
        "{stdout}"
    );
    assert!(!fixture.store.join("releases/clean.2").exists());
    assert_eq!(fixture.run(&["withdraw", "clean.2"]).0, 1);
    let actions: Vec<_> = fixture
        .journal()
        .iter()
        .map(|entry| entry["action"].clone())
        .collect();
    assert_eq!(
        actions,
        [
            "stage", "approve", "stage", "publish", "stage", "approve", "withdraw"
        ]
    );
}

/// The server is asked, and the last line says what is so.
#[test]
fn the_server_takes_what_was_published_and_says_so() {
    let fixture = StoreFixture::new();
    let control = fixture.dir.join("control");
    let (dataset, store) = (
        fixture.dataset.to_str().unwrap(),
        fixture.store.to_str().unwrap(),
    );
    let last_line = |command: &[&str]| {
        let options = [
            "--store",
            store,
            "--lang",
            "en",
            "--control",
            control.to_str().unwrap(),
        ];
        let (code, stdout, stderr) = outcome(&[command, &options].concat());
        assert_eq!(code, 0, "{stderr}");
        stdout.lines().last().unwrap().to_owned()
    };

    let publish = || last_line(&["publish", "--yes", dataset]);
    let (code, said, stderr) = fixture.publish(&[]);
    assert_eq!(code, 0, "{stderr}");
    let first = "clean.1: 2 indicators, 3 observations; ";
    assert!(said.starts_with(first), "what becomes public: {said}");
    fixture.edit("clean.1b", "2026-10-20,1.7\n2026-11-20,1.69\n");
    let said = publish();
    assert!(
        said.starts_with("live; no server answered here: start it"),
        "{said}"
    );
    let server = Server::serve(&["--store", store, "--control", control.to_str().unwrap()]);
    fixture.edit("clean.2", "2026-10-20,1.7\n2026-11-20,1.71\n");
    let last = publish();
    assert!(
        last.starts_with("live since ") && last.ends_with(", served"),
        "{last}"
    );
    assert!(server.text("/data/usd.json").contains("\"value\": 1.71"));
    fixture.edit("clean.3", "2026-10-20,1.7\n2026-11-20,1.72\n");
    assert_eq!(fixture.run(&["stage", dataset]).0, 0);
    let last = last_line(&["approve", "clean.3"]);
    assert!(
        last.starts_with("live since ") && last.ends_with(", served"),
        "{last}"
    );
    assert!(server.text("/data/usd.json").contains("\"value\": 1.72"));
    let (other, control) = (fixture.dir.join("other"), control.to_str().unwrap());
    let elsewhere = [
        "--new-store",
        "--store",
        other.to_str().unwrap(),
        "--control",
        control,
        "--lang",
        "en",
    ];

    let (code, stdout, _) = outcome(&[&["publish", "--yes", dataset], &elsewhere[..]].concat());
    assert!(
        code == 0 && stdout.contains("live; the server here serves something else"),
        "{stdout}"
    );
}

#[test]
fn one_stages_and_another_publishes() {
    if !can_be_others() {
        return;
    }

    let fixture = StoreFixture::new();
    fs::create_dir(&fixture.store).unwrap();
    // A store of root's with a group; whoever publishes is in the group.
    Command::new("chown")
        .args(["0:4321"])
        .arg(&fixture.store)
        .status()
        .unwrap();
    fs::set_permissions(&fixture.store, fs::Permissions::from_mode(0o2775)).unwrap();
    write(&fixture.store.join("settings.json"), "{\"approval\":2}");
    let reachable = Command::new("setpriv")
        .args([
            "--reuid", "4001", "--regid", "4001", "--groups", "4321", "ls",
        ])
        .arg(&fixture.store)
        .output()
        .is_ok_and(|output| output.status.success());
    if !reachable {
        eprintln!("others cannot enter the directory of the tests: two people are not tried");
        return;
    }

    let by = |uid: &str, arguments: &[&str]| {
        let mut command = Command::new("setpriv");
        command
            .args([
                "--reuid",
                uid,
                "--regid",
                uid,
                "--groups",
                "4321",
                "--inh-caps=-all",
            ])
            .arg(program());

        command
            .args(arguments)
            .args(["--lang", "en", "--store", fixture.store.to_str().unwrap()]);
        finish(command.env("USER", "somebody-else"))
    };

    let dataset = fixture.dataset.to_str().unwrap();
    let (code, _, stderr) = by("4001", &["publish", "--yes", dataset]);
    assert!(
        code == 1 && stderr.contains("requires two people"),
        "{stderr}"
    );
    let (code, stdout, stderr) = by("4001", &["stage", dataset]);
    assert!(
        code == 0 && stdout.contains("another user publishes it: `indicatord approve clean.1`"),
        "{stdout}{stderr}"
    );
    assert!(!fixture.store.join("current").exists());
    let (code, _, stderr) = by("4001", &["approve", "clean.1"]);
    assert!(code == 1 && stderr.contains("the same user"), "{stderr}");
    let (code, _, stderr) = by("4002", &["approve", "clean.1"]);
    assert_eq!(code, 0, "{stderr}");
    let journal = fixture.journal();
    assert_eq!(
        (&journal[1]["uid"], &journal[1]["staged"]["uid"]),
        (&4002.into(), &4001.into())
    );
    assert_eq!(
        journal[1]["user"], "uid 4002",
        "the environment is not asked"
    );
    // On another machine the same people may have other numbers: it is their names that tell them apart.
    fixture.edit(
        "clean.3",
        "2026-10-20,1.7\n2026-11-20,1.7\n2026-11-21,1.72\n",
    );
    assert_eq!(by("4001", &["stage", dataset]).0, 0);
    let journal = fixture.store.join("journal.jsonl");
    let written = fs::read_to_string(&journal).unwrap();
    let (former, last) = written.trim_end().rsplit_once('\n').unwrap();
    let moved = last.replace("\"uid\":4001", "\"uid\":4002");
    write(
        &journal,
        format!("{former}\n{}\n", moved.replace("uid 4001", "uid 4002")),
    );
    let (code, _, stderr) = by("4002", &["approve", "clean.3"]);
    assert!(
        code == 1 && stderr.contains("the same user, uid 4002"),
        "{stderr}"
    );
    write(&journal, format!("{former}\n{moved}\n"));
    assert_eq!(by("4001", &["approve", "clean.3"]).0, 1);
    assert_eq!(by("4002", &["approve", "clean.3"]).0, 0);
    // The first one can publish after the second, and take back what they have staged.
    fixture.edit(
        "clean.2",
        "2026-10-20,1.7\n2026-11-20,1.7\n2026-11-21,1.71\n",
    );
    assert_eq!(by("4002", &["stage", dataset]).0, 0);
    let (code, _, stderr) = by("4001", &["approve", "clean.2"]);
    assert_eq!(code, 0, "{stderr}");
    let mode = fs::metadata(fixture.store.join("current/dataset.json"))
        .unwrap()
        .mode()
        & 0o777;
    assert_eq!(mode, 0o664);
    let (code, _, stderr) = by("4002", &["rollback"]);
    assert_eq!(code, 0, "a rollback needs one person: {stderr}");
}

#[test]
fn settings_that_are_not_understood_are_not_passed_over() {
    let fixture = StoreFixture::new();
    fixture.publish(&[]);
    for (bad, why) in [
        (
            "{\"aproval\":2}",
            ":1: unknown field `aproval`: did you mean `approval`?",
        ),
        (
            "{\n\"approval\":3}",
            ":2: `approval` is 3: write a whole number from 1 to 2",
        ),
        (
            "{\"signed\":\"yes\"}",
            ":1: `signed` must be a Boolean, not text",
        ),
        ("[]", ":1: expected an object, found a list"),
        (
            "{\"keep\":5",
            ":1: not JSON at column 9: the file ends early",
        ),
        ("", ": "),
    ] {
        write(&fixture.store.join("settings.json"), bad);
        fixture.edit("clean.2", "2026-10-20,1.7\n2026-11-20,1.71\n");
        let (code, _, stderr) = fixture.publish(&[]);
        assert!(
            code == 1 && stderr.contains(&format!("/settings.json{why}")),
            "{bad}: {stderr}"
        );
        let (_, _, stderr) = fixture.run(&["status", "--lang", "ru"]);
        let sentence = stderr
            .lines()
            .find(|line| line.contains("settings.json"))
            .unwrap();
        let words = sentence
            .split_once(": ")
            .unwrap()
            .1
            .replace(|c: char| !c.is_alphabetic(), " ");
        let english: Vec<&str> = words
            .split(' ')
            .filter(|word| word.is_ascii() && word.len() > 3)
            .collect();
        let names = [
            "approval", "aproval", "signed", "true", "false", "JSON", "keep", "current",
        ];
        assert!(
            english.iter().all(|word| names.contains(word)),
            "{sentence}"
        );
    }

    write(&fixture.store.join("settings.json"), "{\"signed\":true}");
    fixture.edit("clean.2", "2026-10-20,1.7\n2026-11-20,1.71\n");
    let (code, _, stderr) = fixture.publish(&[]);
    assert!(
        code == 1 && stderr.contains("only signed bundles"),
        "{stderr}"
    );
    write(&fixture.store.join("settings.json"), "damaged");
    let (code, stdout, stderr) = fixture.run(&["status", "--lang", "en"]);
    assert!(
        code == 1 && stderr.contains("settings.json"),
        "status says what refuses publications: {stderr}"
    );
    assert!(
        stdout.contains("live: clean.1"),
        "and is not kept from saying the rest: {stdout}"
    );
    let (_, _, stderr) = fixture.run(&["rollback", "--to", "clean.1", "--lang", "en"]);
    assert!(
        !stderr.contains("settings.json"),
        "nor is a rollback: {stderr}"
    );
}

#[test]
fn old_warnings_are_counted_and_new_ones_shown() {
    let fixture = StoreFixture::new();
    let months = |more: &str| format!("date,value\n2026-01,900\n2026-03,910\n{more}");
    let wage = fixture.dataset.join("indicators/wage.csv");
    write(&wage, months(""));
    let (_, _, stderr) = fixture.publish(&[]);
    assert!(stderr.contains("warning: "), "{stderr}");
    fixture.edit(
        "clean.2",
        "2026-10-20,1.7\n2026-11-20,1.7\n2026-11-21,1.71\n",
    );
    let (code, _, stderr) = fixture.publish(&["--dry-run"]);
    assert!(code == 0 && !stderr.contains("warning"), "{stderr}");
    fixture.write("indicators/usd.csv", "date,value\n2026-11-20,\"1,7\"\n");
    let (code, _, stderr) = fixture.publish(&["--dry-run"]);
    assert!(
        code == 2 && stderr.starts_with("indicators/usd.csv:2: ") && !stderr.contains("warning: "),
        "{stderr}"
    );
}

#[test]
fn what_a_refusal_says_comes_before_the_difference() {
    let fixture = StoreFixture::new();
    assert_eq!(fixture.publish(&[]).0, 0);
    fixture.edit("clean.2", "2026-10-20,1.7\n2026-11-20,17\n");
    let script = "exec \"$@\" 2>&1";
    let output = Command::new("bash")
        .args([
            "-c",
            script,
            "bash",
            program(),
            "publish",
            "--yes",
            "--lang",
            "en",
            "--store",
        ])
        .args([&fixture.store, &fixture.dataset])
        .output()
        .unwrap();

    let said = String::from_utf8_lossy(&output.stdout);
    let lines: Vec<&str> = said.lines().collect();
    assert_eq!(
        lines[..3],
        [
            "indicatord: nothing was changed: confirmation needed for 1 case",
            "  jump usd 2026-11-20: 1.7 → 17, a fivefold change or more",
            "if intended, run the command again with --allow jump=usd",
        ]
    );
    assert!(
        lines[3..].iter().any(|line| line.starts_with("~ usd")),
        "{said}"
    );
    assert_eq!(output.status.code(), Some(1));
}

/// Neither a pipe nor `--json` can be asked: a program says `--yes`.
#[test]
fn where_nobody_can_be_asked_a_release_needs_a_yes() {
    let fixture = StoreFixture::new();
    assert_eq!(fixture.publish(&[]).0, 0);
    fixture.edit("clean.2", "2026-10-20,1.7\n2026-11-20,1.71\n");
    let (dataset, store) = (
        fixture.dataset.to_str().unwrap(),
        fixture.store.to_str().unwrap(),
    );
    let publish = [
        "publish",
        dataset,
        "--store",
        store,
        "--no-reload",
        "--lang",
        "en",
    ];

    let before = tree(&fixture.store);
    let (code, stdout, stderr) = outcome(&publish);
    assert_eq!(code, 1);
    assert!(
        stderr.starts_with("indicatord: nothing was published: without a terminal, `--yes`"),
        "{stderr}"
    );
    assert!(stdout.starts_with("~ usd"), "{stdout}");
    let (code, stdout, _) = outcome(&[&publish[..], &["--json"]].concat());
    assert!(
        code == 1 && stdout.contains("nobody_to_ask") && stdout.contains("\"changed\": false"),
        "{stdout}"
    );
    assert!(tree(&fixture.store) == before, "nothing has changed");
    assert_eq!(outcome(&[&publish[..], &["--dry-run"]].concat()).0, 0);
    assert_eq!(outcome(&[&publish[..], &["--yes"]].concat()).0, 0);
    // Nothing to do is nothing to ask about.
    assert_eq!(outcome(&publish).0, 0);
}

/// A publication dates the release and leaves the directory as it is, so that its date is no mistake afterwards [D30.11].
#[test]
fn a_directory_that_was_published_is_not_behind_its_figures() {
    let fixture = StoreFixture::new();
    let rows = "date,value,published,not_before\n2026-11-19,1.7,,\n\
                2026-11-20,1.7,,2026-11-21T09:00:00+04:00\n2026-11-21,1.7,2026-11-22,\n";
    fixture.write("indicators/usd.csv", rows);
    let dataset = fixture.dataset.to_str().unwrap().to_owned();
    let check = || {
        outcome(&[
            "check",
            &dataset,
            "--at",
            "2026-11-23T09:00:00+04:00",
            "--lang",
            "en",
        ])
    };

    let (code, stdout, _) = check();
    // The date of the file, although an embargo has ended since.
    let behind = "dataset.json:4: warning: asOf is 2026-11-20, but an observation was published on 2026-11-22: ";
    assert!(code == 0 && stdout.contains(behind), "{stdout}");
    let (code, _, stderr) = fixture.publish(&["--allow", "as-of"]);
    assert_eq!(code, 0, "{stderr}");
    let (code, stdout, _) = check();
    assert!(code == 0 && !stdout.contains("asOf is"), "{stdout}");
}
