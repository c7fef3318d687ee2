//! `staged.json`: releases that one person has stored and another has yet to put in service.

use serde::{Deserialize, Serialize};

use super::access::Access;
use super::dir::Dir;
use super::entry::Entry;
use super::error::{Error, at};
use crate::messages as say;

const FILE: &str = "staged.json";

/// What is staged: each with the line that the journal will get, in which `staged` says who it was.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
pub struct Staged {
    releases: Vec<Entry>,
}

impl Staged {
    /// Reads the file; where there is none, nothing is staged.
    pub fn read(root: &Dir) -> Result<Self, Error> {
        let Some(bytes) = root.read(FILE)? else { return Ok(Staged::default()) };
        let broken = || Error::Broken(root.path().join(FILE), say::staged_is_broken());
        let staged: Staged = serde_json::from_slice(&bytes).map_err(|_| broken())?;
        staged.releases.iter().try_for_each(|entry| super::names::check(&entry.version))?;
        Ok(staged)
    }

    /// Everything that is staged, oldest first.
    pub fn entries(&self) -> &[Entry] {
        &self.releases
    }

    /// What is staged as this version.
    pub fn of(&self, version: &str) -> Option<&Entry> {
        self.releases.iter().find(|entry| entry.version == version)
    }

    /// Writes it down with one more.
    pub fn add(&mut self, entry: Entry, root: &Dir, access: &Access) -> Result<(), Error> {
        let mut with = self.clone();
        with.releases.push(entry);
        with.write(root, access)?;
        *self = with;
        Ok(())
    }

    /// Writes it down without this version, where it has it.
    pub fn remove(&mut self, version: &str, root: &Dir, access: &Access) -> Result<(), Error> {
        if self.of(version).is_none() {
            return Ok(());
        }
        let mut without = self.clone();
        without.releases.retain(|entry| entry.version != version);
        without.write(root, access)?;
        *self = without;
        Ok(())
    }

    fn write(&self, root: &Dir, access: &Access) -> Result<(), Error> {
        if self.releases.is_empty() {
            root.remove(FILE)?;
            return root.sync();
        }
        let bytes = serde_json::to_vec_pretty(self).map_err(|error| at(&root.path().join(FILE), error))?;
        root.replace(FILE, &bytes, access)
    }
}
