//! Everything that differs between two datasets at one instant.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use super::embargo::EmbargoDifference;
use super::fields::{self, FieldChange, Seen, Whole};
use super::{bodies, rows};
use crate::dataset::{Dataset, FullDataset};
use crate::model::{Key, Localized, Observation, Offset, Timestamp};
use crate::site::{self, SiteError};

pub struct Difference {
    /// The versions, which may be the same.
    pub old_version: String,
    pub new_version: String,
    pub fields: Vec<FieldChange>,
    /// Indicators that differ: those that both have in the new order, then those that vanished.
    pub indicators: Vec<IndicatorChange>,
    /// The paths of the public bodies that differ: what counts. The fields explain them.
    pub bodies: Vec<String>,
    /// Those of them that no field, indicator or observation above explains.
    pub unexplained: Vec<String>,
    /// The rows under embargo, which no body shows.
    pub embargo: EmbargoDifference,
    pub offset: Offset,
}

pub struct IndicatorChange {
    pub key: Key,
    /// Its name, the newer one where both have it.
    pub name: Localized<String>,
    pub kind: Kind,
    /// What differs of what readers see at the instant.
    pub fields: Vec<FieldChange>,
    /// Observations that differ, oldest first.
    pub rows: Vec<RowChange>,
}

/// Whether both datasets have an indicator, or only the new or the old one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    Added,
    Removed,
    Changed,
}

/// The observation of one date before and after.
#[derive(Clone, Debug)]
pub struct RowChange {
    pub before: Option<Observation>,
    pub after: Option<Observation>,
}

impl Difference {
    /// Compares two datasets as readers see them at `at`.
    pub fn between(old: &FullDataset, new: &FullDataset, at: Timestamp) -> Result<Self, SiteError> {
        let embargo = EmbargoDifference::between(old, new, at);
        let (old, mut new) = (old.public_at(at), new.public_at(at));
        // What is one series is seen to be equal at once.
        Arc::make_mut(&mut new).share(&old);
        let whole = |dataset, other| Whole { dataset, order: common_keys(dataset, other) };
        let fields = fields::of_datasets(&whole(&old, &new), &whole(&new, &old));
        let indicators = indicators(&old, &new, at);
        let changed = indicators.iter().map(|change| change.key.as_str()).collect();
        let bodies = site::differing_paths(&old, &new, at)?;
        let unexplained = bodies::unexplained(&old, &new, at, &bodies, &fields, &changed)?;
        let (old_version, new_version, offset) = (old.version.clone(), new.version.clone(), new.offset);
        Ok(Difference { old_version, new_version, fields, indicators, bodies, unexplained, embargo, offset })
    }

    /// Whether readers would notice nothing, now or later: every public body is the same, byte for byte, and so is what
    /// is under embargo.
    pub fn is_empty(&self) -> bool {
        self.bodies.is_empty() && self.embargo.is_empty()
    }

    /// Whether nothing differs but the version and the as-of instant, and what follows from them.
    pub fn is_version_only(&self) -> bool {
        self.indicators.is_empty()
            && self.unexplained.is_empty()
            && self.embargo.is_empty()
            && self.fields.iter().all(FieldChange::is_dated)
    }
}

/// The keys that both have, in the order of the first.
fn common_keys(dataset: &Dataset, other: &Dataset) -> String {
    let other: BTreeSet<&Key> = other.indicators().map(|of| &of.key).collect();
    let keys = dataset.indicators().map(|of| &of.key).filter(|key| other.contains(key));
    keys.map(Key::as_str).collect::<Vec<_>>().join(" ")
}

fn indicators(old: &Dataset, new: &Dataset, at: Timestamp) -> Vec<IndicatorChange> {
    let (before, after) = (seen(old, at), seen(new, at));
    let both = new.indicators().map(|of| (before.get(&of.key), after.get(&of.key)));
    let vanished = old.indicators().map(|of| (before.get(&of.key), after.get(&of.key)));
    let vanished = vanished.filter(|(_, after)| after.is_none());
    both.chain(vanished).filter_map(|(before, after)| compare(before, after)).collect()
}

fn seen(dataset: &Dataset, at: Timestamp) -> BTreeMap<&Key, Seen<'_>> {
    let listed = dataset.categories.iter().flat_map(|category| {
        category.indicators.iter().map(move |of| (&of.key, Seen::new(dataset, category, of, at)))
    });
    listed.collect()
}

fn compare(before: Option<&Seen<'_>>, after: Option<&Seen<'_>>) -> Option<IndicatorChange> {
    let newest = after.or(before)?.indicator;
    let (kind, fields) = match (before, after) {
        (Some(before), Some(after)) => {
            (Kind::Changed, fields::changes(&fields::of_indicator(), before, after))
        }
        (None, _) => (Kind::Added, Vec::new()),
        (_, None) => (Kind::Removed, Vec::new()),
    };
    let [old, new] = [before, after].map(|seen| seen.map(|seen| &*seen.indicator.series));
    let differing = rows::by_date(old, new).into_iter().filter(|(before, after)| before != after);
    let rows: Vec<RowChange> = differing
        .map(|(before, after)| RowChange { before: before.cloned(), after: after.cloned() })
        .collect();
    let is_change = kind != Kind::Changed || !fields.is_empty() || !rows.is_empty();
    is_change.then(|| IndicatorChange {
        key: newest.key.clone(),
        name: newest.name.clone(),
        kind,
        fields,
        rows,
    })
}
