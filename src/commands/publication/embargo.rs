//! A release with rows under embargo: who may read it, and what an operator should know of it.

use chrono::TimeDelta;

use crate::console::Console;
use crate::dataset::FullDataset;
use crate::messages as msg;
use crate::model::Timestamp;
use crate::store::Audience;

/// How many rows are under embargo at `now`, and the instant at which the first becomes public.
pub fn rows(dataset: &FullDataset, now: Timestamp) -> Option<(usize, Timestamp)> {
    let first = dataset.next_embargo_end(now)?;
    Some((dataset.embargoed_at(now).len(), first))
}

/// Who may read the files of a release.
pub fn audience(dataset: &FullDataset, now: Timestamp) -> Audience {
    if rows(dataset, now).is_some() { Audience::Group } else { Audience::Everybody }
}

/// Says how many rows there are, from when on they are public, and what that depends on.
pub fn show(dataset: &FullDataset, now: Timestamp, console: Console) {
    let Some((count, first)) = rows(dataset, now) else { return };
    console.println(&msg::release_has_embargoed(count, dataset.offset().timestamp(first)));
    if first - now < TimeDelta::days(1) {
        console.eprintln(&msg::less_than_a_day());
    }
    match crate::server::clock_is_synchronised() {
        Some(true) => {}
        Some(false) => console.eprintln(&msg::clock_not_synchronised()),
        None => console.eprintln(&msg::clock_unknown()),
    }
}
