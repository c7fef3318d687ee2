//! Values that cannot stand beside each other: a total that falls within its year, and values beyond the indicators that
//! `below` and `between` name [D27.3].

use super::*;

use crate::model::Measure;

/// The rows that are new or another figure, by indicator and date.
type Changed<'a> = BTreeSet<(&'a Key, Option<NaiveDate>)>;

/// Reports a total since January that falls within its year, in a series that never was negative.
pub fn falling_totals(comparison: &Comparison<'_>, violations: &mut Vec<Violation>) {
    for pair in &comparison.pairs {
        let rows: Vec<&Row<'_>> = pair.all_rows().filter(|row| row.is_another_figure()).collect();
        let observations = pair.new.series.observations();
        if rows.is_empty() || observations.iter().any(|row| row.value.sign() == Ordering::Less) {
            continue;
        }
        let changed: BTreeSet<_> = rows.iter().map(|row| row.after.date).collect();
        for row in rows {
            let previous = row.previous.map(|previous| (previous, row.after));
            // A changed neighbour is compared with this row in its turn.
            let next = row.next.filter(|next| !changed.contains(&next.date)).map(|next| (row.after, next));
            let steps = [previous, next].into_iter().flatten();
            for (earlier, later) in steps.filter(|(earlier, later)| is_fall(earlier, later)) {
                let (from, to) = (or_dash(earlier.date), or_dash(later.date));
                let message = msg::falls_within_its_year(earlier.value, from, later.value, to);
                violations.push(Violation::new(GuardKind::Order, &pair.new.key, row.after.date, message));
            }
        }
    }
}

fn is_fall(earlier: &Observation, later: &Observation) -> bool {
    let key = &earlier.series_key;
    let year = |row: &Observation| row.date.map(|date| date.year());
    *key == later.series_key
        && key.period_type == PeriodType::YearToDate
        && key.measure == Measure::Amount
        && year(earlier) == year(later)
        && later.value < earlier.value
}

/// Reports values beyond the bounds that `below` and `between` set, among public rows and among those to come.
pub fn crossed_limits(comparison: &Comparison<'_>, violations: &mut Vec<Violation>) {
    let (mut public, mut coming) = (Changed::new(), Changed::new());
    for pair in &comparison.pairs {
        for (rows, changed) in [(&pair.rows, &mut public), (&pair.coming, &mut coming)] {
            let rows = rows.iter().filter(|row| row.is_another_figure());
            changed.extend(rows.map(|row| (&pair.new.key, row.after.date)));
        }
    }
    for (dataset, changed) in [(comparison.new, public), (comparison.new_full.with_all_rows(), coming)] {
        for indicator in dataset.indicators() {
            for (side, key) in indicator.limits.all() {
                if let Some(bound) = dataset.indicator(key) {
                    violations.extend(beyond(indicator, bound, side, &changed));
                }
            }
        }
    }
}

/// Every date on which `indicator` is beyond `bound`, where one of the two figures is new.
fn beyond(indicator: &Indicator, bound: &Indicator, side: Side, changed: &Changed<'_>) -> Vec<Violation> {
    let dates = [indicator, bound].map(|i| i.series.observations().iter().filter_map(|row| row.date));
    let dates: BTreeSet<NaiveDate> = dates.into_iter().flatten().collect();
    let violation = |date: NaiveDate| {
        let (row, bound_row) = (observation_at(indicator, date)?, observation_at(bound, date)?);
        let is_changed = changed.contains(&(&indicator.key, row.date));
        let is_bound_changed = changed.contains(&(&bound.key, bound_row.date));
        if !(is_changed || is_bound_changed) || row.series_key.unit != bound_row.series_key.unit {
            return None;
        }
        let message = match side {
            Side::NotAbove if row.value > bound_row.value => {
                msg::above_other(row.value, &bound.key, bound_row.value)
            }
            Side::NotBelow if row.value < bound_row.value => {
                msg::below_other(row.value, &bound.key, bound_row.value)
            }
            _ => return None,
        };
        // Rates that move together cannot be recorded one by one.
        let message = if is_changed && is_bound_changed { message } else { msg::together(message) };
        Some(Violation::new(GuardKind::Order, &indicator.key, Some(date), message))
    };
    dates.into_iter().filter_map(violation).collect()
}

/// The observation of a date; for values that take effect, the one in force then.
fn observation_at(indicator: &Indicator, date: NaiveDate) -> Option<&Observation> {
    let observations = indicator.series.observations();
    let last = observations.partition_point(|row| row.date <= Some(date)).checked_sub(1)?;
    let is_in_force = indicator.period_type == PeriodType::EffectiveFrom;
    observations.get(last).filter(|row| is_in_force || row.date == Some(date))
}

#[cfg(test)]
mod tests {
    use crate::compare::guards::{Event, MachineRows, violations};
    use crate::compare::samples::{instant, total};
    use crate::model::Lang;

    const AS_OF: &str = "2026-11-20T09:00:00+04:00";

    /// The cases of another total of a year, as an amount or a balance.
    fn cases(measure: &str, rows: &str, row: &str) -> Vec<String> {
        let [old, new] = [rows.to_owned(), format!("{rows}{row}")].map(|rows| total(AS_OF, measure, &rows));
        let cases = violations(Event::Publication, Some(&old), &new, instant(AS_OF), &MachineRows::default());
        cases.iter().map(|case| format!("{}: {}", case.kind.name(), case.message.get(Lang::En))).collect()
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
