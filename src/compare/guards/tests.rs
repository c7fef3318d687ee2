//! What needs an override when values take the place of others.

use super::super::samples::{daily, instant, rows};
use super::*;
use crate::messages as msg;
use crate::model::Lang;

const AS_OF: &str = "2026-11-20T09:00:00+04:00";

/// The kinds of what one daily series needs a word for, when these values take the place of those.
fn kinds(before: Vec<&'static str>, after: Vec<&'static str>) -> Vec<GuardKind> {
    let of = |values| daily(AS_OF, &[("a", rows(values))]);
    let found = violations(Some(&of(before)), &of(after), instant(AS_OF));
    found.iter().map(|violation| violation.kind).collect()
}

#[test]
fn more_than_three_and_more_than_a_twentieth_are_many_revisions() {
    let series = |changed: usize, all: usize| {
        (0..all).map(|row| if row < changed { "1.1" } else { "1" }).collect::<Vec<_>>()
    };
    for (changed, all, is_many) in [(3, 4, false), (4, 4, true), (4, 79, true), (4, 80, false), (5, 80, true)]
    {
        let expected = if is_many { vec![GuardKind::Revision] } else { Vec::new() };
        assert_eq!(kinds(series(0, all), series(changed, all)), expected, "{changed} of {all}");
    }
}

#[test]
fn a_value_is_held_against_its_neighbour_and_not_against_what_it_replaces() {
    assert_eq!(kinds(vec!["1", "100"], vec!["1", "1.1"]), []);
    assert_eq!(kinds(vec!["100", "100"], vec!["1", "100"]), [GuardKind::Jump]);
    assert_eq!(kinds(vec!["100"], vec!["1"]), [GuardKind::Jump], "it has no neighbour");
    assert_eq!(kinds(vec!["1"], vec!["1", "10"]), []);
    assert_eq!(kinds(vec!["1"], vec!["1", "10.1"]), [GuardKind::Jump]);
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
        let found = violations(Some(&old), &of(as_of, day), instant(now));
        let kinds: Vec<GuardKind> = found.iter().map(|violation| violation.kind).collect();
        assert_eq!(kinds, vec![GuardKind::AsOf; cases], "as of {as_of}, published {day}, now {now}");
    }
}

#[test]
fn up_to_three_indicators_are_proposed_by_name() {
    let refused = |keys: &[&str]| {
        let of =
            |key: &&str| Violation::of(GuardKind::Loss, &key.parse().unwrap(), None, msg::indicator_lost());
        refusal(&keys.iter().map(of).collect::<Vec<_>>()).pop().unwrap().get(Lang::En)
    };
    assert!(refused(&["a", "b", "c"]).ends_with("with --allow loss=a --allow loss=b --allow loss=c"));
    assert!(refused(&["a", "b", "c", "d"]).ends_with("with --allow loss"));
}
