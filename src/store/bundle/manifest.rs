//! `manifest.json` of a bundle: which release it is, its place in a sequence, and the sum of each file.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use crate::dataset::DataFile;
use crate::hash::Hash;
use crate::store::offset_timestamp::OffsetTimestamp;

/// The only format that there is.
const FORMAT: u32 = 1;

/// What a bundle says of itself.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Manifest {
    /// 1.
    format: u32,
    /// The version of the dataset.
    pub version: String,
    /// Its place among the bundles that are signed with the same key: an older one is not taken after a newer one.
    pub sequence: u64,
    /// When it was made.
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
        let good = manifest.format == FORMAT && crate::store::names::check(&manifest.version).is_ok();
        good.then_some(manifest)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

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
