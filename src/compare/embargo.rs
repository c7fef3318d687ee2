//! The differences among rows under embargo, which editors see apart and readers do not see before their instants.

use super::*;

#[derive(Default)]
pub struct EmbargoDifference {
    /// Rows that the new dataset has, and the old one not or otherwise; then those that the old one has and the new one
    /// not, neither under embargo nor public.
    pub changes: Vec<EmbargoChange>,
    pub unchanged: usize,
}

/// A row under embargo in the old dataset, in the new one, or in both, where they have different rows of its date.
pub struct EmbargoChange {
    pub key: Key,
    pub before: Option<EmbargoSide>,
    pub after: Option<EmbargoSide>,
    /// The change in one line, at the new dataset's offset.
    pub line: Message,
}

/// A row of one dataset, and the instant at which it comes there.
pub struct EmbargoSide {
    pub observation: Observation,
    pub until: Timestamp,
}

impl EmbargoDifference {
    pub fn between(old: &FullDataset, new: &FullDataset, at: Timestamp) -> Self {
        let (mut before, after) = (by_name(old, at), by_name(new, at));
        let (public, offset) = (new.public_at(at), new.offset());
        let (mut changes, mut gone, mut unchanged) = (Vec::new(), Vec::new(), 0);
        for (name, rows) in after {
            let mut former = before.remove(&name).unwrap_or_default();
            for row in rows {
                if let Some(same) = former.iter().position(|former| is_same(former, &row)) {
                    former.remove(same);
                    unchanged += 1;
                } else {
                    changes.push(EmbargoChange::coming(&row, former.pop().as_ref(), offset));
                }
            }
            gone.extend(former);
        }
        for ((key, date), rows) in before {
            let mut observations = public.indicator(key).into_iter().flat_map(|i| i.series.observations());
            if observations.all(|row| row.date != date) {
                gone.extend(rows);
            }
        }
        changes.extend(gone.iter().map(|row| EmbargoChange::gone(row, offset)));
        EmbargoDifference { changes, unchanged }
    }

    pub fn is_empty(&self) -> bool {
        self.changes.is_empty()
    }
}

/// One line for each row under embargo at `at`, with its change.
pub fn under_embargo(full: &FullDataset, at: Timestamp) -> Vec<Message> {
    full.embargoed_at(at).iter().map(|row| coming_line(row, full.offset())).collect()
}

impl EmbargoChange {
    fn coming(row: &EmbargoedRow<'_>, former: Option<&EmbargoedRow<'_>>, offset: Offset) -> Self {
        let (before, after) = (former.map(side), side(row));
        let line = coming_line(row, offset);
        let line = match &before {
            Some(former) => msg::embargo_was(line, former.observation.value, offset.timestamp(former.until)),
            None => line,
        };
        EmbargoChange { key: row.indicator.key.clone(), before, after: Some(after), line }
    }

    fn gone(row: &EmbargoedRow<'_>, offset: Offset) -> Self {
        let (key, before) = (row.indicator.key.clone(), side(row));
        let (date, until) = (or_dash(before.observation.date), offset.timestamp(before.until));
        let line = msg::embargo_taken_away(&key, date, before.observation.value, until);
        EmbargoChange { key, before: Some(before), after: None, line }
    }
}

fn coming_line(row: &EmbargoedRow<'_>, offset: Offset) -> Message {
    rows::line(&row.indicator.key, &Row::coming(row, offset), offset)
}

fn side(row: &EmbargoedRow<'_>) -> EmbargoSide {
    EmbargoSide { observation: row.coming.row.observation.clone(), until: row.coming.not_before }
}

/// The date of an observation in its indicator.
pub type Name<'a> = (&'a Key, Option<NaiveDate>);

/// The rows under embargo of each date, in the order in which they come.
pub fn by_name(full: &FullDataset, at: Timestamp) -> BTreeMap<Name<'_>, Vec<EmbargoedRow<'_>>> {
    let mut by_name: BTreeMap<_, Vec<_>> = BTreeMap::new();
    for row in full.embargoed_at(at) {
        by_name.entry((&row.indicator.key, row.coming.row.observation.date)).or_default().push(row);
    }
    by_name
}

pub fn is_same(row: &EmbargoedRow<'_>, another: &EmbargoedRow<'_>) -> bool {
    row.coming.not_before == another.coming.not_before
        && row.coming.row.observation == another.coming.row.observation
}
