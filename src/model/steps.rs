//! How far a series moves from one observation to the next, and from where on a step is too far [D30.2].

use super::*;

use std::cmp;

use super::observation::HALF_A_PLACE;

/// The steps before an observation that say how far it may be; older ones say nothing any more.
const REMEMBERED: usize = 40;
/// The steps from which on there are usual ones.
const ENOUGH: usize = 2;
/// How many times as long as an ordinary step one may be after a gap, in thousandths; and without one.
const WIDEST: u32 = 8000;
const ONCE: u32 = 1000;
/// The days of the longest month: from one observation to the next where the frequency is in months, or not known.
const MONTH: i64 = 31;

/// The months after which one more moves a growth rate since January as little as it will.
const SETTLED_MONTHS: u32 = 4;

/// In which terms a series moves.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Movement {
    Daily,
    Level,
    /// Since January, compared by what it comes to a month.
    Total,
    Growth,
    Interest,
    Balance,
}

impl Movement {
    pub fn of(key: &SeriesKey) -> Self {
        match (key.measure, key.period_type) {
            (Measure::Growth, _) => Movement::Growth,
            (Measure::Balance, _) => Movement::Balance,
            (Measure::Rate, _) if key.unit.is_percent() => Movement::Interest,
            (_, PeriodType::Daily) => Movement::Daily,
            (_, PeriodType::YearToDate) => Movement::Total,
            _ => Movement::Level,
        }
    }

    /// Returns true if its steps are ratios. Others are in its unit, since per cent of a rate or a balance say nothing.
    pub fn is_by_ratio(self) -> bool {
        matches!(self, Movement::Daily | Movement::Level | Movement::Total)
    }

    fn bounds(self) -> Bounds {
        let [floor, without_history] = match self {
            Movement::Daily => [30, 100],
            Movement::Level => [120, 300],
            Movement::Total => [150, 450],
            Movement::Growth => [2000, 4000],
            Movement::Interest => [1000, 1500],
            Movement::Balance => [500, 1500],
        };

        Bounds {
            floor,
            without_history,
        }
    }

    /// How many times the upper quartile of the usual steps one may be. Decisions on interest come in small steps.
    fn times(self) -> u32 {
        if self == Movement::Interest { 3 } else { 4 }
    }
}

/// Steps in thousandths: of the value before, of a point, or of the median size of a balance.
struct Bounds {
    /// A step up to this one is never too far.
    floor: u32,
    /// The longest step before there are usual ones.
    without_history: u32,
}

/// How far apart two observations may be: as a factor, or in the unit of the series.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum StepLimit {
    Factor(Exact),
    Distance(Exact),
}

/// The steps of a series, oldest first.
pub struct Steps<'a> {
    observations: &'a [Observation],
    usual_days: i64,
    has_both_signs: bool,
    /// From each observation to the next, as long as it would be over the usual distance; `None` where the two are not
    /// comparable or a total begins anew.
    sizes: Vec<Option<Exact>>,
}

impl<'a> Steps<'a> {
    pub fn new(observations: &'a [Observation]) -> Self {
        let mut signs = observations.iter().map(|row| row.value.sign());
        let has_negative = signs.clone().any(Ordering::is_lt);
        let mut steps = Steps {
            observations,
            usual_days: usual_days(observations),
            has_both_signs: has_negative && signs.any(Ordering::is_gt),
            sizes: Vec::new(),
        };

        for pair in observations.windows(2) {
            let size = steps.usual_size(&pair[0], &pair[1]);
            steps.sizes.push(size);
        }

        steps
    }

    /// The length that a step would have over the usual distance.
    fn usual_size(&self, before: &Observation, after: &Observation) -> Option<Exact> {
        if begins_anew(before, after) {
            return None;
        }

        let step = self.step(before, after)?;
        Some(step.times(ONCE).divided(self.widening(before, after)))
    }

