//! Warnings of a publication: errors come first, then the warnings that the current release does not have as well.

use std::collections::BTreeMap;

use super::request::ShownWarnings;
use crate::console::Console;
use crate::dataset::{Diagnostic, Diagnostics, FullDataset, Severity};
use crate::messages as msg;
use crate::model::Lang;

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
