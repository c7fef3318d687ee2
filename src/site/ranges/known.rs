//! When the observations of a block were known, so that a query as of a day need not look at each of them.

use std::ops::Range;

use chrono::NaiveDate;

use crate::model::Series;

/// Days of publication, of which none counts as always [D20.as_of].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct KnownDays {
    /// On which the first of the observations was known, whatever its value.
    first: Option<NaiveDate>,
    /// On which all of them were.
    all: Option<NaiveDate>,
    /// On which all of them were as they are now.
    current: Option<NaiveDate>,
}

impl KnownDays {
    pub fn of(series: &Series, places: Range<usize>) -> Self {
        let own = series.observations().get(places.clone()).unwrap_or_default();
        let first_known = || places.clone().map(|place| series.first_known(place));
        KnownDays {
            first: first_known().min().flatten(),
            all: first_known().max().flatten(),
            current: own.iter().map(|of| of.published).max().flatten(),
        }
    }

    /// Whether none of the observations was known at the end of a day.
    pub fn are_unknown(&self, day: NaiveDate) -> bool {
        self.first > Some(day)
    }

    /// Whether each of them was known, with whatever value.
    pub fn are_known(&self, day: NaiveDate) -> bool {
        self.all <= Some(day)
    }

    /// Whether each of them was known as it is now.
    pub fn are_current(&self, day: NaiveDate) -> bool {
        self.current <= Some(day)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::model::{Observation, PeriodType};

    #[test]
    fn a_block_says_what_its_observations_say() {
        let rows = [
            ("2026-06-30", ""),
            ("2026-07-31", "2026-08-10"),
            ("2026-07-31", "2026-10-10"),
            ("2026-08-31", "2026-09-10"),
        ];
        let rows = rows.map(|(date, published)| Observation {
            published: published.parse().ok(),
            ..Observation::sample(PeriodType::MonthEnd, date, "1")
        });
        let series = Series::new(rows.into()).unwrap();
        for places in [0..3, 0..1, 1..2, 1..3, 2..3] {
            let block = KnownDays::of(&series, places.clone());
            for day in ["2026-08-09", "2026-08-10", "2026-09-09", "2026-09-10", "2026-10-09", "2026-10-10"] {
                let day = day.parse().unwrap();
                let known = || places.clone().map(|place| series.known_on(place, day));
                let current = || series.observations()[places.clone()].iter().map(Some);
                assert_eq!(block.are_unknown(day), known().all(|of| of.is_none()), "{places:?} {day}");
                assert_eq!(block.are_known(day), known().all(|of| of.is_some()), "{places:?} {day}");
                assert_eq!(block.are_current(day), known().eq(current()), "{places:?} {day}");
            }
        }
    }
}
