//! The store of a publication, read or locked.

use std::path::Path;
use std::sync::Arc;

use super::request::{Extent, Request};
use crate::console::{CommandError, Console};
use crate::dataset::FullDataset;
use crate::messages as msg;
use crate::model::Timestamp;
use crate::store::{Error, IfMissing, Integrity, Store, StoreState};

/// The store as it is, where there is one; what a killed program has left in it is finished first.
pub fn read(request: &Request) -> Result<Option<StoreState>, CommandError> {
    let Some(root) = request.store.as_deref() else { return Ok(None) };
    let Some(state) = StoreState::open_if_there(root)? else {
        return match request.purpose.if_missing() {
            IfMissing::Create => Ok(None),
            IfMissing::Refuse => Err(Error::NoStore(root.to_owned()).into()),
        };
    };
    let console = request.console;
    if request.extent == Extent::DryRun || !state.is_unfinished()? {
        state.journal().events().iter().for_each(|event| console.eprintln(&event.sentence()));
        return Ok(Some(state));
    }
    let mut store = lock(root, request.purpose.if_missing(), request.now, console)?;
    store.take_events().iter().for_each(|event| console.eprintln(&event.sentence()));
    drop(store);
    Ok(Some(StoreState::open(root)?))
}

/// Locks a store to change it.
pub fn lock(
    root: &Path,
    if_missing: IfMissing,
    now: Timestamp,
    console: Console,
) -> Result<Store, CommandError> {
    // A limit on the size of files is then an error like a full disk, and not the end of the program in between.
    let _ = signal_hook::flag::register(signal_hook::consts::SIGXFSZ, Arc::default());
    let waiting = || console.eprintln(&msg::waiting_for_the_store());
    Ok(Store::lock_and_recover(root, if_missing, now, waiting)?)
}

/// Reads and checks a release; an altered one is refused.
pub fn load(
    state: &StoreState,
    version: &str,
    now: Timestamp,
    console: Console,
) -> Result<FullDataset, CommandError> {
    let release = state.read(version);
    match &release.integrity {
        Integrity::Altered(altered) => return Err(CommandError::BadContent(altered.clone())),
        Integrity::Unknown => console.eprintln(&msg::release_unknown(version)),
        Integrity::Intact | Integrity::Unreadable => {}
    }
    Ok(release.check(now)?)
}
