//! The examples of the manual can be copied: files pass the check, commands run, addresses are answered.

use std::fs;
use std::path::Path;

use serde_json::{Value, json};

use super::page::{LANGUAGES, Page};
use crate::support::server::Server;
use crate::support::{TempDir, outcome, write};

/// Where the manual has its dataset.
const SHOWN: &str = "/srv/indicators";
const ADDRESS: &str = "http://127.0.0.1:8080";

/// The lines of all examples of a page.
fn examples(language: &str, name: &str) -> Vec<String> {
    Page::read(language, name)
        .sections
        .into_iter()
        .flat_map(|section| section.examples)
        .collect()
}

/// The lines from one that begins so to the one before which `is_over` says so.
fn part(lines: &[String], start: &str, is_over: fn(&str) -> bool) -> String {
    let lines = lines.iter().skip_while(|line| !line.starts_with(start));
    let found: Vec<&str> = lines
        .map(String::as_str)
        .take_while(|line| !is_over(line))
        .collect();
    assert!(found.len() > 3, "{start}: {found:?}");
    found.join("\n") + "\n"
}

fn read(path: &Path) -> Value {
    serde_json::from_slice(&fs::read(path).unwrap()).unwrap()
}

/// Adds the indicator of the manual to a new dataset, with what its files refer to.
fn add_to(dataset: &Path, lines: &[String]) {
    let definition = part(lines, "{", |line| line.starts_with("date,"));
    let rows = part(lines, "date,", |line| line.starts_with("indicatord "));
    write(&dataset.join("indicators/m1.json"), &definition);
    write(&dataset.join("indicators/m1.csv"), rows);
    let mut above: Value = serde_json::from_str(&definition).unwrap();
    let source = above["source"].as_str().unwrap().to_owned();
    let (unit, release) = (
        above["unit"].as_str().unwrap().to_owned(),
        above["release"].clone(),
    );
    let key = above.as_object_mut().unwrap().remove("below").unwrap();
    let key = key.as_str().unwrap();
    write(
        &dataset.join(format!("indicators/{key}.json")),
        above.to_string(),
    );
    write(
        &dataset.join(format!("indicators/{key}.csv")),
        "date,value\n2025-07,90000\n2025-08,91000\n",
    );
    let path = dataset.join("dataset.json");
    let mut all = read(&path);
    let text = json!({ "ru": "текст", "en": "text" });
    all["utcOffset"] = "+04:00".into();
    all["units"][&unit] = text.clone();
    all["sources"][&source] = json!({ "name": text });
    let listed = all["categories"][0]["indicators"].as_array_mut().unwrap();
    listed.extend(["m1", key].map(Value::from));
    write(&path, all.to_string());
    let calendar = dataset.join("calendar.csv");
    let dates = fs::read_to_string(&calendar).unwrap();
    write(
        &calendar,
        format!("{dates}{},2025-11-14,\n", release.as_str().unwrap()),
    );
}

#[test]
fn the_files_and_commands_of_the_manual_can_be_copied() {
    for language in LANGUAGES {
        let lines = examples(language, "indicatord-dataset.5");
        let dir = TempDir::new();
        let dataset = dir.join("dataset");
        let shown = dataset.to_str().unwrap();
        assert_eq!(outcome(&["init", "--full", shown]).0, 0);
        add_to(&dataset, &lines);
        let (code, stdout, stderr) = outcome(&["check", shown, "--lang", "en"]);
        assert_eq!((code, stderr.as_str()), (0, ""), "{language}: {stdout}");
        assert_eq!(
            stdout.lines().count(),
            1,
            "{language}: neither warnings nor embargoes: {stdout}"
        );
        let commands: Vec<&String> = lines
            .iter()
            .filter(|line| line.starts_with("indicatord "))
            .collect();
        assert!(commands.len() > 2, "{language}: {commands:?}");
        for command in commands {
            let command = command.replace(SHOWN, shown);
            let words: Vec<&str> = command.split_whitespace().skip(1).collect();
            let (code, _, stderr) = outcome(&words);
            assert_eq!(code, 0, "{language}: {command}: {stderr}");
        }
    }
}

#[test]
fn the_addresses_of_the_manual_are_answered() {
    let server = Server::serve(&[]);
    for language in LANGUAGES {
        let lines = examples(language, "indicatord-api.7");
        let rest = lines
            .iter()
            .filter_map(|line| line.split_once(ADDRESS))
            .map(|(_, rest)| rest);
        let paths: Vec<&str> = rest
            .map(|rest| rest.split(['"', '\'', ' ']).next().unwrap())
            .collect();
        assert!(paths.len() > 5, "{language}: {paths:?}");
        for path in paths {
            // The address of an SDMX service is not one of its resources.
            let path = if path == "/sdmx" {
                "/sdmx/dataflow"
            } else {
                path
            };

            let answer = server.get(&path.replace("FLOW", "MACRO"), "");
            assert_eq!(answer.status, 200, "{language}: {path}");
        }
    }
}
