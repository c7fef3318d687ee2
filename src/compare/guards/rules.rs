//! What is lost, revised in silence or defined anew.

use std::collections::{BTreeMap, BTreeSet};

use super::violation::{GuardKind, Violation};
use crate::compare::field_tables;
use crate::compare::fields::{self, FieldChange, or_dash};
use crate::compare::rows::{Comparison, Pair, Row};
use crate::dataset::Dataset;
use crate::messages as msg;
use crate::model::{Category, Indicator, Key, SeriesKey, Status};

/// How many values may be corrected without an override.
const CORRECTIONS: usize = 3;
/// One value in this many may be.
const ONE_IN: usize = 20;

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
    let what =
        |change: FieldChange| msg::field_changes(change.label, or_dash(change.before), or_dash(change.after));
    let whole = fields::changes(&field_tables::OF_DATASET, old, comparison.new);
    found.extend(whole.into_iter().map(|change| Violation::whole(GuardKind::Definition, what(change))));
    let categories = by_key(old);
    for (key, category) in by_key(comparison.new) {
        let changes =
            categories.get(key).map(|old| fields::changes(&field_tables::OF_CATEGORY, *old, category));
        let of_key = |change| Violation::of(GuardKind::Definition, key, None, what(change));
        found.extend(changes.into_iter().flatten().map(of_key));
    }
    for pair in &comparison.pairs {
        for change in definition_changes(pair) {
            found.push(Violation::of(GuardKind::Definition, &pair.new.key, None, what(change)));
        }
    }
}

fn by_key(of: &Dataset) -> BTreeMap<&Key, &Category> {
    let categories = of.categories.iter();
    categories.flat_map(|category| category.indicators.iter().map(move |of| (&of.key, category))).collect()
}

fn definition_changes(pair: &Pair<'_>) -> Vec<FieldChange> {
    let (Some(old), new) = (pair.old, pair.new) else { return Vec::new() };
    let series_key = |of: &Indicator| SeriesKey {
        unit: of.unit.clone(),
        period_type: of.period_type,
        frequency: of.frequency,
        measure: of.measure,
    };
    let mut found = fields::changes(&field_tables::OF_SERIES_KEY, &series_key(old), &series_key(new));
    found.extend(fields::changes(&field_tables::OF_ORIGIN, old, new));
    found.extend(fields::changes(&field_tables::OF_IDENTITY, old, new));
    if new.declared.status() == Status::Unknown {
        found.extend(fields::changes(&field_tables::OF_TRUST, old, new));
    }
    // A row may name a series key of its own: it is held against what it replaces, or the one before it.
    for (before, after) in pair.all_rows().filter_map(|row| Some((row.before.or(row.previous)?, row.after))) {
        for change in fields::changes(&field_tables::OF_SERIES_KEY, &before.series_key, &after.series_key) {
            if !found.contains(&change) {
                found.push(change);
            }
        }
    }
    found
}
