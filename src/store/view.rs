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
