//! A release as it is read back: its files, and whether they are what the journal says. Every reader of a release's files
//! gets them here.

use super::*;

use crate::dataset::{self, FullDataset, Location};

pub struct Release {
    pub version: String,
    /// Its files; those that could not be read are missing.
    pub files: Vec<DataFile>,
    pub diagnostics: Diagnostics,
    pub integrity: Integrity,
}

impl Release {
    /// Reads a release, and compares it with what the journal says of it.
    pub(super) fn read(root: &Directory, content: Option<&Content>, version: &str) -> Self {
        let mut diagnostics = Diagnostics::default();
        let open = || root.subdirectory(layout::RELEASES)?.subdirectory(version);
        let path = layout::release(root.path(), version);
        // No file system is mounted on a release: one that is known has had files.
        let is_empty = open().and_then(|release| release.names()).is_ok_and(|names| names.is_empty());
        let is_emptied = is_empty && content.is_some();
        let files = if is_emptied {
            diagnostics.error(Location::file(path.display().to_string()), msg::release_has_no_files());
            Vec::new()
        } else {
            dataset::read_directory(&path, &open, &mut diagnostics)
        };
        let integrity = match content {
            _ if is_emptied => Integrity::Altered(vec![msg::release_altered(version)]),
            _ if diagnostics.is_unread() => Integrity::Unreadable,
            None => Integrity::Unknown,
            Some(content) => compare(root, version, content, &files),
        };
        Release { version: version.to_owned(), files, diagnostics, integrity }
    }

    /// Checks its files as of `now`.
    pub fn check(&self, now: Timestamp) -> Result<FullDataset, Diagnostics> {
        dataset::check(&self.files, now, self.diagnostics.clone())
    }
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Integrity {
    Intact,
    /// They are not: a sentence for the release, and one for each file whose sum was kept.
    Altered(Vec<Message>),
    /// The journal does not say what they should be.
    Unknown,
    /// A file could not be read, so nothing is known: a later attempt may succeed.
    Unreadable,
}

fn compare(root: &Directory, version: &str, content: &Content, files: &[DataFile]) -> Integrity {
    if sums::content_hash(files) == content.hash {
        return Integrity::Intact;
    }
    // Sums that cannot be read, or were altered themselves, say nothing.
    let kept = root.subdirectory(SUMS).and_then(|sums| sums.read(version)).ok().flatten();
    let kept = kept.filter(|bytes| Hash::of(bytes) == content.sums);
    let changed = kept.map(|bytes| FileSums::parse(&bytes).changed(&FileSums::of_data(files)));
    Integrity::Altered(alteration_messages(version, &changed.unwrap_or_default()))
}

/// One sentence for the release, and one for each file; where none is known, that is said.
fn alteration_messages(version: &str, files: &[(String, Alteration)]) -> Vec<Message> {
    let mut said = vec![msg::release_altered(version)];
    if files.is_empty() {
        said.push(msg::altered_files_not_known());
    }
    said.extend(files.iter().map(|(path, alteration)| match alteration {
        Alteration::Changed => msg::file_changed(path),
        Alteration::Missing => msg::file_missing(path),
        Alteration::Added => msg::file_added(path),
    }));
    said
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::store::StoreState;
    use crate::store::samples::published;

    #[test]
    fn a_release_is_compared_with_what_the_journal_says() {
        let scratch = published(&["1"]).0;
        let integrity = || StoreState::open(scratch.as_ref()).unwrap().read("1").integrity;
        let altered = |file| Integrity::Altered(vec![msg::release_altered("1"), file]);
        assert_eq!(integrity(), Integrity::Intact);
        scratch.write("releases/1/dataset.json", "altered");
        assert_eq!(integrity(), altered(msg::file_changed("dataset.json")));
        let sums = scratch.text("sums/1");
        scratch.write("sums/1", "altered");
        assert_eq!(integrity(), altered(msg::altered_files_not_known()), "the sums were altered themselves");
        std::fs::remove_dir_all(scratch.join("sums")).unwrap();
        assert_eq!(integrity(), altered(msg::altered_files_not_known()));
        scratch.write("sums/1", &sums);
        std::fs::remove_dir_all(scratch.join("releases/1")).unwrap();
        assert_eq!(integrity(), Integrity::Unreadable, "what is not there was not altered");
        std::fs::create_dir(scratch.join("releases/1")).unwrap();
        let emptied = StoreState::open(scratch.as_ref()).unwrap().read("1");
        assert_eq!(emptied.integrity, Integrity::Altered(vec![msg::release_altered("1")]));
        assert_eq!(emptied.diagnostics.problems()[0].message, msg::release_has_no_files());
        scratch.write("releases/1/dataset.json", "1");
        assert_eq!(integrity(), Integrity::Intact);
        let journal = scratch.text("journal.jsonl");
        scratch.write("journal.jsonl", "");
        assert_eq!(integrity(), Integrity::Unknown);
        scratch.write(".publishing", &journal);
        assert_eq!(integrity(), Integrity::Intact, "the line that it is about to get says so");
    }

    #[test]
    fn what_became_of_each_file_is_said() {
        let files =
            [Alteration::Changed, Alteration::Missing, Alteration::Added].map(|a| ("a".to_owned(), a));
        let expected =
            [msg::release_altered("1"), msg::file_changed("a"), msg::file_missing("a"), msg::file_added("a")];
        assert_eq!(alteration_messages("1", &files), expected);
    }
}
