//! Observations in order of time: one a date that counts, and the revisions before it; which are missing, and which rate is
//! in force.

use super::*;

use std::hash::{Hash, Hasher};
use std::sync::OnceLock;
use std::{iter, mem};

/// At least one observation, by date, and what was published for the same dates before.
#[derive(Clone, Debug)]
pub struct Series {
    /// The latest revision of each date.
    observations: Vec<Observation>,
    /// Every other revision, by date, then by publication. Each date is one of `observations`.
    superseded: Vec<Observation>,
    /// True if one of all these says on which day it was published.
    has_publications: bool,
    fingerprint: OnceLock<Fingerprint>,
    /// The most decimals of a value, for each unit and kind; found once, since pages ask for each value that they show.
    decimals: OnceLock<Vec<(Arc<SeriesKey>, u8)>>,
}

impl PartialEq for Series {
    fn eq(&self, other: &Self) -> bool {
        // Datasets share the series in which they do not differ.
        std::ptr::eq(self, other)
            || (self.observations == other.observations && self.superseded == other.superseded)
    }
}

impl Eq for Series {}

impl Hash for Series {
    /// By a fingerprint that is taken once: a series may be long, and is part of the inputs of many pages.
    fn hash<H: Hasher>(&self, state: &mut H) {
        let fingerprint = self.fingerprint.get_or_init(|| {
            let rows = [&self.observations, &self.superseded];
            Fingerprint::of(&rows.map(|rows| Rows(rows)))
        });
        fingerprint.hash(state);
    }
}

struct Rows<'a>(&'a [Observation]);

impl Hash for Rows<'_> {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.0.len().hash(state);
        let mut before: Option<&Arc<SeriesKey>> = None;
        for row in self.0 {
            // Most rows share the series key of the row before them.
            let key = &row.series_key;
            let is_same = before.is_some_and(|before| Arc::ptr_eq(before, key) || before == key);
            before = Some(key);
            (!is_same).then_some(key).hash(state);
            (row.date, row.value, row.published).hash(state);
            (&row.reported_change, &row.reference, row.flags).hash(state);
        }
    }
}

/// Why rows do not make a [`Series`]; `P` is the place of a row.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum NotASeries<P> {
    Empty,
    UndatedAmongOthers(P),
    /// Two revisions of one date that `published` does not tell apart.
    Indistinguishable {
        earlier: P,
        later: P,
        is_same_value: bool,
    },
}

impl Series {
    /// A series to be filled, for edits alone: it has no current observation.
    pub fn unfilled() -> Self {
        Series {
            observations: Vec::new(),
            superseded: Vec::new(),
            has_publications: false,
            fingerprint: OnceLock::new(),
            decimals: OnceLock::new(),
        }
    }

    /// Sorts rows, each with its place, and keeps of each date the revision published last; one without a publication
    /// date counts as the first [D3.2].
    pub fn from_rows<P: Copy>(mut rows: Vec<(P, Observation)>) -> Result<Self, Vec<NotASeries<P>>> {
        let mut problems = Vec::new();
        if rows.is_empty() {
            problems.push(NotASeries::Empty);
        }

        for (place, row) in &rows {
            if row.date.is_none() && rows.len() > 1 {
                problems.push(NotASeries::UndatedAmongOthers(*place));
            }
        }

        rows.sort_by_key(|(_, row)| (row.date, row.published));
        for pair in rows.windows(2) {
            let [(earlier, before), (later, row)] = pair else {
                continue;
            };
            let is_of_same_day = before.published == row.published;
            if row.date.is_some() && before.date == row.date && is_of_same_day {
                problems.push(NotASeries::Indistinguishable {
                    earlier: *earlier,
                    later: *later,
                    is_same_value: before.value == row.value,
                });
            }
        }

        if !problems.is_empty() {
            return Err(problems);
        }

        let has_publications = rows.iter().any(|(_, row)| row.published.is_some());
        let mut observations: Vec<Observation> = Vec::with_capacity(rows.len());
        let mut superseded = Vec::new();
        for (_, observation) in rows {
            match observations.last_mut() {
                Some(last) if last.date == observation.date => {
                    superseded.push(mem::replace(last, observation));
                }
                _ => observations.push(observation),
            }
        }

        superseded.shrink_to_fit();
        Ok(Series {
            observations,
            superseded,
            has_publications,
            ..Series::unfilled()
        })
    }

    pub fn has_publications(&self) -> bool {
        self.has_publications
    }

    /// The series itself, or `former` if the two are equal, so that it lies in memory once.
    #[must_use]
    pub fn shared(self: Arc<Self>, former: Option<&Arc<Self>>) -> Arc<Self> {
        match former {
            Some(former) if *former == self => Arc::clone(former),
            _ => self,
        }
    }

