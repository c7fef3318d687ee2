//! The table from rule to test: every rule is in it once, and every test that it names exists.

use std::collections::BTreeSet;
use std::fs;

use crate::support::{project, tree};

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

#[test]
fn every_rule_stands_in_the_table_once() {
    let mut found = BTreeSet::new();

    for [rule, _, _] in table() {
        assert!(found.insert(rule.clone()), "{rule} stands there twice");
    }
}

/// The rules that a source cites, or their sections: `[D17]`, `[D23.match, D31.3]`.
fn cited(text: &str) -> Vec<&str> {
    let in_brackets = text
        .split('[')
        .skip(1)
        .filter_map(|piece| Some(piece.split_once(']')?.0));

    in_brackets
        .flat_map(|names| names.split(','))
        .map(|name| name.trim_start_matches(['/', '!', ' ', '\n']))
        .filter(|name| is_rule(name))
        .collect()
}

fn is_rule(name: &str) -> bool {
    let number = name.strip_prefix(['S', 'D']).unwrap_or_default();

    number.starts_with(|c: char| c.is_ascii_digit())
}

#[test]
fn every_rule_that_the_sources_cite_exists() {
    let rules: BTreeSet<String> = table().into_iter().map(|[rule, _, _]| rule).collect();
    let mut count = 0;

    for (path, bytes) in tree(&project("src")) {
        for rule in cited(&text(bytes)) {
            let is_section = rules
                .iter()
                .any(|name| name.starts_with(&format!("{rule}.")));
            assert!(
                rules.contains(rule) || is_section,
                "src/{path} cites [{rule}]"
            );
            count += 1;
        }
    }

    assert!(count > 30, "{count} citations");
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

/// Returns true if a source has this function, and calls it a test.
fn is_test(source: &str, name: &str) -> bool {
    source.find(&format!("fn {name}(")).is_some_and(|at| {
        source[..at]
            .lines()
            .rev()
            .take(4)
            .any(|line| line.trim() == "#[test]")
    })
}
