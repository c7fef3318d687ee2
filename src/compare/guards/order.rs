//! Values that cannot stand beside each other: a total that falls within its year, and what `below` and `between` of a
//! definition exclude [D27.3].

use std::cmp::Ordering;
use std::collections::BTreeSet;

use chrono::{Datelike, NaiveDate};

use super::violation::{GuardKind, Violation};
use crate::compare::fields::or_dash;
use crate::compare::rows::{Comparison, Pair, Row};
use crate::dataset::Dataset;
use crate::messages as msg;
use crate::model::{Indicator, Key, Limits, Measure, Observation, PeriodType, Side};

/// The rows that are new or another figure, by indicator and date.
type Changed<'a> = BTreeSet<(&'a Key, Option<NaiveDate>)>;

/// What `below` and `between` exclude, of public rows and of those to come.
pub fn limits(comparison: &Comparison<'_>, found: &mut Vec<Violation>) {
    let public = changed(comparison, |pair| &pair.rows);
    beyond_limits(comparison.new, &public, found);
    let coming = changed(comparison, |pair| &pair.coming);
    beyond_limits(comparison.new_full.with_all_rows(), &coming, found);
}

fn changed<'a>(
    comparison: &'a Comparison<'a>,
    rows: impl Fn(&'a Pair<'a>) -> &'a Vec<Row<'a>>,
) -> Changed<'a> {
    let of = |pair: &'a Pair<'a>| {
        let rows = rows(pair).iter().filter(|row| row.is_another_figure());
        rows.map(|row| (&pair.new.key, row.after.date))
    };
    comparison.pairs.iter().flat_map(of).collect()
}

/// A total since January that never was negative grows.
pub fn falls(comparison: &Comparison<'_>, found: &mut Vec<Violation>) {
    comparison.pairs.iter().for_each(|pair| falls_in(pair, found));
}

fn falls_in(pair: &Pair<'_>, found: &mut Vec<Violation>) {
    let rows: Vec<&Row<'_>> = pair.all_rows().filter(|row| row.is_another_figure()).collect();
    let observations = pair.new.series.observations();
    if rows.is_empty() || observations.iter().any(|of| of.value.sign() == Ordering::Less) {
        return;
    }
    let changed: BTreeSet<_> = rows.iter().map(|row| row.after.date).collect();
    for row in rows {
        let after = row.previous.map(|previous| (previous, row.after));
        // One that is another figure as well is held against this one in its turn.
        let next = row.next.filter(|next| !changed.contains(&next.date));
        for (earlier, later) in [after, next.map(|next| (row.after, next))].into_iter().flatten() {
            if fall(earlier, later) {
                let (from, to) = (or_dash(earlier.date), or_dash(later.date));
                let what = msg::falls_within_its_year(earlier.value, from, later.value, to);
                found.push(Violation::of(GuardKind::Order, &pair.new.key, row.after.date, what));
            }
        }
    }
}

fn fall(earlier: &Observation, later: &Observation) -> bool {
    let key = &earlier.series_key;
    let year = |of: &Observation| of.date.map(|date| date.year());
    *key == later.series_key
        && key.period_type == PeriodType::YearToDate
        && key.measure == Measure::Amount
        && year(earlier) == year(later)
        && later.value < earlier.value
}

/// Each date of two indicators of which one bounds the other, where one of the two figures is new.
fn beyond_limits(dataset: &Dataset, changed: &Changed<'_>, found: &mut Vec<Violation>) {
    for own in dataset.indicators().filter(|of| of.limits != Limits::default()) {
        for (side, key) in own.limits.all() {
            if let Some(other) = dataset.indicator(key) {
                found.extend(beyond(own, other, side, changed));
            }
        }
    }
}

fn beyond(own: &Indicator, other: &Indicator, side: Side, changed: &Changed<'_>) -> Vec<Violation> {
    let dates = [own, other].map(|of| of.series.observations().iter().filter_map(|of| of.date));
    let dates: BTreeSet<NaiveDate> = dates.into_iter().flatten().collect();
    let case = |date: NaiveDate| {
        let (value, bound) = (counting(own, date)?, counting(other, date)?);
        let [is_changed, is_bound_changed] =
            [(own, value), (other, bound)].map(|(of, row)| changed.contains(&(&of.key, row.date)));
        let is_comparable = value.series_key.unit == bound.series_key.unit;
        let what = match side {
            Side::NotAbove if value.value > bound.value => {
                msg::above_other(value.value, &other.key, bound.value)
            }
            Side::NotBelow if value.value < bound.value => {
                msg::below_other(value.value, &other.key, bound.value)
            }
            _ => return None,
        };
        // Rates that move together cannot be recorded one by one.
        let what = if is_changed && is_bound_changed { what } else { msg::together(what) };
        let is_new = is_changed || is_bound_changed;
        (is_new && is_comparable).then(|| Violation::of(GuardKind::Order, &own.key, Some(date), what))
    };
    dates.into_iter().filter_map(case).collect()
}

/// The observation of a date; of what takes effect, the one in force then.
fn counting(indicator: &Indicator, date: NaiveDate) -> Option<&Observation> {
    let observations = indicator.series.observations();
    let last = observations.partition_point(|of| of.date <= Some(date)).checked_sub(1)?;
    let is_in_force = indicator.period_type == PeriodType::EffectiveFrom;
    observations.get(last).filter(|of| is_in_force || of.date == Some(date))
}

#[cfg(test)]
mod tests {
    use crate::compare::guards::{MachineRows, violations};
    use crate::compare::samples::{instant, total};
    use crate::model::Lang;

    const AS_OF: &str = "2026-11-20T09:00:00+04:00";

    /// The cases of another total of a year, as an amount or a balance.
    fn cases(measure: &str, rows: &str, row: &str) -> Vec<String> {
        let [old, new] = [rows.to_owned(), format!("{rows}{row}")].map(|rows| total(AS_OF, measure, &rows));
        let cases = violations(Some(&old), &new, instant(AS_OF), &MachineRows::default());
        cases.iter().map(|case| format!("{}: {}", case.kind.name(), case.what.get(Lang::En))).collect()
    }

    #[test]
    fn a_balance_falls_and_changes_its_sign() {
        let falls = "order: the total since January falls: 1600 (2026-08-31) → 1590 (2026-09-30)";
        let grows = "2026-06-30,1200,\n2026-07-31,1400,\n2026-08-31,1600,\n";
        assert_eq!(cases("amount", grows, "2026-09-30,1590,\n"), [falls]);
        assert_eq!(cases("balance", grows, "2026-09-30,1590,\n"), [""; 0]);
        let sign = "jump: -50: this series would change sign for the first time";
        let turns = "2026-06-30,30,\n2026-07-31,140,\n2026-08-31,8,\n";
        assert_eq!(cases("amount", turns, "2026-09-30,-50,\n"), [sign]);
        assert_eq!(cases("balance", turns, "2026-09-30,-50,\n"), [""; 0]);
    }
}
