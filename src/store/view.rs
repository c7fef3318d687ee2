//! A store as it is found, without touching it: for whoever only reads, and for whoever changes it afterwards.

use std::path::{Path, PathBuf};

use super::armed::Armed;
use super::dir::{self, Dir};
use super::error::Error;
use super::journal::Journal;
use super::names;
use super::settings::Settings;
use super::staged::Staged;
use super::verify::{self, Altered};
use crate::dataset::DataFile;
use crate::model::Timestamp;

const CURRENT: &str = "current";

/// Everything that a store says of itself.
pub struct View {
    /// The directory.
    pub(super) root: Dir,
    /// What happened.
    pub(super) journal: Journal,
    /// What waits for its instant.
    pub(super) armed: Option<Armed>,
    /// What waits for somebody's word.
    pub(super) staged: Staged,
    /// What it asks of those who publish.
    pub(super) settings: Settings,
}

impl View {
    /// Looks at a store.
    ///
    /// # Errors
    /// When it is not there, or something of it cannot be read.
    pub fn open(root: &Path) -> Result<Self, Error> {
        View::of(Dir::open(root)?)
    }

    /// Looks at a store; `None` where there is no such directory yet.
    pub fn open_if_there(root: &Path) -> Result<Option<Self>, Error> {
        if dir::is_there(root)? { View::open(root).map(Some) } else { Ok(None) }
    }

    pub(super) fn of(root: Dir) -> Result<Self, Error> {
        let (journal, armed) = (Journal::read(&root)?, Armed::read(&root)?);
        let (staged, settings) = (Staged::read(&root)?, Settings::read(&root)?);
        Ok(View { root, journal, armed, staged, settings })
    }

    /// The version that the link leads to, if it is there.
    ///
    /// # Errors
    /// When something else is in its place.
    pub fn current(&self) -> Result<Option<String>, Error> {
        current_in(&self.root)
    }

    /// The version that is public now: that of the link, or the armed one from its instant on.
    pub fn public(&self, now: Timestamp) -> Result<Option<String>, Error> {
        match self.armed.as_ref().filter(|armed| armed.is_due(now)) {
            Some(armed) => Ok(Some(armed.entry.version.clone())),
            None => self.current(),
        }
    }

    /// What is armed and whose instant has not come.
    pub fn waiting(&self, now: Timestamp) -> Option<&Armed> {
        self.armed.as_ref().filter(|armed| !armed.is_due(now))
    }

    /// What is armed, its instant past or to come.
    pub fn armed(&self) -> Option<&Armed> {
        self.armed.as_ref()
    }

    /// What happened so far.
    pub fn journal(&self) -> &Journal {
        &self.journal
    }

    /// What waits for somebody's word.
    pub fn staged(&self) -> &Staged {
        &self.staged
    }

    /// What it asks of those who publish.
    pub fn settings(&self) -> Settings {
        self.settings
    }

    /// Where it is.
    pub fn path(&self) -> &Path {
        self.root.path()
    }

    /// The directory of a release.
    pub fn release(&self, version: &str) -> PathBuf {
        names::release(self.root.path(), version)
    }

    /// Whether the files of a release are kept.
    pub fn keeps(&self, version: &str) -> bool {
        names::check(version).is_ok()
            && self.root.subdirectory(names::RELEASES).is_ok_and(|releases| releases.has_directory(version))
    }

    /// Every version that was ever used in the store: in the journal, staged, armed, or a directory.
    pub fn versions(&self) -> Vec<String> {
        let armed = self.armed.iter().map(|armed| &armed.entry);
        let entries = self.journal.entries().iter().chain(armed).chain(self.staged.entries());
        let named = entries.flat_map(|entry| [Some(entry.version.clone()), entry.previous.clone()]);
        let kept = self.root.subdirectory(names::RELEASES).and_then(|releases| releases.names());
        named.flatten().chain(kept.unwrap_or_default()).collect()
    }

    /// What is not as it was in the files of a release, which were read before.
    pub fn altered(&self, version: &str, files: &[DataFile]) -> Result<Option<Altered>, Error> {
        verify::altered_since(&self.root, &self.journal, version, files)
    }

    /// The highest sequence of the bundles of a key that came into the store, in service, armed or staged, but for
    /// what is staged as `except`.
    pub fn highest_sequence(&self, key: &str, except: Option<&str>) -> Option<u64> {
        let armed = self.armed.iter().map(|armed| &armed.entry);
        let staged = self.staged.entries().iter().filter(|entry| Some(entry.version.as_str()) != except);
        let all = self.journal.entries().iter().chain(armed).chain(staged);
        all.filter_map(|entry| entry.bundle.as_ref()).filter(|b| b.key == key).map(|b| b.sequence).max()
    }
}

/// The version that the link `current` leads to, if it is there.
pub(super) fn current_in(root: &Dir) -> Result<Option<String>, Error> {
    if root.look(CURRENT)?.is_none() {
        return Ok(None);
    }
    let no_link = || Error::NotALink(root.path().join(CURRENT));
    let target = root.target(CURRENT).map_err(|error| match error {
        Error::Failed { error, .. } if error.kind() == std::io::ErrorKind::InvalidInput => no_link(),
        other => other,
    })?;
    names::version_of(&target).map(Some).ok_or_else(no_link)
}

