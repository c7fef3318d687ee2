//! The files of a release: their sums, as `sha256sum` writes them, and whether they are what the journal says. Every reader
//! of a release's files gets them here.

use super::*;

use sha2::{Digest, Sha256};

use crate::dataset::{self, FullDataset, Location, SUMS_FILE};

/// A change of a file after it was summed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Alteration {
    Changed,
    Missing,
    Added,
}

impl Alteration {
    /// Says what became of a file.
    pub fn of_file(self, path: impl fmt::Display) -> Message {
        match self {
            Alteration::Changed => msg::file_changed(path),
            Alteration::Missing => msg::file_missing(path),
            Alteration::Added => msg::file_added(path),
        }
    }
}

/// The sum of each file by its path; written as a line for each, as `sha256sum` does.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FileSums(pub(super) BTreeMap<String, Hash>);

impl FileSums {
    pub fn of<'a>(files: impl IntoIterator<Item = &'a DataFile>) -> Self {
        let mut sums = BTreeMap::new();
        for file in files {
            sums.insert(file.path.clone(), Hash::of(&file.bytes));
        }

        FileSums(sums)
    }

    pub fn parse(lines: &[u8]) -> Self {
        let mut sums = BTreeMap::new();
        for line in String::from_utf8_lossy(lines).lines() {
            if let Some((sum, path)) = line.split_once("  ")
                && let Some(sum) = Hash::parse(sum)
            {
                sums.insert(path.to_owned(), sum);
            }
        }

        FileSums(sums)
    }

    /// Which files are others in a later reading, in the order of their paths.
    pub fn changed(&self, after: &FileSums) -> Vec<(String, Alteration)> {
        let paths = BTreeSet::from_iter(self.0.keys().chain(after.0.keys()));
        let mut files = Vec::new();
        for path in paths {
            let alteration = match (self.0.get(path), after.0.get(path)) {
                (_, None) => Alteration::Missing,
                (None, _) => Alteration::Added,
                (before, later) if before != later => Alteration::Changed,
                _ => continue,
            };
            files.push((path.clone(), alteration));
        }

        files
    }
}

impl fmt::Display for FileSums {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        for (path, sum) in &self.0 {
            writeln!(f, "{sum}  {path}")?;
        }

        Ok(())
    }
}

/// The hashes of a release in the journal.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Content {
    /// The hash over all paths and bytes.
    pub hash: Hash,
    /// The hash of `sums/VERSION`, which has a line for each file.
    pub sums: Hash,
}

impl Content {
    pub fn of(files: &[DataFile]) -> Self {
        let sums = FileSums::of(data(files)).to_string();
        Content {
            hash: content_hash(files),
            sums: Hash::of(sums.as_bytes()),
        }
    }
}

/// All files but the sums that were put beside the dataset: they say nothing of the data.
pub fn data(files: &[DataFile]) -> impl Iterator<Item = &DataFile> {
    files.iter().filter(|file| file.path != SUMS_FILE)
}

/// One hash over all paths and bytes: equal for equal content, wherever it lies.
fn content_hash(files: &[DataFile]) -> Hash {
    let mut hash = Sha256::new();
    for file in data(files) {
        hash.update(&file.path);
        hash.update([0]);
        hash.update((file.bytes.len() as u64).to_be_bytes());
        hash.update(&file.bytes);
    }

    hash.into()
}

