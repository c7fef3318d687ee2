//! The files of a release: written so that they are on the disk when they are said to be, and shown to their audience.

use super::access::Audience;
use super::entry::Entry;
use super::error::Error;
use super::locked::Store;
use super::names::{self, INCOMING, SUMS};
use super::{own_files, sums};
use crate::dataset::DataFile;
use crate::directory::Access;
use crate::directory::Directory;

/// The directory of the indicators in a release.
const INDICATORS: &str = "indicators";

impl Store {
    /// Writes a release into the store, for the line that the journal will get; it is not in service yet.
    pub fn add(&mut self, files: &[DataFile], entry: &Entry, audience: Audience) -> Result<(), Error> {
        let version = entry.event.version();
        names::check(version)?;
        let access = self.access(audience);
        let root = &self.state.root;
        let written = own_files::write_marker(root, entry, &access)
            .and_then(|()| write(files, root, &access))
            .and_then(|()| self.write_sums(version, sums::sums(files).as_bytes(), &access))
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

    fn write_sums(&self, version: &str, lines: &[u8], access: &Access) -> Result<(), Error> {
        let everybody = self.access(Audience::Everybody);
        let sums = self.state.root.subdirectory_or_new(SUMS, &everybody)?;
        sums.remove_tree(version)?;
        sums.create(version, lines, access)?;
        Ok(sums.sync()?)
    }

    /// Takes a release that was added, and is not in service, out of the store again.
    pub fn discard(&self, version: &str) {
        let _ = self.remove_release(version);
        let _ = own_files::remove_marker(&self.state.root);
    }

    /// Lets this audience read the files of a release. Files of somebody else are copied: only their owner, or root,
    /// can set their modes, and whoever answers for a release should own it.
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
        self.write_sums(version, sums::sums(files).as_bytes(), &access)
    }

    /// Lays in what a rollback on a full disk will need.
    pub fn create_reserve(&self) {
        own_files::create_reserve(&self.state.root, &self.access(Audience::Everybody));
    }
}

/// Writes files below a new directory and waits until they are on the disk.
fn write(files: &[DataFile], root: &Directory, access: &Access) -> Result<(), Error> {
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
    indicators.iter().try_for_each(Directory::sync)?;
    Ok(incoming.sync()?)
}

#[cfg(test)]
mod tests;
