//! What makes figures look more trustworthy than they are, or takes away what would say that they are not [D27.3].

use std::collections::BTreeMap;

use chrono::NaiveDate;

use super::violation::{GuardKind, Violation};
use crate::compare::fields::or_dash;
use crate::compare::rows::{Comparison, Pair};
use crate::dataset::Dataset;
use crate::messages::{self as msg, Message};
use crate::model::{Indicator, Key, Source, Status, Timestamp};

pub fn status(comparison: &Comparison<'_>, found: &mut Vec<Violation>) {
    sources(comparison, found);
    let Some(old) = comparison.old else { return };
    let is_seed_anew = |before: Status, after: Status| before == Status::Verified && after == Status::Seed;
    let [before, after] = [old, comparison.new].map(|of| of.declared.status());
    let whole = is_seed_anew(before, after);
    let change =
        |before: Status, after: Status| msg::field_changes("sourceStatus", before.name(), after.name());
    found.extend(whole.then(|| Violation::whole(GuardKind::Status, change(before, after))));
    for Pair { old, new, .. } in &comparison.pairs {
        let Some(old) = old else { continue };
        let [before, after] = [old, new].map(|of| of.declared.status());
        // What the dataset declares was said once.
        if is_seed_anew(before, after) && !(whole && new.declared == comparison.new.declared) {
            found.push(Violation::of(GuardKind::Status, &new.key, None, change(before, after)));
        }
        found
            .extend(bounds_gone(old, new).map(|what| Violation::of(GuardKind::Status, &new.key, None, what)));
    }
    publications_gone(comparison, found);
}

/// Checks that lie ahead, or are gone, and hours that were raised; a check ahead needs a word at a first publication, too.
fn sources(comparison: &Comparison<'_>, found: &mut Vec<Violation>) {
    let old = comparison.old.map(sources_of).unwrap_or_default();
    for (id, new) in sources_of(comparison.new_full.with_all_rows()) {
        let old = old.get(id);
        let before = old.and_then(|old| checked_at(old));
        let after = checked_at(new);
        let written = |instant: Timestamp| comparison.new.offset.timestamp(instant);
        let ahead = after.filter(|after| *after > comparison.now && Some(*after) != before);
        let gone = before.filter(|_| after.is_none());
        let hours = |of: &Source| of.stale_after_hours;
        let raised =
            old.map(|old| (hours(old), hours(new))).filter(|(before, after)| match (before, after) {
                (Some(before), Some(after)) => after > before,
                (before, _) => before.is_some(),
            });
        let what = [
            ahead.map(|ahead| msg::check_lies_ahead(id, written(ahead))),
            gone.map(|gone| msg::check_is_gone(id, written(gone))),
            raised.map(|(before, after)| msg::stale_later(id, or_dash(before), or_dash(after))),
        ];
        found.extend(what.into_iter().flatten().map(|what| Violation::whole(GuardKind::Status, what)));
    }
}

fn sources_of(dataset: &Dataset) -> BTreeMap<&str, &Source> {
    let sources = dataset.indicators().filter_map(|of| of.source.as_deref());
    sources.map(|source| (source.id.as_str(), source)).collect()
}

fn checked_at(source: &Source) -> Option<Timestamp> {
    source.check.as_ref()?.checked_at
}

/// The bounds of `plausible` that the definition does not have any more.
fn bounds_gone(old: &Indicator, new: &Indicator) -> impl Iterator<Item = Message> {
    let bounds = |of: &Indicator| {
        let plausible = of.plausible.clone().unwrap_or_default();
        [("min", plausible.min), ("max", plausible.max), ("maxChangePct", plausible.max_change_pct)]
    };
    let gone = bounds(old)
        .into_iter()
        .zip(bounds(new))
        .filter(|((_, old), (_, new))| old.is_some() && new.is_none());
    gone.map(|((name, old), _)| msg::field_changes(format!("plausible.{name}"), or_dash(old), "-"))
}

/// Days to come on which a publication was expected, and is no more, release by release.
fn publications_gone(comparison: &Comparison<'_>, found: &mut Vec<Violation>) {
    let today = comparison.new.offset.day(comparison.now);
    let mut gone: BTreeMap<(&str, Vec<NaiveDate>), Vec<&Key>> = BTreeMap::new();
    for Pair { old, new, .. } in &comparison.pairs {
        let Some(before) = old.and_then(|old| old.release.as_ref()) else { continue };
        let kept = new.release.as_ref().map_or(&[][..], |release| &release.dates);
        let to_come = before.dates.iter().filter(|date| **date > today && !kept.contains(date));
        let to_come: Vec<NaiveDate> = to_come.copied().collect();
        if !to_come.is_empty() {
            gone.entry((&before.id, to_come)).or_default().push(&new.key);
        }
    }
    for ((release, dates), keys) in gone {
        let written: Vec<String> = dates.iter().map(NaiveDate::to_string).collect();
        let what = msg::publications_gone(release, written.join(", "));
        found.push(match keys[..] {
            [key] => Violation::of(GuardKind::Status, key, None, what),
            _ => Violation::whole(GuardKind::Status, what),
        });
    }
}
