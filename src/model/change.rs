//! Figures that follow from observations: changes against the base of one month and one year earlier [S2.4], and against the
//! observation before [D10.latest]; months, quarters and whole years that totals since January imply [D35.2], whatever the
//! status; and the last whole year beside a part of one [D24.2].

use super::*;

use serde::Serialize;

use super::period::same_day_before;

/// Over what a change is taken.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Comparand {
    Month,
    Year,
}

/// How a comparison ended [D8.1].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Outcome {
    Calculated,
    /// There is a difference only.
    BaseZero,
    /// The date looked for has no observation.
    NoBase,
    /// The date looked for does not exist in the calendar.
    NoSuchDay,
    /// Not defined for this period type.
    NotCalculated,
    UnitDiffers,
    TypeDiffers,
    MeasureDiffers,
    Status,
    NoDate,
}

impl Outcome {
    /// How the comparison of two observations ends, by the first rule in the order of [D8.1] that decides.
    fn compare(current: &Observation, base: &Observation) -> Self {
        let key = &current.series_key;
        let base_key = &base.series_key;
        if base_key.unit.id != key.unit.id {
            Outcome::UnitDiffers
        } else if base_key.period_type != key.period_type {
            Outcome::TypeDiffers
        } else if base_key.measure != key.measure {
            Outcome::MeasureDiffers
        } else if base.value.sign().is_eq() {
            Outcome::BaseZero
        } else {
            Outcome::Calculated
        }
    }

    /// The number of the rule behind S2.4.
    fn rule(self, period_type: PeriodType) -> u8 {
        match (self, period_type) {
            (Outcome::UnitDiffers | Outcome::TypeDiffers, _) => 5,
            (Outcome::BaseZero, _) => 6,
            (Outcome::MeasureDiffers, _) => 8,
            (Outcome::Status | Outcome::NoDate, _) | (_, PeriodType::Unknown) => 9,
            (_, PeriodType::MonthEnd | PeriodType::Monthly) => 1,
            (_, PeriodType::YearToDate | PeriodType::YearToDateAverage) => 2,
            (_, PeriodType::Daily | PeriodType::PointInTime) => 3,
            (_, PeriodType::EffectiveFrom) => 4,
        }
    }
}

/// The comparison of an observation with its base.
#[derive(Clone, Debug)]
pub struct Comparison<'a> {
    pub current: &'a Observation,
    pub outcome: Outcome,
    /// The rule that decided, by its number behind S2.4.
    pub rule: u8,
    /// The date looked for; the base's own where it was found.
    pub base_date: Option<NaiveDate>,
    pub base: Option<&'a Observation>,
}

impl<'a> Comparison<'a> {
    /// Compares the current observation.
    pub fn new(series: &'a Series, status: Status, comparand: Comparand) -> Self {
        Self::of(series, series.current(), status, comparand)
    }

    /// Compares each observation that counts, in their order.
    pub fn of_each(
        series: &'a Series,
        status: Status,
        comparand: Comparand,
    ) -> impl DoubleEndedIterator<Item = Self> + ExactSizeIterator {
        let rows = series.observations().iter();
        rows.map(move |current| Self::of(series, current, status, comparand))
    }

    /// `current` is an observation of `series`.
    pub fn of(
        series: &'a Series,
        current: &'a Observation,
        status: Status,
        comparand: Comparand,
    ) -> Self {
        let period_type = current.series_key.period_type;
        let wanted = wanted_date(current, comparand);
        let base = match wanted {
            Ok(date) if period_type.is_month_dated() => series.in_month(date),
            Ok(date) => series.on(date),
            Err(_) => None,
        };
        let outcome = match (wanted, base) {
            _ if !status.allows_changes() => Outcome::Status,
            (Err(outcome), _) => outcome,
            (Ok(_), None) => Outcome::NoBase,
            (Ok(_), Some(base)) => Outcome::compare(current, base),
        };

        let base_date = base.and_then(|base| base.date).or(wanted.ok());
        Comparison {
            current,
            outcome,
            rule: outcome.rule(period_type),
            base_date,
            base,
        }
    }

    pub fn difference(&self) -> Option<Difference> {
        let is_calculated = matches!(self.outcome, Outcome::Calculated | Outcome::BaseZero);
        let base = self.base.filter(|_| is_calculated)?;
        Some(Difference::new(base, self.current))
    }
}

