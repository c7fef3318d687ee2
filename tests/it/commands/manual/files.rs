//! Every file that the package installs, or that the program reads and writes, is in the manual.

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;

use super::page::{LANGUAGES, Page};
use crate::support::store::StoreFixture;
use crate::support::{in_seconds, outcome, project, tree};

/// The paths of what the package installs; a folder is its files.
fn installed() -> BTreeSet<String> {
    let list = fs::read_to_string(project("packaging/debian/indicatord.install")).unwrap();
    let mut found = BTreeSet::new();
    for (source, target) in list.lines().filter_map(|line| line.split_once(' ')) {
        let name = Path::new(source).file_name().unwrap().to_str().unwrap();
        let files: Vec<String> = match name {
            "schema" => tree(&project(source))
                .into_keys()
                .map(|file| format!("{name}/{file}"))
                .collect(),
            _ => vec![name.to_owned()],
        };

        found.extend(files.iter().map(|file| format!("/{target}/{file}")));
    }

    found
}

/// The names of hidden files and of absolute paths that are constants of the sources.
fn constants() -> BTreeSet<String> {
    let mut found = BTreeSet::new();
    for (path, bytes) in tree(&project("src")) {
        let is_of_files = ["store/", "dataset/", "cli/"]
            .iter()
            .any(|folder| path.starts_with(folder));
        for line in std::str::from_utf8(&bytes)
            .unwrap_or_default()
            .lines()
            .filter(|_| is_of_files)
        {
            let Some((_, value)) = line.split_once(": &str = \"") else {
                continue;
            };

            let value = value.trim_end_matches("\";");
            if value.starts_with(['.', '/']) {
                found.insert(value.to_owned());
            }
        }
    }

    found
}

/// The names in a directory, without what is below them.
fn names(directory: &Path) -> BTreeSet<String> {
    let entries = fs::read_dir(directory).unwrap();
    entries
        .map(|entry| entry.unwrap().file_name().into_string().unwrap())
        .collect()
}

/// The names in a store and in a dataset directory that were used.
fn used() -> BTreeSet<String> {
    let fixture = StoreFixture::new();
    let dataset = fixture.dataset.to_str().unwrap();
    assert_eq!(fixture.publish(&[]).0, 0);
    let instant = in_seconds(86_400);
    let row = [
        "record",
        "usd",
        "2026-11-21",
        "1.71",
        "--not-before",
        &instant,
        "--dataset",
        dataset,
    ];

    assert_eq!(outcome(&row).0, 0);
    assert_eq!(fixture.run(&["stage", dataset]).0, 0);
    names(&fixture.store)
        .union(&names(&fixture.dataset))
        .cloned()
        .collect()
}

#[test]
fn the_manual_has_every_file() {
    let (installed, constants, used) = (installed(), constants(), used());
    assert!(installed.len() > 9, "{installed:?}");
    assert!(constants.contains(".edits.jsonl") && constants.contains("/run/indicatord/control"));
    assert!(
        used.contains("journal.jsonl") && used.contains(".edits.jsonl"),
        "{used:?}"
    );
    for language in LANGUAGES {
        let page = Page::read(language, "indicatord.1");
        let terms: String = page
            .sections
            .iter()
            .map(|section| section.terms.as_str())
            .collect();
        let listed = terms + &page.section_with(".edits.jsonl").text;
        let all = installed.iter().chain(&constants).chain(&used);
        let missing: Vec<&String> = all.filter(|name| !listed.contains(name.as_str())).collect();
        assert!(missing.is_empty(), "{}: {missing:?}", page.path);
    }
}
