//! A dataset to edit: one row changes, a file, or nothing at all.

use std::fs;
use std::path::PathBuf;
use std::process::{Command, Stdio};

use super::{TempDir, outcome, program, replace, tree, write};

/// A copy of the fixture `clean`.
pub struct DatasetFixture {
    /// Holds it, and whatever else a test needs.
    pub dir: TempDir,
    pub dataset: PathBuf,
}

impl DatasetFixture {
    pub fn new() -> Self {
        let dir = TempDir::new();
        let dataset = dir.copy_of("tests/fixtures/clean", "dataset");
        DatasetFixture { dir, dataset }
    }

    /// The program with `arguments` and `--dataset`, to be run.
    pub fn command(&self, arguments: &[&str]) -> Command {
        let mut command = Command::new(program());
        command.args(arguments).arg("--dataset").arg(&self.dataset).stdout(Stdio::null());
        command
    }

    /// The program with `arguments` and `--dataset`.
    pub fn run(&self, arguments: &[&str]) -> (i32, String, String) {
        outcome(&[arguments, &["--dataset", self.dataset.to_str().unwrap()]].concat())
    }

    pub fn read(&self, path: &str) -> String {
        fs::read_to_string(self.dataset.join(path)).unwrap()
    }

    pub fn write(&self, path: &str, content: impl AsRef<[u8]>) {
        write(&self.dataset.join(path), content);
    }

    pub fn replace(&self, path: &str, before: &str, after: &str) {
        replace(&self.dataset.join(path), before, after);
    }

    /// The command is refused with this exit code, says this, and changes nothing.
    #[track_caller]
    pub fn refused(&self, arguments: &[&str], code: i32, words: &str) {
        let before = tree(&self.dataset);
        let (found, _, stderr) = self.run(&[arguments, &["--lang", "en"]].concat());
        assert_eq!(found, code, "{stderr}");
        assert!(stderr.contains(words), "{stderr}");
        assert!(tree(&self.dataset) == before, "{arguments:?} has changed something");
    }
}
