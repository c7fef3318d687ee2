//! The rows of a series in blocks. A block is cut where rows that are appended later do not move it, so that a closed
//! range keeps its bytes, its packed form and its tag.

use std::fmt;
use std::ops;
use std::sync::Arc;

use chrono::{Datelike, NaiveDate};

use super::known::KnownDays;
use super::query::{Query, Range};
use crate::model::{Indicator, Key, Lang, Localized, Observation};
use crate::site::gzip::Effort;
use crate::site::page::{Form, Forms};
use crate::site::segment::{Interner, Segment};

/// The fewest observations of a block that is not the last: a year of working days. With 64, memory and start grow by a
/// fifth, and what a range costs where it cuts a block falls by half.
const LEAST: usize = 200;

/// The observations of an indicator, and where their blocks begin.
#[derive(Clone)]
pub struct SeriesRows {
    /// What rows are written from, without the rest of the definition.
    indicator: Arc<Indicator>,
    /// At least one.
    blocks: Arc<[Block]>,
}

struct Block {
    /// The place of its first observation: 0 in the first block.
    start: usize,
    known: KnownDays,
}

impl fmt::Debug for SeriesRows {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "rows of {}", self.indicator.key)
    }
}

/// Rows of an indicator in a language and a form, without anything before the first and after the last.
pub type WriteRows<'w> =
    dyn Fn(&Indicator, &mut dyn Iterator<Item = &Observation>, Lang, Form) -> Vec<u8> + 'w;

/// The blocks of a series, written, by form. Blocks that are the same in several forms or languages are one.
pub type Blocks = Localized<Forms<Box<[Segment]>>>;

impl SeriesRows {
    pub fn new(indicator: &Indicator) -> Self {
        let observations = indicator.series.observations();
        let (mut starts, mut start) = (vec![0], 0);
        for (number, pair) in observations.windows(2).enumerate() {
            let year = |of: &Observation| of.date.map(|date| date.year());
            if number + 1 - start >= LEAST && year(&pair[0]) != year(&pair[1]) {
                start = number + 1;
                starts.push(start);
            }
        }
        let indicator = Indicator {
            short_name: None,
            source: None,
            release: None,
            notes: None,
            chart_with: Vec::new(),
            source_code: None,
            plausible: None,
            ..indicator.clone()
        };
        let ends = starts.iter().skip(1).copied().chain([observations.len()]);
        let blocks = starts.iter().zip(ends).map(|(start, end)| Block {
            start: *start,
            known: KnownDays::of(&indicator.series, *start..end),
        });
        SeriesRows { blocks: blocks.collect(), indicator: Arc::new(indicator) }
    }

    pub fn key(&self) -> &Key {
        &self.indicator.key
    }

    pub fn indicator(&self) -> &Indicator {
        &self.indicator
    }

    /// Every block, in each form and language.
    pub fn write(&self, write: &WriteRows<'_>) -> Blocks {
        let blocks: Vec<_> = self
            .each_block()
            .map(|rows| {
                let mut interner = Interner::default();
                Localized::build(|lang| {
                    Forms::build(|form| {
                        interner.segment(write(&self.indicator, &mut rows.iter(), lang, form))
                    })
                })
            })
            .collect();
        let own = |lang, form| blocks.iter().map(|block| block.get(lang).get(form).clone()).collect();
        Localized::build(|lang| Forms::build(|form| own(lang, form)))
    }

    /// The observations of each block.
    pub fn each_block(&self) -> impl Iterator<Item = &[Observation]> {
        let all = self.indicator.series.observations();
        (0..self.blocks.len()).map(move |number| all.get(self.places(number)).unwrap_or_default())
    }

    /// The places of the observations of a block.
    fn places(&self, number: usize) -> ops::Range<usize> {
        let end = || self.indicator.series.observations().len();
        self.blocks[number].start..self.blocks.get(number + 1).map_or_else(end, |next| next.start)
    }

