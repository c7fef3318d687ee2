//! Reading a bundle: the signature first, then nothing but regular files that the manifest names.

use std::collections::BTreeMap;
use std::fs::{self, OpenOptions};
use std::io::{self, Read};
use std::os::unix::fs::OpenOptionsExt;
use std::path::{Path, PathBuf};

use tar::{Archive, EntryType};

use super::key::{Signer, TrustedKeys};
use super::manifest::Manifest;
use super::{LARGEST_BUNDLE, LARGEST_DATASET, LARGEST_FILE, MANIFEST, MOST_FILES, is_plain};
use crate::dataset::DataFile;
use crate::hash::Hash;
use crate::messages::{self as msg, Message};
use crate::store::entry::Origin;

/// Why a bundle is not taken.
#[derive(Debug)]
pub enum BundleError {
    /// A file could not be read.
    Unread(PathBuf, io::Error),
    /// No directory of keys was named.
    NoTrust,
    /// The directory has no key.
    NoKeys(PathBuf),
    /// A file in it is none.
    NoKey(PathBuf),
    /// There is no signature beside it.
    Unsigned(PathBuf),
    /// The signature is not one of these bytes with a trusted key.
    Forged,
    /// It is larger than a dataset may be.
    TooLarge,
    /// It is no tar that begins with a manifest of a known format.
    NoManifest,
    /// A member is not a regular file, or not one that a dataset may have.
    Member(String),
    /// A member is not named by the manifest, or named twice.
    Unnamed(String),
    /// A file that the manifest names is missing, or differs from its sum.
    Differs(String),
}

impl BundleError {
    /// Whether the content is wrong, rather than something unreadable or not told.
    pub fn is_wrong_content(&self) -> bool {
        !matches!(self, Self::Unread(..) | Self::NoTrust | Self::NoKeys(_) | Self::NoKey(_))
    }

    /// What is wrong, and what would be right.
    pub fn sentence(&self) -> Message {
        match self {
            Self::Unread(path, error) => msg::path_failed(path.display(), msg::reason(error)),
            Self::NoTrust => msg::bundle_without_keys(),
            Self::NoKeys(path) => msg::no_trusted_keys(path.display()),
            Self::NoKey(path) => msg::not_a_key(path.display()),
            Self::Unsigned(path) => msg::bundle_unsigned(path.display()),
            Self::Forged => msg::bundle_forged(),
            Self::TooLarge => msg::bundle_too_large(LARGEST_DATASET >> 20),
            Self::NoManifest => msg::bundle_without_manifest(),
            Self::Member(path) => msg::bundle_bad_member(msg::shown(path)),
            Self::Unnamed(path) => msg::bundle_unnamed_member(msg::shown(path)),
            Self::Differs(path) => msg::bundle_differs(msg::shown(path)),
        }
    }
}

/// A bundle whose signature and sums hold.
pub struct Bundle {
    /// What it says of itself.
    pub manifest: Manifest,
    /// Its files, sorted by path.
    pub files: Vec<DataFile>,
    /// Who signed it.
    signer: Signer,
}

impl Bundle {
    /// Reads a bundle, and the signature that lies beside it as `FILE.minisig`.
    ///
    /// # Errors
    /// When anything about it is not as it should be.
    pub fn read(path: &Path, keys: &TrustedKeys) -> Result<Self, BundleError> {
        let bytes = regular(path)?;
        let mut signature = path.as_os_str().to_owned();
        signature.push(".minisig");
        let signer = keys.signer(&bytes, Path::new(&signature))?;
        let (manifest, files) = unpack(&bytes)?;
        Ok(Bundle { manifest, files, signer })
    }

    /// What the journal says of it.
    pub fn origin(&self) -> Origin {
        Origin {
            key: self.signer.key.clone(),
            sequence: self.manifest.sequence,
            comment: self.signer.comment.clone(),
        }
    }
}

/// The bytes of a regular file that is no larger than a bundle may be.
fn regular(path: &Path) -> Result<Vec<u8>, BundleError> {
    let unread = |error| BundleError::Unread(path.to_owned(), error);
    let flags = rustix::fs::OFlags::NONBLOCK.bits();
    let flags = i32::try_from(flags).unwrap_or_default();
    let file = OpenOptions::new().read(true).custom_flags(flags).open(path).map_err(unread)?;
    let metadata: fs::Metadata = file.metadata().map_err(unread)?;
    if !metadata.is_file() {
        return Err(BundleError::Member(path.display().to_string()));
    }
    if metadata.len() > LARGEST_BUNDLE {
        return Err(BundleError::TooLarge);
    }
    let mut bytes = Vec::new();
    file.take(LARGEST_BUNDLE).read_to_end(&mut bytes).map_err(unread)?;
    Ok(bytes)
}

/// Whether a dataset may have this many bytes, and one more file than these.
fn is_room_for(bytes: u64, files: usize) -> bool {
    bytes <= LARGEST_DATASET && files < MOST_FILES
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
        if entry.size() > LARGEST_FILE {
            return Err(BundleError::TooLarge);
        }
        let mut bytes = Vec::new();
        entry.read_to_end(&mut bytes).map_err(no_tar)?;
        Ok(Some((path, bytes)))
    };
    let manifest = match next()? {
        Some((path, bytes)) if path == MANIFEST => Manifest::read(&bytes),
        _ => None,
    };
    let manifest = manifest.ok_or(BundleError::NoManifest)?;
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
    let files = files.into_iter().map(|(path, bytes)| DataFile { path, bytes }).collect();
    Ok((manifest, files))
}

#[cfg(test)]
mod tests;
