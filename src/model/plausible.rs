//! Which values of an indicator are believed.

use super::*;

/// What the dataset's makers hold possible of an indicator [D18.jump]. A value outside is a warning at
/// loading, and needs a word to become public.
///
/// Bounds of change are for the usual distance of the series, and widen with the root of a longer one [D30.1].
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct Plausible {
    pub min: Option<Number>,
    pub max: Option<Number>,
    /// The largest change against the observation before, in percent of it.
    pub max_change_pct: Option<Number>,
    /// The same in the unit of the series.
    pub max_change: Option<Number>,
}

/// A bound that an observation does not keep.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Implausible {
    BelowMin(Number),
    AboveMax(Number),
    /// The value differs by more than this many percent from the one before.
    ChangePct(Change),
    /// The value differs by more than this from the one before, in its unit.
    Change(Change),
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Change {
    pub before: Number,
    /// As the definition has it, and as wide as it is after a gap.
    pub bound: Number,
    pub limit: Number,
}

/// An observation and the bound of the step to the next one.
#[derive(Clone, Copy)]
pub struct Before<'a> {
    pub observation: &'a Observation,
    /// How many times as long as an ordinary step this one may be, in thousandths.
    pub widening: u32,
}

impl Before<'_> {
    fn change(&self, bound: Number) -> Change {
        let limit = bound.times(self.widening).and_then(|limit| limit.with_point_moved(-3));
        Change { before: self.observation.value, bound, limit: limit.unwrap_or(bound) }
    }
}

impl Plausible {
    pub fn has_bound_of_change(&self) -> bool {
        self.max_change_pct.is_some() || self.max_change.is_some()
    }

    /// The bounds that `current` does not keep; `previous` is the observation before it in its series.
    pub fn violations(
        &self,
        previous: Option<Before<'_>>,
        current: &Observation,
    ) -> impl Iterator<Item = Implausible> {
        let below = self.min.filter(|min| current.value < *min).map(Implausible::BelowMin);
        let above = self.max.filter(|max| current.value > *max).map(Implausible::AboveMax);
        let change = |bound: Option<Number>| {
            let (bound, previous) = bound.zip(previous)?;
            Some((previous.observation, previous.change(bound)))
        };
        let by_percent = change(self.max_change_pct)
            .filter(|(previous, change)| previous.moves_by_more_than(change.limit, current))
            .map(|(_, change)| Implausible::ChangePct(change));
        let by_unit = change(self.max_change)
            .filter(|(previous, change)| previous.is_further_than(&change.limit.exact_size(), current))
            .map(|(_, change)| Implausible::Change(change));
        [below, above, by_percent, by_unit].into_iter().flatten()
    }
}

impl Observation {
    /// Whether a comparable observation is further away than this, in the unit of the series.
    fn is_further_than(&self, limit: &ExactDifference, next: &Observation) -> bool {
        self.series_key == next.series_key && self.distance_to(next).compare_sizes(limit).is_gt()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::model::PeriodType;

    fn number(text: &str) -> Number {
        text.parse().unwrap()
    }

    /// The bounds of change that the second row does not keep, each as it is after a gap.
    fn limits(bounds: &Plausible, period_type: PeriodType, rows: [&str; 2], widening: u32) -> Vec<String> {
        let [before, after] = rows.map(|row| {
            let (date, value) = row.split_once(' ').unwrap();
            Observation::sample(period_type, date, value)
        });
        let before = Before { observation: &before, widening };
        let limit = |bound| match bound {
            Implausible::ChangePct(change) => format!("{} %", change.limit),
            Implausible::Change(change) => change.limit.to_string(),
            Implausible::BelowMin(_) | Implausible::AboveMax(_) => "size".to_owned(),
        };
        bounds.violations(Some(before), &after).map(limit).collect()
    }

    #[test]
    fn totals_are_believed_by_what_they_come_to_a_month() {
        let bounds = Plausible { max_change_pct: Some(number("10")), ..Plausible::default() };
        let year = "2025-12-31 1200";
        assert_eq!(limits(&bounds, PeriodType::YearToDate, [year, "2026-01-31 110"], 1000), [""; 0]);
        assert_eq!(limits(&bounds, PeriodType::YearToDate, [year, "2026-01-31 111"], 1000), ["10 %"]);
        assert_eq!(limits(&bounds, PeriodType::Monthly, [year, "2026-01-31 110"], 1000), ["10 %"]);
        let bounds = Plausible { max_change: Some(number("10")), ..Plausible::default() };
        assert_eq!(limits(&bounds, PeriodType::YearToDate, [year, "2026-01-31 110"], 1000), [""; 0]);
        assert_eq!(limits(&bounds, PeriodType::YearToDate, [year, "2026-01-31 110.1"], 1000), ["10"]);
    }

    #[test]
    fn bounds_of_change_widen_with_a_gap() {
        let bounds = Plausible {
            max_change_pct: Some(number("10")),
            max_change: Some(number("0.5")),
            ..Plausible::default()
        };
        let moved = |value: &str, widening| {
            let rows = ["2026-11-19 4", &format!("2026-11-20 {value}")];
            limits(&bounds, PeriodType::Daily, rows, widening)
        };
        assert_eq!(moved("4.4", 1000), [""; 0]);
        assert_eq!(moved("4.41", 1000), ["10 %"]);
        assert_eq!(moved("4.51", 1000), ["10 %", "0.5"]);
        assert_eq!(moved("4.51", 1732), [""; 0]);
        assert_eq!(moved("4.7", 1732), ["17.32 %"]);
        assert_eq!(moved("3.1", 1732), ["17.32 %", "0.866"]);
    }

    #[test]
    fn bounds_belong_to_what_is_believed() {
        let bounds = Plausible { min: number("0").into(), max: number("100").into(), ..Plausible::default() };
        let left = |value| {
            let row = Observation::sample(PeriodType::Daily, "2026-11-20", value);
            bounds.violations(None, &row).collect::<Vec<_>>()
        };
        assert_eq!((left("0"), left("100")), (vec![], vec![]));
        assert_eq!(left("-0.01"), [Implausible::BelowMin(number("0"))]);
        assert_eq!(left("100.01"), [Implausible::AboveMax(number("100"))]);
    }
}