    /// The steps of a series that passes through zero and is no growth rate: a balance, or an amount that has had both signs.
    pub fn of_balance(observations: &'a [Observation]) -> Option<Self> {
        let last = observations.last()?;
        let may_be = match last.series_key.measure {
            Measure::Balance => true,
            Measure::Growth => false,
            _ => observations.iter().any(|row| row.value.sign().is_lt()),
        };
        if !may_be {
            return None;
        }

        let steps = Steps::new(observations);
        (steps.movement(last) == Movement::Balance).then_some(steps)
    }

    /// A ratio says nothing of what passes through zero, whatever its measure.
    pub fn movement(&self, observation: &Observation) -> Movement {
        let movement = Movement::of(&observation.series_key);
        if movement.is_by_ratio() && self.has_both_signs {
            Movement::Balance
        } else {
            movement
        }
    }

    /// How many times as long as an ordinary step the one between two observations may be, in thousandths: the root of
    /// the usual distances between them, and the more the fewer months a growth rate since January has.
    pub fn widening(&self, before: &Observation, after: &Observation) -> u32 {
        widening(before, after, self.usual_days)
    }

    /// The limit of the step between two observations, if that is longer and no season explains it.
    pub fn exceeded(&self, before: &Observation, after: &Observation) -> Option<StepLimit> {
        let step = self.step(before, after)?;
        let size = self.limit(before, after)?;
        if step.compare_sizes(&size).is_le() || self.is_seasonal(before, after, &step, &size) {
            return None;
        }

        if self.movement(after).is_by_ratio() {
            Some(StepLimit::Factor(size.plus(&Exact::of_hundredths(100))))
        } else {
            Some(StepLimit::Distance(size))
        }
    }

    /// The length of a step to `after` in hundredths of its limit: from the observation that it replaces, else from the one
    /// before it. `None` without a comparable one.
    pub fn hundredths_of_limit(
        &self,
        replaced: Option<&Observation>,
        after: &Observation,
    ) -> Option<u64> {
        let (earlier, _) = self.observations.split_at(self.place_of(after));
        let former = replaced.or(earlier.last())?;
        let step = self.step(former, after)?;
        Some(step.hundredths_of(&self.limit(former, after)?))
    }

    /// Returns true if a step is longer than half of its limit: not too far, but no ordinary one.
    pub fn is_unusual(&self, before: &Observation, after: &Observation) -> bool {
        self.is_beyond_part(2, before, after)
    }

    /// Returns true if a step is no longer than a quarter of its limit, as most are.
    pub fn is_short(&self, before: &Observation, after: &Observation) -> bool {
        !self.is_beyond_part(4, before, after)
    }

    fn is_beyond_part(&self, part: u32, before: &Observation, after: &Observation) -> bool {
        match (self.step(before, after), self.limit(before, after)) {
            (Some(step), Some(limit)) => step.times(part).compare_sizes(&limit).is_gt(),
            _ => false,
        }
    }

    /// The place of an observation among all.
    fn place_of(&self, row: &Observation) -> usize {
        let rows = self.observations;
        rows.partition_point(|another| another.date < row.date)
    }

    /// How far one observation is from another; `None` where they are not comparable or one of a ratio is zero.
    fn step(&self, before: &Observation, after: &Observation) -> Option<Exact> {
        match self.movement(after) {
            _ if before.series_key != after.series_key => None,
            movement if movement.is_by_ratio() => before.excess_to(after),
            _ => Some(before.distance_to(after)),
        }
    }

    /// The longest step to an observation that is not too far, by those before it.
    fn limit(&self, before: &Observation, after: &Observation) -> Option<Exact> {
        let movement = self.movement(after);
        let place = self.place_of(after);
        // Bounds are parts of a size: of the value itself for ratios, of a point, or of a median.
        let size = match movement {
            Movement::Balance => self.median_size(place.max(1))?,
            _ => Exact::of_hundredths(100),
        };

        let bounds = movement.bounds();
        let limit = match self.upper_quartile(place) {
            Some(quartile) if !begins_anew(before, after) => {
                let usual = quartile.times(movement.times());
                let floor = size.thousandths(bounds.floor);
                cmp::max_by(usual, floor, Exact::compare_sizes)
            }
            _ => size.thousandths(bounds.without_history),
        };

        Some(limit.thousandths(self.widening(before, after)))
    }

