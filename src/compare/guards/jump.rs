//! A value that a slipped point, a lost digit or another column may have made [D27.2].

use std::cmp::Ordering;
use std::collections::BTreeSet;

use super::violation::{GuardKind, Violation};
use crate::compare::rows::{Comparison, Row};
use crate::messages::{self as msg, Message};
use crate::model::{Implausible, Indicator, Observation, UsualStep};

/// At a first publication only the bounds apply that the indicator itself names.
pub fn jump(comparison: &Comparison<'_>, found: &mut Vec<Violation>) {
    for pair in comparison.changed_pairs() {
        let of_old = |old: &Indicator| old.series.observations().iter().map(|of| of.value.sign()).collect();
        let signs: Option<BTreeSet<Ordering>> = pair.old.map(of_old);
        // A change needs something that was public before it.
        let usual = comparison.old.and_then(|_| UsualStep::of(pair.new.series.observations()));
        for row in pair.all_rows().filter(|row| row.is_another_figure()) {
            let previous = row.previous.filter(|_| comparison.old.is_some());
            let bounds = pair.new.plausible.iter().flat_map(|bounds| bounds.violations(previous, row.after));
            // A sign that it never had says enough of how far it has moved.
            let sign = signs.as_ref().and_then(|signs| new_sign(signs, row.after));
            let far = || comparison.old.and_then(|_| moved_too_far(row, usual.as_ref()));
            let reasons =
                sign.or_else(far).into_iter().chain(bounds.map(|bound| implausible(bound, row.after)));
            let violation = |what| Violation::of(GuardKind::Jump, &pair.new.key, row.after.date, what);
            found.extend(reasons.map(violation));
        }
    }
}

/// What is new about a value's sign in a series that has had these.
fn new_sign(signs: &BTreeSet<Ordering>, of: &Observation) -> Option<Message> {
    let sign = of.value.sign();
    match sign {
        _ if signs.contains(&sign) => None,
        Ordering::Equal => Some(msg::becomes_zero()),
        _ => signs.contains(&sign.reverse()).then(|| msg::changes_sign(of.value)),
    }
}

fn implausible(bound: Implausible, of: &Observation) -> Message {
    match bound {
        Implausible::BelowMin(min) => msg::below_plausible(of.value, min),
        Implausible::AboveMax(max) => msg::above_plausible(of.value, max),
        Implausible::Change { before, percent } => msg::moves_further_than(before, of.value, percent),
    }
}

/// Against the observation before it, or where there is none, the one after it; and against what it replaces.
fn moved_too_far(row: &Row<'_>, usual: Option<&UsualStep>) -> Option<Message> {
    let next = || row.next.map(|next| (next, row.after, next));
    let neighbour = row.previous.map(|previous| (previous, previous, row.after)).or_else(next);
    let replaced = row.before.map(|before| (before, before, row.after));
    let steps = [neighbour, replaced].into_iter().flatten();
    steps.filter_map(|(other, from, to)| too_far(other, from, to, row.after, usual)).next()
}

/// A ratio says nothing of what passes through zero, of which the usual step is given in its unit.
fn too_far(
    other: &Observation,
    from: &Observation,
    to: &Observation,
    after: &Observation,
    usual: Option<&UsualStep>,
) -> Option<Message> {
    let has_ratio = usual.is_none_or(UsualStep::is_in_percent);
    if has_ratio && from.differs_fivefold(to) {
        return Some(msg::moves_fivefold(other.value, after.value));
    }
    let usual = usual.filter(|usual| usual.is_exceeded(from, to))?;
    Some(msg::moves_far(other.value, after.value, msg::usual(usual)))
}
