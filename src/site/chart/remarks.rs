//! What is said below a drawing of observations that are not joined: which days are missing, and why a line is broken.

use chrono::{Datelike, NaiveDate};

use super::ChartView;
use super::groups::{Form, Group};
use crate::model::{Frequency, Localized, Observation, PeriodType};
use crate::site::text;

/// Days of a daily series of which more are missing than there are. Five of seven days are expected.
const SPARSE_DAYS: i32 = 60;

/// Of the groups that are drawn, the present one first; `breaks` are the first days of new kinds.
pub fn remarks(view: &ChartView<'_>, drawn: &[&Group<'_>], breaks: &[NaiveDate]) -> Vec<Localized<String>> {
    // Days without a value a year earlier have no change: they are not missing.
    let sparse = drawn.first().filter(|_| !view.is_of_changes).and_then(|group| sparse(group));
    let beside: Vec<Group<'_>> = view.with.iter().flat_map(|(subject, _)| view.groups(subject)).collect();
    let lines = || drawn.iter().copied().chain(&beside).filter(|group| group.form != Form::Years);
    let has = |kind| lines().any(|group| interruptions(group, breaks).any(|found| found == kind));
    let are_lone =
        lines().all(|group| group.form == Form::Lines && group.runs.iter().all(|run| run.len() == 1));
    let gap = (sparse.is_none() && has(Interruption::Gap)).then(|| {
        Localized::build(|lang| match are_lone {
            true => text::not_joined(lang).to_owned(),
            false => text::line_broken(lang).to_owned(),
        })
    });
    let anew =
        has(Interruption::NewYear).then(|| Localized::build(|lang| text::begins_anew(lang).to_owned()));
    [sparse, gap, anew].into_iter().flatten().collect()
}

#[derive(PartialEq, Eq)]
enum Interruption {
    Gap,
    /// What is counted since January begins anew.
    NewYear,
}

/// Why no line goes from one run to the next; a break of the series has a mark of its own.
fn interruptions(group: &Group<'_>, breaks: &[NaiveDate]) -> impl Iterator<Item = Interruption> {
    let ends = |pair: &[&[Observation]]| Some((pair[0].last()?.clone(), pair[1].first()?.clone()));
    group.runs.windows(2).filter_map(ends).filter_map(|(before, after)| {
        let (from, to) = before.date.zip(after.date)?;
        if breaks.iter().any(|day| from < *day && *day <= to) {
            return None;
        }
        let key = &before.series_key;
        let begins_anew = key.period_type.is_since_january() && key.frequency != Some(Frequency::Annual);
        Some(match begins_anew && from.year() != to.year() {
            true => Interruption::NewYear,
            false => Interruption::Gap,
        })
    })
}

/// How many of its days a daily series has, where these are fewer than half of the working days.
fn sparse(group: &Group<'_>) -> Option<Localized<String>> {
    let all: Vec<&Observation> = group.observations().collect();
    let (first, last) = (all.first()?, all.last()?);
    let (from, to) = first.date.zip(last.date)?;
    let days = to.num_days_from_ce() - from.num_days_from_ce() + 1;
    let possible = usize::try_from(days * 5 / 7).ok()?;
    let joined = group.runs.iter().filter_map(|run| Some((run.first()?.date?, run.last()?.date?)));
    let joined: i32 = joined.map(|(from, to)| to.num_days_from_ce() - from.num_days_from_ce()).sum();
    let is_sparse = joined * 2 < days
        && first.series_key.period_type == PeriodType::Daily
        && days > SPARSE_DAYS
        && all.len() * 2 < possible;
    is_sparse.then(|| Localized::build(|lang| text::sparse(all.len(), round(possible), (from, to), lang)))
}

/// To two digits.
fn round(count: usize) -> usize {
    let unit = (0..).map(|power| 10_usize.pow(power)).find(|unit| count / unit < 100).unwrap_or(1);
    (count + unit / 2) / unit * unit
}

#[cfg(test)]
mod tests {
    use crate::model::{Flag, Lang, PeriodType, Series};
    use crate::site::chart::samples::{chart, observations, series};

    fn said(series: &Series) -> Vec<String> {
        let chart = chart(series, &[], "2026-07-01", 10_000);
        chart.legend.remarks.iter().map(|remark| remark.get(Lang::En).replace('\u{a0}', " ")).collect()
    }

    #[test]
    fn a_line_that_is_broken_says_why() {
        let gap = "The line is broken where there are no data.";
        let rows = ["2026-01-31", "2026-02-28", "2026-04-30", "2026-05-31"];
        assert_eq!(said(&series(PeriodType::Monthly, &rows)), [gap]);
        assert!(said(&series(PeriodType::Monthly, &["2026-03-31", "2026-04-30", "2026-05-31"])).is_empty());
        let mut decisions = observations(PeriodType::EffectiveFrom, &rows);
        decisions[1].flags.insert(Flag::Gap);
        assert_eq!(said(&Series::new(decisions).unwrap()), [gap]);
        let average = ["2025-11-30", "2025-12-31", "2026-01-31", "2026-02-28"];
        let anew = "The line begins anew each year: values are counted from January.";
        assert_eq!(said(&series(PeriodType::YearToDateAverage, &average)), [anew]);
        let dates = ["2026-01-10", "2026-02-21", "2026-05-03"];
        let lone = "The dots are not joined: what happened in between is not known.";
        assert_eq!(said(&series(PeriodType::PointInTime, &dates)), [lone]);
    }

    #[test]
    fn a_break_of_the_series_is_no_gap() {
        let one = ["2026-01-31 1 usd", "2026-02-28 1 usd", "2026-03-31 1 usd"];
        let other = ["2026-04-30 1", "2026-05-31 1", "2026-06-30 1"];
        assert!(said(&series(PeriodType::Monthly, &[one, other].concat())).is_empty());
    }
}
