//! SHA-256 sums of the files of a release, as `sha256sum` writes them: equal for equal content.

use super::*;

use sha2::{Digest, Sha256};

use crate::dataset::SUMS_FILE;

/// A change of a file after it was summed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Alteration {
    Changed,
    Missing,
    Added,
}

/// The sum of each file by its path; written as a line for each, as `sha256sum` does.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FileSums(BTreeMap<String, Hash>);

impl FileSums {
    /// Sums every file, `SHA256SUMS` included.
    pub fn of(files: &[DataFile]) -> Self {
        FileSums(files.iter().map(|file| (file.path.clone(), Hash::of(&file.bytes))).collect())
    }

    pub fn of_data(files: &[DataFile]) -> Self {
        FileSums(data(files).map(|file| (file.path.clone(), Hash::of(&file.bytes))).collect())
    }

    pub fn parse(lines: &[u8]) -> Self {
        let text = String::from_utf8_lossy(lines);
        let pairs = text.lines().filter_map(|line| line.split_once("  "));
        FileSums(pairs.filter_map(|(sum, path)| Some((path.to_owned(), Hash::parse(sum)?))).collect())
    }

    /// Which files are others in a later reading, in the order of their paths.
    pub fn changed(&self, after: &FileSums) -> Vec<(String, Alteration)> {
        let was = self.0.iter().filter_map(|(path, sum)| match after.0.get(path) {
            None => Some((path.clone(), Alteration::Missing)),
            Some(later) if later != sum => Some((path.clone(), Alteration::Changed)),
            Some(_) => None,
        });
        let new = after.0.keys().filter(|path| !self.0.contains_key(*path));
        let mut files: Vec<_> = was.chain(new.map(|path| (path.clone(), Alteration::Added))).collect();
        files.sort_by(|a, b| a.0.cmp(&b.0));
        files
    }
}

impl fmt::Display for FileSums {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.iter().try_for_each(|(path, sum)| writeln!(f, "{sum}  {path}"))
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
        let sums = FileSums::of_data(files).to_string();
        Content { hash: content_hash(files), sums: Hash::of(sums.as_bytes()) }
    }
}

/// All files but the sums that were put beside the dataset: they say nothing of the data.
fn data(files: &[DataFile]) -> impl Iterator<Item = &DataFile> {
    files.iter().filter(|file| file.path != SUMS_FILE)
}

/// One hash over all paths and bytes: equal for equal content, wherever it lies.
pub fn content_hash(files: &[DataFile]) -> Hash {
    let mut hash = Sha256::new();
    for file in data(files) {
        hash.update(&file.path);
        hash.update([0]);
        hash.update((file.bytes.len() as u64).to_be_bytes());
        hash.update(&file.bytes);
    }
    hash.into()
}

/// Compares every file with the `SHA256SUMS` beside them; a
/// sentence for each file that is changed, missing, or in no line.
pub fn verify_sums(files: &[DataFile]) -> Vec<Message> {
    let Some(sums) = files.iter().find(|file| file.path == SUMS_FILE) else { return Vec::new() };
    let mut problems = Vec::new();
    let mut covered = Vec::new();
    let text = String::from_utf8_lossy(&sums.bytes);
    for (number, line) in text.lines().enumerate().filter(|(_, line)| !line.is_empty()) {
        // Two spaces, or a space and an asterisk for what was read as binary.
        let Some((sum, path)) = line.split_once("  ").or_else(|| line.split_once(" *")) else {
            problems.push(msg::sums_line(number + 1));
            continue;
        };
        let path = path.strip_prefix("./").unwrap_or(path);
        covered.push(path);
        match files.iter().find(|file| file.path == path) {
            None => problems.push(msg::sums_missing(number + 1, path)),
            Some(file) if !Hash::of(&file.bytes).is_written_as(sum) => {
                problems.push(msg::sums_differ(path));
            }
            Some(_) => {}
        }
    }
    let uncovered = data(files).map(|file| file.path.as_str()).filter(|path| !covered.contains(path));
    problems.extend(uncovered.map(msg::sums_without));
    problems
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::store::samples::file;

    /// Journals keep hashes for years: they are the same in every version of the program.
    #[test]
    fn a_content_has_the_hash_that_it_always_had() {
        let files = [file("a", "1"), file("b/c", "")];
        let written = [&b"a\0\0\0\0\0\0\0\0\x011"[..], b"b/c\0\0\0\0\0\0\0\0\0"].concat();
        assert_eq!(content_hash(&files), Hash::of(&written));
        let with_sums = [file("a", "1"), file(SUMS_FILE, "x"), file("b/c", "")];
        assert_eq!(Content::of(&with_sums), Content::of(&files), "sums say nothing of the data");
        let sums = FileSums::of_data(&with_sums);
        assert_eq!(sums.to_string(), format!("{}  a\n{}  b/c\n", Hash::of(b"1"), Hash::of(b"")));
        assert_eq!(FileSums::parse(sums.to_string().as_bytes()), sums);
    }

    #[test]
    fn every_file_is_held_against_its_line_and_every_line_against_its_file() {
        let files =
            |sums: &str| vec![file(SUMS_FILE, sums), file("a", "1"), file("b", "2"), file("c/d", "3")];
        let [a, b, d] = ["1", "2", "3"].map(|text| Hash::of(text.as_bytes()).to_string());
        assert_eq!(verify_sums(&files("")[1..]), [], "without sums there is nothing to compare");
        let upper = b.to_uppercase();
        assert_eq!(verify_sums(&files(&format!("{a}  a\n\n{upper} *b\n{d}  ./c/d\n"))), []);
        let problems = verify_sums(&files(&format!("{b}  a\nnonsense\n\n{a}  e\n{d}  c/d\n")));
        assert_eq!(
            problems,
            [msg::sums_differ("a"), msg::sums_line(2), msg::sums_missing(4, "e"), msg::sums_without("b")]
        );
    }

    #[test]
    fn changed_missing_and_added_files_are_named() {
        let before = FileSums::of(&[file("a", "1"), file("b", "2"), file("c", "3")]);
        let changes = before.changed(&FileSums::of(&[file("a", "1"), file("c", "4"), file("aa", "5")]));
        let [added, missing, changed] = [Alteration::Added, Alteration::Missing, Alteration::Changed];
        assert_eq!(changes, [("aa".to_owned(), added), ("b".to_owned(), missing), ("c".to_owned(), changed)]);
        assert_eq!(before.changed(&before), []);
    }
}
