//! Definitions that change, and whatever makes figures look more trustworthy than they are [D27].

use super::*;

use crate::model::{Flag, Source};

/// Reports a change of what the figures are figures of: the offset, categories, units, kinds of periods, names, sources.
pub fn changed_definitions(comparison: &Comparison<'_>, violations: &mut Vec<Violation>) {
    let Some(old) = comparison.old else { return };
    let [before, after] = [old, comparison.new].map(|dataset| dataset.offset.to_string());
    if before != after {
        let message = msg::field_changes("utcOffset", before, after);
        violations.push(Violation::whole(GuardKind::Definition, message));
    }
    let message = |change: FieldChange| {
        msg::field_changes(change.label, or_dash(change.before), or_dash(change.after))
    };
    let whole = fields::changes(
        fields::of_dataset(old, ""),
        fields::of_dataset(comparison.new, ""),
    );
    for change in whole
        .into_iter()
        .filter(|change| matches!(change.id, "title" | "license" | "sdmx"))
    {
        violations.push(Violation::whole(GuardKind::Definition, message(change)));
    }
    let mut report = |key: &Key, changes: Vec<FieldChange>| {
        let violation = |change| Violation::new(GuardKind::Definition, key, None, message(change));
        violations.extend(changes.into_iter().map(violation));
    };
    let before = with_categories(old);
    for (key, (category, _)) in with_categories(comparison.new) {
        if let Some((old, _)) = before.get(key) {
            let [old, new] = [old, category].map(fields::of_category);
            report(key, fields::changes(old.into(), new.into()));
        }
    }
    for pair in &comparison.pairs {
        report(&pair.new.key, definition_changes(pair));
    }
}

fn definition_changes(pair: &Pair<'_>) -> Vec<FieldChange> {
    let Pair {
        old: Some(old),
        new,
        ..
    } = pair
    else {
        return Vec::new();
    };
    let key_changes = |before: &SeriesKey, after: &SeriesKey| {
        fields::changes(fields::of_series_key(before), fields::of_series_key(after))
    };
    let series_key = |indicator: &Indicator| SeriesKey {
        unit: indicator.unit.clone(),
        period_type: indicator.period_type,
        frequency: indicator.frequency,
        measure: indicator.measure,
    };
    let mut changes = key_changes(&series_key(old), &series_key(new));
    let identity = fields::changes(fields::of_identity(old), fields::of_identity(new));
    let is_unknown = new.declared.status() == Status::Unknown;
    changes.extend(
        identity
            .into_iter()
            .filter(|change| is_unknown || change.id != fields::STATUS),
    );
    // A row may name a series key of its own: it is compared with the row that it replaces, or the one before it.
    for (before, after) in pair
        .all_rows()
        .filter_map(|row| Some((row.before.or(row.previous)?, row.after)))
    {
        if before.series_key == after.series_key {
            continue;
        }
        for change in key_changes(&before.series_key, &after.series_key) {
            if !changes.contains(&change) {
                changes.push(change);
            }
        }
    }
    changes
}

/// Reports checks that lie ahead or are gone, statuses that fall back to `seed`, looser bounds, and doubts and expected
/// publications that are gone.
pub fn undue_trust(comparison: &Comparison<'_>, violations: &mut Vec<Violation>) {
    sources(comparison, violations);
    let Some(old) = comparison.old else { return };
    let is_seed_anew =
        |before: Status, after: Status| before == Status::Verified && after == Status::Seed;
    let change = |before: Status, after: Status| {
        msg::field_changes("sourceStatus", before.name(), after.name())
    };
    let [before, after] = [old, comparison.new].map(|dataset| dataset.declared.status());
    let whole = is_seed_anew(before, after);
    violations.extend(whole.then(|| Violation::whole(GuardKind::Status, change(before, after))));
    for (old, new) in comparison.common() {
        let [before, after] = [old, new].map(|indicator| indicator.declared.status());
        let is_reported = whole && new.declared == comparison.new.declared;
        let status = (is_seed_anew(before, after) && !is_reported).then(|| change(before, after));
        let messages = status
            .into_iter()
            .chain(loosened_bounds(old, new))
            .chain(lost_limits(old, new));
        let violation = |message| Violation::new(GuardKind::Status, &new.key, None, message);
        violations.extend(messages.map(violation));
    }
    lost_doubts(comparison, violations);
    lost_publications(comparison, violations);
}

/// Checks that lie ahead or are gone, and raised hours. A check ahead needs an override at a first publication as well.
fn sources(comparison: &Comparison<'_>, violations: &mut Vec<Violation>) {
    for (id, old, new) in checked_sources(comparison) {
        let (before, after) = (old.and_then(checked_at), checked_at(new));
        let text = |instant: Timestamp| comparison.new.offset.timestamp(instant);
        let ahead = after.filter(|after| *after > comparison.now && Some(*after) != before);
        let gone = before.filter(|_| after.is_none());
        let hours = old.and_then(|old| old.stale_after_hours);
        let is_raised =
            hours.is_some_and(|hours| new.stale_after_hours.is_none_or(|new| new > hours));
        let messages = [
            ahead.map(|ahead| msg::check_lies_ahead(id, text(ahead))),
            gone.map(|gone| msg::check_is_gone(id, text(gone))),
            is_raised.then(|| msg::stale_later(id, or_dash(hours), or_dash(new.stale_after_hours))),
        ];
        let violation = |message| Violation::whole(GuardKind::Status, message);
        violations.extend(messages.into_iter().flatten().map(violation));
    }
}

