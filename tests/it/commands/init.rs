//! `init`: what it begins, that nothing of the format is missing in it, and where it begins nothing.

use std::collections::BTreeSet;
use std::fs;
use std::os::unix::fs::{MetadataExt, PermissionsExt, symlink};
use std::path::Path;
use std::process::{Command, Output};

use serde_json::Value;

use crate::support::server::Server;
use crate::support::{TempDir, outcome, program, project, tree, without_privileges, write};

/// Begins a dataset with every field in a directory of the test.
fn begin(dir: &TempDir) -> String {
    begin_with(dir, &["--full"], "seed")
}

/// Begins a dataset, and reads what `init` says of it: the status that it declares has a line of its own.
fn begin_with(dir: &TempDir, options: &[&str], status: &str) -> String {
    let path = dir.join("indicators").to_str().unwrap().to_owned();
    let (code, stdout, stderr) = outcome(&[&["init", &path, "--lang", "en"], options].concat());
    assert_eq!((code, stderr.as_str()), (0, ""), "{stdout}");

    let [begun, declared, next] = stdout.lines().collect::<Vec<_>>()[..] else {
        panic!("{stdout}")
    };

    assert_eq!(
        begun,
        format!("{path}: created a dataset; all of its figures are invented (source `invented`)")
    );
    assert!(
        declared.starts_with(&format!("the declared status is `{status}`")),
        "{declared}"
    );
    assert!(
        next.contains(&format!("`indicatord check {path}`")),
        "{next}"
    );
    path
}

/// Three files pass `check` without a word, are public after one `publish`, and answer with changes. Another indicator
/// in the place of theirs is as good.
#[test]
fn three_files_are_enough_for_a_publication() {
    for (key, unit, first) in [
        ("money", "million", "2024-01,3812.4"),
        ("gold", "tonnes", "2024-01,3800"),
        ("cpi", "index", "2024-01,3809.95"),
    ] {
        let dir = TempDir::new();
        let dataset = begin_with(&dir, &[], "verified");
        let mut files = tree(Path::new(&dataset));
        let definitions: Value = serde_json::from_slice(&files["dataset.json"]).unwrap();
        let (version, as_of) = (
            &definitions["version"],
            definitions["asOf"].as_str().unwrap(),
        );
        assert_eq!(
            *version,
            format!("{}.1", &as_of[..10]),
            "numbered by its day"
        );
        let written = fs::metadata(Path::new(&dataset).join("dataset.json")).unwrap();
        let as_of = chrono::DateTime::parse_from_rfc3339(as_of).unwrap();
        assert!(
            (0..3600).contains(&(written.mtime() - as_of.timestamp())),
            "as of when it was written: {as_of}"
        );
        assert_eq!(
            files.keys().collect::<Vec<_>>(),
            [
                "dataset.json",
                "indicators/money.csv",
                "indicators/money.json"
            ]
        );
        let rows = String::from_utf8(files.remove("indicators/money.csv").unwrap()).unwrap();
        assert_eq!(rows.lines().count(), 25, "24 months");
        for (path, bytes) in files {
            let text = String::from_utf8(bytes).unwrap();
            fs::remove_file(Path::new(&dataset).join(&path)).unwrap();
            write(
                &Path::new(&dataset).join(path.replace("money", key)),
                text.replace("\"money\"]", &format!("\"{key}\"]"))
                    .replace("\"million\"", &format!("\"{unit}\"")),
            );
        }

        fs::remove_file(Path::new(&dataset).join("indicators/money.csv")).unwrap();
        let rows = rows.replace("2024-01,3812.4", first);
        write(
            &Path::new(&dataset).join(format!("indicators/{key}.csv")),
            rows,
        );

        let (code, stdout, stderr) = outcome(&["check", &dataset, "--lang", "en"]);
        assert_eq!((code, stderr.as_str()), (0, ""), "{stdout}");
        assert!(
            stdout.ends_with(": 1 indicator, 24 observations; 1 verified\n"),
            "{stdout}"
        );
        let store = dir.join("store").to_str().unwrap().to_owned();
        let publish = [
            "publish",
            &dataset,
            "--store",
            &store,
            "--new-store",
            "--yes",
        ];
        assert_eq!(outcome(&[&publish[..], &["--no-reload"]].concat()).0, 0);
        let server = Server::serve(&["--store", &store]);
        let figure: Value =
            serde_json::from_str(&server.text(&format!("/en/data/{key}.json"))).unwrap();
        assert_eq!(figure["valueRaw"].to_string(), "4431.9");
        assert_eq!(figure["sourceStatus"], "verified");
        for change in ["mom", "yoy"] {
            assert!(figure["change"][change]["pct"].is_number(), "{figure}");
        }
    }
}

