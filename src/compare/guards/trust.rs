//! What makes figures look more trustworthy than they are, or takes away what would say that they are not [D27.3].

use std::cmp::Ordering;
use std::collections::BTreeMap;

use chrono::NaiveDate;

use super::violation::{GuardKind, Violation};
use crate::compare::fields::or_dash;
use crate::compare::rows::{Comparison, Pair};
use crate::dataset::Dataset;
use crate::messages::{self as msg, Message};
use crate::model::{Flag, Indicator, Key, Side, Source, Status, Timestamp};

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
        let looser = bounds_loosened(old, new).chain(limits_gone(old, new));
        found.extend(looser.map(|what| Violation::of(GuardKind::Status, &new.key, None, what)));
    }
    doubts_gone(comparison, found);
    publications_gone(comparison, found);
}

/// Checks that lie ahead or are gone, and hours that were raised; a check ahead needs a word at a first publication, too.
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

/// Checks that go back. Who notes one is told so and goes on: what is public has not changed by it.
pub fn checks_back(comparison: &Comparison<'_>, found: &mut Vec<Violation>) {
    let old = comparison.old.map(sources_of).unwrap_or_default();
    for (id, new) in sources_of(comparison.new_full.with_all_rows()) {
        let checks = old.get(id).copied().and_then(checked_at).zip(checked_at(new));
        if let Some((before, after)) = checks.filter(|(before, after)| after < before) {
            let [before, after] = [before, after].map(|instant| comparison.new.offset.timestamp(instant));
            let what = msg::check_would_go_back(id, before, after);
            found.push(Violation::whole(GuardKind::Status, what));
        }
    }
}

fn checked_at(source: &Source) -> Option<Timestamp> {
    source.check.as_ref()?.checked_at
}

/// The bounds of `plausible` that the definition does not have any more, or that let more pass.
fn bounds_loosened(old: &Indicator, new: &Indicator) -> impl Iterator<Item = Message> {
    let bounds = |of: &Indicator| {
        let plausible = of.plausible.clone().unwrap_or_default();
        [
            ("min", plausible.min, Ordering::Less),
            ("max", plausible.max, Ordering::Greater),
            ("maxChangePct", plausible.max_change_pct, Ordering::Greater),
            ("maxChange", plausible.max_change, Ordering::Greater),
        ]
    };
    let loosened = bounds(old).into_iter().zip(bounds(new)).filter(|((_, old, looser), (_, new, _))| {
        old.is_some_and(|old| new.is_none_or(|new| new.cmp(&old) == *looser))
    });
    loosened.map(|((name, old, _), (_, new, _))| {
        msg::field_changes(format!("plausible.{name}"), or_dash(old), or_dash(new))
    })
}

/// Whether `below` or `between` names less than it did.
fn limits_gone(old: &Indicator, new: &Indicator) -> impl Iterator<Item = Message> {
    let kept: Vec<(Side, Key)> = new.limits.all().map(|(side, key)| (side, key.clone())).collect();
    let gone: Vec<&Key> = old
        .limits
        .all()
        .filter(|(side, key)| !kept.contains(&(*side, (*key).clone())))
        .map(|(_, key)| key)
        .collect();
    let names = gone.iter().map(|key| key.as_str()).collect::<Vec<_>>().join(", ");
    (!gone.is_empty()).then(|| msg::limits_gone(names)).into_iter()
}

/// Rows that were marked as doubtful and are no more, though their source has published nothing since. Few sources say
/// when a provisional value becomes final: where no day of publication is known, that flag may go.
fn doubts_gone(comparison: &Comparison<'_>, found: &mut Vec<Violation>) {
    for Pair { old, new, .. } in &comparison.pairs {
        let Some(old) = old.filter(|old| old.series != new.series) else { continue };
        let after: BTreeMap<_, _> = new.series.observations().iter().map(|of| (of.date, of)).collect();
        let gone = old.series.observations().iter().filter_map(|before| {
            let after = after.get(&before.date).filter(|after| after.published <= before.published)?;
            let may_go = |flag: &Flag| *flag == Flag::Provisional && before.published.is_none();
            let flags =
                before.flags.doubtful().iter().filter(|flag| !after.flags.are_doubtful() && !may_go(flag));
            let names: Vec<&str> = flags.map(Flag::name).collect();
            (!names.is_empty()).then(|| (before.date, names.join(", ")))
        });
        let gone: Vec<_> = gone.collect();
        if let Some((date, names)) = gone.first() {
            let what = msg::doubts_gone(gone.len(), names);
            found.push(Violation::of(GuardKind::Status, &new.key, *date, what));
        }
    }
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
