//! Rows that a rollback takes out of service and that are not to come back, and embargoes that hold though their rows are
//! gone, as the journal of a store keeps them.

use super::*;

use std::collections::HashSet;

use crate::model::ValueDigest;

/// The rows and embargoes of releases that were rolled back.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Withdrawal {
    pub rows: Vec<WithdrawnRow>,
    /// The embargoes of all rows that waited, also of those that may come back.
    #[serde(skip_serializing_if = "Vec::is_empty", default)]
    embargoes: Vec<Embargo>,
}

/// A row that is not to come back. Its value is not for every reader of the journal.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct WithdrawnRow {
    pub key: String,
    /// Empty where it has none, as in files of observations.
    pub date: String,
    published: String,
    /// The first digits of the SHA-256 of its value.
    value: String,
}

/// The embargo of a row, as the journal has it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
struct Embargo {
    key: String,
    date: String,
    not_before: String,
}

/// An embargo that holds though its row is gone.
pub struct HeldEmbargo<'a> {
    pub key: &'a str,
    pub date: Option<NaiveDate>,
    pub until: Timestamp,
}

impl WithdrawnRow {
    fn new(key: &Key, observation: &Observation) -> Self {
        WithdrawnRow {
            key: key.to_string(),
            date: day_or_empty(observation.date),
            published: day_or_empty(observation.published),
            value: ValueDigest::of(&observation.value).as_str().to_owned(),
        }
    }
}

impl Withdrawal {
    /// The rows that go when `target` takes the place of `former` at `now`: every row that only the former has, also where
    /// readers do not have it yet, and the embargoes of the former that have not ended.
    pub fn between(former: &FullDataset, target: &FullDataset, now: Timestamp) -> Self {
        let mut kept = HashSet::new();
        for (key, row) in target.with_all_rows().revisions() {
            kept.insert((key, row.date, row.published, row.value));
        }

        let mut withdrawal = Withdrawal::default();
        for (key, row) in former.with_all_rows().revisions() {
            if !kept.contains(&(key, row.date, row.published, row.value)) {
                withdrawal.rows.push(WithdrawnRow::new(key, row));
            }
        }

        for EmbargoedRow { indicator, coming } in former.embargoed_at(now) {
            withdrawal.embargoes.push(Embargo {
                key: indicator.key.to_string(),
                date: day_or_empty(coming.row.observation.date),
                not_before: coming.not_before.to_rfc3339(),
            });
        }

        withdrawal
    }

    /// Adds what another rollback has taken out of service.
    pub fn add(&mut self, more: Withdrawal) {
        self.rows.extend(more.rows);
        self.embargoes.extend(more.embargoes);
    }

    pub fn is_empty(&self) -> bool {
        self.rows.is_empty() && self.embargoes.is_empty()
    }

    /// Returns true if a row waits for its instant: nothing about it is for readers.
    pub fn has_embargoes(&self) -> bool {
        !self.embargoes.is_empty()
    }

    /// The rows that `dataset` has of those that are not to come back, each once.
    pub fn present_in<'a>(&self, dataset: &'a Dataset) -> Vec<(&'a Key, &'a Observation)> {
        // Most rows are of other keys: their values need no hash.
        let keys: HashSet<&str> = self.rows.iter().map(|row| &*row.key).collect();
        let withdrawn = HashSet::<&WithdrawnRow>::from_iter(&self.rows);
        let mut present = Vec::new();
        for (key, row) in dataset.revisions() {
            if keys.contains(key.as_str()) && withdrawn.contains(&WithdrawnRow::new(key, row)) {
                present.push((key, row));
            }
        }

        present
    }

    /// Returns true if a row that is not to come back has this date and value, whenever they were published.
    pub fn has_figure(&self, key: &Key, observation: &Observation) -> bool {
        let figure = WithdrawnRow::new(key, observation);
        self.rows.iter().any(|row| {
            let is_of_date = row.key == figure.key && row.date == figure.date;
            is_of_date && row.value == figure.value
        })
    }

    /// The embargoes that have not ended.
    pub fn held_embargoes(&self, now: Timestamp) -> impl Iterator<Item = HeldEmbargo<'_>> {
        let embargoes = self.embargoes.iter().filter_map(Embargo::parse);
        embargoes.filter(move |embargo| embargo.until > now)
    }
}

impl Embargo {
    /// Reads an embargo that [`Withdrawal::between`] wrote. Its instant came from a checked file, so it is always read.
    fn parse(&self) -> Option<HeldEmbargo<'_>> {
        Some(HeldEmbargo {
            key: &self.key,
            date: self.date.parse().ok(),
            until: instant(&self.not_before)?,
        })
    }
}

fn day_or_empty(date: Option<NaiveDate>) -> String {
    date.map(|date| date.to_string()).unwrap_or_default()
}
