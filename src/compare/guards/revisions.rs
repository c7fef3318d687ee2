//! Public values that are gone or another: losses, silent revisions, revisions that change what was known and not what is
//! [D27.3].

use super::*;

/// How many values of a series may be corrected without an override, and one in how many.
const CORRECTIONS: usize = 3;
const ONE_IN: usize = 20;
/// The days by which a rate may be published ahead of its day, and a decision before it takes effect.
const RATE_AHEAD: Days = Days::new(31);
const DECISION_AHEAD: Days = Days::new(366);

/// Reports public rows that would be gone. An indicator that is gone is one case, whatever it had.
pub fn losses(comparison: &Comparison<'_>, violations: &mut Vec<Violation>) {
    let indicators: BTreeMap<&Key, &Indicator> =
        comparison.new.indicators().map(|indicator| (&indicator.key, indicator)).collect();
    let mut report =
        |key, date, message| violations.push(Violation::new(GuardKind::Loss, key, date, message));
    for old in comparison.old.into_iter().flat_map(Dataset::indicators) {
        let Some(new) = indicators.get(&old.key) else {
            report(&old.key, None, msg::indicator_lost());
            continue;
        };
        let kept: BTreeSet<_> = new.series.observations().iter().map(|row| row.date).collect();
        for row in old.series.observations().iter().filter(|row| !kept.contains(&row.date)) {
            report(&old.key, row.date, msg::observation_lost(row.value));
        }
    }
}

/// Reports a series of which many public values change without a new date of publication. Rows under embargo have such a
/// date by their nature.
pub fn many_silent_revisions(comparison: &Comparison<'_>, violations: &mut Vec<Violation>) {
    for pair in &comparison.pairs {
        let public = pair.old.map_or(0, |old| old.series.observations().len());
        let count = pair.rows.iter().filter(|row| row.is_silent_revision()).count();
        if count > CORRECTIONS && count * ONE_IN > public {
            let message = msg::revised_silently(count, public);
            violations.push(Violation::new(GuardKind::Revision, &pair.new.key, None, message));
        }
    }
}

/// Reports new revisions that do not count, and rows that were published before their period ended.
pub fn idle_revisions(comparison: &Comparison<'_>, violations: &mut Vec<Violation>) {
    if comparison.old.is_none() {
        return;
    }
    for pair in &comparison.pairs {
        violations.extend(superseded_revisions(pair));
        for row in pair.all_rows().filter(|row| is_published_early(row)) {
            let message = msg::published_before_its_end(row.after.value, or_dash(row.after.published));
            violations.push(Violation::new(GuardKind::History, &pair.new.key, row.after.date, message));
        }
    }
}

/// New revisions of public dates, or other values of old ones, of which a later revision takes the place.
fn superseded_revisions(pair: &Pair<'_>) -> Vec<Violation> {
    let Some(old) = pair.old else { return Vec::new() };
    let dates: BTreeSet<_> = old.series.observations().iter().map(|row| row.date).collect();
    let name = |row: &Observation| (row.date, row.published, row.value);
    let old_names: BTreeSet<_> = old.series.revisions().map(name).collect();
    let current: BTreeMap<_, _> = pair.new.series.observations().iter().map(|row| (row.date, row)).collect();
    let superseded = pair.new.series.superseded().iter();
    let violation = |row: &Observation| {
        let current = current.get(&row.date)?;
        let (published, current_published) = (or_dash(row.published), or_dash(current.published));
        let message = msg::does_not_count(row.value, published, current.value, current_published);
        Some(Violation::new(GuardKind::History, &pair.new.key, row.date, message))
    };
    superseded
        .filter(|row| dates.contains(&row.date) && !old_names.contains(&name(row)))
        .filter_map(violation)
        .collect()
}

/// Reports another value with the day of publication of the public one, since it would change what was known on that day;
/// and days of publication that are lost. A row that has a case already gets no second one.
pub fn overwritten_days(comparison: &Comparison<'_>, violations: &mut Vec<Violation>) {
    let reported: BTreeSet<_> = violations.iter().map(|case| (case.key.clone(), case.date)).collect();
    for pair in &comparison.pairs {
        violations.extend(lost_days(pair));
        let key = Some(pair.new.key.clone());
        for Row { before, after, .. } in &pair.rows {
            let Some(before) = before else { continue };
            let is_overwritten = before.published.is_some()
                && before.published == after.published
                && before.value != after.value;
            let is_reported =
                [after.date, None].into_iter().any(|date| reported.contains(&(key.clone(), date)));
            if is_overwritten && !is_reported {
                let message = msg::overwrites(before.value, after.value, or_dash(before.published));
                violations.push(Violation::new(GuardKind::History, &pair.new.key, after.date, message));
            }
        }
    }
}

/// Values that keep neither their day of publication nor get a later one; however many, they are one case.
fn lost_days(pair: &Pair<'_>) -> Option<Violation> {
    let is_lost = |row: &&Row<'_>| {
        row.before.is_some_and(|before| {
            before.value == row.after.value
                && before.published.is_some()
                && row.after.published < before.published
        })
    };
    let lost: Vec<&Row<'_>> =
        pair.rows.iter().filter(is_lost).filter(|row| !is_published_early(row)).collect();
    let message = msg::days_of_publication_lost(lost.len());
    Some(Violation::new(GuardKind::History, &pair.new.key, lost.first()?.after.date, message))
}

/// Whether a row was published before its period ended, and the live release does not have it so. A rate is fixed ahead of
/// its day, and a decision is taken before it takes effect, but not long before.
fn is_published_early(row: &Row<'_>) -> bool {
    let ahead = match row.after.series_key.period_type {
        PeriodType::Daily => RATE_AHEAD,
        PeriodType::EffectiveFrom => DECISION_AHEAD,
        PeriodType::Unknown => return false,
        _ => Days::new(0),
    };
    let first_day = row.after.date.and_then(|date| date.checked_sub_days(ahead));
    let is_early = row.after.published.zip(first_day).is_some_and(|(published, first)| published < first);
    is_early && row.before.is_none_or(|before| before.published != row.after.published)
}
