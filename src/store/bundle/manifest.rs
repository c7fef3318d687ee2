//! `manifest.json` of a bundle: which release it is, its place in a sequence, and the sum of each file.

use std::collections::BTreeMap;

use chrono::DateTime;
use serde::{Deserialize, Serialize};

use crate::model::Timestamp;

/// The only format that there is.
const FORMAT: u32 = 1;

/// What a bundle says of itself.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct Manifest {
    /// 1.
    pub format: u32,
    /// The version of the dataset.
    pub version: String,
    /// Its place among the bundles that are signed with the same key: an older one is not taken after a newer one.
    pub sequence: u64,
    /// When it was made, RFC 3339.
    pub created: String,
    /// When it may become public, RFC 3339; at once where it does not say.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub not_before: Option<String>,
    /// The SHA-256 of each file.
    pub files: BTreeMap<String, String>,
}

impl Manifest {
    /// The manifest of these sums.
    pub fn new(
        version: String,
        sequence: u64,
        (created, not_before): (String, Option<String>),
        files: BTreeMap<String, String>,
    ) -> Self {
        Manifest { format: FORMAT, version, sequence, created, not_before, files }
    }

    /// Reads it; `None` where it is not one, or of a later format.
    pub fn read(bytes: &[u8]) -> Option<Self> {
        let manifest: Manifest = serde_json::from_slice(bytes).ok()?;
        let times = [Some(&manifest.created), manifest.not_before.as_ref()];
        let good = times.into_iter().flatten().all(|text| instant(text).is_some());
        (manifest.format == FORMAT && good && super::super::names::check(&manifest.version).is_ok())
            .then_some(manifest)
    }
}

/// An instant as a manifest has it.
pub fn instant(text: &str) -> Option<Timestamp> {
    DateTime::parse_from_rfc3339(text).ok().map(|instant| instant.to_utc())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_manifest_is_of_format_one_and_says_when_and_what() {
        let good = r#"{"format":1,"version":"1","sequence":7,"created":"2026-11-20T09:00:00Z","files":{}}"#;
        let read = |before: &str, after: &str| Manifest::read(good.replace(before, after).as_bytes());
        let manifest = read("", "").unwrap();
        assert_eq!((manifest.sequence, manifest.not_before), (7, None));
        let later = "\"notBefore\":\"2026-11-20T13:00:00+04:00\",\"files\"";
        assert_eq!(
            instant(&read("\"files\"", later).unwrap().not_before.unwrap()),
            instant("2026-11-20T09:00:00Z")
        );
        for (before, after) in [
            ("1,", "2,"),
            ("\"1\"", "\"../1\""),
            ("2026-11-20", "today "),
            ("\"files\"", "\"notBefore\":\"tomorrow\",\"files\""),
            ("\"files\"", "\"more\":1,\"files\""),
            ("}", ""),
        ] {
            assert_eq!(read(before, after), None, "{after}");
        }
        assert_ne!(instant("2026-11-20T09:00:00Z"), None);
        assert_eq!(instant("2026-11-20"), None);
    }
}
