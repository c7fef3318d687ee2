//! The guards: each adds the cases of one kind to those that were found.

use std::cmp::Ordering;
use std::collections::{BTreeMap, BTreeSet, HashMap};

use chrono::NaiveDate;

use super::violation::{GuardKind, Violation};
use crate::compare::fields::{self, FieldChange, or_dash};
use crate::compare::rows::{Comparison, Pair, Row};
use crate::dataset::{Dataset, FullDataset};
use crate::messages::{self as msg, Message};
use crate::model::{Implausible, Indicator, Key, Observation, SeriesKey, Status, Timestamp, UsualStep};

/// How many values may be corrected without an override.
const CORRECTIONS: usize = 3;
/// One value in this many may be.
const ONE_IN: usize = 20;

type Name<'a> = (&'a Key, Option<NaiveDate>);

/// What was public would be gone. An indicator that is gone is one case, whatever it had.
pub fn loss(comparison: &Comparison<'_>, found: &mut Vec<Violation>) {
    let new: BTreeMap<&Key, &Indicator> = comparison.new.indicators().map(|of| (&of.key, of)).collect();
    for old in comparison.old.into_iter().flat_map(Dataset::indicators) {
        let Some(new) = new.get(&old.key) else {
            found.push(Violation::of(GuardKind::Loss, &old.key, None, msg::indicator_lost()));
            continue;
        };
        let kept: BTreeSet<_> = new.series.observations().iter().map(|of| of.date).collect();
        for of in old.series.observations().iter().filter(|of| !kept.contains(&of.date)) {
            found.push(Violation::of(GuardKind::Loss, &old.key, of.date, msg::observation_lost(of.value)));
        }
    }
}

