//! What a page leads with at a day: of rates that apply from a day on the one in force, and not the one to come [D24.5].

use super::*;

/// A series as it stands at a day.
pub struct InForce<'a> {
    /// The observation that leads: the current one, but for a rate that is to come.
    pub current: &'a Observation,
    /// The date of `current`; of a rate the day from which it has not changed.
    pub since: Option<NaiveDate>,
    /// Later decisions that left the rate as it is, by date.
    pub unchanged: &'a [Observation],
    /// Rates that are decided and not in force yet, by date.
    pub coming: &'a [Observation],
}

impl Series {
    /// At the end of `day`. Where no rate is in force yet, the first one leads.
    pub fn in_force(&self, day: NaiveDate) -> InForce<'_> {
        let all = self.observations();
        let coming = all.iter().rev().take_while(|observation| observation.is_to_come(day)).count();
        let (past, coming) = all.split_at_checked((all.len() - coming).max(1)).unwrap_or((all, &[]));
        let current = past.last().unwrap_or(self.current());
        let repeated = past.windows(2).rev().take_while(|pair| pair[1].leaves(&pair[0])).count();
        let unchanged = past.get(past.len() - repeated..).unwrap_or_default();
        let first = past.iter().rev().nth(repeated).unwrap_or(current);
        InForce { current, since: first.date, unchanged, coming }
    }
}

impl Observation {
    /// Whether it is a decision that leaves the rate at what the one before it set. After a gap nobody knows.
    fn leaves(&self, former: &Observation) -> bool {
        self.series_key.period_type == PeriodType::EffectiveFrom
            && self.series_key == former.series_key
            && self.value == former.value
            && !former.flags.contains(Flag::Gap)
    }

    /// Whether it is a rate that applies from a day after this one.
    pub fn is_to_come(&self, day: NaiveDate) -> bool {
        self.series_key.period_type == PeriodType::EffectiveFrom && self.date.is_some_and(|date| date > day)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The day of the observation that leads, and how many are to come.
    fn at(period_type: PeriodType, rows: &[&str], day: &str) -> (String, usize) {
        let series = Series::sample(period_type, rows);
        let in_force = series.in_force(day.parse().unwrap());
        (in_force.current.date.map(|date| date.to_string()).unwrap_or_default(), in_force.coming.len())
    }

    #[test]
    fn the_rate_in_force_leads_until_the_day_of_the_next() {
        let rows = ["2025-01-01 10", "2026-01-01 9", "2026-12-15 8", "2027-02-01 7"];
        let at = |day| at(PeriodType::EffectiveFrom, &rows, day);
        assert_eq!(at("2026-11-20"), ("2026-01-01".to_owned(), 2));
        assert_eq!(at("2026-12-14"), ("2026-01-01".to_owned(), 2));
        assert_eq!(at("2026-12-15"), ("2026-12-15".to_owned(), 1));
        assert_eq!(at("2027-03-01"), ("2027-02-01".to_owned(), 0));
        assert_eq!(at("2024-12-31"), ("2025-01-01".to_owned(), 3), "none is in force yet");
    }

    #[test]
    fn a_rate_is_in_force_since_the_day_from_which_it_has_not_changed() {
        let rows =
            ["2025-06-11 6.25", "2026-03-01 6.50", "2026-06-11 6.25", "2026-07-30 6.25", "2026-10-29 6.25"];
        let series = Series::sample(PeriodType::EffectiveFrom, &rows);
        let since = |day: &str| {
            let in_force = series.in_force(day.parse().unwrap());
            let unchanged: Vec<_> = in_force.unchanged.iter().filter_map(|row| row.date).collect();
            (
                in_force.since.unwrap().to_string(),
                unchanged.iter().map(ToString::to_string).collect::<Vec<_>>(),
            )
        };
        let expected = |since: &str, unchanged: &[&str]| {
            (since.to_owned(), unchanged.iter().map(ToString::to_string).collect::<Vec<_>>())
        };
        assert_eq!(since("2026-11-20"), expected("2026-06-11", &["2026-07-30", "2026-10-29"]));
        assert_eq!(since("2026-08-01"), expected("2026-06-11", &["2026-07-30"]));
        assert_eq!(since("2026-06-11"), expected("2026-06-11", &[]));
        let daily = Series::sample(PeriodType::Daily, &["2026-11-19 1.7", "2026-11-20 1.7"]);
        assert_eq!(daily.in_force("2026-11-20".parse().unwrap()).since, "2026-11-20".parse().ok());
    }

    #[test]
    fn what_does_not_apply_from_a_day_on_is_not_to_come() {
        let rows = ["2026-11-20 1.7", "2026-11-23 1.7"];
        assert_eq!(at(PeriodType::Daily, &rows, "2026-11-20"), ("2026-11-23".to_owned(), 0));
        assert_eq!(at(PeriodType::Unknown, &["- 7"], "2026-11-20"), (String::new(), 0));
        let mixed = ["2026-01-01 7", "2026-11-30 9 azn monthly"];
        assert_eq!(at(PeriodType::EffectiveFrom, &mixed, "2026-02-01"), ("2026-11-30".to_owned(), 0));
    }
}
