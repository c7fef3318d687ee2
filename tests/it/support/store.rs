//! A store of releases, and a dataset to publish to it.

use std::fs;
use std::path::PathBuf;

use serde_json::Value;

use super::{TempDir, edit, outcome};

/// A store and a dataset to publish to it.
pub struct StoreFixture {
    /// Holds both, and whatever else a test needs.
    pub dir: TempDir,
    pub dataset: PathBuf,
    pub store: PathBuf,
}

impl StoreFixture {
    pub fn new() -> Self {
        let dir = TempDir::new();
        let dataset = dir.copy_of("tests/fixtures/clean", "dataset");
        let store = dir.join("store");
        StoreFixture { dir, dataset, store }
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
        self.run(&[&["publish", self.dataset.to_str().unwrap(), "--lang", "en"], more].concat())
    }

    /// Another version, with these observations of the exchange rate.
    pub fn edit(&self, version: &str, rows: &str) {
        edit(&self.dataset, version, rows);
    }

    pub fn current(&self) -> String {
        fs::read_link(self.store.join("current")).unwrap().file_name().unwrap().to_str().unwrap().to_owned()
    }

    pub fn journal(&self) -> Vec<Value> {
        let text = fs::read_to_string(self.store.join("journal.jsonl")).unwrap();
        text.lines().map(|line| serde_json::from_str(line).unwrap()).collect()
    }
}
