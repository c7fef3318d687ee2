//! Tools of the tests: temporary directories, running the program to its end, comparing trees of files.

pub mod checked;
pub mod dataset;
#[path = "../../../src/imports/workbook/samples.rs"]
pub mod samples;
pub mod server;
pub mod store;

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::LazyLock;
use std::sync::atomic::{AtomicU32, AtomicUsize, Ordering};
use std::thread;

use chrono::{DateTime, SecondsFormat, TimeDelta, Utc};
/// The instant at which the fixtures are looked at.
pub const AT: &str = "2026-11-20T09:00:00+04:00";

/// The program under test: `INDICATORD_PROGRAM`, such as the one that is shipped, or the one that was built with the tests.
pub fn program() -> &'static str {
    static OTHER: LazyLock<Option<String>> =
        LazyLock::new(|| std::env::var("INDICATORD_PROGRAM").ok());

    OTHER.as_deref().unwrap_or(env!("CARGO_BIN_EXE_indicatord"))
}

/// A path inside the project.
pub fn project(path: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join(path)
}

/// A directory that is there for one test only.
pub struct TempDir(PathBuf);

impl TempDir {
    /// Creates it, empty.
    pub fn new() -> Self {
        static COUNT: AtomicU32 = AtomicU32::new(0);
        let name = format!(
            "dir-{}-{}",
            std::process::id(),
            COUNT.fetch_add(1, Ordering::Relaxed)
        );
        let path = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
        let _ = fs::remove_dir_all(&path);
        fs::create_dir_all(&path).unwrap();
        TempDir(path)
    }

    /// A path inside it.
    pub fn join(&self, path: &str) -> PathBuf {
        self.0.join(path)
    }

    /// A copy of a directory of the project, inside it.
    pub fn copy_of(&self, source: &str, name: &str) -> PathBuf {
        let target = self.join(name);
        for (path, bytes) in tree(&project(source)) {
            write(&target.join(path), &bytes);
        }
        target
    }
}

impl Drop for TempDir {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.0);
    }
}

/// A path for a socket, which is short, as that of the project need not be; nothing is left of it.
pub struct SocketPath(PathBuf);

impl SocketPath {
    /// Names one that nobody uses.
    pub fn new() -> Self {
        static COUNT: AtomicU32 = AtomicU32::new(0);
        let number = COUNT.fetch_add(1, Ordering::Relaxed);
        SocketPath(
            std::env::temp_dir().join(format!("indicatord-{}-{number}.socket", std::process::id())),
        )
    }

    /// The path.
    pub fn as_path(&self) -> &Path {
        &self.0
    }

    /// The same as an argument.
    pub fn as_str(&self) -> &str {
        self.0.to_str().unwrap()
    }
}

impl Drop for SocketPath {
    fn drop(&mut self) {
        let _ = fs::remove_file(&self.0);
    }
}

/// Writes a file and the directories above it.
pub fn write(path: &Path, content: impl AsRef<[u8]>) {
    fs::create_dir_all(path.parent().unwrap()).unwrap();
    fs::write(path, content).unwrap();
}

/// Writes another text in the place of one that a file has.
pub fn replace(path: &Path, before: &str, after: &str) {
    let text = fs::read_to_string(path).unwrap();
    assert!(
        text.contains(before),
        "{} has no `{before}`",
        path.display()
    );
    fs::write(path, text.replacen(before, after, 1)).unwrap();
}

/// Gives a dataset another version.
pub fn set_version(dataset: &Path, version: &str) {
    let file = dataset.join("dataset.json");
    let text = fs::read_to_string(&file).unwrap();
    let (before, rest) = text.split_once("\"version\": \"").unwrap();
    let (_, after) = rest.split_once('"').unwrap();
    write(&file, format!("{before}\"version\": \"{version}\"{after}"));
}

/// Makes a copy of the fixture `clean` another version, with these observations of the exchange rate.
pub fn edit(dataset: &Path, version: &str, rows: &str) {
    set_version(dataset, version);
    write(
        &dataset.join("indicators/usd.csv"),
        format!("date,value\n{rows}"),
    );
}

/// Files by their relative paths.
pub type Tree = BTreeMap<String, Vec<u8>>;

/// Every file below a directory.
pub fn tree(root: &Path) -> Tree {
    let mut files = BTreeMap::new();
    let mut directories = vec![root.to_owned()];
    while let Some(directory) = directories.pop() {
        for entry in
            fs::read_dir(&directory).unwrap_or_else(|e| panic!("{}: {e}", directory.display()))
        {
            let path = entry.unwrap().path();
            if path.is_dir() {
                directories.push(path);
            } else {
                let name = path
                    .strip_prefix(root)
                    .unwrap()
                    .to_str()
                    .unwrap()
                    .to_owned();
                files.insert(name, fs::read(&path).unwrap());
            }
        }
    }

    files
}

