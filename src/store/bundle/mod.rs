//! Bundles: a dataset as one file that is carried, signed with minisign. The signature is verified first, and then nothing
//! is read but regular files that the manifest names.

mod error;
mod format;
mod key;
#[cfg(test)]
mod tests;

use super::*;

use std::io::{self, Read};

use tar::{Archive, EntryType};

use super::entry::Origin;
use error::regular_file;
use format::{MANIFEST, MAX_BUNDLE_BYTES, MAX_DATASET_BYTES, MAX_FILE_BYTES, MAX_FILES, is_plain};
use key::Signer;

pub use error::BundleError;
pub use format::{Manifest, is_far_ahead, sequence_at, write};
pub use key::TrustedKeys;

/// A bundle whose signature and sums hold.
pub struct Bundle {
    pub manifest: Manifest,
    /// Its files, sorted by path.
    pub files: Vec<DataFile>,
    /// The record of it in the journal.
    pub origin: Origin,
}

impl Bundle {
    /// Reads a bundle, and the signature that lies beside it as `FILE.minisig`.
    pub fn read(path: &Path, keys: &TrustedKeys) -> Result<Self, BundleError> {
        let bytes = regular_file(path, MAX_BUNDLE_BYTES)?;
        let mut signature = path.as_os_str().to_owned();
        signature.push(".minisig");
        let signer = keys.signer(&bytes, Path::new(&signature));
        let Signer { key, comment } = signer.map_err(|why| explained(why, &bytes))?;
        let (manifest, files) = unpack(&bytes)?;
        let origin = Origin { key, sequence: manifest.sequence, comment };
        Ok(Bundle { manifest, files, origin })
    }
}

/// Why a bundle has not the signature that it should: where it is shorter than it says itself, that is said instead. Nothing
/// else is read of what nobody has signed.
fn explained(why: BundleError, bytes: &[u8]) -> BundleError {
    let there = bytes.len() as u64;
    match (why, format::announced(bytes)) {
        (BundleError::Forged, Some(announced)) if there < announced => {
            BundleError::Cut(there, Some(announced))
        }
        (BundleError::Forged, None) if format::is_cut_at_once(bytes) => BundleError::Cut(there, None),
        (why, _) => why,
    }
}

/// Whether a dataset may have this many bytes, and one more file than these.
fn is_room_for(bytes: u64, files: usize) -> bool {
    bytes <= MAX_DATASET_BYTES && files < MAX_FILES
}

/// The members of a tar, if all is as the manifest says.
fn unpack(bytes: &[u8]) -> Result<(Manifest, Vec<DataFile>), BundleError> {
    let mut archive = Archive::new(bytes);
    let no_tar = |_| BundleError::NoManifest;
    // Raw: a header that would change the name of the next member is no regular file either.
    let mut entries = archive.entries().map_err(no_tar)?.raw(true);
    let mut next = || -> Result<Option<(String, Vec<u8>)>, BundleError> {
        let Some(entry) = entries.next() else { return Ok(None) };
        let mut entry = entry.map_err(no_tar)?;
        let path = String::from_utf8_lossy(&entry.path_bytes()).into_owned();
        if entry.header().entry_type() != EntryType::Regular || !is_plain(&path) {
            return Err(BundleError::Member(path));
        }
        if entry.size() > MAX_FILE_BYTES {
            return Err(BundleError::TooLarge);
        }
        let mut bytes = Vec::new();
        entry.read_to_end(&mut bytes).map_err(no_tar)?;
        Ok(Some((path, bytes)))
    };
    let first = next()?.filter(|(path, _)| path == MANIFEST);
    let (_, text) = first.ok_or(BundleError::NoManifest)?;
    let manifest = Manifest::read(&text).ok_or(BundleError::NoManifest)?;
    let mut files: BTreeMap<String, Vec<u8>> = BTreeMap::new();
    let mut total = 0;
    while let Some((path, bytes)) = next()? {
        total += bytes.len() as u64;
        if !is_room_for(total, files.len()) {
            return Err(BundleError::TooLarge);
        }
        let sum = manifest.files.get(&path).filter(|_| !files.contains_key(&path));
        let sum = sum.ok_or_else(|| BundleError::Unnamed(path.clone()))?;
        if *sum != Hash::of(&bytes) {
            return Err(BundleError::Differs(path));
        }
        files.insert(path, bytes);
    }
    if let Some(missing) = manifest.files.keys().find(|path| !files.contains_key(*path)) {
        return Err(BundleError::Differs(missing.clone()));
    }
    let files: Vec<DataFile> = files.into_iter().map(|(path, bytes)| DataFile { path, bytes }).collect();
    // Whatever lay behind its end, another program might show it.
    let there = bytes.len() as u64;
    if there != manifest.bytes || there != format::length(text.len(), &files) {
        return Err(BundleError::OtherLength(there, manifest.bytes));
    }
    Ok((manifest, files))
}
