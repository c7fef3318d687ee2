//! A store of releases: complete datasets side by side, and one link that says which is in service.
//!
//!     STORE/releases/VERSION/   a dataset as it was published, never changed afterwards
//!     STORE/sums/VERSION        the SHA-256 of each of its files, as sha256sum(1) writes them
//!     STORE/current             a symbolic link to the release in service, replaced in one step
//!     STORE/journal.jsonl       who published what, and when
//!     STORE/armed.json          the release that waits for its instant
//!     STORE/staged.json         the releases that wait for somebody else's word
//!     STORE/embargo.json        what was armed, and disarmed before its instant
//!     STORE/settings.json       what the store asks of those who publish; written by hand
//!     STORE/.lock               held while the store is changed
//!     STORE/.incoming           a release that is being written; of no use to anybody else
//!     STORE/.publishing         what is about to be put in service
//!     STORE/.reserve            room that a rollback takes when the disk is full
//!
//! At every moment, also after a loss of power, the link leads to one complete release. Directories are held open and
//! names are reached from them, so that no link that somebody has laid in the way is followed.

mod access;
mod armed;
pub mod bundle;
mod copy;
mod dir;
mod embargo;
mod entry;
mod error;
mod hash;
mod journal;
mod lock;
mod marker;
mod names;
mod notice;
mod reserve;
#[cfg(test)]
mod scratch;
mod settings;
mod staged;
mod sums;
mod switch;
mod take;
mod verify;
mod view;
mod waiting;

use std::path::Path;

pub use access::Audience;
pub use armed::Armed;
pub use copy::read;
pub use embargo::Embargoed;
pub use entry::{Action, Changes, Entry, Origin, Signed};
pub use error::Error;
pub use hash::content_hash;
pub use journal::Journal;
pub use names::release;
pub use notice::Notice;

pub use crate::dataset::user::User;
pub use sums::verify as verify_sums;
pub use take::Store;
pub use verify::Altered;
pub use view::View;

use crate::dataset::DataFile;
use crate::model::Timestamp;
use dir::Dir;

/// What happened in a store.
///
/// # Errors
/// When the store or its journal cannot be read.
pub fn journal(root: &Path) -> Result<Journal, Error> {
    Journal::read(&Dir::open(root)?)
}

/// What is armed in a store, its instant past or to come.
///
/// # Errors
/// When that cannot be read.
pub fn armed(root: &Path) -> Result<Option<Armed>, Error> {
    Armed::read(&Dir::open(root)?)
}

/// The armed release that a directory is, where its instant has not come.
///
/// # Errors
/// When it lies in a store whose armed release cannot be read.
pub fn armed_release(directory: &Path, now: Timestamp) -> Result<Option<Armed>, Error> {
    // What is not there, or not to be entered, is reported by whoever reads it.
    let Ok(directory) = directory.canonicalize() else { return Ok(None) };
    let releases = directory.parent().filter(|parent| parent.ends_with(names::RELEASES));
    let Some(root) = releases.and_then(Path::parent) else { return Ok(None) };
    let is_it = |armed: &Armed| directory.ends_with(&armed.entry.version) && !armed.is_due(now);
    Ok(armed(root)?.filter(is_it))
}

/// The version that the link of a store leads to, if there is a link.
///
/// # Errors
/// When the store cannot be read, or something else is in the link's place.
pub fn current_version(root: &Path) -> Result<Option<String>, Error> {
    view::current_in(&Dir::open(root)?)
}

/// What is not as it was in the files of a release, which were read before, by the line of the journal or of what is
/// armed.
///
/// # Errors
/// When the sums that were kept cannot be read.
pub fn altered(root: &Path, entry: &Entry, files: &[DataFile]) -> Result<Option<Altered>, Error> {
    verify::altered(&Dir::open(root)?, &entry.version, (&entry.hash, entry.sums.as_deref()), files)
}
