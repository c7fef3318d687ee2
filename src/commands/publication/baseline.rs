//! What a release is compared with: the current one, if it is what was published there.

use crate::console::CommandError;
use crate::dataset::{DataFile, FullDataset};
use crate::messages::{self as msg, Message};
use crate::model::Timestamp;
use crate::store::{FileSums, Integrity, StoreState};

/// What is public now.
pub enum Baseline {
    /// Nothing: this is the first publication.
    Nothing,
    Release(Box<Published>),
    /// Something that is not known for certain.
    Unread {
        /// The version, where the store says so.
        version: Option<String>,
        /// Its files as they were found.
        sums: FileSums,
        why: Vec<Message>,
    },
}

/// The current release, read and checked.
pub struct Published {
    pub files: Vec<DataFile>,
    pub sums: FileSums,
    pub dataset: FullDataset,
}

impl Baseline {
    /// Reads it as of `now`.
    pub fn read(state: Option<&StoreState>, now: Timestamp) -> Result<Self, CommandError> {
        let Some(state) = state else { return Ok(Baseline::Nothing) };
        let last = state.journal().last().map(|last| last.version.to_owned());
        let Some(version) = state.current()?.or(last) else {
            if !state.journal().has_published() {
                return Ok(Baseline::Nothing);
            }
            let why = vec![msg::served_is_lost()];
            return Ok(Baseline::Unread { version: None, sums: FileSums::of(&[]), why });
        };
        let release = state.read(&version);
        let sums = FileSums::of(&release.files);
        let mut why = Vec::new();
        match (release.check(now), release.integrity) {
            (Ok(dataset), Integrity::Intact) => {
                return Ok(Baseline::Release(Box::new(Published { files: release.files, sums, dataset })));
            }
            (checked, Integrity::Altered(altered)) => {
                why.push(msg::served_is_altered(&version));
                why.extend(checked.is_err().then(|| msg::not_compared(&version)));
                why.extend(altered.into_iter().skip(1));
            }
            (checked, Integrity::Unknown) => {
                why.push(msg::release_unknown(&version));
                why.extend(checked.is_err().then(|| msg::not_compared(&version)));
            }
            (_, Integrity::Intact | Integrity::Unreadable) => why.push(msg::not_compared(&version)),
        }
        Ok(Baseline::Unread { version: Some(version), sums, why })
    }

    /// The current release, where it is known.
    pub fn published(&self) -> Option<&Published> {
        match self {
            Baseline::Release(published) => Some(published),
            Baseline::Nothing | Baseline::Unread { .. } => None,
        }
    }

    /// Its dataset.
    pub fn dataset(&self) -> Option<&FullDataset> {
        self.published().map(|published| &published.dataset)
    }

    /// The version and the sums of the current release, as it was found; `None` where there is none.
    pub fn sums(&self) -> Option<(&str, &FileSums)> {
        match self {
            Baseline::Release(published) => Some((published.dataset.version(), &published.sums)),
            Baseline::Unread { version, sums, .. } => Some((version.as_deref()?, sums)),
            Baseline::Nothing => None,
        }
    }
}
