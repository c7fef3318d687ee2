//! The warnings that a dataset did not have before, where those that it had are counted alone; and checks that are out of
//! date.

use super::*;

use crate::dataset::{Diagnostic, Severity};
use crate::model::Reason;

/// Warnings that are shown at a terminal; more are counted.
const SHOWN: usize = 6;

/// The warnings on a dataset that it did not have before.
#[derive(Default)]
pub struct NewWarnings {
    pub new: Diagnostics,
    /// How many there were before.
    pub former: usize,
}

impl NewWarnings {
    /// The warnings of `diagnostics` that `before` has not; all of them where there is no dataset to compare with.
    pub fn new(diagnostics: &Diagnostics, before: Option<&FullDataset>) -> Self {
        let mut unseen: BTreeMap<String, usize> = BTreeMap::new();
        let report = before.map(FullDataset::report).unwrap_or_default();
        for problem in report.problems() {
            *unseen.entry(name_of(problem)).or_default() += 1;
        }

        let (mut new, mut former) = (Diagnostics::default(), 0);
        for problem in diagnostics.problems() {
            if problem.severity != Severity::Warning {
                continue;
            }

            match unseen.get_mut(&name_of(problem)) {
                Some(count) if *count > 0 => {
                    *count -= 1;
                    former += 1;
                }
                _ => new.warning(problem.location.clone(), problem.message.clone()),
            }
        }

        NewWarnings { new, former }
    }

    /// Shows them on the standard error, and where there are any, how many there were before. Returns the number of
    /// lines.
    pub fn show(&self) -> usize {
        let new = self.new.problems();
        let mut shown = new.len();
        if !console::is_json() {
            shown = at_terminal(&std::io::stderr(), SHOWN, shown);
        }

        for problem in new.iter().take(shown) {
            console::eprint_problem(problem);
        }

        let mut counts = Vec::new();
        if new.len() > shown {
            counts.push(msg::more_warnings(new.len() - shown));
        }

        if !new.is_empty() && self.former > 0 {
            counts.push(msg::warnings_known(self.former));
        }

        console::eprint_lines(&counts);
        shown + counts.len()
    }
}

/// Names a warning. A line counts from the top, and moves with every row above it: its place is the file.
fn name_of(problem: &Diagnostic) -> String {
    let message = problem.message.get(Lang::En);
    format!("{}: {message}", problem.location.file)
}

/// The report on a dataset that is refused: its errors, then the warnings that it did not have before.
pub fn errors_first(diagnostics: Diagnostics, before: Option<&FullDataset>) -> Diagnostics {
    let warnings = NewWarnings::new(&diagnostics, before);
    diagnostics.errors_then(warnings.new)
}

/// Returns true if the source of an indicator was not checked in time, or its last check has failed.
pub fn has_old_check(indicator: &Indicator, now: Timestamp, offset: Offset) -> bool {
    let reason = indicator.effective(now, offset).reason;
    matches!(reason, Reason::CheckFailed | Reason::CheckOverdue)
}
