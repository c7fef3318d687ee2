//! A directory for one test of the store, gone with it.

use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU32, Ordering};

use super::access::Audience;
use super::dir::Dir;
use super::entry::Entry;
use super::take::Store;
use crate::dataset::DataFile;
use crate::model::Timestamp;

/// An instant of the day on which the tests of the store take place.
pub fn hour(hour: u32) -> Timestamp {
    chrono::NaiveDate::from_ymd_opt(2026, 11, 20).unwrap().and_hms_opt(hour, 0, 0).unwrap().and_utc()
}

/// The directory, empty at first.
pub struct Scratch(PathBuf);

impl Scratch {
    /// Makes it.
    pub fn new() -> Self {
        static COUNT: AtomicU32 = AtomicU32::new(0);
        let number = COUNT.fetch_add(1, Ordering::Relaxed);
        let path = std::env::temp_dir().join(format!("indicatord-{}-store-{number}", std::process::id()));
        let _ = std::fs::remove_dir_all(&path);
        std::fs::create_dir_all(&path).unwrap();
        std::fs::set_permissions(&path, PermissionsExt::from_mode(0o755)).unwrap();
        Scratch(path)
    }

    /// The store that it is, taken at nine.
    pub fn store(&self) -> Store {
        Store::take(&self.0, hour(9), || ()).unwrap()
    }

    /// A path in it.
    pub fn join(&self, name: &str) -> PathBuf {
        self.0.join(name)
    }

    /// The same directory, held open.
    pub fn dir(&self) -> Dir {
        Dir::open(&self.0).unwrap()
    }

    /// Writes a file and the directories above it.
    pub fn write(&self, name: &str, content: impl AsRef<[u8]>) {
        let path = self.join(name);
        std::fs::create_dir_all(path.parent().unwrap()).unwrap();
        std::fs::write(path, content).unwrap();
    }

    /// What stands in a file.
    pub fn text(&self, name: &str) -> String {
        std::fs::read_to_string(self.join(name)).unwrap()
    }
}

impl Store {
    /// Adds a release of one file for this audience, and returns what the journal would say of it.
    pub fn added(&mut self, version: &str, audience: Audience) -> Entry {
        let file = DataFile { path: "dataset.json".to_owned(), bytes: version.into() };
        let previous = self.view.current().unwrap();
        let hash = super::content_hash(std::slice::from_ref(&file));
        let mut entry = Entry { previous, ..Entry::publication(version.to_owned(), hash) };
        self.add(&[file], &mut entry, audience).unwrap();
        entry
    }

    /// Publishes these releases, one behind the other.
    pub fn published(&mut self, versions: &[&str]) {
        for version in versions {
            let entry = self.added(version, Audience::Everybody);
            assert!(self.switch(entry).unwrap().is_empty());
        }
    }
}

impl AsRef<Path> for Scratch {
    fn as_ref(&self) -> &Path {
        &self.0
    }
}

impl Drop for Scratch {
    fn drop(&mut self) {
        let _ = std::fs::remove_dir_all(&self.0);
    }
}
