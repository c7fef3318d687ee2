//! A store of releases, and a dataset to publish to it.

use std::fs;
use std::ops::Deref;
use std::path::{Path, PathBuf};

use serde_json::Value;

use super::dataset::DatasetFixture;
use super::{Tree, edit, outcome, tree};

/// A store and a dataset to publish to it.
pub struct StoreFixture {
    /// The dataset; the store lies beside it.
    pub files: DatasetFixture,
    pub store: PathBuf,
}

impl Deref for StoreFixture {
    type Target = DatasetFixture;

    fn deref(&self) -> &DatasetFixture {
        &self.files
    }
}

impl StoreFixture {
    pub fn new() -> Self {
        let files = DatasetFixture::new();
        let store = files.dir.join("store");
        StoreFixture { files, store }
    }

    /// With two releases, clean.1 and clean.2, of which the second is live.
    pub fn with_two_releases() -> Self {
        let fixture = StoreFixture::new();
        assert_eq!(fixture.publish(&[]).0, 0);
        fixture.edit("clean.2", "2026-10-20,1.7\n2026-11-20,1.71\n");
        assert_eq!(fixture.publish(&[]).0, 0);
        fixture
    }

    /// The program with `arguments` and `--store`, which is made where it is not there; neither a person nor a server is
    /// asked.
    pub fn run(&self, arguments: &[&str]) -> (i32, String, String) {
        let store = self.store.to_str().unwrap();
        let alone: &[&str] = match arguments[0] {
            "publish" => &["--no-reload", "--new-store", "--yes"],
            "approve" | "rollback" => &["--no-reload"],
            _ => &[],
        };

        outcome(&[arguments, &["--store", store], alone].concat())
    }

    /// `status --verify`: its exit code, and all that it says.
    pub fn status(&self) -> (i32, String) {
        let (code, stdout, stderr) = self.run(&["status", "--verify", "--lang", "en"]);
        (code, stderr + &stdout)
    }

    pub fn publish(&self, more: &[&str]) -> (i32, String, String) {
        self.run(
            &[
                &["publish", self.dataset.to_str().unwrap(), "--lang", "en"],
                more,
            ]
            .concat(),
        )
    }

    /// Another version, with these observations of the exchange rate.
    pub fn edit(&self, version: &str, rows: &str) {
        edit(&self.dataset, version, rows);
    }

    pub fn current(&self) -> String {
        fs::read_link(self.store.join("current"))
            .unwrap()
            .file_name()
            .unwrap()
            .to_str()
            .unwrap()
            .to_owned()
    }

    pub fn journal(&self) -> Vec<Value> {
        let text = fs::read_to_string(self.store.join("journal.jsonl")).unwrap();
        text.lines()
            .map(|line| serde_json::from_str(line).unwrap())
            .collect()
    }
}

/// The files of a release that people have written: all but the list of publications.
pub fn release_tree(release: &Path) -> Tree {
    let mut files = tree(release);
    assert!(files.remove("publications.csv").is_some());
    files
}

/// The cases that a refusal lists.
pub fn listed_cases(stderr: &str) -> Vec<&str> {
    stderr
        .lines()
        .filter_map(|line| line.strip_prefix("  "))
        .collect()
}
