//! `jump`: a value that a slipped point, a lost digit or another column may have made.

use std::cmp::Ordering;

use super::comparison::{Comparison, Pair, Row};
use super::violation::{GuardKind, Violation};
use crate::messages::{self as msg, Message};
use crate::model::{Implausible, Observation, Series};

/// What a series has had so far.
struct Signs {
    zero: bool,
    negative: bool,
    positive: bool,
}

impl Signs {
    fn of(series: &Series) -> Self {
        let any = |sign| series.observations().iter().any(|of| of.value.sign() == sign);
        Signs { zero: any(Ordering::Equal), negative: any(Ordering::Less), positive: any(Ordering::Greater) }
    }

    /// What is new about a value's sign.
    fn surprise(&self, of: &Observation) -> Option<Message> {
        match of.value.sign() {
            Ordering::Equal if !self.zero => Some(msg::becomes_zero()),
            Ordering::Less if self.positive && !self.negative => Some(msg::changes_sign(of.value)),
            Ordering::Greater if self.negative && !self.positive => Some(msg::changes_sign(of.value)),
            _ => None,
        }
    }
}

pub fn violations(comparison: &Comparison<'_>) -> Vec<Violation> {
    let first = comparison.old.is_none();
    comparison.pairs.iter().flat_map(|pair| of_indicator(pair, first)).collect()
}

/// At a first publication only the bounds apply that the indicator itself names.
fn of_indicator(pair: &Pair<'_>, first: bool) -> Vec<Violation> {
    let signs = pair.old.map(|old| Signs::of(&old.series));
    let mut found = Vec::new();
    for row in pair.rows.iter().chain(&pair.coming) {
        let mut reasons = Vec::new();
        if !first {
            reasons.extend(tenfold(row));
            reasons.extend(signs.as_ref().and_then(|signs| signs.surprise(row.after)));
        }
        // A change needs something that was public before it.
        let previous = row.previous.filter(|_| !first);
        let bounds = pair.new.plausible.iter();
        let left = bounds.flat_map(|bounds| bounds.left_by(previous, row.after));
        reasons.extend(left.map(|bound| implausible(bound, row.after)));
        let violation = |what| Violation::of(GuardKind::Jump, &pair.new.key, row.after.date, what);
        found.extend(reasons.into_iter().map(violation));
    }
    found
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
        row.after.jumps_to(other)
    } else {
        other.jumps_to(row.after)
    };
    jumps.then(|| msg::moves_tenfold(other.value, row.after.value))
}
