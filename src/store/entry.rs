//! One line of the journal: what was put in service, by whom, and out of what.

use serde::{Deserialize, Serialize};

/// What changed what is in service.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Action {
    /// A new release was put in service.
    Publish,
    /// An older one was put back.
    Rollback,
    /// The program was killed after the step and before it was written down.
    Recovered,
}

impl Action {
    /// The name in the journal and in lists.
    pub fn name(self) -> &'static str {
        match self {
            Action::Publish => "publish",
            Action::Rollback => "rollback",
            Action::Recovered => "recovered",
        }
    }
}

/// One change. Members that the first version of the program did not know may be absent, and it ignores them.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Entry {
    /// When it was put in service, RFC 3339; `None` where it was only noticed afterwards.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub at: Option<String>,
    /// What happened.
    pub action: Action,
    /// The version in service since.
    pub version: String,
    /// The version in service before.
    pub previous: Option<String>,
    /// SHA-256 over all paths and bytes of the release; empty where it could not be read.
    pub hash: String,
    /// SHA-256 of `sums/VERSION`, which has a line for each file.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub sums: Option<String>,
    /// Who put it in service.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub user: Option<String>,
    /// The number of that user.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub uid: Option<u32>,
    /// How many indicators the release has.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub indicators: Option<usize>,
    /// What the operator wrote about it.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub message: Option<String>,
    /// What it changed for readers.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub changes: Option<Changes>,
    /// Who staged it, where somebody else put it in service.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub staged: Option<Signed>,
    /// When it was armed, where it waited for its instant; by `user`.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub armed_at: Option<String>,
    /// The bundle that it came in.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub bundle: Option<Origin>,
}

/// Somebody's share in a release.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Signed {
    /// Who.
    pub user: String,
    /// The number of that user.
    pub uid: u32,
    /// When, RFC 3339.
    pub at: String,
}

/// The signed bundle that a release came in.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Origin {
    /// The key that it was signed with, as `minisign` writes it.
    pub key: String,
    /// Its place among the bundles of that key.
    pub sequence: u64,
    /// The comment that the signature covers.
    pub comment: String,
    /// When it may become public, RFC 3339; at once where it does not say.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub not_before: Option<String>,
}

/// What a release changed for readers, in numbers and by keys.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Changes {
    /// Indicators that came.
    pub added: usize,
    /// Indicators that went.
    pub removed: usize,
    /// Indicators that differ.
    pub changed: usize,
    /// Observations that came, differ, or went.
    pub observations: usize,
    /// The keys of the first indicators that differ in any way.
    pub keys: Vec<String>,
}

impl Entry {
    /// A publication of which nothing more is known yet.
    pub fn publication(version: String, hash: String) -> Self {
        Entry {
            at: None,
            action: Action::Publish,
            version,
            previous: None,
            hash,
            sums: None,
            user: None,
            uid: None,
            indicators: None,
            message: None,
            changes: None,
            staged: None,
            armed_at: None,
            bundle: None,
        }
    }

    /// A change that was found to have happened.
    pub fn recovered(version: String, previous: Option<String>, hash: String) -> Self {
        Entry { action: Action::Recovered, previous, ..Entry::publication(version, hash) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn actions_are_named_as_in_the_journal() {
        for action in [Action::Publish, Action::Rollback, Action::Recovered] {
            assert_eq!(serde_json::to_value(action).unwrap(), action.name());
        }
    }
}
