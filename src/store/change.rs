//! Changes of a store: releases are on the disk before they are said to be, become current in one step, and old ones go
//! [D28.2].

use super::*;

use super::own_files::{RESERVE, RESERVE_BYTES};
use super::release::data;

/// The directories in a release: of the indicators, and of the definitions of files of sources.
const FOLDERS: [&str; 2] = ["indicators", "tables"];

impl Store {
    /// Writes a release into the store, for the line that the journal will get; it is not current yet.
    pub fn add(&mut self, files: &[DataFile], entry: &Entry, audience: Audience) -> Result {
        let version = entry.version();
        check_version(version)?;
        let written = self.write_release(files, entry, audience);
        if written.is_err() {
            let _ = self.state.root.remove_tree(INCOMING);
            self.discard(version);
        }

        written
    }

    fn write_release(&self, files: &[DataFile], entry: &Entry, audience: Audience) -> Result {
        let version = entry.version();
        let access = self.access(audience);
        let root = &self.state.root;
        own_files::write_marker(root, entry, &access)?;
        write_incoming(files, root, &access)?;
        self.write_sums(version, files, &access)?;
        root.sync()?;

        root.rename(INCOMING, &self.releases, version)?;
        Ok(self.releases.sync()?)
    }

    fn write_sums(&self, version: &str, files: &[DataFile], access: &Access) -> Result {
        let everybody = self.access(Audience::Everybody);
        let sums = self.state.root.subdirectory_or_new(SUMS, &everybody)?;
        sums.remove_tree(version)?;
        let lines = FileSums::of(data(files)).to_string();
        sums.create(version, lines.as_bytes(), access)?;
        Ok(sums.sync()?)
    }

    /// Takes a release that was added, and is not current, out of the store again. The next command removes what stays.
    pub fn discard(&self, version: &str) {
        let _ = self.remove_release(version);
        let _ = self.state.root.remove(MARKER);
    }

    /// Lets this audience read the files of a release. Files of another owner are copied: only their owner, or root, can
    /// set their modes, and the release should belong to the user that answers for it.
    pub fn set_audience(&self, version: &str, files: &[DataFile], audience: Audience) -> Result {
        let access = self.access(audience);
        let root = &self.state.root;
        match self.set_access_of(version, &access) {
            Err(error) if error.is_not_permitted() => {}
            result => return Ok(result?),
        }

        write_incoming(files, root, &access)?;
        root.exchange(INCOMING, &self.releases, version)?;
        root.remove_tree(INCOMING)?;
        self.write_sums(version, files, &access)
    }

    /// Sets owner and modes of a release and of its sums, as far as they are there.
    fn set_access_of(&self, version: &str, access: &Access) -> Result<(), directory::Error> {
        self.releases.set_access(version, access)?;
        match self.state.root.subdirectory_if_present(SUMS)? {
            Some(sums) if sums.look(version)?.is_some() => sums.set_access(version, access),
            _ => Ok(()),
        }
    }

    /// Makes the files of a staged release those that were approved, and lets this audience read them. Until the switch the
    /// staged files lie in the place of a release that is being written, so that a killed program has lost nothing.
    pub fn replace_staged(&self, files: &[DataFile], entry: &Entry, audience: Audience) -> Result {
        let version = entry.version();
        if self.state.journal.content_of(version) == entry.event.content() {
            return self.set_audience(version, files, audience);
        }

        let replaced = self.exchange_staged(files, entry, audience);
        if replaced.is_err() {
            self.restore_staged(version);
        }

        replaced
    }

    fn exchange_staged(&self, files: &[DataFile], entry: &Entry, audience: Audience) -> Result {
        let version = entry.version();
        let access = self.access(audience);
        let root = &self.state.root;
        write_incoming(files, root, &access)?;
        own_files::write_marker(root, entry, &self.journal_access(audience)?)?;
        root.sync()?;

        root.exchange(INCOMING, &self.releases, version)?;
        self.releases.sync()?;
        self.write_sums(version, files, &access)
    }

