//! What is compared with: the release in service, if it is what was published there.

use crate::console::CommandError;
use crate::dataset::{self, DataFile, FullDataset};
use crate::messages::{self as msg, Message};
use crate::model::Timestamp;
use crate::store::{FileSums, Integrity, View};

/// What is public now.
pub enum Baseline {
    /// Nothing: this is the first publication.
    Nothing,
    /// A release.
    Release(Box<Published>),
    /// Something that is not known for certain, and why.
    Unread {
        /// The version, where the store says so.
        version: Option<String>,
        /// Its files as they were found.
        sums: FileSums,
        /// Why nothing is known for certain.
        why: Vec<Message>,
    },
}

/// The release in service, read and checked.
pub struct Published {
    /// Its files.
    pub files: Vec<DataFile>,
    /// Their sums.
    pub sums: FileSums,
    /// What they say.
    pub dataset: FullDataset,
}

impl Baseline {
    /// Reads it as of `now`.
    ///
    /// # Errors
    /// When the store cannot be read.
    pub fn read(view: Option<&View>, now: Timestamp) -> Result<Self, CommandError> {
        let Some(view) = view else { return Ok(Baseline::Nothing) };
        let current = view.current().map_err(super::refused)?;
        let last = view.journal().last().map(|last| last.version.to_owned());
        let Some(version) = current.or(last) else {
            if !view.journal().has_published() {
                return Ok(Baseline::Nothing);
            }
            let why = vec![msg::served_is_lost()];
            return Ok(Baseline::Unread { version: None, sums: FileSums::of(&[]), why });
        };
        let release = view.read(&version);
        let sums = FileSums::of(&release.files);
        let checked = dataset::check(&release.files, now, release.found);
        let mut why = Vec::new();
        match (checked, release.integrity) {
            (Ok(dataset), Integrity::Intact) => {
                return Ok(Baseline::Release(Box::new(Published { files: release.files, sums, dataset })));
            }
            (checked, Integrity::Altered(altered)) => {
                why.push(msg::served_is_altered(&version));
                why.extend(checked.is_err().then(|| msg::not_compared(&version)));
                why.extend(altered.sentences().into_iter().skip(1));
            }
            (Ok(_), Integrity::Unknown) => why.push(msg::release_unknown(&version)),
            (Err(_), Integrity::Unknown) => {
                why.extend([msg::release_unknown(&version), msg::not_compared(&version)]);
            }
            (_, Integrity::Intact | Integrity::Unreadable) => why.push(msg::not_compared(&version)),
        }
        Ok(Baseline::Unread { version: Some(version), sums, why })
    }

    /// The dataset, where it is known.
    pub fn dataset(&self) -> Option<&FullDataset> {
        match self {
            Baseline::Release(published) => Some(&published.dataset),
            _ => None,
        }
    }

    /// The sums of the release in service, as it was found; `None` where there is none.
    pub fn sums(&self) -> Option<(&str, &FileSums)> {
        match self {
            Baseline::Release(published) => Some((published.dataset.version(), &published.sums)),
            Baseline::Unread { version: Some(version), sums, .. } => Some((version, sums)),
            Baseline::Unread { version: None, .. } | Baseline::Nothing => None,
        }
    }
}