/// A value that a slipped point, a lost digit or another column may have made. At a first publication only the bounds
/// apply that the indicator itself names.
pub fn jump(comparison: &Comparison<'_>, found: &mut Vec<Violation>) {
    for pair in &comparison.pairs {
        let of_old = |old: &Indicator| old.series.observations().iter().map(|of| of.value.sign()).collect();
        let signs: Option<BTreeSet<Ordering>> = pair.old.map(of_old);
        for row in pair.all_rows() {
            // A change needs something that was public before it.
            let previous = row.previous.filter(|_| comparison.old.is_some());
            let bounds = pair.new.plausible.iter().flat_map(|bounds| bounds.violations(previous, row.after));
            let usual = pair.new.series.usual_step();
            let reasons = comparison.old.and_then(|_| moved_too_far(row, usual)).into_iter();
            let reasons = reasons.chain(signs.as_ref().and_then(|signs| new_sign(signs, row.after)));
            let reasons = reasons.chain(bounds.map(|bound| implausible(bound, row.after)));
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

/// Against the observation before it; where there is none, the one after it, else what it replaces. `usual` is the step of a
/// series that has had both signs, where a ratio says nothing.
fn moved_too_far(row: &Row<'_>, usual: Option<&UsualStep>) -> Option<Message> {
    let other = row.previous.or(row.next).or(row.before)?;
    if let Some(usual) = usual {
        let is_far = usual.is_exceeded(other, row.after);
        return is_far.then(|| msg::moves_far(other.value, row.after.value, usual));
    }
    let jumps = if row.previous.is_none() && row.next.is_some() {
        row.after.differs_tenfold(other)
    } else {
        other.differs_tenfold(row.after)
    };
    jumps.then(|| msg::moves_tenfold(other.value, row.after.value))
}

/// Many public values change, and no new date of publication says that their source revised them. Rows under embargo
/// have such a date by their nature.
pub fn revision(comparison: &Comparison<'_>, found: &mut Vec<Violation>) {
    let is_unannounced = |row: &&Row<'_>| {
        row.before
            .is_some_and(|before| before.value != row.after.value && row.after.published <= before.published)
    };
    for pair in &comparison.pairs {
        let public = pair.old.map_or(0, |old| old.series.observations().len());
        let count = pair.rows.iter().filter(is_unannounced).count();
        if count > CORRECTIONS && count * ONE_IN > public {
            let what = msg::revised_silently(count, public);
            found.push(Violation::of(GuardKind::Revision, &pair.new.key, None, what));
        }
    }
}

pub fn definition(comparison: &Comparison<'_>, found: &mut Vec<Violation>) {
    let Some(old) = comparison.old else { return };
    let (before, after) = (old.offset.to_string(), comparison.new.offset.to_string());
    if before != after {
        let what = msg::field_changes("utcOffset", before, after);
        found.push(Violation::whole(GuardKind::Definition, what));
    }
    for pair in &comparison.pairs {
        for change in definition_changes(pair) {
            let what = msg::field_changes(change.label, or_dash(change.before), or_dash(change.after));
            found.push(Violation::of(GuardKind::Definition, &pair.new.key, None, what));
        }
    }
}

fn definition_changes(pair: &Pair<'_>) -> Vec<FieldChange> {
    let (Some(old), new) = (pair.old, pair.new) else { return Vec::new() };
    let series_key = |of: &Indicator| SeriesKey {
        unit: of.unit.clone(),
        period_type: of.period_type,
        frequency: of.frequency,
        measure: of.measure,
    };
    let mut found = fields::changes(&fields::OF_SERIES_KEY, &series_key(old), &series_key(new));
    found.extend(fields::changes(&fields::OF_ORIGIN, old, new));
    if new.declared.status() == Status::Unknown {
        found.extend(fields::changes(&fields::OF_TRUST, old, new));
    }
    // A row may name a series key of its own: it is held against what it replaces, or the one before it.
    for (before, after) in pair.all_rows().filter_map(|row| Some((row.before.or(row.previous)?, row.after))) {
        for change in fields::changes(&fields::OF_SERIES_KEY, &before.series_key, &after.series_key) {
            if !found.contains(&change) {
                found.push(change);
            }
        }
    }
    found
}

/// An observation of a day that is still to come when it becomes public.
pub fn future(comparison: &Comparison<'_>, found: &mut Vec<Violation>) {
    for pair in &comparison.pairs {
        for row in pair.all_rows() {
            let date = row.after.date.filter(|date| *date > row.after.latest_date(row.day));
            let published = row.after.published.filter(|day| *day > row.after.latest_published(row.day));
            let what = [
                date.map(|date| msg::ends_in_the_future(date, row.day)),
                published.map(|day| msg::published_in_the_future(day, row.day)),
            ];
            let violation = |what| Violation::of(GuardKind::Future, &pair.new.key, row.after.date, what);
            found.extend(what.into_iter().flatten().map(violation));
        }
    }
}

/// The instant that the dataset gives itself; rows under embargo do not count.
pub fn as_of(comparison: &Comparison<'_>, found: &mut Vec<Violation>) {
    let Comparison { old, new, now, .. } = comparison;
    let (written, today) = (new.offset.timestamp(new.as_of), new.offset.day(*now));
    let future = (new.as_of > *now).then(|| msg::as_of_in_the_future(&written));
    let later = old.filter(|old| new.as_of < old.as_of);
    let back = later.map(|old| msg::as_of_goes_back(&written, old.offset.timestamp(old.as_of)));
    let rows = new.indicators().flat_map(|of| of.series.observations());
    let newest = rows.filter_map(|of| of.published_until(today)).max();
    let newest = newest.filter(|newest| new.offset.day(new.as_of) < *newest);
    let older = newest.map(|newest| msg::as_of_before_published(&written, newest));
    let cases = [future, back, older].into_iter().flatten();
    found.extend(cases.map(|what| Violation::whole(GuardKind::AsOf, what)));
}

/// A row would be public earlier than the current release has it [D19a.5].
pub fn early(comparison: &Comparison<'_>, found: &mut Vec<Violation>) {
    let (Some(old), new, now) = (comparison.old_full, comparison.new_full, comparison.now) else { return };
    let until = instants(old, now, Ord::max);
    if until.is_empty() {
        return;
    }
    let mut comes = instants(new, now, Ord::min);
    let keys: BTreeSet<&Key> = until.keys().map(|(key, _)| *key).collect();
    for pair in comparison.pairs.iter().filter(|pair| keys.contains(&pair.new.key)) {
        if let Some(new) = comparison.new.indicator(&pair.new.key) {
            comes.extend(public_anew(pair.old, new).map(|of| ((&pair.new.key, of.date), now)));
        }
    }
    for ((key, date), until) in &until {
        if let Some(comes) = comes.get(&(*key, *date)).filter(|comes| *comes < until) {
            let (comes, until) = (new.offset().timestamp(*comes), new.offset().timestamp(*until));
            let what = msg::embargoed_until_later(until, comes);
            found.push(Violation::of(GuardKind::Early, key, *date, what));
        }
    }
}

/// The instant of each row under embargo; of several of one date, the one that is chosen.
fn instants(
    full: &FullDataset,
    now: Timestamp,
    choose: fn(Timestamp, Timestamp) -> Timestamp,
) -> BTreeMap<Name<'_>, Timestamp> {
    let mut instants = BTreeMap::new();
    for row in full.embargoed_at(now) {
        let (date, at) = (row.coming.row.observation.date, row.coming.not_before);
        let known = instants.entry((&row.indicator.key, date)).or_insert(at);
        *known = choose(*known, at);
    }
    instants
}

/// The revisions that only the new series has.
fn public_anew<'a>(old: Option<&'a Indicator>, new: &'a Indicator) -> impl Iterator<Item = &'a Observation> {
    let known = old.into_iter().flat_map(|old| old.series.revisions());
    let known: HashMap<_, _> = known.map(|of| ((of.date, of.published), of.value)).collect();
    new.series.revisions().filter(move |of| known.get(&(of.date, of.published)) != Some(&of.value))
}
