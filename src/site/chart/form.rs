//! Which observations share axes, and how they are drawn: those of one unit, one measure and one form.

use super::joins::runs;
use crate::model::{Measure, Observation, PeriodType};

/// How a series is drawn.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Form {
    /// Over time, with lines between neighbours.
    Lines,
    /// Rates in force: they stay until the next one.
    Steps,
    /// Cumulative totals: by month of the year, a line for each year.
    Years,
}

impl Form {
    /// A growth rate since the beginning of the year is no total: it does not begin anew from nothing.
    fn of(observation: &Observation) -> Self {
        match (observation.basis.period_type, observation.basis.measure) {
            (PeriodType::EffectiveFrom, _) => Form::Steps,
            (PeriodType::YearToDate, Measure::Amount) => Form::Years,
            _ => Form::Lines,
        }
    }
}

/// What shares axes.
pub struct Group<'a> {
    pub form: Form,
    /// In order of time; each run may be joined by a line.
    pub runs: Vec<&'a [Observation]>,
}

impl<'a> Group<'a> {
    /// All its observations, in order of time.
    pub fn observations(&self) -> impl DoubleEndedIterator<Item = &'a Observation> + Clone + use<'a, '_> {
        self.runs.iter().copied().flatten()
    }

    fn takes(&self, run: &[Observation]) -> bool {
        let first = |run: &[Observation]| {
            run.first().map(|of| (of.basis.unit.id.clone(), of.basis.measure, Form::of(of)))
        };
        self.runs.first().and_then(|own| first(own)) == first(run)
    }
}

/// The groups of a series, the one of its current observation first.
pub fn groups(observations: &[Observation]) -> Vec<Group<'_>> {
    let mut groups: Vec<Group<'_>> = Vec::new();
    for run in runs(observations).into_iter().rev() {
        match groups.iter_mut().find(|group| group.takes(run)) {
            Some(group) => group.runs.insert(0, run),
            None => groups.extend(run.first().map(|first| Group { form: Form::of(first), runs: vec![run] })),
        }
    }
    groups
}

#[cfg(test)]
mod tests {
    use super::super::samples::observations;
    use super::*;

    #[test]
    fn the_present_unit_comes_first_and_takes_its_former_runs() {
        let rows = ["2025-01-31 1 azn", "2025-02-28 1 usd", "2025-03-31 1 azn", "2025-05-31 1 azn"];
        let observations = observations(PeriodType::Monthly, &rows);
        let groups = groups(&observations);
        let lengths: Vec<Vec<usize>> =
            groups.iter().map(|group| group.runs.iter().map(|run| run.len()).collect()).collect();
        assert_eq!(lengths, [vec![1, 1, 1], vec![1]]);
        assert!(groups[0].observations().is_sorted_by_key(|of| of.date));
    }

    #[test]
    fn only_amounts_since_the_beginning_of_the_year_are_totals() {
        let form = |period_type, row: &str| groups(&observations(period_type, &[row]))[0].form;
        assert_eq!(form(PeriodType::YearToDate, "2026-01-31 1 azn"), Form::Years);
        assert_eq!(form(PeriodType::YearToDate, "2026-01-31 1 azn growth"), Form::Lines);
        assert_eq!(form(PeriodType::YearToDateAverage, "2026-01-31 1 azn"), Form::Lines);
        assert_eq!(form(PeriodType::EffectiveFrom, "2026-01-31 1 azn rate"), Form::Steps);
    }
}
