//! A release that waits for its instant (decisions, section 12): read and built ahead, so that nothing is left to do
//! then but to swap a pointer. Nothing is said of it before, and nothing of what stands in it.

use std::sync::Arc;
use std::time::Instant as Stopwatch;

use log::error;

use super::built::{Built, Release};
use super::loader::Loader;
use super::origin::{Choice, Published};
use crate::model::Timestamp;

/// What is said of one that cannot be served, at once and at its instant.
pub const UNUSABLE: &str = "a release that waits for its instant cannot be read or is bad: its owner finds it with \
                            `indicatord releases` and looks at it with `indicatord check`";

/// A release that waits.
pub struct Waiting {
    /// When it becomes public.
    pub instant: Timestamp,
    /// Which it is.
    pub release: Published,
    /// It as of that instant; `None` where it cannot be served.
    pub built: Option<Arc<Built>>,
    /// Since when the store is asked, at the instant, if it still waits.
    pub asked: Option<Stopwatch>,
}

/// What waits, and until when. Returns `None` where that cannot be found out.
pub fn find(loader: &Loader, now: Timestamp) -> Option<Option<(Timestamp, Published)>> {
    loader.origin.waiting(now).inspect_err(|_| error!("{UNUSABLE}")).ok()
}

/// Reads what waits for this instant, and builds it.
pub fn prepare(
    loader: &Loader,
    (instant, release): (Timestamp, Published),
    now: Timestamp,
    before: Option<&Built>,
) -> Waiting {
    let loaded = release.load(instant).and_then(|dataset| {
        let release = Release {
            dataset: dataset.public_at(instant),
            options: loader.options.clone(),
            origin: Choice::Release(release.clone()).origin(),
            warning: None,
            is_fallback: false,
            loaded_at: now,
        };
        Ok(Built::new(Arc::new(release), instant, None, before, &loader.monitor)?)
    });
    if loaded.is_err() {
        error!("{UNUSABLE}");
    }
    Waiting { instant, release, built: loaded.ok().map(Arc::new), asked: None }
}
