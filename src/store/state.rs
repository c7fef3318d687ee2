//! A store as it is found, without touching it: for commands that only read, and as the first half of a change.

use super::*;

use std::ffi::OsStr;
use std::io::ErrorKind;

use super::own_files::SETTINGS;

/// A store as it was found.
pub struct StoreState {
    pub(super) root: Directory,
    pub(super) journal: Journal,
    /// The line that the journal is about to get, of a command that is at work or was killed.
    pending: Option<Entry>,
}

/// The entry that an empty file system has.
const LOST_AND_FOUND: &str = "lost+found";

impl StoreState {
    pub fn open(root: &Path) -> Result<Self> {
        StoreState::of(open_directory(root)?)
    }

    /// `None` where there is no such directory yet.
    pub fn open_if_there(root: &Path) -> Result<Option<Self>> {
        match Directory::open(root) {
            Err(error) if error.is_missing() => Ok(None),
            result => StoreState::of(result?).map(Some),
        }
    }

    pub(super) fn of(root: Directory) -> Result<Self> {
        let journal = Journal::read(&root)?;
        Ok(StoreState::with(root, journal))
    }

    fn with(root: Directory, journal: Journal) -> Self {
        // A marker that cannot be read is for the next command that changes the store.
        let pending = own_files::read_marker(&root).unwrap_or_default();
        StoreState {
            root,
            journal,
            pending,
        }
    }

    /// The version that the link leads to, if it is there.
    pub fn current(&self) -> Result<Option<String>> {
        current_in(&self.root)
    }

    pub fn path(&self) -> &Path {
        self.root.path()
    }

    pub fn journal(&self) -> &Journal {
        &self.journal
    }

    pub fn settings(&self) -> Result<Settings> {
        Settings::read(&self.root)
    }

    /// The settings as they would be after a change.
    pub fn change_settings(&self, changes: &BTreeMap<String, String>) -> Result<ChangedSettings> {
        ChangedSettings::new(&self.root, changes)
    }

    /// The owner of the store, who may loosen its rules.
    pub fn owner(&self) -> Result<u32> {
        Ok(self.root.stat()?.st_uid)
    }

    /// The files of the journal and of a release that others than their owner and a group may not read, each with the
    /// number of that group.
    pub fn closed_files(&self, version: Option<&str>) -> Result<BTreeMap<PathBuf, u32>> {
        let mut closed = BTreeMap::new();
        closed.extend(closed_group(&self.root, journal::FILE.as_ref())?);

        let releases = self.root.subdirectory_if_present(RELEASES)?;
        if let (Some(releases), Some(version)) = (releases, version) {
            let release = releases.subdirectory(version)?;
            for name in release.names()? {
                closed.extend(closed_group(&release, &name)?);
            }
        }

        Ok(closed)
    }

    /// The faults of the journal, which every command reports that reads the store.
    pub fn warnings(&self) -> Vec<Message> {
        let mut warnings = self.journal.warnings();
        let has_journal = !warnings.is_empty() || !self.journal.entries().is_empty();
        if !has_journal
            && let Ok(Some(current)) = self.current()
            && !self.is_pending(&current)
        {
            warnings.push(msg::in_service_without_journal(current));
        }

        warnings
    }

    /// Returns true if the directory is a store: something was published or staged there, or its rules are written down.
    pub fn is_store(&self) -> bool {
        !self.journal.entries().is_empty()
            || self.journal.has_published()
            || self.root.has(RELEASES)
            || self.root.has(SETTINGS)
    }

    /// Returns true if there is anything beside the lock. A command that ends as soon as it has begun a store leaves the
    /// lock alone, or a backup that holds it.
    pub fn holds_something(&self) -> Result<bool> {
        let mut names = self.root.names()?;
        names.retain(|name| name != LOST_AND_FOUND && name != LOCK);
        Ok(!names.is_empty())
    }