/// Compares every file with the `SHA256SUMS` beside them. Returns a sentence for each file that is changed, missing, or in
/// no line.
pub fn verify_sums(files: &[DataFile]) -> Vec<Message> {
    let mut problems = Vec::new();
    let Some(sums) = files.iter().find(|file| file.path == SUMS_FILE) else {
        return problems;
    };

    let mut covered = Vec::new();
    let text = String::from_utf8_lossy(&sums.bytes);
    for (number, line) in text.lines().enumerate() {
        if line.is_empty() {
            continue;
        }

        // Two spaces, or a space and an asterisk for what was read as binary.
        let Some((sum, path)) = line.split_once("  ").or_else(|| line.split_once(" *")) else {
            problems.push(msg::sums_line(number + 1));
            continue;
        };

        let path = path.strip_prefix("./").unwrap_or(path);
        covered.push(path);
        // Publishing writes it anew.
        if dataset::is_written_for_release(path) {
            continue;
        }

        let Some(file) = files.iter().find(|file| file.path == path) else {
            problems.push(msg::sums_missing(number + 1, path));
            continue;
        };

        if !Hash::of(&file.bytes).is_written_as(sum) {
            problems.push(msg::sums_differ(path));
        }
    }

    for file in data(files) {
        let path = file.path.as_str();
        if !covered.contains(&path) && !dataset::is_written_for_release(path) {
            problems.push(msg::sums_without(path));
        }
    }

    problems
}

/// A release as it was read.
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
        let open = || root.subdirectory(RELEASES)?.subdirectory(version);
        let path = release_path(root.path(), version);
        // No file system is mounted on a release: one that is known has had files.
        let names = open().and_then(|release| release.names());
        let is_emptied = content.is_some() && names.is_ok_and(|names| names.is_empty());
        let files = if is_emptied {
            let location = Location::file(path.display().to_string());
            diagnostics.error(location, msg::release_has_no_files());
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

        Release {
            version: version.to_owned(),
            files,
            diagnostics,
            integrity,
        }
    }

    /// Checks its files as of `now`.
    pub fn check(&self, now: Timestamp) -> Result<FullDataset, Diagnostics> {
        dataset::check_to_serve(&self.files, now, self.diagnostics.clone(), None)
    }
}