    /// Puts what was staged back in the place of files that were not approved after all, for nobody but its first readers.
    pub fn restore_staged(&self, version: &str) {
        let root = &self.state.root;
        let staged = self.state.journal.content_of(version);
        let mut files = Release::read(root, None, version).files;
        let is_replaced = staged != Some(&Content::of(&files));
        if is_replaced && root.exchange(INCOMING, &self.releases, version).is_ok() {
            files = Release::read(root, None, version).files;
            let _ = self.write_sums(version, &files, &self.access(Audience::Group));
        }

        let _ = self.set_audience(version, &files, Audience::Group);
        let _ = root.remove_tree(INCOMING);
    }

    /// Makes a release current in one step, and writes that down where this audience reads it. Returns what went wrong
    /// after the step: the release is current all the same.
    pub fn switch(&mut self, entry: Entry, audience: Audience) -> Result<Vec<Message>> {
        let version = entry.version().to_owned();
        let is_rollback = matches!(entry.event, Event::Rollback { .. });
        match self.reserve_room(&entry, audience) {
            // A release is put back on full disks, too.
            Err(error) if is_rollback && error.is_no_room() => {}
            result => result?,
        }

        self.point_to(&version)?;

        let mut troubles = Vec::new();
        if let Err(error) = self.state.root.sync() {
            let reason = Error::from(error).sentence();
            troubles.push(msg::in_service_not_certain(&version, reason));
        }

        // The marker stays until the journal has the line.
        match self.append_and_sync(entry, audience) {
            Ok(()) => troubles.extend(self.remove_marker()),
            // The line of the journal follows.
            Err(error) if is_rollback && error.is_no_room() => {
                troubles.push(msg::rolled_back_unnoted(version));
            }
            Err(error) => troubles.push(msg::in_service_not_noted(version, error.sentence())),
        }

        // The staged files, where others were approved. The next command removes the rest of them.
        let _ = self.state.root.remove_tree(INCOMING);
        Ok(troubles)
    }

    /// Lets the link lead to a release.
    fn point_to(&self, version: &str) -> Result {
        let root = &self.state.root;
        root.remove(NEW_LINK)?;
        let target = format!("{RELEASES}/{version}");
        own_files::with_reserve(root, || Ok(root.link(&target, NEW_LINK)?))?;
        let Err(error) = root.rename(NEW_LINK, root, CURRENT) else {
            return Ok(());
        };

        // The system may have done what it says that it could not.
        if self.state.current()?.as_deref() == Some(version) {
            return Ok(());
        }

        let _ = root.remove(NEW_LINK);
        Err(error.into())
    }

    fn append_and_sync(&mut self, entry: Entry, audience: Audience) -> Result {
        self.append(entry, audience)?;
        Ok(self.state.root.sync()?)
    }

    /// Removes the marker of a step that was taken; returns what kept it from going.
    fn remove_marker(&self) -> Option<Message> {
        let error = self.state.root.remove(MARKER).err()?;
        Some(msg::not_tidied(Error::from(error).sentence()))
    }

    /// Takes the room on the disk that the step and its line need, before the step.
    fn reserve_room(&self, entry: &Entry, audience: Audience) -> Result {
        let root = &self.state.root;
        let access = self.journal_access(audience)?;
        own_files::write_marker(root, entry, &access)?;
        self.state.journal.reserve(root, entry, &access)?;
        Ok(root.sync()?)
    }

    /// Writes down that a release that was added waits for approval. Returns what went wrong after that.
    pub fn stage(&mut self, entry: Entry, audience: Audience) -> Result<Vec<Message>> {
        let access = self.journal_access(audience)?;
        let StoreState { root, journal, .. } = &self.state;
        journal.reserve(root, &entry, &access)?;

        let mut troubles = self.note(entry, audience)?;
        troubles.extend(self.remove_marker());
        Ok(troubles)
    }