    /// The blocks in which there are some of these rows, each with its places and its own of the rows.
    fn blocks_of(
        &self,
        rows: &ops::Range<usize>,
    ) -> impl DoubleEndedIterator<Item = (usize, ops::Range<usize>, ops::Range<usize>)> {
        let place = |row: usize| self.blocks.partition_point(|block| block.start < row);
        let (first, end) = (place(rows.start + 1).saturating_sub(1), place(rows.end));
        let rows = rows.clone();
        (first..end).map(move |number| {
            let places = self.places(number);
            let own = places.start.max(rows.start)..places.end.min(rows.end);
            (number, places, own)
        })
    }

    /// The observations that a query selects, and whether they are all, as they are now.
    pub fn selected(&self, query: &Query) -> Selected {
        let observations = self.indicator.series.observations();
        let Range { from, to, last } = query.range;
        let mut rows = 0..observations.len();
        if from.is_some() || to.is_some() {
            // An observation without a date is before all others.
            rows.start = observations.partition_point(|of| of.date.is_none() || of.date < from);
            rows.end = observations.partition_point(|of| to.is_none_or(|to| of.date <= Some(to)));
            rows.end = rows.end.max(rows.start);
        }
        match query.as_of {
            Some(day) => {
                let first = last.and_then(|last| self.first_of_last_known(&rows, last, day));
                rows.start = first.unwrap_or(rows.start);
            }
            None => rows.start = rows.start.max(rows.end.saturating_sub(last.unwrap_or(usize::MAX))),
        }
        Selected { rows, as_of: query.as_of }
    }

    /// Whether that is everything as it is now.
    pub fn is_whole(&self, selected: &Selected) -> bool {
        let is_current = |day| self.blocks.iter().all(|block| block.known.are_current(day));
        selected.rows == (0..self.indicator.series.observations().len())
            && selected.as_of.is_none_or(is_current)
    }

    fn known(&self, place: usize, day: NaiveDate) -> Option<&Observation> {
        self.indicator.series.known_on(place, day)
    }

    /// The place of the first of the newest so many of these rows that were known at the end of a day; `None` if there are
    /// fewer.
    fn first_of_last_known(&self, rows: &ops::Range<usize>, last: usize, day: NaiveDate) -> Option<usize> {
        let mut left = last;
        for (number, _, own) in self.blocks_of(rows).rev() {
            let known = &self.blocks[number].known;
            if known.are_unknown(day) {
                continue;
            }
            if known.are_known(day) && own.len() < left {
                left -= own.len();
                continue;
            }
            for place in own.rev().filter(|place| self.known(*place, day).is_some()) {
                left -= 1;
                if left == 0 {
                    return Some(place);
                }
            }
        }
        None
    }

    /// The segments of what is selected: blocks that lie inside whole, others written anew. `written` may be empty where
    /// there is one block.
    ///
    /// Rows from the beginning of a block on are packed as the whole block is: once rows follow them, they have the bytes
    /// and the tag that they had when they were the last. Others never were a block and are packed with the least effort.
    pub fn segments(
        &self,
        selected: &Selected,
        written: &[Segment],
        write: &WriteRows<'_>,
        lang: Lang,
        form: Form,
    ) -> Vec<Segment> {
        let mut segments = Vec::new();
        for (number, places, own) in self.blocks_of(&selected.rows) {
            let known = &self.blocks[number].known;
            if selected.as_of.is_some_and(|day| known.are_unknown(day)) {
                continue;
            }
            if own == places && selected.as_of.is_none_or(|day| known.are_current(day)) {
                if let Some(known) = written.get(number) {
                    segments.push(known.clone());
                    continue;
                }
            }
            let effort = if own.start == places.start { Effort::Usual } else { Effort::Least };
            let observations = &self.indicator.series.observations()[own.clone()];
            let text = match selected.as_of {
                None => write(&self.indicator, &mut observations.iter(), lang, form),
                Some(day) => {
                    let mut known = own.filter_map(|place| self.known(place, day));
                    write(&self.indicator, &mut known, lang, form)
                }
            };
            if !text.is_empty() {
                segments.push(Segment::passing(text, effort));
            }
        }
        segments
    }
}

/// Some observations of a series, one after the other.
pub struct Selected {
    pub rows: ops::Range<usize>,
    as_of: Option<NaiveDate>,
}

impl Selected {
    /// Others of the rows, as known on the same day.
    pub fn with_rows(&self, rows: ops::Range<usize>) -> Self {
        Selected { rows, as_of: self.as_of }
    }
}
