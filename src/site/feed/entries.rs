//! Which figures stand in the feed, and which of them are revisions.

use std::cmp::Reverse;

use chrono::NaiveDate;

use crate::dataset::Dataset;
use crate::model::{Category, Indicator, Observation};

/// A figure that was published on a known day.
#[derive(Clone, Copy)]
pub struct Entry<'a> {
    /// The category of the indicator.
    pub category: &'a Category,
    /// What it is a figure of.
    pub indicator: &'a Indicator,
    /// The figure.
    pub of: &'a Observation,
    /// The day.
    pub published: NaiveDate,
    /// What was published for the same date before.
    pub before: Option<&'a Observation>,
}

/// The newest figures by the day of their publication, then by key, then the latest date first; no more than `most`.
pub fn newest(dataset: &Dataset, most: usize) -> Vec<Entry<'_>> {
    let indicators = dataset
        .categories
        .iter()
        .flat_map(|category| category.indicators.iter().map(move |indicator| (category, indicator)));
    let mut entries: Vec<Entry<'_>> =
        indicators.flat_map(|(category, indicator)| of_indicator(category, indicator)).collect();
    let order = |entry: &Entry<'_>| {
        (Reverse(entry.published), entry.indicator.key.as_str().to_owned(), Reverse(entry.of.date))
    };
    if entries.len() > most {
        // Only the newest need to be in order.
        entries.select_nth_unstable_by(most, |a, b| order(a).cmp(&order(b)));
        entries.truncate(most);
    }
    entries.sort_by_cached_key(order);
    entries
}

fn of_indicator<'a>(category: &'a Category, indicator: &'a Indicator) -> impl Iterator<Item = Entry<'a>> {
    let mut last: Option<&Observation> = None;
    indicator.series.revisions().filter_map(move |of| {
        let before = last.replace(of).filter(|last| last.date == of.date);
        Some(Entry { category, indicator, of, published: of.published?, before })
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::dataset::{Source, load};

    #[test]
    fn the_newest_are_the_first_of_all() {
        let instant = "2026-11-20T09:00:00Z".parse().unwrap();
        let dataset = load(&Source::Embedded, instant).unwrap().public_at(instant);
        let named = |most: usize| -> Vec<_> {
            let entries = newest(&dataset, most).into_iter();
            entries
                .map(|entry| (Reverse(entry.published), &entry.indicator.key, Reverse(entry.of.date)))
                .collect()
        };
        let all = named(usize::MAX);
        assert!(all.len() > 10 && all.is_sorted());
        for most in [0, 1, 5, all.len() - 1, all.len(), all.len() + 1] {
            assert_eq!(named(most), all[..most.min(all.len())], "{most}");
        }
    }
}
