//! What a snapshot comes to: versions, counts, and every status at its instant.

use std::fmt;

use crate::dataset::Dataset;
use crate::model::{Instant, Key, Offset, Standing, Status};

/// A dataset at an instant, in numbers.
pub struct Summary {
    /// The dataset's version.
    pub version: String,
    /// The dataset's as-of.
    pub as_of: Instant,
    /// The dataset's offset from UTC.
    pub offset: Offset,
    /// The instant that is shown.
    pub built_at: Instant,
    /// How many observations there are.
    pub observations: usize,
    /// How many warnings the dataset has.
    pub warnings: usize,
    /// The status of the snapshot as a whole.
    pub status: Status,
    /// The status of each indicator, in the order of the collection.
    pub standings: Vec<(Key, Standing)>,
}

impl Summary {
    /// Takes the status of every indicator at `now`.
    pub fn new(dataset: &Dataset, now: Instant) -> Self {
        let standing = |indicator: &crate::model::Indicator| indicator.standing(now, dataset.offset);
        let standings: Vec<(Key, Standing)> =
            dataset.indicators().map(|i| (i.key.clone(), standing(i))).collect();
        // The least trustworthy of all, the dataset's own included (decisions, section 4).
        let status = standings.iter().fold(dataset.declared.status(), |worst, (_, s)| worst.max(s.status));
        Summary {
            version: dataset.version.clone(),
            as_of: dataset.as_of,
            offset: dataset.offset,
            built_at: now,
            observations: dataset.observations(),
            warnings: dataset.warnings.warnings(),
            status,
            standings,
        }
    }

    /// How many indicators have a status.
    pub fn count(&self, status: Status) -> usize {
        self.standings.iter().filter(|(_, standing)| standing.status == status).count()
    }

    /// The first instant after which a status will have turned by the clock alone.
    pub fn next_change(&self) -> Option<Instant> {
        self.standings.iter().filter_map(|(_, standing)| standing.stale_at).min()
    }
}

impl fmt::Display for Summary {
    /// `2026-11-20.1: 75 indicators, 691 observations; 0 verified, 0 stale, 75 seed, 0 unknown`
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (indicators, observations) = (self.standings.len(), self.observations);
        write!(f, "{}: {indicators} indicators, {observations} observations; ", self.version)?;
        let counts = Status::ALL.map(|status| format!("{} {}", self.count(status), status.name()));
        f.write_str(&counts.join(", "))
    }
}
