//! A value that a slip of the hand explains better than a movement does: its point a place off, two digits exchanged, more
//! digits than the series has, the value before it once more, or the beginning of the one that it replaces.

use chrono::{Datelike, NaiveDate};

use super::violation::{GuardKind, Violation, told};
use crate::compare::fields::or_dash;
use crate::compare::rows::{Comparison, Row};
use crate::messages::{self as msg, Message};
use crate::model::{ExactDifference, Measure, Number, Observation, PeriodType, UsualStep};

/// The rows from which on a usual step says how a series moves.
const ROWS: usize = 8;
/// The rows from which on the digits of a series are known, and from which on any value may be told to come twice.
const ROWS_WITH_DIGITS: usize = 3;
const ROWS_WITHOUT_REPETITION: usize = 20;
/// The digits from which on a value does not come twice by chance.
const DIGITS: usize = 4;
/// A step of more than so many usual ones is unusual; without them, one of so many percent.
const UNUSUAL: u32 = 3;
const UNUSUAL_PERCENT: u32 = 2;
/// Of growth rates and balances: steps of less are told of none, and what another place makes of one that is unusual, and
/// of any, is nearer to the value before than so many percent of it.
const LEAST_TENTHS: u32 = 3;
const LIKE_PERCENT: u32 = 25;
const ALIKE_PERCENT: u32 = 10;
/// How many times nearer the other reading has to be: where the usual step is known, and where it is not.
const NEARER: u32 = 4;
const MUCH_NEARER: u32 = 20;
/// The days after which a figure says nothing of the place of the next one's point.
const DAYS: i64 = 731;

/// What is a case of `jump` is not one of `slip`, too.
pub fn slip(comparison: &Comparison<'_>, found: &mut Vec<Violation>) {
    let told = told(found);
    for pair in comparison.changed_pairs() {
        let Some(old) = pair.old else { continue };
        let mut public = PublicSeries::of(old.series.observations());
        for row in pair.all_rows().filter(|row| row.is_another_figure()) {
            if !told.contains(&(pair.new.key.clone(), row.after.date)) {
                let violation = |what| Violation::of(GuardKind::Slip, &pair.new.key, row.after.date, what);
                found.extend(public.slip(row).map(violation));
            }
        }
    }
}

/// What the public rows of a series say of how it is written and moves.
pub struct PublicSeries<'a> {
    rows: &'a [Observation],
    usual: Option<UsualStep>,
    decimals: u8,
    is_repeated: bool,
}

impl<'a> PublicSeries<'a> {
    pub fn of(rows: &'a [Observation]) -> Self {
        PublicSeries {
            rows,
            usual: UsualStep::of_at_least(2, rows),
            decimals: rows.iter().map(|of| of.value.decimals()).max().unwrap_or(0),
            is_repeated: rows.windows(2).any(|pair| pair[0].value == pair[1].value),
        }
    }

    fn slip(&mut self, row: &Row<'_>) -> Option<Message> {
        let is_in_force = row.after.series_key.period_type == PeriodType::EffectiveFrom;
        let other_place = || self.other_place(row);
        let exchanged = || self.exchanged(row).filter(|_| !is_in_force);
        let repeated = || self.repeated(row).filter(|_| !is_in_force);
        let found = other_place().or_else(exchanged).or_else(repeated).or_else(|| cut(row));
        // Elsewhere a ratio tells of a point that moved to the left.
        found.or_else(|| if self.is_in_its_unit(row) { self.more_digits(row) } else { None })
    }

    /// A value of which one with its point elsewhere would be nearer to its neighbour, to what it replaces, or to what
    /// the movement of a year before makes of its neighbour.
    fn other_place(&self, row: &Row<'_>) -> Option<Message> {
        let near = |other: &&Observation| {
            let days =
                row.after.date.zip(other.date).map_or(0, |(own, other)| (own - other).num_days().abs());
            days <= DAYS
        };
        if self.is_in_its_unit(row) {
            return neighbour(row).filter(near).and_then(|other| self.another_place(other, row.after));
        }
        let others = [neighbour(row).filter(near), row.before].into_iter().flatten();
        let mut others = others.filter(|other| other.is_a_place_from(row.after));
        let case = |other: &Observation| msg::may_be_a_place_off(other.value, row.after.value);
        others.next().map(case).or_else(|| self.other_season(row))
    }

    fn is_in_its_unit(&self, row: &Row<'_>) -> bool {
        row.after.series_key.measure == Measure::Growth
            || self.usual.as_ref().is_some_and(|usual| !usual.is_in_percent())
    }

