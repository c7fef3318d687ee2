//! Observations in order of time: one a date that counts, and the revisions before it.

use super::*;

use std::hash::{Hash, Hasher};
use std::sync::OnceLock;
use std::{iter, mem};

/// At least one observation, by date, and what was published for the same dates before.
#[derive(Clone, Debug)]
pub struct Series {
    /// The latest revision of each date.
    observations: Vec<Observation>,
    /// Every other revision, by date, then by publication. Each date is one of `observations`.
    superseded: Vec<Observation>,
    fingerprint: OnceLock<Fingerprint>,
}

impl PartialEq for Series {
    fn eq(&self, other: &Self) -> bool {
        self.observations == other.observations && self.superseded == other.superseded
    }
}

impl Eq for Series {}

impl Hash for Series {
    /// By a fingerprint that is taken once: a series may be long, and is part of the inputs of many pages.
    fn hash<H: Hasher>(&self, state: &mut H) {
        let all = || {
            let changes =
                |rows: &[Observation]| rows.iter().map(Observation::reported_change).collect::<Vec<_>>();
            let rows = [&self.observations, &self.superseded];
            Fingerprint::of(&rows.map(|rows| (Rows(rows), changes(rows))))
        };
        self.fingerprint.get_or_init(all).hash(state);
    }
}

/// Rows without the changes that their source reports.
struct Rows<'a>(&'a [Observation]);

impl Hash for Rows<'_> {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.0.len().hash(state);
        let mut series_key = None;
        for row in self.0 {
            // Most rows share the series key of the row before them.
            let is_new = series_key.is_none_or(|series_key: &Arc<SeriesKey>| {
                !Arc::ptr_eq(series_key, &row.series_key) && **series_key != *row.series_key
            });
            is_new.then_some(&row.series_key).hash(state);
            series_key = Some(&row.series_key);
            (row.date, row.value, row.published, &row.reference, row.flags).hash(state);
        }
    }
}

/// Why rows do not make a [`Series`]; `P` is the place of a row.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum NotASeries<P> {
    Empty,
    UndatedAmongOthers(P),
    /// Two revisions of one date that `published` does not tell apart.
    Indistinguishable {
        earlier: P,
        later: P,
    },
}

impl Series {
    /// Sorts rows, each with its place, and keeps of each date the revision published last; one without a publication
    /// date counts as the first [D3.2].
    pub fn of<P: Copy>(mut rows: Vec<(P, Observation)>) -> Result<Self, Vec<NotASeries<P>>> {
        let mut problems = Vec::new();
        if rows.is_empty() {
            problems.push(NotASeries::Empty);
        }
        if rows.len() > 1 {
            let undated = rows.iter().filter(|(_, row)| row.date.is_none());
            problems.extend(undated.map(|(place, _)| NotASeries::UndatedAmongOthers(*place)));
        }
        rows.sort_by_key(|(_, row)| (row.date, row.published));
        for ((earlier, before), (later, row)) in rows.iter().zip(rows.iter().skip(1)) {
            if row.date.is_some() && (before.date, before.published) == (row.date, row.published) {
                problems.push(NotASeries::Indistinguishable { earlier: *earlier, later: *later });
            }
        }
        if !problems.is_empty() {
            return Err(problems);
        }
        let (mut observations, mut superseded) = (Vec::<Observation>::with_capacity(rows.len()), Vec::new());
        for (_, observation) in rows {
            match observations.last_mut() {
                Some(last) if last.date == observation.date => {
                    superseded.push(mem::replace(last, observation));
                }
                _ => observations.push(observation),
            }
        }
        superseded.shrink_to_fit();
        Ok(Series { observations, superseded, fingerprint: OnceLock::new() })
    }

    pub fn observations(&self) -> &[Observation] {
        &self.observations
    }

    /// Everything that was ever published, by date, then by publication; the last one of each date is the one that
    /// counts.
    pub fn revisions(&self) -> impl Iterator<Item = &Observation> {
        let mut superseded = self.superseded.as_slice();
        self.observations.iter().flat_map(move |current| {
            let count = superseded.partition_point(|earlier| earlier.date <= current.date);
            let (earlier, rest) = superseded.split_at(count);
            superseded = rest;
            earlier.iter().chain(iter::once(current))
        })
    }

    /// The observation at this place as it was known at the end of a day: its latest revision that was published by then.
    /// One without a day of publication counts as always known [D20.as_of].
    pub fn known_on(&self, place: usize, day: NaiveDate) -> Option<&Observation> {
        let current = self.observations.get(place)?;
        let is_known = |row: &&Observation| row.published.is_none_or(|published| published <= day);
        if is_known(&current) {
            return Some(current);
        }
        let first = self.superseded.partition_point(|row| row.date < current.date);
        let earlier = self.superseded.iter().skip(first).take_while(|row| row.date == current.date);
        earlier.filter(is_known).last()
    }

