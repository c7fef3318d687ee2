//! Names in a store, and what a version has to look like to name a directory in it and nothing outside.

use std::path::{Path, PathBuf};

use super::error::Error;

pub const RELEASES: &str = "releases";
/// The directory of the sums of each release.
pub const SUMS: &str = "sums";
/// The link to the current release.
pub const CURRENT: &str = "current";
/// The link that is about to become `current`.
pub const NEW_LINK: &str = ".current.new";
/// A release that is being written; of no use to anybody else.
pub const INCOMING: &str = ".incoming";
/// Beginning of the names of releases that are being removed.
pub const REMOVING: &str = ".removing.";

/// Characters of a version.
const MAX_VERSION: usize = 64;

/// Whether a version names a directory of its own.
pub fn check(version: &str) -> Result<(), Error> {
    let known = |c: char| c.is_ascii_alphanumeric() || matches!(c, '.' | '_' | '-');
    let good = !version.is_empty() && version.len() <= MAX_VERSION && version.chars().all(known);
    if good && !matches!(version, "." | "..") { Ok(()) } else { Err(Error::NotAName(version.to_owned())) }
}

/// The directory of a release.
pub fn release(root: &Path, version: &str) -> PathBuf {
    root.join(RELEASES).join(version)
}

/// The version that the link `current` leads to; `None` where it leads elsewhere.
pub fn version_of(target: &str) -> Option<String> {
    let (directory, version) = target.trim_end_matches('/').rsplit_once('/')?;
    let is_ours = directory == RELEASES || directory.ends_with("/releases");
    (is_ours && check(version).is_ok()).then(|| version.to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_stay_in_their_directory() {
        for good in ["2026-11-21.1", "clean.1", "A_b-c", "...", ".x"] {
            assert!(check(good).is_ok(), "{good}");
        }
        for bad in ["", ".", "..", "a/b", "../x", "a b", "é", "a\0", &"x".repeat(65)] {
            assert!(check(bad).is_err(), "{bad}");
        }
        assert_eq!(version_of("releases/v1"), Some("v1".to_owned()));
        assert_eq!(version_of("/srv/store/releases/v1"), Some("v1".to_owned()));
        for bad in ["v1", "/etc", "releases/..", "elsewhere/v1"] {
            assert_eq!(version_of(bad), None, "{bad}");
        }
    }
}
