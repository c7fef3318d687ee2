//! The files of a release: read, written so that they are on the disk when they are said to be, shown, and removed.

use std::io;
use std::path::Path;

use super::access::{Access, Audience};
use super::dir::Dir;
use super::entry::Entry;
use super::error::Error;
use super::marker::Marker;
use super::notice::Notice;
use super::take::{INCOMING, Store};
use super::{hash, names, reserve, verify};
use crate::dataset::{self, DataFile, Diagnostics, Source};
use crate::model::Lang;

/// The directory of the indicators in a release.
const INDICATORS: &str = "indicators";

/// The files of a release.
///
/// # Errors
/// When something of it cannot be read.
pub fn read(release: &Path) -> io::Result<Vec<DataFile>> {
    let mut diagnostics = Diagnostics::default();
    let files = dataset::read(&Source::Directory(release.to_owned()), &mut diagnostics);
    match diagnostics.problems().first() {
        Some(problem) => Err(io::Error::other(problem.sentence(Lang::En))),
        None => Ok(files),
    }
}

impl Store {
    /// Writes a release into the store; it is not in service yet.
    ///
    /// # Errors
    /// When it cannot be written; nothing is left behind then.
    pub fn add(&mut self, files: &[DataFile], entry: &mut Entry, audience: Audience) -> Result<(), Error> {
        names::check(&entry.version)?;
        let access = self.access(audience);
        let lines = hash::sums(files);
        entry.sums = Some(hash::sha256(lines.as_bytes()));
        let version = entry.version.clone();
        let root = &self.view.root;
        let written = Marker::write(root, entry, &access)
            .and_then(|()| write(files, root, &access))
            .and_then(|()| self.write_sums(&version, lines.as_bytes(), &access))
            .and_then(|()| root.sync())
            .and_then(|()| root.rename(INCOMING, &self.releases, &version))
            .and_then(|()| self.releases.sync());
        if written.is_err() {
            let _ = root.remove_tree(INCOMING);
            self.discard(&version);
        }
        written
    }

    fn write_sums(&self, version: &str, lines: &[u8], access: &Access) -> Result<(), Error> {
        let everybody = self.access(Audience::Everybody);
        let sums = self.view.root.subdirectory_or_new(verify::SUMS, &everybody)?;
        sums.remove_tree(version)?;
        sums.create(version, lines, access)?;
        sums.sync()
    }

    /// Takes a release that was added, and is not in service, out of the store again.
    pub fn discard(&self, version: &str) {
        let _ = self.remove_release(version);
        let _ = Marker::remove(&self.view.root);
    }

    /// Removes the files of a release, and their sums.
    pub(super) fn remove_release(&self, version: &str) -> Result<(), Error> {
        names::check(version)?;
        self.releases.remove_tree(version)?;
        match self.view.root.subdirectory(verify::SUMS) {
            Ok(sums) => sums.remove(version),
            Err(error) if error.is_missing() => Ok(()),
            Err(error) => Err(error),
        }
    }

    /// Lets this audience read the files of a release. Files of somebody else are copied: only their owner, or root,
    /// can set their modes, and whoever answers for a release should own it.
    pub(super) fn show(&self, version: &str, audience: Audience) -> Result<(), Error> {
        let access = self.access(audience);
        let root = &self.view.root;
        let set =
            self.releases.open_to(version, &access).and_then(|()| match root.subdirectory(verify::SUMS) {
                Ok(sums) if sums.look(version)?.is_some() => sums.open_to(version, &access),
                Err(error) if !error.is_missing() => Err(error),
                _ => Ok(()),
            });
        match set {
            Err(error) if error.is_not_permitted() => {}
            other => return other,
        }
        let files =
            read(&self.view.release(version)).map_err(|error| super::error::at(root.path(), error))?;
        write(&files, root, &access)?;
        root.exchange(INCOMING, &self.releases, version)?;
        root.remove_tree(INCOMING)?;
        self.write_sums(version, hash::sums(&files).as_bytes(), &access)
    }

    /// Removes the oldest releases beyond `keep`: never the one in service, the one that was before it, nor what is
    /// armed or staged. Returns those that are gone, and what kept others from going.
    pub fn prune(&self, keep: usize) -> (Vec<String>, Option<Notice>) {
        let Ok(Some(current)) = self.view.current() else { return (Vec::new(), None) };
        let journal = &self.view.journal;
        let former = journal.before(&current).map(str::to_owned);
        let armed = self.view.armed.iter().map(|armed| armed.entry.version.clone());
        let staged = self.view.staged.entries().iter().map(|entry| entry.version.clone());
        let protected: Vec<String> = former.into_iter().chain(armed).chain(staged).collect();
        let newest_first =
            journal.entries().iter().rev().flat_map(|e| [Some(e.version.clone()), e.previous.clone()]);
        let mut kept = vec![current.clone()];
        let (mut gone, mut seen) = (Vec::new(), vec![current.clone()]);
        for version in newest_first.flatten() {
            if seen.contains(&version) || !self.view.keeps(&version) {
                continue;
            }
            seen.push(version.clone());
            if kept.len() < keep.max(1) || protected.contains(&version) {
                kept.push(version);
                continue;
            }
            if let Err(error) = self.remove_release(&version) {
                return (gone, Some(Notice::NotTidied(current, error)));
            }
            gone.push(version);
        }
        (gone, None)
    }

    /// Lays in what a rollback on a full disk will need.
    pub fn lay_in_reserve(&self) {
        reserve::lay_in(&self.view.root, &self.access(Audience::Everybody));
    }
}

/// Writes files below a new directory and waits until they are on the disk.
fn write(files: &[DataFile], root: &Dir, access: &Access) -> Result<(), Error> {
    root.remove_tree(INCOMING)?;
    let incoming = root.make(INCOMING, access)?;
    let mut indicators = None;
    for file in files {
        match file.path.split_once('/') {
            None => incoming.create(&file.path, &file.bytes, access)?,
            Some((INDICATORS, name)) => {
                let directory = match &indicators {
                    Some(directory) => directory,
                    None => indicators.insert(incoming.make(INDICATORS, access)?),
                };
                directory.create(name, &file.bytes, access)?;
            }
            // A dataset that was checked has no other directory.
            Some(_) => return Err(Error::NotAName(file.path.clone())),
        }
    }
    indicators.iter().try_for_each(Dir::sync)?;
    incoming.sync()
}

#[cfg(test)]
mod tests;
