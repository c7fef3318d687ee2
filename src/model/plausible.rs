//! The bounds within which an indicator is believed without a second look.

use super::{Number, Observation};

/// What the dataset's makers hold possible of an indicator [D18.jump]. A value outside is a warning at
/// loading, and needs a word to become public.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct Plausible {
    /// The least value.
    pub min: Option<Number>,
    /// The largest value.
    pub max: Option<Number>,
    /// The largest change against the observation before, in percent of it.
    pub max_change_pct: Option<Number>,
}

/// A bound that an observation does not keep.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Implausible {
    /// The value is below this least one.
    BelowMin(Number),
    /// The value is above this largest one.
    AboveMax(Number),
    /// The value differs by more than this many percent from the one before.
    Change {
        /// The value before.
        before: Number,
        /// The percentage that is allowed.
        percent: Number,
    },
}

impl Plausible {
    /// The bounds that `current` does not keep; `previous` is the observation before it in its series.
    pub fn violations(
        &self,
        previous: Option<&Observation>,
        current: &Observation,
    ) -> impl Iterator<Item = Implausible> {
        let below = self.min.filter(|min| current.value < *min).map(Implausible::BelowMin);
        let above = self.max.filter(|max| current.value > *max).map(Implausible::AboveMax);
        let moved = self
            .max_change_pct
            .zip(previous)
            .filter(|(percent, previous)| previous.moves_by_more_than(*percent, current))
            .map(|(percent, previous)| Implausible::Change { before: previous.value, percent });
        [below, above, moved].into_iter().flatten()
    }
}
