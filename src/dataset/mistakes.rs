//! The collection of `tests/bad`, in memory: a changed rule is noticed without a process for each of its mistakes.
//! The integration test of the same name says the same of the program.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};

use super::*;
use crate::model::Lang;

type Tree = BTreeMap<String, Vec<u8>>;

fn collection() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/bad")
}

/// Every file below a directory, by its path from `root`.
fn files_below(root: &Path, directory: &Path, tree: &mut Tree) {
    for entry in fs::read_dir(directory).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            files_below(root, &path, tree);
        } else {
            let name = path.strip_prefix(root).unwrap().to_str().unwrap();
            tree.insert(name.to_owned(), fs::read(&path).unwrap());
        }
    }
}

fn tree(root: &Path) -> Tree {
    let mut files = Tree::new();
    files_below(root, root, &mut files);
    files
}

/// What is said of the valid dataset with the files of a mistake in it.
fn report(base: &Tree, mistake: &Tree) -> String {
    let removed = mistake.get("removed.txt").cloned().unwrap_or_default();
    let removed = String::from_utf8(removed).unwrap();
    let mut files = base.clone();
    files.retain(|path, _| removed.lines().all(|line| line != path));
    files.extend(mistake.iter().map(|(path, bytes)| (path.clone(), bytes.clone())));
    files.retain(|path, _| {
        let name = path.rsplit('/').next().unwrap_or_default();
        !matches!(&**path, "expected.txt" | "removed.txt") && !listing::ignored(name)
    });
    let files: Vec<DataFile> = files.into_iter().map(|(path, bytes)| DataFile { path, bytes }).collect();
    let at = "2026-11-20T09:00:00+04:00".parse().unwrap();
    let diagnostics = match check(&files, at, Diagnostics::default()) {
        Ok(dataset) => dataset.warnings,
        Err(diagnostics) => diagnostics,
    };
    diagnostics.text(Lang::En)
}

#[test]
fn every_mistake_of_the_collection_is_reported() {
    let base = tree(&collection().join("base"));
    assert_eq!(report(&base, &Tree::new()), "0 errors, 0 warnings\n");
    let mut mistakes = 0;
    for entry in fs::read_dir(collection()).unwrap() {
        let folder = entry.unwrap().path();
        if folder.ends_with("base") || !folder.is_dir() {
            continue;
        }
        let mistake = tree(&folder);
        // Of directories where none belong, files in memory know nothing.
        if mistake.keys().any(|path| path.strip_prefix("indicators/").unwrap_or(path).contains('/')) {
            continue;
        }
        let expected = String::from_utf8(mistake["expected.txt"].clone()).unwrap();
        assert_eq!(report(&base, &mistake), expected, "{}", folder.display());
        mistakes += 1;
    }
    assert!(mistakes > 100, "the collection is where this test looks");
}
