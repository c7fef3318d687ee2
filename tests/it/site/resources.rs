//! The resources beside schema 1.0, as exported: they say the same as the bodies of schema 1.0, of every indicator.

use std::collections::BTreeMap;
use std::sync::OnceLock;

use serde_json::Value;

use crate::support::{TempDir, Tree, export, project, write};

fn text<'a>(tree: &'a Tree, path: &str) -> &'a str {
    std::str::from_utf8(tree.get(path).unwrap_or_else(|| panic!("no {path}"))).unwrap()
}

fn json(tree: &Tree, path: &str) -> Value {
    serde_json::from_str(text(tree, path)).unwrap()
}

/// Every dataset of the repository, as exported, in each language.
fn editions() -> impl Iterator<Item = (&'static Tree, &'static str)> {
    static EXPORTS: OnceLock<[Tree; 3]> = OnceLock::new();
    let datasets = [
        "tests/fixtures/all-types",
        "tests/fixtures/hostile",
        "dataset",
    ];
    EXPORTS
        .get_or_init(|| datasets.map(|path| export(&project(path), &[])))
        .iter()
        .flat_map(|tree| [(tree, ""), (tree, "en/")])
}

fn metrics(tree: &Tree, language: &str) -> Vec<Value> {
    json(tree, &format!("{language}data.json"))["metrics"]
        .as_array()
        .unwrap()
        .clone()
}

/// Rows of cells by the names of their columns.
fn rows(csv: &str) -> Vec<BTreeMap<String, String>> {
    assert!(!csv.starts_with('\u{feff}'));
    let mut reader = csv::Reader::from_reader(csv.as_bytes());
    reader.deserialize().map(Result::unwrap).collect()
}

/// A member as the flat table has it: digit by digit, empty for null and for what is left out.
fn cell(value: &Value) -> String {
    match value {
        Value::Null => String::new(),
        Value::String(text) => text.clone(),
        other => other.to_string(),
    }
}

#[test]
fn the_flat_table_has_what_the_collection_has() {
    for (tree, language) in editions() {
        let rows = rows(text(tree, &format!("{language}data.csv")));
        let metrics = metrics(tree, language);
        assert_eq!(rows.len(), metrics.len());
        for (row, metric) in rows.iter().zip(&metrics) {
            for (column, member) in [
                ("key", &metric["key"]),
                ("unit", &metric["unit"]),
                ("period_type", &metric["period"]["type"]),
                ("period_label", &metric["period"]["label"]),
                ("period_date", &metric["period"]["date"]),
                ("source_status", &metric["sourceStatus"]),
                ("source", &metric["source"]),
                ("notes", &metric["notes"]),
                ("checked_at", &metric["checkedAt"]),
                ("publication_date", &metric["publicationDate"]),
                (
                    "expected_next_publication",
                    &metric["expectedNextPublication"],
                ),
            ] {
                assert_eq!(row[column], cell(member), "{column} of {row:?}");
            }

            // Through the text of the body: a number that a reader of JSON makes is not exact.
            let body = text(tree, &format!("{language}data/{}.json", row["key"]));
            for (column, line) in [
                ("value", "  \"value\": "),
                ("value_raw", "  \"valueRaw\": "),
            ] {
                assert!(
                    body.contains(&format!("{line}{},\n", row[column])),
                    "{column} of {row:?}"
                );
            }

            let numbers: Vec<&str> = body
                .lines()
                .filter_map(|line| {
                    line.trim()
                        .strip_prefix("\"abs\": ")
                        .or(line.trim().strip_prefix("\"pct\": "))
                })
                .collect();
            for (column, number) in ["mom_abs", "mom_pct", "yoy_abs", "yoy_pct"]
                .iter()
                .zip(numbers)
            {
                let number = number.trim_end_matches(',');
                assert_eq!(
                    row[*column],
                    if number == "null" { "" } else { number },
                    "{column} of {row:?}"
                );
            }
        }
    }
}

/// Fails unless the period of a metric is that of its newest row, or of a rate begins with the day since which it holds.
fn assert_dated(metric: &Value, newest: Option<&Value>) {
    let date = metric["period"].get("date").filter(|date| !date.is_null());
    if metric["period"]["type"] == "effective_from" {
        assert!(date.map(|date| date.as_str()) <= newest.map(|date| date.as_str()));
    } else {
        assert_eq!(date, newest);
    }
}

