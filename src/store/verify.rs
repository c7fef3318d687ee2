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
    use crate::store::scratch::Scratch;

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

    #[test]
    fn a_release_is_held_against_the_sums_that_were_kept_of_it() {
        let file = |bytes: &str| vec![DataFile { path: "a".to_owned(), bytes: bytes.into() }];
        let (good, bad) = (file("1"), file("2"));
        let scratch = Scratch::new();
        let sums = hash::sums(&good);
        let entry = |sums: &str| (hash::content_hash(&good), Some(hash::sha256(sums.as_bytes())));
        let found = |(hash, sums): &(String, Option<String>), files: &[DataFile]| {
            altered(&scratch.dir(), "1", (hash, sums.as_deref()), files).map(|found| found.map(|a| a.files))
        };
        scratch.write("sums/1", &sums);
        assert_eq!(found(&entry(&sums), &good).unwrap(), None);
        assert_eq!(found(&(String::new(), None), &bad).unwrap(), None, "nothing was written down");
        let changed = vec![("a".to_owned(), Alteration::Changed)];
        assert_eq!(found(&entry(&sums), &bad).unwrap(), Some(changed));
        assert_eq!(
            found(&entry("other"), &bad).unwrap(),
            Some(Vec::new()),
            "the sums were altered themselves"
        );
        std::fs::remove_dir_all(scratch.join("sums")).unwrap();
        assert_eq!(found(&entry(&sums), &bad).unwrap(), Some(Vec::new()));
        scratch.write("sums", "");
        assert!(matches!(found(&entry(&sums), &bad), Err(Error::NotADirectory(_))));
    }

    #[test]
    fn what_became_of_each_file_is_said() {
        let altered = |files: &[(String, Alteration)]| {
            Altered { version: "1".to_owned(), files: files.to_vec() }.sentences()
        };
        let files = [
            ("a".to_owned(), Alteration::Changed),
            ("b".to_owned(), Alteration::Missing),
            ("c".to_owned(), Alteration::Added),
        ];
        let expected =
            [say::release_altered("1"), say::file_changed("a"), say::file_missing("b"), say::file_added("c")];
        assert_eq!(altered(&files), expected);
        assert_eq!(altered(&[]), [say::release_altered("1"), say::altered_files_not_known()]);
    }
}
