//! Definitions that change, and edits that make figures look more trustworthy than they are [D27].

use super::*;

use crate::model::{DeclaredStatus, Flag, Source};

/// Reports changes of the definition of figures: the offset, categories, units, kinds of periods, names, sources.
pub fn changed_definitions(datasets: &DatasetPair, cases: &mut Cases) {
    let Some(old) = datasets.old else { return };
    let new = datasets.new;
    let before = old.offset.to_string();
    let after = new.offset.to_string();
    if before != after {
        let message = msg::field_changes("utcOffset", before, after);
        cases.add_whole(GuardKind::Definition, message);
    }

    let before = fields::of_dataset(old, "");
    let after = fields::of_dataset(new, "");
    for change in fields::changes(before, after) {
        if matches!(change.id, "title" | "license" | "sdmx") {
            cases.add_whole(GuardKind::Definition, describe_change(change));
        }
    }

    let before = with_categories(old);
    for (key, (category, _)) in with_categories(new) {
        if let Some((old_category, _)) = before.get(key) {
            let changes = fields::changes_of(fields::of_category, old_category, category);
            report_changes(key, changes, cases);
        }
    }

    for pair in &datasets.pairs {
        report_changes(&pair.new.key, definition_changes(pair), cases);
    }
}

fn report_changes(key: &Key, changes: Vec<FieldChange>, cases: &mut Cases) {
    for change in changes {
        cases.add(GuardKind::Definition, key, None, describe_change(change));
    }
}

fn describe_change(change: FieldChange) -> Message {
    msg::field_changes(change.label, or_dash(change.before), or_dash(change.after))
}

fn definition_changes(pair: &IndicatorPair) -> Vec<FieldChange> {
    let new = pair.new;
    let Some(old) = pair.old else {
        return Vec::new();
    };

    let mut changes = series_key_changes(&series_key_of(old), &series_key_of(new));
    changes.extend(fields::changes_of(fields::of_identity, old, new));
    let is_unknown = new.declared.status() == Status::Unknown;
    changes.retain(|change| is_unknown || change.id != fields::STATUS);

    // A row may name a series key of its own: it is compared with the row that it replaces, or the one before it.
    for row in pair.all_rows() {
        let Some(before) = row.before.or(row.previous) else {
            continue;
        };

        for change in series_key_changes(&before.series_key, &row.after.series_key) {
            if !changes.contains(&change) {
                changes.push(change);
            }
        }
    }

    changes
}

fn series_key_changes(before: &SeriesKey, after: &SeriesKey) -> Vec<FieldChange> {
    // Most rows share their series key.
    if before == after {
        return Vec::new();
    }

    fields::changes_of(fields::of_series_key, before, after)
}

fn series_key_of(indicator: &Indicator) -> SeriesKey {
    SeriesKey {
        unit: indicator.unit.clone(),
        period_type: indicator.period_type,
        frequency: indicator.frequency,
        measure: indicator.measure,
    }
}

/// Reports checks that lie ahead or are gone, statuses that fall back to `seed`, looser bounds, and doubts and expected
/// publications that are gone.
pub fn undue_trust(datasets: &DatasetPair, cases: &mut Cases) {
    check_sources(datasets, cases);
    let Some(old) = datasets.old else { return };

    let dataset_falls = fall_to_seed(old.declared, datasets.new.declared);
    if let Some(message) = &dataset_falls {
        cases.add_whole(GuardKind::Status, message.clone());
    }

    for (old, new) in datasets.common() {
        let is_reported = dataset_falls.is_some() && new.declared == datasets.new.declared;
        let mut messages = Vec::new();
        if !is_reported {
            messages.extend(fall_to_seed(old.declared, new.declared));
        }

        messages.extend(loosened_bounds(old, new));
        messages.extend(lost_limits(old, new));
        for message in messages {
            cases.add(GuardKind::Status, &new.key, None, message);
        }
    }

    report_lost_doubts(datasets, cases);
    report_lost_publications(datasets, cases);
}

/// The change of a verified status to `seed`, which says again that figures are still to be taken from their sources.
fn fall_to_seed(before: DeclaredStatus, after: DeclaredStatus) -> Option<Message> {
    let before = before.status();
    let after = after.status();
    let falls = before == Status::Verified && after == Status::Seed;
    falls.then(|| msg::field_changes("sourceStatus", before.name(), after.name()))
}

/// Reports checks that lie ahead or are gone, and raised hours. A check ahead needs an override at a first publication as
/// well.
fn check_sources(datasets: &DatasetPair, cases: &mut Cases) {
    let offset = datasets.new.offset;
    for CheckedSource { old, new } in checked_sources(datasets) {
        let id = &new.id;
        let before = old.and_then(checked_at);
        let mut messages = Vec::new();
        match (before, checked_at(new)) {
            (_, Some(after)) if after > datasets.now && Some(after) != before => {
                messages.push(msg::check_lies_ahead(id, offset.timestamp(after)));
            }
            (Some(before), None) => {
                messages.push(msg::check_is_gone(id, offset.timestamp(before)));
            }
            _ => {}
        }

        let new_hours = new.stale_after_hours;
        if let Some(hours) = old.and_then(|old| old.stale_after_hours)
            && new_hours.is_none_or(|new_hours| new_hours > hours)
        {
            messages.push(msg::stale_later(id, hours, or_dash(new_hours)));
        }

        for message in messages {
            cases.add_whole(GuardKind::Status, message);
        }
    }
}