    /// The revisions that others took the place of, by date, then by publication.
    pub fn superseded(&self) -> &[Observation] {
        &self.superseded
    }

    /// The observation with the latest date [D3.1].
    pub fn current(&self) -> &Observation {
        // The constructor refuses an empty list.
        &self.observations[self.observations.len() - 1]
    }

    /// The observation before the current one, whatever their distance.
    pub fn previous(&self) -> Option<&Observation> {
        self.observations.len().checked_sub(2).and_then(|before| self.observations.get(before))
    }

    pub(super) fn on(&self, date: NaiveDate) -> Option<&Observation> {
        let place = self.observations.binary_search_by_key(&Some(date), |o| o.date);
        place.ok().map(|i| &self.observations[i])
    }

    /// The last observation in the calendar month that ends with `month_end`.
    pub(super) fn in_month(&self, month_end: NaiveDate) -> Option<&Observation> {
        let after = self.observations.partition_point(|o| o.date <= Some(month_end));
        let last = self.observations.get(after.checked_sub(1)?)?;
        let same_month = |d: NaiveDate| (d.year(), d.month()) == (month_end.year(), month_end.month());
        last.date.is_some_and(same_month).then_some(last)
    }
}

#[cfg(test)]
impl Series {
    /// One of rows whose places do not matter.
    pub fn new(observations: Vec<Observation>) -> Result<Self, Vec<NotASeries<()>>> {
        Series::of(observations.into_iter().map(|observation| ((), observation)).collect())
    }
}

#[cfg(test)]
impl Series {
    /// Rows of `date value`, optionally followed by a unit, a period type's name and a measure's name.
    pub fn sample(period_type: super::PeriodType, rows: &[&str]) -> Self {
        use super::{Measure, PeriodType, SeriesKey};
        let observations = rows.iter().map(|row| {
            let cells: Vec<&str> = row.split(' ').collect();
            let cell = |i: usize| cells.get(i).copied();
            let named_type = PeriodType::ALL.into_iter().find(|t| cell(3) == Some(t.name()));
            let measure = Measure::ALL.into_iter().find(|m| cell(4) == Some(m.name())).unwrap_or_default();
            let own_type = named_type.unwrap_or(period_type);
            Observation {
                series_key: SeriesKey::sample(cell(2).unwrap_or("azn"), own_type, measure),
                ..Observation::sample(own_type, cells[0], cells[1])
            }
        });
        Series::new(observations.collect()).unwrap()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::model::PeriodType;

    fn observation(date: &str, value: &str, published: &str) -> Observation {
        let published = published.parse().ok();
        Observation { published, ..Observation::sample(PeriodType::MonthEnd, date, value) }
    }

    fn values<'a>(observations: impl IntoIterator<Item = &'a Observation>) -> Vec<String> {
        observations.into_iter().map(|observation| observation.value.to_string()).collect()
    }

    #[test]
    fn the_revision_published_last_counts() {
        let series = Series::new(vec![
            observation("2026-07-31", "3", "2026-09-01"),
            observation("2026-06-30", "1", ""),
            observation("2026-07-31", "2", "2026-08-01"),
            observation("2026-07-31", "4", ""),
        ])
        .unwrap();
        assert_eq!(values(series.observations()), ["1", "3"]);
        assert_eq!(values(series.revisions()), ["1", "4", "2", "3"]);
    }

    #[test]
    fn the_revision_of_a_day_is_the_last_one_published_by_then() {
        let series = Series::new(vec![
            observation("2026-06-30", "1", ""),
            observation("2026-07-31", "2", "2026-08-01"),
            observation("2026-07-31", "3", "2026-09-01"),
            observation("2026-07-31", "4", "2026-10-01"),
        ])
        .unwrap();
        let value_on =
            |place, day: &str| series.known_on(place, day.parse().unwrap()).map(|row| row.value.to_string());
        assert_eq!(value_on(0, "2020-01-01").as_deref(), Some("1"));
        for (day, value) in [
            ("2026-07-31", None),
            ("2026-08-01", Some("2")),
            ("2026-08-31", Some("2")),
            ("2026-09-01", Some("3")),
            ("2026-12-31", Some("4")),
        ] {
            assert_eq!(value_on(1, day).as_deref(), value, "{day}");
        }
        assert!(series.known_on(2, "2026-12-31".parse().unwrap()).is_none());
    }

    #[test]
    fn ambiguity_is_refused() {
        let rows = ["2026-07-31", "2026-07-31", ""].map(|date| observation(date, "1", ""));
        let problems = Series::of((1..).zip(rows).collect()).unwrap_err();
        let expected =
            [NotASeries::UndatedAmongOthers(3), NotASeries::Indistinguishable { earlier: 1, later: 2 }];
        assert_eq!(problems, expected);
        assert_eq!(Series::new(Vec::new()).unwrap_err(), [NotASeries::Empty]);
    }
}