/// The date of the base: the end of its month for dates that are ends of months, else the very day.
fn wanted_date(current: &Observation, comparand: Comparand) -> Result<NaiveDate, Outcome> {
    let date = current.date.ok_or(Outcome::NoDate)?;
    let months = match comparand {
        Comparand::Month => 1,
        Comparand::Year => 12,
    };

    let wanted = match (current.series_key.period_type, comparand) {
        (PeriodType::MonthEnd | PeriodType::Monthly, _)
        | (PeriodType::YearToDate | PeriodType::YearToDateAverage, Comparand::Year) => {
            month_end_before(date, months)
        }
        (PeriodType::Daily | PeriodType::PointInTime, _) => same_day_before(date, months),
        (PeriodType::YearToDate | PeriodType::YearToDateAverage, Comparand::Month)
        | (PeriodType::EffectiveFrom | PeriodType::Unknown, _) => {
            return Err(Outcome::NotCalculated);
        }
    };

    wanted.ok_or(Outcome::NoSuchDay)
}

/// How far an observation is from its base.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Difference {
    /// In the indicator's unit, percentage points for rates; unrounded.
    pub abs: Exact,
    /// In percent of the base; `None` where that is zero.
    pub pct: Option<RoundedToHundredths>,
}

impl Difference {
    /// Between the last two observations, whatever their distance. `None` where there is no previous one, where the status or
    /// another unit, period type or measure forbids it, and for totals and averages since January, which grow within their
    /// year by what was added.
    pub fn of_last(series: &Series, status: Status) -> Option<Difference> {
        Self::between(series.previous()?, series.current(), status)
    }

    /// As [`Difference::of_last`], of an observation and the one before it.
    pub fn between(
        previous: &Observation,
        current: &Observation,
        status: Status,
    ) -> Option<Difference> {
        let is_compared = match current.series_key.period_type {
            PeriodType::MonthEnd
            | PeriodType::Monthly
            | PeriodType::Daily
            | PeriodType::PointInTime
            | PeriodType::EffectiveFrom => true,
            // Whole years are compared like any other period.
            PeriodType::YearToDate | PeriodType::YearToDateAverage => {
                current.series_key.frequency == Some(Frequency::Annual)
            }
            PeriodType::Unknown => false,
        };

        let is_comparable = is_compared && current.series_key == previous.series_key;
        (is_comparable && status.allows_changes()).then(|| Difference::new(previous, current))
    }

    /// The difference of two observations that may be compared.
    pub fn new(base: &Observation, current: &Observation) -> Self {
        let abs = current.value.exactly_minus(base.value);
        Difference {
            abs,
            pct: current.value.percent_from(base.value),
        }
    }
}

impl Observation {
    /// The change from `base` in percent, if that does not mislead a reader [D24.2]. Refuses percentages of percentages or of
    /// a balance, a negative base or one of the other sign, and a percentage that would be written as zero though something
    /// has changed.
    pub fn percentage_from(&self, base: &Observation) -> Option<RoundedToHundredths> {
        let of_one_sign = base.value.sign().is_gt() && self.value.sign().is_ge();
        let pct = self.value.percent_from(base.value)?;
        let vanishes = pct.sign().is_eq() && self.value != base.value;
        let SeriesKey { unit, measure, .. } = &*self.series_key;
        let is_told = of_one_sign && !unit.is_percent() && *measure != Measure::Balance;
        (is_told && !vanishes).then_some(pct)
    }
}

named! {
    /// A figure that totals since January imply.
    pub enum Derivation {
        Month = "month",
        Last12 = "last12",
        Quarter = "quarter",
        Last4 = "last4",
    }
}

/// A figure with the marks of the totals that it is computed from.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DerivedFigure {
    pub value: Exact,
    /// The marks of all terms, and `computed` unless the figure is a total itself, as the month of January is.
    pub flags: Flags,
}

