//! The bodies of a dataset with all period types, statuses and rules, byte for byte: every one for programs, and some
//! pages, workbooks and charts, of which other tests hold what they show.

use std::collections::BTreeMap;
use std::fs;

use crate::support::{AT, TempDir, outcome, project, tree, write};

const DATASET: &str = "tests/fixtures/all-types";
const GOLDEN: &str = "tests/golden";
/// Set to write the golden files anew; the changes want to be read before they are kept.
const RENEW: &str = "INDICATORD_RENEW";

fn export(dataset: &str, out: &str) {
    let (code, _, stderr) = outcome(&["export", out, "--dataset", dataset, "--at", AT]);
    assert_eq!(code, 0, "{stderr}");
}

#[test]
fn export_writes_the_golden_bytes() {
    let dir = TempDir::new();
    let out = dir.join("out");
    export(project(DATASET).to_str().unwrap(), out.to_str().unwrap());
    let expected = tree(&project(GOLDEN));
    let mut found: BTreeMap<_, _> = tree(&out);
    let is_for_people = |path: &str| [".html", ".xlsx", ".svg", ".css"].iter().any(|end| path.ends_with(end));
    found.retain(|path, _| expected.contains_key(path) || !is_for_people(path));
    if std::env::var_os(RENEW).is_some() {
        found.iter().for_each(|(path, bytes)| write(&project(GOLDEN).join(path), bytes));
    }
    let differing: Vec<&String> =
        found.keys().chain(expected.keys()).filter(|path| found.get(*path) != expected.get(*path)).collect();
    assert!(differing.is_empty(), "these differ, and {RENEW}=1 writes them anew: {differing:?}");
}

/// Invariant 1: whatever the order of directory entries, and wherever the dataset lies.
#[test]
fn the_order_of_files_plays_no_part() {
    let dir = TempDir::new();
    let files = tree(&project(DATASET));
    for (name, order) in [("forward", false), ("backward", true)] {
        let mut entries: Vec<_> = files.iter().collect();
        if order {
            entries.reverse();
        }
        for (path, bytes) in entries {
            write(&dir.join(name).join(path), bytes);
        }
        export(dir.join(name).to_str().unwrap(), dir.join(&format!("{name}-out")).to_str().unwrap());
    }
    assert!(tree(&dir.join("forward-out")) == tree(&dir.join("backward-out")));
}

#[test]
fn a_directory_that_is_not_empty_is_refused() {
    let dir = TempDir::new();
    let out = dir.join("out");
    write(&out.join("kept"), "kept");
    let (code, _, stderr) = outcome(&["export", out.to_str().unwrap()]);
    assert_eq!(code, 1);
    assert!(stderr.contains("is not empty"), "{stderr}");
    assert_eq!(fs::read_to_string(out.join("kept")).unwrap(), "kept");
    assert_eq!(tree(&out).len(), 1);
}

#[test]
fn the_embedded_dataset_is_the_one_in_the_repository() {
    let dir = TempDir::new();
    let (embedded, directory) = (dir.join("embedded"), dir.join("directory"));
    let (code, _, stderr) = outcome(&["export", embedded.to_str().unwrap(), "--at", AT]);
    assert_eq!(code, 0, "{stderr}");
    export(project("dataset").to_str().unwrap(), directory.to_str().unwrap());
    assert!(tree(&embedded) == tree(&directory));
}
