//! The current release, with which a new one is compared, and the warnings that both have.

use std::collections::BTreeMap;

use crate::console::{CommandError, Console};
use crate::dataset::{DataFile, Diagnostic, Diagnostics, FullDataset, Severity};
use crate::messages::{self as msg, Message};
use crate::model::{Lang, Timestamp};
use crate::store::{FileSums, Integrity, StoreState};

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

/// The warnings of a dataset that the current release has not.
pub struct NewWarnings {
    new: Diagnostics,
    /// How many it has as well.
    known: usize,
}

impl NewWarnings {
    pub fn new(found: &Diagnostics, public: Option<&FullDataset>) -> Self {
        let mut current: BTreeMap<String, usize> = BTreeMap::new();
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
pub fn errors_first(found: Diagnostics, public: Option<&FullDataset>) -> Diagnostics {
    let NewWarnings { new, .. } = NewWarnings::new(&found, public);
    found.errors_then(new)
}
