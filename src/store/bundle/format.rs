//! The format of a bundle: a tar of regular files: first a manifest, then the files that it names.

use std::collections::BTreeMap;
use std::io;

use serde::{Deserialize, Serialize};
use tar::{Builder, EntryType, Header};

use crate::dataset::DataFile;
use crate::hash::Hash;
use crate::store::entry::OffsetTimestamp;
use crate::store::layout;

pub const MANIFEST: &str = "manifest.json";
/// Bytes that a member may have, as the files of a dataset do.
pub const MAX_FILE_BYTES: u64 = 16 << 20;
/// Bytes that all members may have together, as a dataset may.
pub const MAX_DATASET_BYTES: u64 = 512 << 20;
/// Members that there may be: two files for each of 10,000 indicators, and those beside them.
pub const MAX_FILES: usize = 20_010;
/// Bytes that a bundle may have: headers and padding come to less than 1,024 of them for each member.
pub const MAX_BUNDLE_BYTES: u64 = MAX_DATASET_BYTES + (MAX_FILES as u64) * 1024;

/// Whether a path can be that of a dataset's file: nothing hidden, nothing that leads elsewhere.
pub fn is_plain(path: &str) -> bool {
    let name = path.strip_prefix("indicators/").unwrap_or(path);
    let known = |c: char| !c.is_control() && !matches!(c, '/' | '\\');
    !name.is_empty() && name.len() <= 255 && !name.starts_with('.') && name.chars().all(known)
}

const FORMAT: u32 = 1;

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Manifest {
    format: u32,
    pub version: String,
    /// Its place among the bundles that are signed with the same key: an older one is not taken after a newer one.
    pub sequence: u64,
    pub created: OffsetTimestamp,
    /// How many rows were under embargo when it was made; left out where there were none.
    #[serde(skip_serializing_if = "is_none", default)]
    pub embargoed: usize,
    /// The SHA-256 of each file.
    pub files: BTreeMap<String, Hash>,
}

fn is_none(count: &usize) -> bool {
    *count == 0
}

impl Manifest {
    /// The manifest of these files; rows under embargo are for the caller to count.
    pub fn new(version: String, sequence: u64, created: OffsetTimestamp, files: &[DataFile]) -> Self {
        let files = files.iter().map(|file| (file.path.clone(), Hash::of(&file.bytes))).collect();
        Manifest { format: FORMAT, version, sequence, created, embargoed: 0, files }
    }

    /// Reads it; `None` where it is not one, or of a later format.
    pub fn read(bytes: &[u8]) -> Option<Self> {
        let manifest: Manifest = serde_json::from_slice(bytes).ok()?;
        let good = manifest.format == FORMAT && layout::check(&manifest.version).is_ok();
        good.then_some(manifest)
    }
}

/// Writes a bundle of these files, which have this manifest: equal datasets give equal bytes, but for sequence and
/// instants. A name that does not fit into a tar is refused.
pub fn write(files: &[DataFile], manifest: &Manifest) -> io::Result<Vec<u8>> {
    let mut text = serde_json::to_vec_pretty(manifest)?;
    text.push(b'\n');
    let mut tar = Builder::new(Vec::new());
    append(&mut tar, MANIFEST, &text)?;
    for file in files {
        append(&mut tar, &file.path, &file.bytes)?;
    }
    tar.into_inner()
}

fn append(tar: &mut Builder<Vec<u8>>, path: &str, bytes: &[u8]) -> io::Result<()> {
    if !is_plain(path) {
        return Err(io::Error::new(io::ErrorKind::InvalidInput, path.to_owned()));
    }
    let mut header = Header::new_ustar();
    header.set_path(path)?;
    header.set_entry_type(EntryType::Regular);
    header.set_size(bytes.len() as u64);
    header.set_mode(0o644);
    header.set_uid(0);
    header.set_gid(0);
    header.set_mtime(0);
    header.set_cksum();
    tar.append(&header, bytes)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn paths_stay_inside() {
        for good in ["dataset.json", "indicators/m2.csv", "SHA256SUMS", "indicators/eur-2025.json"] {
            assert!(is_plain(good), "{good}");
        }
        for bad in [
            "",
            "/etc/passwd",
            "../x",
            "..",
            "indicators/../x",
            "indicators/",
            "a/b",
            ".x",
            "a\\b",
            "a\nb",
            "./a",
        ] {
            assert!(!is_plain(bad), "{bad}");
        }
    }

    #[test]
    fn a_manifest_is_of_format_one_and_says_when_and_what() {
        let good = r#"{"format":1,"version":"1","sequence":7,"created":"2026-11-20T09:00:00Z","files":{}}"#;
        let read = |before: &str, after: &str| Manifest::read(good.replace(before, after).as_bytes());
        let manifest = read("", "").unwrap();
        assert_eq!((manifest.sequence, manifest.embargoed), (7, 0));
        assert_eq!(read("\"files\"", "\"embargoed\":3,\"files\"").unwrap().embargoed, 3);
        for (before, after) in [
            ("1,", "2,"),
            ("\"1\"", "\"../1\""),
            ("2026-11-20", "today "),
            ("\"files\"", "\"embargoed\":\"x\",\"files\""),
            ("\"files\"", "\"more\":1,\"files\""),
            ("{}", "{\"a\":\"b\"}"),
            ("}", ""),
        ] {
            assert_eq!(read(before, after), None, "{after}");
        }
    }
}
