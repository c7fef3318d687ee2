//! What guards judge: the rows that are new or changed, each among its neighbours and as of the day on which it becomes
//! public.

use std::collections::{BTreeMap, HashMap};

use chrono::NaiveDate;

use crate::compare::rows::by_date;
use crate::dataset::{Dataset, EmbargoedRow, FullDataset};
use crate::model::{Indicator, Key, Observation, Timestamp};

pub struct Row<'a> {
    pub before: Option<&'a Observation>,
    pub after: &'a Observation,
    pub previous: Option<&'a Observation>,
    pub next: Option<&'a Observation>,
    /// The day on which it becomes public.
    pub day: NaiveDate,
    /// The instant until which it is under embargo.
    pub not_before: Option<Timestamp>,
}

/// One indicator as it was, where it was, and as it will be.
pub struct Pair<'a> {
    pub old: Option<&'a Indicator>,
    pub new: &'a Indicator,
    /// The rows that are new or changed for readers, oldest first.
    pub rows: Vec<Row<'a>>,
    /// The rows under embargo that are new or changed and will count, in the order in which they come [D19a.4].
    pub coming: Vec<Row<'a>>,
}

/// Two datasets at the instant at which the new one becomes public.
pub struct Comparison<'a> {
    /// What is public; `None` at a first publication.
    pub old: Option<&'a Dataset>,
    pub new: &'a Dataset,
    /// The old one with its rows under embargo.
    pub old_full: Option<&'a FullDataset>,
    /// The new one with its rows under embargo.
    pub new_full: &'a FullDataset,
    pub now: Timestamp,
    /// Every indicator of the new dataset, and those that are wholly under embargo in it.
    pub pairs: Vec<Pair<'a>>,
}

impl Comparison<'_> {
    /// Compares what is public of both at `now`, and what the new one has under embargo.
    pub fn with<T>(
        old_full: Option<&FullDataset>,
        new_full: &FullDataset,
        now: Timestamp,
        judge: impl FnOnce(&Comparison<'_>) -> T,
    ) -> T {
        let (old, new) = (old_full.map(|old| old.public_at(now)), new_full.public_at(now));
        let (old, new) = (old.as_deref(), &*new);
        let former: HashMap<&Key, &Indicator> =
            old.into_iter().flat_map(Dataset::indicators).map(|of| (&of.key, of)).collect();
        let public: HashMap<&Key, &Indicator> = new.indicators().map(|of| (&of.key, of)).collect();
        let mut coming = coming(old_full, new_full, now);
        let hidden = new_full.with_all_rows().indicators().filter(|of| !public.contains_key(&of.key));
        let mut pairs = Vec::new();
        for indicator in new.indicators().chain(hidden) {
            let key = &indicator.key;
            let old = former.get(key).copied();
            let rows = public.get(key).map(|new| changes(old, new, new_full.offset().day(now)));
            let coming = coming.remove(key).unwrap_or_default();
            pairs.push(Pair { old, new: indicator, rows: rows.unwrap_or_default(), coming });
        }
        judge(&Comparison { old, new, old_full, new_full, now, pairs })
    }

    pub fn today(&self) -> NaiveDate {
        self.new.offset.day(self.now)
    }
}

/// Whether readers would see another figure, or the same one of something else.
fn is_changed(before: &Observation, after: &Observation) -> bool {
    before.value != after.value
        || before.series_key != after.series_key
        || before.published != after.published
}

fn changes<'a>(old: Option<&'a Indicator>, new: &'a Indicator, day: NaiveDate) -> Vec<Row<'a>> {
    let sides = by_date(old.map(|old| &*old.series), Some(&new.series));
    let rows: Vec<_> = sides.into_iter().filter_map(|(before, after)| Some((before, after?))).collect();
    let row = |(position, (before, after)): (usize, &(Option<&'a Observation>, &'a Observation))| {
        let after_at = |at: usize| rows.get(at).map(|(_, after)| *after);
        before.is_none_or(|before| is_changed(before, after)).then(|| Row {
            before: *before,
            after,
            previous: position.checked_sub(1).and_then(after_at),
            next: after_at(position + 1),
            day,
            not_before: None,
        })
    };
    rows.iter().enumerate().filter_map(row).collect()
}

/// The rows of the new dataset under embargo that the old one does not have, neither public nor under embargo.
fn coming<'a>(
    old: Option<&'a FullDataset>,
    new: &'a FullDataset,
    now: Timestamp,
) -> BTreeMap<&'a Key, Vec<Row<'a>>> {
    let mut by_key: BTreeMap<&'a Key, Vec<EmbargoedRow<'a>>> = BTreeMap::new();
    for row in new.embargoed_at(now).into_iter().filter(|row| row.coming.counts) {
        by_key.entry(&row.indicator.key).or_default().push(row);
    }
    let offset = new.offset();
    let old = old.into_iter().flat_map(|old| old.with_all_rows().indicators());
    let old: HashMap<&Key, &Indicator> =
        old.filter(|of| by_key.contains_key(&of.key)).map(|of| (&of.key, of)).collect();
    let known = |key: &Key| -> HashMap<_, &Observation> {
        let revisions = old.get(key).into_iter().flat_map(|old| old.series.revisions());
        revisions.map(|of| ((of.date, of.published), of)).collect()
    };
    let rows = |(key, rows): (&'a Key, Vec<EmbargoedRow<'a>>)| {
        let known = known(key);
        let is_new = |row: &EmbargoedRow<'_>| {
            let after = &row.coming.row.observation;
            known.get(&(after.date, after.published)).is_none_or(|before| is_changed(before, after))
        };
        let rows = rows.into_iter().filter(is_new).map(|row| Row {
            before: row.coming.replaces,
            after: &row.coming.row.observation,
            previous: row.coming.previous,
            next: row.coming.next,
            day: offset.day(row.coming.not_before),
            not_before: Some(row.coming.not_before),
        });
        (key, rows.collect())
    };
    by_key.into_iter().map(rows).collect()
}
