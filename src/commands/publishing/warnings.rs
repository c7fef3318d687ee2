//! What should be looked at: errors first, then the warnings that the release in service does not have as well.

use std::collections::BTreeMap;

use crate::console;
use crate::dataset::{Diagnostics, Severity};
use crate::messages as say;
use crate::model::Lang;

/// The warnings that are new, and the number of those that are not.
pub fn new(found: &Diagnostics, public: Option<&Diagnostics>, all: bool) -> (Diagnostics, usize) {
    let mut known: BTreeMap<String, usize> = BTreeMap::new();
    let public = public.filter(|_| !all);
    // A line counts from the top, and moves with every row above it: the place of a warning is its file.
    let name = |problem: &crate::dataset::Diagnostic| {
        format!("{}: {}", problem.location.file, problem.message.get(Lang::En))
    };
    for problem in public.iter().flat_map(|public| public.problems()) {
        *known.entry(name(problem)).or_default() += 1;
    }
    let (mut left, mut left_out) = (Diagnostics::default(), 0);
    for problem in found.problems().iter().filter(|problem| problem.severity == Severity::Warning) {
        match known.get_mut(&name(problem)).filter(|count| **count > 0) {
            Some(count) => (*count, left_out) = (*count - 1, left_out + 1),
            None => left.warning(problem.location.clone(), problem.message.clone()),
        }
    }
    (left, left_out)
}

/// A report on a dataset that cannot be published.
pub fn errors_first(found: Diagnostics, public: Option<&Diagnostics>, all: bool) -> Diagnostics {
    let (warnings, _) = new(&found, public, all);
    found.errors_then(warnings)
}

/// Shows the warnings that are new, and says how many are not.
pub fn show((new, known): &(Diagnostics, usize), lang: Lang) {
    for problem in new.problems() {
        console::complain(&format!("{}\n", problem.sentence(lang)));
    }
    if *known > 0 {
        super::tell(&say::warnings_known(known), lang);
    }
}
