//! The current release, if it is what was published there: what a new one is compared with, and the warnings that both have.

use std::collections::BTreeMap;

use super::request::ShownWarnings;
use crate::console::{CommandError, Console};
use crate::dataset::{DataFile, Diagnostic, Diagnostics, FullDataset, Severity};
use crate::messages::{self as msg, Message};
use crate::model::{Lang, Timestamp};
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

/// The warnings of a dataset that the current release has not.
pub struct NewWarnings {
    new: Diagnostics,
    /// How many it has as well.
    known: usize,
}

impl NewWarnings {
    /// Those among `found`; all of them, where all are shown.
    pub fn new(found: &Diagnostics, public: Option<&FullDataset>, shown: ShownWarnings) -> Self {
        let mut current: BTreeMap<String, usize> = BTreeMap::new();
        let public = public.filter(|_| shown == ShownWarnings::New);
        // A line counts from the top, and moves with every row above it: the place of a warning is its file.
        let name =
            |problem: &Diagnostic| format!("{}: {}", problem.location.file, problem.message.get(Lang::En));
        let report = public.map(FullDataset::report).unwrap_or_default();
        for problem in report.problems() {
            *current.entry(name(problem)).or_default() += 1;
        }
        let (mut new, mut known) = (Diagnostics::default(), 0);
        for problem in found.problems().iter().filter(|problem| problem.severity == Severity::Warning) {
            match current.get_mut(&name(problem)).filter(|count| **count > 0) {
                Some(count) => (*count, known) = (*count - 1, known + 1),
                None => new.warning(problem.location.clone(), problem.message.clone()),
            }
        }
        NewWarnings { new, known }
    }

    /// Shows them, and says how many are not new.
    pub fn show(&self, console: Console) {
        for problem in self.new.problems() {
            console.eprint_problem(problem);
        }
        if self.known > 0 {
            console.eprintln(&msg::warnings_known(self.known));
        }
    }
}

/// A report on a dataset that cannot be published.
pub fn errors_first(found: Diagnostics, public: Option<&FullDataset>, shown: ShownWarnings) -> Diagnostics {
    let NewWarnings { new, .. } = NewWarnings::new(&found, public, shown);
    found.errors_then(new)
}
