//! What needs an override before it becomes public [D18]: each case with its kind, and what was allowed.
//!
//! Compares checked datasets and computes nothing else; who refuses, and when, is the commands' business.

mod dates;
mod embargo;
mod figures;
mod history;
mod order;
mod rules;
mod trust;
mod violation;
mod withdrawn;

pub use figures::{MachineRows, repetitions};
pub use violation::{Allowed, GuardKind, Violation, refusal};
pub use withdrawn::withdrawn;

use super::rows::Comparison;
use crate::dataset::FullDataset;
use crate::model::Timestamp;

/// Which violations of a kind there are.
type Guard = fn(&Comparison<'_>, &mut Vec<Violation>);

/// The guards beside that of figures, in the order in which their cases are listed.
const OF_EDIT: [Guard; 8] = [
    rules::revision,
    rules::definition,
    dates::future,
    history::history,
    order::falls,
    order::limits,
    dates::date,
    trust::status,
];
/// Those of the as-of instant, the live release and what it has published, which an edit leaves to the publication.
const OF_PUBLICATION: [Guard; 5] =
    [history::overwritten, trust::checks_back, dates::as_of, embargo::early, embargo::dropped];

/// Every case that needs an override before `new` takes the place of `old` at `now`; `None` is a first publication.
pub fn violations(
    old: Option<&FullDataset>,
    new: &FullDataset,
    now: Timestamp,
    machine: &MachineRows,
) -> Vec<Violation> {
    Comparison::with(old, new, now, |comparison| {
        let mut cases = Vec::new();
        rules::loss(comparison, &mut cases);
        judge_edit(comparison, machine, &mut cases);
        OF_PUBLICATION.iter().for_each(|guard| guard(comparison, &mut cases));
        cases
    })
}

/// The same for an edit, which takes away nothing that is public; `None` where the files did not make a dataset before.
pub fn violations_of_edit(
    old: Option<&FullDataset>,
    new: &FullDataset,
    now: Timestamp,
    machine: &MachineRows,
) -> Vec<Violation> {
    Comparison::with(old, new, now, |comparison| {
        let mut cases = Vec::new();
        judge_edit(comparison, machine, &mut cases);
        cases
    })
}

fn judge_edit(comparison: &Comparison<'_>, machine: &MachineRows, cases: &mut Vec<Violation>) {
    figures::figures(comparison, machine, cases);
    OF_EDIT.iter().for_each(|guard| guard(comparison, cases));
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::compare::samples::{daily, instant, rows};
    use crate::messages as msg;
    use crate::model::Lang;

    const AS_OF: &str = "2026-11-20T09:00:00+04:00";

    /// The kinds of what one daily series needs an override for, when these values take the place of those.
    fn kinds(before: Vec<&'static str>, after: Vec<&'static str>) -> Vec<GuardKind> {
        let of = |values| daily(AS_OF, &[("a", rows(values))]);
        let found = violations(Some(&of(before)), &of(after), instant(AS_OF), &MachineRows::default());
        found.iter().map(|violation| violation.kind).collect()
    }

    #[test]
    fn more_than_three_and_more_than_a_twentieth_are_many_revisions() {
        let series = |changed: usize, all: usize| {
            (0..all).map(|row| if row < changed { "101" } else { "100" }).collect::<Vec<_>>()
        };
        for (changed, all, is_many) in
            [(3, 4, false), (4, 4, true), (4, 79, true), (4, 80, false), (5, 80, true)]
        {
            let expected = if is_many { vec![GuardKind::Revision] } else { Vec::new() };
            assert_eq!(kinds(series(0, all), series(changed, all)), expected, "{changed} of {all}");
        }
    }

    #[test]
    fn a_value_is_held_against_its_neighbour_and_what_it_replaces() {
        assert_eq!(kinds(vec!["1", "100"], vec!["1", "1.1"]), [GuardKind::Jump], "what it replaces");
        assert_eq!(kinds(vec!["10", "3"], vec!["10", "50"]), [GuardKind::Jump], "its neighbour");
        assert_eq!(kinds(vec!["100", "100"], vec!["1", "100"]), [GuardKind::Jump], "the one after it");
        assert_eq!(kinds(vec!["100"], vec!["1"]), [GuardKind::Jump], "it has no neighbour");
        assert_eq!(kinds(vec!["1"], vec!["1", "1.1"]), []);
        assert_eq!(kinds(vec!["1"], vec!["1", "1.2"]), [GuardKind::Jump]);
        assert_eq!(kinds(vec!["1"], vec!["1", "5"]), [GuardKind::Jump]);
    }

    #[test]
    fn what_is_public_already_is_not_judged_again() {
        let of = |rows: &str| daily(AS_OF, &[("a", rows.to_owned())]);
        let old = of("2026-11-18,1,\n2026-11-19,100,\n");
        let new = of("2026-11-18,1,\n2026-11-19,100,2026-11-19\n");
        assert!(violations(Some(&old), &new, instant(AS_OF), &MachineRows::default()).is_empty());
    }

    #[test]
    fn as_of_lies_between_the_former_one_and_now_and_not_before_the_newest_publication() {
        let published = |day: &str| format!("2026-11-01,1,{day}\n");
        let of = |as_of: &str, day: &str| daily(as_of, &[("a", published(day))]);
        let old = of(AS_OF, "2026-11-02");
        for (as_of, day, now, cases) in [
            (AS_OF, "2026-11-02", AS_OF, 0),
            ("2026-11-20T09:00:01+04:00", "2026-11-02", AS_OF, 1),
            ("2026-11-20T08:59:59+04:00", "2026-11-02", AS_OF, 1),
            (AS_OF, "2026-11-20", "2026-11-21T09:00:00+04:00", 0),
            (AS_OF, "2026-11-21", "2026-11-21T09:00:00+04:00", 1),
            ("2026-11-21T00:00:00+04:00", "2026-11-21", "2026-11-21T00:00:00+04:00", 0),
        ] {
            let found = violations(Some(&old), &of(as_of, day), instant(now), &MachineRows::default());
            let kinds: Vec<GuardKind> = found.iter().map(|violation| violation.kind).collect();
            assert_eq!(kinds, vec![GuardKind::AsOf; cases], "as of {as_of}, published {day}, now {now}");
        }
    }

    #[test]
    fn up_to_three_indicators_are_proposed_by_name() {
        let refused = |keys: &[&str]| {
            let of = |key: &&str| {
                Violation::of(GuardKind::Loss, &key.parse().unwrap(), None, msg::indicator_lost())
            };
            refusal(&keys.iter().map(of).collect::<Vec<_>>()).pop().unwrap().get(Lang::En)
        };
        assert!(refused(&["a", "b", "c"]).ends_with("with --allow loss=a --allow loss=b --allow loss=c"));
        assert!(refused(&["a", "b", "c", "d"]).ends_with("with --allow loss"));
    }
}