#[test]
fn a_dataset_that_is_begun_is_checked_served_and_exported() {
    let dir = TempDir::new();
    let dataset = begin(&dir);
    let (code, stdout, stderr) = outcome(&["check", &dataset, "--lang", "en"]);
    assert_eq!((code, stderr.as_str()), (0, ""));
    assert!(
        stdout.ends_with(": 12 indicators, 84 observations; 12 seed\n"),
        "{stdout}"
    );
    let server = Server::serve(&["--dataset", &dataset]);
    let figure: Value = serde_json::from_str(&server.text("/en/data/exchange-rate.json")).unwrap();
    assert_eq!(figure["valueRaw"].to_string(), "2.4097");
    assert_eq!(
        (&figure["sourceStatus"], &figure["unit"]),
        (&"seed".into(), &"currency units".into())
    );
    for page in [
        "/",
        "/en/",
        "/view/production",
        "/calendar.json",
        "/en/data/money-broad/chart.svg",
    ] {
        assert!(!server.text(page).is_empty(), "{page}");
    }

    let out = dir.join("out");
    assert_eq!(
        outcome(&["export", out.to_str().unwrap(), "--dataset", &dataset]).0,
        0
    );
    assert!(out.join("en/data/wage/history.csv").is_file());
    // And it is edited like any other.
    let row = [
        "record",
        "policy-rate",
        "2025-12-15",
        "7",
        "--dataset",
        &dataset,
    ];
    assert_eq!(outcome(&row).0, 0);
}

/// The paths of the properties that a schema knows, through its references.
fn properties(schema: &Value, root: &Value, path: &str, found: &mut BTreeSet<String>) {
    if let Some(reference) = schema["$ref"].as_str() {
        let target = root.pointer(reference.trim_start_matches('#')).unwrap();
        properties(target, root, path, found);
    }

    for (name, inner) in schema["properties"].as_object().into_iter().flatten() {
        found.insert(format!("{path}/{name}"));
        properties(inner, root, &format!("{path}/{name}"), found);
    }

    for inner in ["items", "additionalProperties"]
        .map(|word| &schema[word])
        .iter()
        .filter(|of| of.is_object())
    {
        properties(inner, root, &format!("{path}/*"), found);
    }
}

/// The paths of what stands in a file; names that are data become `*` where the schema has it so.
fn written(value: &Value, path: &str, known: &BTreeSet<String>, found: &mut BTreeSet<String>) {
    for (name, inner) in value.as_object().into_iter().flatten() {
        let own = format!("{path}/{name}");
        let own = if known.contains(&own) {
            own
        } else {
            format!("{path}/*")
        };

        found.insert(own.clone());
        written(inner, &own, known, found);
    }

    for inner in value.as_array().into_iter().flatten() {
        written(inner, &format!("{path}/*"), known, found);
    }
}

