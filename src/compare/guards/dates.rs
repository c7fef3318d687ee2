//! Dates at which no row is expected: still to come, long past, or of a weekday that has none [D27.3].

use std::collections::BTreeSet;

use chrono::{Datelike, Days, Months};

use super::violation::{GuardKind, Violation};
use crate::compare::rows::{Comparison, Pair, Row};
use crate::messages as msg;
use crate::model::PeriodType;

/// How long before the last row nothing new is expected: of what comes every day, and of all else.
const DAILY_LONG_AGO: Days = Days::new(300);
const LONG_AGO: Months = Months::new(12);
/// The daily rows from which on the weekdays of a series are known.
const ROWS: usize = 20;

/// An observation of a day that is still to come when it becomes public.
pub fn future(comparison: &Comparison<'_>, found: &mut Vec<Violation>) {
    for pair in &comparison.pairs {
        for row in pair.all_rows() {
            let date = row.after.date.filter(|date| *date > row.after.latest_date(row.day));
            let published = row.after.published.filter(|day| *day > row.after.latest_published(row.day));
            let what = [
                date.map(|date| msg::ends_in_the_future(date, row.day)),
                published.map(|day| msg::published_in_the_future(day, row.day)),
            ];
            let violation = |what| Violation::of(GuardKind::Future, &pair.new.key, row.after.date, what);
            found.extend(what.into_iter().flatten().map(violation));
        }
    }
}

/// The instant that the dataset gives itself; rows under embargo do not count.
pub fn as_of(comparison: &Comparison<'_>, found: &mut Vec<Violation>) {
    let Comparison { old, new, now, .. } = comparison;
    let (written, today) = (new.offset.timestamp(new.as_of), new.offset.day(*now));
    let future = (new.as_of > *now).then(|| msg::as_of_in_the_future(&written));
    let later = old.filter(|old| new.as_of < old.as_of);
    let back = later.map(|old| msg::as_of_goes_back(&written, old.offset.timestamp(old.as_of)));
    let rows = new.indicators().flat_map(|of| of.series.observations());
    let newest = rows.filter_map(|of| of.published_until(today)).max();
    let newest = newest.filter(|newest| new.offset.day(new.as_of) < *newest);
    let older = newest.map(|newest| msg::as_of_before_published(&written, newest));
    let cases = [future, back, older].into_iter().flatten();
    found.extend(cases.map(|what| Violation::whole(GuardKind::AsOf, what)));
}

/// A row of a date that public rows do not have, where they make it unlikely.
pub fn date(comparison: &Comparison<'_>, found: &mut Vec<Violation>) {
    for pair in &comparison.pairs {
        found.extend(long_ago(pair));
        found.extend(other_weekdays(pair));
    }
}

fn new_rows<'a>(pair: &'a Pair<'a>) -> impl Iterator<Item = &'a Row<'a>> {
    pair.all_rows().filter(|row| row.before.is_none())
}

/// Rows of long before the last one that is public; however many, they are one case.
fn long_ago(pair: &Pair<'_>) -> Option<Violation> {
    let last = pair.old?.series.current().date?;
    let limit = match pair.new.period_type {
        PeriodType::Daily => last.checked_sub_days(DAILY_LONG_AGO)?,
        _ => last.checked_sub_months(LONG_AGO)?,
    };
    let dates: BTreeSet<_> =
        new_rows(pair).filter_map(|row| row.after.date).filter(|date| *date <= limit).collect();
    let first = dates.first()?;
    let what = msg::long_ago(dates.len(), last);
    Some(Violation::of(GuardKind::Date, &pair.new.key, Some(*first), what))
}

/// Rows of daily series that are of a weekday of which the public ones never are. What is observed at the end of a month is
/// so on any weekday.
fn other_weekdays<'a>(pair: &'a Pair<'a>) -> impl Iterator<Item = Violation> + 'a {
    let public = pair.old.map_or(&[][..], |old| old.series.observations());
    let known: BTreeSet<u32> =
        public.iter().filter_map(|of| of.date).map(|date| date.weekday().num_days_from_monday()).collect();
    let is_unknown = move |row: &&Row<'_>| {
        let weekday = row.after.date.map(|date| date.weekday().num_days_from_monday());
        row.after.series_key.period_type == PeriodType::Daily
            && public.len() >= ROWS
            && weekday.is_some_and(|weekday| !known.contains(&weekday))
    };
    new_rows(pair).filter(is_unknown).map(|row| {
        Violation::of(GuardKind::Date, &pair.new.key, row.after.date, msg::other_weekday(row.after.value))
    })
}