    /// The upper quartile of the latest steps before a place; `None` where they are too few to be usual.
    fn upper_quartile(&self, place: usize) -> Option<&Exact> {
        let former = self.sizes.get(..place.saturating_sub(1))?;
        let latest_first = former.iter().rev().flatten();
        let mut sizes: Vec<&Exact> = latest_first.take(REMEMBERED).collect();
        if sizes.len() < ENOUGH {
            return None;
        }

        let rank = (sizes.len() * 3).div_ceil(4) - 1;
        let (_, quartile, _) = sizes.select_nth_unstable_by(rank, |a, b| a.compare_sizes(b));
        Some(quartile)
    }

    /// The median size of the last observations before a place; of totals, by the month.
    fn median_size(&self, place: usize) -> Option<Exact> {
        let latest_first = self.observations.get(..place)?.iter().rev();
        let sizes = latest_first.take(REMEMBERED).map(Observation::monthly_size);
        let mut sizes = Vec::from_iter(sizes);
        let middle = sizes.len().checked_sub(1)? / 2;
        sizes.select_nth_unstable_by(middle, Exact::compare_sizes);
        Some(sizes.swap_remove(middle))
    }

    /// Returns true if the same months moved in the same direction a year before, and this step goes no further beyond that
    /// one than the limit.
    fn is_seasonal(
        &self,
        before: &Observation,
        after: &Observation,
        step: &Exact,
        limit: &Exact,
    ) -> bool {
        let Some((earlier, later)) = self.a_year_earlier(before, after) else {
            return false;
        };

        let Some(earlier_step) = self.step(earlier, later) else {
            return false;
        };

        // A ratio of both steps that the limit allows, or a difference.
        let mut beyond = earlier_step.plus(limit);
        if self.movement(after).is_by_ratio() {
            beyond = beyond.plus(&earlier_step.multiplied(limit));
        }

        before.rises_to(after) == earlier.rises_to(later) && step.compare_sizes(&beyond).is_le()
    }

    /// The observation of a year before, where its movement would bring `before` near to `after` with its point a place
    /// elsewhere.
    pub fn season_a_place_off(
        &self,
        before: &Observation,
        after: &Observation,
    ) -> Option<&'a Observation> {
        let (earlier, later) = self.a_year_earlier(before, after)?;
        let product = after.value.exact().multiplied(&earlier.value.exact());
        let other_product = before.value.exact().multiplied(&later.value.exact());
        let excess = product.excess_to(&other_product)?;
        let is_far = excess.compare_sizes(&Exact::of_hundredths(HALF_A_PLACE));
        is_far.is_gt().then_some(later)
    }

    /// The comparable observations of the same two months a year before.
    fn a_year_earlier(
        &self,
        before: &Observation,
        after: &Observation,
    ) -> Option<(&'a Observation, &'a Observation)> {
        a_year_before(self.observations, before).zip(a_year_before(self.observations, after))
    }
}

/// The comparable observation of the same month a year before, among these, oldest first.
pub fn a_year_before<'a>(
    observations: &'a [Observation],
    row: &Observation,
) -> Option<&'a Observation> {
    let date = row.date.filter(|_| row.series_key.ends_with_months())?;
    let wanted = (date.year() - 1, date.month());
    let place = observations
        .partition_point(|row| row.date.is_none_or(|date| year_and_month(date) < wanted));
    let year_before = observations.get(place)?;
    let is_comparable = year_before.series_key == row.series_key
        && year_before.date.map(year_and_month) == Some(wanted);
    is_comparable.then_some(year_before)
}

/// A total since January begins anew each year, also one of a balance.
fn begins_anew(before: &Observation, after: &Observation) -> bool {
    let key = &after.series_key;
    key.is_total() && key.frequency != Some(Frequency::Annual) && before.year() != after.year()
}