#[test]
fn every_field_of_the_format_is_in_the_example() {
    let dir = TempDir::new();
    let dataset = begin(&dir);
    let files = tree(Path::new(&dataset));
    for (subject, least) in [("dataset", 40), ("indicator", 20)] {
        let schema: Value = serde_json::from_slice(
            &fs::read(project(&format!("packaging/schema/{subject}.json"))).unwrap(),
        )
        .unwrap();
        let (mut known, mut found) = (BTreeSet::new(), BTreeSet::new());
        properties(&schema, &schema, "", &mut known);
        assert!(known.len() > least, "properties are found: {known:?}");
        let is_meant = |path: &str| {
            path.ends_with(".json") && (path == "dataset.json") == (subject == "dataset")
        };
        for (_, bytes) in files.iter().filter(|(path, _)| is_meant(path)) {
            written(
                &serde_json::from_slice(bytes).unwrap(),
                "",
                &known,
                &mut found,
            );
        }

        let missing: Vec<_> = known.difference(&found).collect();
        assert!(missing.is_empty(), "not in the example: {missing:?}");
        let enumerated = schema["properties"]["periodType"]["enum"]
            .as_array()
            .into_iter()
            .flatten();
        for period_type in enumerated.map(|name| name.as_str().unwrap()) {
            let line = format!("\"periodType\": \"{period_type}\"");
            assert!(
                files
                    .values()
                    .any(|bytes| String::from_utf8_lossy(bytes).contains(&line)),
                "{period_type}"
            );
        }
    }

    // Columns are known by what is said of another one.
    for (file, like) in [
        ("checks.csv", "checks.csv"),
        ("calendar.csv", "calendar.csv"),
        ("indicators/wage.csv", ".csv"),
    ] {
        let copy = dir.copy_of("tests/fixtures/clean", "copy");
        let target = copy.join(file.replace("wage", "usd"));
        write(&target, "a-column-that-nobody-knows\n");
        let said = outcome(&["check", copy.to_str().unwrap(), "--lang", "en"]).1;
        let (_, choice) = said
            .split_once("columns; use ")
            .unwrap_or_else(|| panic!("{said}"));
        for column in choice.lines().next().unwrap().split(", ") {
            let has_value =
                files
                    .iter()
                    .filter(|(path, _)| path.ends_with(like))
                    .any(|(_, bytes)| {
                        let text = String::from_utf8_lossy(bytes);
                        let position = text
                            .lines()
                            .next()
                            .unwrap()
                            .split(',')
                            .position(|name| name == column);
                        let cell = |line: &str, at: usize| {
                            line.split(',').nth(at).is_some_and(|cell| !cell.is_empty())
                        };
                        position.is_some_and(|at| text.lines().skip(1).any(|line| cell(line, at)))
                    });

            assert!(has_value, "{column} of {file} has no value in the example");
        }

        fs::remove_dir_all(copy).unwrap();
    }
}

#[test]
fn texts_are_in_both_languages_and_say_that_the_figures_are_invented() {
    let dir = TempDir::new();
    let dataset = begin(&dir);
    for (path, bytes) in tree(Path::new(&dataset))
        .iter()
        .filter(|(path, _)| path.starts_with("indicators/"))
    {
        if path.ends_with(".json") {
            let of: Value = serde_json::from_slice(bytes).unwrap();
            for (lang, name, notes) in [
                ("ru", "(выдуманные данные)", "Данные выдуманы."),
                ("en", "(invented)", "The figures are invented."),
            ] {
                assert!(of["name"][lang].as_str().unwrap().contains(name), "{path}");
                assert!(
                    of["notes"][lang].as_str().unwrap().starts_with(notes),
                    "{path}"
                );
            }

            assert_eq!(of["source"], "invented", "{path}");
        }
    }
}

/// Each publication of the sample warns of it, until the last figure has another source.
#[test]
fn invented_figures_are_not_published_without_a_word() {
    let dir = TempDir::new();
    let dataset = begin(&dir);
    let store = dir.join("store");
    let publish = || {
        let options = [
            "--store",
            store.to_str().unwrap(),
            "--new-store",
            "--no-reload",
            "--yes",
            "--lang",
            "en",
        ];

        let (code, _, stderr) = outcome(&[&["publish", &dataset], &options[..]].concat());
        assert_eq!(code, 0, "{stderr}");
        stderr
    };

    let said = |count: &str| {
        format!(
            "dataset.json: warning: {count} with invented figures (source `invented` is from `init`)"
        )
    };
    assert!(publish().contains(&said("12 indicators")));
    assert_eq!(
        outcome(&[
            "record",
            "policy-rate",
            "2025-12-15",
            "7",
            "--dataset",
            &dataset
        ])
        .0,
        0
    );

    assert!(publish().contains(&said("12 indicators")));
    for (path, bytes) in tree(Path::new(&dataset)) {
        let text = String::from_utf8(bytes).unwrap();
        write(
            &Path::new(&dataset).join(path),
            text.replace("invented\"", "own\"")
                .replace("invented,", "own,"),
        );
    }

    let options = [
        "--allow",
        "definition",
        "--store",
        store.to_str().unwrap(),
        "--no-reload",
        "--yes",
        "--lang",
        "en",
    ];

    let (code, _, stderr) = outcome(&[&["publish", &dataset], &options[..]].concat());
    assert!(
        code == 0 && !stderr.contains("invented figures"),
        "{stderr}"
    );
}

