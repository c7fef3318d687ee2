//! The rows of one indicator: the series that they make, which of them are public at an instant, and what each of the
//! others will change when it comes [D19a].

use super::*;

use std::ops::Bound::{Excluded, Unbounded};
use std::ptr;

#[derive(Clone, Debug, PartialEq)]
pub struct FileRow {
    pub observation: Observation,
    pub place: RowPlace,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct RowPlace {
    pub line: u32,
    /// The instant from which on the row exists for readers; from the beginning where it has none.
    pub not_before: Option<Timestamp>,
}

impl RowPlace {
    /// Returns true if the row does not exist for readers at `instant`.
    pub fn is_embargoed(self, instant: Timestamp) -> bool {
        self.not_before
            .is_some_and(|not_before| not_before > instant)
    }
}

/// The observations of a file, with the lines and embargoes of its rows.
pub struct FileRows {
    /// The observations, those under embargo included.
    pub series: Series,
    /// The lines of the rows by their dates and days of publication, which tell them apart.
    lines: BTreeMap<[Option<NaiveDate>; 2], u32>,
    /// Every row with its embargo, where one has one.
    pub embargoed: Option<EmbargoedSeries>,
}

impl FileRows {
    pub fn from_rows(rows: Vec<FileRow>) -> Result<Self, Vec<NotASeries<RowPlace>>> {
        let placed = rows
            .iter()
            .map(|row| (row_name(&row.observation), row.place.line));
        let lines = placed.collect();
        let has_embargo = rows.iter().any(|row| row.place.not_before.is_some());
        let embargoed = has_embargo.then(|| EmbargoedSeries { rows: rows.clone() });
        let placed = rows.into_iter().map(|row| (row.place, row.observation));
        let series = Series::from_rows(placed.collect())?;
        Ok(FileRows {
            series,
            lines,
            embargoed,
        })
    }

    pub fn location(&self, file: &Location, row: &Observation) -> Location {
        Location {
            line: self.lines.get(&row_name(row)).copied(),
            ..file.clone()
        }
    }
}

/// The date and the day of publication of a row.
fn row_name(row: &Observation) -> [Option<NaiveDate>; 2] {
    [row.date, row.published]
}

#[derive(Clone, Debug, PartialEq)]
pub struct EmbargoedSeries {
    rows: Vec<FileRow>,
}

/// A row under embargo, among what its series will be when it comes.
#[derive(Clone, Copy, Debug)]
pub struct Coming<'a> {
    pub row: &'a FileRow,
    pub not_before: Timestamp,
    /// The row that counts for its date until then.
    pub replaces: Option<&'a Observation>,
    pub previous: Option<&'a Observation>,
    pub next: Option<&'a Observation>,
    /// True if it will count for its date: no other row of that date is published later.
    pub counts: bool,
}

type Counting<'a> = BTreeMap<Option<NaiveDate>, &'a Observation>;

impl EmbargoedSeries {
    /// The rows that are public at `instant`; `None` where every row is under embargo then.
    pub fn public_at(&self, instant: Timestamp) -> Option<FileRows> {
        let mut public = self.rows.clone();
        public.retain(|row| !row.place.is_embargoed(instant));
        // Without some of them the other rows are still distinct: only an empty list is refused.
        FileRows::from_rows(public).ok()
    }

    pub fn instants(&self) -> impl Iterator<Item = Timestamp> {
        self.rows.iter().filter_map(|row| row.place.not_before)
    }

    /// The rows under embargo at `instant`, in the order in which they come; rows of one instant come together.
    pub fn coming_after(&self, instant: Timestamp) -> Vec<Coming<'_>> {
        let mut counting = Counting::new();
        let mut waiting: Vec<(Timestamp, &FileRow)> = Vec::new();
        for row in &self.rows {
            match row.place.not_before {
                Some(not_before) if not_before > instant => waiting.push((not_before, row)),
                _ => count_row(&mut counting, row),
            }
        }

        waiting.sort_by_key(|(not_before, row)| (*not_before, row_name(&row.observation)));
        let mut coming = Vec::new();
        for group in waiting.chunk_by(|(earlier, _), (later, _)| earlier == later) {
            let mut replaced = Vec::new();
            for (_, row) in group {
                replaced.push(counting.get(&row.observation.date).copied());
            }

            for (_, row) in group {
                count_row(&mut counting, row);
            }

            for ((not_before, row), replaces) in group.iter().zip(replaced) {
                let date = row.observation.date;
                let mut earlier = counting.range(..date);
                let mut later = counting.range((Excluded(date), Unbounded));
                let counts = counting.get(&date).copied();
                coming.push(Coming {
                    row,
                    not_before: *not_before,
                    replaces,
                    previous: earlier.next_back().map(|(_, previous)| *previous),
                    next: later.next().map(|(_, next)| *next),
                    counts: counts.is_some_and(|counts| ptr::eq(counts, &row.observation)),
                });
            }
        }

        coming
    }
}

/// Counts a row for its date, unless another one is published later.
fn count_row<'a>(counting: &mut Counting<'a>, row: &'a FileRow) {
    let observation = &row.observation;
    let counts = counting.entry(observation.date).or_insert(observation);
    if counts.published <= observation.published {
        *counts = observation;
    }
}
