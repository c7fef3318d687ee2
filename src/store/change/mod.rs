//! Changes of a store: releases are on the disk before they are said to be, become current in one step, and old ones go
//! [D28.2].

use std::collections::BTreeMap;
use std::collections::btree_map::Entry as Slot;

use super::entry::{Entry, Event};
use super::error::{Error, StoreEvent};
use super::journal::Journal;
use super::layout::{self, Audience, CURRENT, INCOMING, NEW_LINK, RELEASES, SUMS};
use super::locked::Store;
use super::own_files::{self, MARKER};
use super::sums::FileSums;
use crate::dataset::DataFile;
use crate::directory::{Access, Directory};

/// The directories in a release: of the indicators, and of the definitions of files of sources.
const FOLDERS: [&str; 2] = ["indicators", "tables"];

impl Store {
    /// Writes a release into the store, for the line that the journal will get; it is not current yet.
    pub fn add(&mut self, files: &[DataFile], entry: &Entry, audience: Audience) -> Result<(), Error> {
        let version = entry.event.version();
        layout::check(version)?;
        let access = self.access(audience);
        let root = &self.state.root;
        let written = own_files::write_marker(root, entry, &access)
            .and_then(|()| write(files, root, &access))
            .and_then(|()| self.write_sums(version, files, &access))
            .and_then(|()| {
                root.sync()?;
                root.rename(INCOMING, &self.releases, version)?;
                Ok(self.releases.sync()?)
            });
        if written.is_err() {
            let _ = root.remove_tree(INCOMING);
            self.discard(version);
        }
        written
    }

    fn write_sums(&self, version: &str, files: &[DataFile], access: &Access) -> Result<(), Error> {
        let everybody = self.access(Audience::Everybody);
        let sums = self.state.root.subdirectory_or_new(SUMS, &everybody)?;
        sums.remove_tree(version)?;
        sums.create(version, FileSums::of_data(files).to_string().as_bytes(), access)?;
        Ok(sums.sync()?)
    }

    /// Takes a release that was added, and is not current, out of the store again.
    pub fn discard(&self, version: &str) {
        let _ = self.remove_release(version);
        let _ = self.state.root.remove(MARKER);
    }

    /// Lets this audience read the files of a release. Files of another owner are copied: only their owner, or root, can
    /// set their modes, and the release should belong to the user that answers for it.
    pub fn set_audience(&self, version: &str, files: &[DataFile], audience: Audience) -> Result<(), Error> {
        let access = self.access(audience);
        let root = &self.state.root;
        let set = self.releases.set_access(version, &access).and_then(|()| match root.subdirectory(SUMS) {
            Ok(sums) if sums.look(version)?.is_some() => sums.set_access(version, &access),
            Err(error) if !error.is_missing() => Err(error),
            _ => Ok(()),
        });
        match set {
            Err(error) if error.is_not_permitted() => {}
            other => return Ok(other?),
        }
        write(files, root, &access)?;
        root.exchange(INCOMING, &self.releases, version)?;
        root.remove_tree(INCOMING)?;
        self.write_sums(version, files, &access)
    }

    /// Makes a release current in one step, and writes that down where this audience reads it. Returns what went wrong
    /// after the step: the release is current all the same.
    pub fn switch(&mut self, entry: Entry, audience: Audience) -> Result<Vec<StoreEvent>, Error> {
        let version = entry.event.version().to_owned();
        self.prepare(&entry, audience)?;
        let root = &self.state.root;
        root.remove(NEW_LINK)?;
        let target = format!("{RELEASES}/{version}");
        own_files::with_reserve(root, || Ok(root.link(&target, NEW_LINK)?))?;
        if let Err(error) = root.rename(NEW_LINK, root, CURRENT) {
            // The system may have done what it says that it could not.
            if self.state.current()? != Some(version.clone()) {
                let _ = root.remove(NEW_LINK);
                return Err(error.into());
            }
        }
        let mut troubles = Vec::new();
        if let Err(error) = root.sync() {
            troubles.push(StoreEvent::NotCertain(version.clone(), error.into()));
        }
        let noted = self.append(entry, audience);
        let root = &self.state.root;
        if let Err(error) = noted.and_then(|()| Ok(root.sync()?)) {
            // The marker stays until the journal has the line.
            troubles.push(StoreEvent::NotNoted(version, error));
        } else if let Err(error) = root.remove(MARKER) {
            troubles.push(StoreEvent::NotTidied(error.into()));
        }
        Ok(troubles)
    }

