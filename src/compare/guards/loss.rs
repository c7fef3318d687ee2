//! `loss`: what was public would be gone.

use std::collections::{BTreeMap, BTreeSet};

use super::{Comparison, Concern, GuardKind};
use crate::dataset::Dataset;
use crate::messages as say;
use crate::model::{Indicator, Key};

/// An indicator that is gone is one case, whatever it had.
pub(super) fn concerns(comparison: &Comparison<'_>) -> Vec<Concern> {
    let new: BTreeMap<&Key, &Indicator> = comparison.new.indicators().map(|of| (&of.key, of)).collect();
    let old = comparison.old.into_iter().flat_map(Dataset::indicators);
    old.flat_map(|old| match new.get(&old.key) {
        Some(new) => rows(old, new),
        None => vec![Concern::of(GuardKind::Loss, &old.key, None, say::indicator_lost())],
    })
    .collect()
}

fn rows(old: &Indicator, new: &Indicator) -> Vec<Concern> {
    let kept: BTreeSet<_> = new.series.observations().iter().map(|observation| observation.date).collect();
    let lost = old.series.observations().iter().filter(|observation| !kept.contains(&observation.date));
    lost.map(|of| Concern::of(GuardKind::Loss, &old.key, of.date, say::observation_lost(of.value))).collect()
}
