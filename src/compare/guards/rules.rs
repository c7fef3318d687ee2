//! The guards that are a few lines each: `loss`, `revision`, `definition`, `future`, `as-of` and `early`.

use std::collections::{BTreeMap, BTreeSet, HashMap};

use chrono::NaiveDate;

use super::comparison::{Comparison, Pair, Row};
use super::violation::{GuardKind, Violation};
use crate::compare::fields::{self, FieldChange, or_dash};
use crate::dataset::Dataset;
use crate::messages as msg;
use crate::model::{Indicator, Key, Observation, SeriesKey, Status, Timestamp};

/// How many values may be corrected without a word.
const CORRECTIONS: usize = 3;
/// One value in this many may be.
const ONE_IN: usize = 20;

/// What was public would be gone. An indicator that is gone is one case, whatever it had.
pub fn loss(comparison: &Comparison<'_>) -> Vec<Violation> {
    let new: BTreeMap<&Key, &Indicator> = comparison.new.indicators().map(|of| (&of.key, of)).collect();
    let old = comparison.old.into_iter().flat_map(Dataset::indicators);
    let lost = old.flat_map(|old| match new.get(&old.key) {
        Some(new) => observations_lost(old, new),
        None => vec![Violation::of(GuardKind::Loss, &old.key, None, msg::indicator_lost())],
    });
    lost.collect()
}

fn observations_lost(old: &Indicator, new: &Indicator) -> Vec<Violation> {
    let kept: BTreeSet<_> = new.series.observations().iter().map(|observation| observation.date).collect();
    let lost = old.series.observations().iter().filter(|observation| !kept.contains(&observation.date));
    lost.map(|of| Violation::of(GuardKind::Loss, &old.key, of.date, msg::observation_lost(of.value)))
        .collect()
}

/// Many public values change, and no new date of publication says that their source revised them. Rows under embargo
/// have such a date by their nature.
pub fn revision(comparison: &Comparison<'_>) -> Vec<Violation> {
    let of_indicator = |pair: &Pair<'_>| {
        let public = pair.old?.series.observations().len();
        let is_unannounced = |row: &&Row<'_>| {
            row.before.is_some_and(|before| {
                before.value != row.after.value && row.after.published <= before.published
            })
        };
        let count = pair.rows.iter().filter(is_unannounced).count();
        (count > CORRECTIONS && count * ONE_IN > public).then(|| {
            Violation::of(GuardKind::Revision, &pair.new.key, None, msg::revised_silently(count, public))
        })
    };
    comparison.pairs.iter().filter_map(of_indicator).collect()
}

/// What the figures are figures of changes.
pub fn definition(comparison: &Comparison<'_>) -> Vec<Violation> {
    let Some(old) = comparison.old else { return Vec::new() };
    let (before, after) = (old.offset.to_string(), comparison.new.offset.to_string());
    let offset = (before != after)
        .then(|| Violation::whole(GuardKind::Definition, msg::field_changes("utcOffset", before, after)));
    let of_indicators = comparison.pairs.iter().flat_map(|pair| {
        definition_changes(pair).into_iter().map(|change| {
            let what = msg::field_changes(change.label, or_dash(change.before), or_dash(change.after));
            Violation::of(GuardKind::Definition, &pair.new.key, None, what)
        })
    });
    offset.into_iter().chain(of_indicators).collect()
}

fn definition_changes(pair: &Pair<'_>) -> Vec<FieldChange> {
    let (Some(old), new) = (pair.old, pair.new) else { return Vec::new() };
    let series_key = |of: &Indicator| SeriesKey {
        unit: of.unit.clone(),
        period_type: of.period_type,
        measure: of.measure,
    };
    let mut found = fields::changes(&fields::OF_SERIES_KEY, &series_key(old), &series_key(new));
    found.extend(fields::changes(&fields::OF_ORIGIN, old, new));
    if new.declared.status() == Status::Unknown {
        found.extend(fields::changes(&fields::OF_TRUST, old, new));
    }
    // A row may name a series key of its own: it is held against what it replaces, or the one before it.
    let rows = pair.rows.iter().chain(&pair.coming);
    for (before, after) in rows.filter_map(|row| Some((row.before.or(row.previous)?, row.after))) {
        for change in fields::changes(&fields::OF_SERIES_KEY, &before.series_key, &after.series_key) {
            if !found.contains(&change) {
                found.push(change);
            }
        }
    }
    found
}