#[cfg(test)]
mod tests {
    use std::os::unix::fs::symlink;

    use super::*;
    use crate::store::access::Audience;
    use crate::store::entry::{Entry, Origin};
    use crate::store::scratch::{Scratch, hour};

    #[test]
    fn what_is_armed_is_public_from_its_instant_on() {
        let scratch = Scratch::new();
        let mut store = scratch.store();
        assert_eq!(store.view().public(hour(9)).unwrap(), None);
        store.published(&["1"]);
        let entry = store.added("2", Audience::Group);
        let entry = Entry { at: Some(hour(10).to_rfc3339()), ..entry };
        store.arm(entry, hour(10)).unwrap();
        drop(store);
        let view = View::open(scratch.as_ref()).unwrap();
        assert_eq!(view.public(hour(9)).unwrap().as_deref(), Some("1"));
        assert_eq!(view.public(hour(10)).unwrap().as_deref(), Some("2"));
        assert_eq!(view.waiting(hour(9)), view.armed());
        assert_eq!(view.waiting(hour(10)), None);
        assert_eq!(view.current().unwrap().as_deref(), Some("1"));
        assert_eq!(view.armed().unwrap().entry.version, "2");
    }

    #[test]
    fn releases_are_directories_and_versions_whatever_was_used() {
        let scratch = Scratch::new();
        let mut store = scratch.store();
        store.published(&["1"]);
        let armed = store.added("2", Audience::Group);
        store.arm(armed, hour(10)).unwrap();
        let staged =
            Entry { previous: Some("0".to_owned()), ..Entry::publication("3".to_owned(), String::new()) };
        store.stage(staged).unwrap();
        scratch.write("releases/file", "");
        let view = store.view();
        assert_eq!(
            ["1", "2", "3", "0", "file", "..", "."].map(|v| view.keeps(v)),
            [true, true, false, false, false, false, false]
        );
        let mut versions = view.versions();
        versions.sort();
        versions.dedup();
        assert_eq!(versions, ["0", "1", "2", "3", "file"]);
        assert_eq!(view.release("1"), scratch.join("releases/1"));
        assert_eq!(view.path(), scratch.as_ref());
        let file = |bytes: &str| [DataFile { path: "dataset.json".to_owned(), bytes: bytes.into() }];
        assert!(view.altered("1", &file("1")).unwrap().is_none());
        assert!(view.altered("1", &file("2")).unwrap().is_some());
        assert!(view.altered("0", &file("2")).unwrap().is_none(), "nothing is known of it");
    }

    #[test]
    fn a_sequence_is_the_highest_of_its_key_wherever_the_bundle_went() {
        let scratch = Scratch::new();
        let mut store = scratch.store();
        let of = |version: &str, key: &str, sequence: u64| {
            let origin = Origin { key: key.to_owned(), sequence, comment: String::new(), not_before: None };
            Entry { bundle: Some(origin), ..Entry::publication(version.to_owned(), String::new()) }
        };
        store.switch(of("1", "A", 2)).unwrap();
        store.stage(of("2", "A", 7)).unwrap();
        store.stage(of("3", "B", 9)).unwrap();
        let highest = |store: &crate::store::Store, key: &str, except: Option<&str>| {
            store.view().highest_sequence(key, except)
        };
        assert_eq!(highest(&store, "A", None), Some(7));
        assert_eq!(highest(&store, "A", Some("2")), Some(2));
        assert_eq!(highest(&store, "A", Some("3")), Some(7));
        assert_eq!(highest(&store, "B", None), Some(9));
        assert_eq!(highest(&store, "C", None), None);
        store.arm(of("4", "A", 8), hour(10)).unwrap();
        assert_eq!(highest(&store, "A", Some("4")), Some(8));
    }

    #[test]
    fn what_is_current_is_a_link_to_a_release() {
        let scratch = Scratch::new();
        assert!(View::open_if_there(&scratch.join("store")).unwrap().is_none());
        scratch.write("settings.json", r#"{"signed":true}"#);
        assert!(View::open(scratch.as_ref()).unwrap().settings().signed);
        assert!(matches!(View::open(&scratch.join("store")), Err(error) if error.is_missing()));
        let current = || View::open_if_there(scratch.as_ref()).unwrap().unwrap().current();
        assert_eq!(current().unwrap(), None);
        symlink("releases/1", scratch.join(CURRENT)).unwrap();
        assert_eq!(current().unwrap().as_deref(), Some("1"), "whether or not that is there");
        std::fs::remove_file(scratch.join(CURRENT)).unwrap();
        symlink("elsewhere/1", scratch.join(CURRENT)).unwrap();
        assert!(matches!(current(), Err(Error::NotALink(_))));
        std::fs::remove_file(scratch.join(CURRENT)).unwrap();
        scratch.write(CURRENT, "releases/1");
        assert!(matches!(current(), Err(Error::NotALink(path)) if path == scratch.join(CURRENT)));
    }
}