    /// Of what passes through zero: another place makes the unusual usual, or next to nothing of the step.
    fn another_place(&self, other: &Observation, after: &Observation) -> Option<Message> {
        let size = other.value.exact_size();
        let distance = other.value.exactly_minus(after.value);
        let unusual = self.usual.as_ref().map(|usual| usual.median().times(UNUSUAL));
        let is_far = distance.compare_sizes(&unusual.unwrap_or_else(least)).is_gt();
        let near = size.percent(if is_far { LIKE_PERCENT } else { ALIKE_PERCENT });
        let is_near = |value: &Number| other.value.exactly_minus(*value).compare_sizes(&near).is_lt();
        let mut read = [-2, -1, 1, 2].into_iter().filter_map(|places| after.value.with_point_moved(places));
        let is_told = distance.compare_sizes(&least()).is_gt() && after.value.sign().is_ne();
        (is_told && read.any(|value| is_near(&value)))
            .then(|| msg::may_be_a_place_off(other.value, after.value))
    }

    /// Whether it is a place from where it would be, had it moved as it did a year before.
    fn other_season(&self, row: &Row<'_>) -> Option<Message> {
        let previous = row.previous?;
        let (then, before) = (self.a_year_before(row.after)?, self.a_year_before(previous)?);
        let is_off = Number::is_off_by_a_place([row.after.value, before.value], [previous.value, then.value]);
        is_off.then(|| msg::may_be_a_place_off(then.value, row.after.value))
    }

    fn a_year_before(&self, of: &Observation) -> Option<&'a Observation> {
        let date = of.date.filter(|_| of.series_key.ends_with_months())?;
        let month = |date: NaiveDate| (date.year(), date.month());
        let wanted = (date.year() - 1, date.month());
        let at = self.rows.partition_point(|row| row.date.is_none_or(|date| month(date) < wanted));
        let found = self.rows.get(at).filter(|row| row.date.map(month) == Some(wanted))?;
        (found.series_key == of.series_key).then_some(found)
    }

    /// A value that lies unusually far from its neighbour, and next to it with two digits exchanged.
    fn exchanged(&self, row: &Row<'_>) -> Option<Message> {
        let (usual, other) = (self.usual.as_ref()?, neighbour(row)?);
        let distance = self.unusual_step(other, row.after)?;
        let is_known = self.rows.len() >= ROWS;
        let is_near = |value: &Number| {
            let Some(near) = usual.distance(other, &row.after.with_value(*value)) else { return false };
            let times = if is_known { NEARER } else { MUCH_NEARER };
            let is_usual = !is_known || near.compare_sizes(usual.median()).is_le();
            is_usual && near.times(times).compare_sizes(&distance).is_le()
        };
        let read = row.after.value.with_digits_exchanged().into_iter().find(is_near)?;
        Some(msg::may_be_exchanged(other.value, row.after.value, read))
    }

    /// How far the one is from the other, if that is further than usual.
    pub fn unusual_step(&self, before: &Observation, after: &Observation) -> Option<ExactDifference> {
        let usual = self.usual.as_ref()?;
        let distance = usual.distance(before, after)?;
        let limit = if self.rows.len() >= ROWS {
            usual.median().times(UNUSUAL)
        } else {
            ExactDifference::of_hundredths(UNUSUAL_PERCENT * 100)
        };
        distance.compare_sizes(&limit).is_gt().then_some(distance)
    }

    /// The value of the period before in a series that never had the same twice.
    fn repeated(&self, row: &Row<'_>) -> Option<Message> {
        let previous = row.previous.filter(|of| row.before.is_none() && of.value == row.after.value)?;
        // Rates of holidays are those of the day before, and few rows say nothing of holidays.
        let is_daily = row.after.series_key.period_type == PeriodType::Daily;
        let is_no_chance =
            !is_daily && self.rows.len() > ROWS_WITH_DIGITS && row.after.value.significant_digits() >= DIGITS;
        let is_told = !self.is_repeated && (is_no_chance || self.rows.len() >= ROWS_WITHOUT_REPETITION);
        is_told.then(|| msg::never_repeated(row.after.value, or_dash(previous.date)))
    }

    /// Told once: what follows has as many.
    fn more_digits(&mut self, row: &Row<'_>) -> Option<Message> {
        let (own, most) = (row.after.value.decimals(), self.decimals);
        let is_told = self.rows.len() >= ROWS_WITH_DIGITS && own > most;
        self.decimals = most.max(own);
        is_told.then(|| msg::more_digits(row.after.value, most))
    }
}

fn least() -> ExactDifference {
    ExactDifference::of_hundredths(LEAST_TENTHS * 10)
}

fn neighbour<'a>(row: &Row<'a>) -> Option<&'a Observation> {
    row.previous.or(row.next)
}

/// The beginning of what it replaces, as a file has it that was cut.
fn cut(row: &Row<'_>) -> Option<Message> {
    let before = row.before.filter(|before| row.after.value.begins(before.value))?;
    Some(msg::may_be_cut(before.value, row.after.value))
}

#[cfg(test)]
mod tests {
    use crate::compare::guards::violations;
    use crate::compare::samples::{daily, instant, monthly_growth, rows};
    use crate::dataset::FullDataset;
    use crate::model::Lang;