    /// Refuses a directory that has something else in it.
    pub fn require_store(&self) -> Result {
        if !self.is_store() && self.holds_something()? {
            return Err(msg::no_store(self.path().display()).into());
        }
        Ok(())
    }

    /// The name of the group whose members may change the store.
    pub fn writers(&self) -> Result<Option<String>> {
        let stat = self.root.stat()?;
        match user::group_of(stat.st_gid) {
            Some((name, _)) if permits(&stat, Mode::WGRP) => Ok(Some(name)),
            _ => Ok(None),
        }
    }

    pub fn room(&self) -> Result<Room> {
        Ok(self.root.room()?)
    }

    pub fn release(&self, version: &str) -> PathBuf {
        release_path(self.root.path(), version)
    }

    /// Reads a release, and compares it with what the journal says of it.
    pub fn read(&self, version: &str) -> Release {
        Release::read(&self.root, self.content_of(version), version)
    }

    /// The hashes of the files of a release, in the journal or in the line that it is about to get.
    fn content_of(&self, version: &str) -> Option<&Content> {
        let noted = self.journal.content_of(version);
        let pending = self.pending_for(version);
        let Some(content) = pending.and_then(|entry| entry.event.content()) else {
            return noted;
        };

        // An approval may have changed what the journal knows as staged.
        match self.current() {
            Ok(Some(current)) if current == version => Some(content),
            _ => noted.or(Some(content)),
        }
    }

    fn pending_for(&self, version: &str) -> Option<&Entry> {
        let pending = self.pending.as_ref();
        pending.filter(|entry| entry.version() == version)
    }

    /// Returns true if a command that is at work, or was killed, is about this version.
    pub fn is_pending(&self, version: &str) -> bool {
        self.pending_for(version).is_some()
    }

    pub fn keeps(&self, version: &str) -> bool {
        match self.root.subdirectory(RELEASES) {
            Ok(releases) => check_version(version).is_ok() && releases.has_directory(version),
            Err(_) => false,
        }
    }

    /// The versions whose files are kept, in the order of their names.
    pub fn kept(&self) -> Result<Vec<String>> {
        let Some(releases) = self.root.subdirectory_if_present(RELEASES)? else {
            return Ok(Vec::new());
        };

        let mut kept = Vec::new();
        for name in releases.names()? {
            if let Ok(name) = name.into_string()
                && check_version(&name).is_ok()
                && releases.has_directory(&name)
            {
                kept.push(name);
            }
        }

        Ok(kept)
    }

    /// The versions whose files are kept although the journal knows nothing of them.
    pub fn strangers(&self) -> Result<Vec<String>> {
        let mut kept = self.kept()?;
        let journalled: BTreeSet<&str> = self.journal.versions().collect();
        kept.retain(|version| {
            !journalled.contains(&version[..]) && self.content_of(version).is_none()
        });
        Ok(kept)
    }

    /// Every version that was ever used in the store: in the journal, or a directory.
    pub fn versions(&self) -> Result<Vec<String>> {
        let mut versions = self.kept()?;
        versions.extend(self.journal.versions().map(str::to_owned));
        Ok(versions)
    }

    /// Why no release is live, or there is no journal to show.
    pub fn why_none_is_live(&self) -> Result<Message> {
        let kept = self.kept()?.len();
        Ok(match self.journal.last() {
            Some(_) => msg::none_is_live(kept),
            None if kept > 0 && self.journal.entries().is_empty() => msg::nothing_on_record(kept),
            None => msg::nothing_published(),
        })
    }

    /// The releases that `rollback --to` restores, beside the current one.
    pub fn restorable(&self, current: Option<&str>) -> Vec<&str> {
        let mut versions: BTreeSet<&str> = self.journal.versions().collect();
        versions.retain(|version| {
            Some(*version) != current
                && self.keeps(version)
                && self.journal.was_current(version)
                && self.journal.content_of(version).is_some()
        });
        versions.into_iter().collect()
    }

