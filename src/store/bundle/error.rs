//! Why a bundle is refused.

use std::io;
use std::path::PathBuf;

use super::format::MAX_DATASET_BYTES;
use crate::messages::{self as msg, Message};

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
            Self::TooLarge => msg::bundle_too_large(MAX_DATASET_BYTES >> 20),
            Self::NoManifest => msg::bundle_without_manifest(),
            Self::Member(path) => msg::bundle_bad_member(msg::shown(path)),
            Self::Unnamed(path) => msg::bundle_unnamed_member(msg::shown(path)),
            Self::Differs(path) => msg::bundle_differs(msg::shown(path)),
        }
    }
}
