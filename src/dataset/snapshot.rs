//! A dataset as readers see it at one instant.

use super::*;

use crate::model::Publications;

/// A checked dataset, without rows that are under embargo then.
#[derive(Clone, Debug)]
pub struct Dataset {
    pub version: String,
    pub title: Option<Localized<String>>,
    pub description: Option<Localized<String>>,
    /// The terms under which the data may be used [D23.license].
    pub license: Option<NamedLink>,
    /// The house that publishes them.
    pub publisher: Option<NamedLink>,
    /// The address for reports of errors [D23.license].
    pub contact: Option<NamedLink>,
    /// Where a vulnerability is reported; by default that of `contact`.
    pub security: Option<String>,
    /// The headline figures, in order; each is one of the indicators.
    pub featured: Vec<Key>,
    pub sdmx: Option<Sdmx>,
    /// The National Summary Data Page, of a dataset that has names in SDMX.
    pub nsdp: Option<Nsdp>,
    pub as_of: Timestamp,
    /// Decides when a day ends, and how timestamps are written.
    pub offset: Offset,
    pub declared: DeclaredStatus,
    pub categories: Vec<Category>,
    /// The figures that this release and those before it made public; `None` where no store has noted them.
    pub publications: Option<Publications>,
    pub warnings: Diagnostics,
}

impl Dataset {
    pub fn indicators(&self) -> impl Iterator<Item = &Indicator> {
        self.categories
            .iter()
            .flat_map(|category| &category.indicators)
    }

    pub(super) fn indicators_mut(&mut self) -> impl Iterator<Item = &mut Indicator> {
        let categories = self.categories.iter_mut();
        categories.flat_map(|category| &mut category.indicators)
    }

    /// Everything that was ever published, each figure with the key of its indicator.
    pub fn revisions(&self) -> impl Iterator<Item = (&Key, &Observation)> {
        self.indicators().flat_map(|indicator| {
            let revisions = indicator.series.revisions();
            revisions.map(|observation| (&indicator.key, observation))
        })
    }

    pub fn indicator(&self, key: &Key) -> Option<&Indicator> {
        self.indicators().find(|indicator| indicator.key == *key)
    }

    /// The series of a data category that have a figure with a date, each with the place of its indicator in the collection.
    pub fn nsdp_series<'a>(
        &'a self,
        category: &'a str,
    ) -> impl Iterator<Item = (usize, &'a Indicator, &'a NsdpSeries)> {
        let mut found = Vec::new();
        for (place, indicator) in self.indicators().enumerate() {
            for series in &indicator.nsdp {
                if series.category == category && indicator.series.current().date.is_some() {
                    found.push((place, indicator, series));
                }
            }
        }

        found.into_iter()
    }

    /// Takes indicators out, wherever they are named, and the categories that have no other.
    pub(super) fn hide(&mut self, hidden: &BTreeSet<Key>) {
        self.featured.retain(|key| !hidden.contains(key));
        self.categories.retain_mut(|Category { indicators, .. }| {
            let was_empty = indicators.is_empty();
            indicators.retain(|indicator| !hidden.contains(&indicator.key));
            was_empty || !indicators.is_empty()
        });

        for indicator in self.indicators_mut() {
            indicator.chart_with.retain(|key| !hidden.contains(key));
            indicator.limits.retain(|key| !hidden.contains(key));
        }
    }

    /// Takes over from `previous` every series that is the same, so that it lies in memory once.
    pub fn share(&mut self, previous: &Dataset) {
        let by_key = previous.series_by_key();
        for indicator in self.indicators_mut() {
            let former = by_key.get(&indicator.key).copied();
            indicator.series = Arc::clone(&indicator.series).shared(former);
        }
    }

    pub fn series_by_key(&self) -> SeriesByKey<'_> {
        self.indicators()
            .map(|indicator| (&indicator.key, &indicator.series))
            .collect()
    }

    /// How many observations there are, the latest revision of each.
    pub fn observations(&self) -> usize {
        let series = self.indicators().map(|indicator| &indicator.series);
        series.map(|series| series.observations().len()).sum()
    }
}
