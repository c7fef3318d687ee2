//! SHA-256 sums of the files of a release, as `sha256sum` writes them: what tells one content from another.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};

use crate::dataset::{DataFile, SUMS_FILE};
use crate::hash::Hash;
use crate::messages::{self as msg, Message};

/// What the journal says of the files of a release.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Content {
    /// The hash over all paths and bytes.
    pub hash: Hash,
    /// The hash of `sums/VERSION`, which has a line for each file.
    pub sums: Hash,
}

impl Content {
    /// That of these files.
    pub fn of(files: &[DataFile]) -> Self {
        Content { hash: content_hash(files), sums: Hash::of(sums(files).as_bytes()) }
    }
}

/// A line for each file, as `sha256sum` writes them.
pub fn sums(files: &[DataFile]) -> String {
    counted(files).map(|file| format!("{}  {}\n", Hash::of(&file.bytes), file.path)).collect()
}

/// The sum of each file by its path, from such lines.
pub fn by_path(sums: &[u8]) -> BTreeMap<String, String> {
    let text = String::from_utf8_lossy(sums);
    let pairs = text.lines().filter_map(|line| line.split_once("  "));
    pairs.map(|(sum, path)| (path.to_owned(), sum.to_owned())).collect()
}

/// All files but the sums that somebody put beside the dataset: they say nothing of the data.
fn counted(files: &[DataFile]) -> impl Iterator<Item = &DataFile> {
    files.iter().filter(|file| file.path != SUMS_FILE)
}

/// One hash over all paths and bytes: equal for equal content, wherever it lies.
pub fn content_hash(files: &[DataFile]) -> Hash {
    let mut hash = Sha256::new();
    for file in counted(files) {
        hash.update(&file.path);
        hash.update([0]);
        hash.update((file.bytes.len() as u64).to_be_bytes());
        hash.update(&file.bytes);
    }
    hash.into()
}

/// Compares every file with the sums, if there are any: what is changed, missing, or in no line, one sentence each.
pub fn verify(files: &[DataFile]) -> Vec<Message> {
    let Some(sums) = files.iter().find(|file| file.path == SUMS_FILE) else { return Vec::new() };
    let mut problems = Vec::new();
    let mut covered = Vec::new();
    for (number, line) in
        String::from_utf8_lossy(&sums.bytes).lines().enumerate().filter(|(_, line)| !line.is_empty())
    {
        // Two spaces, or a space and an asterisk for what was read as binary.
        let Some((sum, path)) = line.split_once("  ").or_else(|| line.split_once(" *")) else {
            problems.push(msg::sums_line(number + 1));
            continue;
        };
        let path = path.strip_prefix("./").unwrap_or(path);
        covered.push(path.to_owned());
        match files.iter().find(|file| file.path == path) {
            None => problems.push(msg::sums_missing(number + 1, path)),
            Some(file) if !Hash::of(&file.bytes).is_written_as(sum) => {
                problems.push(msg::sums_differ(path));
            }
            Some(_) => {}
        }
    }
    let uncovered =
        files.iter().map(|file| &file.path).filter(|path| *path != SUMS_FILE && !covered.contains(path));
    problems.extend(uncovered.map(msg::sums_without));
    problems
}

#[cfg(test)]
mod tests {
    use super::*;

    fn file(path: &str, bytes: &str) -> DataFile {
        DataFile { path: path.to_owned(), bytes: bytes.into() }
    }

    /// Journals keep hashes for years: they are the same in every version of the program.
    #[test]
    fn a_content_has_the_hash_that_it_always_had() {
        let files = [file("a", "1"), file("b/c", "")];
        let written = [&b"a\0\0\0\0\0\0\0\0\x011"[..], b"b/c\0\0\0\0\0\0\0\0\0"].concat();
        assert_eq!(content_hash(&files), Hash::of(&written));
        let with_sums = [file("a", "1"), file(SUMS_FILE, "x"), file("b/c", "")];
        assert_eq!(Content::of(&with_sums), Content::of(&files), "sums say nothing of the data");
        let lines = format!("{}  a\n{}  b/c\n", Hash::of(b"1"), Hash::of(b""));
        assert_eq!(sums(&with_sums), lines);
        let pairs =
            [("a".to_owned(), Hash::of(b"1").to_string()), ("b/c".to_owned(), Hash::of(b"").to_string())];
        assert_eq!(by_path(lines.as_bytes()), pairs.into());
    }

    #[test]
    fn every_file_is_held_against_its_line_and_every_line_against_its_file() {
        let files =
            |sums: &str| vec![file(SUMS_FILE, sums), file("a", "1"), file("b", "2"), file("c/d", "3")];
        let [a, b, d] = ["1", "2", "3"].map(|text| Hash::of(text.as_bytes()).to_string());
        assert_eq!(verify(&files("")[1..]), [], "without sums there is nothing to compare");
        let upper = b.to_uppercase();
        assert_eq!(verify(&files(&format!("{a}  a\n\n{upper} *b\n{d}  ./c/d\n"))), []);
        let found = verify(&files(&format!("{b}  a\nnonsense\n\n{a}  e\n{d}  c/d\n")));
        assert_eq!(
            found,
            [msg::sums_differ("a"), msg::sums_line(2), msg::sums_missing(4, "e"), msg::sums_without("b")]
        );
    }
}
