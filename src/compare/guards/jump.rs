//! `jump`: a value that a slipped point, a lost digit or another column may have made.

use std::cmp::Ordering;
use std::collections::BTreeSet;

use super::comparison::{Comparison, Pair, Row};
use super::violation::{GuardKind, Violation};
use crate::messages::{self as msg, Message};
use crate::model::{Implausible, Observation};

/// At a first publication only the bounds apply that the indicator itself names.
pub fn violations(comparison: &Comparison<'_>) -> Vec<Violation> {
    let mut found = Vec::new();
    for Pair { old, new, rows, coming } in &comparison.pairs {
        let signs = old.map(|old| old.series.observations().iter().map(|of| of.value.sign()).collect());
        for row in rows.iter().chain(coming) {
            // A change needs something that was public before it.
            let previous = row.previous.filter(|_| comparison.old.is_some());
            let bounds = new.plausible.iter().flat_map(|bounds| bounds.violations(previous, row.after));
            let reasons = comparison.old.and_then(|_| tenfold(row)).into_iter();
            let reasons = reasons.chain(signs.as_ref().and_then(|signs| new_sign(signs, row.after)));
            let reasons = reasons.chain(bounds.map(|bound| implausible(bound, row.after)));
            let violation = |what| Violation::of(GuardKind::Jump, &new.key, row.after.date, what);
            found.extend(reasons.map(violation));
        }
    }
    found
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

/// Against the observation before it; where there is none, the one after it, else what it replaces.
fn tenfold(row: &Row<'_>) -> Option<Message> {
    let other = row.previous.or(row.next).or(row.before)?;
    let jumps = if row.previous.is_none() && row.next.is_some() {
        row.after.differs_tenfold(other)
    } else {
        other.differs_tenfold(row.after)
    };
    jumps.then(|| msg::moves_tenfold(other.value, row.after.value))
}
