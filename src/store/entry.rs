//! One line of the journal: what happened in a store, when, and by whose hand.

use serde::{Deserialize, Serialize};

use super::offset_timestamp::OffsetTimestamp;
use super::sums::Content;
use crate::dataset::user::User;

/// One line.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Entry {
    /// Who, and when.
    #[serde(flatten)]
    pub signature: Signature,
    /// What.
    #[serde(flatten)]
    pub event: Event,
}

/// Somebody's hand.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Signature {
    /// When.
    pub at: OffsetTimestamp,
    /// Who.
    pub user: String,
    /// The number of that user.
    pub uid: u32,
}

impl Signature {
    /// That of the user at the keyboard.
    pub fn now(at: OffsetTimestamp) -> Self {
        let User { uid, name: user } = User::at_the_keyboard();
        Signature { at, user, uid }
    }
}

/// What happened.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "action", rename_all = "lowercase")]
pub enum Event {
    /// A new release was put in service.
    Publish {
        /// The release.
        #[serde(flatten)]
        release: Record,
        /// The version that was in service before.
        previous: Option<String>,
    },
    /// A release that was staged was put in service.
    Approve {
        /// The release.
        #[serde(flatten)]
        release: Record,
        /// The version that was in service before.
        previous: Option<String>,
        /// By whom it was staged.
        staged: Signature,
    },
    /// A release was stored for somebody else to approve.
    Stage {
        /// The release.
        #[serde(flatten)]
        release: Record,
    },
    /// A release that was staged was taken back.
    Withdraw {
        /// Its version.
        version: String,
    },
    /// A former release was put back in service.
    Rollback {
        /// Its version.
        version: String,
        /// Its files.
        #[serde(flatten)]
        content: Content,
        /// The version that was in service before.
        previous: Option<String>,
    },
    /// The link was found to lead to another release than the journal said: somebody moved it by hand, or a program was
    /// killed when there was no room to write down what it meant.
    Recovered {
        /// The version that it leads to.
        version: String,
        /// Its files, where the journal knew them before.
        #[serde(flatten)]
        content: Option<Content>,
        /// The version that the journal said to be in service.
        previous: Option<String>,
    },
}

/// What is written down of a release when it comes into the store.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Record {
    /// Its version.
    pub version: String,
    /// Its files.
    #[serde(flatten)]
    pub content: Content,
    /// How many indicators it has.
    pub indicators: usize,
    /// What the operator wrote about it.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub message: Option<String>,
    /// What it changes for readers, where there was something to compare with.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub changes: Option<Changes>,
    /// The bundle that it came in.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub bundle: Option<Origin>,
}

/// The signed bundle that a release came in.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Origin {
    /// The key that it was signed with, as `minisign` writes it.
    pub key: String,
    /// Its place among the bundles of that key.
    pub sequence: u64,
    /// The comment that the signature covers.
    pub comment: String,
}

/// What a release changes for readers, in numbers and by keys.
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

/// A change of what is in service, as a line of the journal tells it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Change<'a> {
    /// The version in service since.
    pub version: &'a str,
    /// The version in service before.
    pub previous: Option<&'a str>,
    /// The files of the version, where they are known.
    pub content: Option<&'a Content>,
}

impl Event {
    /// The name in the journal and in lists.
    pub fn name(&self) -> &'static str {
        match self {
            Event::Publish { .. } => "publish",
            Event::Approve { .. } => "approve",
            Event::Stage { .. } => "stage",
            Event::Withdraw { .. } => "withdraw",
            Event::Rollback { .. } => "rollback",
            Event::Recovered { .. } => "recovered",
        }
    }

    /// The release that it is about.
    pub fn version(&self) -> &str {
        match self {
            Event::Publish { release, .. } | Event::Approve { release, .. } | Event::Stage { release } => {
                &release.version
            }
            Event::Withdraw { version }
            | Event::Rollback { version, .. }
            | Event::Recovered { version, .. } => version,
        }
    }

    /// What was written down of the release, where this line does.
    pub fn record(&self) -> Option<&Record> {
        match self {
            Event::Publish { release, .. } | Event::Approve { release, .. } | Event::Stage { release } => {
                Some(release)
            }
            Event::Withdraw { .. } | Event::Rollback { .. } | Event::Recovered { .. } => None,
        }
    }

    /// What is known of the files of the release, by this line.
    pub fn content(&self) -> Option<&Content> {
        match self {
            Event::Rollback { content, .. } => Some(content),
            Event::Recovered { content, .. } => content.as_ref(),
            other => other.record().map(|record| &record.content),
        }
    }

    /// The change of what is in service, where it is one.
    pub fn change(&self) -> Option<Change<'_>> {
        let previous = match self {
            Event::Publish { previous, .. }
            | Event::Approve { previous, .. }
            | Event::Rollback { previous, .. }
            | Event::Recovered { previous, .. } => previous.as_deref(),
            Event::Stage { .. } | Event::Withdraw { .. } => return None,
        };
        Some(Change { version: self.version(), previous, content: self.content() })
    }

    /// The same change behind another version.
    #[must_use]
    pub fn after(mut self, before: Option<String>) -> Self {
        match &mut self {
            Event::Publish { previous, .. }
            | Event::Approve { previous, .. }
            | Event::Rollback { previous, .. }
            | Event::Recovered { previous, .. } => *previous = before,
            Event::Stage { .. } | Event::Withdraw { .. } => {}
        }
        self
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::store::scratch::{content, record, signature};

    #[test]
    fn every_event_is_read_as_it_was_written() {
        let (version, previous) = (|| "2".to_owned(), || Some("1".to_owned()));
        let bundle = Origin { key: "A".to_owned(), sequence: 7, comment: "by hand".to_owned() };
        let full = Record {
            message: Some("the first".to_owned()),
            changes: Some(Changes { added: 1, keys: vec!["usd".to_owned()], ..Changes::default() }),
            bundle: Some(bundle),
            ..record("2")
        };
        for event in [
            Event::Publish { release: record("2"), previous: None },
            Event::Approve { release: full.clone(), previous: previous(), staged: signature(8) },
            Event::Stage { release: full },
            Event::Withdraw { version: version() },
            Event::Rollback { version: version(), content: content("2"), previous: previous() },
            Event::Recovered { version: version(), content: Some(content("2")), previous: previous() },
            Event::Recovered { version: version(), content: None, previous: None },
        ] {
            let entry = Entry { signature: signature(9), event };
            let line = serde_json::to_value(&entry).unwrap();
            assert_eq!(line["action"], entry.event.name());
            assert_eq!(line["version"], entry.event.version());
            let hash = entry.event.content().map(|content| content.hash.to_string());
            assert_eq!(line["hash"].as_str().map(str::to_owned), hash);
            assert_eq!(serde_json::from_value::<Entry>(line).unwrap(), entry);
        }
    }

    #[test]
    fn what_is_staged_or_taken_back_changes_nothing_in_service() {
        let stage = Event::Stage { release: record("2") };
        let back = Event::Withdraw { version: "2".to_owned() };
        for event in [stage, back] {
            assert_eq!(event.change(), None);
            assert_eq!(event.clone().after(Some("1".to_owned())), event);
        }
        let published = Event::Publish { release: record("2"), previous: None }.after(Some("1".to_owned()));
        assert_eq!(published.change().map(|change| change.previous), Some(Some("1")));
    }
}
