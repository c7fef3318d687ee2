//! What is compared with: the release in service, if it is what was published there.

use crate::console::CommandError;
use crate::dataset::{self, DataFile, Diagnostics, FullDataset, Source};
use crate::messages::{self as say, Message};
use crate::model::Timestamp;
use crate::store::View;

/// What is public now.
pub enum Baseline {
    /// Nothing: this is the first publication.
    Nothing,
    /// A release.
    Release {
        /// Its files.
        files: Vec<DataFile>,
        /// What they say.
        dataset: Box<FullDataset>,
    },
    /// Something that is not known for certain, and why.
    Unread(Vec<Message>),
}

impl Baseline {
    /// Reads it.
    ///
    /// # Errors
    /// When the store cannot be read.
    pub fn read(view: Option<&View>, at: Timestamp, now: Timestamp) -> Result<Self, CommandError> {
        let Some(view) = view else { return Ok(Baseline::Nothing) };
        let public = view.public(now).map_err(super::refused)?;
        let last = view.journal().last().map(|last| last.version.clone());
        let Some(version) = public.or(last) else {
            let lost = view.journal().has_published();
            return Ok(if lost { Baseline::Unread(vec![say::served_is_lost()]) } else { Baseline::Nothing });
        };
        let mut diagnostics = Diagnostics::default();
        let files = dataset::read(&Source::Directory(view.release(&version)), &mut diagnostics);
        let altered = view.altered(&version, &files).map_err(super::refused)?;
        Ok(match (dataset::check(&files, at, diagnostics), altered) {
            (Ok(dataset), None) => Baseline::Release { files, dataset: Box::new(dataset) },
            (Err(_), None) => Baseline::Unread(vec![say::not_compared(version)]),
            (read, Some(altered)) => {
                let mut said = vec![say::served_is_altered(&version)];
                said.extend(read.is_err().then(|| say::not_compared(&version)));
                said.extend(altered.sentences().into_iter().skip(1));
                Baseline::Unread(said)
            }
        })
    }

    /// The dataset, where it is known.
    pub fn dataset(&self) -> Option<&FullDataset> {
        match self {
            Baseline::Release { dataset, .. } => Some(dataset),
            _ => None,
        }
    }
}
