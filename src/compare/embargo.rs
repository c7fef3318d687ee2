//! What differs among the rows under embargo: readers see none of it before its instant, editors see all of it apart.

use std::collections::BTreeMap;

use chrono::NaiveDate;

use super::guards::Row;
use super::moves;
use crate::dataset::{EmbargoedRow, FullDataset};
use crate::messages::{self as msg, Message};
use crate::model::{Key, Observation, Offset, Timestamp};

/// The rows under embargo of two datasets at one instant.
#[derive(Default)]
pub struct EmbargoDifference {
    /// Rows that the new dataset has, and the old one not or otherwise.
    pub coming: Vec<ComingRow>,
    /// Rows that the old one has and the new one not, neither under embargo nor public.
    pub gone: Vec<GoneRow>,
    /// How many rows are in both.
    pub unchanged: usize,
}

/// A row that comes.
pub struct ComingRow {
    /// The indicator.
    pub key: Key,
    /// The row.
    pub after: Observation,
    /// What it will replace.
    pub before: Option<Observation>,
    /// The observation before it.
    pub previous: Option<Observation>,
    /// When it comes.
    pub until: Timestamp,
    /// Its value and its instant in the old dataset, where another row of the same date was under embargo there.
    pub formerly: Option<(Observation, Timestamp)>,
}

/// A row that will not come.
pub struct GoneRow {
    /// The indicator.
    pub key: Key,
    /// The row.
    pub before: Observation,
    /// When it would have come.
    pub until: Timestamp,
}

/// The rows of one indicator and date, oldest first.
type Named<'a> = BTreeMap<(&'a Key, Option<NaiveDate>), Vec<EmbargoedRow<'a>>>;

impl EmbargoDifference {
    /// Compares what is under embargo at `at`.
    pub fn between(old: &FullDataset, new: &FullDataset, at: Timestamp) -> Self {
        let (mut before, after) = (named(old, at), named(new, at));
        let mut difference = EmbargoDifference::default();
        for (name, rows) in after {
            let mut former = before.remove(&name).unwrap_or_default();
            for row in rows {
                let same = former.iter().position(|other| is_same(other, &row));
                match same.map(|same| former.remove(same)) {
                    Some(_) => difference.unchanged += 1,
                    None => difference.coming.push(ComingRow::of(&row, former.pop())),
                }
            }
            difference.gone.extend(former.iter().map(GoneRow::of));
        }
        let public = new.public_at(at);
        for (name, rows) in before {
            let series = public.indicator(name.0).map(|indicator| &indicator.series);
            let is_public =
                series.is_some_and(|series| series.observations().iter().any(|of| of.date == name.1));
            difference.gone.extend(rows.iter().filter(|_| !is_public).map(GoneRow::of));
        }
        difference
    }

    /// Whether nothing differs.
    pub fn is_empty(&self) -> bool {
        self.coming.is_empty() && self.gone.is_empty()
    }

    /// One line a row, of the datasets' offset.
    pub fn lines(&self, offset: Offset) -> Vec<Message> {
        let mut lines: Vec<Message> = self.coming.iter().map(|row| row.line(offset)).collect();
        lines.extend(self.gone.iter().map(|row| row.line(offset)));
        lines
    }
}

/// One line for each row under embargo at `at`, with its change.
pub fn under_embargo(full: &FullDataset, at: Timestamp) -> Vec<Message> {
    let rows = full.embargoed_at(at);
    rows.iter().map(|row| ComingRow::of(row, None).line(full.offset())).collect()
}

impl ComingRow {
    fn of(row: &EmbargoedRow<'_>, former: Option<EmbargoedRow<'_>>) -> Self {
        let coming = &row.coming;
        ComingRow {
            key: row.indicator.key.clone(),
            after: coming.row.observation.clone(),
            before: coming.replaces.cloned(),
            previous: coming.previous.cloned(),
            until: coming.not_before,
            formerly: former.map(|former| (former.coming.row.observation.clone(), former.coming.not_before)),
        }
    }

    fn line(&self, offset: Offset) -> Message {
        let row = Row {
            before: self.before.as_ref(),
            after: &self.after,
            previous: self.previous.as_ref(),
            next: None,
            day: offset.day(self.until),
            not_before: Some(self.until),
        };
        let line = moves::line(&self.key, &row, offset);
        match &self.formerly {
            Some((former, until)) => msg::embargo_was(line, former.value, offset.timestamp(*until)),
            None => line,
        }
    }
}

impl GoneRow {
    fn of(row: &EmbargoedRow<'_>) -> Self {
        GoneRow {
            key: row.indicator.key.clone(),
            before: row.coming.row.observation.clone(),
            until: row.coming.not_before,
        }
    }

    fn line(&self, offset: Offset) -> Message {
        let date = self.before.date.map_or_else(|| "-".to_owned(), |date| date.to_string());
        msg::embargo_taken_away(&self.key, date, self.before.value, offset.timestamp(self.until))
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
