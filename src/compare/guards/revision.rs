//! `revision`: many public values change, and no new date of publication says that their source revised them.

use super::rows::{Row, changes};
use super::{Comparison, Concern, GuardKind, Pair};
use crate::messages as say;

/// How many values may be corrected without a word.
const CORRECTIONS: usize = 3;
/// One value in this many may be.
const ONE_IN: usize = 20;

pub(super) fn concerns(comparison: &Comparison<'_>) -> Vec<Concern> {
    comparison.pairs().iter().filter_map(of_indicator).collect()
}

fn of_indicator(pair: &Pair<'_>) -> Option<Concern> {
    let public = pair.old?.series.observations().len();
    let unannounced = |row: &Row<'_>| {
        row.before
            .is_some_and(|before| before.value != row.after.value && row.after.published <= before.published)
    };
    let count = changes(pair).iter().filter(|row| unannounced(row)).count();
    (count > CORRECTIONS && count * ONE_IN > public)
        .then(|| Concern::of(GuardKind::Revision, &pair.new.key, None, say::revised_silently(count, public)))
}
