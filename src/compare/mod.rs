//! The differences between two datasets that readers would notice at one instant. `lines` and `json` write all of them,
//! `publication` what somebody has to read before they become public.

mod embargo;
mod fields;
pub mod guards;
mod json;
mod lines;
mod origins;
mod pairs;
mod publication;
mod row_summary;
mod rows;
#[cfg(test)]
mod tests;

use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::sync::Arc;

use chrono::NaiveDate;
use serde::{Serialize, Serializer};

use crate::dataset::{Dataset, EmbargoedRow, FullDataset};
use crate::messages::{self as msg, Message};
use crate::model::{
    Category, Indicator, Key, Lang, Localized, Number, Observation, Offset, RoundedToHundredths,
    Series, SeriesKey, Status, Timestamp,
};
use crate::site::{DifferingBody, SiteError, differing_bodies};
use embargo::EmbargoDifference;
use fields::{FieldChange, join, or_dash, to_text};
use rows::{ComparedRow, FLAGS, cells, pair_up};

pub use embargo::under_embargo;
pub use lines::Line;
pub use origins::Origins;
pub use row_summary::row_summary;
pub use rows::{Kind, RowChange};

pub struct Difference {
    /// The versions, which may be the same.
    pub old_version: String,
    pub new_version: String,
    pub fields: Vec<FieldChange>,
    /// Indicators that differ: first those of the new dataset, in its order, then those that vanished.
    pub indicators: Vec<IndicatorChange>,
    /// The public bodies that differ, which decide whether datasets are equal. The fields explain them.
    pub bodies: Vec<DifferingBody>,
    /// Those of them that no field, indicator or observation above explains.
    pub unexplained: Vec<DifferingBody>,
    /// The rows under embargo, which no body shows.
    pub embargo: EmbargoDifference,
    /// The definitions of files of sources that differ, which nobody but editors sees.
    pub tables: Vec<String>,
}

#[derive(Serialize)]
pub struct IndicatorChange {
    pub key: Key,
    /// Its name, the newer one where both have it.
    #[serde(skip)]
    pub name: Localized<String>,
    #[serde(rename = "change")]
    pub kind: Kind,
    /// The fields that differ for readers at the instant.
    pub fields: Vec<FieldChange>,
    /// Observations that differ, oldest first.
    #[serde(rename = "observations")]
    pub rows: Vec<RowChange>,
    /// Revisions that differ and do not count, oldest first.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub revisions: Vec<RowChange>,
}

impl Difference {
    /// Compares two datasets as readers see them at `at`.
    pub fn between(old: &FullDataset, new: &FullDataset, at: Timestamp) -> Result<Self, SiteError> {
        let embargo = EmbargoDifference::between(old, new, at);
        let tables = old.tables().changed(new.tables());
        let new = new.noted_beside(old, at);
        let (old, mut new) = (old.public_at(at), new.public_at(at));
        // Shared series need no comparison.
        Arc::make_mut(&mut new).share(&old);
        let old_fields = fields::of_dataset(&old, &common_keys(&old, &new));
        let new_fields = fields::of_dataset(&new, &common_keys(&new, &old));
        let mut fields = fields::changes(old_fields, new_fields);
        // Texts language by language, the order last.
        fields.sort_by_key(|change| (change.id == "order", change.lang));
        let mut difference = Difference {
            old_version: old.version.clone(),
            new_version: new.version.clone(),
            fields,
            indicators: changed_indicators(&old, &new, at),
            bodies: differing_bodies(&old, &new, at)?,
            unexplained: Vec::new(),
            embargo,
            tables,
        };

        difference.unexplained = difference.find_unexplained(&old, &new, at)?;
        Ok(difference)
    }

    /// The bodies that neither the fields nor the changes of indicators explain.
    fn find_unexplained(
        &self,
        old: &Arc<Dataset>,
        new: &Arc<Dataset>,
        at: Timestamp,
    ) -> Result<Vec<DifferingBody>, SiteError> {
        if !self.fields.iter().all(FieldChange::is_dated) {
            // A change of the dataset as a whole may be on every page.
            return Ok(Vec::new());
        }

        let changed = self.indicators.iter().map(|change| &change.key).collect();
        let mut unexplained = self.bodies.clone();
        unexplained.retain(|body| !is_explained(body, &changed));
        if unexplained.is_empty() || self.fields.is_empty() {
            return Ok(unexplained);
        }

        // Bodies that are the same without the version and the as-of instant follow from them.
        let undated = Dataset {
            version: old.version.clone(),
            as_of: old.as_of,
            ..Dataset::clone(new)
        };
        let mut differing = differing_bodies(old, &Arc::new(undated), at)?;
        differing.retain(|body| !is_explained(body, &changed));
        Ok(differing)
    }

