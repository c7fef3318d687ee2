//! Observations that are lost, revised silently or published anew as if on the same day; dates on which none is expected,
//! and an as-of instant out of order; and values that contradict each other [D27].

use super::*;

use chrono::{Datelike, Days, Months, Weekday};

use crate::model::Measure;

/// How many values of a series may be corrected without an override, and one in how many.
const CORRECTIONS: usize = 3;
const ONE_IN: usize = 20;
/// The days by which a rate may be published ahead of its day, and a decision before it takes effect.
const RATE_AHEAD: Days = Days::new(31);
const DECISION_AHEAD: Days = Days::new(366);

/// How long before the last public row nothing new is expected: in daily series, and in all others.
const DAILY_LONG_AGO: Days = Days::new(300);
const LONG_AGO: Months = Months::new(12);
/// The daily rows from which on the weekdays of a series are clear.
const ROWS_WITH_WEEKDAYS: usize = 20;

/// Reports public rows that would be gone. An indicator that is gone is one case, whatever it had.
pub fn losses(comparison: &Comparison<'_>, violations: &mut Vec<Violation>) {
    let mut report =
        |key, date, message| violations.push(Violation::new(GuardKind::Loss, key, date, message));
    for old in comparison.old.into_iter().flat_map(Dataset::indicators) {
        let Some(new) = comparison.new_by_key.get(&old.key) else {
            report(&old.key, None, msg::indicator_lost());
            continue;
        };

        if old.series == new.series {
            continue;
        }

        let observations = old.series.observations().iter();
        for row in observations.filter(|row| new.series.on(row.date).is_none()) {
            report(&old.key, row.date, msg::observation_lost(row.value));
        }
    }
}

/// Reports a series of which many public values change without a new date of publication. Rows under embargo have such a
/// date by their nature.
pub fn many_silent_revisions(comparison: &Comparison<'_>, violations: &mut Vec<Violation>) {
    for pair in &comparison.pairs {
        let public = pair.old.map_or(0, |old| old.series.observations().len());
        let count = pair
            .rows
            .iter()
            .filter(|row| row.is_silent_revision())
            .count();
        if count > CORRECTIONS && count * ONE_IN > public {
            let message = msg::revised_silently(count, public);
            violations.push(Violation::new(
                GuardKind::Revision,
                &pair.new.key,
                None,
                message,
            ));
        }
    }
}

/// Reports new revisions that do not count, and rows that were published before their period ended.
pub fn idle_revisions(comparison: &Comparison<'_>, violations: &mut Vec<Violation>) {
    if comparison.old.is_none() {
        return;
    }

    for pair in &comparison.pairs {
        violations.extend(superseded_revisions(pair));
        for row in pair.all_rows().filter(|row| is_published_early(row)) {
            let message =
                msg::published_before_its_end(row.after.value, or_dash(row.after.published));
            violations.push(Violation::new(
                GuardKind::History,
                &pair.new.key,
                row.after.date,
                message,
            ));
        }
    }
}

/// New revisions of public dates, or other values of old ones, of which a later revision takes the place.
fn superseded_revisions(pair: &Pair<'_>) -> Vec<Violation> {
    let Some(old) = pair.old else {
        return Vec::new();
    };

    let name = |row: &Observation| (row.date, row.published, row.value);
    let old_names: BTreeSet<_> = old.series.revisions().map(name).collect();
    let superseded = pair.new.series.superseded().iter();
    let violation = |row: &Observation| {
        let current = pair.new.series.on(row.date)?;
        let (published, current_published) = (or_dash(row.published), or_dash(current.published));
        let message = msg::does_not_count(row.value, published, current.value, current_published);
        Some(Violation::new(
            GuardKind::History,
            &pair.new.key,
            row.date,
            message,
        ))
    };

    superseded
        .filter(|row| old.series.on(row.date).is_some() && !old_names.contains(&name(row)))
        .filter_map(violation)
        .collect()
}

/// Reports another value with the day of publication of the public one, since it would change what was known on that day;
/// and days of publication that are lost. A row that has a case already gets no second one.
pub fn overwritten_days(comparison: &Comparison<'_>, violations: &mut Vec<Violation>) {
    let reported: BTreeSet<_> = violations
        .iter()
        .map(|case| (case.key.clone(), case.date))
        .collect();
    for pair in &comparison.pairs {
        violations.extend(lost_days(pair));
        let key = Some(pair.new.key.clone());
        for ComparedRow { before, after, .. } in &pair.rows {
            let Some(before) = before else { continue };
            let is_overwritten = before.published.is_some()
                && before.published == after.published
                && before.value != after.value;
            let is_reported = [after.date, None]
                .into_iter()
                .any(|date| reported.contains(&(key.clone(), date)));
            if is_overwritten && !is_reported {
                let message = msg::overwrites(before.value, after.value, or_dash(before.published));
                violations.push(Violation::new(
                    GuardKind::History,
                    &pair.new.key,
                    after.date,
                    message,
                ));
            }
        }
    }
}

