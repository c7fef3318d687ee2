//! Which values of an indicator are believed.

use super::{Number, Observation};

/// What the dataset's makers hold possible of an indicator [D18.jump]. A value outside is a warning at
/// loading, and needs a word to become public.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct Plausible {
    pub min: Option<Number>,
    pub max: Option<Number>,
    /// The largest change against the observation before, in percent of it.
    pub max_change_pct: Option<Number>,
}

/// A bound that an observation does not keep.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Implausible {
    BelowMin(Number),
    AboveMax(Number),
    /// The value differs by more than this many percent from the one before.
    Change {
        before: Number,
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::model::PeriodType;

    fn observation(period_type: PeriodType, [date, value]: [&str; 2]) -> Observation {
        Observation::sample(period_type, date, value)
    }

    #[test]
    fn totals_are_believed_by_what_they_come_to_a_month() {
        let percent: Number = "10".parse().unwrap();
        let bounds = Plausible { max_change_pct: Some(percent), ..Plausible::default() };
        let left = |period_type, before: [&str; 2], after: [&str; 2]| {
            let before = observation(period_type, before);
            let after = observation(period_type, after);
            bounds.violations(Some(&before), &after).collect::<Vec<_>>()
        };
        let year = ["2025-12-31", "1200"];
        assert_eq!(left(PeriodType::YearToDate, year, ["2026-01-31", "110"]), []);
        let change = Implausible::Change { before: "1200".parse().unwrap(), percent };
        assert_eq!(left(PeriodType::YearToDate, year, ["2026-01-31", "111"]), [change]);
        assert_eq!(left(PeriodType::Monthly, year, ["2026-01-31", "110"]), [change]);
    }

    #[test]
    fn bounds_belong_to_what_is_believed() {
        let bounds = Plausible { min: "0".parse().ok(), max: "100".parse().ok(), max_change_pct: None };
        let left = |value| {
            let found = observation(PeriodType::Daily, ["2026-11-20", value]);
            bounds.violations(None, &found).collect::<Vec<_>>()
        };
        assert_eq!((left("0"), left("100")), (vec![], vec![]));
        assert_eq!(left("-0.01"), [Implausible::BelowMin("0".parse().unwrap())]);
        assert_eq!(left("100.01"), [Implausible::AboveMax("100".parse().unwrap())]);
    }
}