    /// Returns true if readers would notice nothing, now or later: every public body is the same, byte for byte, and so is
    /// what is under embargo.
    pub fn is_empty(&self) -> bool {
        self.bodies.is_empty() && self.embargo.is_empty()
    }

    /// Returns true if only the version and the as-of instant differ, and what follows from them.
    pub fn is_version_only(&self) -> bool {
        self.indicators.is_empty()
            && self.tables.is_empty()
            && self.unexplained.is_empty()
            && self.embargo.is_empty()
            && self.fields.iter().all(FieldChange::is_dated)
    }
}

/// Returns true for a body of an indicator that changed, and for one of several indicators if any of them did.
fn is_explained(body: &DifferingBody, changed: &BTreeSet<&Key>) -> bool {
    match &body.owner {
        Some(key) => changed.contains(key),
        None => !changed.is_empty(),
    }
}

/// The keys that both have, in the order of the first.
fn common_keys(dataset: &Dataset, another: &Dataset) -> String {
    let common: BTreeSet<&Key> = another.indicators().map(|i| &i.key).collect();
    let keys = dataset.indicators().map(|i| &i.key);
    join(keys.filter(|key| common.contains(key)), " ")
}

/// The indicators that differ, and those that only one of the datasets has.
fn changed_indicators(old: &Dataset, new: &Dataset, at: Timestamp) -> Vec<IndicatorChange> {
    let before = with_categories(old);
    let after = with_categories(new);
    let mut newest: Vec<&Indicator> = new.indicators().collect();
    newest.extend(old.indicators().filter(|i| !after.contains_key(&i.key)));

    let mut changes = Vec::new();
    for Indicator { key, name, .. } in newest {
        let before = before.get(key);
        let after = after.get(key);
        let kind = Kind::of(before, after);
        let mut fields = Vec::new();
        if let (Some((old_category, before)), Some((category, after))) = (before, after) {
            fields = fields::changes(
                fields::of_indicator(old, old_category, before, at),
                fields::of_indicator(new, category, after, at),
            );
            fields.extend(fields::changes_of(fields::of_editors, before, after));
        }

        let before = before.map(|(_, indicator)| &*indicator.series);
        let after = after.map(|(_, indicator)| &*indicator.series);
        let rows = differing_rows(before, after);
        let revisions = differing_revisions(before, after);
        let is_same = fields.is_empty() && rows.is_empty() && revisions.is_empty();
        if kind != Kind::Changed || !is_same {
            changes.push(IndicatorChange {
                key: key.clone(),
                name: name.clone(),
                kind,
                fields,
                rows,
                revisions,
            });
        }
    }

    changes
}

/// Every indicator with its category.
fn with_categories(dataset: &Dataset) -> BTreeMap<&Key, (&Category, &Indicator)> {
    let mut all = BTreeMap::new();
    for category in &dataset.categories {
        for indicator in &category.indicators {
            all.insert(&indicator.key, (category, indicator));
        }
    }

    all
}

/// The dates of which the observations differ, oldest first.
fn differing_rows(old: Option<&Series>, new: Option<&Series>) -> Vec<RowChange> {
    if old == new {
        return Vec::new();
    }

    let before = old.into_iter().flat_map(Series::observations);
    let after = new.into_iter().flat_map(Series::observations);
    let mut rows = Vec::new();
    let mut previous = None;
    for (before, after) in pair_up(before, after, |row| row.date).into_values() {
        if before != after {
            rows.push(RowChange {
                previous: previous.filter(|_| before.is_none()),
                ..RowChange::new(before, after)
            });
        }

        previous = after.map(|row| row.value).or(previous);
    }

    rows
}

/// Revisions by their dates and days of publication, that do not count before or after.
fn differing_revisions(old: Option<&Series>, new: Option<&Series>) -> Vec<RowChange> {
    if old == new {
        return Vec::new();
    }

    let mut idle = BTreeSet::new();
    for series in [old, new].into_iter().flatten() {
        idle.extend(series.superseded().iter().map(revision_name));
    }

    let before = old.into_iter().flat_map(Series::revisions);
    let after = new.into_iter().flat_map(Series::revisions);
    let mut changes = Vec::new();
    for (name, (before, after)) in pair_up(before, after, revision_name) {
        if before != after && idle.contains(&name) {
            changes.push(RowChange::new(before, after));
        }
    }

    changes
}

/// The date and the day of publication, which tell a revision from the others of its series.
fn revision_name(row: &Observation) -> (Option<NaiveDate>, Option<NaiveDate>) {
    (row.date, row.published)
}
