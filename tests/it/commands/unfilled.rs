//! An indicator without rows: its first ones come by `record` or `import`, and until then readers cannot be shown it.

use std::fs;
use std::path::Path;
use std::process::Command;

use crate::support::dataset::DatasetFixture;
use crate::support::samples::xlsx;
use crate::support::{finish, outcome, program, write};

const NO_OBSERVATIONS: &str = "indicators/m3.csv: no observations yet: record or import some, \
                               or take `m3` out of its category";

/// A dataset whose other indicators, headline figures and a definition name one that has this table, or none.
fn dataset(table: Option<&str>) -> DatasetFixture {
    let fixture = DatasetFixture::new();
    fixture.replace("dataset.json", "[\"usd\",", "[\"m3\", \"m2\", \"usd\",");
    fixture.replace(
        "dataset.json",
        "\"units\"",
        "\"featured\": [\"m3\", \"usd\"], \"units\"",
    );
    fixture.write(
        "indicators/m3.json",
        r#"{ "name": { "ru": "М3", "en": "M3" }, "unit": "azn", "periodType": "month_end",
             "measure": "amount", "source": "bank", "chartWith": ["m2"], "below": "m2" }"#,
    );
    fixture.write(
        "indicators/m2.json",
        r#"{ "name": { "ru": "М2", "en": "M2" }, "unit": "azn", "periodType": "month_end",
             "measure": "amount", "source": "bank", "chartWith": ["m3"] }"#,
    );
    fixture.write(
        "indicators/m2.csv",
        "date,value\n2026-09,190\n2026-10,191\n",
    );
    fixture.write(
        "tables/bank.json",
        r#"{ "source": "bank", "sheet": "a", "labels": ["M3"], "series": { "m3": {} } }"#,
    );
    if let Some(table) = table {
        fixture.write("indicators/m3.csv", table);
    }

    fixture
}

fn check(fixture: &DatasetFixture) -> (i32, String, String) {
    outcome(&["check", fixture.dataset.to_str().unwrap(), "--lang", "en"])
}

const TABLES: [Option<&str>; 4] = [
    None,
    Some("date,value\n"),
    Some("date;value;published\r\n"),
    Some("\u{feff}date,value,ref,flag,not_before"),
];

#[test]
fn an_indicator_without_rows_is_a_warning_until_readers_would_see_it() {
    for table in TABLES {
        let fixture = dataset(table);
        let [store, out] = ["store", "out"].map(|name| fixture.dir.join(name));
        let (code, said, stderr) = check(&fixture);
        assert_eq!(code, 0, "{table:?}: {said}{stderr}");
        let warning = NO_OBSERVATIONS.replacen("csv: ", "csv: warning: ", 1);
        assert!(said.contains(&warning), "{table:?}: {said}");

        let directory = fixture.dataset.to_str().unwrap();
        let (store, out) = (store.to_str().unwrap(), out.to_str().unwrap());
        let publish = ["publish", directory, "--store", store, "--yes"];
        let stage = ["stage", directory, "--store", store];
        let without_it = DatasetFixture::new();
        let first = without_it.dataset.to_str().unwrap();
        let new_store = [
            "publish",
            first,
            "--store",
            store,
            "--new-store",
            "--yes",
            "--no-reload",
        ];

        let (code, _, stderr) = outcome(&new_store);
        assert_eq!(code, 0, "{stderr}");
        for command in [
            &publish[..],
            &stage[..],
            &["bundle", directory, "--out", out],
            &["export", "--dataset", directory, out],
            &["serve", "--dataset", directory, "--listen", "127.0.0.1:0"],
        ] {
            let arguments = [command, &["--lang", "en"]].concat();
            let (code, stdout, stderr) = outcome(&arguments);
            assert_ne!(code, 0, "{command:?}: {stdout}");
            assert!(stderr.contains(NO_OBSERVATIONS), "{command:?}: {stderr}");
        }
    }
}

#[test]
fn the_first_rows_of_an_indicator_come_by_record_and_by_import() {
    for table in TABLES {
        let recorded = dataset(table);
        let (code, said, stderr) = recorded.run(&["record", "m3", "2026-10", "100.5"]);
        assert_eq!(code, 0, "{table:?}: {said}{stderr}");

        let of_table = dataset(table);
        let content = b"key,date,value\nm3,2026-10,100.5\n".to_vec();
        let (code, said) = of_table.import_file("t.csv", content, &[]);
        assert_eq!(code, 0, "{table:?}: {said}");

        let of_source = dataset(table);
        let content = xlsx(&[("a", "Tarix|M3\noktyabr 2026|100.5\n")]);
        let (code, said) = of_source.import_file("a.xlsx", content, &[]);
        assert_eq!(code, 0, "{table:?}: {said}");

        for fixture in [recorded, of_table, of_source] {
            let rows = fixture.read("indicators/m3.csv").replace("100,5", "100.5");
            assert!(rows.contains("2026-10") && rows.contains("100.5"), "{rows}");
            let (code, said, stderr) = check(&fixture);
            assert_eq!(code, 0, "{said}{stderr}");
            assert!(!said.contains("no observations yet"), "{said}");
        }
    }
}

