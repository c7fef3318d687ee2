//! What the makers of a dataset hold possible.

use super::*;

/// The values that the dataset's makers hold possible of an indicator [D18.jump]. A value outside is a warning at
/// loading, and needs a word to become public.
///
/// Bounds of change are for the usual distance of the series, and widen with the root of a longer one [D30.1].
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct Plausible {
    pub min: Option<Number>,
    pub max: Option<Number>,
    /// The largest change against the observation before, in percent of it.
    pub max_change_pct: Option<Number>,
    /// The largest change in the unit of the series.
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
    /// As the definition has it.
    pub bound: Number,
    /// The bound as wide as it is after a gap.
    pub limit: Number,
}

impl Plausible {
    /// The bounds by the names of their members in a definition.
    pub fn bounds(&self) -> [(&'static str, Option<Number>); 4] {
        [
            ("min", self.min),
            ("max", self.max),
            ("maxChangePct", self.max_change_pct),
            ("maxChange", self.max_change),
        ]
    }

    pub fn has_bound_of_change(&self) -> bool {
        self.max_change_pct.is_some() || self.max_change.is_some()
    }

    /// The bounds that `current` does not keep. `previous` is the observation before it in its series, and how many times as
    /// long as an ordinary step the one between them may be, in thousandths.
    pub fn violations(
        &self,
        previous: Option<(&Observation, u32)>,
        current: &Observation,
    ) -> Vec<Implausible> {
        let mut violations = Vec::new();
        if let Some(min) = self.min
            && current.value < min
        {
            violations.push(Implausible::BelowMin(min));
        }

        if let Some(max) = self.max
            && current.value > max
        {
            violations.push(Implausible::AboveMax(max));
        }

        let Some((previous, widening)) = previous else {
            return violations;
        };

        if let Some(bound) = self.max_change_pct {
            let change = Change::new(previous, bound, widening);
            if previous.moves_by_more_than(change.limit, current) {
                violations.push(Implausible::ChangePct(change));
            }
        }

        if let Some(bound) = self.max_change
            && previous.series_key == current.series_key
        {
            let change = Change::new(previous, bound, widening);
            let limit = change.limit.exact_size();
            if previous.distance_to(current).compare_sizes(&limit).is_gt() {
                violations.push(Implausible::Change(change));
            }
        }

        violations
    }
}

impl Change {
    fn new(before: &Observation, bound: Number, widening: u32) -> Self {
        let thousandths = bound.times(widening);
        let limit = thousandths.and_then(|limit| limit.with_point_moved(-3));
        Change {
            before: before.value,
            bound,
            limit: limit.unwrap_or(bound),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn number(text: &str) -> Number {
        text.parse().unwrap()
    }

    /// The bounds of change that the second row does not keep, each as it is after a gap.
    fn limits(
        bounds: &Plausible,
        period_type: PeriodType,
        rows: [&str; 2],
        widening: u32,
    ) -> Vec<String> {
        let [before, after] = rows.map(|row| {
            let (date, value) = row.split_once(' ').unwrap();
            Observation::sample(period_type, date, value)
        });
        let limit = |bound| match bound {
            Implausible::ChangePct(change) => format!("{} %", change.limit),
            Implausible::Change(change) => change.limit.to_string(),
            Implausible::BelowMin(_) | Implausible::AboveMax(_) => "size".to_owned(),
        };
        let violations = bounds.violations(Some((&before, widening)), &after);
        violations.into_iter().map(limit).collect()
    }

    #[test]
    fn totals_are_believed_by_what_they_come_to_a_month() {
        let by_percent = Plausible {
            max_change_pct: Some(number("10")),
            ..Plausible::default()
        };
        let by_unit = Plausible {
            max_change: Some(number("10")),
            ..Plausible::default()
        };

        for (bounds, period_type, january, expected) in [
            (&by_percent, PeriodType::YearToDate, "2026-01-31 110", None),
            (
                &by_percent,
                PeriodType::YearToDate,
                "2026-01-31 111",
                Some("10 %"),
            ),
            (
                &by_percent,
                PeriodType::Monthly,
                "2026-01-31 110",
                Some("10 %"),
            ),
            (&by_unit, PeriodType::YearToDate, "2026-01-31 110", None),
            (
                &by_unit,
                PeriodType::YearToDate,
                "2026-01-31 110.1",
                Some("10"),
            ),
        ] {
            let rows = ["2025-12-31 1200", january];
            let limits = limits(bounds, period_type, rows, 1000);
            assert_eq!(limits, Vec::from_iter(expected), "{january}");
        }
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
        let bounds = Plausible {
            min: number("0").into(),
            max: number("100").into(),
            ..Plausible::default()
        };
        let left = |value| {
            let row = Observation::sample(PeriodType::Daily, "2026-11-20", value);
            bounds.violations(None, &row)
        };
        assert_eq!((left("0"), left("100")), (vec![], vec![]));
        assert_eq!(left("-0.01"), [Implausible::BelowMin(number("0"))]);
        assert_eq!(left("100.01"), [Implausible::AboveMax(number("100"))]);
    }
}
