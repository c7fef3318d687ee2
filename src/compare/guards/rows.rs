//! The observations that are new or changed, each among its neighbours.

use super::Pair;
use crate::model::Observation;

/// A new or changed observation.
pub struct Row<'a> {
    /// What was public for the same date.
    pub before: Option<&'a Observation>,
    /// What will be.
    pub after: &'a Observation,
    /// The observation before it in the new series.
    pub previous: Option<&'a Observation>,
    /// The observation after it in the new series.
    pub next: Option<&'a Observation>,
}

/// Whether readers would see another figure, or the same one of something else.
fn changed(before: &Observation, after: &Observation) -> bool {
    before.value != after.value || before.basis != after.basis || before.published != after.published
}

/// Every row of the pair that is new or changed, oldest first.
pub fn changes<'a>(pair: &Pair<'a>) -> Vec<Row<'a>> {
    let old = pair.old.map(|old| old.series.observations()).unwrap_or_default();
    let new = pair.new.series.observations();
    let row = |(position, after): (usize, &'a Observation)| {
        let found = old.binary_search_by_key(&after.date, |observation| observation.date);
        let before = found.ok().and_then(|at| old.get(at));
        let previous = position.checked_sub(1).and_then(|at| new.get(at));
        before.is_none_or(|before| changed(before, after)).then(|| Row {
            before,
            after,
            previous,
            next: new.get(position + 1),
        })
    };
    new.iter().enumerate().filter_map(row).collect()
}