#[test]
fn explanations_agree_with_the_changes_and_every_null_has_a_sentence() {
    for (tree, language) in editions() {
        for metric in metrics(tree, language) {
            let key = metric["key"].as_str().unwrap();
            let explained = json(tree, &format!("{language}data/{key}/explain.json"));
            assert_eq!(explained["status"]["sourceStatus"], metric["sourceStatus"]);
            assert!(
                explained["status"]["sentence"]
                    .as_str()
                    .unwrap()
                    .ends_with('.')
            );
            for span in ["mom", "yoy"] {
                let (why, change) = (&explained["change"][span], &metric["change"][span]);
                let expected = match (change["abs"].is_null(), change["pct"].is_null()) {
                    (false, false) => why["result"] == "calculated",
                    (false, true) => why["result"] == "base_zero",
                    (true, _) => why["result"] != "calculated" && why["result"] != "base_zero",
                };

                assert!(expected, "{key} {span}: {why}");
                assert_dated(&metric, why.get("currentDate"));
                assert_eq!(why["currentValueRaw"], metric["valueRaw"]);
                let sentence = why["sentence"].as_str().unwrap();
                assert!(
                    sentence.chars().count() > 15 && sentence.ends_with('.'),
                    "{sentence}"
                );
                assert_eq!(
                    sentence.matches(". ").count(),
                    sentence.matches("п.\u{a0}п. ").count(),
                    "{sentence}"
                );
                let russian = sentence.chars().any(|c| ('а'..='я').contains(&c));
                assert_eq!(russian, language.is_empty(), "{sentence}");
            }
        }
    }
}

#[test]
fn histories_end_with_the_current_observation_in_both_forms() {
    for (tree, language) in editions() {
        for metric in metrics(tree, language) {
            let key = metric["key"].as_str().unwrap();
            let history = json(tree, &format!("{language}data/{key}/history.json"));
            let observations = history["observations"].as_array().unwrap();
            let current = observations.last().unwrap();
            assert_dated(&metric, current.get("date").filter(|date| !date.is_null()));
            assert_eq!(current["valueRaw"], metric["valueRaw"]);
            assert_eq!(current.get("published"), metric.get("publicationDate"));
            assert_eq!(
                current.get("unit").unwrap_or(&history["unit"]),
                &metric["unit"]
            );
            assert!(observations.is_sorted_by(|a, b| a["date"].as_str() < b["date"].as_str()));
            let rows = rows(text(tree, &format!("{language}data/{key}/history.csv")));
            assert_eq!(rows.len(), observations.len());
            for (row, observation) in rows.iter().zip(observations) {
                assert_eq!(row["date"], cell(&observation["date"]));
                assert_eq!(row["published"], cell(&observation["published"]));
                assert_eq!(
                    row["unit"],
                    cell(observation.get("unit").unwrap_or(&history["unit"]))
                );
                assert_eq!(
                    row["period_type"],
                    cell(
                        observation
                            .get("periodType")
                            .unwrap_or(&history["periodType"])
                    )
                );
            }
        }
    }
}

#[test]
fn the_catalogue_leads_to_every_indicator() {
    for (tree, language) in editions() {
        let catalog = json(tree, &format!("{language}catalog.json"));
        let categories = catalog["categories"].as_array().unwrap();
        let entries: Vec<&Value> = categories
            .iter()
            .flat_map(|c| c["indicators"].as_array().unwrap())
            .collect();
        let metrics = metrics(tree, language);
        assert_eq!(entries.len(), metrics.len());
        for (entry, metric) in entries.into_iter().zip(&metrics) {
            assert_eq!(entry["key"], metric["key"]);
            assert_dated(metric, entry.get("lastDate"));
            for link in entry["links"].as_object().unwrap().values() {
                let path = link.as_str().unwrap().strip_prefix('/').unwrap();
                let is_there =
                    tree.contains_key(path) || tree.contains_key(&format!("{path}/index.html"));
                assert!(path.starts_with(language) && is_there, "{path}");
            }

            let history = json(
                tree,
                entry["links"]["history"]
                    .as_str()
                    .unwrap()
                    .strip_prefix('/')
                    .unwrap(),
            );
            assert_eq!(
                entry["observations"],
                history["observations"].as_array().unwrap().len()
            );
            assert!(
                entry
                    .as_object()
                    .unwrap()
                    .values()
                    .all(|value| !value.is_null())
            );
        }
    }
}