impl SeriesKey {
    /// The figures that its observations imply: of one period, then of a whole year. Averages and growth rates imply none.
    pub fn derivations(&self) -> &'static [Derivation] {
        match self.frequency {
            _ if !self.is_total() => &[],
            None => &[Derivation::Month, Derivation::Last12],
            Some(Frequency::Quarterly) => &[Derivation::Quarter, Derivation::Last4],
            Some(Frequency::Annual) => &[],
        }
    }

    /// Returns true if an observation is compared with that of the quarter before.
    pub fn has_quarter_on_quarter(&self) -> bool {
        self.frequency == Some(Frequency::Quarterly)
            && matches!(
                self.period_type,
                PeriodType::MonthEnd | PeriodType::PointInTime
            )
    }
}

impl Series {
    /// The figure that `current` and earlier totals imply. `None` where an earlier total is missing, has another series key, or
    /// is followed by a gap.
    pub fn derived(&self, current: &Observation, derivation: Derivation) -> Option<DerivedFigure> {
        if !current.series_key.derivations().contains(&derivation) {
            return None;
        }

        let month = current.date?.month();
        let (added, subtracted) = match (derivation, month) {
            (Derivation::Month, 1) | (Derivation::Quarter, 3) => (None, None),
            (Derivation::Last12 | Derivation::Last4, 12) => (None, None),
            (Derivation::Month, _) => (None, Some(1)),
            (Derivation::Quarter, _) => (None, Some(3)),
            // The total of the whole year before takes the place of the part that is no longer among the last twelve months.
            (Derivation::Last12 | Derivation::Last4, _) => (Some(month), Some(12)),
        };

        let mut value = current.value.exact();
        let mut flags = current.flags;
        if let Some(months) = added {
            let term = self.comparable_before(current, months)?;
            value = value.plus(&term.value.exact());
            flags = flags.with(term.flags);
        }

        if let Some(months) = subtracted {
            let term = self.comparable_before(current, months)?;
            value = value.minus(&term.value.exact());
            flags = flags.with(term.flags);
            flags.insert(Flag::Computed);
        }

        Some(DerivedFigure {
            value,
            flags: flags.without(Flag::Gap),
        })
    }

    /// The difference to the quarter before, of levels at the ends of quarters.
    pub fn quarter_on_quarter(&self, current: &Observation) -> Option<Difference> {
        if !current.series_key.has_quarter_on_quarter() {
            return None;
        }

        let base = self.comparable_before(current, 3)?;
        Some(Difference::new(base, current))
    }

    /// The observation so many months before, if it has the same series key and no gap follows it.
    fn comparable_before(&self, current: &Observation, months: u32) -> Option<&Observation> {
        let before = self.in_month(month_end_before(current.date?, months)?)?;
        let is_comparable =
            before.series_key == current.series_key && !before.flags.contains(Flag::Gap);
        is_comparable.then_some(before)
    }
}

#[cfg(test)]
mod tests {
    use num_bigint::BigInt;
    use proptest::prelude::*;

    use super::*;
    use crate::model::properties::{decimal, ratio};

    /// How it ended, the rule, and the date of the base, the difference and the percentage, as far as there are any.
    fn compared(series: &Series, comparand: Comparand) -> (Outcome, u8, String) {
        let comparison = Comparison::new(series, Status::Verified, comparand);
        let date = comparison
            .base_date
            .map(|d| d.to_string())
            .unwrap_or_default();
        let difference = match comparison.difference() {
            None => String::new(),
            Some(Difference { abs, pct: None }) => format!(" {}", abs.rounded()),
            Some(Difference {
                abs,
                pct: Some(pct),
            }) => format!(" {} {pct}%", abs.rounded()),
        };

        (comparison.outcome, comparison.rule, date + &difference)
    }

    fn assert_month(series: &Series, outcome: Outcome, rule: u8, expected: &str) {
        assert_eq!(
            compared(series, Comparand::Month),
            (outcome, rule, expected.to_owned())
        );
    }

    fn assert_year(series: &Series, outcome: Outcome, rule: u8, expected: &str) {
        assert_eq!(
            compared(series, Comparand::Year),
            (outcome, rule, expected.to_owned())
        );
    }

    #[test]
    fn rule_1_months_follow_the_calendar() {
        let rows = [
            "2009-04-30 4732.3",
            "2010-03-31 6182.6",
            "2010-04-30 6347.7",
        ];
        let s = Series::sample(PeriodType::MonthEnd, &rows);
        assert_month(&s, Outcome::Calculated, 1, "2010-03-31 165.1 2.67%");
        assert_year(&s, Outcome::Calculated, 1, "2009-04-30 1615.4 34.14%");
    }