    pub fn observations(&self) -> &[Observation] {
        &self.observations
    }

    /// The most digits behind the point among the values of this unit and kind.
    pub fn decimals(&self, like: &SeriesKey) -> Option<u8> {
        let all = self.decimals.get_or_init(|| self.find_decimals());
        let (_, decimals) = all.iter().find(|(key, _)| **key == *like)?;
        Some(*decimals)
    }

    fn find_decimals(&self) -> Vec<(Arc<SeriesKey>, u8)> {
        let mut all: Vec<(Arc<SeriesKey>, u8)> = Vec::new();
        for row in &self.observations {
            match all.iter_mut().find(|(key, _)| *key == row.series_key) {
                Some((_, decimals)) => *decimals = row.value.decimals().max(*decimals),
                None => all.push((Arc::clone(&row.series_key), row.value.decimals())),
            }
        }

        all
    }

    /// Everything that was ever published, by date, then by publication; the last one of each date is the one that
    /// counts.
    pub fn revisions(&self) -> impl Iterator<Item = &Observation> {
        let places = self.observations.iter().enumerate();
        places.flat_map(|(place, current)| {
            let earlier = self.revisions_before(place);
            earlier.iter().chain(iter::once(current))
        })
    }

    /// The revisions that the observation at this place took the place of, by publication.
    fn revisions_before(&self, place: usize) -> &[Observation] {
        let Some(current) = self.observations.get(place) else {
            return &[];
        };

        let rows = &self.superseded;
        let start = rows.partition_point(|row| row.date < current.date);
        let end = rows.partition_point(|row| row.date <= current.date);
        &rows[start..end]
    }

    /// The last revision that the observation at this place took the place of.
    pub fn revision_before(&self, place: usize) -> Option<&Observation> {
        self.revisions_before(place).last()
    }

    /// The observation at this place as it was known at the end of a day: its latest revision that was published by then.
    /// One without a day of publication counts as always known [D20.as_of].
    pub fn known_on(&self, place: usize, day: NaiveDate) -> Option<&Observation> {
        let current = self.observations.get(place)?;
        if current.was_known_on(day) {
            return Some(current);
        }

        let mut latest_first = self.revisions_before(place).iter().rev();
        latest_first.find(|row| row.was_known_on(day))
    }

    /// The revisions that others took the place of, by date, then by publication.
    pub fn superseded(&self) -> &[Observation] {
        &self.superseded
    }

    /// The observation with the latest date [D3.1].
    pub fn current(&self) -> &Observation {
        // The constructor refuses an empty list.
        &self.observations[self.observations.len() - 1]
    }

    /// The observation before the current one, whatever their distance.
    pub fn previous(&self) -> Option<&Observation> {
        self.observations.iter().nth_back(1)
    }

    /// The place of the observation of a date among all.
    pub fn place_of(&self, date: Option<NaiveDate>) -> Option<usize> {
        let rows = &self.observations;
        rows.binary_search_by_key(&date, |row| row.date).ok()
    }

    /// The observation of a date; `None` is that of the one in a series without dates.
    pub fn on(&self, date: impl Into<Option<NaiveDate>>) -> Option<&Observation> {
        self.observations.get(self.place_of(date.into())?)
    }

    /// The last observation in the calendar month that ends with `month_end`.
    pub(super) fn in_month(&self, month_end: NaiveDate) -> Option<&Observation> {
        let rows = &self.observations;
        let after = rows.partition_point(|row| row.date <= Some(month_end));
        let last = rows.get(after.checked_sub(1)?)?;
        (year_and_month(last.date?) == year_and_month(month_end)).then_some(last)
    }

    /// Every run of missing months, quarters or years between two successive observations of a series that expects each of
    /// them: the last day of the first and of the last missing one, and their number.
    pub fn missing_runs(&self) -> impl Iterator<Item = (NaiveDate, NaiveDate, u32)> {
        let pairs = self.observations().windows(2);
        pairs.filter_map(|pair| missing_between(&pair[0], &pair[1]))
    }

    /// The date of the newest observation; of a rate the day since which it has that value.
    pub fn unchanged_since(&self) -> Option<NaiveDate> {
        self.in_force(NaiveDate::MAX).since
    }

    /// At the end of `day`. Where no rate is in force yet, the first one leads.
    pub fn in_force(&self, day: NaiveDate) -> InForce<'_> {
        let all = self.observations();
        let latest_first = all.iter().rev();
        let to_come = latest_first.take_while(|row| row.is_to_come(day)).count();
        // The first one is never left out.
        let (past, coming) = all.split_at((all.len() - to_come).max(1));

        let pairs = past.windows(2).rev();
        let repeated = pairs.take_while(|pair| pair[1].leaves(&pair[0])).count();
        let (_, unchanged) = past.split_at(past.len() - repeated);
        let current = &past[past.len() - 1];
        let first = &past[past.len() - 1 - repeated];
        InForce {
            current,
            since: first.date,
            unchanged,
            coming,
        }
    }
}

