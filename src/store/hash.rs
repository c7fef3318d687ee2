//! What tells one content of a release from another: one hash over everything, and a line for each file.

use std::collections::BTreeMap;

use sha2::{Digest, Sha256};

use crate::dataset::{DataFile, SUMS_FILE};
use crate::hex::hex;

/// One hash over all paths and bytes: equal for equal content, wherever it lies.
pub fn content_hash(files: &[DataFile]) -> String {
    let mut hash = Sha256::new();
    for file in counted(files) {
        hash.update(&file.path);
        hash.update([0]);
        hash.update((file.bytes.len() as u64).to_be_bytes());
        hash.update(&file.bytes);
    }
    hex(&hash.finalize())
}

/// SHA-256 of bytes.
pub fn sha256(bytes: &[u8]) -> String {
    hex(&Sha256::digest(bytes))
}

/// A line for each file, as `sha256sum` writes them.
pub fn sums(files: &[DataFile]) -> String {
    counted(files).map(|file| format!("{}  {}\n", sha256(&file.bytes), file.path)).collect()
}

/// The sum of each file by its path, from such lines.
pub fn by_path(sums: &[u8]) -> BTreeMap<String, String> {
    let text = String::from_utf8_lossy(sums);
    let pairs = text.lines().filter_map(|line| line.split_once("  "));
    pairs.map(|(sum, path)| (path.to_owned(), sum.to_owned())).collect()
}

/// All files but the sums that whoever made the dataset put beside them: they say nothing of the data.
fn counted(files: &[DataFile]) -> impl Iterator<Item = &DataFile> {
    files.iter().filter(|file| file.path != SUMS_FILE)
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
        assert_eq!(sha256(b"abc"), "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad");
        let files = [file("a", "1"), file("b/c", "")];
        let written = [&b"a\0\0\0\0\0\0\0\0\x011"[..], b"b/c\0\0\0\0\0\0\0\0\0"].concat();
        assert_eq!(content_hash(&files), sha256(&written));
        let with_sums = [file("a", "1"), file(SUMS_FILE, "x"), file("b/c", "")];
        assert_eq!(content_hash(&with_sums), content_hash(&files), "sums say nothing of the data");
        let lines = format!("{}  a\n{}  b/c\n", sha256(b"1"), sha256(b""));
        assert_eq!(sums(&with_sums), lines);
        let pairs = [("a".to_owned(), sha256(b"1")), ("b/c".to_owned(), sha256(b""))];
        assert_eq!(by_path(lines.as_bytes()), pairs.into());
    }
}
