//! Where a dataset is read from, and its files as bytes: complete, from one moment, in the order of their names.

use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::{Duration, Instant};

use include_dir::{Dir, include_dir};

use super::diagnostic::{Diagnostics, Location};
use super::listing::{Listing, ignored};
use super::workspace::overlay;
use crate::messages as msg;

static EMBEDDED: Dir<'_> = include_dir!("$CARGO_MANIFEST_DIR/dataset");

/// Otherwise nothing may change for this long after it was read.
const QUIET: Duration = Duration::from_millis(250);
/// How long to wait for a directory that somebody writes to.
const PATIENCE: Duration = Duration::from_secs(20);

/// How many files the process has read: what a person who waits is shown.
pub(super) static FILES_READ: AtomicUsize = AtomicUsize::new(0);

/// How many files of datasets the process has read so far.
pub fn files_read() -> usize {
    FILES_READ.load(Ordering::Relaxed)
}

/// Where a dataset comes from.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Source {
    /// The copy inside the program.
    Embedded,
    /// A directory.
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

/// One file of a dataset.
#[derive(Debug)]
pub struct DataFile {
    /// Relative to the dataset, with `/`.
    pub path: String,
    /// What stands in it.
    pub bytes: Vec<u8>,
}

/// Reads every file that can belong to a dataset, sorted by path.
///
/// A directory that changes meanwhile is read again, so that files of two states are never mixed. Everything that
/// cannot be read is reported under its path; nothing is followed out of the directory.
pub fn read(source: &Source, diagnostics: &mut Diagnostics) -> Vec<DataFile> {
    let mut files = match source {
        Source::Embedded => embedded(&EMBEDDED),
        Source::Directory(root) => stable_read(root, PATIENCE, diagnostics).unwrap_or_default(),
    };
    files.sort_by(|a, b| a.path.cmp(&b.path));
    files
}

fn embedded(dir: &Dir<'_>) -> Vec<DataFile> {
    let mut files = Vec::new();
    for file in dir.files() {
        let path = file.path().to_string_lossy().into_owned();
        if !ignored(path.rsplit('/').next().unwrap_or(&path)) {
            files.push(DataFile { path, bytes: file.contents().to_vec() });
        }
    }
    files.extend(dir.dirs().flat_map(embedded));
    files
}

/// Reads until what was read is what is there: the listing before and after agree, and nothing is being written.
fn stable_read(root: &Path, patience: Duration, diagnostics: &mut Diagnostics) -> Option<Vec<DataFile>> {
    let started = Instant::now();
    loop {
        let mut attempt = Diagnostics::default();
        let before = Listing::of(root, &mut attempt);
        let mut files = before.as_ref().and_then(|listing| listing.read(&mut attempt));
        if let Some(Err(error)) = files.as_mut().map(|files| overlay(root, files)) {
            attempt.unread(
                Location::file(root.display().to_string()),
                msg::edit_unreadable(msg::reason(&error)),
            );
        }
        if !before.as_ref().is_none_or(Listing::settled) {
            std::thread::sleep(QUIET);
        }
        if Listing::of(root, &mut Diagnostics::default()) == before {
            diagnostics.append(attempt);
            return files;
        }
        if started.elapsed() > patience {
            diagnostics
                .unread(Location::file(root.display().to_string()), msg::keeps_changing(patience.as_secs()));
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
        let scratch = Scratch::new();
        let change = |number: u32| scratch.write("dataset.json", number.to_string());
        change(0);
        let mut diagnostics = Diagnostics::default();
        thread::scope(|scope| {
            scope.spawn(|| {
                let begun = Instant::now();
                // Longer than the first reading waits for the directory to come to rest.
                (1..).take_while(|_| begun.elapsed() < QUIET * 2).for_each(change);
            });
            assert!(stable_read(scratch.as_ref(), Duration::from_secs(600), &mut diagnostics).is_some());
        });
        assert_eq!(diagnostics.errors(), 0);

        let given_up = AtomicBool::new(false);
        thread::scope(|scope| {
            scope.spawn(|| (1..).take_while(|_| !given_up.load(Ordering::Relaxed)).for_each(change));
            // On a busy machine it may look for once as if it were at rest.
            while stable_read(scratch.as_ref(), Duration::ZERO, &mut diagnostics).is_some() {}
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
