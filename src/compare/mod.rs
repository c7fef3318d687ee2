//! What readers would notice between two datasets at one instant. Computes; the words are `text`'s and `json`'s.

mod bodies;
mod embargo;
mod fields;
pub mod guards;
pub mod json;
mod moves;
#[cfg(test)]
mod samples;
pub mod text;

pub use embargo::under_embargo;
pub use fields::Field;
pub use moves::moves;

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use chrono::NaiveDate;

use crate::dataset::{Dataset, FullDataset};
use crate::model::{Indicator, Key, Localized, Observation, Offset, Series, Timestamp};
use crate::site::SiteError;
use embargo::EmbargoDifference;

/// Everything that differs.
pub struct Difference {
    /// The versions, which may be the same.
    pub versions: (String, String),
    /// What differs of the dataset as a whole.
    pub fields: Vec<FieldChange>,
    /// Indicators that differ: those that both have in the new order, then those that vanished.
    pub indicators: Vec<IndicatorChange>,
    /// The paths of the public bodies that differ: what counts. The fields explain them.
    pub bodies: Vec<String>,
    /// Those of them that no field, indicator or observation above explains.
    pub unexplained: Vec<String>,
    /// The rows under embargo, which no body shows.
    pub embargo: EmbargoDifference,
    /// How instants are written.
    pub offset: Offset,
}

/// What happened to one indicator.
pub struct IndicatorChange {
    /// Its identifier.
    pub key: Key,
    /// Its name, the newer one where both have it.
    pub name: Localized<String>,
    /// Whether it came, went, or changed.
    pub kind: Kind,
    /// What differs of what readers see at the instant.
    pub fields: Vec<FieldChange>,
    /// Observations that differ, oldest first.
    pub rows: Vec<RowChange>,
}

/// Whether an indicator came, went, or changed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// Only the new dataset has it.
    Added,
    /// Only the old one has it.
    Removed,
    /// Both have it.
    Changed,
}

/// A field before and after; nothing where it is left out.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct FieldChange {
    /// Which.
    pub field: Field,
    /// As it was.
    pub before: Option<String>,
    /// As it will be.
    pub after: Option<String>,
}

/// One observation before and after; nothing where there was, or will be, none.
#[derive(Clone, Debug)]
pub struct RowChange {
    /// Its date, where it has one.
    pub date: Option<NaiveDate>,
    /// As it was.
    pub before: Option<Observation>,
    /// As it will be.
    pub after: Option<Observation>,
}

impl Difference {
    /// Compares two datasets as readers see them at `at`.
    ///
    /// # Errors
    /// As [`crate::site::Site::build`].
    pub fn between(old: &FullDataset, new: &FullDataset, at: Timestamp) -> Result<Self, SiteError> {
        let embargo = EmbargoDifference::between(old, new, at);
        let (old, mut new) = (old.public_at(at), new.public_at(at));
        // What is one series is seen to be equal at once.
        Arc::make_mut(&mut new).share(&old);
        let (old, new) = (&old, &new);
        let keys = |dataset: &Dataset| -> Vec<Key> { dataset.indicators().map(|i| i.key.clone()).collect() };
        let (old_keys, new_keys) = (keys(old), keys(new));
        let order = (order(&old_keys, &new_keys), order(&new_keys, &old_keys));
        let whole = |dataset: &Dataset, order: String| {
            let mut fields = fields::of_dataset(dataset);
            fields.push((Field::Order, Some(order)));
            fields
        };
        let fields = changes(whole(old, order.0), whole(new, order.1));
        let by_key = |dataset| -> BTreeMap<Key, Seen<'_>> { seen(dataset, at).collect() };
        let (before, after) = (by_key(old), by_key(new));
        let mut indicators = Vec::new();
        for key in &new_keys {
            indicators.extend(compare(key, before.get(key), after.get(key)));
        }
        for key in old_keys.iter().filter(|key| !after.contains_key(key)) {
            indicators.extend(compare(key, before.get(key), None));
        }
        let versions = (old.version.clone(), new.version.clone());
        let (bodies, unexplained, offset) = (Vec::new(), Vec::new(), new.offset);
        let mut difference =
            Difference { versions, fields, indicators, bodies, unexplained, embargo, offset };
        bodies::compare(old, new, at, &mut difference)?;
        Ok(difference)
    }