/// Exit code and standard error of a command.
fn refusal(output: Output) -> (Option<i32>, String) {
    (
        output.status.code(),
        String::from_utf8(output.stderr).unwrap(),
    )
}

#[test]
fn what_is_there_is_left_alone_and_named() {
    let dir = TempDir::new();
    let dataset = begin(&dir);
    let before = tree(Path::new(&dataset));
    let refused = |path: &str, says: &str| {
        for path in [path.to_owned(), format!("{path}/")] {
            let (code, stdout, stderr) = outcome(&["init", &path, "--lang", "en"]);
            assert_eq!((code, stdout.as_str()), (1, ""), "{path}");
            assert_eq!(
                stderr,
                format!("indicatord: {}{says}\n", path.trim_end_matches('/'))
            );
        }
    };

    refused(&dataset, " is not empty: give a new directory");
    assert_eq!(tree(Path::new(&dataset)), before);
    let path = |name: &str| dir.join(name).to_str().unwrap().to_owned();
    write(&dir.join("file"), "mine");
    refused(
        &path("file"),
        " is not a directory, so no dataset was created: give a new directory",
    );
    assert_eq!(fs::read_to_string(dir.join("file")).unwrap(), "mine");
    fs::create_dir(dir.join("empty")).unwrap();
    symlink(dir.join("empty"), dir.join("link")).unwrap();
    symlink(dir.join("nowhere"), dir.join("dangling")).unwrap();
    for link in ["link", "dangling"] {
        refused(
            &path(link),
            " is a symbolic link, so no dataset was created: name the directory itself",
        );
    }

    assert_eq!(fs::read_dir(dir.join("empty")).unwrap().count(), 0);
    assert!(!dir.join("nowhere").exists());
    fs::create_dir(dir.join("empty/indicators")).unwrap();
    refused(&path("empty"), " is not empty: give a new directory");
}

#[test]
fn where_nothing_can_be_written_nothing_is_begun() {
    let dir = TempDir::new();
    fs::create_dir(dir.join("closed")).unwrap();
    fs::set_permissions(dir.join("closed"), PermissionsExt::from_mode(0o555)).unwrap();
    for (name, at) in [("closed", "closed/.begun"), ("closed/new", "closed/new")] {
        let path = dir.join(name);
        let output = without_privileges(program())
            .arg("init")
            .arg(&path)
            .args(["--lang", "en"])
            .output()
            .unwrap();
        let said = format!(
            "indicatord: {}: no dataset was created, and nothing was left behind; {}: permission denied\n",
            path.display(),
            dir.join(at).display()
        );
        assert_eq!(refusal(output), (Some(1), said));
    }

    assert_eq!(fs::read_dir(dir.join("closed")).unwrap().count(), 0);
    let (code, _, stderr) = outcome(&[
        "init",
        dir.join("no/where").to_str().unwrap(),
        "--lang",
        "ru",
    ]);
    assert_eq!(code, 1);
    assert!(
        stderr.contains("набор данных не создан")
            && stderr.ends_with("нет такого файла или каталога\n"),
        "{stderr}"
    );
}

/// Runs `init` where no file can have more than a kilobyte, as on a disk that is full: with the signal of that it is
/// killed, without it the system refuses.
fn on_a_full_disk(path: &Path, is_killed: bool) -> Output {
    let ignored = if is_killed { "" } else { "trap '' XFSZ; " };
    let line = format!("{ignored}ulimit -f 1; exec \"$0\" init --full \"$1\" --lang en");
    Command::new("sh")
        .args(["-c", &line, program()])
        .arg(path)
        .output()
        .unwrap()
}