/// A series as it stands at a day: of rates that apply from a day on, the one in force leads, and not the one to come [D24.5].
pub struct InForce<'a> {
    /// The observation that leads: the current one, or the one in force before a rate that is to come.
    pub current: &'a Observation,
    /// The date of `current`; of a rate the day from which it has not changed.
    pub since: Option<NaiveDate>,
    /// Later decisions that left the rate as it is, by date.
    pub unchanged: &'a [Observation],
    /// Rates that are decided and not in force yet, by date.
    pub coming: &'a [Observation],
}

/// The run of missing periods between two successive observations.
fn missing_between(
    before: &Observation,
    after: &Observation,
) -> Option<(NaiveDate, NaiveDate, u32)> {
    let step = before.series_key.months_apart()?;
    if after.series_key.months_apart() != Some(step) {
        return None;
    }

    let end = after.date?;
    let months = u32::try_from(months_between(before.date?, end)).ok()?;
    if months <= step {
        return None;
    }

    let count = months / step - 1;
    let first = month_end_before(end, months - step)?;
    Some((first, month_end_before(end, step)?, count))
}

impl Observation {
    /// Returns true if it was published by the end of a day, or does not say when.
    fn was_known_on(&self, day: NaiveDate) -> bool {
        self.published.is_none_or(|published| published <= day)
    }

    /// Returns true for a decision that leaves the rate at what the one before it set. After a gap nobody knows.
    fn leaves(&self, former: &Observation) -> bool {
        self.series_key.period_type == PeriodType::EffectiveFrom
            && self.series_key == former.series_key
            && self.value == former.value
            && !former.flags.contains(Flag::Gap)
    }

    /// Returns true for a rate that applies from a day after this one.
    pub fn is_to_come(&self, day: NaiveDate) -> bool {
        self.series_key.period_type == PeriodType::EffectiveFrom
            && self.date.is_some_and(|date| date > day)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn observation(date: &str, value: &str, published: &str) -> Observation {
        let published = published.parse().ok();
        Observation {
            published,
            ..Observation::sample(PeriodType::MonthEnd, date, value)
        }
    }

    fn values<'a>(observations: impl IntoIterator<Item = &'a Observation>) -> Vec<String> {
        observations
            .into_iter()
            .map(|observation| observation.value.to_string())
            .collect()
    }

    #[test]
    fn the_revision_published_last_counts() {
        let series = Series::new(vec![
            observation("2026-07-31", "3", "2026-09-01"),
            observation("2026-06-30", "1", ""),
            observation("2026-07-31", "2", "2026-08-01"),
            observation("2026-07-31", "4", ""),
        ])
        .unwrap();
        assert_eq!(values(series.observations()), ["1", "3"]);
        assert_eq!(values(series.revisions()), ["1", "4", "2", "3"]);
    }

    #[test]
    fn the_revision_of_a_day_is_the_last_one_published_by_then() {
        let series = Series::new(vec![
            observation("2026-06-30", "1", ""),
            observation("2026-07-31", "2", "2026-08-01"),
            observation("2026-07-31", "3", "2026-09-01"),
            observation("2026-07-31", "4", "2026-10-01"),
        ])
        .unwrap();
        let value_on = |place, day: &str| {
            series
                .known_on(place, day.parse().unwrap())
                .map(|row| row.value.to_string())
        };
        assert_eq!(value_on(0, "2020-01-01").as_deref(), Some("1"));
        for (day, value) in [
            ("2026-07-31", None),
            ("2026-08-01", Some("2")),
            ("2026-08-31", Some("2")),
            ("2026-09-01", Some("3")),
            ("2026-12-31", Some("4")),
        ] {
            assert_eq!(value_on(1, day).as_deref(), value, "{day}");
        }

        assert!(series.known_on(2, "2026-12-31".parse().unwrap()).is_none());
    }

    #[test]
    fn ambiguity_is_refused() {
        let rows = ["2026-07-31", "2026-07-31", ""].map(|date| observation(date, "1", ""));
        let problems = Series::from_rows((1..).zip(rows).collect()).unwrap_err();
        let expected = [
            NotASeries::UndatedAmongOthers(3),
            NotASeries::Indistinguishable {
                earlier: 1,
                later: 2,
                is_same_value: true,
            },
        ];
        assert_eq!(problems, expected);
        assert_eq!(Series::new(Vec::new()).unwrap_err(), [NotASeries::Empty]);
    }