    const AS_OF: &str = "2026-11-20T09:00:00+04:00";
    const RATES: [&str; 10] =
        ["1.8412", "1.8431", "1.8405", "1.8398", "1.8442", "1.8427", "1.8391", "1.8376", "1.8402", "1.8419"];

    /// What is told of these values in the place of those.
    fn told(old: &FullDataset, new: &FullDataset) -> Vec<String> {
        let found = violations(Some(old), new, instant(AS_OF));
        found.iter().map(|of| format!("{}: {}", of.kind.name(), of.what.get(Lang::En))).collect()
    }

    #[track_caller]
    fn next(before: &[&'static str], value: &'static str, expected: &[&str]) {
        let of = |values: Vec<&'static str>| daily(AS_OF, &[("a", rows(values))]);
        let after = before.iter().copied().chain([value]).collect();
        assert_eq!(told(&of(before.to_vec()), &of(after)), expected, "{value}");
    }

    #[test]
    fn a_point_is_a_place_off_beyond_the_root_of_ten() {
        next(&["100"], "317", &["slip: 100 → 317: the decimal point may be one place off"]);
        next(&["100"], "31.6", &["slip: 100 → 31.6: the decimal point may be one place off"]);
        next(&["100"], "316", &[]);
        next(&["100"], "500", &["jump: 100 → 500, a fivefold change or more"]);
    }

    #[test]
    fn of_a_growth_rate_another_place_makes_the_unusual_usual() {
        let of = |rows: &str| monthly_growth(AS_OF, rows);
        let months = "2026-01-31,0.9,\n2026-02-28,4.1,\n2026-03-31,1.2,\n";
        let next = |value: &str| told(&of(months), &of(&format!("{months}2026-04-30,{value},\n")));
        assert_eq!(next("4.3"), [""; 0]);
        assert_eq!(next("12.1"), ["slip: 1.2 → 12.1: the decimal point may be one place off"]);
        assert_eq!(next("-12.1"), ["jump: -12.1: this series would change sign for the first time"]);
        assert_eq!(next("0.13"), ["slip: 1.2 → 0.13: the decimal point may be one place off"]);
        assert_eq!(next("0.44"), ["slip: 0.44 has more decimals than this series has had (1)"]);
    }

    #[test]
    fn a_season_is_no_slip_and_a_slip_in_it_is_one() {
        let quarters = |last: &str| {
            let rows =
                "2025-03-31,100,\n2025-06-30,310,\n2025-09-30,720,\n2025-12-31,240,\n2026-03-31,105,\n";
            crate::compare::samples::quarterly(AS_OF, &format!("{rows}{last}"))
        };
        let next = |value: &str| told(&quarters(""), &quarters(&format!("2026-06-30,{value},\n")));
        assert_eq!(next("325"), [""; 0]);
        assert_eq!(
            next("35"),
            ["slip: 310 → 35: the decimal point may be one place off"],
            "105 is near enough"
        );
        assert_eq!(next("32.5"), ["slip: 105 → 32.5: the decimal point may be one place off"]);
    }

    #[test]
    fn two_digits_are_exchanged_where_that_explains_the_step() {
        next(&RATES, "1.8442", &[]);
        next(&RATES, "1.8149", &["slip: 1.8419 → 1.8149: two digits may be exchanged (1.8419)"]);
        next(&RATES, "1.8019", &[]);
        next(&["41005", "41210"], "42110", &["slip: 41210 → 42110: two digits may be exchanged (41210)"]);
    }

    #[test]
    fn a_value_comes_twice_where_that_has_happened_before() {
        let quarters = "2025-09-30,7203.5,\n2025-12-31,7240.1,\n2026-03-31,7251.8,\n2026-06-30,7263.4,\n";
        let of = |last: &str| crate::compare::samples::quarterly(AS_OF, &format!("{quarters}{last}"));
        let again = |value, day| {
            format!(
                "slip: {value} is the value of {day}, and this series has never had a value twice running"
            )
        };
        assert_eq!(told(&of(""), &of("2026-09-30,7263.4,\n")), [again("7263.4", "2026-06-30")]);
        // Of a daily rate few rows say nothing.
        next(&RATES, "1.8419", &[]);
        let falling = ["1.84", "1.835", "1.83", "1.825", "1.82", "1.815", "1.81", "1.805", "1.8", "1.795"];
        let many = [&RATES[..], &falling].concat();
        next(&many, "1.795", &[&again("1.795", "2026-01-20")]);
        next(&[&many[..], &["1.795"]].concat(), "1.795", &[]);
        next(&["1.7", "1.8", "1.9", "1.7"], "1.7", &[]);
    }

    #[test]
    fn a_number_that_begins_what_it_replaces_may_be_cut() {
        let of = |value| daily(AS_OF, &[("a", rows(["113.8", value]))]);
        assert_eq!(
            told(&of("113.9315"), &of("113.9")),
            ["slip: 113.9315 → 113.9: the number may have been cut off"]
        );
        assert_eq!(told(&of("113.9"), &of("113.9315")), [""; 0]);
    }
}
