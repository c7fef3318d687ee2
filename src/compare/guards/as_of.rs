//! `as-of`: the instant that the dataset gives itself.

use super::{Comparison, Concern, GuardKind};
use crate::messages as say;

pub(super) fn concerns(comparison: &Comparison<'_>) -> Vec<Concern> {
    let Comparison { old, new, now } = comparison;
    let (written, today) = (new.offset.timestamp(new.as_of), comparison.today());
    let future = (new.as_of > *now).then(|| say::as_of_in_the_future(&written));
    let back = old.filter(|old| new.as_of < old.as_of).map(|old| {
        let before = old.offset.timestamp(old.as_of);
        say::as_of_goes_back(&written, before)
    });
    let rows = new.indicators().flat_map(|of| of.series.observations());
    let newest = rows
        .filter_map(|of| of.published_until(today))
        .max()
        .filter(|newest| new.offset.day(new.as_of) < *newest);
    let older = newest.map(|newest| say::as_of_before_published(&written, newest));
    [future, back, older].into_iter().flatten().map(|what| Concern::whole(GuardKind::AsOf, what)).collect()
}