    /// Returns true if a program that was killed leaves something for the next command to finish.
    pub fn is_unfinished(&self) -> Result<bool> {
        Ok(self.root.look(MARKER)?.is_some()
            || !self.removals()?.is_empty()
            || !self.withdrawn().is_empty())
    }

    /// Counts what is known of a release that became current without a line in the journal. Files that the journal does
    /// not know are not summed now: that would call good whatever is there now.
    pub fn count_unnoted(&mut self, now: Timestamp) -> Result {
        let previous = self.journal.last_version().map(str::to_owned);
        match self.current()? {
            Some(version) if Some(&version) != previous.as_ref() => {
                let entry = self.missing_entry(version, previous, now);
                self.journal.count(entry);
            }
            _ => {}
        }

        Ok(())
    }

    /// The line of a release that became current without one: as its command would have written it, or else of a release
    /// that nobody is known to have made current.
    fn missing_entry(&self, version: String, previous: Option<String>, now: Timestamp) -> Entry {
        if let Some(pending) = self.pending_for(&version)
            && pending.event.is_change()
        {
            let mut entry = pending.clone();
            entry.event = entry.event.after(previous);
            return entry;
        }

        let at = match self.journal.entries().last() {
            Some(last) => last.signature.at.beside(now),
            None => OffsetTimestamp::utc(now),
        };
        let content = self.journal.content_of(&version).cloned();
        Entry {
            signature: Signature::now(at),
            event: Event::Recovered {
                version,
                content,
                previous,
            },
        }
    }

    /// The versions whose removal was begun.
    pub(super) fn removals(&self) -> Result<Vec<String>> {
        let mut versions = Vec::new();
        for name in self.root.names()? {
            let name = name.to_string_lossy();
            if let Some(version) = name.strip_prefix(REMOVING)
                && check_version(version).is_ok()
            {
                versions.push(version.to_owned());
            }
        }

        Ok(versions)
    }

    /// The versions that were taken back and whose files are still there.
    pub(super) fn withdrawn(&self) -> Vec<String> {
        let mut withdrawn: Vec<String> = self.journal.withdrawn().map(str::to_owned).collect();
        withdrawn.retain(|version| !self.journal.was_current(version) && self.keeps(version));
        withdrawn
    }
}

/// The path of a file that others than its owner and a group may not read, and the number of that group.
fn closed_group(directory: &Directory, name: &OsStr) -> Result<Option<(PathBuf, u32)>> {
    let stat = directory.look(name)?;
    let closed = stat.filter(|stat| !permits(stat, Mode::ROTH));
    Ok(closed.map(|stat| (directory.path().join(name), stat.st_gid)))
}

/// The version that the link `current` leads to, if it is there.
pub(super) fn current_in(root: &Directory) -> Result<Option<String>> {
    if root.look(CURRENT)?.is_none() {
        return Ok(None);
    }

    let version = match root.target(CURRENT) {
        Ok(target) => version_of_link(&target),
        // Something else than a link.
        Err(error) if error.error.kind() == ErrorKind::InvalidInput => None,
        Err(error) => return Err(error.into()),
    };

    if version.is_none() {
        let link = root.path().join(CURRENT);
        return Err(msg::current_is_no_link(link.display()).into());
    }

    Ok(version)
}

/// The version that the link of a store leads to, if there is a link.
pub fn current_version(root: &Path) -> Result<Option<String>> {
    current_in(&open_directory(root)?)
}

/// Opens the directory of a store. Where it is missing, its file system may not be mounted.
fn open_directory(root: &Path) -> Result<Directory> {
    match Directory::open(root) {
        Err(error) if error.is_missing() => Err(msg::no_store(root.display()).into()),
        result => Ok(result?),
    }
}