    #[test]
    fn rule_2_cumulative_series_have_no_month_on_month() {
        let rows = [
            "2025-01-31 1062.9",
            "2025-12-31 1102.9",
            "2026-01-31 1103.8",
        ];
        let s = Series::sample(PeriodType::YearToDateAverage, &rows);
        assert_month(&s, Outcome::NotCalculated, 2, "");
        assert_year(&s, Outcome::Calculated, 2, "2025-01-31 40.9 3.85%");
    }

    #[test]
    fn rule_3_days_are_exact_or_nothing() {
        let s = Series::sample(
            PeriodType::Daily,
            &["2026-02-28 1", "2026-03-30 1", "2026-03-31 1"],
        );
        assert_month(&s, Outcome::NoSuchDay, 3, "");
        assert_year(&s, Outcome::NoBase, 3, "2025-03-31");
        let s = Series::sample(PeriodType::PointInTime, &["2026-01-01 4", "2026-02-01 4"]);
        assert_month(&s, Outcome::Calculated, 3, "2026-01-01 0 0%");
    }

    #[test]
    fn rules_4_and_9_leave_rates_and_unknown_periods_alone() {
        let rows = ["2025-02-04 7", "2026-02-04 6.5"];
        assert_year(
            &Series::sample(PeriodType::EffectiveFrom, &rows),
            Outcome::NotCalculated,
            4,
            "",
        );
        assert_year(
            &Series::sample(PeriodType::Unknown, &rows),
            Outcome::NotCalculated,
            9,
            "",
        );
        assert_year(
            &Series::sample(PeriodType::Unknown, &["- 7"]),
            Outcome::NoDate,
            9,
            "",
        );
    }

    #[test]
    fn rules_5_and_8_breaks_are_not_bridged() {
        for (base, outcome, rule) in [
            ("2026-06-30 1 usd", Outcome::UnitDiffers, 5),
            ("2026-06-30 1 azn daily", Outcome::TypeDiffers, 5),
            (
                "2026-06-30 1 azn monthly growth",
                Outcome::MeasureDiffers,
                8,
            ),
        ] {
            assert_month(
                &Series::sample(PeriodType::Monthly, &[base, "2026-07-31 2"]),
                outcome,
                rule,
                "2026-06-30",
            );
        }
    }

    #[test]
    fn rule_6_a_zero_base_keeps_the_difference() {
        let s = Series::sample(PeriodType::Monthly, &["2026-06-30 0.00", "2026-07-31 2.5"]);
        assert_month(&s, Outcome::BaseZero, 6, "2026-06-30 2.5");
    }

    #[test]
    fn each_observation_has_a_change_of_its_own() {
        let rows = [
            "2024-06-30 1",
            "2025-06-30 2",
            "2025-07-31 4",
            "2026-06-30 3",
            "2026-07-31 5 usd",
        ];
        let series = Series::sample(PeriodType::Monthly, &rows);
        let changes = |status| {
            let percent = |comparison: Comparison<'_>| match comparison.difference() {
                Some(Difference { pct: Some(pct), .. }) => pct.to_string(),
                _ => format!("{:?}", comparison.outcome),
            };
            Comparison::of_each(&series, status, Comparand::Year)
                .map(percent)
                .collect::<Vec<_>>()
        };

