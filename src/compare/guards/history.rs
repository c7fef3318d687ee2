//! Revisions that change what was known and not what is: they do not count, or come before there was anything to publish
//! [D27.3].

use std::collections::{BTreeMap, BTreeSet};

use chrono::Days;

use super::violation::{GuardKind, Violation, told};
use crate::compare::fields::or_dash;
use crate::compare::rows::{Comparison, Pair, Row};
use crate::messages as msg;
use crate::model::{Key, Observation, PeriodType};

/// The days by which a rate may be published ahead of its day, and a decision before it takes effect.
const RATE_AHEAD: Days = Days::new(31);
const DECISION_AHEAD: Days = Days::new(366);

pub fn history(comparison: &Comparison<'_>, found: &mut Vec<Violation>) {
    if comparison.old.is_none() {
        return;
    }
    for pair in &comparison.pairs {
        found.extend(older_revisions(pair));
        found.extend(pair.all_rows().filter(is_early).map(|row| {
            let what = msg::published_before_its_end(row.after.value, or_dash(row.after.published));
            Violation::of(GuardKind::History, &pair.new.key, row.after.date, what)
        }));
    }
}

/// New revisions of dates that were public, or other values of those that were known, which another one takes the place
/// of.
fn older_revisions(pair: &Pair<'_>) -> Vec<Violation> {
    let Some(old) = pair.old else { return Vec::new() };
    let dates: BTreeSet<_> = old.series.observations().iter().map(|of| of.date).collect();
    let known: BTreeSet<_> = old.series.revisions().map(|of| (of.date, of.published, of.value)).collect();
    let counts: BTreeMap<_, _> = pair.new.series.observations().iter().map(|of| (of.date, of)).collect();
    let superseded = pair.new.series.superseded().iter().filter(|of| dates.contains(&of.date));
    let other = superseded.filter(|of| !known.contains(&(of.date, of.published, of.value)));
    let violation = |of: &Observation| {
        let current = counts.get(&of.date)?;
        let what =
            msg::does_not_count(of.value, or_dash(of.published), current.value, or_dash(current.published));
        Some(Violation::of(GuardKind::History, &pair.new.key, of.date, what))
    };
    other.filter_map(violation).collect()
}

/// Another value of what was public, as published on the same day: what was known on that day would be another. What is
/// a case of another kind is not told again.
pub fn overwritten(comparison: &Comparison<'_>, found: &mut Vec<Violation>) {
    let told = told(found);
    let is_told = |key: &Key, row: &Row<'_>| {
        [row.after.date, None].into_iter().any(|date| told.contains(&(key.clone(), date)))
    };
    for pair in &comparison.pairs {
        found.extend(days_lost(pair));
        for row in pair.rows.iter().filter(|row| !is_told(&pair.new.key, row)) {
            let same_day = |of: &&Observation| of.published.is_some() && of.published == row.after.published;
            let before = row.before.filter(same_day).filter(|of| of.value != row.after.value);
            let what = before.map(|of| msg::overwrites(of.value, row.after.value, or_dash(of.published)));
            found.extend(
                what.map(|what| Violation::of(GuardKind::History, &pair.new.key, row.after.date, what)),
            );
        }
    }
}

/// Values that were published on a day and keep neither it nor a later one; however many, they are one case.
fn days_lost(pair: &Pair<'_>) -> Option<Violation> {
    let is_lost = |row: &&Row<'_>| {
        row.before.is_some_and(|before| {
            before.value == row.after.value
                && before.published.is_some()
                && row.after.published < before.published
        })
    };
    let lost: Vec<&Row<'_>> = pair.rows.iter().filter(is_lost).filter(|row| !is_early(row)).collect();
    let first = lost.first()?;
    let what = msg::days_of_publication_lost(lost.len());
    Some(Violation::of(GuardKind::History, &pair.new.key, first.after.date, what))
}

/// Whether it was published before its period ended, and the live release does not have it so. A rate is fixed ahead
/// of its day, and a decision is taken before it takes effect, but not long before.
fn is_early(row: &&Row<'_>) -> bool {
    let ahead = match row.after.series_key.period_type {
        PeriodType::Daily => RATE_AHEAD,
        PeriodType::EffectiveFrom => DECISION_AHEAD,
        PeriodType::Unknown => return false,
        _ => Days::new(0),
    };
    let first = row.after.date.and_then(|date| date.checked_sub_days(ahead));
    let is_early = row.after.published.zip(first).is_some_and(|(published, first)| published < first);
    let is_new = row.before.is_none_or(|before| before.published != row.after.published);
    is_early && is_new
}