/// An observation of a day that is still to come when it becomes public.
pub fn future(comparison: &Comparison<'_>) -> Vec<Violation> {
    let mut found = Vec::new();
    for pair in &comparison.pairs {
        for row in pair.rows.iter().chain(&pair.coming) {
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
    found
}

/// The instant that the dataset gives itself; rows under embargo do not count.
pub fn as_of(comparison: &Comparison<'_>) -> Vec<Violation> {
    let Comparison { old, new, now, .. } = comparison;
    let (written, today) = (new.offset.timestamp(new.as_of), comparison.today());
    let future = (new.as_of > *now).then(|| msg::as_of_in_the_future(&written));
    let back = old.filter(|old| new.as_of < old.as_of).map(|old| {
        let before = old.offset.timestamp(old.as_of);
        msg::as_of_goes_back(&written, before)
    });
    let rows = new.indicators().flat_map(|of| of.series.observations());
    let newest = rows
        .filter_map(|of| of.published_until(today))
        .max()
        .filter(|newest| new.offset.day(new.as_of) < *newest);
    let older = newest.map(|newest| msg::as_of_before_published(&written, newest));
    [future, back, older].into_iter().flatten().map(|what| Violation::whole(GuardKind::AsOf, what)).collect()
}

/// A row would be public earlier than the release in service has it [D19a.5].
pub fn early(comparison: &Comparison<'_>) -> Vec<Violation> {
    let Some(old) = comparison.old_full else { return Vec::new() };
    let now = comparison.now;
    // The latest embargo of each row in the release in service.
    let mut until: BTreeMap<(&Key, Option<NaiveDate>), Timestamp> = BTreeMap::new();
    for row in old.embargoed_at(now) {
        let name = (&row.indicator.key, row.coming.row.observation.date);
        let latest = until.entry(name).or_insert(row.coming.not_before);
        *latest = (*latest).max(row.coming.not_before);
    }
    if until.is_empty() {
        return Vec::new();
    }
    let mut comes: BTreeMap<(&Key, Option<NaiveDate>), Timestamp> = BTreeMap::new();
    for row in comparison.new_full.embargoed_at(now) {
        let first = comes.entry((&row.indicator.key, row.coming.row.observation.date));
        first.and_modify(|at| *at = (*at).min(row.coming.not_before)).or_insert(row.coming.not_before);
    }
    let keys: BTreeSet<&Key> = until.keys().map(|(key, _)| *key).collect();
    for pair in comparison.pairs.iter().filter(|pair| keys.contains(&pair.new.key)) {
        if let Some(new) = comparison.new.indicator(&pair.new.key) {
            comes.extend(public_anew(pair.old, new).map(|of| ((&pair.new.key, of.date), now)));
        }
    }
    let offset = comparison.new_full.offset();
    let violation = |((key, date), until): (&(&Key, Option<NaiveDate>), &Timestamp)| {
        let comes = comes.get(&(*key, *date)).filter(|comes| *comes < until)?;
        let (comes, until) = (offset.timestamp(*comes), offset.timestamp(*until));
        Some(Violation::of(GuardKind::Early, key, *date, msg::embargoed_until_later(until, comes)))
    };
    until.iter().filter_map(violation).collect()
}

/// The revisions that only the new series has.
fn public_anew<'a>(old: Option<&'a Indicator>, new: &'a Indicator) -> impl Iterator<Item = &'a Observation> {
    let known = old.into_iter().flat_map(|old| old.series.revisions());
    let known: HashMap<_, _> = known.map(|of| ((of.date, of.published), of.value)).collect();
    new.series.revisions().filter(move |of| known.get(&(of.date, of.published)) != Some(&of.value))
}
