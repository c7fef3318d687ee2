//! What tells one content of a release from another: one hash over everything, and a line for each file.

use std::collections::BTreeMap;
use std::fmt;

use serde::{Deserialize, Deserializer, Serialize, de};
use sha2::{Digest, Sha256};

use crate::dataset::{DataFile, SUMS_FILE};
use crate::hex::hex;

/// Characters of a hash that a person compares.
const SHORT: usize = 12;

/// A SHA-256, written in 64 hexadecimal digits.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Hash(String);

impl Hash {
    /// The hash of bytes.
    pub fn of(bytes: &[u8]) -> Self {
        Hash(hex(&Sha256::digest(bytes)))
    }

    /// One hash over all paths and bytes: equal for equal content, wherever it lies.
    pub fn of_content(files: &[DataFile]) -> Self {
        let mut hash = Sha256::new();
        for file in counted(files) {
            hash.update(&file.path);
            hash.update([0]);
            hash.update((file.bytes.len() as u64).to_be_bytes());
            hash.update(&file.bytes);
        }
        Hash(hex(&hash.finalize()))
    }

    /// The beginning: enough for a person to tell two contents apart.
    pub fn short(&self) -> &str {
        self.0.get(..SHORT).unwrap_or(&self.0)
    }

    /// Whether somebody else's digits, in whichever case, are these.
    pub fn is_written_as(&self, digits: &str) -> bool {
        self.0.eq_ignore_ascii_case(digits)
    }
}

impl fmt::Display for Hash {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl<'de> Deserialize<'de> for Hash {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let text = String::deserialize(deserializer)?;
        let is_hash = text.len() == 64 && text.bytes().all(|b| matches!(b, b'0'..=b'9' | b'a'..=b'f'));
        if is_hash { Ok(Hash(text)) } else { Err(de::Error::custom("not a SHA-256")) }
    }
}

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
        Content { hash: Hash::of_content(files), sums: Hash::of(sums(files).as_bytes()) }
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

#[cfg(test)]
mod tests {
    use super::*;

    fn file(path: &str, bytes: &str) -> DataFile {
        DataFile { path: path.to_owned(), bytes: bytes.into() }
    }

    /// Journals keep hashes for years: they are the same in every version of the program.
    #[test]
    fn a_content_has_the_hash_that_it_always_had() {
        let abc = "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad";
        assert_eq!(Hash::of(b"abc").to_string(), abc);
        assert_eq!(Hash::of(b"abc").short(), "ba7816bf8f01");
        assert!(Hash::of(b"abc").is_written_as(&abc.to_uppercase()));
        let files = [file("a", "1"), file("b/c", "")];
        let written = [&b"a\0\0\0\0\0\0\0\0\x011"[..], b"b/c\0\0\0\0\0\0\0\0\0"].concat();
        assert_eq!(Hash::of_content(&files), Hash::of(&written));
        let with_sums = [file("a", "1"), file(SUMS_FILE, "x"), file("b/c", "")];
        assert_eq!(Content::of(&with_sums), Content::of(&files), "sums say nothing of the data");
        let lines = format!("{}  a\n{}  b/c\n", Hash::of(b"1"), Hash::of(b""));
        assert_eq!(sums(&with_sums), lines);
        let pairs = [("a".to_owned(), Hash::of(b"1").0), ("b/c".to_owned(), Hash::of(b"").0)];
        assert_eq!(by_path(lines.as_bytes()), pairs.into());
    }

    #[test]
    fn nothing_but_a_hash_is_read_as_one() {
        let read = |text: &str| serde_json::from_value::<Hash>(text.into()).ok();
        assert_eq!(read(&Hash::of(b"").to_string()), Some(Hash::of(b"")));
        for bad in ["", "abc", &"g".repeat(64), &"A".repeat(64), &"0".repeat(63)] {
            assert_eq!(read(bad), None, "{bad}");
        }
    }
}