/// Values that keep neither their day of publication nor get a later one; however many, they are one case.
fn lost_days(pair: &Pair<'_>) -> Option<Violation> {
    let is_lost = |row: &&ComparedRow<'_>| {
        row.before.is_some_and(|before| {
            before.value == row.after.value
                && before.published.is_some()
                && row.after.published < before.published
        })
    };
    let lost: Vec<&ComparedRow<'_>> = pair
        .rows
        .iter()
        .filter(is_lost)
        .filter(|row| !is_published_early(row))
        .collect();
    let message = msg::days_of_publication_lost(lost.len());
    Some(Violation::new(
        GuardKind::History,
        &pair.new.key,
        lost.first()?.after.date,
        message,
    ))
}

/// Whether a row was published before its period ended, and the live release does not have it so. A rate is fixed ahead of
/// its day, and a decision is taken before it takes effect, but not long before.
fn is_published_early(row: &ComparedRow<'_>) -> bool {
    let ahead = match row.after.series_key.period_type {
        PeriodType::Daily => RATE_AHEAD,
        PeriodType::EffectiveFrom => DECISION_AHEAD,
        PeriodType::Unknown => return false,
        _ => Days::new(0),
    };

    let first_day = row.after.date.and_then(|date| date.checked_sub_days(ahead));
    let is_early = row
        .after
        .published
        .zip(first_day)
        .is_some_and(|(published, first)| published < first);
    is_early
        && row
            .before
            .is_none_or(|before| before.published != row.after.published)
}

/// Reports a date or a day of publication that is still to come when its row becomes public.
pub fn future_dates(comparison: &Comparison<'_>, violations: &mut Vec<Violation>) {
    for pair in &comparison.pairs {
        for ComparedRow { after, day, .. } in pair.all_rows() {
            let date = after.date.filter(|date| *date > after.latest_date(*day));
            let published = after
                .published
                .filter(|published| *published > after.latest_published(*day));
            let messages = [
                date.map(|date| msg::ends_in_the_future(date, *day)),
                published.map(|published| msg::published_in_the_future(published, *day)),
            ];
            let violation =
                |message| Violation::new(GuardKind::Future, &pair.new.key, after.date, message);
            violations.extend(messages.into_iter().flatten().map(violation));
        }
    }
}

/// Reports an as-of instant in the future, before the former one, or before the newest publication. Rows under embargo do
/// not count.
pub fn as_of_out_of_order(comparison: &Comparison<'_>, violations: &mut Vec<Violation>) {
    let Comparison { old, new, now, .. } = comparison;
    let (as_of, today) = (new.offset.timestamp(new.as_of), new.offset.day(*now));
    let future = (new.as_of > *now).then(|| msg::as_of_in_the_future(&as_of));
    let later = old.filter(|old| new.as_of < old.as_of);
    let back = later.map(|old| msg::as_of_goes_back(&as_of, old.offset.timestamp(old.as_of)));
    let rows = new
        .indicators()
        .flat_map(|indicator| indicator.series.observations());
    let newest = rows.filter_map(|row| row.published_until(today)).max();
    let newest = newest.filter(|newest| new.offset.day(new.as_of) < *newest);
    let older = newest.map(|newest| msg::as_of_before_published(&as_of, newest));
    let messages = [future, back, older].into_iter().flatten();
    violations.extend(messages.map(|message| Violation::whole(GuardKind::AsOf, message)));
}

/// Reports a row of a date that the public rows make unlikely.
pub fn unlikely_dates(comparison: &Comparison<'_>, violations: &mut Vec<Violation>) {
    for pair in &comparison.pairs {
        let new_rows: Vec<_> = pair.all_rows().filter(|row| row.before.is_none()).collect();
        violations.extend(long_ago(pair, &new_rows));
        violations.extend(unusual_weekdays(pair, &new_rows));
    }
}

/// Rows of long before the last public one; however many, they are one case.
fn long_ago(pair: &Pair<'_>, new_rows: &[&ComparedRow<'_>]) -> Option<Violation> {
    let last = pair.old?.series.current().date?;
    let limit = match pair.new.period_type {
        PeriodType::Daily => last.checked_sub_days(DAILY_LONG_AGO)?,
        _ => last.checked_sub_months(LONG_AGO)?,
    };

    let dates: BTreeSet<NaiveDate> = new_rows.iter().filter_map(|row| row.after.date).collect();
    let old_dates = dates.range(..=limit);
    let message = msg::long_ago(old_dates.clone().count(), last);
    Some(Violation::new(
        GuardKind::Date,
        &pair.new.key,
        Some(*old_dates.min()?),
        message,
    ))
}

