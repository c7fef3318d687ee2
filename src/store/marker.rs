//! `.publishing`: what is about to be put in service, so that whoever comes after a killed program knows what was meant.

use super::access::Access;
use super::dir::Dir;
use super::entry::Entry;
use super::error::{Error, at};
use super::names;

const FILE: &str = ".publishing";

/// What was about to happen.
pub enum Marker {
    /// A change, as the journal would have had it.
    Entry(Box<Entry>),
    /// A version alone: what the first version of the program wrote.
    Version(String),
}

impl Marker {
    /// Reads the file; `None` where there is none, or where it names nothing that could be a release.
    pub fn read(root: &Dir) -> Result<Option<Self>, Error> {
        let Some(bytes) = root.read(FILE)? else { return Ok(None) };
        let marker = match serde_json::from_slice(&bytes) {
            Ok(entry) => Marker::Entry(entry),
            Err(_) => Marker::Version(String::from_utf8_lossy(&bytes).trim().to_owned()),
        };
        if names::check(marker.version()).is_err() {
            Marker::remove(root)?;
            return Ok(None);
        }
        Ok(Some(marker))
    }

    /// Writes down what is about to happen.
    pub fn write(root: &Dir, entry: &Entry, access: &Access) -> Result<(), Error> {
        let bytes = serde_json::to_vec(entry).map_err(|error| at(&root.path().join(FILE), error))?;
        root.remove(FILE)?;
        root.create(FILE, &bytes, access).inspect_err(|_| drop(root.remove(FILE)))
    }

    /// It has happened, or will not.
    pub fn remove(root: &Dir) -> Result<(), Error> {
        root.remove(FILE)
    }

    /// The release that it is about.
    pub fn version(&self) -> &str {
        match self {
            Marker::Entry(entry) => &entry.version,
            Marker::Version(version) => version,
        }
    }

    /// The change, where it is known.
    pub fn entry(&self) -> Option<&Entry> {
        match self {
            Marker::Entry(entry) => Some(entry),
            Marker::Version(_) => None,
        }
    }
}
