//! `.publishing`: what is about to be written to the journal, so that the next command after a killed program knows what
//! was meant.

use super::entry::Entry;
use super::error::{Error, at};
use super::names;
use crate::directory::Access;
use crate::directory::Directory;

const FILE: &str = ".publishing";

/// Reads the file; `None` where there is none, or where it names nothing that could be a release.
pub fn read(root: &Directory) -> Result<Option<Entry>, Error> {
    let Some(bytes) = root.read(FILE)? else { return Ok(None) };
    let entry = serde_json::from_slice::<Entry>(&bytes).ok();
    match entry.filter(|entry| names::check(entry.event.version()).is_ok()) {
        Some(entry) => Ok(Some(entry)),
        None => remove(root).map(|()| None),
    }
}

/// Whether something was begun and not finished.
pub fn is_there(root: &Directory) -> Result<bool, Error> {
    Ok(root.look(FILE)?.is_some())
}

/// Writes down what is about to happen.
pub fn write(root: &Directory, entry: &Entry, access: &Access) -> Result<(), Error> {
    let bytes = serde_json::to_vec(entry).map_err(|error| at(&root.path().join(FILE), error))?;
    Ok(root.replace(FILE, &bytes, access)?)
}

/// It has happened, or will not.
pub fn remove(root: &Directory) -> Result<(), Error> {
    Ok(root.remove(FILE)?)
}
