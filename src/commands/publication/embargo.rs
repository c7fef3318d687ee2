//! What is said of a release with rows under embargo: how many, from when on they are public, and what that depends on.

use chrono::TimeDelta;

use super::request::Request;
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

/// Says it.
pub fn tell(dataset: &FullDataset, request: &Request) {
    let Some((count, first)) = rows(dataset, request.now) else { return };
    let lang = request.lang;
    super::report(&msg::release_has_embargoed(count, dataset.offset().timestamp(first)), lang);
    if first - request.now < TimeDelta::days(1) {
        super::tell(&msg::less_than_a_day(), lang);
    }
    match crate::server::clock_is_synchronised() {
        Some(true) => {}
        Some(false) => super::tell(&msg::clock_not_synchronised(), lang),
        None => super::tell(&msg::clock_unknown(), lang),
    }
}
