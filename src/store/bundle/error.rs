//! Why a bundle, or a key that it may be signed with, is refused.

use super::*;

#[derive(Debug)]
pub enum BundleError {
    Unread(PathBuf, io::Error),
    NoTrust,
    NoKeys(PathBuf),
    NoKey(PathBuf),
    /// The keys, or one of them, may not be read.
    KeyClosed(PathBuf),
    Unsigned(PathBuf),
    /// The file of the signature is none, or not a whole one.
    BadSignature(PathBuf),
    /// It is of the kind that minisign made before 0.10.
    SignedTheOldWay(PathBuf),
    /// No trusted key has the id that the signature names; with those of the trusted ones.
    OtherKey(PathBuf, Vec<String>),
    /// The signature is not one of these bytes.
    Forged,
    /// It is shorter than it says at its beginning, where that can still be read.
    Cut(u64, Option<u64>),
    /// It is longer than it says, or its members are shorter than that together.
    OtherLength(u64, u64),
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
    /// Whether the content is wrong, rather than that a file could not be read or was not named.
    pub fn is_wrong_content(&self) -> bool {
        !matches!(
            self,
            Self::Unread(..) | Self::NoTrust | Self::NoKeys(_) | Self::NoKey(_) | Self::KeyClosed(_)
        )
    }

    pub fn sentence(&self) -> Message {
        match self {
            Self::Unread(path, error) => msg::path_failed(path.display(), msg::reason(error)),
            Self::NoTrust => msg::bundle_without_keys(),
            Self::NoKeys(path) => msg::no_trusted_keys(path.display()),
            Self::NoKey(path) => msg::not_a_key(path.display()),
            Self::KeyClosed(path) => msg::key_closed(path.display()),
            Self::Unsigned(path) => msg::bundle_unsigned(path.display()),
            Self::BadSignature(path) => msg::bundle_bad_signature(path.display()),
            Self::SignedTheOldWay(path) => msg::bundle_signed_the_old_way(path.display()),
            Self::OtherKey(path, trusted) => msg::bundle_of_another_key(path.display(), trusted.join(", ")),
            Self::Forged => msg::bundle_forged(),
            Self::Cut(there, Some(announced)) => msg::bundle_cut(there, announced),
            Self::Cut(there, None) => msg::bundle_cut_at_once(usize::try_from(*there).unwrap_or(usize::MAX)),
            Self::OtherLength(there, announced) => msg::bundle_of_other_length(there, announced),
            Self::TooLarge => msg::bundle_too_large(MAX_DATASET_BYTES >> 20),
            Self::NoManifest => msg::bundle_without_manifest(),
            Self::Member(path) => msg::bundle_bad_member(msg::shown(path)),
            Self::Unnamed(path) => msg::bundle_unnamed_member(msg::shown(path)),
            Self::Differs(path) => msg::bundle_differs(msg::shown(path)),
        }
    }
}

/// The bytes of a regular file that is no larger than this.
pub fn regular_file(path: &Path, max_bytes: u64) -> Result<Vec<u8>, BundleError> {
    directory::regular_file(path, max_bytes).map_err(|error| match error.kind {
        Kind::NotAFile => BundleError::Member(path.display().to_string()),
        Kind::TooLarge => BundleError::TooLarge,
        _ => BundleError::Unread(error.path, error.error),
    })
}
