//! Which observations share axes: those of one unit, measure and form [D15.3].

use chrono::NaiveDate;

use super::neighbours::runs;
use crate::model::{Frequency, Observation, PeriodType};

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
    /// A growth rate since the beginning of the year is no total: it does not begin anew from nothing. Nor do totals of
    /// whole years.
    fn of(observation: &Observation) -> Self {
        let key = &observation.series_key;
        match (key.period_type, key.measure) {
            (PeriodType::EffectiveFrom, _) => Form::Steps,
            (PeriodType::YearToDate, measure)
                if measure.adds_up() && key.frequency != Some(Frequency::Annual) =>
            {
                Form::Years
            }
            _ => Form::Lines,
        }
    }
}

/// Observations on the same axes.
#[derive(Clone)]
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

    /// What of it is drawn from a day on; a rate that was in force then was decided before. `None` where that is nothing.
    pub fn since(self, day: Option<NaiveDate>) -> Option<Self> {
        let Some(day) = day else { return Some(self) };
        let inside = |run: &'a [Observation]| {
            let before = run.partition_point(|of| of.date < Some(day));
            let first = if self.form == Form::Steps && before < run.len() {
                before.saturating_sub(1)
            } else {
                before
            };
            run.get(first..).filter(|run| !run.is_empty())
        };
        let runs: Vec<_> = self.runs.iter().copied().filter_map(inside).collect();
        (!runs.is_empty()).then_some(Group { form: self.form, runs })
    }

    /// Whether they are amounts that add up from the beginning of a year, of parts of it or of whole ones.
    pub fn is_of_totals(&self) -> bool {
        self.observations().next().is_some_and(|of| {
            of.series_key.period_type == PeriodType::YearToDate && of.series_key.measure.adds_up()
        })
    }

    pub fn shares_axes(&self, other: &Group<'_>) -> bool {
        let first = |group: &Group<'_>| {
            group
                .observations()
                .next()
                .map(|of| (of.series_key.unit.id.clone(), of.series_key.measure, group.form))
        };
        first(self) == first(other)
    }
}

/// The groups of a series, or of its changes, the one of its current observation first.
pub fn groups(observations: &[Observation], are_changes: bool) -> Vec<Group<'_>> {
    let mut groups: Vec<Group<'_>> = Vec::new();
    for run in runs(observations, are_changes).into_iter().rev() {
        let Some(first) = run.first() else { continue };
        let group = Group { form: Form::of(first), runs: vec![run] };
        match groups.iter_mut().find(|known| known.shares_axes(&group)) {
            Some(known) => known.runs.insert(0, run),
            None => groups.push(group),
        }
    }
    groups
}

/// Whether the present kind is drawn by month of the year.
pub fn has_years(observations: &[Observation]) -> bool {
    observations.last().is_some_and(|of| Form::of(of) == Form::Years)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::site::chart::samples::observations;

    #[test]
    fn totals_of_whole_years_are_drawn_over_time() {
        let row = observations(PeriodType::YearToDate, &["2025-12-31"]).remove(0);
        assert_eq!(groups(&[row.clone().with_frequency(Frequency::Quarterly)], false)[0].form, Form::Years);
        assert_eq!(groups(&[row.with_frequency(Frequency::Annual)], false)[0].form, Form::Lines);
    }

    #[test]
    fn the_present_unit_comes_first_and_takes_its_former_runs() {
        let rows = ["2025-01-31 1 azn", "2025-02-28 1 usd", "2025-03-31 1 azn", "2025-05-31 1 azn"];
        let observations = observations(PeriodType::Monthly, &rows);
        let groups = groups(&observations, false);
        let lengths: Vec<Vec<usize>> =
            groups.iter().map(|group| group.runs.iter().map(|run| run.len()).collect()).collect();
        assert_eq!(lengths, [vec![1, 1, 1], vec![1]]);
        assert!(groups[0].observations().is_sorted_by_key(|of| of.date));
    }

    #[test]
    fn only_amounts_since_the_beginning_of_the_year_are_totals() {
        let form = |period_type, row: &str| groups(&observations(period_type, &[row]), false)[0].form;
        assert_eq!(form(PeriodType::YearToDate, "2026-01-31 1 azn"), Form::Years);
        assert_eq!(form(PeriodType::YearToDate, "2026-01-31 1 azn growth"), Form::Lines);
        assert_eq!(form(PeriodType::YearToDateAverage, "2026-01-31 1 azn"), Form::Lines);
        assert_eq!(form(PeriodType::EffectiveFrom, "2026-01-31 1 azn rate"), Form::Steps);
    }
}