    /// Writes down that a release is staged no longer, and removes its files. Returns what went wrong after that.
    pub fn withdraw(&mut self, entry: Entry) -> Result<Vec<Message>> {
        let version = entry.version().to_owned();
        let mut troubles = self.note(entry, Audience::Everybody)?;
        troubles.extend(self.try_to_remove(&version));
        Ok(troubles)
    }

    /// Adds a line that takes effect by being there; whether it is on the disk may be uncertain.
    fn note(&mut self, entry: Entry, audience: Audience) -> Result<Vec<Message>> {
        match self.append(entry.clone(), audience) {
            Ok(()) => Ok(Vec::new()),
            Err(error) if self.state.journal.entries().last() == Some(&entry) => {
                Ok(vec![msg::line_not_certain(error.sentence())])
            }
            Err(error) => Err(error),
        }
    }

    /// Creates the reserve where it is not there. Without room for it the store works as before.
    pub fn create_reserve(&self) {
        let root = &self.state.root;
        if !matches!(root.look(RESERVE), Ok(None)) {
            return;
        }

        let access = self.access(Audience::Everybody);
        let created = root.create(RESERVE, &[b'\n'; RESERVE_BYTES], &access);
        if created.is_err() {
            let _ = root.remove(RESERVE);
        }
    }

    /// Removes the oldest releases beyond `keep`: never the current one, the one that was before it, nor what is staged.
    /// Returns those that are gone, and what kept others from going.
    pub fn prune(&self, keep: usize) -> (Vec<String>, Option<Message>) {
        let Ok(Some(current)) = self.state.current() else {
            return (Vec::new(), None);
        };

        let journal = &self.state.journal;
        let mut protected = Vec::from_iter(journal.previous_of(&current));
        for staged in journal.staged() {
            protected.push(&staged.release.version);
        }

        let mut gone = Vec::new();
        let mut seen = vec![&current[..]];
        let mut kept = 1;
        for version in journal.versions().rev() {
            if seen.contains(&version) || !self.state.keeps(version) {
                continue;
            }

            seen.push(version);
            if kept < keep.max(1) || protected.contains(&version) {
                kept += 1;
                continue;
            }

            if let Err(error) = self.remove_release(version) {
                return (gone, Some(msg::not_tidied(error.sentence())));
            }
            gone.push(version.to_owned());
        }

        (gone, None)
    }
}

/// Writes files below a new directory and waits until they are on the disk.
fn write_incoming(files: &[DataFile], root: &Directory, access: &Access) -> Result {
    root.remove_tree(INCOMING)?;
    let incoming = root.make(INCOMING, access)?;
    for DataFile { path, bytes } in files {
        match path.split_once('/') {
            None => incoming.create(path, bytes, access)?,
            Some((folder, name)) if FOLDERS.contains(&folder) => {
                let folder = incoming.subdirectory_or_new(folder, access)?;
                folder.create(name, bytes, access)?;
            }
            // A dataset that was checked has no other directory.
            Some(_) => return Err(msg::version_is_no_name(path).into()),
        }
    }

    for folder in FOLDERS {
        if let Some(folder) = incoming.subdirectory_if_present(folder)? {
            folder.sync()?;
        }
    }

    Ok(incoming.sync()?)
}

#[cfg(test)]
mod tests {
    use std::os::unix::fs::{MetadataExt, PermissionsExt};

    use super::*;
    use crate::store::StoreState;
    use crate::store::samples::{entry, files, kind, publication, published, rollback};

