//! A release as it is read back: its files, and whether they are what the journal says. Whoever needs the files of a
//! release reads them here.

use std::collections::BTreeMap;

use super::journal::Journal;
use super::names::{self, SUMS};
use super::sums::{self, Content};
use crate::dataset::{self, DataFile, Diagnostics, FullDataset};
use crate::directory::Directory;
use crate::hash::Hash;
use crate::messages::{self as msg, Message};
use crate::model::Timestamp;

/// A release that was read.
pub struct Release {
    /// Its version.
    pub version: String,
    /// Its files; those that could not be read are missing.
    pub files: Vec<DataFile>,
    /// What reading them has found.
    pub found: Diagnostics,
    /// Whether they are what was put into the store.
    pub integrity: Integrity,
}

impl Release {
    /// Checks its files as of `now`.
    pub fn check(&self, now: Timestamp) -> Result<FullDataset, Diagnostics> {
        dataset::check(&self.files, now, self.found.clone())
    }
}

/// Whether the files of a release are what the journal says.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Integrity {
    /// They are.
    Intact,
    /// They are not.
    Altered(Altered),
    /// The journal does not say what they should be.
    Unknown,
    /// Something of them could not be read, so nothing is known: a later attempt may succeed.
    Unreadable,
}

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
        let mut said = vec![msg::release_altered(&self.version)];
        if self.files.is_empty() {
            said.push(msg::altered_files_not_known());
        }
        said.extend(self.files.iter().map(|(path, alteration)| match alteration {
            Alteration::Changed => msg::file_changed(path),
            Alteration::Missing => msg::file_missing(path),
            Alteration::Added => msg::file_added(path),
        }));
        said
    }
}

/// Reads a release, and compares it with what the journal says of it.
pub fn read(root: &Directory, journal: &Journal, version: &str) -> Release {
    let mut found = Diagnostics::default();
    let open = || root.subdirectory(names::RELEASES)?.subdirectory(version);
    let files = dataset::read_directory(&names::release(root.path(), version), &open, &mut found);
    let integrity = match journal.content_of(version) {
        _ if found.is_unread() => Integrity::Unreadable,
        None => Integrity::Unknown,
        Some(content) => compare(root, version, content, &files),
    };
    Release { version: version.to_owned(), files, found, integrity }
}

fn compare(root: &Directory, version: &str, content: &Content, files: &[DataFile]) -> Integrity {
    if sums::content_hash(files) == content.hash {
        return Integrity::Intact;
    }
    // Sums that cannot be read, or were altered themselves, say nothing.
    let kept = root.subdirectory(SUMS).and_then(|sums| sums.read(version)).ok().flatten();
    let kept = kept.filter(|bytes| Hash::of(bytes) == content.sums);
    let found = sums::by_path(sums::sums(files).as_bytes());
    let files = kept.map(|bytes| differences(&sums::by_path(&bytes), &found)).unwrap_or_default();
    Integrity::Altered(Altered { version: version.to_owned(), files })
}

/// Which files are not as their sums say, in the order of their paths.
fn differences(
    kept: &BTreeMap<String, String>,
    found: &BTreeMap<String, String>,
) -> Vec<(String, Alteration)> {
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

/// The sum of every file that was read, `SHA256SUMS` included: what has to be there still, byte for byte.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FileSums(BTreeMap<String, String>);

impl FileSums {
    /// Those of these files.
    pub fn of(files: &[DataFile]) -> Self {
        FileSums(files.iter().map(|file| (file.path.clone(), Hash::of(&file.bytes).to_string())).collect())
    }

    /// Which files are others in a later reading, in the order of their paths.
    pub fn changed(&self, after: &FileSums) -> Vec<(String, Alteration)> {
        differences(&self.0, &after.0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::store::samples::Scratch;

    fn file(path: &str, bytes: &str) -> DataFile {
        DataFile { path: path.to_owned(), bytes: bytes.into() }
    }

    #[test]
    fn changed_missing_and_added_files_are_named() {
        let before = FileSums::of(&[file("a", "1"), file("b", "2"), file("c", "3")]);
        let found = before.changed(&FileSums::of(&[file("a", "1"), file("c", "4"), file("aa", "5")]));
        let expected = [
            ("aa".to_owned(), Alteration::Added),
            ("b".to_owned(), Alteration::Missing),
            ("c".to_owned(), Alteration::Changed),
        ];
        assert_eq!(found, expected);
        assert_eq!(before.changed(&before), []);
    }

    #[test]
    fn a_release_is_compared_with_what_the_journal_says() {
        let scratch = Scratch::new();
        scratch.store().published(&["1"]);
        let integrity = || {
            let journal = Journal::read(&scratch.dir()).unwrap();
            read(&scratch.dir(), &journal, "1").integrity
        };
        let altered = |files: &[(&str, Alteration)]| {
            let files = files.iter().map(|(path, alteration)| ((*path).to_owned(), *alteration)).collect();
            Integrity::Altered(Altered { version: "1".to_owned(), files })
        };
        assert_eq!(integrity(), Integrity::Intact);
        scratch.write("releases/1/dataset.json", "altered");
        assert_eq!(integrity(), altered(&[("dataset.json", Alteration::Changed)]));
        let sums = scratch.text("sums/1");
        scratch.write("sums/1", "altered");
        assert_eq!(integrity(), altered(&[]), "the sums were altered themselves");
        std::fs::remove_dir_all(scratch.join("sums")).unwrap();
        assert_eq!(integrity(), altered(&[]));
        scratch.write("sums/1", &sums);
        std::fs::remove_dir_all(scratch.join("releases/1")).unwrap();
        assert_eq!(integrity(), Integrity::Unreadable, "what is not there was not altered");
        scratch.write("releases/1/dataset.json", "1");
        assert_eq!(integrity(), Integrity::Intact);
        scratch.write("journal.jsonl", "");
        assert_eq!(integrity(), Integrity::Unknown);
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
            [msg::release_altered("1"), msg::file_changed("a"), msg::file_missing("b"), msg::file_added("c")];
        assert_eq!(altered(&files), expected);
        assert_eq!(altered(&[]), [msg::release_altered("1"), msg::altered_files_not_known()]);
    }
}