/// As [`Steps::widening`], of a series with this usual distance in days.
pub fn widening(before: &Observation, after: &Observation, usual_days: i64) -> u32 {
    let days = match (before.date, after.date) {
        (Some(from), Some(to)) => (to - from).num_days().unsigned_abs(),
        _ => 0,
    };
    let millionths = days.saturating_mul(1_000_000) / usual_days.max(1).unsigned_abs();
    let root = u32::try_from(millionths.isqrt()).unwrap_or(WIDEST);
    let of_gap = root.clamp(ONCE, WIDEST);

    match months_of_rate(after) {
        Some(months) => of_gap * SETTLED_MONTHS / months.min(SETTLED_MONTHS),
        None => of_gap,
    }
}

/// The months since January that a growth rate is of; `None` for anything else.
fn months_of_rate(row: &Observation) -> Option<u32> {
    let key = &row.series_key;
    // No frequency is given for what comes every month.
    let is_monthly = key.period_type.is_since_january() && key.frequency.is_none();
    let is_rate = is_monthly && Movement::of(key) == Movement::Growth;
    is_rate.then_some(row.date?.month())
}

/// The days from one observation of a series to the next: those of its frequency, or else the median of the last ones, of
/// which one alone says nothing.
pub fn usual_days(observations: &[Observation]) -> i64 {
    let key = observations.last().map(|row| &row.series_key);
    if let Some(key) = key {
        let every_month = key.period_type.is_month_dated().then_some(1);
        if let Some(months) = key.frequency.map(Frequency::months).or(every_month) {
            return MONTH * i64::from(months);
        }

        if key.period_type == PeriodType::Daily {
            return 1;
        }
    }

    let latest_first = observations.iter().rev().take(REMEMBERED + 1);
    let dates: Vec<NaiveDate> = latest_first.filter_map(|row| row.date).collect();
    let mut days = Vec::new();
    for pair in dates.windows(2) {
        days.push((pair[0] - pair[1]).num_days());
    }

    if days.len() < ENOUGH {
        return MONTH;
    }

    let middle = (days.len() - 1) / 2;
    let (_, median, _) = days.select_nth_unstable(middle);
    *median
}

#[cfg(test)]
mod tests {
    use super::*;

    fn series(
        period_type: PeriodType,
        measure: Measure,
        unit: &str,
        rows: &str,
    ) -> Vec<Observation> {
        let series_key = SeriesKey::sample(unit, period_type, measure);
        let row = |row: &str| {
            let (date, value) = row.split_once(' ').unwrap();
            Observation {
                series_key: series_key.clone(),
                ..Observation::sample(period_type, date, value)
            }
        };
        rows.split(", ").map(row).collect()
    }

    /// The limit that the last of these rows exceeds, against the one before it.
    fn exceeded(rows: &[Observation]) -> Option<String> {
        let [.., before, after] = rows else {
            return None;
        };

        Steps::new(rows)
            .exceeded(before, after)
            .map(|limit| match limit {
                StepLimit::Factor(factor) => format!("{} times", factor.shown(0)),
                StepLimit::Distance(distance) => distance.shown(0).to_string(),
            })
    }

    fn daily(rows: &str) -> Option<String> {
        exceeded(&series(PeriodType::Daily, Measure::Rate, "azn", rows))
    }

    fn monthly(measure: Measure, unit: &str, rows: &str) -> Option<String> {
        exceeded(&series(PeriodType::Monthly, measure, unit, rows))
    }

    #[test]
    fn without_usual_steps_the_kind_decides() {
        let limit = |value: &str| daily(&format!("2026-11-17 100, 2026-11-18 {value}"));
        assert_eq!(limit("110"), None);
        assert_eq!(limit("110.1").as_deref(), Some("1.1 times"));
        assert_eq!(
            limit("90.8").as_deref(),
            Some("1.1 times"),
            "a fall is as far as the rise back"
        );
        assert_eq!(limit("91"), None);
        let two = |measure, unit, value: &str| {
            monthly(measure, unit, &format!("2026-09-30 10, 2026-10-31 {value}"))
        };
        assert_eq!(
            [
                two(Measure::Amount, "azn", "13"),
                two(Measure::Growth, "%", "14")
            ],
            [None, None]
        );
        assert_eq!(
            two(Measure::Amount, "azn", "13.3").as_deref(),
            Some("1.3 times")
        );
        assert_eq!(two(Measure::Growth, "%", "14.1").as_deref(), Some("4"));
        assert_eq!(two(Measure::Rate, "%", "11.6").as_deref(), Some("1.5"));
        assert_eq!(
            two(Measure::Balance, "azn", "-5.3").as_deref(),
            Some("15"),
            "its median size, thrice a half"
        );
    }