#[test]
fn the_table_of_the_catalogue_says_what_the_catalogue_says() {
    for (tree, language) in editions() {
        let catalog = json(tree, &format!("{language}catalog.json"));
        let metrics = metrics(tree, language);
        let mut rows = rows(text(tree, &format!("{language}catalog.csv"))).into_iter();
        let mut metrics = metrics.iter();
        for category in catalog["categories"].as_array().unwrap() {
            for entry in category["indicators"].as_array().unwrap() {
                let row = rows.next().expect("a row for each entry");
                for (column, member) in [
                    ("key", &entry["key"]),
                    ("name", &entry["name"]),
                    ("short_name", &entry["shortName"]),
                    ("category", &category["name"]),
                    ("unit", &entry["unit"]),
                    ("unit_code", &entry["unitCode"]),
                    ("measure", &entry["measure"]),
                    ("period_type", &entry["periodType"]),
                    ("frequency", &entry["frequency"]),
                    ("source", &entry["source"]),
                    ("first_date", &entry["firstDate"]),
                    ("last_date", &entry["lastDate"]),
                    ("observations", &entry["observations"]),
                    ("source_status", &metrics.next().unwrap()["sourceStatus"]),
                    ("license", &catalog["license"]["name"]),
                ] {
                    assert_eq!(row[column], cell(member), "{column} of {row:?}");
                }
            }
        }

        assert_eq!(rows.next(), None, "{language}");
    }
}

#[test]
fn the_calendar_is_the_same_for_people_and_for_calendar_programs() {
    for (tree, language) in editions() {
        let ics = text(tree, &format!("{language}calendar.ics"));
        assert!(
            ics.split("\r\n")
                .all(|line| line.len() <= 75 && !line.contains('\n'))
        );
        let unfolded = ics.replace("\r\n ", "");
        let calendar = json(tree, &format!("{language}calendar.json"));
        let mut dates: Vec<String> = unfolded
            .split("\r\n")
            .filter_map(|line| line.strip_prefix("DTSTART;VALUE=DATE:"))
            .map(|day| format!("{}-{}-{}", &day[..4], &day[4..6], &day[6..]))
            .collect();
        dates.dedup();
        let expected: Vec<&str> = calendar["dates"]
            .as_array()
            .unwrap()
            .iter()
            .map(|date| date["date"].as_str().unwrap())
            .collect();
        assert_eq!(dates, expected);
        assert_eq!(
            unfolded.matches("BEGIN:").count(),
            unfolded.matches("END:").count()
        );
    }
}

/// Names and notes come from people: whatever stands in them, the formats hold, and it comes out as it was written.
#[test]
fn hostile_texts_stay_texts() {
    let nasty = "=1+1;\"a\",'b'\\\n@keys \"@keys\" <script>alert(1)</script>]]> \u{627}\u{644} 🙂";
    let long = format!("{nasty}{}", "очень длинно, ".repeat(800));
    let dir = TempDir::new();
    let dataset = dir.copy_of("tests/fixtures/clean", "hostile");
    let both = |text: &str| serde_json::json!({ "ru": text, "en": text });
    let definition = serde_json::json!({
        "name": both(&long), "unit": "azn", "periodType": "monthly", "release": "r;,\\\"", "notes": both(nasty)
    });
    write(
        &dataset.join("indicators/wage.json"),
        definition.to_string(),
    );
    write(
        &dataset.join("calendar.csv"),
        "release,date\r\n\"r;,\\\"\"\",2026-12-12\r\n",
    );
    let tree = export(&dataset, &[]);
    for language in ["", "en/"] {
        assert_eq!(
            json(&tree, &format!("{language}data/wage/history.json"))["name"],
            long
        );
        let rows = rows(text(&tree, &format!("{language}data.csv")));
        let wage = rows.iter().find(|row| row["key"] == "wage").unwrap();
        assert_eq!(
            (wage["name"].as_str(), wage["notes"].as_str()),
            (long.as_str(), nasty)
        );
        let ics = text(&tree, &format!("{language}calendar.ics"));
        assert!(
            ics.split("\r\n")
                .all(|line| line.len() <= 75 && !line.contains('\n'))
        );
        let unfolded = ics.replace("\r\n ", "");
        let name = long
            .replace('\\', "\\\\")
            .replace(';', "\\;")
            .replace(',', "\\,")
            .replace('\n', "\\n");
        assert!(unfolded.contains(&format!("\r\nDESCRIPTION:{name}\r\n")));
    }
}
