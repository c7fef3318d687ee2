//! Dates at which no row is expected: still to come, long past, or of a weekday that has none [D27.3].

use super::*;

use chrono::Months;

/// How long before the last public row nothing new is expected: in daily series, and in all others.
const DAILY_LONG_AGO: Days = Days::new(300);
const LONG_AGO: Months = Months::new(12);
/// The daily rows from which on the weekdays of a series are clear.
const ROWS: usize = 20;

/// Reports a date or a day of publication that is still to come when its row becomes public.
pub fn future_dates(comparison: &Comparison<'_>, violations: &mut Vec<Violation>) {
    for pair in &comparison.pairs {
        for Row { after, day, .. } in pair.all_rows() {
            let date = after.date.filter(|date| *date > after.latest_date(*day));
            let published = after.published.filter(|published| *published > after.latest_published(*day));
            let messages = [
                date.map(|date| msg::ends_in_the_future(date, *day)),
                published.map(|published| msg::published_in_the_future(published, *day)),
            ];
            let violation = |message| Violation::new(GuardKind::Future, &pair.new.key, after.date, message);
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
    let rows = new.indicators().flat_map(|indicator| indicator.series.observations());
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
fn long_ago(pair: &Pair<'_>, new_rows: &[&Row<'_>]) -> Option<Violation> {
    let last = pair.old?.series.current().date?;
    let limit = match pair.new.period_type {
        PeriodType::Daily => last.checked_sub_days(DAILY_LONG_AGO)?,
        _ => last.checked_sub_months(LONG_AGO)?,
    };
    let dates: BTreeSet<NaiveDate> = new_rows.iter().filter_map(|row| row.after.date).collect();
    let old_dates = dates.range(..=limit);
    let message = msg::long_ago(old_dates.clone().count(), last);
    Some(Violation::new(GuardKind::Date, &pair.new.key, Some(*old_dates.min()?), message))
}

/// Daily rows on a weekday on which no public row lies. Figures of the end of a month lie on any weekday.
fn unusual_weekdays(pair: &Pair<'_>, new_rows: &[&Row<'_>]) -> Vec<Violation> {
    let public = pair.old.map_or(&[][..], |old| old.series.observations());
    if public.len() < ROWS {
        return Vec::new();
    }
    let weekday = |date: NaiveDate| date.weekday().num_days_from_monday();
    let usual: BTreeSet<u32> = public.iter().filter_map(|row| row.date).map(weekday).collect();
    let is_unusual = |row: &&&Row<'_>| {
        row.after.series_key.period_type == PeriodType::Daily
            && row.after.date.is_some_and(|date| !usual.contains(&weekday(date)))
    };
    let violation = |row: &&Row<'_>| {
        let message = msg::other_weekday(row.after.value);
        Violation::new(GuardKind::Date, &pair.new.key, row.after.date, message)
    };
    new_rows.iter().filter(is_unusual).map(violation).collect()
}
