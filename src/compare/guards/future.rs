//! `future`: an observation of a day that is still to come.

use chrono::{Days, NaiveDate};

use super::rows::changes;
use super::{Comparison, Concern, GuardKind};
use crate::messages as say;
use crate::model::{Observation, PeriodType};

/// So many days ahead a daily figure may be given, over a long weekend.
const DAILY_AHEAD: u64 = 4;
/// So many days ahead a rate may be decided.
const DECISIONS_AHEAD: u64 = 92;

pub(super) fn concerns(comparison: &Comparison<'_>) -> Vec<Concern> {
    let today = comparison.today();
    let mut found = Vec::new();
    for pair in comparison.pairs() {
        for row in changes(&pair) {
            let date = row.after.date.filter(|date| *date > latest_date(row.after, today));
            let published = row.after.published.filter(|day| *day > latest_published(row.after, today));
            let what = [
                date.map(|date| say::ends_in_the_future(date, today)),
                published.map(|day| say::published_in_the_future(day, today)),
            ];
            let concern = |what| Concern::of(GuardKind::Future, &pair.new.key, row.after.date, what);
            found.extend(what.into_iter().flatten().map(concern));
        }
    }
    found
}

/// The latest date that an observation may have.
fn latest_date(of: &Observation, today: NaiveDate) -> NaiveDate {
    let ahead = match of.basis.period_type {
        PeriodType::Daily => DAILY_AHEAD,
        PeriodType::EffectiveFrom => DECISIONS_AHEAD,
        _ => 0,
    };
    today.checked_add_days(Days::new(ahead)).unwrap_or(today)
}

/// The latest day on which it may have been published. A daily figure that is given ahead may bear its own day.
pub(super) fn latest_published(of: &Observation, today: NaiveDate) -> NaiveDate {
    match of.basis.period_type {
        PeriodType::Daily => of.date.map_or(today, |date| date.min(latest_date(of, today)).max(today)),
        _ => today,
    }
}
