//! The pages for those who come next: every path that they name exists, and so do the tests and crates.

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;

use crate::support::{project, tree};

/// A page, and the folders below which its paths are.
const PAGES: [(&str, &[&str]); 4] = [
    (".github/CONTRIBUTING.md", &[""]),
    (".github/SECURITY.md", &["", ".github"]),
    ("src/README.md", &["", "src"]),
    ("tests/README.md", &["", "tests"]),
];

/// The names on a page in backticks, in links, and at the beginning of the lines of a listing.
fn named(page: &str) -> Vec<&str> {
    let mut named: Vec<&str> = page.split('`').skip(1).step_by(2).collect();
    for link in page.split("](").skip(1) {
        named.extend(link.split([')', '#']).next());
    }

    named.extend(page.lines().filter_map(|line| line.strip_prefix("    ")));
    named
}

/// The path that a text begins with: a name of a file, or names with slashes between.
fn path_of(text: &str) -> Option<&str> {
    let word = text.split([' ', '\n']).next()?;
    let is_name = |c: char| c.is_ascii_alphanumeric() || "/._-*".contains(c);
    let is_path = word.contains('/') && !word.starts_with(['/', '-']) && !word.contains("//");
    (is_path && word.chars().all(is_name)).then_some(word)
}

/// Returns true if there is such a file or folder; a star in the last name, and a key in capitals, stand for any.
fn exists(root: &Path, path: &str) -> bool {
    let pattern = path.replace("KEY", "*");
    let Some((before, after)) = pattern.split_once('*') else {
        return root.join(pattern).exists();
    };

    let (folder, before) = before.rsplit_once('/').unwrap_or((".", before));
    let entries = fs::read_dir(root.join(folder)).into_iter().flatten();
    let mut names = entries.map(|entry| entry.unwrap().file_name().into_string().unwrap());
    names.any(|name| name.starts_with(before) && name.ends_with(after))
}

#[test]
fn every_path_that_a_page_names_exists() {
    let mut count = 0;
    for (page, folders) in PAGES {
        let text = fs::read_to_string(project(page)).unwrap();
        for path in named(&text).into_iter().filter_map(path_of) {
            let is_there = |folder: &&str| exists(&project(folder), path);
            assert!(
                folders.iter().any(is_there),
                "{page} names `{path}`, which is not there"
            );
            count += 1;
        }
    }

    assert!(count > 60, "{count} paths");
}

#[test]
fn paths_are_told_from_other_words() {
    for (text, path) in [
        ("compare/run BEFORE AFTER", Some("compare/run")),
        ("packaging/man/*.md", Some("packaging/man/*.md")),
        (".ci/full [PART...]", Some(".ci/full")),
        ("cargo test --test it", None),
        ("/openapi.json", None),
        ("store::model", None),
        ("--arch arm64", None),
        ("https://example.org/x", None),
    ] {
        assert_eq!(path_of(text), path, "{text}");
    }

    assert!(exists(&project(""), "src/mo*"));
    assert!(exists(&project(""), "dataset/indicators/KEY.csv"));
    for absent in ["src/mod/", "src/README.txt", "tests/*.rs", "nowhere/*"] {
        assert!(!exists(&project(""), absent), "{absent}");
    }
}

/// The filters of tests that a page tells to run: the words behind `--test it`.
fn filters(page: &str) -> Vec<&str> {
    let commands = page.split("--test it ").skip(1);
    commands
        .filter_map(|rest| rest.split([' ', '`', '\n', ')']).next())
        .collect()
}

#[test]
fn every_test_that_a_page_tells_to_run_exists() {
    let files = tree(&project("tests/it"));
    let mut count = 0;
    for (page, _) in PAGES {
        let text = fs::read_to_string(project(page)).unwrap();
        for filter in filters(&text) {
            let path = filter.replace("::", "/");
            let is_there = |file: &String| file.ends_with(&format!("{path}.rs"));
            assert!(files.keys().any(is_there), "{page}: no test {filter}");
            count += 1;
        }
    }

    assert!(count >= 3, "{count} filters");
    assert_eq!(
        filters("run `cargo test --test it data::bad` twice"),
        ["data::bad"]
    );
}

/// The names in backticks in the first cells of a table that begins with this header.
fn first_cells<'a>(page: &'a str, header: &str) -> BTreeSet<&'a str> {
    let (_, table) = page.split_once(header).unwrap();
    let rows = table.lines().skip(2).take_while(|row| row.starts_with('|'));
    rows.filter_map(|row| row.split('|').nth(1))
        .flat_map(|cell| cell.split('`').skip(1).step_by(2))
        .collect()
}

#[test]
fn the_table_of_crates_names_those_of_the_program() {
    let page = fs::read_to_string(project("src/README.md")).unwrap();
    let manifest = fs::read_to_string(project("Cargo.toml")).unwrap();
    let (_, rest) = manifest.split_once("[dependencies]\n").unwrap();
    let (dependencies, _) = rest.split_once("\n[").unwrap();
    let lines = dependencies.lines().filter(|line| !line.starts_with('#'));
    let names: BTreeSet<&str> = lines
        .filter_map(|line| Some(line.split_once(" = ")?.0))
        .collect();

    assert_eq!(first_cells(&page, "| crate |"), names);
    let table = "| crate | a |\n|---|---|\n| `one`, `two` (x) | `not` |\n\n| `other` |";
    assert_eq!(
        first_cells(table, "| crate |"),
        BTreeSet::from(["one", "two"])
    );
}