#[test]
fn what_is_begun_is_whole_or_not_there() {
    let dir = TempDir::new();
    let dataset = dir.join("dataset");
    for exists_before in [false, true] {
        let (code, stderr) = refusal(on_a_full_disk(&dataset, false));
        assert_eq!(code, Some(1), "{stderr}");
        assert!(
            stderr.contains("no dataset was created, and nothing was left behind; "),
            "{stderr}"
        );
        assert_eq!(dataset.exists(), exists_before);
        assert!(!exists_before || fs::read_dir(&dataset).unwrap().next().is_none());
        assert_eq!(
            on_a_full_disk(&dataset, true).status.code(),
            None,
            "it was killed"
        );
        let (code, stdout, _) = outcome(&["check", dataset.to_str().unwrap(), "--lang", "en"]);
        assert!(
            code != 0 && !stdout.contains("indicators,"),
            "what is left does not look done: {stdout}"
        );
        // The next one clears up.
        assert_eq!(outcome(&["init", "--full", dataset.to_str().unwrap()]).0, 0);
        assert_eq!(tree(&dataset).len(), 27);
        fs::remove_dir_all(&dataset).unwrap();
        fs::create_dir(&dataset).unwrap();
    }

    // Killed while it moved things to their places; what somebody else has put there since is not taken away.
    begin_and_stop_before_the_last(&dir, &dataset);
    assert_eq!(outcome(&["init", "--full", dataset.to_str().unwrap()]).0, 0);
    fs::remove_dir_all(&dataset).unwrap();
    begin_and_stop_before_the_last(&dir, &dataset);
    write(
        &dataset.join("indicators/wage.csv"),
        "date,value\n2025-11,1\n",
    );
    assert_eq!(outcome(&["init", "--full", dataset.to_str().unwrap()]).0, 1);
    assert_eq!(
        fs::read_to_string(dataset.join("indicators/wage.csv")).unwrap(),
        "date,value\n2025-11,1\n"
    );
}

/// A dataset as a kill leaves it before `dataset.json` is moved to its place.
fn begin_and_stop_before_the_last(dir: &TempDir, dataset: &Path) {
    let _ = fs::remove_dir_all(dir.join("indicators"));
    fs::rename(begin(dir), dataset).unwrap_or_else(|_| {
        fs::remove_dir(dataset).unwrap();
        fs::rename(dir.join("indicators"), dataset).unwrap();
    });
    fs::create_dir(dataset.join(".begun")).unwrap();
    fs::rename(
        dataset.join("dataset.json"),
        dataset.join(".begun/dataset.json"),
    )
    .unwrap();
}

#[test]
fn modes_are_those_of_the_directory_and_not_of_the_umask() {
    let dir = TempDir::new();
    fs::create_dir(dir.join("shared")).unwrap();
    fs::set_permissions(dir.join("shared"), PermissionsExt::from_mode(0o2775)).unwrap();
    for (name, directory, file) in [("new", 0o755, 0o644), ("shared", 0o2775, 0o664)] {
        let path = dir.join(name);
        let output = Command::new("sh")
            .args(["-c", "umask 077; exec \"$0\" init --full \"$1\"", program()])
            .arg(&path)
            .output();
        assert!(output.unwrap().status.success());
        let mode = |below: &str| fs::metadata(path.join(below)).unwrap().mode() & 0o7777;
        assert_eq!(
            [mode(""), mode("indicators")],
            [directory, directory],
            "{name}"
        );
        assert_eq!(
            [mode("dataset.json"), mode("indicators/wage.csv")],
            [file, file],
            "{name}"
        );
    }
}

#[test]
fn who_checks_an_empty_directory_hears_how_to_begin() {
    let dir = TempDir::new();
    let empty = dir.join("empty");
    fs::create_dir(&empty).unwrap();
    let empty = empty.to_str().unwrap();
    for (lang, says) in [
        (
            "en",
            "the directory is empty: is the file system mounted? `indicatord init DIR` creates a new dataset",
        ),
        (
            "ru",
            "каталог пуст: смонтирована ли файловая система? новый набор создаёт `indicatord init КАТАЛОГ`",
        ),
    ] {
        let (code, stdout, _) = outcome(&["check", empty, "--lang", lang]);
        assert_eq!(
            (code, stdout.lines().next()),
            (1, Some(&*format!("{empty}: {says}")))
        );
    }
}
