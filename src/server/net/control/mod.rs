//! The control socket of a running server: commands ask for a reload over it, and are told what came of it.
//!
//! A signal brings no answer back, and what a store looks like to somebody else does not say what is served from it. A
//! client writes one line, `reload`, and reads one JSON object. Who may ask is decided by the socket's mode, 0660, and
//! by its directory.

mod ask;
mod listen;

use std::collections::BTreeMap;
use std::ffi::OsString;
use std::path::PathBuf;

use serde::{Deserialize, Serialize};

use crate::model::{Lang, Timestamp};

pub use ask::{NoAnswer, ask};
pub use listen::{ControlSocket, ReloadRequest};

/// Where the package's server listens.
pub const DEFAULT_PATH: &str = "/run/indicatord/control";
/// The variable that names another path.
pub const VARIABLE: &str = "INDICATORD_CONTROL";

/// What a client writes.
const REQUEST: &str = "reload\n";

/// Where the server on this machine is asked: as `INDICATORD_CONTROL` says, otherwise at the package's path.
pub fn path_from_environment() -> PathBuf {
    let named = std::env::var_os(VARIABLE).filter(|path| !path.is_empty());
    named.unwrap_or_else(|| DEFAULT_PATH.into()).into()
}

/// What a server answers.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Answer {
    /// Where its data come from.
    pub subject: Subject,
    /// What came of the reload.
    pub outcome: ReloadOutcome,
}

/// Where a server's data come from, by canonical path as the server sees it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Subject {
    /// The dataset inside the program.
    Embedded,
    /// A directory that people edit.
    Dataset(OsString),
    /// A store of releases.
    Store(OsString),
}

/// What came of a reload.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum ReloadOutcome {
    /// What was read is served.
    Served {
        /// The version of the release.
        version: String,
        /// `Snapshot-Id`.
        snapshot: String,
        /// When it came into service.
        #[serde(with = "instant")]
        since: Timestamp,
    },
    /// It is not, and what was served before still is.
    Refused {
        /// The version that is served.
        version: String,
        /// Whether another attempt can help.
        fault: Fault,
        /// Why, by the tags of the languages.
        #[serde(flatten)]
        why: BTreeMap<String, Vec<String>>,
    },
}

impl ReloadOutcome {
    /// Why the server refuses, one sentence each; empty where it serves what was read.
    pub fn reasons(self, lang: Lang) -> Vec<String> {
        match self {
            ReloadOutcome::Served { .. } => Vec::new(),
            ReloadOutcome::Refused { mut why, .. } => why.remove(lang.tag()).unwrap_or_default(),
        }
    }
}

/// What is at fault where a reload is refused.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Fault {
    /// Something could not be read or done: a later attempt may succeed.
    Unread,
    /// The content is wrong.
    Content,
}

/// An instant as RFC 3339 in UTC.
mod instant {
    use serde::{Deserialize, Deserializer, Serializer, de::Error};

    use crate::model::Timestamp;

    pub fn serialize<S: Serializer>(instant: &Timestamp, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(&instant.to_rfc3339())
    }

    pub fn deserialize<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Timestamp, D::Error> {
        String::deserialize(deserializer)?.parse().map_err(D::Error::custom)
    }
}

#[cfg(test)]
mod tests;
