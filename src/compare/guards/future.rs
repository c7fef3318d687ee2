//! `future`: an observation of a day that is still to come.

use super::rows::changes;
use super::{Comparison, Concern, GuardKind};
use crate::messages as say;

pub(super) fn concerns(comparison: &Comparison<'_>) -> Vec<Concern> {
    let today = comparison.today();
    let mut found = Vec::new();
    for pair in comparison.pairs() {
        for row in changes(&pair) {
            let date = row.after.date.filter(|date| *date > row.after.latest_date(today));
            let published = row.after.published.filter(|day| *day > row.after.latest_published(today));
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
