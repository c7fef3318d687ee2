//! A checked dataset as readers see it at one instant.

use std::collections::HashMap;
use std::sync::Arc;

use super::diagnostic::Diagnostics;
use crate::model::{Category, DeclaredStatus, Indicator, Key, Localized, Offset, Sdmx, Series, Timestamp};

/// The indicators that a dataset may have.
pub const MAX_INDICATORS: usize = 10_000;

/// A checked dataset as readers see it at one instant.
#[derive(Clone, Debug)]
pub struct Dataset {
    pub version: String,
    pub title: Option<Localized<String>>,
    pub description: Option<Localized<String>>,
    /// The headline figures, in order; each is one of the indicators.
    pub featured: Vec<Key>,
    /// What SDMX clients call it; without it there are no SDMX resources.
    pub sdmx: Option<Sdmx>,
    /// When the snapshot was taken [S2.2].
    pub as_of: Timestamp,
    /// Decides when a day ends, and how timestamps are written.
    pub offset: Offset,
    /// The status of the snapshot as a whole, as declared.
    pub declared: DeclaredStatus,
    pub categories: Vec<Category>,
    pub warnings: Diagnostics,
}

impl Dataset {
    pub fn indicators(&self) -> impl Iterator<Item = &Indicator> {
        self.categories.iter().flat_map(|category| &category.indicators)
    }

    pub fn indicator(&self, key: &Key) -> Option<&Indicator> {
        self.indicators().find(|indicator| indicator.key == *key)
    }

    /// Takes over from `previous` every series that is the same, so that it lies in memory once.
    pub fn share(&mut self, previous: &Dataset) {
        let known: HashMap<&Key, &Arc<Series>> =
            previous.indicators().map(|indicator| (&indicator.key, &indicator.series)).collect();
        for indicator in self.categories.iter_mut().flat_map(|category| &mut category.indicators) {
            if let Some(series) = known.get(&indicator.key).filter(|series| ***series == indicator.series) {
                indicator.series = Arc::clone(series);
            }
        }
    }

    /// How many observations there are, the latest revision of each.
    pub fn observations(&self) -> usize {
        self.indicators().map(|indicator| indicator.series.observations().len()).sum()
    }
}
