//! What needs an override before it becomes public [D18]: each case with its kind, and what was allowed.
//!
//! Compares checked datasets and computes nothing else; who refuses, and when, is the commands' business.

mod comparison;
mod jump;
mod rules;
#[cfg(test)]
mod tests;
mod violation;
mod withdrawn;

pub(super) use comparison::{Comparison, Pair, Row};
pub use violation::{Allowed, GuardKind, Violation, refusal};
pub use withdrawn::{WithdrawnRow, present, withdrawn, withdrawn_rows};

use crate::dataset::FullDataset;
use crate::model::Timestamp;

/// A guard over a whole comparison.
type Rule = fn(&Comparison<'_>) -> Vec<Violation>;

/// The guards of an edit of a directory, which leaves the as-of instant, and what is in service, to the publication.
const OF_EDIT: [Rule; 5] = [rules::loss, jump::violations, rules::revision, rules::definition, rules::future];

/// Every case that needs an override before `new` takes the place of `old` at `now`; `None` is a first publication.
pub fn violations(old: Option<&FullDataset>, new: &FullDataset, now: Timestamp) -> Vec<Violation> {
    judged(old, new, now, OF_EDIT.into_iter().chain([rules::as_of as Rule, rules::early]))
}

/// The same for an edit; `None` where the files did not make a dataset before.
pub fn violations_of_edit(old: Option<&FullDataset>, new: &FullDataset, now: Timestamp) -> Vec<Violation> {
    judged(old, new, now, OF_EDIT)
}

/// The cases, sorted by kind.
fn judged(
    old: Option<&FullDataset>,
    new: &FullDataset,
    now: Timestamp,
    rules: impl IntoIterator<Item = Rule>,
) -> Vec<Violation> {
    Comparison::with(old, new, now, |comparison| {
        let mut found: Vec<Violation> = rules.into_iter().flat_map(|rule| rule(comparison)).collect();
        found.sort_by_key(|violation| violation.kind);
        found
    })
}
