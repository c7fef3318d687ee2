//! A store of releases: complete datasets side by side, and one link that says which is in service.
//!
//!     STORE/releases/VERSION/   a dataset as it was published, never changed afterwards
//!     STORE/current             a symbolic link to the release in service, replaced in one step
//!     STORE/journal.jsonl       who published what, and when
//!     STORE/.lock               held while the store is changed
//!     STORE/.incoming           a release that is being written; of no use to anybody else
//!     STORE/.publishing         names the version that is about to be put in service
//!
//! At every moment, also after a loss of power, the link leads to one complete release.

mod copy;
mod journal;
mod sums;

use std::fs::{self, File};
use std::io;
use std::os::unix::fs::symlink;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant as Stopwatch};

use rustix::fs::{FlockOperation, flock};

pub use copy::{content_hash, read};
pub use journal::{Action, Entry};
pub use sums::verify;

use crate::dataset::DataFile;
use journal::Journal;

/// How long to wait for somebody else who changes the store.
const PATIENCE: Duration = Duration::from_secs(30);

/// A store that nobody else changes while this is held.
pub struct Store {
    root: PathBuf,
    journal: Journal,
    /// Released with the descriptor, also when the program is killed.
    _lock: File,
}

/// Where the release in service is found, if there is one; for whoever only reads.
pub fn current(root: &Path) -> PathBuf {
    root.join("current")
}

/// The directory of a release.
pub fn release(root: &Path, version: &str) -> PathBuf {
    root.join("releases").join(version)
}

/// The version in service.
pub fn current_version(root: &Path) -> Option<String> {
    let target = fs::read_link(current(root)).ok()?;
    Some(target.file_name()?.to_string_lossy().into_owned())
}

/// What the journal says, oldest first.
///
/// # Errors
/// When it cannot be read.
pub fn journal(root: &Path) -> io::Result<Vec<Entry>> {
    Ok(Journal::read(root)?.entries)
}

impl Store {
    /// Takes the store, creates it where it is not there, and cleans up what a killed program has left behind.
    ///
    /// # Errors
    /// When it cannot be written, or somebody else holds it for longer than half a minute; `waiting` is called when
    /// there is something to wait for.
    pub fn take(root: &Path, waiting: impl FnOnce()) -> io::Result<Self> {
        fs::create_dir_all(root.join("releases"))?;
        let lock = File::create(root.join(".lock"))?;
        wait_for(&lock, waiting)?;
        let incoming = root.join(INCOMING);
        if incoming.exists() {
            fs::remove_dir_all(incoming)?;
        }
        let journal = Journal::read(root)?;
        let mut store = Store { root: root.to_owned(), journal, _lock: lock };
        store.finish_what_was_begun()?;
        Ok(store)
    }

    /// The version in service.
    pub fn current(&self) -> Option<String> {
        current_version(&self.root)
    }

    /// The directory of a release.
    pub fn release(&self, version: &str) -> PathBuf {
        release(&self.root, version)
    }

    /// The version that was in service before `version` was published.
    pub fn before(&self, version: &str) -> Option<String> {
        let published = |entry: &&Entry| entry.version == version && entry.action != Action::Rollback;
        let former = self.journal.entries.iter().rev().find(published)?.previous.clone()?;
        self.release(&former).is_dir().then_some(former)
    }

    /// Writes a release into the store; it is not in service yet.
    ///
    /// # Errors
    /// When it cannot be written; nothing is left behind then.
    pub fn add(&self, files: &[DataFile], version: &str) -> io::Result<()> {
        let (incoming, target) = (self.root.join(INCOMING), self.release(version));
        let written = copy::write(files, &incoming)
            .and_then(|()| copy::write_file(&self.root.join(PUBLISHING), version.as_bytes()))
            .and_then(|()| copy::synchronise(&self.root))
            .and_then(|()| fs::rename(&incoming, &target))
            .and_then(|()| copy::synchronise(&self.root.join("releases")));
        if written.is_err() {
            let _ = fs::remove_dir_all(&incoming);
            self.discard(version);
        }
        written
    }

    /// Takes a release that was added, and is not in service, out of the store again.
    pub fn discard(&self, version: &str) {
        let _ = fs::remove_dir_all(self.release(version));
        let _ = fs::remove_file(self.root.join(PUBLISHING));
    }

    /// Puts a release in service in one step, and writes that down. All that needs room on the disk is done before
    /// the step.
    ///
    /// # Errors
    /// When it cannot be written; the former release is in service then.
    pub fn switch(&mut self, entry: Entry) -> io::Result<()> {
        let version = entry.version.clone();
        let prepared = self.journal.prepare(&self.root, entry)?;
        let link = self.root.join(".current.new");
        let _ = fs::remove_file(&link);
        symlink(Path::new("releases").join(version), &link)?;
        fs::rename(&link, current(&self.root))?;
        copy::synchronise(&self.root)?;
        self.journal.commit(prepared)?;
        copy::synchronise(&self.root)?;
        let _ = fs::remove_file(self.root.join(PUBLISHING));
        Ok(())
    }

    /// Removes the oldest releases beyond `keep`, never the one in service nor the one before it.
    pub fn prune(&self, keep: usize) -> io::Result<Vec<String>> {
        let mut newest_first: Vec<String> = Vec::new();
        let versions =
            self.journal.entries.iter().rev().flat_map(|e| [Some(e.version.clone()), e.previous.clone()]);
        for version in self.current().into_iter().chain(versions.flatten()) {
            if !newest_first.contains(&version) && self.release(&version).is_dir() {
                newest_first.push(version);
            }
        }
        let surplus = newest_first.split_off(keep.max(1).min(newest_first.len()));
        for version in &surplus {
            fs::remove_dir_all(self.release(version))?;
        }
        Ok(surplus)
    }

    /// A program that was killed has left a release that is in service and not in the journal, or the other way
    /// round one that never was in service.
    fn finish_what_was_begun(&mut self) -> io::Result<()> {
        let current = self.current();
        if let Some(version) =
            current.as_ref().filter(|version| self.journal.last() != Some(version.as_str()))
        {
            let previous = self.journal.last().map(str::to_owned);
            let hash = content_hash(&copy::read(&self.release(version))?);
            let prepared =
                self.journal.prepare(&self.root, Entry::recovered(version.clone(), previous, hash))?;
            self.journal.commit(prepared)?;
        }
        let marker = self.root.join(PUBLISHING);
        if let Ok(version) = fs::read_to_string(&marker) {
            let known = self.journal.entries.iter().any(|entry| entry.version == version);
            if !known && !version.is_empty() && !version.contains(['/', '\0']) {
                let _ = fs::remove_dir_all(self.release(&version));
            }
            fs::remove_file(&marker)?;
        }
        Ok(())
    }
}

const INCOMING: &str = ".incoming";
const PUBLISHING: &str = ".publishing";

fn wait_for(lock: &File, waiting: impl FnOnce()) -> io::Result<()> {
    if flock(lock, FlockOperation::NonBlockingLockExclusive).is_ok() {
        return Ok(());
    }
    waiting();
    let since = Stopwatch::now();
    loop {
        match flock(lock, FlockOperation::NonBlockingLockExclusive) {
            Ok(()) => return Ok(()),
            Err(error) if since.elapsed() > PATIENCE => return Err(error.into()),
            Err(_) => std::thread::sleep(Duration::from_millis(50)),
        }
    }
}
