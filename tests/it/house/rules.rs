//! The table from rule to test: every rule is in it once, and every test that it names exists.

use std::collections::BTreeSet;
use std::fs;

use crate::support::{project, tree};

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
    (
        "",
        &[
            "D5", "D6", "D9", "D11", "D13", "D14", "D16", "D17", "D20", "D21", "D22", "D27.1",
            "D27.2", "D27.4", "D28.1", "D28.2", "D28.3", "D28.4", "D28.5", "D29",
        ],
    ),
    ("D4.", &["root", "next", "checked"]),
    ("D7.", &["cache", "etag", "gzip", "length", "cors"]),
    (
        "D8.",
        &[
            "csv", "catalog", "history", "calendar", "openapi", "metrics",
        ],
    ),
    (
        "D10.",
        &[
            "latest", "vintages", "xlsx", "chart", "sdmx", "excel", "names", "slash", "missing",
            "bad", "health", "public",
        ],
    ),
    (
        "D18.",
        &[
            "loss",
            "jump",
            "slip",
            "revision",
            "definition",
            "future",
            "as-of",
            "early",
            "withdrawn",
            "history",
            "order",
            "date",
            "status",
        ],
    ),
    ("D19a.", &["cell"]),
    ("D20.", &["as_of", "bad"]),
    ("D21.", &["accept", "prepared", "refused"]),
    (
        "D23.",
        &["range", "match", "capitals", "openapi", "license"],
    ),
    (
        "D24.",
        &[
            "1", "2", "3", "4", "5", "6", "7", "8", "9", "10", "11", "12", "13",
        ],
    ),
    (
        "D25.",
        &["log", "manual", "messages", "sentences", "terms", "texts"],
    ),
    ("D26.", &["2", "3", "4", "5", "6", "7", "8", "bundle"]),
    (
        "D30.",
        &["1", "2", "3", "4", "5", "6", "7", "8", "9", "10", "11"],
    ),
    ("D31.", &["1", "3", "5"]),
    (
        "D32.",
        &["1", "2", "4", "5", "6", "7", "8", "9", "11", "12"],
    ),
    ("D33.", &["1", "2", "3", "4", "5"]),
    ("D34.", &["1", "2", "3"]),
    ("D35.", &["1", "2", "4"]),
    ("D44.", &["2"]),
];

/// Rule, what it says, and what holds it.
fn table() -> Vec<[String; 3]> {
    let text = fs::read_to_string(project("tests/rules.md")).unwrap();
    let rows = text
        .lines()
        .filter_map(|line| line.strip_prefix("| ")?.strip_suffix(" |"));
    rows.skip(1)
        .map(|row| {
            let cells: Vec<String> = row.split(" | ").map(str::to_owned).collect();
            cells
                .try_into()
                .unwrap_or_else(|cells| panic!("three columns: {cells:?}"))
        })
        .collect()
}

fn expected() -> BTreeSet<String> {
    let numbered = NUMBERED
        .iter()
        .flat_map(|(section, count)| (1..=*count).map(move |n| format!("{section}.{n}")));
    let named = NAMED
        .iter()
        .flat_map(|(section, names)| names.iter().map(move |name| format!("{section}{name}")));
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
    let sources: Vec<String> = ["src", "tests/it"]
        .iter()
        .flat_map(|folder| tree(&project(folder)).into_values())
        .map(text)
        .collect();
    let script = fs::read_to_string(project(".ci/run")).unwrap();
    for [rule, says, held] in table() {
        assert!(
            says.ends_with('.') && says.len() > 20,
            "{rule} says something"
        );
        let tests: Vec<&str> = held.split("; ").collect();
        assert_eq!(
            tests.iter().collect::<BTreeSet<_>>().len(),
            tests.len(),
            "{rule} names a test twice"
        );
        for test in tests {
            let is_held = if test.contains('/') {
                // Scripts that need packages of npm run in a copy of their folder.
                let copy = test.replacen("tests/", "target/", 1);
                project(test).is_file() && (script.contains(test) || script.contains(&copy))
            } else {
                sources.iter().any(|source| is_test(source, test))
            };
            assert!(
                is_held,
                "{rule}: there is no test {test}, or .ci/run does not call it"
            );
        }
    }
}

fn text(bytes: Vec<u8>) -> String {
    String::from_utf8_lossy(&bytes).into_owned()
}

/// Whether a source has this function, and calls it a test.
fn is_test(source: &str, name: &str) -> bool {
    source.find(&format!("fn {name}(")).is_some_and(|at| {
        source[..at]
            .lines()
            .rev()
            .take(4)
            .any(|line| line.trim() == "#[test]")
    })
}
