//! The rows of a series in blocks. A block is cut where rows that are appended later do not move it, so that a closed
//! range keeps its bytes, its packed form and its tag.

use std::fmt;
use std::ops;
use std::sync::Arc;

use chrono::{Datelike, NaiveDate};

use super::query::{Query, Range};
use crate::model::{Indicator, Key, Lang, Localized, Observation};
use crate::site::page::{Form, Forms, SiteError, Text};
use crate::site::segment::{Interner, Segment};
use crate::site::series_texts::{SeriesRow, SeriesTexts};

/// The fewest observations of a block that is not the last: a year of working days. With 64, memory and start grow by a
/// fifth, and what a range costs where it cuts a block falls by half.
const LEAST: usize = 200;

/// The observations of an indicator, and where their blocks begin.
#[derive(Clone)]
pub struct SeriesRows {
    /// What rows are written from, without the rest of the definition.
    indicator: Arc<Indicator>,
    /// The first of them is 0.
    starts: Arc<[usize]>,
}

impl fmt::Debug for SeriesRows {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "rows of {}", self.indicator.key)
    }
}

/// So many rows of an indicator in a language and a form, without anything before the first and after the last.
pub type WriteRows<'w> =
    dyn Fn(&Indicator, &mut dyn Iterator<Item = SeriesRow<'_>>, usize, Lang, Form) -> Text + 'w;

/// The blocks of a series, written, by form. Blocks that are the same in several forms or languages are one.
pub type Blocks = Localized<Forms<Box<[Segment]>>>;

impl SeriesRows {
    pub fn new(indicator: &Indicator) -> Self {
        let observations = indicator.series.observations();
        let mut starts = vec![0];
        let mut start = 0;
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
        SeriesRows { starts: starts.into(), indicator: Arc::new(indicator) }
    }

    pub fn key(&self) -> &Key {
        &self.indicator.key
    }

    pub fn indicator(&self) -> &Indicator {
        &self.indicator
    }

    /// Every block, in each form and language.
    ///
    /// # Errors
    /// Those of `write`.
    pub fn write(&self, texts: &SeriesTexts<'_>, write: &WriteRows<'_>) -> Result<Blocks, SiteError> {
        let blocks = self.each_block(texts, |rows| {
            let mut interner = Interner::default();
            Localized::try_build(|lang| {
                Forms::try_build(|form| {
                    Ok::<_, SiteError>(interner.segment(write(
                        &self.indicator,
                        &mut rows.iter().copied(),
                        rows.len(),
                        lang,
                        form,
                    )?))
                })
            })
        })?;
        let own = |lang, form| blocks.iter().map(|block| block.get(lang).get(form).clone()).collect();
        Ok(Localized::build(|lang| Forms::build(|form| own(lang, form))))
    }

    /// What `block` makes of the rows of each block.
    ///
    /// # Errors
    /// Those of `block`.
    pub fn each_block<T>(
        &self,
        texts: &SeriesTexts<'_>,
        mut block: impl FnMut(&[SeriesRow<'_>]) -> Result<T, SiteError>,
    ) -> Result<Vec<T>, SiteError> {
        let mut all = texts.observations();
        let mut blocks = Vec::with_capacity(self.starts.len());
        for number in 0..self.starts.len() {
            let rows: Vec<SeriesRow<'_>> = all.by_ref().take(self.block(number).len()).collect();
            // An example shows some of them.
            if rows.is_empty() {
                break;
            }
            blocks.push(block(&rows)?);
        }
        Ok(blocks)
    }

    /// The observations of a block.
    fn block(&self, number: usize) -> ops::Range<usize> {
        let end = || self.indicator.series.observations().len();
        self.starts[number]..self.starts.get(number + 1).copied().unwrap_or_else(end)
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
                let known = |number: &usize| self.known(*number, day).is_some();
                if let Some(first) = last.and_then(|last| rows.clone().rev().filter(known).nth(last - 1)) {
                    rows.start = first;
                }
            }
            None => rows.start = rows.start.max(rows.end.saturating_sub(last.unwrap_or(usize::MAX))),
        }
        Selected { rows, as_of: query.as_of }
    }

    /// Whether that is everything as it is now.
    pub fn is_whole(&self, selected: &Selected) -> bool {
        let series = &self.indicator.series;
        let is_current = |day| (0..series.observations().len()).all(|number| self.is_current(number, day));
        selected.rows == (0..series.observations().len()) && selected.as_of.is_none_or(is_current)
    }

    fn known(&self, number: usize, day: NaiveDate) -> Option<&Observation> {
        self.indicator.series.known_on(number, day)
    }

    fn is_current(&self, number: usize, day: NaiveDate) -> bool {
        self.indicator.series.observations()[number].published.is_none_or(|published| published <= day)
    }

    /// The segments of what is selected: blocks that lie inside whole, others written anew. `written` may be empty where
    /// there is one block.
    pub fn segments(
        &self,
        selected: &Selected,
        written: &[Segment],
        write: &WriteRows<'_>,
        lang: Lang,
        form: Form,
    ) -> Result<Vec<Segment>, SiteError> {
        let rows = &selected.rows;
        let mut segments = Vec::new();
        let first = self.starts.partition_point(|start| *start <= rows.start) - 1;
        for number in first..self.starts.len() {
            let block = self.block(number);
            if block.start >= rows.end {
                break;
            }
            let own = block.start.max(rows.start)..block.end.min(rows.end);
            let is_current = |day| own.clone().all(|number| self.is_current(number, day));
            if own == block && selected.as_of.is_none_or(is_current) {
                if let Some(known) = written.get(number) {
                    segments.push(known.clone());
                    continue;
                }
            }
            let observations = &self.indicator.series.observations()[own.clone()];
            let texts = match selected.as_of {
                None => SeriesTexts::of(observations.iter()),
                Some(day) => SeriesTexts::of(own.filter_map(|number| self.known(number, day))),
            };
            if texts.len() > 0 {
                let text = write(&self.indicator, &mut texts.observations(), texts.len(), lang, form)?;
                segments.push(Segment::uncompressed(text));
            }
        }
        Ok(segments)
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
