//! The table from rule to test: every rule is in it once, and every test that it names exists.

use std::collections::BTreeSet;
use std::fs;

use crate::support::project;

/// The rules of the interface and of the decisions, by section; how many numbered ones a section has.
const NUMBERED: &[(&str, usize)] = &[
    ("S2", 4),
    ("S2.4", 9),
    ("D1", 7),
    ("D2", 5),
    ("D3", 8),
    ("D4", 4),
    ("D8", 2),
    ("D15", 8),
    ("D19", 4),
    ("D19a", 7),
];
/// Those that have names, or stand alone.
const NAMED: &[(&str, &[&str])] = &[
    ("", &["D5", "D6", "D9", "D11", "D13", "D14", "D16", "D17", "D27.1", "D28.2"]),
    ("D4.", &["root", "next", "checked"]),
    ("D7.", &["cache", "etag", "gzip", "length", "cors"]),
    ("D8.", &["csv", "catalog", "history", "calendar", "openapi", "metrics"]),
    (
        "D10.",
        &[
            "latest", "vintages", "xlsx", "chart", "sdmx", "excel", "names", "slash", "missing", "bad",
            "health", "public",
        ],
    ),
    ("D18.", &["loss", "jump", "revision", "definition", "future", "as-of", "early", "withdrawn"]),
    ("D19a.", &["cell"]),
    ("D26.", &["2", "3", "4"]),
];

/// Rule, what it says, and what holds it.
fn table() -> Vec<[String; 3]> {
    let text = fs::read_to_string(project("tests/rules.md")).unwrap();
    let rows = text.lines().filter_map(|line| line.strip_prefix("| ")?.strip_suffix(" |"));
    rows.skip(1)
        .map(|row| {
            let cells: Vec<String> = row.split(" | ").map(str::to_owned).collect();
            cells.try_into().unwrap_or_else(|cells| panic!("three columns: {cells:?}"))
        })
        .collect()
}

fn expected() -> BTreeSet<String> {
    let numbered =
        NUMBERED.iter().flat_map(|(section, count)| (1..=*count).map(move |n| format!("{section}.{n}")));
    let named =
        NAMED.iter().flat_map(|(section, names)| names.iter().map(move |name| format!("{section}{name}")));
    numbered.chain(named).collect()
}

#[test]
fn every_rule_stands_in_the_table_once() {
    let rules: Vec<String> = table().into_iter().map(|[rule, _, _]| rule).collect();
    let found: BTreeSet<String> = rules.iter().cloned().collect();
    assert_eq!(found.len(), rules.len(), "a rule stands there twice");
    assert_eq!(found, expected());
}

#[test]
fn every_test_that_the_table_names_exists() {
    for [rule, says, held] in table() {
        assert!(says.ends_with('.') && says.len() > 20, "{rule} says something");
        let tests: Vec<&str> = held.split("; ").collect();
        assert_eq!(tests.iter().collect::<BTreeSet<_>>().len(), tests.len(), "{rule} names a test twice");
        for test in tests {
            let (path, name) = test.split_once(": ").map_or((test, None), |(path, name)| (path, Some(name)));
            let source = fs::read_to_string(project(path)).unwrap_or_else(|e| panic!("{rule}: {path}: {e}"));
            match name {
                Some(name) => assert!(is_test(&source, name), "{rule}: {path} has no test {name}"),
                None => assert!(is_called(path), "{rule}: .ci/run does not call {path}"),
            }
        }
    }
}

/// Whether a source has this function, and calls it a test.
fn is_test(source: &str, name: &str) -> bool {
    let lines: Vec<&str> = source.lines().map(str::trim).collect();
    let begins = |line: &&str| {
        line.strip_prefix("fn ")
            .and_then(|rest| rest.strip_prefix(name))
            .is_some_and(|rest| rest.starts_with('('))
    };
    lines
        .iter()
        .position(begins)
        .is_some_and(|at| lines[..at].iter().rev().take(3).any(|line| *line == "#[test]"))
}

/// Whether the script that runs everything runs this one.
fn is_called(path: &str) -> bool {
    fs::read_to_string(project(".ci/run")).unwrap().contains(path)
}
