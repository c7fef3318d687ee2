//! The observations that share axes, those of one unit and measure, and the lines between them: through neighbours of a
//! series and nothing else [D15.3].

use super::*;

use crate::model::months_between;

/// Days between neighbours of a daily series at most: Novruz and its weekends are nine. A longer hole has the flag `gap`.
pub const MAX_DAYS: i32 = 10;

#[derive(Clone)]
pub struct Group<'a> {
    /// True for rates in force: each stays until the next one.
    pub are_steps: bool,
    /// Runs in order of time. A line goes through each; a run of one observation is a dot.
    pub runs: Vec<&'a [Observation]>,
}

/// The kinds of interruptions that a line has.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Interruptions {
    /// Observations are missing.
    pub has_gaps: bool,
    /// The line begins anew each year.
    pub begins_anew: bool,
}

impl<'a> Group<'a> {
    /// The observations that share axes with one of `key`. The change of a day needs a value of the same day a year earlier, so
    /// that holidays of both years lie between neighbours.
    pub fn new(observations: &'a [Observation], key: &SeriesKey, are_changes: bool) -> Self {
        let max_days = if are_changes { 2 * MAX_DAYS } else { MAX_DAYS };
        let mut runs = Vec::new();
        for run in observations.chunk_by(|before, after| are_joined(before, after, max_days)) {
            if shares_axes(&run[0].series_key, key) {
                runs.push(run);
            }
        }

        Group {
            are_steps: is_rate(key),
            runs,
        }
    }

    /// All its observations, in order of time.
    pub fn observations(
        &self,
    ) -> impl DoubleEndedIterator<Item = &'a Observation> + Clone + use<'a, '_> {
        self.runs.iter().copied().flatten()
    }

    /// The part that is drawn from a day on, with the rate that was in force then and decided before.
    pub fn since(mut self, day: Option<NaiveDate>) -> Self {
        let Some(day) = day else { return self };
        let count = self.runs.len();
        for (place, run) in self.runs.iter_mut().enumerate() {
            let mut first = run.partition_point(|row| row.date < Some(day));
            if self.are_steps && (first < run.len() || place + 1 == count) {
                first = first.saturating_sub(1);
            }

            *run = run.get(first..).unwrap_or_default();
        }

        self.runs.retain(|run| !run.is_empty());
        self
    }

    /// The interruptions between its runs. `breaks` are the first days of new kinds, which have a mark. Between dots of weeks or
    /// half-years nothing is missing.
    pub fn interruptions(&self, breaks: &[NaiveDate]) -> Interruptions {
        let has_line = self.runs.iter().any(|run| run.len() > 1);
        let mut interruptions = Interruptions::default();
        for pair in self.runs.windows(2) {
            let (Some(before), Some(after)) = (pair[0].last(), pair[1].first()) else {
                continue;
            };

            let mut marked = breaks.iter().map(|day| Some(*day));
            if marked.any(|day| before.date < day && day <= after.date) {
                continue;
            }

            if begins_anew(before, after) {
                interruptions.begins_anew = true;
            } else if has_line || before.series_key.period_type != PeriodType::PointInTime {
                interruptions.has_gaps = true;
            }
        }

        interruptions
    }
}

fn is_rate(key: &SeriesKey) -> bool {
    key.period_type == PeriodType::EffectiveFrom
}

fn shares_axes(key: &SeriesKey, other: &SeriesKey) -> bool {
    key.unit.id == other.unit.id && key.measure == other.measure && is_rate(key) == is_rate(other)
}