/// Reports checks that go back. Only a warning on `checked`, because nothing public changes.
pub fn checks_that_go_back(comparison: &Comparison<'_>, violations: &mut Vec<Violation>) {
    for (id, old, new) in checked_sources(comparison) {
        if let Some((before, after)) = old.and_then(checked_at).zip(checked_at(new)) {
            if after < before {
                let [before, after] =
                    [before, after].map(|instant| comparison.new.offset.timestamp(instant));
                let message = msg::check_would_go_back(id, before, after);
                violations.push(Violation::whole(GuardKind::Status, message));
            }
        }
    }
}

/// The sources of the new dataset by their ids, each with the public one.
fn checked_sources<'a>(
    comparison: &Comparison<'a>,
) -> impl Iterator<Item = (&'a str, Option<&'a Source>, &'a Source)> {
    let sources = |dataset: &'a Dataset| -> BTreeMap<&'a str, &'a Source> {
        let sources = dataset
            .indicators()
            .filter_map(|indicator| indicator.source.as_deref());
        sources.map(|source| (source.id.as_str(), source)).collect()
    };
    let public = comparison.old.map(sources).unwrap_or_default();
    let all = sources(comparison.new_full.with_all_rows());
    all.into_iter()
        .map(move |(id, source)| (id, public.get(id).copied(), source))
}

fn checked_at(source: &Source) -> Option<Timestamp> {
    source.check.as_ref()?.checked_at
}

/// The bounds of `plausible` that are gone or let more pass.
fn loosened_bounds(old: &Indicator, new: &Indicator) -> impl Iterator<Item = Message> {
    let bounds = |indicator: &Indicator| {
        let plausible = indicator.plausible.clone().unwrap_or_default();
        [
            ("min", plausible.min, Ordering::Less),
            ("max", plausible.max, Ordering::Greater),
            ("maxChangePct", plausible.max_change_pct, Ordering::Greater),
            ("maxChange", plausible.max_change, Ordering::Greater),
        ]
    };
    let loosened =
        bounds(old)
            .into_iter()
            .zip(bounds(new))
            .filter(|((_, old, looser), (_, new, _))| {
                old.is_some_and(|old| new.is_none_or(|new| new.cmp(&old) == *looser))
            });
    loosened.map(|((name, old, _), (_, new, _))| {
        msg::field_changes(format!("plausible.{name}"), or_dash(old), or_dash(new))
    })
}

/// The indicators that `below` and `between` do not name any more.
fn lost_limits(old: &Indicator, new: &Indicator) -> Option<Message> {
    let kept: Vec<(Side, &Key)> = new.limits.all().collect();
    let lost = old.limits.all().filter(|limit| !kept.contains(limit));
    let names: Vec<&str> = lost.map(|(_, key)| key.as_str()).collect();
    (!names.is_empty()).then(|| msg::limits_gone(names.join(", ")))
}

/// Rows that were marked as doubtful and are no more, though their source has published nothing since. Few sources say
/// when a provisional value becomes final: without a day of publication, that flag may go.
fn lost_doubts(comparison: &Comparison<'_>, violations: &mut Vec<Violation>) {
    for (old, new) in comparison
        .common()
        .filter(|(old, new)| old.series != new.series)
    {
        let lost_flags = |before: &Observation| {
            let after = new
                .series
                .on(before.date)
                .filter(|after| after.published <= before.published)?;
            let may_go = |flag: &Flag| *flag == Flag::Provisional && before.published.is_none();
            let flags = before
                .flags
                .doubtful()
                .iter()
                .filter(|flag| !after.flags.are_doubtful() && !may_go(flag));
            let names: Vec<&str> = flags.map(Flag::name).collect();
            (!names.is_empty()).then(|| (before.date, names.join(", ")))
        };
        let lost: Vec<_> = old
            .series
            .observations()
            .iter()
            .filter_map(lost_flags)
            .collect();
        if let Some((date, names)) = lost.first() {
            let message = msg::doubts_gone(lost.len(), names);
            violations.push(Violation::new(GuardKind::Status, &new.key, *date, message));
        }
    }
}

/// Days to come on which a publication was expected and is no more, release by release.
fn lost_publications(comparison: &Comparison<'_>, violations: &mut Vec<Violation>) {
    let today = comparison.new.offset.day(comparison.now);
    let mut lost: BTreeMap<(&str, Vec<NaiveDate>), Vec<&Key>> = BTreeMap::new();
    for (old, new) in comparison.common() {
        let Some(release) = &old.release else {
            continue;
        };
        let kept = new
            .release
            .as_ref()
            .map_or(&[][..], |release| &release.dates);
        let dates = release
            .dates
            .iter()
            .filter(|date| **date > today && !kept.contains(date));
        let dates: Vec<NaiveDate> = dates.copied().collect();
        if !dates.is_empty() {
            lost.entry((&release.id, dates)).or_default().push(&new.key);
        }
    }
    for ((release, dates), keys) in lost {
        let message = msg::publications_gone(release, join(&dates, ", "));
        violations.push(match keys[..] {
            [key] => Violation::new(GuardKind::Status, key, None, message),
            _ => Violation::whole(GuardKind::Status, message),
        });
    }
}
