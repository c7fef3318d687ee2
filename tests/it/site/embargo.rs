//! An export of a dataset with rows under embargo is, before their instant, that of the dataset without them, and from it on,
//! that of the dataset in which they were published then; byte for byte.

use std::collections::BTreeMap;
use std::path::Path;

use crate::support::{AT, TempDir, outcome, project, tree, write};

const FIXTURE: &str = "tests/fixtures/all-types";
/// The instant of the embargo, on 12 December by the clock of the dataset.
const INSTANT: &str = "2026-12-11T20:30:00Z";

type Files = BTreeMap<String, String>;

/// The fixture with rows under embargo until INSTANT, and an indicator that is wholly under embargo with everything that
/// it alone uses; or, without an instant, with the same rows as published on the day of it.
fn files(instant: Option<&str>) -> Files {
    let text = |bytes: Vec<u8>| String::from_utf8(bytes).unwrap();
    let mut files: Files = tree(&project(FIXTURE))
        .into_iter()
        .map(|(path, bytes)| (path, text(bytes)))
        .collect();
    let (column, cell, day) = match instant {
        Some(instant) => (",published,not_before", format!(",,{instant}"), ""),
        None => (",published", ",2026-12-12".to_owned(), "2026-12-12"),
    };

    let mut replace = |path: &str, before: &str, after: &str| {
        let file = files.get_mut(path).unwrap();
        assert!(file.contains(before), "{path}: {before}");
        *file = file.replacen(before, after, 1);
    };
    replace(
        "dataset.json",
        "\"featured\": [\"usd\"",
        "\"featured\": [\"secret\", \"usd\"",
    );
    replace(
        "dataset.json",
        "\"units\": {",
        "\"units\": {\"own\": {\"ru\": \"тайн\", \"en\": \"secrets\"},",
    );
    let source = "\"sources\": {\"hidden\": {\"name\": {\"ru\": \"Тайна\", \"en\": \"Secrecy\"}, \"staleAfterHours\": 1},";
    replace("dataset.json", "\"sources\": {", source);
    let category = "{\"id\": \"hidden\", \"name\": {\"ru\": \"Тайное\", \"en\": \"Secret\"}, \"indicators\": [\"secret\"]},\n    {\n      \"id\": \"rates\"";
    replace("dataset.json", "{\n      \"id\": \"rates\"", category);
    replace(
        "calendar.csv",
        "cb-money,2026-12-12",
        "secrets,2026-12-12\ncb-money,2026-12-12",
    );
    replace("checks.csv", "\n", "\nhidden,2026-11-19T08:00:00+04:00,\n");
    if instant.is_none() {
        replace(
            "dataset.json",
            "\"asOf\": \"2026-11-20T05:00:00Z\"",
            &format!("\"asOf\": \"{INSTANT}\""),
        );
    }

    let definition = "{\"name\": {\"ru\": \"Тайна\", \"en\": \"Secret\"}, \"unit\": \"own\", \"periodType\": \"monthly\", \
                      \"source\": \"hidden\", \"release\": \"secrets\", \"chartWith\": []}";
    files.insert("indicators/secret.json".to_owned(), definition.to_owned());
    files.insert(
        "indicators/secret.csv".to_owned(),
        format!("date,value{column}\n2026-10,1{cell}\n2026-11,2{cell}\n"),
    );
    // A new observation, and a revision of one that is public: date, value, and what follows `published`.
    for (key, header, row, rest) in [
        ("usd", "date,value,published", "2026-11-25,1.75", ""),
        (
            "m2",
            "date,value,published,reported_change_pct",
            "2026-06,44871.3",
            ",1.2",
        ),
    ] {
        let path = format!("indicators/{key}.csv");
        let rows = files[&path]
            .strip_prefix(&format!("{header}\n"))
            .unwrap()
            .to_owned();
        let file = match instant {
            Some(at) => format!(
                "{header},not_before\n{}{row},{rest},{at}\n",
                rows.replace('\n', ",\n")
            ),
            None => format!("{header}\n{rows}{row},{day}{rest}\n"),
        };

        files.insert(path, file);
    }

    files
}

fn export(files: &Files, at: &str) -> BTreeMap<String, Vec<u8>> {
    let dir = TempDir::new();
    files
        .iter()
        .for_each(|(path, text)| write(&dir.join("dataset").join(path), text));
    let out = dir.join("out");
    let paths =
        [out.as_path(), &dir.join("dataset")].map(|path: &Path| path.to_str().unwrap().to_owned());
    let (code, _, stderr) = outcome(&["export", &paths[0], "--dataset", &paths[1], "--at", at]);
    assert_eq!(code, 0, "{stderr}");
    tree(&out)
}

fn assert_same(found: &BTreeMap<String, Vec<u8>>, expected: &BTreeMap<String, Vec<u8>>) {
    let differing: Vec<&String> = found
        .keys()
        .chain(expected.keys())
        .filter(|path| found.get(*path) != expected.get(*path))
        .collect();
    assert!(differing.is_empty(), "these differ: {differing:?}");
}

#[test]
fn before_its_instant_a_row_leaves_no_trace() {
    let fixture: Files = tree(&project(FIXTURE))
        .into_iter()
        .map(|(path, bytes)| (path, String::from_utf8(bytes).unwrap()))
        .collect();
    for at in [AT, "2026-12-11T20:29:59Z"] {
        assert_same(&export(&files(Some(INSTANT)), at), &export(&fixture, at));
    }
}

#[test]
fn from_its_instant_on_a_row_is_one_that_was_published_then() {
    for at in [INSTANT, "2027-01-01T00:00:00Z"] {
        assert_same(
            &export(&files(Some(INSTANT)), at),
            &export(&files(None), at),
        );
    }
}