fn are_joined(before: &Observation, after: &Observation, max_days: i32) -> bool {
    let Some((from, to)) = before.date.zip(after.date) else {
        return false;
    };

    let key = &before.series_key;
    if *key != after.series_key || before.flags.contains(Flag::Gap) {
        return false;
    }

    let months = i32::try_from(key.frequency.map_or(1, Frequency::months));
    let is_next = months == Ok(months_between(from, to));
    match key.period_type {
        // A rate applies until the next one, however long that takes.
        PeriodType::EffectiveFrom => true,
        PeriodType::Daily => to.num_days_from_ce() - from.num_days_from_ce() <= max_days,
        PeriodType::MonthEnd | PeriodType::Monthly => is_next,
        PeriodType::YearToDate | PeriodType::YearToDateAverage => {
            is_next && !begins_anew(before, after)
        }
        PeriodType::PointInTime => {
            let are_ends = from == last_day_of_month(from) && to == last_day_of_month(to);
            is_next && (from.day() == to.day() || are_ends)
        }
        PeriodType::Unknown => false,
    }
}

/// Returns true if a year ends between two observations that are counted since January. Whole years go on.
fn begins_anew(before: &Observation, after: &Observation) -> bool {
    let key = &before.series_key;
    key.period_type.is_since_january()
        && key.frequency != Some(Frequency::Annual)
        && before.date.map(|date| date.year()) != after.date.map(|date| date.year())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::site::chart::samples::observations;

    /// The lengths of the runs of the present kind.
    fn runs(observations: &[Observation], are_changes: bool) -> Vec<usize> {
        let key = &observations.last().unwrap().series_key;
        Group::new(observations, key, are_changes)
            .runs
            .iter()
            .map(|run| run.len())
            .collect()
    }

    /// The same of rows of `date`, or `date value unit measure`.
    fn lengths(period_type: PeriodType, rows: &[&str]) -> Vec<usize> {
        runs(&observations(period_type, rows), false)
    }

    #[test]
    fn quarters_and_years_are_joined_to_the_next() {
        let lengths = |period_type, frequency, rows: &[&str]| {
            let rows = observations(period_type, rows);
            runs(
                &rows
                    .into_iter()
                    .map(|row| row.with_frequency(frequency))
                    .collect::<Vec<_>>(),
                false,
            )
        };

        let quarters = ["2025-09-30", "2025-12-31", "2026-03-31", "2026-09-30"];
        for period_type in [PeriodType::MonthEnd, PeriodType::PointInTime] {
            assert_eq!(
                lengths(period_type, Frequency::Quarterly, &quarters),
                [3, 1]
            );
        }

        for period_type in [PeriodType::YearToDate, PeriodType::YearToDateAverage] {
            assert_eq!(
                lengths(period_type, Frequency::Quarterly, &quarters),
                [2, 1, 1]
            );
        }

        let years = ["2022-12-31", "2023-12-31", "2025-12-31"];
        for period_type in [
            PeriodType::MonthEnd,
            PeriodType::YearToDate,
            PeriodType::YearToDateAverage,
        ] {
            assert_eq!(lengths(period_type, Frequency::Annual, &years), [2, 1]);
        }
    }

    #[test]
    fn only_consecutive_months_are_joined() {
        let rows = ["2026-01-31", "2026-02-28", "2026-03-31", "2026-05-31"];
        for period_type in [
            PeriodType::MonthEnd,
            PeriodType::Monthly,
            PeriodType::PointInTime,
        ] {
            assert_eq!(lengths(period_type, &rows), [3, 1]);
            assert_eq!(
                lengths(period_type, &["2023-12-31", "2024-12-31", "2025-12-31"]),
                [1, 1, 1]
            );
            assert_eq!(lengths(period_type, &["2025-12-31", "2026-01-31"]), [2]);
        }

        assert_eq!(
            lengths(
                PeriodType::PointInTime,
                &["2026-01-01", "2026-02-01", "2026-03-02"]
            ),
            [2, 1]
        );
        assert_eq!(
            lengths(PeriodType::Unknown, &["2026-01-01", "2026-02-01"]),
            [1, 1]
        );
    }

    #[test]
    fn cumulative_ones_are_joined_inside_a_year_and_never_over_new_year() {
        let rows = ["2025-02-28", "2025-03-31", "2025-12-31", "2026-01-31"];
        for period_type in [PeriodType::YearToDate, PeriodType::YearToDateAverage] {
            let rows = observations(period_type, &rows);
            assert_eq!(runs(&rows, false), [2, 1, 1]);
            assert_eq!(
                Group::new(&rows, &rows[3].series_key, false).interruptions(&[]),
                Interruptions {
                    has_gaps: true,
                    begins_anew: true
                }
            );
        }
    }

    #[test]
    fn days_are_joined_over_weekends_and_holidays_of_ten_days_at_most() {
        // Friday to Tuesday, Novruz with its weekends, and a day more than that.
        let rows = [
            "2026-03-13",
            "2026-03-17",
            "2026-03-18",
            "2026-03-19",
            "2026-03-20",
            "2026-03-30",
        ];
        assert_eq!(lengths(PeriodType::Daily, &rows), [6]);
        assert_eq!(
            lengths(PeriodType::Daily, &[&rows[..5], &["2026-03-31"]].concat()),
            [5, 1]
        );
        let changes = observations(
            PeriodType::Daily,
            &["2026-03-20", "2026-04-09", "2026-04-30"],
        );
        assert_eq!(
            runs(&changes, true),
            [2, 1],
            "of changes over holidays of both years"
        );
    }

    #[test]
    fn dots_of_no_regular_period_have_no_gaps() {
        let has_gaps = |period_type, rows: &[&str]| {
            let rows = observations(period_type, rows);
            let group = Group::new(&rows, &rows[0].series_key, false);
            group.interruptions(&[]).has_gaps
        };

        let weeks = ["2026-11-13", "2026-11-20", "2026-11-27"];
        let half_years = ["2025-06-30", "2025-12-31", "2026-06-30"];
        for rows in [&weeks, &half_years] {
            assert!(!has_gaps(PeriodType::PointInTime, rows));
        }

        let months = ["2026-06-30", "2026-07-31", "2026-09-30"];
        for period_type in [PeriodType::PointInTime, PeriodType::Monthly] {
            assert!(has_gaps(period_type, &months), "a line is broken");
        }

        let days = ["2026-09-01", "2026-10-01", "2026-11-02"];
        assert!(has_gaps(PeriodType::Daily, &days), "days are missing");
    }

    #[test]
    fn nothing_goes_over_a_known_gap() {
        for (period_type, rows) in [
            (
                PeriodType::EffectiveFrom,
                ["2025-02-01", "2025-03-01", "2025-04-01"],
            ),
            (
                PeriodType::Monthly,
                ["2025-02-28", "2025-03-31", "2025-04-30"],
            ),
            (
                PeriodType::Daily,
                ["2025-03-03", "2025-03-04", "2025-03-05"],
            ),
            (
                PeriodType::YearToDate,
                ["2025-02-28", "2025-03-31", "2025-04-30"],
            ),
        ] {
            let mut rows = observations(period_type, &rows);
            assert_eq!(runs(&rows, false), [3]);
            rows[1].flags.insert(Flag::Gap);
            assert_eq!(runs(&rows, false), [2, 1]);
            assert_eq!(
                Group::new(&rows, &rows[2].series_key, false).interruptions(&[]),
                Interruptions {
                    has_gaps: true,
                    begins_anew: false
                }
            );
        }
    }

    #[test]
    fn former_units_and_measures_have_no_place_on_the_axes() {
        let rows = [
            "2025-01-31 1 azn",
            "2025-02-28 1 usd",
            "2025-03-31 1 azn",
            "2025-04-30 1 azn",
        ];
        let all = observations(PeriodType::Monthly, &rows);
        let group = Group::new(&all, &all[3].series_key, false);
        assert_eq!(
            group.runs.iter().map(|run| run.len()).collect::<Vec<_>>(),
            [1, 2]
        );
        let breaks = ["2025-02-28", "2025-03-31"].map(|day| day.parse().unwrap());
        assert_eq!(
            group.interruptions(&breaks),
            Interruptions::default(),
            "a break is no gap"
        );
        assert_eq!(
            lengths(
                PeriodType::Monthly,
                &["2025-01-31 1 azn index", "2025-02-28 1 azn growth"]
            ),
            [1]
        );
    }
}