    #[test]
    fn runs_of_missing_months_are_found() {
        let series = Series::sample(
            PeriodType::MonthEnd,
            &["2025-11-30 1", "2026-02-28 1", "2026-03-31 1"],
        );
        let date = |text: &str| text.parse::<NaiveDate>().unwrap();
        let runs: Vec<_> = series.missing_runs().collect();
        assert_eq!(runs, [(date("2025-12-31"), date("2026-01-31"), 2)]);
    }

    #[test]
    fn runs_of_missing_quarters_and_years_are_found() {
        let missing = |frequency, dates: &[&str]| {
            let observation = |date: &&str| {
                Observation::sample(PeriodType::YearToDate, date, "1").with_frequency(frequency)
            };
            let series = Series::new(dates.iter().map(observation).collect()).unwrap();
            series
                .missing_runs()
                .map(|(first, last, _)| format!("{first} {last}"))
                .collect::<Vec<_>>()
        };

        let quarters = ["2025-03-31", "2025-06-30", "2026-03-31", "2026-09-30"];
        let expected = ["2025-09-30 2025-12-31", "2026-06-30 2026-06-30"];
        assert_eq!(missing(Frequency::Quarterly, &quarters), expected);
        let years = ["2020-12-31", "2021-12-31", "2024-12-31"];
        assert_eq!(
            missing(Frequency::Annual, &years),
            ["2022-12-31 2023-12-31"]
        );
    }

    /// The day of the observation that leads, and how many are to come.
    fn at(period_type: PeriodType, rows: &[&str], day: &str) -> (String, usize) {
        let series = Series::sample(period_type, rows);
        let in_force = series.in_force(day.parse().unwrap());
        (
            in_force
                .current
                .date
                .map(|date| date.to_string())
                .unwrap_or_default(),
            in_force.coming.len(),
        )
    }

    #[test]
    fn the_rate_in_force_leads_until_the_day_of_the_next() {
        let rows = [
            "2025-01-01 10",
            "2026-01-01 9",
            "2026-12-15 8",
            "2027-02-01 7",
        ];
        let at = |day| at(PeriodType::EffectiveFrom, &rows, day);
        assert_eq!(at("2026-11-20"), ("2026-01-01".to_owned(), 2));
        assert_eq!(at("2026-12-14"), ("2026-01-01".to_owned(), 2));
        assert_eq!(at("2026-12-15"), ("2026-12-15".to_owned(), 1));
        assert_eq!(at("2027-03-01"), ("2027-02-01".to_owned(), 0));
        assert_eq!(
            at("2024-12-31"),
            ("2025-01-01".to_owned(), 3),
            "none is in force yet"
        );
    }

    #[test]
    fn a_rate_is_in_force_since_the_day_from_which_it_has_not_changed() {
        let rows = [
            "2025-06-11 6.25",
            "2026-03-01 6.50",
            "2026-06-11 6.25",
            "2026-07-30 6.25",
            "2026-10-29 6.25",
        ];
        let series = Series::sample(PeriodType::EffectiveFrom, &rows);
        let since = |day: &str| {
            let in_force = series.in_force(day.parse().unwrap());
            let unchanged: Vec<_> = in_force
                .unchanged
                .iter()
                .filter_map(|row| row.date)
                .collect();
            (
                in_force.since.unwrap().to_string(),
                unchanged
                    .iter()
                    .map(ToString::to_string)
                    .collect::<Vec<_>>(),
            )
        };

        let expected = |since: &str, unchanged: &[&str]| {
            (
                since.to_owned(),
                unchanged
                    .iter()
                    .map(ToString::to_string)
                    .collect::<Vec<_>>(),
            )
        };

        assert_eq!(
            since("2026-11-20"),
            expected("2026-06-11", &["2026-07-30", "2026-10-29"])
        );
        assert_eq!(since("2026-08-01"), expected("2026-06-11", &["2026-07-30"]));
        assert_eq!(since("2026-06-11"), expected("2026-06-11", &[]));
        let daily = Series::sample(PeriodType::Daily, &["2026-11-19 1.7", "2026-11-20 1.7"]);
        assert_eq!(
            daily.in_force("2026-11-20".parse().unwrap()).since,
            "2026-11-20".parse().ok()
        );
    }

    #[test]
    fn what_does_not_apply_from_a_day_on_is_not_to_come() {
        let rows = ["2026-11-20 1.7", "2026-11-23 1.7"];
        assert_eq!(
            at(PeriodType::Daily, &rows, "2026-11-20"),
            ("2026-11-23".to_owned(), 0)
        );
        assert_eq!(
            at(PeriodType::Unknown, &["- 7"], "2026-11-20"),
            (String::new(), 0)
        );
        let mixed = ["2026-01-01 7", "2026-11-30 9 azn monthly"];
        assert_eq!(
            at(PeriodType::EffectiveFrom, &mixed, "2026-02-01"),
            ("2026-11-30".to_owned(), 0)
        );
    }
}
