//! The guards report the changes that need an override before they become public [D18], each case with its kind.
//!
//! They compare two checked datasets. The commands decide when a case refuses.

mod embargo;
mod figures;
mod observations;
mod trust;
mod violation;

pub use embargo::withdrawn;
pub use figures::repetitions;
pub use violation::{Allowed, GuardKind, Violation, refusal};

use std::cmp::Ordering;
use std::collections::{BTreeMap, BTreeSet, HashSet};

use chrono::NaiveDate;

use super::fields::{self, FieldChange, join, or_dash, to_text};
use super::pairs::{DatasetPair, IndicatorPair};
use super::rows::{ComparedRow, identity};
use super::{Origins, with_categories};
use crate::dataset::{Dataset, FullDataset};
use crate::messages::{self as msg, Message};
use crate::model::{
    Indicator, Key, Observation, Offset, PeriodType, SeriesKey, Side, Status, Timestamp,
};
use violation::Cases;

/// The occasion that a guard looks at. An edit takes away nothing that is public, and has nothing to do with the as-of
/// instant and the live release.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Occasion {
    Edit,
    Publication,
}

/// Adds the cases of its kinds.
type Guard = fn(&DatasetPair, &mut Cases);

/// The guards in the order in which their cases are listed. Those of edits look at publications as well.
const GUARDS: [(Occasion, Guard); 14] = [
    (Occasion::Publication, observations::losses),
    (Occasion::Edit, figures::unlikely_figures),
    (Occasion::Edit, observations::many_silent_revisions),
    (Occasion::Edit, trust::changed_definitions),
    (Occasion::Edit, observations::future_dates),
    (Occasion::Edit, observations::idle_revisions),
    (Occasion::Edit, observations::falling_totals),
    (Occasion::Edit, observations::crossed_limits),
    (Occasion::Edit, observations::unlikely_dates),
    (Occasion::Edit, trust::undue_trust),
    (Occasion::Publication, observations::overwritten_days),
    (Occasion::Publication, trust::checks_that_go_back),
    (Occasion::Publication, observations::as_of_out_of_order),
    (Occasion::Publication, embargo::early_and_dropped_rows),
];

/// Every case that needs an override before `new` takes the place of `old` at `now`. `old` is `None` at a first
/// publication, and for an edit where the files did not make a dataset before.
pub fn violations(
    occasion: Occasion,
    old: Option<&FullDataset>,
    new: &FullDataset,
    now: Timestamp,
    origins: &Origins,
) -> Vec<Violation> {
    DatasetPair::with(old, new, now, origins, |datasets| {
        let mut cases = Cases::default();
        for (guarded, find_cases) in GUARDS {
            if occasion == Occasion::Publication || guarded == Occasion::Edit {
                find_cases(datasets, &mut cases);
            }
        }

        cases.0
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::compare::tests::{daily, instant, rows};
    use crate::messages as msg;
    use crate::model::Lang;

    const AS_OF: &str = "2026-11-20T09:00:00+04:00";

    /// The kinds of cases where `after` takes the place of `before` in one daily series.
    fn kinds(before: Vec<&'static str>, after: Vec<&'static str>) -> Vec<GuardKind> {
        let dataset = |values| daily(AS_OF, &[("a", rows(values))]);
        kinds_between(&dataset(before), &dataset(after), AS_OF)
    }

    fn kinds_between(old: &FullDataset, new: &FullDataset, now: &str) -> Vec<GuardKind> {
        let violations = violations(
            Occasion::Publication,
            Some(old),
            new,
            instant(now),
            &Origins::default(),
        );
        violations.iter().map(|violation| violation.kind).collect()
    }

    #[test]
    fn more_than_three_and_more_than_a_twentieth_are_many_revisions() {
        let series = |changed: usize, all: usize| {
            (0..all)
                .map(|row| if row < changed { "101" } else { "100" })
                .collect::<Vec<_>>()
        };
        for (changed, all, is_many) in [
            (3, 4, false),
            (4, 4, true),
            (4, 79, true),
            (4, 80, false),
            (5, 80, true),
        ] {
            let expected = if is_many {
                vec![GuardKind::Revision]
            } else {
                Vec::new()
            };

            assert_eq!(
                kinds(series(0, all), series(changed, all)),
                expected,
                "{changed} of {all}"
            );
        }
    }

    #[test]
    fn a_value_is_held_against_its_neighbour_and_what_it_replaces() {
        assert_eq!(
            kinds(vec!["1", "100"], vec!["1", "1.1"]),
            [GuardKind::Jump],
            "what it replaces"
        );
        assert_eq!(
            kinds(vec!["10", "3"], vec!["10", "50"]),
            [GuardKind::Jump],
            "its neighbour"
        );
        assert_eq!(
            kinds(vec!["100", "100"], vec!["1", "100"]),
            [GuardKind::Jump],
            "the one after it"
        );
        assert_eq!(
            kinds(vec!["100"], vec!["1"]),
            [GuardKind::Jump],
            "it has no neighbour"
        );
        assert_eq!(kinds(vec!["1"], vec!["1", "1.1"]), []);
        assert_eq!(kinds(vec!["1"], vec!["1", "1.2"]), [GuardKind::Jump]);
        assert_eq!(kinds(vec!["1"], vec!["1", "5"]), [GuardKind::Jump]);
    }

    #[test]
    fn what_is_public_already_is_not_judged_again() {
        let dataset = |rows: &str| daily(AS_OF, &[("a", rows.to_owned())]);
        let old = dataset("2026-11-18,1,\n2026-11-19,100,\n");
        let new = dataset("2026-11-18,1,\n2026-11-19,100,2026-11-19\n");
        assert_eq!(kinds_between(&old, &new, AS_OF), []);
    }

    #[test]
    fn as_of_lies_between_the_former_one_and_now_and_not_before_the_newest_publication() {
        let dataset = |as_of: &str, published: &str| {
            daily(as_of, &[("a", format!("2026-11-01,1,{published}\n"))])
        };
        let old = dataset(AS_OF, "2026-11-02");
        for (as_of, day, now, cases) in [
            (AS_OF, "2026-11-02", AS_OF, 0),
            ("2026-11-20T09:00:01+04:00", "2026-11-02", AS_OF, 1),
            ("2026-11-20T08:59:59+04:00", "2026-11-02", AS_OF, 1),
            (AS_OF, "2026-11-20", "2026-11-21T09:00:00+04:00", 0),
            (AS_OF, "2026-11-21", "2026-11-21T09:00:00+04:00", 1),
            (
                "2026-11-21T00:00:00+04:00",
                "2026-11-21",
                "2026-11-21T00:00:00+04:00",
                0,
            ),
        ] {
            let kinds = kinds_between(&old, &dataset(as_of, day), now);
            assert_eq!(
                kinds,
                vec![GuardKind::AsOf; cases],
                "as of {as_of}, published {day}, now {now}"
            );
        }
    }

    #[test]
    fn up_to_three_indicators_are_proposed_by_name() {
        let refused = |keys: &[&str]| {
            let loss = |key: &&str| Violation {
                key: Some(key.parse().unwrap()),
                ..Violation::whole(GuardKind::Loss, msg::indicator_lost())
            };
            refusal(&keys.iter().map(loss).collect::<Vec<_>>())
                .pop()
                .unwrap()
                .get(Lang::En)
        };

        assert!(
            refused(&["a", "b", "c"])
                .ends_with("with --allow loss=a --allow loss=b --allow loss=c")
        );
        assert!(refused(&["a", "b", "c", "d"]).ends_with("with --allow loss"));
    }
}