    #[test]
    fn a_release_is_shown_to_everybody_with_its_sums() {
        let (scratch, mut store) = published(&[]);
        store.added("1", Audience::Group);
        let mode = |name| scratch.join(name).metadata().unwrap().permissions().mode() & 0o777;
        let names = ["releases/1", "releases/1/dataset.json", "sums/1"];
        assert_eq!(names.map(mode), [0o750, 0o640, 0o640]);
        store
            .set_audience("1", &files("1"), Audience::Everybody)
            .unwrap();
        assert_eq!(names.map(mode), [0o755, 0o644, 0o644]);
        std::fs::remove_file(scratch.join("sums/1")).unwrap();
        store
            .set_audience("1", &files("1"), Audience::Group)
            .unwrap();
        assert_eq!(mode("releases/1"), 0o750);
        std::fs::remove_dir(scratch.join("sums")).unwrap();
        store
            .set_audience("1", &files("1"), Audience::Everybody)
            .unwrap();
        assert!(!scratch.join("sums").exists());
        scratch.write("sums", "");
        let inode = || scratch.join("releases/1").metadata().unwrap().ino();
        let before = inode();
        let refused = store.set_audience("1", &files("1"), Audience::Everybody);
        assert_eq!(kind(refused), "not_a_directory_of_the_store");
        assert_eq!(inode(), before, "the release is the same");
    }

    #[test]
    fn what_was_added_can_be_taken_out_again() {
        let (scratch, mut store) = published(&[]);
        store.added("1", Audience::Everybody);
        store.discard("1");
        assert!(!scratch.join("releases/1").exists() && !scratch.join("sums/1").exists());
        assert!(!scratch.join(".publishing").exists());
    }

    #[test]
    fn a_release_that_cannot_be_written_leaves_nothing_behind() {
        let (scratch, mut store) = published(&[]);
        let file = |path: &str| DataFile {
            path: path.to_owned(),
            bytes: Vec::new(),
        };
        let mut add = |version: &str, path: &str| {
            let entry = publication(version, None);
            store.add(
                &[file("dataset.json"), file(path)],
                &entry,
                Audience::Everybody,
            )
        };
        assert_eq!(
            kind(add("../1", "indicators/usd.csv")),
            "version_is_no_name"
        );
        assert_eq!(kind(add("1", "elsewhere/usd.csv")), "version_is_no_name");
        assert_eq!(scratch.dir().names().unwrap(), [".lock", "releases"]);
        assert_eq!(
            scratch
                .dir()
                .subdirectory("releases")
                .unwrap()
                .names()
                .unwrap(),
            [""; 0]
        );

        add("1", "indicators/usd.csv").unwrap();
        assert!(
            ["dataset.json", "indicators/usd.csv"]
                .iter()
                .all(|p| scratch.join("releases/1").join(p).exists())
        );
    }

    #[test]
    fn what_cannot_be_prepared_is_not_done() {
        let (scratch, mut store) = published(&["1", "2"]);
        let entry = store.added("3", Audience::Everybody);
        // The marker cannot be written here.
        std::fs::remove_file(scratch.join(".publishing")).unwrap();
        std::fs::create_dir(scratch.join(".publishing")).unwrap();
        assert!(store.switch(entry, Audience::Everybody).is_err());
        assert!(
            store
                .switch(rollback("1", "2"), Audience::Everybody)
                .is_err()
        );
        assert_eq!(store.state().current().unwrap().as_deref(), Some("2"));
        assert_eq!(store.state().journal().entries().len(), 2);
    }

    #[test]
    fn a_link_that_cannot_be_replaced_leaves_nothing_behind() {
        let (scratch, mut store) = published(&[]);
        let entry = store.added("1", Audience::Everybody);
        scratch.write("current/file", "");
        assert!(store.switch(entry, Audience::Everybody).is_err());
        assert!(scratch.dir().look("current").unwrap().is_some());
    }

