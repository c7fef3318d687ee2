//! Whether a release is still what it was when it was put in service.

use std::collections::BTreeMap;

use super::dir::Dir;
use super::error::Error;
use super::hash;
use super::journal::Journal;
use crate::dataset::DataFile;
use crate::messages::{self as say, Message};

/// The directory of the sums of each release.
pub const SUMS: &str = "sums";

/// What became of a file after its publication.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Alteration {
    /// Other bytes stand in it.
    Changed,
    /// It is not there any more.
    Missing,
    /// It was not there then.
    Added,
}

/// A release that is not what it was.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Altered {
    /// The release.
    pub version: String,
    /// Which files, and what became of them; empty where no sums were kept.
    pub files: Vec<(String, Alteration)>,
}

impl Altered {
    /// One sentence for the release, and one for each file.
    pub fn sentences(&self) -> Vec<Message> {
        let mut said = vec![say::release_altered(&self.version)];
        if self.files.is_empty() {
            said.push(say::altered_files_not_known());
        }
        said.extend(self.files.iter().map(|(path, alteration)| match alteration {
            Alteration::Changed => say::file_changed(path),
            Alteration::Missing => say::file_missing(path),
            Alteration::Added => say::file_added(path),
        }));
        said
    }
}

/// Compares the files of a release with what the journal, or whoever armed or staged it, wrote down of them. Returns
/// `None` where they are the same, and where nothing was written down.
///
/// # Errors
/// When the sums that were kept cannot be read.
pub fn altered(
    root: &Dir,
    version: &str,
    (hash, sums): (&str, Option<&str>),
    files: &[DataFile],
) -> Result<Option<Altered>, Error> {
    if hash.is_empty() || hash::content_hash(files) == hash {
        return Ok(None);
    }
    let kept = match root.subdirectory(SUMS) {
        Ok(directory) => directory.read(version)?,
        Err(error) if error.is_missing() => None,
        Err(error) => return Err(error),
    };
    // Sums that were altered themselves say nothing.
    let kept = kept.filter(|bytes| sums == Some(hash::sha256(bytes).as_str()));
    let files = kept.map(|bytes| differing(&hash::by_path(&bytes), files)).unwrap_or_default();
    Ok(Some(Altered { version: version.to_owned(), files }))
}

/// The same for a version by the journal.
pub fn altered_since(
    root: &Dir,
    journal: &Journal,
    version: &str,
    files: &[DataFile],
) -> Result<Option<Altered>, Error> {
    match journal.of(version) {
        Some(entry) => altered(root, version, (&entry.hash, entry.sums.as_deref()), files),
        None => Ok(None),
    }
}

fn differing(kept: &BTreeMap<String, String>, files: &[DataFile]) -> Vec<(String, Alteration)> {
    let found = hash::by_path(hash::sums(files).as_bytes());
    let was = kept.iter().filter_map(|(path, sum)| match found.get(path) {
        None => Some((path.clone(), Alteration::Missing)),
        Some(other) if other != sum => Some((path.clone(), Alteration::Changed)),
        Some(_) => None,
    });
    let new = found.keys().filter(|path| !kept.contains_key(*path));
    let mut files: Vec<_> = was.chain(new.map(|path| (path.clone(), Alteration::Added))).collect();
    files.sort_by(|a, b| a.0.cmp(&b.0));
    files
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn changed_missing_and_added_files_are_named() {
        let file = |path: &str, bytes: &str| DataFile { path: path.to_owned(), bytes: bytes.into() };
        let kept = hash::sums(&[file("a", "1"), file("b", "2"), file("c", "3")]);
        let found =
            differing(&hash::by_path(kept.as_bytes()), &[file("a", "1"), file("c", "4"), file("aa", "5")]);
        let expected = [
            ("aa".to_owned(), Alteration::Added),
            ("b".to_owned(), Alteration::Missing),
            ("c".to_owned(), Alteration::Changed),
        ];
        assert_eq!(found, expected);
    }
}