    /// Everything that needs room on the disk, before the step. A rollback goes on without.
    fn prepare(&self, entry: &Entry, audience: Audience) -> Result<(), Error> {
        let (root, journal) = (&self.state.root, self.state.journal());
        let access = self.access(Journal::audience(root, audience)?);
        let prepared = own_files::write_marker(root, entry, &access)
            .and_then(|()| journal.reserve(root, entry, &access))
            .and_then(|()| Ok(root.sync()?));
        match prepared {
            Err(error) if matches!(entry.event, Event::Rollback { .. }) && error.is_no_room() => Ok(()),
            other => other,
        }
    }

    /// Writes down that a release that was added waits for approval. Returns what went wrong after that.
    pub fn stage(&mut self, entry: Entry, audience: Audience) -> Result<Vec<StoreEvent>, Error> {
        let root = &self.state.root;
        self.state.journal.reserve(root, &entry, &self.access(Journal::audience(root, audience)?))?;
        let mut troubles: Vec<StoreEvent> = self.note(entry, audience)?.into_iter().collect();
        troubles
            .extend(self.state.root.remove(MARKER).err().map(|error| StoreEvent::NotTidied(error.into())));
        Ok(troubles)
    }

    /// Writes down that a release is staged no longer, and removes its files. Returns what went wrong after that.
    pub fn withdraw(&mut self, entry: Entry) -> Result<Vec<StoreEvent>, Error> {
        let version = entry.event.version().to_owned();
        let mut troubles: Vec<StoreEvent> = self.note(entry, Audience::Everybody)?.into_iter().collect();
        let removed = self.remove_release(&version);
        troubles.extend(removed.err().map(|error| StoreEvent::NotRemoved(version, error)));
        Ok(troubles)
    }

    /// Adds a line that takes effect by being there; whether it is on the disk may be uncertain.
    fn note(&mut self, entry: Entry, audience: Audience) -> Result<Option<StoreEvent>, Error> {
        match self.append(entry.clone(), audience) {
            Err(error) if self.state.journal.entries().last() == Some(&entry) => {
                Ok(Some(StoreEvent::LineNotCertain(error)))
            }
            other => other.map(|()| None),
        }
    }

    /// Creates what a rollback on a full disk will need.
    pub fn create_reserve(&self) {
        own_files::create_reserve(&self.state.root, &self.access(Audience::Everybody));
    }

    /// Removes the oldest releases beyond `keep`: never the current one, the one that was before it, nor what is staged.
    /// Returns those that are gone, and what kept others from going.
    pub fn prune(&self, keep: usize) -> (Vec<String>, Option<StoreEvent>) {
        let Ok(Some(current)) = self.state.current() else { return (Vec::new(), None) };
        let journal = &self.state.journal;
        let mut protected: Vec<&str> = journal.previous_of(&current).into_iter().collect();
        protected.extend(journal.staged().iter().map(|staged| staged.release.version.as_str()));
        let (mut gone, mut seen, mut kept) = (Vec::new(), vec![current.as_str()], 1);
        for version in journal.entries().iter().rev().flat_map(|entry| entry.event.versions()) {
            if seen.contains(&version) || !self.state.keeps(version) {
                continue;
            }
            seen.push(version);
            if kept < keep.max(1) || protected.contains(&version) {
                kept += 1;
            } else if let Err(error) = self.remove_release(version) {
                return (gone, Some(StoreEvent::NotTidied(error)));
            } else {
                gone.push(version.to_owned());
            }
        }
        (gone, None)
    }
}

/// Writes files below a new directory and waits until they are on the disk.
fn write(files: &[DataFile], root: &Directory, access: &Access) -> Result<(), Error> {
    root.remove_tree(INCOMING)?;
    let incoming = root.make(INCOMING, access)?;
    let mut folders: BTreeMap<&str, Directory> = BTreeMap::new();
    for file in files {
        match file.path.split_once('/') {
            None => incoming.create(&file.path, &file.bytes, access)?,
            Some((folder, name)) if FOLDERS.contains(&folder) => {
                let directory = match folders.entry(folder) {
                    Slot::Occupied(directory) => directory.into_mut(),
                    Slot::Vacant(vacant) => vacant.insert(incoming.make(folder, access)?),
                };
                directory.create(name, &file.bytes, access)?;
            }
            // A dataset that was checked has no other directory.
            Some(_) => return Err(Error::NotAName(file.path.clone())),
        }
    }
    folders.values().try_for_each(Directory::sync)?;
    Ok(incoming.sync()?)
}

#[cfg(test)]
mod tests;
