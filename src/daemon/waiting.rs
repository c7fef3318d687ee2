//! A release that waits for its instant (decisions, section 12): read and built ahead, so that nothing is left to do
//! then but to swap a pointer. Nothing is said of it before, and nothing of what stands in it.

use std::sync::Arc;

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
    /// Whether the store was asked, shortly before the instant, if it still waits.
    pub is_asked_for: bool,
}

/// Reads and builds what waits. Returns `None` where it cannot be found out whether anything does.
pub fn prepare(loader: &Loader, now: Timestamp, before: Option<&Built>) -> Option<Option<Waiting>> {
    let (instant, release) = match loader.origin.waiting(now) {
        Ok(Some(armed)) => armed,
        Ok(None) => return Some(None),
        Err(_) => {
            error!("{UNUSABLE}");
            return None;
        }
    };
    let loaded = release.load(instant).and_then(|dataset| {
        let release = Release {
            dataset: Arc::new(dataset),
            options: loader.options.clone(),
            origin: Choice::Release(release.clone()).origin(),
            warning: None,
            is_fallback: false,
            loaded_at: now,
        };
        loader.build(release, instant, before)
    });
    if loaded.is_err() {
        error!("{UNUSABLE}");
    }
    Some(Some(Waiting { instant, release, built: loaded.ok().map(Arc::new), is_asked_for: false }))
}
