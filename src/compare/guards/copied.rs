//! A value that belongs to another date or to another indicator: rows that moved by a line, a row in the wrong file.

use std::collections::BTreeMap;

use super::slip::PublicSeries;
use super::violation::{GuardKind, Violation, told};
use crate::compare::rows::{Comparison, Pair, Row};
use crate::messages as msg;
use crate::model::{ExactDifference, Indicator, Observation, UsualStep};

/// The digits from which on two values are not the same by chance.
const DIGITS: usize = 4;
/// A value belongs to another indicator that is nearer to it than so many hundredths of a percent, and to which it is so
/// many times nearer than to its own.
const NEAR: u32 = 100;
const NEARER: u32 = 5;

/// Unusual values that are looked for in all other indicators: so many more are no slips of the hand, and an import would
/// take as long as its rows times the indicators.
const MAX_LOOKED_FOR: usize = 100;

pub fn copied(comparison: &Comparison<'_>, found: &mut Vec<Violation>) {
    let (told, mut left) = (told(found), MAX_LOOKED_FOR);
    for pair in comparison.changed_pairs() {
        let Some(old) = pair.old else { continue };
        found.extend(moved(pair, old));
        let public = PublicSeries::of(old.series.observations());
        for row in pair.all_rows().filter(|row| row.is_another_figure()) {
            let is_unusual = row.previous.is_some_and(|of| public.unusual_step(of, row.after).is_some());
            if left > 0 && is_unusual && !told.contains(&(pair.new.key.clone(), row.after.date)) {
                left -= 1;
                found.extend(of_another(comparison, pair, row));
            }
        }
    }
}

/// Values that changed without another day of publication, and are those that other dates had.
fn moved(pair: &Pair<'_>, old: &Indicator) -> Option<Violation> {
    let public = old.series.observations();
    let values: BTreeMap<_, _> = public.iter().enumerate().map(|(place, of)| (of.date, place)).collect();
    let silent = |row: &&Row<'_>| {
        row.before
            .is_some_and(|before| before.value != row.after.value && row.after.published <= before.published)
    };
    let changed: Vec<&Row<'_>> = pair.rows.iter().filter(silent).collect();
    let taken: Vec<_> = changed.iter().filter_map(|row| Some(row.before?.value)).collect();
    let is_moved = |row: &&&Row<'_>| {
        let place = values.get(&row.after.date).copied().unwrap_or_default();
        let beside = [place.checked_sub(1), place.checked_add(1)].into_iter().flatten();
        let mut beside = beside.filter_map(|place| public.get(place));
        beside.any(|of| of.value == row.after.value) || taken.contains(&row.after.value)
    };
    let moved: Vec<&&Row<'_>> = changed.iter().filter(is_moved).collect();
    let first = moved.first()?;
    let is_told = moved.len() > 1 || first.after.value.significant_digits() >= DIGITS;
    let what = || msg::values_of_other_dates(moved.len());
    is_told.then(|| Violation::of(GuardKind::Slip, &pair.new.key, first.after.date, what()))
}

/// A value that is unusual for its own series, and the one of another, or one that fits the end of another that has no
/// row of its date.
fn of_another(comparison: &Comparison<'_>, pair: &Pair<'_>, row: &Row<'_>) -> Option<Violation> {
    let others = comparison.new.indicators().filter(|of| of.key != pair.new.key);
    let mut other = others.filter(|other| {
        let rows = other.series.observations();
        let at = rows.partition_point(|of| of.date < row.after.date);
        let same = rows.get(at).filter(|of| of.date == row.after.date);
        let last = at.checked_sub(1).and_then(|at| rows.get(at));
        let is_same = |of: &Observation| of.value == row.after.value;
        let is_copy = row.after.value.significant_digits() >= DIGITS
            && (same.is_some_and(is_same) || last.is_some_and(is_same));
        let fits = same.is_none() && last.is_some_and(|last| fits_better(row, last));
        is_copy || fits
    });
    let other = other.next()?;
    let what = msg::may_be_of_another(row.after.value, &other.key);
    Some(Violation::of(GuardKind::Slip, &pair.new.key, row.after.date, what))
}

/// Whether a value is a short step from another series of its kind, and a long one from its own.
fn fits_better(row: &Row<'_>, other: &Observation) -> bool {
    let steps = row.previous.zip(Some(other)).filter(|(own, other)| own.series_key == other.series_key);
    let apart = |from: &Observation| {
        let step = UsualStep::of_at_least(1, &[from.clone(), row.after.clone()])?;
        step.is_in_percent().then(|| step.median().size())
    };
    steps.and_then(|(own, other)| Some((apart(own)?, apart(other)?))).is_some_and(|(own, other)| {
        other.compare_sizes(&ExactDifference::of_hundredths(NEAR)).is_le()
            && own.compare_sizes(&ExactDifference::of_hundredths(NEAR * NEARER)).is_gt()
            && other.times(NEARER).compare_sizes(&own).is_lt()
    })
}

#[cfg(test)]
mod tests {
    use crate::compare::guards::violations;
    use crate::compare::samples::{daily, instant, rows};
    use crate::model::Lang;

    const AS_OF: &str = "2026-11-20T09:00:00+04:00";
    const OWN: [&str; 5] = ["41005.5", "41210.2", "41388.9", "41502.4", "41690.1"];
    const OTHER: [&str; 5] = ["50120.7", "50333.1", "50480.6", "50702.8", "50911.3"];

    /// What is told of `own` and `other`, where these rows are public.
    #[track_caller]
    fn told(own: &[&'static str], other: &[&'static str], expected: &[&str]) {
        let of = |own: &[&'static str], other: &[&'static str]| {
            let rows = |of: &[&'static str]| rows(of.iter().copied());
            daily(AS_OF, &[("own", rows(own)), ("other", rows(other))])
        };
        let found = violations(Some(&of(&OWN, &OTHER)), &of(own, other), instant(AS_OF));
        let line = |of: &super::Violation| format!("{}: {}", of.kind.name(), of.what.get(Lang::En));
        assert_eq!(found.iter().map(line).collect::<Vec<_>>(), expected);
    }

    #[test]
    fn a_row_in_the_wrong_file_fits_another_indicator() {
        let with = |of: &[&'static str], value| [of, &[value]].concat();
        told(&with(&OWN, "51004.2"), &OTHER, &["slip: 51004.2 may be a value of `other`"]);
        told(&with(&OWN, "51004.2"), &with(&OTHER, "51004.2"), &["slip: 51004.2 may be a value of `other`"]);
        told(&with(&OWN, "51004.2"), &with(&OTHER, "51007.9"), &[]);
        told(&with(&OWN, "41800.4"), &with(&OTHER, "51007.9"), &[]);
    }

    #[test]
    fn rows_that_moved_by_a_line_have_the_values_of_others() {
        let moved = "slip: values that were published for other dates (observations: 2)";
        let exchanged = ["41005.5", "41388.9", "41210.2", "41502.4", "41690.1"];
        told(&exchanged, &OTHER, &[moved]);
        told(&["41005.5", "41210.2", "41502.4", "41690.1", "41702.3"], &OTHER, &[moved]);
        told(&["41005.5", "41210.2", "41388.9", "41502.5", "41690.1"], &OTHER, &[]);
    }
}