/// Daily rows on a weekday on which no public row lies. Figures of the end of a month lie on any weekday.
fn unusual_weekdays(pair: &Pair<'_>, new_rows: &[&ComparedRow<'_>]) -> Vec<Violation> {
    let public = pair.old.map_or(&[][..], |old| old.series.observations());
    if public.len() < ROWS_WITH_WEEKDAYS {
        return Vec::new();
    }

    let usual: HashSet<Weekday> = public
        .iter()
        .filter_map(|row| Some(row.date?.weekday()))
        .collect();
    let is_unusual = |row: &&&ComparedRow<'_>| {
        row.after.series_key.period_type == PeriodType::Daily
            && row
                .after
                .date
                .is_some_and(|date| !usual.contains(&date.weekday()))
    };
    let violation = |row: &&ComparedRow<'_>| {
        let message = msg::other_weekday(row.after.value);
        Violation::new(GuardKind::Date, &pair.new.key, row.after.date, message)
    };
    new_rows.iter().filter(is_unusual).map(violation).collect()
}

/// The rows that are new or another figure, by indicator and date.
type Changed<'a> = BTreeSet<(&'a Key, Option<NaiveDate>)>;

/// Reports a total since January that falls within its year, in a series that never was negative.
pub fn falling_totals(comparison: &Comparison<'_>, violations: &mut Vec<Violation>) {
    for pair in &comparison.pairs {
        let rows: Vec<&ComparedRow<'_>> = pair
            .all_rows()
            .filter(|row| row.is_another_figure())
            .collect();
        let observations = pair.new.series.observations();
        if rows.is_empty()
            || observations
                .iter()
                .any(|row| row.value.sign() == Ordering::Less)
        {
            continue;
        }

        let changed: BTreeSet<_> = rows.iter().map(|row| row.after.date).collect();
        for row in rows {
            let previous = row.previous.map(|previous| (previous, row.after));
            // A changed neighbour is compared with this row in its turn.
            let next = row
                .next
                .filter(|next| !changed.contains(&next.date))
                .map(|next| (row.after, next));
            let steps = [previous, next].into_iter().flatten();
            for (earlier, later) in steps.filter(|(earlier, later)| is_fall(earlier, later)) {
                let (from, to) = (or_dash(earlier.date), or_dash(later.date));
                let message = msg::falls_within_its_year(earlier.value, from, later.value, to);
                violations.push(Violation::new(
                    GuardKind::Order,
                    &pair.new.key,
                    row.after.date,
                    message,
                ));
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

    for (dataset, changed) in [
        (comparison.new, public),
        (comparison.new_full.with_all_rows(), coming),
    ] {
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
fn beyond(
    indicator: &Indicator,
    bound: &Indicator,
    side: Side,
    changed: &Changed<'_>,
) -> Vec<Violation> {
    let dates =
        [indicator, bound].map(|i| i.series.observations().iter().filter_map(|row| row.date));
    let dates: BTreeSet<NaiveDate> = dates.into_iter().flatten().collect();
    let violation = |date: NaiveDate| {
        let (row, bound_row) = (
            observation_at(indicator, date)?,
            observation_at(bound, date)?,
        );
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
        let message = if is_changed && is_bound_changed {
            message
        } else {
            msg::together(message)
        };

        Some(Violation::new(
            GuardKind::Order,
            &indicator.key,
            Some(date),
            message,
        ))
    };

    dates.into_iter().filter_map(violation).collect()
}

/// The observation of a date; for values that take effect, the one in force then.
fn observation_at(indicator: &Indicator, date: NaiveDate) -> Option<&Observation> {
    let observations = indicator.series.observations();
    let last = observations
        .partition_point(|row| row.date <= Some(date))
        .checked_sub(1)?;
    let is_in_force = indicator.period_type == PeriodType::EffectiveFrom;
    observations
        .get(last)
        .filter(|row| is_in_force || row.date == Some(date))
}

#[cfg(test)]
mod tests {
    use crate::compare::Origins;
    use crate::compare::guards::{Event, violations};
    use crate::compare::tests::{instant, total};
    use crate::model::Lang;

    const AS_OF: &str = "2026-11-20T09:00:00+04:00";

    /// The cases of another total of a year, as an amount or a balance.
    fn cases(measure: &str, rows: &str, row: &str) -> Vec<String> {
        let [old, new] =
            [rows.to_owned(), format!("{rows}{row}")].map(|rows| total(AS_OF, measure, &rows));
        let cases = violations(
            Event::Publication,
            Some(&old),
            &new,
            instant(AS_OF),
            &Origins::default(),
        );
        cases
            .iter()
            .map(|case| format!("{}: {}", case.kind.name(), case.message.get(Lang::En)))
            .collect()
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