    /// Whether readers would notice nothing, now or later: every public body is the same, byte for byte, and so is what
    /// is under embargo.
    pub fn is_empty(&self) -> bool {
        self.bodies.is_empty() && self.embargo.is_empty()
    }

    /// Whether nothing differs but the version and the as-of instant, and what follows from them.
    pub fn is_version_only(&self) -> bool {
        let named = |field| matches!(field, Field::Version | Field::AsOf);
        self.indicators.is_empty()
            && self.unexplained.is_empty()
            && self.embargo.is_empty()
            && self.fields.iter().all(|change| named(change.field))
    }
}

/// The keys that both have, in the order of the first.
fn order(keys: &[Key], other: &[Key]) -> String {
    let other: BTreeSet<&Key> = other.iter().collect();
    keys.iter().filter(|key| other.contains(key)).map(Key::as_str).collect::<Vec<_>>().join(" ")
}

/// An indicator as readers see it.
struct Seen<'a> {
    indicator: &'a Indicator,
    fields: Vec<(Field, Option<String>)>,
}

fn seen(dataset: &Dataset, at: Timestamp) -> impl Iterator<Item = (Key, Seen<'_>)> {
    let listed = dataset.categories.iter().flat_map(|c| c.indicators.iter().map(move |i| (c, i)));
    listed.map(move |(category, indicator)| {
        let fields = fields::of_indicator(dataset, category, indicator, at);
        (indicator.key.clone(), Seen { indicator, fields })
    })
}

/// Both lists have the same fields in the same order.
fn changes(before: Vec<(Field, Option<String>)>, after: Vec<(Field, Option<String>)>) -> Vec<FieldChange> {
    let pairs = before.into_iter().zip(after).filter(|((_, before), (_, after))| before != after);
    pairs.map(|((field, before), (_, after))| FieldChange { field, before, after }).collect()
}

fn compare(key: &Key, before: Option<&Seen<'_>>, after: Option<&Seen<'_>>) -> Option<IndicatorChange> {
    let newest = after.or(before)?;
    let (kind, fields) = match (before, after) {
        (Some(before), Some(after)) => (Kind::Changed, changes(before.fields.clone(), after.fields.clone())),
        (None, _) => (Kind::Added, Vec::new()),
        (_, None) => (Kind::Removed, Vec::new()),
    };
    let rows = rows(before.map(|seen| &*seen.indicator.series), after.map(|seen| &*seen.indicator.series));
    if kind == Kind::Changed && fields.is_empty() && rows.is_empty() {
        return None;
    }
    Some(IndicatorChange { key: key.clone(), name: newest.indicator.name.clone(), kind, fields, rows })
}

/// The observations of which only one series has one, or of which they have different ones.
fn rows(before: Option<&Series>, after: Option<&Series>) -> Vec<RowChange> {
    if before == after {
        return Vec::new();
    }
    let observations =
        |series: Option<&Series>| series.map(Series::observations).unwrap_or_default().to_vec();
    let (old, new) = (observations(before), observations(after));
    let mut rows: BTreeMap<Option<NaiveDate>, RowChange> = BTreeMap::new();
    for observation in new {
        let date = observation.date;
        rows.insert(date, RowChange { date, before: None, after: Some(observation) });
    }
    for observation in old {
        let date = observation.date;
        let empty = RowChange { date, before: None, after: None };
        rows.entry(date).or_insert(empty).before = Some(observation);
    }
    rows.into_values().filter(|row| row.before != row.after).collect()
}
