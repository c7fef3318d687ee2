//! The former bytes of edited files, from which edits are undone: `.edits/` has them under their hashes.

use std::collections::BTreeSet;

use rustix::io::Errno;

use super::Notes;
use crate::directory::{Access, Directory, Result};
use crate::hash::Hash;

const FORMER: &str = ".edits";
/// Bytes of former files from which on those of older edits are not kept.
const MAX_BYTES: i64 = 64 << 20;

/// Keeps the bytes of a file, with its ownership.
pub fn keep(directory: &Directory, bytes: &[u8], access: &Access) -> Result<()> {
    let own = Access::copy_ownership(&directory.stat()?);
    let kept = directory.subdirectory_or_new(FORMER, &own)?;
    kept.replace(Hash::of(bytes).to_string(), bytes, access)
}

/// The bytes with this hash, and the ownership of the file that had them.
pub fn read(directory: &Directory, hash: &Hash) -> Result<(Vec<u8>, Access)> {
    let kept = directory.subdirectory(FORMER)?;
    let name = hash.to_string();
    let access = kept.ownership_of(&name)?;
    let bytes = kept.read(&name)?.unwrap_or_default();
    if Hash::of(&bytes) != *hash {
        return Err(kept.error(name, Errno::IO));
    }

    Ok((bytes, access))
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
