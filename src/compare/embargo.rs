//! Rows under embargo, which editors see apart and readers do not see before their instants: those of two datasets beside
//! each other, and their differences.

use super::*;

/// The rows under embargo in which two datasets differ.
#[derive(Default)]
pub struct EmbargoDifference {
    /// Rows that are new or changed; then rows of the old dataset that the new one has neither under embargo nor public.
    pub changes: Vec<EmbargoChange>,
    pub unchanged: usize,
}

/// A row under embargo in the old dataset, in the new one, or in both, where they have different rows of its date.
#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
pub struct EmbargoChange {
    key: Key,
    #[serde(flatten)]
    row: RowChange,
    /// The instant until which the row of the old dataset is under embargo.
    #[serde(skip_serializing_if = "Option::is_none")]
    old_not_before: Option<String>,
    /// The instant until which the row of the new dataset is under embargo.
    #[serde(skip_serializing_if = "Option::is_none")]
    not_before: Option<String>,
    /// The change in one line, at the new dataset's offset.
    #[serde(skip)]
    pub line: Message,
}

impl EmbargoDifference {
    pub fn between(old: &FullDataset, new: &FullDataset, at: Timestamp) -> Self {
        let public = new.public_at(at);
        let offset = new.offset();
        let mut difference = EmbargoDifference::default();
        let mut taken_away = Vec::new();
        for ((key, date), waiting) in waiting(Some(old), new, at) {
            let Waiting {
                kept,
                new,
                mut gone,
            } = waiting;
            difference.unchanged += kept.len();
            for row in &new {
                let former = gone.pop();
                let change = EmbargoChange::coming(former.as_ref(), row, offset);
                difference.changes.push(change);
            }

            let waits = !kept.is_empty() || !new.is_empty();
            let public = public.indicator(key);
            if waits || public.is_none_or(|public| public.series.on(date).is_none()) {
                taken_away.extend(gone);
            }
        }

        for row in &taken_away {
            let change = EmbargoChange::taken_away(row, offset);
            difference.changes.push(change);
        }

        difference
    }

    pub fn is_empty(&self) -> bool {
        self.changes.is_empty()
    }
}

/// One line for each row under embargo at `at`, with its change.
pub fn under_embargo(full: &FullDataset, at: Timestamp) -> Vec<Message> {
    let rows = full.embargoed_at(at);
    rows.iter()
        .map(|row| coming_line(row, full.offset()))
        .collect()
}

impl EmbargoChange {
    fn coming(former: Option<&EmbargoedRow>, row: &EmbargoedRow, offset: Offset) -> Self {
        let mut line = coming_line(row, offset);
        if let Some(former) = former {
            let until = end_of_embargo(former, offset);
            line = msg::embargo_was(line, observation(former).value, until);
        }

        EmbargoChange::new(&row.indicator.key, former, Some(row), line, offset)
    }

    /// The place of the import by which the row of the new dataset came.
    pub fn origin(&self, origins: &Origins) -> Option<usize> {
        origins.find(&self.key, self.row.after.as_ref()?)
    }

    fn taken_away(row: &EmbargoedRow, offset: Offset) -> Self {
        let key = &row.indicator.key;
        let Observation { date, value, .. } = observation(row);
        let until = end_of_embargo(row, offset);
        let line = msg::embargo_taken_away(key, or_dash(*date), value, until);
        EmbargoChange::new(key, Some(row), None, line, offset)
    }

    fn new(
        key: &Key,
        before: Option<&EmbargoedRow>,
        after: Option<&EmbargoedRow>,
        line: Message,
        offset: Offset,
    ) -> Self {
        EmbargoChange {
            key: key.clone(),
            row: RowChange::new(before.map(observation), after.map(observation)),
            old_not_before: before.map(|row| end_of_embargo(row, offset)),
            not_before: after.map(|row| end_of_embargo(row, offset)),
            line,
        }
    }
}

fn coming_line(row: &EmbargoedRow, offset: Offset) -> Message {
    row_summary::describe_row(&ComparedRow::coming(row, offset), offset)
}

pub fn end_of_embargo(row: &EmbargoedRow, offset: Offset) -> String {
    offset.timestamp(row.coming.not_before)
}

fn observation<'a>(row: &EmbargoedRow<'a>) -> &'a Observation {
    &row.coming.row.observation
}

/// The date of an observation in its indicator.
pub type Name<'a> = (&'a Key, Option<NaiveDate>);

/// The rows under embargo of one date, each group in the order in which they come.
#[derive(Default)]
pub struct Waiting<'a> {
    /// The rows that both datasets have until the same instant.
    pub kept: Vec<EmbargoedRow<'a>>,
    /// Further rows of the new dataset.
    pub new: Vec<EmbargoedRow<'a>>,
    /// Further rows of the old dataset.
    pub gone: Vec<EmbargoedRow<'a>>,
}

impl Waiting<'_> {
    pub fn observations(&self) -> impl Iterator<Item = &Observation> {
        self.rows().map(observation)
    }

    /// Returns true if the old dataset has a row under embargo of the date.
    pub fn was_there(&self) -> bool {
        !self.kept.is_empty() || !self.gone.is_empty()
    }

    /// The end of the last embargo of the date.
    pub fn until(&self) -> Option<Timestamp> {
        self.rows().map(|row| row.coming.not_before).max()
    }

    fn rows(&self) -> impl Iterator<Item = &EmbargoedRow<'_>> {
        self.kept.iter().chain(&self.new).chain(&self.gone)
    }
}

/// The rows under embargo of two datasets, date by date.
pub fn waiting<'a>(
    old: Option<&'a FullDataset>,
    new: &'a FullDataset,
    at: Timestamp,
) -> BTreeMap<Name<'a>, Waiting<'a>> {
    let mut all: BTreeMap<Name<'a>, Waiting<'a>> = BTreeMap::new();
    for row in old.into_iter().flat_map(|old| old.embargoed_at(at)) {
        let name = (&row.indicator.key, observation(&row).date);
        all.entry(name).or_default().gone.push(row);
    }

    for row in new.embargoed_at(at) {
        let name = (&row.indicator.key, observation(&row).date);
        let Waiting { kept, new, gone } = all.entry(name).or_default();
        let same = gone.iter().position(|former| {
            former.coming.not_before == row.coming.not_before
                && observation(former) == observation(&row)
        });
        match same {
            Some(same) => kept.push(gone.remove(same)),
            None => new.push(row),
        }
    }

    all
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::compare::tests::{daily, instant};

    const AS_OF: &str = "2026-11-20T09:00:00+04:00";

    #[test]
    fn a_changed_row_is_told_against_its_own_former_one_among_several_of_a_date() {
        let dataset = |first: &str| {
            let rows = format!(
                "date,value,published,not_before\n2026-11-18,1,,\n\
                 2026-11-19,{first},2026-11-25,2026-11-25T09:00:00+04:00\n\
                 2026-11-19,1.6,2026-11-27,2026-11-27T09:00:00+04:00\n"
            );
            daily(AS_OF, &[("a", rows)])
        };
        let difference =
            EmbargoDifference::between(&dataset("1.5"), &dataset("1.4"), instant(AS_OF));
        let lines: Vec<String> = difference
            .changes
            .iter()
            .map(|change| change.line.get(Lang::En))
            .collect();
        assert_eq!(lines.len(), 1, "{lines:?}");
        assert!(
            lines[0].ends_with("(was 1.5 until 2026-11-25T09:00:00+04:00)"),
            "{lines:?}"
        );
        assert_eq!(difference.unchanged, 1);
    }
}