    #[test]
    fn a_step_is_four_times_the_upper_quartile_and_a_floor() {
        // Steps of 1, 2, 1 and 2 per cent; four times the third of them in their order.
        let noisy = "2026-11-16 100, 2026-11-17 101, 2026-11-18 103.02, 2026-11-19 104.0502, 2026-11-20 106.131204";
        assert_eq!(daily(&format!("{noisy}, 2026-11-21 114.6")), None);
        assert_eq!(
            daily(&format!("{noisy}, 2026-11-21 114.8")).as_deref(),
            Some("1.08 times")
        );
        let quiet = "2026-11-17 1.7, 2026-11-18 1.7, 2026-11-19 1.7";
        assert_eq!(daily(&format!("{quiet}, 2026-11-20 1.751")), None);
        assert_eq!(
            daily(&format!("{quiet}, 2026-11-20 1.7527")).as_deref(),
            Some("1.03 times")
        );
        let rates = "2026-07-31 7, 2026-08-31 7.5, 2026-09-30 7";
        assert_eq!(
            monthly(Measure::Rate, "%", &format!("{rates}, 2026-10-31 8.5")),
            None,
            "three times"
        );
        let limit = monthly(Measure::Rate, "%", &format!("{rates}, 2026-10-31 8.6"));
        assert_eq!(limit.as_deref(), Some("1.5"));
    }

    /// One month of the first two is a large part of a rate; a total has the same months and is told by the month.
    #[test]
    fn a_growth_rate_since_january_moves_further_at_the_beginning_of_a_year() {
        for (month, widened) in [
            ("01-31", 4000),
            ("02-28", 2000),
            ("03-31", 1333),
            ("04-30", 1000),
            ("12-31", 1000),
        ] {
            for period_type in [PeriodType::YearToDate, PeriodType::YearToDateAverage] {
                let step = |measure| {
                    let rows = series(
                        period_type,
                        measure,
                        "%",
                        &format!("2026-01-01 5, 2026-{month} 5"),
                    );
                    widening(&rows[1], &rows[1], MONTH)
                };

                assert_eq!(step(Measure::Growth), widened, "{month}");
                assert_eq!(step(Measure::Index), ONCE, "{month}");
            }

            let rows = series(
                PeriodType::MonthEnd,
                Measure::Growth,
                "%",
                &format!("2026-01-01 5, 2026-{month} 5"),
            );
            assert_eq!(widening(&rows[1], &rows[1], MONTH), ONCE, "{month}");
        }
    }

    #[test]
    fn a_limit_widens_with_the_root_of_a_gap() {
        let quiet = "2026-11-02 1.7, 2026-11-03 1.7, 2026-11-04 1.7";
        assert_eq!(
            daily(&format!("{quiet}, 2026-11-08 1.8")),
            None,
            "four days"
        );
        assert_eq!(
            daily(&format!("{quiet}, 2026-11-08 1.81")).as_deref(),
            Some("1.06 times")
        );
        assert_eq!(
            daily(&format!("{quiet}, 2031-11-08 2.2")).as_deref(),
            Some("1.24 times"),
            "at most eight"
        );
        // A long step over a long gap is no usual one.
        let gap = "2010-01-31 100, 2014-01-31 200, 2018-01-31 400, 2018-02-28 400";
        let limit = monthly(Measure::Amount, "azn", &format!("{gap}, 2018-03-31 800"));
        assert_eq!(limit.as_deref(), Some("1.58 times"));
    }

