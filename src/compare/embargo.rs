//! What differs among the rows under embargo: readers see none of it before its instant, editors see all of it apart.

use std::collections::BTreeMap;

use chrono::NaiveDate;

use super::fields::or_dash;
use super::guards::Row;
use super::row_summary;
use crate::dataset::{EmbargoedRow, FullDataset};
use crate::messages::{self as msg, Message};
use crate::model::{Key, Observation, Offset, Timestamp};

/// The rows under embargo of two datasets at one instant.
#[derive(Default)]
pub struct EmbargoDifference {
    /// Rows that the new dataset has, and the old one not or otherwise.
    coming: Vec<EmbargoChange>,
    /// Rows that the old one has and the new one not, neither under embargo nor public.
    gone: Vec<EmbargoChange>,
    pub unchanged: usize,
}

/// A row under embargo in the old dataset, in the new one, or in both, where they have different rows of its date.
pub struct EmbargoChange {
    pub key: Key,
    pub before: Option<EmbargoSide>,
    pub after: Option<EmbargoSide>,
}

/// A row of one dataset, with what it means there.
pub struct EmbargoSide {
    pub observation: Observation,
    pub until: Timestamp,
    replaces: Option<Observation>,
    previous: Option<Observation>,
}

/// The rows of one indicator and date, oldest first.
type Named<'a> = BTreeMap<(&'a Key, Option<NaiveDate>), Vec<EmbargoedRow<'a>>>;

impl EmbargoDifference {
    pub fn between(old: &FullDataset, new: &FullDataset, at: Timestamp) -> Self {
        let (mut before, after) = (named(old, at), named(new, at));
        let mut difference = EmbargoDifference::default();
        for (name, rows) in after {
            let mut former = before.remove(&name).unwrap_or_default();
            for row in rows {
                match former.iter().position(|other| is_same(other, &row)) {
                    Some(same) => {
                        former.remove(same);
                        difference.unchanged += 1;
                    }
                    None => {
                        difference.coming.push(EmbargoChange::of(name.0, former.pop().as_ref(), Some(&row)))
                    }
                }
            }
            difference.gone.extend(former.iter().map(|row| EmbargoChange::of(name.0, Some(row), None)));
        }
        let public = new.public_at(at);
        for ((key, date), rows) in before {
            let mut observations = public.indicator(key).into_iter().flat_map(|of| of.series.observations());
            if observations.all(|of| of.date != date) {
                difference.gone.extend(rows.iter().map(|row| EmbargoChange::of(key, Some(row), None)));
            }
        }
        difference
    }

    /// Every change, those of rows that will come first.
    pub fn rows(&self) -> impl Iterator<Item = &EmbargoChange> {
        self.coming.iter().chain(&self.gone)
    }

    pub fn is_empty(&self) -> bool {
        self.coming.is_empty() && self.gone.is_empty()
    }

    /// One line a row, of the datasets' offset.
    pub fn lines(&self, offset: Offset) -> Vec<Message> {
        self.rows().filter_map(|row| row.line(offset)).collect()
    }
}

/// One line for each row under embargo at `at`, with its change.
pub fn under_embargo(full: &FullDataset, at: Timestamp) -> Vec<Message> {
    let rows = full.embargoed_at(at);
    rows.iter()
        .filter_map(|row| EmbargoChange::of(&row.indicator.key, None, Some(row)).line(full.offset()))
        .collect()
}

impl EmbargoChange {
    fn of(key: &Key, before: Option<&EmbargoedRow<'_>>, after: Option<&EmbargoedRow<'_>>) -> Self {
        let side = |row: &EmbargoedRow<'_>| EmbargoSide {
            observation: row.coming.row.observation.clone(),
            until: row.coming.not_before,
            replaces: row.coming.replaces.cloned(),
            previous: row.coming.previous.cloned(),
        };
        EmbargoChange { key: key.clone(), before: before.map(side), after: after.map(side) }
    }

    fn line(&self, offset: Offset) -> Option<Message> {
        let Some(after) = &self.after else {
            let before = self.before.as_ref()?;
            let date = or_dash(before.observation.date);
            let until = offset.timestamp(before.until);
            return Some(msg::embargo_taken_away(&self.key, date, before.observation.value, until));
        };
        let row = Row {
            before: after.replaces.as_ref(),
            after: &after.observation,
            previous: after.previous.as_ref(),
            next: None,
            day: offset.day(after.until),
            not_before: Some(after.until),
        };
        let line = row_summary::line(&self.key, &row, offset);
        Some(match &self.before {
            Some(former) => msg::embargo_was(line, former.observation.value, offset.timestamp(former.until)),
            None => line,
        })
    }
}

fn named(full: &FullDataset, at: Timestamp) -> Named<'_> {
    let mut named = Named::new();
    for row in full.embargoed_at(at) {
        named.entry((&row.indicator.key, row.coming.row.observation.date)).or_default().push(row);
    }
    named
}

fn is_same(one: &EmbargoedRow<'_>, other: &EmbargoedRow<'_>) -> bool {
    one.coming.not_before == other.coming.not_before
        && one.coming.row.observation == other.coming.row.observation
}