/// Reads a release of a store, and compares it with what the journal says of it; and says why it may be another than the
/// one that was published. A journal that cannot be read says nothing.
pub fn read(root: &Path, version: &str) -> Result<(Release, Vec<Message>)> {
    let root = Directory::open(root)?;
    let mut doubts = Vec::new();
    let journal = match Journal::read(&root) {
        Ok(journal) => journal,
        Err(error) => {
            doubts.push(msg::journal_unread(error.plain_sentence()));
            Journal::default()
        }
    };

    let state = StoreState::with(root, journal);
    let release = state.read(version);
    if doubts.is_empty() {
        doubts = state.warnings();
    }

    if doubts.is_empty() && release.integrity == Integrity::Unknown {
        doubts.push(msg::release_unknown(version));
    }

    Ok((release, doubts))
}

#[cfg(test)]
mod tests {
    use std::os::unix::fs::symlink;

    use super::*;
    use crate::store::samples::{Scratch, kind, publication, published};

    #[test]
    fn releases_are_directories_and_versions_all_that_were_used() {
        let (scratch, mut store) = published(&["1"]);
        store.staged("3");
        store
            .switch(
                publication("2", Some("0")),
                crate::store::Audience::Everybody,
            )
            .unwrap();
        scratch.write("releases/file", "");
        scratch.write("releases/copied/dataset.json", "");
        let state = store.state();
        assert_eq!(
            ["1", "2", "3", "0", "file", "..", "."].map(|v| state.keeps(v)),
            [true, false, true, false, false, false, false]
        );
        assert_eq!(state.kept().unwrap(), ["1", "3", "copied"]);
        assert_eq!(state.strangers().unwrap(), ["copied"]);
        let mut versions = state.versions().unwrap();
        versions.sort();
        versions.dedup();
        assert_eq!(versions, ["0", "1", "2", "3", "copied"]);
        assert_eq!(state.release("1"), scratch.join("releases/1"));
        assert_eq!(state.read("1").files[0].bytes, b"1");
    }

    #[test]
    fn what_is_current_is_a_link_to_a_release() {
        let scratch = Scratch::new();
        assert!(
            StoreState::open_if_there(&scratch.join("store"))
                .unwrap()
                .is_none()
        );
        scratch.write("settings.json", r#"{"signed":true}"#);
        assert!(
            StoreState::open(scratch.as_ref())
                .unwrap()
                .settings()
                .unwrap()
                .signed
        );
        scratch.write("settings.json", "damaged");
        assert!(
            StoreState::open(scratch.as_ref())
                .unwrap()
                .settings()
                .is_err(),
            "and nobody else minds"
        );
        assert!(matches!(
            StoreState::open(&scratch.join("store")),
            Err(Error::Refused(_))
        ));
        let current = || {
            StoreState::open_if_there(scratch.as_ref())
                .unwrap()
                .unwrap()
                .current()
        };
        assert_eq!(current().unwrap(), None);
        symlink("releases/1", scratch.join(CURRENT)).unwrap();
        assert_eq!(
            current().unwrap().as_deref(),
            Some("1"),
            "whether or not that is there"
        );
        let mut state = StoreState::open(scratch.as_ref()).unwrap();
        assert!(!state.is_unfinished().unwrap(), "nobody was killed");
        state.count_unnoted(crate::store::samples::hour(9)).unwrap();
        assert_eq!(
            (state.journal.unnoted(), state.journal.entries().len()),
            (Some("1"), 1)
        );
        assert!(!scratch.join("journal.jsonl").exists());
        std::fs::remove_file(scratch.join(CURRENT)).unwrap();
        symlink("elsewhere/1", scratch.join(CURRENT)).unwrap();
        assert_eq!(kind(current()), "current_is_no_link");
        std::fs::remove_file(scratch.join(CURRENT)).unwrap();
        scratch.write(CURRENT, "releases/1");
        let no_link = msg::current_is_no_link(scratch.join(CURRENT).display());
        assert_eq!(current().unwrap_err().sentence(), no_link);
    }
}
