//! The guards that are a few lines each: `loss`, `revision`, `future`, `as-of` and `early`.

use std::collections::{BTreeMap, BTreeSet, HashMap};

use chrono::NaiveDate;

use super::comparison::{Comparison, Full, Pair, Row};
use super::{Concern, GuardKind};
use crate::dataset::Dataset;
use crate::messages as msg;
use crate::model::{Indicator, Key, Number, Observation, Timestamp};

/// How many values may be corrected without a word.
const CORRECTIONS: usize = 3;
/// One value in this many may be.
const ONE_IN: usize = 20;

/// What was public would be gone. An indicator that is gone is one case, whatever it had.
pub fn loss(comparison: &Comparison<'_>) -> Vec<Concern> {
    let new: BTreeMap<&Key, &Indicator> = comparison.new.indicators().map(|of| (&of.key, of)).collect();
    let old = comparison.old.into_iter().flat_map(Dataset::indicators);
    let lost = old.flat_map(|old| match new.get(&old.key) {
        Some(new) => observations_lost(old, new),
        None => vec![Concern::of(GuardKind::Loss, &old.key, None, msg::indicator_lost())],
    });
    lost.collect()
}

fn observations_lost(old: &Indicator, new: &Indicator) -> Vec<Concern> {
    let kept: BTreeSet<_> = new.series.observations().iter().map(|observation| observation.date).collect();
    let lost = old.series.observations().iter().filter(|observation| !kept.contains(&observation.date));
    lost.map(|of| Concern::of(GuardKind::Loss, &old.key, of.date, msg::observation_lost(of.value))).collect()
}

/// Many public values change, and no new date of publication says that their source revised them. Rows under embargo
/// have such a date by their nature.
pub fn revision(comparison: &Comparison<'_>) -> Vec<Concern> {
    let of_indicator = |pair: &Pair<'_>| {
        let public = pair.old?.series.observations().len();
        let is_unannounced = |row: &&Row<'_>| {
            row.before.is_some_and(|before| {
                before.value != row.after.value && row.after.published <= before.published
            })
        };
        let count = pair.rows.iter().filter(is_unannounced).count();
        (count > CORRECTIONS && count * ONE_IN > public).then(|| {
            Concern::of(GuardKind::Revision, &pair.new.key, None, msg::revised_silently(count, public))
        })
    };
    comparison.pairs.iter().filter_map(of_indicator).collect()
}

/// An observation of a day that is still to come when it becomes public.
pub fn future(comparison: &Comparison<'_>) -> Vec<Concern> {
    let mut found = Vec::new();
    for pair in &comparison.pairs {
        for row in pair.rows.iter().chain(&pair.coming) {
            let date = row.after.date.filter(|date| *date > row.after.latest_date(row.day));
            let published = row.after.published.filter(|day| *day > row.after.latest_published(row.day));
            let what = [
                date.map(|date| msg::ends_in_the_future(date, row.day)),
                published.map(|day| msg::published_in_the_future(day, row.day)),
            ];
            let concern = |what| Concern::of(GuardKind::Future, &pair.new.key, row.after.date, what);
            found.extend(what.into_iter().flatten().map(concern));
        }
    }
    found
}

/// The instant that the dataset gives itself; rows under embargo do not count.
pub fn as_of(comparison: &Comparison<'_>) -> Vec<Concern> {
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
    [future, back, older].into_iter().flatten().map(|what| Concern::whole(GuardKind::AsOf, what)).collect()
}

/// A row would be public earlier than the release in service has it [D19a.5].
pub fn early(full: Full<'_>, comparison: &Comparison<'_>) -> Vec<Concern> {
    let Some(old) = full.old else { return Vec::new() };
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
    for row in full.new.embargoed_at(now) {
        let first = comes.entry((&row.indicator.key, row.coming.row.observation.date));
        first.and_modify(|at| *at = (*at).min(row.coming.not_before)).or_insert(row.coming.not_before);
    }
    let keys: BTreeSet<&Key> = until.keys().map(|(key, _)| *key).collect();
    for pair in comparison.pairs.iter().filter(|pair| keys.contains(&pair.new.key)) {
        if let Some(new) = comparison.new.indicator(&pair.new.key) {
            comes.extend(public_anew(pair.old, new).map(|of| ((&pair.new.key, of.date), now)));
        }
    }
    let offset = full.new.offset();
    let concern = |((key, date), until): (&(&Key, Option<NaiveDate>), &Timestamp)| {
        let comes = comes.get(&(*key, *date)).filter(|comes| *comes < until)?;
        let (comes, until) = (offset.timestamp(*comes), offset.timestamp(*until));
        Some(Concern::of(GuardKind::Early, key, *date, msg::embargoed_until_later(until, comes)))
    };
    until.iter().filter_map(concern).collect()
}

/// The revisions that only the new series has.
fn public_anew<'a>(old: Option<&'a Indicator>, new: &'a Indicator) -> impl Iterator<Item = &'a Observation> {
    let known = old.into_iter().flat_map(|old| old.series.revisions());
    let known: HashMap<_, _> = known.map(|of| ((of.date, of.published), of.value)).collect();
    new.series.revisions().filter(move |of| known.get(&(of.date, of.published)) != Some(&of.value))
}

/// A row of a release that a rollback took out of service, and that the release in service does not have.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct WithdrawnRow {
    /// The indicator.
    pub key: Key,
    /// The row.
    pub observation: Observation,
}

/// The rows that are public in `former` and not in `public`: a rollback from the one to the other withdraws them. A row
/// is its date, its day of publication and its value [D27.1].
pub fn withdrawn_rows(former: &Dataset, public: &Dataset) -> Vec<WithdrawnRow> {
    let public: HashMap<&Key, &Indicator> = public.indicators().map(|of| (&of.key, of)).collect();
    let mut rows = Vec::new();
    for former in former.indicators() {
        let known: BTreeSet<_> =
            public.get(&former.key).into_iter().flat_map(|of| of.series.revisions()).map(name).collect();
        let gone = former.series.revisions().filter(|observation| !known.contains(&name(observation)));
        rows.extend(gone.map(|of| WithdrawnRow { key: former.key.clone(), observation: of.clone() }));
    }
    rows
}

/// Those of the withdrawn rows that are in `dataset`.
pub fn present<'a>(withdrawn: &'a [WithdrawnRow], dataset: &Dataset) -> Vec<&'a WithdrawnRow> {
    let mut by_key: BTreeMap<&Key, Vec<&WithdrawnRow>> = BTreeMap::new();
    for row in withdrawn {
        by_key.entry(&row.key).or_default().push(row);
    }
    let mut found = Vec::new();
    for indicator in dataset.indicators() {
        let Some(rows) = by_key.get(&indicator.key) else { continue };
        let present: BTreeSet<_> = indicator.series.revisions().map(name).collect();
        found.extend(rows.iter().filter(|row| present.contains(&name(&row.observation))).copied());
    }
    found
}

/// The rows that `new` would bring back of those that were withdrawn.
pub fn withdrawn(withdrawn: &[WithdrawnRow], new: &Dataset) -> Vec<Concern> {
    let concern = |row: &WithdrawnRow| {
        let of = &row.observation;
        Concern::of(GuardKind::Withdrawn, &row.key, of.date, msg::was_withdrawn(of.value))
    };
    present(withdrawn, new).into_iter().map(concern).collect()
}

/// What tells a row from others: its date, its day of publication, and its value.
fn name(of: &Observation) -> (Option<NaiveDate>, Option<NaiveDate>, Number) {
    (of.date, of.published, of.value)
}
