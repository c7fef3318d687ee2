//! What guards judge: the rows that are new or changed, each among its neighbours and as of the day on which it becomes
//! public.

use std::collections::{BTreeMap, HashMap, HashSet};

use chrono::NaiveDate;

use crate::dataset::{Dataset, EmbargoedRow, FullDataset};
use crate::model::{Indicator, Key, Observation, Timestamp};

/// A new or changed observation.
pub struct Row<'a> {
    /// What was public for the same date.
    pub before: Option<&'a Observation>,
    /// What will be.
    pub after: &'a Observation,
    /// The observation before it in the new series.
    pub previous: Option<&'a Observation>,
    /// The observation after it in the new series.
    pub next: Option<&'a Observation>,
    /// The day on which it becomes public.
    pub day: NaiveDate,
    /// The instant until which it is under embargo.
    pub not_before: Option<Timestamp>,
}

/// One indicator as it was, where it was, and as it will be.
pub struct Pair<'a> {
    /// As it was.
    pub old: Option<&'a Indicator>,
    /// As it will be.
    pub new: &'a Indicator,
    /// The rows that are new or changed for readers, oldest first.
    pub rows: Vec<Row<'a>>,
    /// The rows under embargo that are new or changed and will count, in the order in which they come [D19a.4].
    pub coming: Vec<Row<'a>>,
}

/// Two datasets at the instant at which the new one becomes public.
pub struct Comparison<'a> {
    /// What is public; nothing at a first publication.
    pub old: Option<&'a Dataset>,
    /// What will be.
    pub new: &'a Dataset,
    /// The instant.
    pub now: Timestamp,
    /// Every indicator of the new dataset, and those that are wholly under embargo in it.
    pub pairs: Vec<Pair<'a>>,
}

/// Both datasets with their embargoes.
#[derive(Clone, Copy)]
pub struct Full<'a> {
    /// What is in service; nothing at a first publication.
    pub old: Option<&'a FullDataset>,
    /// What will be.
    pub new: &'a FullDataset,
}

impl<'a> Comparison<'a> {
    /// Compares what is public of both at `now`, and what the new one has under embargo.
    pub fn new(full: Full<'a>, (old, new): (Option<&'a Dataset>, &'a Dataset), now: Timestamp) -> Self {
        let former: HashMap<&Key, &Indicator> =
            old.into_iter().flat_map(Dataset::indicators).map(|of| (&of.key, of)).collect();
        let today = new.offset.day(now);
        let mut coming = coming(full, now);
        let mut pair = |indicator: &'a Indicator, is_public: bool| {
            let old = former.get(&indicator.key).copied();
            let rows = if is_public { changes(old, indicator, today) } else { Vec::new() };
            Pair { old, new: indicator, rows, coming: coming.remove(&indicator.key).unwrap_or_default() }
        };
        let mut pairs: Vec<Pair<'a>> = new.indicators().map(|indicator| pair(indicator, true)).collect();
        let public: HashSet<&Key> = new.indicators().map(|of| &of.key).collect();
        let hidden = full.new.with_all_rows().indicators().filter(|of| !public.contains(&of.key));
        pairs.extend(hidden.map(|indicator| pair(indicator, false)));
        Comparison { old, new, now, pairs }
    }

    /// Today, in the new dataset's offset.
    pub fn today(&self) -> NaiveDate {
        self.new.offset.day(self.now)
    }
}

/// Whether readers would see another figure, or the same one of something else.
fn is_changed(before: &Observation, after: &Observation) -> bool {
    before.value != after.value || before.basis != after.basis || before.published != after.published
}

fn changes<'a>(old: Option<&'a Indicator>, new: &'a Indicator, day: NaiveDate) -> Vec<Row<'a>> {
    let old = old.map(|old| old.series.observations()).unwrap_or_default();
    let new = new.series.observations();
    let row = |(position, after): (usize, &'a Observation)| {
        let found = old.binary_search_by_key(&after.date, |observation| observation.date);
        let before = found.ok().and_then(|at| old.get(at));
        let previous = position.checked_sub(1).and_then(|at| new.get(at));
        let next = new.get(position + 1);
        let is_new = before.is_none_or(|before| is_changed(before, after));
        is_new.then_some(Row { before, after, previous, next, day, not_before: None })
    };
    new.iter().enumerate().filter_map(row).collect()
}

/// The rows of the new dataset under embargo that the old one does not have, neither public nor under embargo.
fn coming<'a>(full: Full<'a>, now: Timestamp) -> BTreeMap<&'a Key, Vec<Row<'a>>> {
    let mut by_key: BTreeMap<&'a Key, Vec<EmbargoedRow<'a>>> = BTreeMap::new();
    for row in full.new.embargoed_at(now).into_iter().filter(|row| row.coming.counts) {
        by_key.entry(&row.indicator.key).or_default().push(row);
    }
    let offset = full.new.offset();
    let old = full.old.into_iter().flat_map(|old| old.with_all_rows().indicators());
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