        assert_eq!(
            changes(Status::Verified),
            ["NoBase", "100", "NoBase", "50", "UnitDiffers"]
        );
        assert_eq!(changes(Status::Seed), ["Status"; 5]);
    }

    #[test]
    fn rule_9_the_status_decides_first_and_the_base_is_still_named() {
        let s = Series::sample(PeriodType::Monthly, &["2026-06-30 1", "2026-07-31 2"]);
        for status in [Status::Seed, Status::Unknown] {
            let comparison = Comparison::new(&s, status, Comparand::Month);
            assert_eq!(
                (comparison.outcome, comparison.rule, comparison.difference()),
                (Outcome::Status, 9, None)
            );
            assert_eq!(comparison.base_date, "2026-06-30".parse().ok());
        }

        assert_eq!(
            Comparison::new(&s, Status::Stale, Comparand::Month).outcome,
            Outcome::Calculated
        );
    }

    fn difference(rows: &[&str], period_type: PeriodType, status: Status) -> (String, String) {
        let difference = Difference::of_last(&Series::sample(period_type, rows), status);
        let pct = difference
            .as_ref()
            .and_then(|difference| difference.pct.as_ref().map(ToString::to_string));
        (
            difference
                .map(|difference| difference.abs.to_string())
                .unwrap_or_default(),
            pct.unwrap_or_default(),
        )
    }

    #[test]
    fn the_difference_is_exact_and_the_percentage_rounded() {
        for (previous, current, abs, pct) in [
            ("1.7", "1.7001", "0.0001", "0.01"),
            ("0.1", "0.3", "0.2", "200"),
            (
                "0.0000000000000000000000000001",
                "9999999999999999999999999999",
                "9999999999999999999999999998.9999999999999999999999999999",
                "9999999999999999999999999998999999999999999999999999999900",
            ),
            ("-10", "-5", "5", "-50"),
            ("0", "5", "5", ""),
            ("5", "5.0", "0", "0"),
        ] {
            let rows = [
                format!("2026-09-04 {previous}"),
                format!("2026-11-13 {current}"),
            ];
            let written = difference(&[&rows[0], &rows[1]], PeriodType::Daily, Status::Verified);
            assert_eq!(
                written,
                (abs.to_owned(), pct.to_owned()),
                "{current} − {previous}"
            );
        }
    }

    #[test]
    fn what_is_not_comparable_has_no_difference() {
        let pair = ["2026-06-30 1", "2026-07-31 2"];
        let none = (String::new(), String::new());
        for period_type in [
            PeriodType::YearToDate,
            PeriodType::YearToDateAverage,
            PeriodType::Unknown,
        ] {
            assert_eq!(difference(&pair, period_type, Status::Verified), none);
        }

        for status in [Status::Seed, Status::Unknown] {
            assert_eq!(difference(&pair, PeriodType::Monthly, status), none);
        }

        let other_unit = ["2026-06-30 1", "2026-07-31 2 usd"];
        assert_eq!(
            difference(&other_unit, PeriodType::Monthly, Status::Verified),
            none
        );
        assert_eq!(
            difference(&pair, PeriodType::EffectiveFrom, Status::Stale).0,
            "1"
        );
        assert_eq!(
            difference(&pair[..1], PeriodType::Monthly, Status::Verified),
            none
        );
    }

    #[test]
    fn a_percentage_is_for_readers_only_where_it_does_not_mislead() {
        let percentage = |base: &str, current: &str, unit: &str| {
            let rows = [
                format!("2026-06-30 {base} {unit}"),
                format!("2026-07-31 {current} {unit}"),
            ];
            let series = Series::sample(PeriodType::Monthly, &[&rows[0], &rows[1]]);
            let pct = series.current().percentage_from(series.previous()?);
            pct.map(|pct| pct.to_string())
        };

        assert_eq!(
            percentage("0.0387", "0.0351", "azn").as_deref(),
            Some("-9.3")
        );
        assert_eq!(percentage("5", "5.0", "azn").as_deref(), Some("0"));
        assert_eq!(percentage("5", "0", "azn").as_deref(), Some("-100"));
        assert_eq!(percentage("5", "6", "azn monthly balance"), None);
        for (base, current, unit) in [
            ("62.6", "-76.1", "azn"),
            ("-10", "-5", "azn"),
            ("-10", "5", "azn"),
            ("0", "5", "azn"),
            ("5", "6", "%"),
            ("1000000", "1000001", "azn"),
        ] {
            assert_eq!(percentage(base, current, unit), None, "{base}, {current}");
        }
    }

    /// Totals since January of months, each a year and a month with its value, as amounts of a frequency.
    fn series(rows: &[((i32, u32), String)], frequency: Option<Frequency>) -> Series {
        let key = SeriesKey::sample("azn", PeriodType::YearToDate, Measure::Amount);
        let key = Arc::new(SeriesKey {
            frequency,
            ..(*key).clone()
        });
        let observations = rows.iter().map(|((year, month), value)| Observation {
            date: NaiveDate::from_ymd_opt(*year, *month, 1).map(last_day_of_month),
            series_key: Arc::clone(&key),
            ..Observation::sample(PeriodType::YearToDate, "", value)
        });
        Series::new(observations.collect()).unwrap()
    }

    fn figures(series: &Series, derivation: Derivation) -> Vec<String> {
        let derived = series
            .observations()
            .iter()
            .map(|row| series.derived(row, derivation));
        derived
            .map(|figure| figure.map_or("…".to_owned(), |figure| figure.value.to_string()))
            .collect()
    }

    #[test]
    fn totals_imply_months_quarters_and_whole_years() {
        let rows = |rows: &[(i32, u32, &str)]| {
            rows.iter()
                .map(|(year, month, value)| ((*year, *month), (*value).to_owned()))
                .collect::<Vec<_>>()
        };
        let months = rows(&[
            (2024, 1, "10.1"),
            (2024, 2, "15"),
            (2024, 12, "120"),
            (2025, 1, "11"),
            (2025, 2, "14.95"),
            (2025, 4, "40"),
        ]);
        let months = series(&months, None);
        assert_eq!(
            figures(&months, Derivation::Month),
            ["10.1", "4.9", "…", "11", "3.95", "…"]
        );
        assert_eq!(
            figures(&months, Derivation::Last12),
            ["…", "…", "120", "120.9", "119.95", "…"]
        );
        assert_eq!(figures(&months, Derivation::Quarter), ["…"; 6]);
        let quarters = rows(&[
            (2024, 3, "10"),
            (2024, 6, "5"),
            (2024, 12, "50"),
            (2025, 3, "20"),
        ]);
        let quarters = series(&quarters, Some(Frequency::Quarterly));
        assert_eq!(
            figures(&quarters, Derivation::Quarter),
            ["10", "-5", "…", "20"]
        );
        assert_eq!(
            figures(&quarters, Derivation::Last4),
            ["…", "…", "50", "60"]
        );
        let years = series(
            &rows(&[(2024, 12, "50"), (2025, 12, "60")]),
            Some(Frequency::Annual),
        );
        assert!(
            Derivation::ALL
                .iter()
                .all(|derivation| figures(&years, *derivation) == ["…", "…"])
        );
    }

    #[test]
    fn breaks_gaps_averages_and_growth_imply_nothing() {
        let month = |period_type, rows: &[&str]| {
            let series = Series::sample(period_type, rows);
            series
                .derived(series.current(), Derivation::Month)
                .map(|figure| figure.value.to_string())
        };
        let total = PeriodType::YearToDate;
        assert_eq!(
            month(total, &["2026-01-31 1", "2026-02-28 3"]).as_deref(),
            Some("2")
        );
        assert_eq!(month(total, &["2026-01-31 1 usd", "2026-02-28 3"]), None);
        let balance = [
            "2026-01-31 1 azn year_to_date balance",
            "2026-02-28 -3 azn year_to_date balance",
        ];
        assert_eq!(month(total, &balance).as_deref(), Some("-4"));
        assert_eq!(month(total, &[balance[0], "2026-02-28 3"]), None);
        let growth = [
            "2026-01-31 1 azn year_to_date growth",
            "2026-02-28 3 azn year_to_date growth",
        ];
        assert_eq!(month(total, &growth), None);
        assert_eq!(
            month(
                PeriodType::YearToDateAverage,
                &["2026-01-31 1", "2026-02-28 3"]
            ),
            None
        );
        let mut rows = Series::sample(total, &["2026-01-31 1", "2026-02-28 3"])
            .observations()
            .to_vec();
        rows[0].flags.insert(Flag::Gap);
        rows[1].flags.insert(Flag::Gap);
        let series = Series::new(rows).unwrap();
        assert_eq!(
            figures(&series, Derivation::Month),
            ["1", "…"],
            "a gap after a figure says nothing of it"
        );
    }

    #[test]
    fn a_figure_has_the_marks_of_its_terms() {
        let mut rows = Series::sample(PeriodType::YearToDate, &["2026-01-31 1", "2026-02-28 3"]);
        let mut observations = rows.observations().to_vec();
        observations[0].flags.insert(Flag::Rounded);
        observations[1].flags.insert(Flag::Provisional);
        rows = Series::new(observations).unwrap();
        let flags = |place: usize| {
            let figure = rows.derived(&rows.observations()[place], Derivation::Month);
            figure
                .map(|figure| figure.flags.to_string())
                .unwrap_or_default()
        };
        assert_eq!(
            [flags(0), flags(1)],
            ["rounded", "provisional rounded computed"]
        );
    }

    #[test]
    fn levels_of_quarters_are_compared_with_the_quarter_before() {
        let on_quarter = |period_type, frequency, rows: &[&str]| {
            let rows = Series::sample(period_type, rows).observations().to_vec();
            let with_frequency = |row: Observation| {
                let series_key = Arc::new(SeriesKey {
                    frequency,
                    ..(*row.series_key).clone()
                });
                Observation { series_key, ..row }
            };
            let series = Series::new(rows.into_iter().map(with_frequency).collect()).unwrap();
            let difference = series.quarter_on_quarter(series.current())?;
            Some((
                difference.abs.to_string(),
                difference.pct.map(|pct| pct.to_string()),
            ))
        };

        let rows = ["2025-12-31 100", "2026-03-31 110.005"];
        let quarterly = Some(Frequency::Quarterly);
        let expected = Some(("10.005".to_owned(), Some("10.01".to_owned())));
        assert_eq!(on_quarter(PeriodType::MonthEnd, quarterly, &rows), expected);
        assert_eq!(
            on_quarter(PeriodType::PointInTime, quarterly, &rows),
            expected
        );
        assert_eq!(on_quarter(PeriodType::MonthEnd, None, &rows), None);
        assert_eq!(on_quarter(PeriodType::YearToDate, quarterly, &rows), None);
        let broken = ["2025-09-30 100", "2026-03-31 110"];
        assert_eq!(on_quarter(PeriodType::MonthEnd, quarterly, &broken), None);
        let zero = ["2025-12-31 0", "2026-03-31 1"];
        assert_eq!(
            on_quarter(PeriodType::MonthEnd, quarterly, &zero),
            Some(("1".to_owned(), None))
        );
    }

    /// The sum of decimals, as a fraction.
    fn sum(texts: &[String]) -> (BigInt, BigInt) {
        let start = (BigInt::from(0), BigInt::from(1));
        texts
            .iter()
            .map(|text| ratio(text))
            .fold(start, |(a, b), (c, d)| (a * &d + c * &b, b * d))
    }

    proptest! {
        /// Three years of totals, of which some months are missing.
        #[test]
        fn derived_figures_add_up_and_miss_exactly_what_they_need(
            totals in prop::collection::vec(decimal(), 36),
            missing in prop::collection::btree_set(0_usize..36, 0..6),
        ) {
            let month_of = |place: usize| (2023 + place as i32 / 12, place as u32 % 12 + 1);
            let is_there = |place: usize| !missing.contains(&place);
            let places: Vec<usize> = (0..36).filter(|place| is_there(*place)).collect();
            let rows: Vec<_> = places.iter().map(|place| (month_of(*place), totals[*place].clone())).collect();
            let series = series(&rows, None);
            let (months, years) = (figures(&series, Derivation::Month), figures(&series, Derivation::Last12));
            for (row, place) in places.iter().enumerate() {
                let month = place % 12;
                let needs_no_other = month == 0 || is_there(place - 1);
                prop_assert_eq!(months[row] != "…", needs_no_other, "month of {:?}", month_of(*place));
                let is_whole = |january: usize| is_there(january - 1) && is_there(place - 12);
                let has_year = month == 11 || *place >= 12 && is_whole(place - month);
                prop_assert_eq!(years[row] != "…", has_year, "last twelve of {:?}", month_of(*place));
            }
            for year in 0..3 {
                let in_year: Vec<String> = places.iter().zip(&months)
                    .filter(|(place, _)| *place / 12 == year).map(|(_, month)| month.clone()).collect();
                if in_year.len() == 12 && in_year.iter().all(|month| month != "…") {
                    let ((a, b), (c, d)) = (sum(&in_year), ratio(&totals[year * 12 + 11]));
                    prop_assert_eq!(a * d, c * b, "the months of a year are its total");
                }
            }
        }
    }
}