/// The files of a release beside those that were published.
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
    if content_hash(files) == content.hash {
        return Integrity::Intact;
    }

    // Sums that cannot be read, or were altered themselves, say nothing.
    let changed = match root.subdirectory(SUMS).and_then(|sums| sums.read(version)) {
        Ok(Some(bytes)) if Hash::of(&bytes) == content.sums => {
            FileSums::parse(&bytes).changed(&FileSums::of(data(files)))
        }
        _ => Vec::new(),
    };

    let mut altered = vec![msg::release_altered(version)];
    if changed.is_empty() {
        altered.push(msg::altered_files_not_known());
    }

    for (path, alteration) in changed {
        altered.push(alteration.of_file(path));
    }

    Integrity::Altered(altered)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::store::StoreState;
    use crate::store::samples::file;
    use crate::store::samples::published;

    /// Journals keep hashes for years: they are the same in every version of the program.
    #[test]
    fn a_content_has_the_hash_that_it_always_had() {
        let files = [file("a", "1"), file("b/c", "")];
        let written = [&b"a\0\0\0\0\0\0\0\0\x011"[..], b"b/c\0\0\0\0\0\0\0\0\0"].concat();
        assert_eq!(content_hash(&files), Hash::of(&written));
        let with_sums = [file("a", "1"), file(SUMS_FILE, "x"), file("b/c", "")];
        assert_eq!(
            Content::of(&with_sums),
            Content::of(&files),
            "sums say nothing of the data"
        );
        let sums = FileSums::of(data(&with_sums));
        assert_eq!(
            sums.to_string(),
            format!("{}  a\n{}  b/c\n", Hash::of(b"1"), Hash::of(b""))
        );
        assert_eq!(FileSums::parse(sums.to_string().as_bytes()), sums);
    }

    #[test]
    fn every_file_is_held_against_its_line_and_every_line_against_its_file() {
        let files = |sums: &str| {
            vec![
                file(SUMS_FILE, sums),
                file("a", "1"),
                file("b", "2"),
                file("c/d", "3"),
            ]
        };
        let [a, b, d] = ["1", "2", "3"].map(|text| Hash::of(text.as_bytes()).to_string());
        assert_eq!(
            verify_sums(&files("")[1..]),
            [],
            "without sums there is nothing to compare"
        );
        let upper = b.to_uppercase();
        assert_eq!(
            verify_sums(&files(&format!("{a}  a\n\n{upper} *b\n{d}  ./c/d\n"))),
            []
        );
        let rewritten = format!("{a}  a\n{b}  b\n{d}  c/d\n{d}  publications.csv\n");
        assert_eq!(verify_sums(&files(&rewritten)), []);
        let problems = verify_sums(&files(&format!("{b}  a\nnonsense\n\n{a}  e\n{d}  c/d\n")));
        assert_eq!(
            problems,
            [
                msg::sums_differ("a"),
                msg::sums_line(2),
                msg::sums_missing(4, "e"),
                msg::sums_without("b")
            ]
        );
    }

    #[test]
    fn changed_missing_and_added_files_are_named() {
        let before = FileSums::of(&[file("a", "1"), file("b", "2"), file("c", "3")]);
        let changes = before.changed(&FileSums::of(&[
            file("a", "1"),
            file("c", "4"),
            file("aa", "5"),
        ]));
        let [added, missing, changed] =
            [Alteration::Added, Alteration::Missing, Alteration::Changed];
        assert_eq!(
            changes,
            [
                ("aa".to_owned(), added),
                ("b".to_owned(), missing),
                ("c".to_owned(), changed)
            ]
        );
        assert_eq!(before.changed(&before), []);
    }

    #[test]
    fn a_release_is_compared_with_what_the_journal_says() {
        let scratch = published(&["1"]).0;
        let integrity = || {
            StoreState::open(scratch.as_ref())
                .unwrap()
                .read("1")
                .integrity
        };
        let altered = |file| Integrity::Altered(vec![msg::release_altered("1"), file]);
        assert_eq!(integrity(), Integrity::Intact);
        scratch.write("releases/1/dataset.json", "altered");
        assert_eq!(integrity(), altered(msg::file_changed("dataset.json")));
        scratch.write("releases/1/checks.csv", "");
        let files = [
            msg::file_added("checks.csv"),
            msg::file_changed("dataset.json"),
        ];
        assert_eq!(
            integrity(),
            Integrity::Altered([&[msg::release_altered("1")], &files[..]].concat())
        );
        std::fs::remove_file(scratch.join("releases/1/dataset.json")).unwrap();
        let files = [
            msg::file_added("checks.csv"),
            msg::file_missing("dataset.json"),
        ];
        assert_eq!(
            integrity(),
            Integrity::Altered([&[msg::release_altered("1")], &files[..]].concat())
        );
        std::fs::remove_file(scratch.join("releases/1/checks.csv")).unwrap();
        scratch.write("releases/1/dataset.json", "altered");
        let sums = scratch.text("sums/1");
        scratch.write("sums/1", "altered");
        assert_eq!(
            integrity(),
            altered(msg::altered_files_not_known()),
            "the sums were altered themselves"
        );
        std::fs::remove_dir_all(scratch.join("sums")).unwrap();
        assert_eq!(integrity(), altered(msg::altered_files_not_known()));
        scratch.write("sums/1", &sums);
        std::fs::remove_dir_all(scratch.join("releases/1")).unwrap();
        assert_eq!(
            integrity(),
            Integrity::Unreadable,
            "what is not there was not altered"
        );
        std::fs::create_dir(scratch.join("releases/1")).unwrap();
        let emptied = StoreState::open(scratch.as_ref()).unwrap().read("1");
        assert_eq!(
            emptied.integrity,
            Integrity::Altered(vec![msg::release_altered("1")])
        );
        assert_eq!(
            emptied.diagnostics.problems()[0].message,
            msg::release_has_no_files()
        );
        scratch.write("releases/1/dataset.json", "1");
        assert_eq!(integrity(), Integrity::Intact);
        let journal = scratch.text("journal.jsonl");
        scratch.write("journal.jsonl", "");
        assert_eq!(integrity(), Integrity::Unknown);
        scratch.write(".publishing", &journal);
        assert_eq!(
            integrity(),
            Integrity::Intact,
            "the line that it is about to get says so"
        );
    }
}
