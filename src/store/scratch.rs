//! A store for one test, gone with it.

use super::access::Audience;
use super::dir::Dir;
use super::entry::Entry;
use super::take::Store;
use crate::dataset::DataFile;
use crate::model::Timestamp;

pub use crate::scratch::Scratch;

/// An instant of the day on which the tests of the store take place.
pub fn hour(hour: u32) -> Timestamp {
    chrono::NaiveDate::from_ymd_opt(2026, 11, 20).unwrap().and_hms_opt(hour, 0, 0).unwrap().and_utc()
}

impl Scratch {
    /// The directory, held open.
    pub fn dir(&self) -> Dir {
        Dir::open(self.as_ref()).unwrap()
    }

    /// The store that it is, taken at nine.
    pub fn store(&self) -> Store {
        Store::take(self.as_ref(), hour(9), || ()).unwrap()
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