    #[test]
    fn totals_are_told_by_the_month_and_january_is_none_of_the_usual() {
        let totals = |rows: &str| {
            exceeded(&series(
                PeriodType::YearToDate,
                Measure::Amount,
                "azn",
                rows,
            ))
        };
        let year = "2025-09-30 900, 2025-10-31 1000, 2025-11-30 1100, 2025-12-31 1200";
        assert_eq!(totals(&format!("{year}, 2026-01-31 70")), None);
        assert_eq!(
            totals(&format!("{year}, 2026-01-31 68")).as_deref(),
            Some("1.45 times")
        );
        let new_year = format!("{year}, 2026-01-31 70");
        assert_eq!(totals(&format!("{new_year}, 2026-02-28 160")), None);
        assert_eq!(
            totals(&format!("{new_year}, 2026-02-28 180")).as_deref(),
            Some("1.15 times")
        );
    }

    #[test]
    fn a_season_explains_a_step() {
        let year = "2025-01-31 100, 2025-02-28 101, 2025-03-31 100, 2025-04-30 101, 2025-05-31 160";
        let rows =
            |value: &str| format!("{year}, 2025-06-30 161, 2026-04-30 161, 2026-05-31 {value}");
        let limit = |value: &str| monthly(Measure::Amount, "azn", &rows(value));
        assert_eq!(limit("254"), None, "as a year before");
        assert_eq!(limit("230"), None, "nearer than a year before");
        assert_eq!(limit("282"), None, "a little further");
        assert!(
            limit("300").is_some() && limit("120").is_some(),
            "much further, and the other way"
        );
    }

    #[test]
    fn what_passes_through_zero_is_measured_in_its_unit() {
        let months = "2026-01-31 120, 2026-02-28 -30, 2026-03-31 60, 2026-04-30 -90";
        for measure in [Measure::Amount, Measure::Balance] {
            let limit =
                |value: &str| monthly(measure, "azn", &format!("{months}, 2026-05-31 {value}"));
            assert_eq!(limit("500"), None);
            assert_eq!(
                limit("530").as_deref(),
                Some("600"),
                "four times a step of 150"
            );
        }

        assert_eq!(
            monthly(Measure::Amount, "azn", "2026-01-31 0, 2026-02-28 5"),
            None
        );
        let total = "2025-11-30 -900, 2025-12-31 -950, 2026-01-31 10";
        let rows = series(PeriodType::YearToDate, Measure::Balance, "azn", total);
        assert_eq!(exceeded(&rows), None, "a total of a balance begins anew");
    }

    #[test]
    fn a_season_a_place_off_is_seen() {
        let quarters =
            "2025-03-31 100, 2025-06-30 310, 2025-09-30 720, 2025-12-31 240, 2026-03-31 105";
        let then = |value: &str| {
            let rows = format!("{quarters}, 2026-06-30 {value}");
            let rows = series(PeriodType::MonthEnd, Measure::Amount, "azn", &rows);
            let [.., before, after] = &rows[..] else {
                unreachable!()
            };

            Steps::new(&rows)
                .season_a_place_off(before, after)
                .map(|row| row.value.to_string())
        };

        assert_eq!(then("325"), None);
        assert_eq!(then("35").as_deref(), Some("310"));
    }

    #[test]
    fn the_usual_distance_is_that_of_the_frequency_or_the_median() {
        let days = |period_type, rows: &str| {
            usual_days(&series(period_type, Measure::Amount, "azn", rows))
        };
        assert_eq!(days(PeriodType::Daily, "2026-01-01 1, 2026-02-01 1"), 1);
        assert_eq!(
            days(PeriodType::YearToDate, "2026-01-31 1, 2026-06-30 1"),
            31
        );
        assert_eq!(
            days(
                PeriodType::PointInTime,
                "2026-01-01 1, 2026-04-01 1, 2026-09-01 1"
            ),
            90
        );
        assert_eq!(
            days(PeriodType::PointInTime, "2026-01-01 1, 2026-04-01 1"),
            31
        );
        assert_eq!(days(PeriodType::EffectiveFrom, "2026-01-01 1"), 31);
        let quarters = series(
            PeriodType::MonthEnd,
            Measure::Amount,
            "azn",
            "2026-03-31 1, 2026-06-30 1",
        );
        let quarters: Vec<_> = quarters
            .into_iter()
            .map(|row| row.with_frequency(Frequency::Quarterly))
            .collect();
        assert_eq!(usual_days(&quarters), 93);
    }
}
