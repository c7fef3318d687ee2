//! A dataset to edit: one row changes, a file, or nothing at all.

use std::ffi::OsStr;
use std::fmt::Debug;
use std::fs;
use std::path::PathBuf;
use std::process::{Command, Stdio};

use super::{TempDir, finish, program, replace, tree, write};

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
        command
            .args(arguments)
            .arg("--dataset")
            .arg(&self.dataset)
            .stdout(Stdio::null());
        command
    }

    /// The program with `arguments` and `--dataset`.
    pub fn run<S: AsRef<OsStr>>(&self, arguments: &[S]) -> (i32, String, String) {
        finish(
            Command::new(program())
                .args(arguments)
                .arg("--dataset")
                .arg(&self.dataset),
        )
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
    pub fn refused<S: AsRef<OsStr> + Debug>(&self, arguments: &[S], code: i32, words: &str) {
        let before = tree(&self.dataset);
        let mut command = Command::new(program());
        command
            .args(arguments)
            .args(["--lang", "en"])
            .arg("--dataset")
            .arg(&self.dataset);
        let (found, _, stderr) = finish(&mut command);
        assert_eq!(found, code, "{stderr}");
        assert!(stderr.contains(words), "{stderr}");
        assert!(
            tree(&self.dataset) == before,
            "{arguments:?} has changed something"
        );
    }

    /// The commands that record a row — key, date, value, `published` and `not_before` — by `record`, and by `import` of a
    /// table with it.
    pub fn both(&self, row: [&str; 5], more: &[&str]) -> [Vec<String>; 2] {
        let [key, date, value, published, not_before] = row;
        let table = self.dir.join("table.csv");
        write(
            &table,
            format!(
                "key,date,value,published,not_before\n{key},{date},{value},{published},{not_before}\n"
            ),
        );
        let mut record = vec!["record", key, date, value];
        for (option, given) in [("--published", published), ("--not-before", not_before)] {
            record.extend(
                (!given.is_empty())
                    .then_some([option, given])
                    .into_iter()
                    .flatten(),
            );
        }

        let import = vec!["import", table.to_str().unwrap()];
        [record, import].map(|command| {
            command
                .iter()
                .chain(more)
                .map(|word| (*word).to_owned())
                .collect()
        })
    }
}