/// Neither takes the place of the other, and what is no table at all stays an error.
#[test]
fn a_definition_and_a_sound_table_are_needed() {
    for (table, fault) in [
        ("", "empty"),
        ("date,valeu\n", "unknown column `valeu`"),
        ("2026-10,1\n", "no header"),
    ] {
        let fixture = dataset(Some(table));
        let (code, said, stderr) = check(&fixture);
        assert!(code != 0 && said.contains(fault), "{table}: {said}{stderr}");
        assert!(!said.contains("no observations yet"), "{table}: {said}");
    }

    let fixture = dataset(TABLES[1]);
    fs::remove_file(fixture.dataset.join("indicators/m3.json")).unwrap();
    let (code, said, _) = check(&fixture);
    let missing = "indicators/m3.json: missing, but indicator `m3` is listed (dataset.json:";
    assert!(code != 0 && said.contains(missing), "{said}");
}

/// Runs a command on a fixture and a store that the environment names.
fn run_on(
    fixture: &DatasetFixture,
    store: &Path,
    arguments: &[&str],
    lang: &str,
) -> (i32, String, String) {
    let mut command = Command::new(program());
    command
        .args(arguments)
        .args(["--lang", lang])
        .env("INDICATORD_STORE", store)
        .env("INDICATORD_DATASET", &fixture.dataset);
    finish(&mut command)
}

/// What was deleted, or emptied, by hand is not new: the live release has it.
#[test]
fn a_table_that_was_lost_is_in_the_live_release() {
    for lost in [None, Some("date,value\n"), Some("date;value\r\n")] {
        let fixture = dataset(Some("date,value\n2026-06,98\n2026-07,99\n2026-08,100\n"));
        let [store, out, out_ru] = ["store", "out", "out-ru"].map(|name| fixture.dir.join(name));
        let run = |arguments: &[&str], lang: &str| run_on(&fixture, &store, arguments, lang);

        let (code, _, stderr) = run(&["publish", "--yes", "--no-reload"], "en");
        assert_eq!(code, 0, "{stderr}");
        let table = fixture.dataset.join("indicators/m3.csv");
        match lost {
            Some(content) => write(&table, content),
            None => fs::remove_file(&table).unwrap(),
        }

        let copy = store.join("current/indicators/m3.csv");
        let english = format!("has 3 rows: copy it back from {}", copy.display());
        let russian = format!("3 строки: скопируйте его оттуда ({})", copy.display());
        let dry = ["import", "--dry-run", "--key", "m3"];
        let rows = fixture.dir.join("rows.csv");
        write(&rows, "date,value\n2026-09,101\n");
        for command in [
            &["check"][..],
            &["check", "--json"],
            &["publish", "--yes", "--no-reload"],
            &["stage"],
            &["bundle", "--out", out.to_str().unwrap()],
            &[&dry[..], &[rows.to_str().unwrap()]].concat(),
        ] {
            let (_, stdout, stderr) = run(command, "en");
            let said = stdout + &stderr;
            assert!(said.contains(&english), "{command:?}: {said}");
            assert!(!said.contains("no observations yet"), "{command:?}: {said}");
        }

        for command in [
            &["check"][..],
            &["bundle", "--out", out_ru.to_str().unwrap()],
        ] {
            let (_, stdout, stderr) = run(command, "ru");
            let said = stdout + &stderr;
            assert!(said.contains(&russian), "{command:?}: {said}");
        }

        fs::copy(&copy, &table).unwrap();
        let (code, said, stderr) = run(&["check"], "en");
        assert_eq!(code, 0, "{said}{stderr}");
        assert!(!said.contains("copy it back"), "{said}");
    }
}

/// A file that is gone, or empty, is named with its copy in the live release, and nothing that follows from it is.
#[test]
fn a_file_that_was_lost_is_in_the_live_release() {
    for (lost, content) in [
        (&["indicators/m3.json"][..], None),
        (&["indicators/m3.json", "indicators/m3.csv"], None),
        (&["indicators/m3.json"], Some("")),
        (&["indicators/m3.csv"], Some("\n")),
        (&["dataset.json"], None),
        (&["dataset.json"], Some("\u{feff}")),
    ] {
        let fixture = dataset(Some("date,value\n2026-06,98\n2026-07,99\n2026-08,100\n"));
        let store = fixture.dir.join("store");
        let run = |arguments: &[&str], lang: &str| run_on(&fixture, &store, arguments, lang);

        let (code, _, stderr) = run(&["publish", "--yes", "--no-reload"], "en");
        assert_eq!(code, 0, "{stderr}");
        for file in lost {
            let path = fixture.dataset.join(file);
            match content {
                Some(content) => write(&path, content),
                None => fs::remove_file(&path).unwrap(),
            }
        }

        let copy = store.join("current").join(lost[0]);
        let english = format!("has it: copy it back from {}", copy.display());
        let russian = format!("он есть: скопируйте его оттуда ({})", copy.display());
        for (command, lang, words) in [
            (&["check"][..], "en", &english),
            (&["check"], "ru", &russian),
            (&["publish", "--yes"], "ru", &russian),
            (&["record", "usd", "2026-11-21", "1.7"], "en", &english),
        ] {
            let (code, stdout, stderr) = run(command, lang);
            let said = stdout + &stderr;
            assert_eq!(code, 2, "{lost:?} {command:?}: {said}");
            assert!(said.contains(words), "{lost:?} {command:?}: {said}");
            let errors = ["1 error\n", "1 ошибка\n"];
            assert!(
                errors.iter().any(|one| said.contains(one)),
                "{lost:?}: {said}"
            );
        }
    }
}