/// Returns true if the tests are run by the administrator.
pub fn is_root() -> bool {
    rustix::process::getuid().is_root()
}

/// Returns true if this process can act as several users, for which it has to be the administrator's and of no login, as the kernel
/// goes on naming who has logged in; says so where it cannot.
pub fn can_be_others() -> bool {
    let login = fs::read_to_string("/proc/self/loginuid").unwrap_or_default();
    let can = is_root() && login.trim() == u32::MAX.to_string();
    if !can {
        eprintln!("not root, or logged in: two people are not tried");
    }

    can
}

/// A command for which permissions count, also where the tests are run by the administrator.
pub fn without_privileges(program: impl AsRef<std::ffi::OsStr>) -> Command {
    if !is_root() {
        return Command::new(program);
    }

    let mut command = Command::new("setpriv");
    command
        .args([
            "--bounding-set=-dac_override,-dac_read_search",
            "--inh-caps=-all",
        ])
        .arg(program);
    command
}

/// Returns true if `script` gives a program a terminal, where the machine has any to give; says what is not tried for want of it.
pub fn has_terminal(what: &str) -> bool {
    let given = Command::new("script")
        .args(["-qec", "true", "/dev/null"])
        .output();
    let has = given.is_ok_and(|output| output.status.success());
    if !has {
        eprintln!("no pseudo-terminal on this machine: {what}");
    }

    has
}

/// The program as operators have it: it waits for a directory that was written a moment ago to come to rest.
pub fn patient_program() -> Command {
    let mut command = Command::new(program());
    command.env_remove("INDICATORD_REST_MS");
    command
}

/// A command of the documents for where there is no terminal, as there is none here: nobody is asked.
pub fn unasked(command: &str) -> String {
    if command.contains("--yes") {
        return command.to_owned();
    }
    command.replace("indicatord publish", "indicatord publish --yes")
}

/// Exit code, standard output and standard error of the program with these arguments.
pub fn outcome<S: AsRef<std::ffi::OsStr>>(arguments: &[S]) -> (i32, String, String) {
    finish(Command::new(program()).args(arguments))
}

/// Exit code, standard output and standard error of a command.
pub fn finish(command: &mut Command) -> (i32, String, String) {
    let output = command.output().unwrap();
    let text = |bytes: Vec<u8>| String::from_utf8(bytes).unwrap();
    (
        output.status.code().unwrap_or(-1),
        text(output.stdout),
        text(output.stderr),
    )
}

/// The export of a dataset, as of [`AT`].
#[track_caller]
pub fn export(dataset: &Path, options: &[&str]) -> Tree {
    let dir = TempDir::new();
    let out = dir.join("out");
    let paths = [
        out.to_str().unwrap(),
        "--dataset",
        dataset.to_str().unwrap(),
    ];
    let (code, _, stderr) = outcome(&[&["export", "--at", AT], &paths[..], options].concat());
    assert_eq!(code, 0, "{stderr}");
    tree(&out)
}

/// RFC 3339 in UTC of an instant this many seconds from now.
pub fn in_seconds(seconds: i64) -> String {
    rfc3339(now() + TimeDelta::seconds(seconds))
}

#[expect(
    clippy::disallowed_methods,
    reason = "tests of what the clock brings run by the clock of the program"
)]
pub fn now() -> DateTime<Utc> {
    Utc::now()
}

/// An instant in whole seconds, as a dataset has it.
pub fn rfc3339(instant: DateTime<Utc>) -> String {
    instant.to_rfc3339_opts(SecondsFormat::Secs, true)
}

/// Does something for each item, several at a time.
pub fn for_each<T: Sync>(items: &[T], what: impl Fn(&T) + Sync) {
    let next = AtomicUsize::new(0);
    thread::scope(|scope| {
        for _ in 0..16 {
            scope.spawn(|| {
                while let Some(item) = items.get(next.fetch_add(1, Ordering::Relaxed)) {
                    what(item);
                }
            });
        }
    });
}

/// Numbers that look random and are the same in every run.
pub struct Xorshift(u64);

impl Xorshift {
    /// The sequence of this number, never the empty one of zero.
    pub fn new(seed: u64) -> Self {
        Xorshift(seed.wrapping_mul(0x9e37_79b9_7f4a_7c15) | 1)
    }

    /// A number below the limit.
    pub fn below(&mut self, limit: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        ((self.0 >> 11) % limit.max(1) as u64) as usize
    }
}