    #[test]
    fn staged_releases_go_one_by_one() {
        let (scratch, mut store) = published(&["1"]);
        store.staged("2");
        store.staged("3");
        assert!(!scratch.join(".publishing").exists());
        assert_eq!(store.state().current().unwrap().as_deref(), Some("1"));
        let back = |version: &str| {
            entry(Event::Withdraw {
                version: version.to_owned(),
            })
        };
        assert!(store.withdraw(back("2")).unwrap().is_empty());
        assert!(!store.state().keeps("2") && store.state().keeps("3"));
        // The next command removes the rest.
        std::fs::rename(scratch.join("sums"), scratch.join("moved")).unwrap();
        scratch.write("sums", "in the way");
        let troubles = store.withdraw(back("3")).unwrap();
        assert_eq!(
            troubles.iter().map(Message::kind).collect::<Vec<_>>(),
            ["not_removed"]
        );
        assert_eq!(store.state().journal().staged(), []);
        drop(store);
        std::fs::remove_file(scratch.join("sums")).unwrap();
        std::fs::rename(scratch.join("moved"), scratch.join("sums")).unwrap();
        scratch.store();
        assert!(!scratch.join("sums/3").exists() && !scratch.join(".removing.3").exists());
    }

    #[test]
    fn the_oldest_go_and_what_is_needed_stays() {
        let (scratch, mut store) = published(&[]);
        assert_eq!(store.prune(1).0, [""; 0], "nothing is current");
        store.published(&["1", "2", "3", "4", "5"]);
        // The former one stays for a rollback, and what is gone is passed over.
        let all: [(usize, &[&str]); 4] = [(5, &[]), (4, &["1"]), (4, &[]), (0, &["3", "2"])];
        for (keep, expected) in all {
            let (gone, trouble) = store.prune(keep);
            assert!(gone == expected && trouble.is_none(), "{keep}: {gone:?}");
        }

        assert!(!scratch.join("releases/1").exists() && !scratch.join("sums/1").exists());
        assert!(store.state().keeps("5") && store.state().keeps("4"));
    }

    #[test]
    fn what_is_staged_or_gone_back_to_stays() {
        let (_scratch, mut store) = published(&["1", "2", "3"]);
        store.staged("4");
        store
            .switch(rollback("1", "3"), Audience::Everybody)
            .unwrap();
        assert_eq!(store.prune(1).0, ["3", "2"]);
        assert!(store.state().keeps("1") && store.state().keeps("4"));
    }

    #[test]
    fn a_release_goes_with_its_sums() {
        let (scratch, store) = published(&["1", "2", "3"]);
        store.remove_release("1").unwrap();
        assert!(!scratch.join("releases/1").exists() && !scratch.join("sums/1").exists());
        std::fs::remove_dir_all(scratch.join("sums")).unwrap();
        store.remove_release("2").unwrap();
        assert!(!scratch.join("releases/2").exists());
        scratch.write("sums", "");
        assert_eq!(
            kind(store.remove_release("3")),
            "not_a_directory_of_the_store"
        );
        assert_eq!(kind(store.remove_release("..")), "version_is_no_name");
    }

    /// The release has its name no more, so nobody takes it for one; the next command removes the rest.
    #[test]
    fn what_was_being_removed_goes_with_the_next_command() {
        let (scratch, store) = published(&["1", "2", "3"]);
        drop(store);
        std::fs::rename(scratch.join("releases/1"), scratch.join(".removing.1")).unwrap();
        assert!(
            StoreState::open(scratch.as_ref())
                .unwrap()
                .is_unfinished()
                .unwrap()
        );
        let store = scratch.store();
        assert!(!scratch.join(".removing.1").exists() && !scratch.join("sums/1").exists());
        assert!(!store.state().is_unfinished().unwrap());
        drop(store);
        // A removal that fails keeps nobody from anything else.
        std::fs::rename(scratch.join("releases/2"), scratch.join(".removing.2")).unwrap();
        std::fs::rename(scratch.join("sums"), scratch.join("moved")).unwrap();
        scratch.write("sums", "in the way");
        let mut store = scratch.store();
        assert_eq!(
            store
                .take_events()
                .iter()
                .map(Message::kind)
                .collect::<Vec<_>>(),
            ["not_removed"]
        );
        assert!(scratch.join(".removing.2").exists());
    }
}
