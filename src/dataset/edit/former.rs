//! `.edits/`, hidden in a dataset directory: the former bytes of edited files, named by their hashes, from which edits are
//! undone.

use std::collections::BTreeSet;

use rustix::fs::Stat;
use rustix::io::Errno;

use super::notes::Notes;
use crate::directory::{Access, Directory, Error};
use crate::hash::Hash;

const DIRECTORY: &str = ".edits";
/// Bytes of former files from which on those of older edits are not kept.
const MAX_BYTES: i64 = 64 << 20;

/// Keeps the bytes of a file with the ownership of `reference`.
pub fn keep(directory: &Directory, bytes: &[u8], reference: &Stat) -> Result<(), Error> {
    let access = Access::copy_ownership(&directory.stat()?);
    let kept = directory.subdirectory_or_new(DIRECTORY, &access)?;
    kept.replace(Hash::of(bytes).to_string(), bytes, &Access::copy_ownership(reference))
}

/// The bytes with this hash, and the state of the file that keeps them.
pub fn read(directory: &Directory, hash: &Hash) -> Result<(Vec<u8>, Stat), Error> {
    let (kept, name) = (directory.subdirectory(DIRECTORY)?, hash.to_string());
    let error = |errno: Errno| Error::new(&kept.path().join(&name), errno);
    let bytes = kept.read(&name)?.ok_or_else(|| error(Errno::NOENT))?;
    let stat = kept.look(&name)?.ok_or_else(|| error(Errno::NOENT))?;
    if Hash::of(&bytes) == *hash { Ok((bytes, stat)) } else { Err(error(Errno::IO)) }
}

/// Removes the files that no edit is undone from any more; those of the last edit always stay.
pub fn prune(directory: &Directory, notes: &Notes) -> Result<(), Error> {
    let kept = match directory.subdirectory(DIRECTORY) {
        Err(error) if error.is_missing() => return Ok(()),
        other => other?,
    };
    let (mut needed, mut total) = (BTreeSet::new(), 0);
    for edit in notes.edits().iter().rev() {
        let names: Vec<_> =
            edit.files.iter().filter_map(|file| Some(file.before.as_ref()?.to_string())).collect();
        for name in &names {
            total += kept.look(name)?.map_or(0, |stat| stat.st_size);
        }
        if total > MAX_BYTES && !needed.is_empty() {
            break;
        }
        needed.extend(names);
    }
    for name in kept.names()? {
        if !name.to_str().is_some_and(|name| needed.contains(name)) {
            kept.remove_tree(&name)?;
        }
    }
    Ok(())
}
