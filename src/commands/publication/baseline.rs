//! The current release, with which a new one is compared.

use super::*;

/// The current release, as it was found.
pub struct Baseline {
    /// `None` where there is none, or the store does not say which it is.
    pub version: Option<String>,
    pub files: Vec<DataFile>,
    pub sums: FileSums,
    /// Otherwise why it is not known for certain; no reason at the first publication.
    pub dataset: Result<FullDataset, Vec<Message>>,
}

impl Baseline {
    pub fn read(state: Option<&StoreState>, now: Timestamp) -> Result<Self, CommandError> {
        let without_release = |why| {
            let (files, sums) = (Vec::new(), FileSums::of(&[]));
            Ok(Baseline { version: None, files, sums, dataset: Err(why) })
        };
        let Some(state) = state else { return without_release(Vec::new()) };
        let last = state.journal().last().map(|last| last.version.to_owned());
        let Some(version) = state.current()?.or(last) else {
            let is_lost = state.journal().has_published();
            return without_release(is_lost.then(msg::served_is_lost).into_iter().collect());
        };
        let release = state.read(&version);
        let checked = release.check(now);
        let mut why = match &release.integrity {
            Integrity::Altered(_) => vec![msg::served_is_altered(&version)],
            Integrity::Unknown => vec![msg::release_unknown(&version)],
            Integrity::Intact | Integrity::Unreadable => Vec::new(),
        };
        if checked.is_err() || matches!(release.integrity, Integrity::Unreadable) {
            why.push(msg::not_compared(&version));
        }
        if let Integrity::Altered(altered) = release.integrity {
            why.extend(altered.into_iter().skip(1));
        }
        let sums = FileSums::of(&release.files);
        let dataset = checked.ok().filter(|_| why.is_empty()).ok_or(why);
        Ok(Baseline { version: Some(version), files: release.files, sums, dataset })
    }

    pub fn dataset(&self) -> Option<&FullDataset> {
        self.dataset.as_ref().ok()
    }
}
