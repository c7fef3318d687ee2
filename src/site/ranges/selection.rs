//! The observations of a series that a query selects [D20].

use super::*;

use std::ops;

/// Some observations of an indicator, one after the other, as they were known at the end of a day.
#[derive(Clone)]
pub struct Selected<'a> {
    pub indicator: &'a Indicator,
    /// The effective one of the indicator.
    pub status: Status,
    rows: ops::Range<usize>,
    as_of: Option<NaiveDate>,
}

/// The places of the observations in a range of dates.
pub fn places(observations: &[Observation], range: &Range) -> ops::Range<usize> {
    let Range { from, to, .. } = *range;
    if from.is_none() && to.is_none() {
        return 0..observations.len();
    }
    // An observation without a date is before all others.
    let start = observations.partition_point(|o| o.date.is_none() || o.date < from);
    let end = observations.partition_point(|o| to.is_none_or(|to| o.date <= Some(to)));
    start..end.max(start)
}

impl<'a> Selected<'a> {
    /// All observations as they are now.
    pub fn whole(indicator: &'a Indicator, status: Status) -> Self {
        Selected { indicator, status, rows: 0..indicator.series.observations().len(), as_of: None }
    }

    pub fn new(indicator: &'a Indicator, status: Status, query: &Query) -> Self {
        let mut rows = places(indicator.series.observations(), &query.range);
        if let Some(last) = query.range.last {
            let is_known = |place: &usize| {
                query.as_of.is_none_or(|day| indicator.series.known_on(*place, day).is_some())
            };
            let first = rows.clone().rev().filter(is_known).nth(last - 1);
            rows.start = first.unwrap_or(rows.start);
        }
        Selected { indicator, status, rows, as_of: query.as_of }
    }

    /// Whether that is everything as it is now.
    pub fn is_whole(&self) -> bool {
        let observations = self.indicator.series.observations();
        let is_current =
            |day| observations.iter().all(|o| o.published.is_none_or(|published| published <= day));
        self.rows == (0..observations.len()) && self.as_of.is_none_or(is_current)
    }

    /// How many rows are visited at most.
    pub fn len(&self) -> usize {
        self.rows.len()
    }

    pub fn observations(&self) -> impl Iterator<Item = &'a Observation> + use<'a> {
        let (series, as_of) = (&self.indicator.series, self.as_of);
        let current = series.observations();
        self.rows.clone().filter_map(move |place| match as_of {
            None => current.get(place),
            Some(day) => series.known_on(place, day),
        })
    }

    /// Every value that was ever published for the selected dates.
    pub fn vintages(&self) -> impl Iterator<Item = Vintage<'a>> {
        let observations = self.indicator.series.observations();
        let dates = self.rows.start.checked_sub(1).map(|before| observations[before].date);
        let last = self.rows.end.checked_sub(1).map(|last| observations[last].date);
        let is_selected = move |row: &&Observation| {
            dates.is_none_or(|before| row.date > before) && last.is_some_and(|last| row.date <= last)
        };
        let mut revisions = self.indicator.series.revisions().filter(is_selected).peekable();
        std::iter::from_fn(move || {
            let observation = revisions.next()?;
            let next = revisions.peek().filter(|next| next.date == observation.date);
            Some(Vintage { observation, superseded: next.map(|next| next.published) })
        })
    }
}

/// A value with the interval in which it counted.
pub struct Vintage<'a> {
    pub observation: &'a Observation,
    /// Another value counts from this day on, which may be unknown; `None` if this one still counts.
    pub superseded: Option<Option<NaiveDate>>,
}
