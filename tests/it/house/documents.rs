//! The pages for those who come next: every path that they name exists.

use std::fs;
use std::path::Path;

use crate::support::project;

/// A page, and the folders below which its paths are.
const PAGES: [(&str, &[&str]); 4] = [
    (".github/CONTRIBUTING.md", &[""]),
    (".github/SECURITY.md", &["", ".github"]),
    ("src/README.md", &["", "src"]),
    ("tests/README.md", &["", "tests"]),
];

/// What a page names in backticks, in links, and at the beginning of the lines of a listing.
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
