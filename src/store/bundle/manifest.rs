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
