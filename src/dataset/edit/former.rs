//! The former bytes of edited files, from which edits are undone: `.edits/` has them under their hashes.

use std::collections::BTreeSet;

use rustix::fs::Stat;
use rustix::io::Errno;

use super::Notes;
use crate::directory::{Access, Directory, Result};
use crate::hash::Hash;

const FORMER: &str = ".edits";
/// Bytes of former files from which on those of older edits are not kept.
const MAX_BYTES: i64 = 64 << 20;

/// Keeps the bytes of a file with the ownership of `reference`.
pub fn keep(directory: &Directory, bytes: &[u8], reference: &Stat) -> Result<()> {
    let access = Access::copy_ownership(&directory.stat()?);
    let kept = directory.subdirectory_or_new(FORMER, &access)?;
    let name = Hash::of(bytes).to_string();
    kept.replace(name, bytes, &Access::copy_ownership(reference))
}

/// The bytes with this hash, and the state of the file that keeps them.
pub fn read(directory: &Directory, hash: &Hash) -> Result<(Vec<u8>, Stat)> {
    let kept = directory.subdirectory(FORMER)?;
    let name = hash.to_string();
    let stat = kept.look_at(&name)?;
    let bytes = kept.read(&name)?.unwrap_or_default();
    if Hash::of(&bytes) != *hash {
        return Err(kept.error(name, Errno::IO));
    }

    Ok((bytes, stat))
}

/// Removes the files that no edit is undone from any more; those of the last edit always stay.
pub fn prune(directory: &Directory, notes: &Notes) -> Result<()> {
    let Some(kept) = directory.subdirectory_if_present(FORMER)? else {
        return Ok(());
    };

    let mut needed = BTreeSet::new();
    let mut total = 0;
    for edit in notes.edits().iter().rev() {
        let hashes = edit.files.iter().filter_map(|file| file.before.as_ref());
        let names: Vec<String> = hashes.map(Hash::to_string).collect();
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
