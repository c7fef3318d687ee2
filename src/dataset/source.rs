//! Where a dataset is read from, and its files as bytes: complete, from one moment, in the order of their names.

use super::*;

use std::time::Instant;

use include_dir::{Dir, include_dir};

use super::edit::pending::apply_pending;
use super::listing::{MAX_TOTAL_BYTES, cannot_open, is_ignored};

static EMBEDDED: Dir<'_> = include_dir!("$CARGO_MANIFEST_DIR/dataset");

/// A directory is at rest this long after its newest change [D30.8].
const REST: Duration = Duration::from_millis(250);
/// The environment variable with a shorter rest in milliseconds, for tests of other things.
const SHORTER_REST: &str = "INDICATORD_REST_MS";
/// How long to wait for a directory that somebody writes to.
const PATIENCE: Duration = Duration::from_secs(20);

#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Source {
    Embedded,
    Directory(PathBuf),
}

impl Source {
    /// How `/status.json` names it [D8.2].
    pub fn origin(&self) -> &'static str {
        match self {
            Source::Embedded => "embedded",
            Source::Directory(_) => "directory",
        }
    }
}

/// Reads every file that can belong to a dataset, sorted by path.
/// A directory that changes meanwhile is read again, so that files of two states are never mixed. Everything that
/// cannot be read is reported under its path; nothing is followed out of the directory.
pub fn read(source: &Source, diagnostics: &mut Diagnostics) -> Vec<DataFile> {
    match source {
        Source::Embedded => embedded(&EMBEDDED),
        Source::Directory(root) => read_directory(root, &|| Directory::open(root), diagnostics),
    }
}

/// As [`read`], for a directory at `root` that `open` opens.
pub fn read_directory(
    root: &Path,
    open: &dyn Fn() -> Result<Directory, Error>,
    diagnostics: &mut Diagnostics,
) -> Vec<DataFile> {
    stable_read(root, open, rest(), PATIENCE, diagnostics).unwrap_or_default()
}

fn rest() -> Duration {
    let shorter = std::env::var(SHORTER_REST).unwrap_or_default();
    match shorter.parse() {
        Ok(milliseconds) => REST.min(Duration::from_millis(milliseconds)),
        Err(_) => REST,
    }
}

/// The files of a dataset inside the program.
pub fn embedded(dir: &Dir<'_>) -> Vec<DataFile> {
    let mut files = Vec::new();
    for file in dir.files() {
        let path = file.path().to_string_lossy().into_owned();
        if !is_ignored(path.rsplit('/').next().unwrap_or(&path)) {
            files.push(DataFile {
                path,
                bytes: file.contents().to_vec(),
            });
        }
    }

    files.extend(dir.dirs().flat_map(embedded));
    files.sort_by(|a, b| a.path.cmp(&b.path));
    files
}

/// Reads a directory that has come to rest, until the listings before and after agree.
fn stable_read(
    root: &Path,
    open: &dyn Fn() -> Result<Directory, Error>,
    rest: Duration,
    patience: Duration,
    diagnostics: &mut Diagnostics,
) -> Option<Vec<DataFile>> {
    let started = Instant::now();
    let location = Location::file(root.display().to_string());
    loop {
        let mut problems = Diagnostics::default();
        let mut listing = None;
        let mut files = None;
        match open() {
            Ok(directory) => {
                listing = Listing::list(&directory, &mut problems);
                if let Some(listing) = &listing {
                    std::thread::sleep(listing.until_rest(rest));
                    files = listing.read(MAX_TOTAL_BYTES, &directory, &mut problems);
                }

                if let Some(files) = &mut files
                    && let Err(error) = apply_pending(&directory, files)
                {
                    let message = msg::edit_unreadable(msg::reason(&error.error));
                    problems.unread(location.clone(), message);
                }
            }
            Err(error) => problems.unread(location.clone(), cannot_open(&error)),
        }

        let now = open().ok();
        let now = now.and_then(|directory| Listing::list(&directory, &mut Diagnostics::default()));
        if now == listing {
            diagnostics.append(problems);
            return files;
        }

        if started.elapsed() > patience {
            diagnostics.unread(location, msg::keeps_changing(patience.as_secs()));
            return None;
        }
    }
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::{AtomicBool, Ordering};
    use std::thread;

    use super::*;
    use crate::scratch::Scratch;

    #[test]
    fn what_comes_to_rest_is_read_and_what_keeps_changing_is_given_up() {
        const FOR_EVER: Duration = Duration::from_secs(600);
        let scratch = Scratch::new();
        let root = scratch.as_ref();
        let open = || Directory::open(root);
        let change = |number: u32| scratch.write("dataset.json", number.to_string());
        change(0);
        let mut diagnostics = Diagnostics::default();
        thread::scope(|scope| {
            scope.spawn(|| {
                let begun = Instant::now();
                // Longer than the first reading waits for the directory to come to rest.
                (1..)
                    .take_while(|_| begun.elapsed() < REST * 2)
                    .for_each(change);
            });
            assert!(stable_read(root, &open, REST, FOR_EVER, &mut diagnostics).is_some());
        });

        assert_eq!(diagnostics.errors(), 0);

        change(0);
        let changed = Instant::now();
        assert!(stable_read(root, &open, REST, FOR_EVER, &mut diagnostics).is_some());
        // The kernel's clock for files is a tick behind.
        assert!(changed.elapsed() > REST * 9 / 10, "{:?}", changed.elapsed());

        let given_up = AtomicBool::new(false);
        thread::scope(|scope| {
            scope.spawn(|| {
                (1..)
                    .take_while(|_| !given_up.load(Ordering::Relaxed))
                    .for_each(change)
            });
            // On a busy machine it may look for once as if it were at rest.
            while stable_read(root, &open, REST, Duration::ZERO, &mut diagnostics).is_some() {}
            given_up.store(true, Ordering::Relaxed);
        });

        assert!(diagnostics.is_unread());
        assert_eq!(diagnostics.problems()[0].message, msg::keeps_changing(0));
    }

    #[test]
    fn the_embedded_dataset_is_there() {
        let mut diagnostics = Diagnostics::default();
        let files = read(&Source::Embedded, &mut diagnostics);
        assert!(files.iter().any(|f| f.path == "dataset.json"));
        assert_eq!(diagnostics.errors(), 0);
        assert_eq!(Source::Embedded.origin(), "embedded");
        assert_eq!(Source::Directory("x".into()).origin(), "directory");
    }
}