/// Reports checks that go back. Only a warning on `checked`, because nothing public changes.
pub fn checks_that_go_back(datasets: &DatasetPair, cases: &mut Cases) {
    let offset = datasets.new.offset;
    for CheckedSource { old, new } in checked_sources(datasets) {
        if let Some(before) = old.and_then(checked_at)
            && let Some(after) = checked_at(new)
            && after < before
        {
            let [before, after] = [before, after].map(|instant| offset.timestamp(instant));
            let message = msg::check_would_go_back(&new.id, before, after);
            cases.add_whole(GuardKind::Status, message);
        }
    }
}

/// A source of the new dataset beside the public one.
struct CheckedSource<'a> {
    old: Option<&'a Source>,
    new: &'a Source,
}

/// The sources of the new dataset in the order of their ids.
fn checked_sources<'a>(datasets: &DatasetPair<'a>) -> Vec<CheckedSource<'a>> {
    let public = datasets.old.map(sources_by_id).unwrap_or_default();
    let mut checked = Vec::new();
    for (id, new) in sources_by_id(datasets.new_full.with_all_rows()) {
        let old = public.get(id).copied();
        checked.push(CheckedSource { old, new });
    }

    checked
}

fn sources_by_id(dataset: &Dataset) -> BTreeMap<&str, &Source> {
    let mut sources = BTreeMap::new();
    for indicator in dataset.indicators() {
        if let Some(source) = &indicator.source {
            sources.insert(&source.id[..], &**source);
        }
    }

    sources
}

fn checked_at(source: &Source) -> Option<Timestamp> {
    source.check.as_ref()?.checked_at
}

/// The bounds of `plausible` that are gone or let more pass.
fn loosened_bounds(old: &Indicator, new: &Indicator) -> Vec<Message> {
    let mut loosened = Vec::new();
    let Some(old) = &old.plausible else {
        return loosened;
    };

    let new = new.plausible.clone().unwrap_or_default();
    for ((name, before), (_, after)) in old.bounds().into_iter().zip(new.bounds()) {
        let Some(bound) = before else { continue };
        let is_looser = after.is_none_or(|after| match name {
            "min" => after < bound,
            _ => after > bound,
        });
        if is_looser {
            let name = format!("plausible.{name}");
            loosened.push(msg::field_changes(name, bound, or_dash(after)));
        }
    }

    loosened
}

/// The indicators that `below` and `between` do not name any more.
fn lost_limits(old: &Indicator, new: &Indicator) -> Option<Message> {
    let kept: Vec<_> = new.limits.all().collect();
    let lost = old.limits.all().filter(|limit| !kept.contains(limit));
    let names = join(lost.map(|(_, key)| key), ", ");
    (!names.is_empty()).then(|| msg::limits_gone(names))
}

/// Reports rows that were marked as doubtful and are no more, though their source has published nothing since. Few sources
/// say when a provisional value becomes final: without a day of publication, that flag may go.
fn report_lost_doubts(datasets: &DatasetPair, cases: &mut Cases) {
    for (old, new) in datasets.common() {
        if old.series == new.series {
            continue;
        }

        let mut first = None;
        let mut count = 0;
        for before in old.series.observations() {
            let names = lost_flags(before, new);
            if !names.is_empty() {
                first.get_or_insert((before.date, names));
                count += 1;
            }
        }

        if let Some((date, names)) = first {
            let message = msg::doubts_gone(count, names.join(", "));
            cases.add(GuardKind::Status, &new.key, date, message);
        }
    }
}

/// The flags of doubt that a row has lost without a later day of publication.
fn lost_flags(before: &Observation, new: &Indicator) -> Vec<&'static str> {
    let mut lost = Vec::new();
    let Some(after) = new.series.on(before.date) else {
        return lost;
    };

    if after.published > before.published || after.flags.are_doubtful() {
        return lost;
    }

    for flag in before.flags.doubtful().iter() {
        let may_go = flag == Flag::Provisional && before.published.is_none();
        if !may_go {
            lost.push(flag.name());
        }
    }

    lost
}

/// Reports days to come on which a publication was expected and is no more, release by release.
fn report_lost_publications(datasets: &DatasetPair, cases: &mut Cases) {
    let today = datasets.new.offset.day(datasets.now);
    let mut lost = BTreeMap::<(&str, Vec<NaiveDate>), Vec<&Key>>::new();
    for (old, new) in datasets.common() {
        let Some(release) = &old.release else {
            continue;
        };

        let kept = new.release.as_ref().map(|release| &release.dates);
        let mut dates = release.dates.clone();
        dates.retain(|date| *date > today && !kept.is_some_and(|kept| kept.contains(date)));
        if !dates.is_empty() {
            lost.entry((&release.id, dates)).or_default().push(&new.key);
        }
    }

    for ((release, dates), keys) in lost {
        let message = msg::publications_gone(release, join(&dates, ", "));
        match keys[..] {
            [key] => cases.add(GuardKind::Status, key, None, message),
            _ => cases.add_whole(GuardKind::Status, message),
        }
    }
}
