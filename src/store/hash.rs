//! What tells one content of a release from another: one hash over everything, and a line for each file.

use std::collections::BTreeMap;

use sha2::{Digest, Sha256};

use crate::dataset::{DataFile, SUMS_FILE};

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

/// Hexadecimal digits, lower case.
fn hex(bytes: &[u8]) -> String {
    bytes.iter().map(|byte| format!("{byte:02x}")).collect()
}
