//! One line of the journal: what happened in a store, when, and by whose hand.

use super::*;

use chrono::{DateTime, FixedOffset, SecondsFormat, SubsecRound};
use serde::{Deserializer, Serializer, de};

use crate::model::Offset;

/// A line of the journal.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Entry {
    #[serde(flatten)]
    pub signature: Signature,
    #[serde(flatten)]
    pub event: Event,
}

impl Entry {
    pub fn version(&self) -> &str {
        self.event.version()
    }
}

/// The person who did something, and the instant.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Signature {
    pub at: OffsetTimestamp,
    pub user: String,
    pub uid: u32,
}

impl Signature {
    pub fn now(at: OffsetTimestamp) -> Self {
        let User { uid, name: user } = User::at_the_keyboard();
        Signature { at, user, uid }
    }
}

/// An instant in whole seconds together with the offset that it was written at: RFC 3339 in files.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct OffsetTimestamp(DateTime<FixedOffset>);

impl OffsetTimestamp {
    /// An instant as a dataset of this offset writes it, fractions of a second cut off.
    pub fn new(instant: Timestamp, offset: Offset) -> Self {
        OffsetTimestamp(offset.local(instant))
    }

    pub fn instant(self) -> Timestamp {
        self.0.to_utc()
    }

    /// An instant at the offset of this one.
    pub fn beside(self, instant: Timestamp) -> Self {
        OffsetTimestamp(instant.trunc_subsecs(0).with_timezone(self.0.offset()))
    }

    /// An instant as UTC has it: where no dataset says at which offset it is to be written.
    pub fn utc(instant: Timestamp) -> Self {
        OffsetTimestamp(instant.trunc_subsecs(0).fixed_offset())
    }
}

impl fmt::Display for OffsetTimestamp {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        f.write_str(&self.0.to_rfc3339_opts(SecondsFormat::Secs, false))
    }
}

impl Serialize for OffsetTimestamp {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

impl<'de> Deserialize<'de> for OffsetTimestamp {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let text = String::deserialize(deserializer)?;
        match DateTime::parse_from_rfc3339(&text) {
            Ok(instant) => Ok(OffsetTimestamp(instant)),
            Err(error) => Err(de::Error::custom(error)),
        }
    }
}

/// An event in a store; `previous` is the version that was current before.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "action", rename_all = "lowercase")]
pub enum Event {
    Publish {
        #[serde(flatten)]
        release: Record,
        previous: Option<String>,
    },
    Approve {
        #[serde(flatten)]
        release: Record,
        previous: Option<String>,
        staged: Signature,
    },
    Stage {
        #[serde(flatten)]
        release: Record,
    },
    Withdraw {
        version: String,
    },
    Rollback {
        version: String,
        #[serde(flatten)]
        content: Content,
        previous: Option<String>,
        /// `None` where the release that was replaced could not be read, or where a former version of this program has
        /// gone back: all of that release is withdrawn then, as long as it is kept.
        #[serde(skip_serializing_if = "Option::is_none")]
        withdrawn: Option<Withdrawal>,
    },
    /// The settings were changed; an empty value takes one away.
    Settings {
        changed: BTreeMap<String, String>,
    },
    /// The link was found to lead to another release than the journal said: it was moved by hand, or a program was killed
    /// when there was no room to write down what it meant.
    Recovered {
        version: String,
        /// `None` where the journal did not know its files before.
        #[serde(flatten)]
        content: Option<Content>,
        /// The version that the journal said to be current.
        previous: Option<String>,
    },
}

/// The record of a release when it comes into the store.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Record {
    pub version: String,
    #[serde(flatten)]
    pub content: Content,
    pub indicators: usize,
    /// By the operator.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub message: Option<String>,
    /// `None` where there was nothing to compare with.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub changes: Option<Changes>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub bundle: Option<Origin>,
}

/// The signed bundle in which a release came.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Origin {
    /// The id of the key, as `minisign` writes it.
    pub key: String,
    pub sequence: u64,
    pub comment: String,
    /// True if the bundle brought the list of publications, which stays as it is; another one gets the list here.
    #[serde(
        rename = "publications",
        skip_serializing_if = "std::ops::Not::not",
        default
    )]
    pub has_publications: bool,
}

/// How many indicators, and how many of their observations, a release changes for readers.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Changes {
    pub added: usize,
    pub removed: usize,
    pub changed: usize,
    pub observations: usize,
    /// The keys of the first indicators that differ in any way.
    pub keys: Vec<String>,
    /// The first rows that differ.
    #[serde(skip_serializing_if = "Vec::is_empty", default)]
    pub rows: Vec<ChangedRow>,
}

