//! Running `check` against the clock, in a dataset that is put together for one test.

use std::fs;
use std::io::Read;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::thread;
use std::time::{Duration, Instant};

use crate::support::{AT, TempDir, program};

/// Nothing takes this long, on a busy machine either: what does, hangs.
const TIME_OUT: Duration = Duration::from_secs(900);

/// How `check` ended, and what it said.
#[derive(Debug)]
pub struct Checked {
    pub code: Option<i32>,
    pub report: String,
    pub complaints: String,
}

impl Checked {
    /// Returns true if there is a problem that begins so.
    pub fn says(&self, problem: &str) -> bool {
        self.report.lines().any(|line| line.starts_with(problem))
    }

    /// Fails unless these are the beginnings of all problems, and the exit code is the one for wrong content.
    pub fn assert_errors(&self, expected: &[&str]) {
        self.assert_problems(expected, 2);
    }

    /// The same for what could not be read, whatever stands in it.
    pub fn assert_unread(&self, expected: &[&str]) {
        self.assert_problems(expected, 1);
    }

    fn assert_problems(&self, expected: &[&str], code: i32) {
        let lines: Vec<&str> = self.report.lines().collect();
        let problems = &lines[..lines.len().saturating_sub(1)];
        let same = problems.len() == expected.len()
            && problems.iter().zip(expected).all(|(p, e)| p.starts_with(e));
        assert!(
            same && self.code == Some(code),
            "expected {expected:#?}, got {self:#?}"
        );
        assert!(!self.complaints.contains("panicked"), "{self:#?}");
    }

    /// Fails where it panicked, was killed, or its exit code and its report disagree.
    pub fn assert_sound(&self) {
        assert!(!self.complaints.contains("panicked"), "{self:#?}");
        let count = self.report.lines().last().unwrap_or_default();
        let errors = !count.starts_with("0 errors") && count.contains(" error");
        assert_eq!(self.code, Some(if errors { 2 } else { 0 }), "{self:#?}");
    }
}

/// Runs `check`; one that does not end is killed and fails the test.
pub fn check(dataset: &Path) -> Checked {
    let mut command = Command::new(program());
    command.arg("check").arg(dataset).args(["--at", AT]);
    let mut child = command
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    let (stdout, stderr) = (child.stdout.take().unwrap(), child.stderr.take().unwrap());
    let (report, complaints) = (
        thread::spawn(|| read(stdout)),
        thread::spawn(|| read(stderr)),
    );
    let started = Instant::now();
    let status = loop {
        if let Some(status) = child.try_wait().unwrap() {
            break status;
        }

        if started.elapsed() > TIME_OUT {
            child.kill().unwrap();
            panic!("check {} has not ended in {TIME_OUT:?}", dataset.display());
        }

        thread::sleep(Duration::from_millis(5));
    };

    Checked {
        code: status.code(),
        report: report.join().unwrap(),
        complaints: complaints.join().unwrap(),
    }
}

fn read(mut pipe: impl Read) -> String {
    let mut bytes = Vec::new();
    pipe.read_to_end(&mut bytes).unwrap();
    String::from_utf8(bytes).unwrap()
}

/// A copy of the valid dataset, for one test.
pub fn base(dir: &TempDir) -> PathBuf {
    dir.copy_of("tests/fixtures/base", "dataset")
}

/// A copy of the valid dataset in which a file has other bytes, checked.
pub fn check_with(file: &str, bytes: impl AsRef<[u8]>) -> Checked {
    let dir = TempDir::new();
    let dataset = base(&dir);
    fs::write(dataset.join(file), bytes).unwrap();
    check(&dataset)
}