/// A row before and after a change.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct ChangedRow {
    pub key: String,
    pub date: Option<String>,
    /// `None` where the row is gone.
    pub value: Option<String>,
    /// `None` where the row is new.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub former: Option<String>,
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
            Event::Settings { .. } => "settings",
            Event::Recovered { .. } => "recovered",
        }
    }

    /// The version that the event is of; settings are of none, and have an empty one.
    pub fn version(&self) -> &str {
        match self {
            Event::Settings { .. } => "",
            Event::Publish { release, .. }
            | Event::Approve { release, .. }
            | Event::Stage { release } => &release.version,
            Event::Withdraw { version }
            | Event::Rollback { version, .. }
            | Event::Recovered { version, .. } => version,
        }
    }

    /// The record of the release, where this line has it.
    pub fn record(&self) -> Option<&Record> {
        match self {
            Event::Publish { release, .. }
            | Event::Approve { release, .. }
            | Event::Stage { release } => Some(release),
            _ => None,
        }
    }

    /// The hashes of the files of the release, where this line has them.
    pub fn content(&self) -> Option<&Content> {
        match self {
            Event::Rollback { content, .. } => Some(content),
            Event::Recovered { content, .. } => content.as_ref(),
            event => event.record().map(|record| &record.content),
        }
    }

    /// Returns true if it is a change of the current version.
    pub fn is_change(&self) -> bool {
        !matches!(
            self,
            Event::Stage { .. } | Event::Withdraw { .. } | Event::Settings { .. }
        )
    }

    /// The version that was current before the change.
    pub fn previous(&self) -> Option<&str> {
        match self {
            Event::Publish { previous, .. }
            | Event::Approve { previous, .. }
            | Event::Rollback { previous, .. }
            | Event::Recovered { previous, .. } => previous.as_deref(),
            _ => None,
        }
    }

    /// The versions that the line names, the one that was current before first.
    pub fn versions(&self) -> impl DoubleEndedIterator<Item = &str> {
        let version = Some(self.version()).filter(|version| !version.is_empty());
        self.previous().into_iter().chain(version)
    }

    /// The same change after another version.
    #[must_use]
    pub fn after(mut self, before: Option<String>) -> Self {
        if let Event::Publish { previous, .. }
        | Event::Approve { previous, .. }
        | Event::Rollback { previous, .. }
        | Event::Recovered { previous, .. } = &mut self
        {
            *previous = before;
        }

        self
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::store::samples::{content, record, signature};

    #[test]
    fn every_event_is_read_as_it_was_written() {
        let (version, previous) = (|| "2".to_owned(), || Some("1".to_owned()));
        let bundle = Origin {
            key: "A".to_owned(),
            sequence: 7,
            comment: "by hand".to_owned(),
            has_publications: true,
        };
        let full = Record {
            message: Some("the first".to_owned()),
            changes: Some(Changes {
                added: 1,
                keys: vec!["usd".to_owned()],
                rows: vec![ChangedRow {
                    key: "usd".to_owned(),
                    date: None,
                    value: Some("1.7".to_owned()),
                    former: None,
                }],
                ..Changes::default()
            }),
            bundle: Some(bundle),
            ..record("2")
        };

        for event in [
            Event::Publish {
                release: record("2"),
                previous: None,
            },
            Event::Approve {
                release: full.clone(),
                previous: previous(),
                staged: signature(8),
            },
            Event::Stage { release: full },
            Event::Withdraw { version: version() },
            Event::Rollback {
                version: version(),
                content: content("2"),
                previous: previous(),
                withdrawn: Some(Withdrawal::default()),
            },
            Event::Recovered {
                version: version(),
                content: Some(content("2")),
                previous: previous(),
            },
            Event::Recovered {
                version: version(),
                content: None,
                previous: None,
            },
        ] {
            let entry = Entry {
                signature: signature(9),
                event,
            };
            let line = serde_json::to_value(&entry).unwrap();
            assert_eq!(line["action"], entry.event.name());
            assert_eq!(line["version"], entry.event.version());
            let hash = entry
                .event
                .content()
                .map(|content| content.hash.to_string());
            assert_eq!(line["hash"].as_str().map(str::to_owned), hash);
            assert_eq!(serde_json::from_value::<Entry>(line).unwrap(), entry);
        }
    }

    #[test]
    fn an_instant_is_read_as_it_was_written() {
        let instant: Timestamp = "2026-11-20T05:00:00Z".parse().unwrap();
        let local = OffsetTimestamp::new(instant, "+04:00".parse().unwrap());
        assert_eq!(
            serde_json::to_string(&local).unwrap(),
            "\"2026-11-20T09:00:00+04:00\""
        );
        let read: OffsetTimestamp = serde_json::from_str("\"2026-11-20T09:00:00+04:00\"").unwrap();
        assert_eq!(read, local);
        assert_eq!(
            OffsetTimestamp::utc(instant).to_string(),
            "2026-11-20T05:00:00+00:00"
        );
        assert!(serde_json::from_str::<OffsetTimestamp>("\"tomorrow\"").is_err());
    }

    #[test]
    fn what_is_staged_or_taken_back_changes_nothing_in_service() {
        let stage = Event::Stage {
            release: record("2"),
        };
        let back = Event::Withdraw {
            version: "2".to_owned(),
        };
        for event in [stage, back] {
            assert!(!event.is_change());
            assert_eq!(event.clone().after(Some("1".to_owned())), event);
        }

        let published = Event::Publish {
            release: record("2"),
            previous: None,
        }
        .after(Some("1".to_owned()));
        assert_eq!(published.previous(), Some("1"));
    }
}
