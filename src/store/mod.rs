//! A store of releases: complete datasets side by side, and one link to the current one.
//!
//!     STORE/releases/VERSION/   a dataset as it was published, never changed afterwards
//!     STORE/sums/VERSION        the SHA-256 of each of its files, as sha256sum(1) writes them
//!     STORE/current             a symbolic link to the current release, replaced in one step
//!     STORE/journal.jsonl       who published, staged, took back or rolled back what, and when
//!     STORE/settings.json       its rules for publications, written by hand
//!     STORE/.lock               held while the store is changed
//!     STORE/.incoming           a release that is being written, for no reader
//!     STORE/.publishing         the line that the journal is about to get
//!     STORE/.removing.VERSION    a release that is being removed
//!     STORE/.reserve            room that a rollback takes when the disk is full
//!
//! At every moment, also after a loss of power, the link leads to one complete release. Directories are held open and
//! names are reached from them, so that no link that was laid in the way is followed.

pub mod bundle;
mod change;
mod entry;
mod error;
mod journal;
mod layout;
mod locked;
mod own_files;
mod release;
#[cfg(test)]
mod samples;
mod state;
mod sums;

use std::collections::{BTreeMap, BTreeSet};
use std::fmt;
use std::path::{Path, PathBuf};

use rustix::fs::{Gid, Mode, Stat};
use serde::{Deserialize, Serialize};

use crate::dataset::{DataFile, Diagnostics, Withdrawal, user};
use crate::directory::{self, Access, Directory, Kind};
use crate::hash::Hash;
use crate::messages::{self as msg, Message};
use crate::model::Timestamp;
use error::at;
use layout::{CURRENT, INCOMING, LOCK, NEW_LINK, RELEASES, REMOVING, SUMS};
use own_files::MARKER;

pub use entry::{Changes, Entry, Event, OffsetTimestamp, Origin, Record, Signature};
pub use error::{Error, StoreEvent};
pub use journal::{Journal, Staged};
pub use layout::Audience;
pub use locked::{IfMissing, Store};
pub use own_files::Settings;
pub use release::{Integrity, Release};
pub use state::{Room, StoreState};
pub use sums::{Alteration, Content, FileSums, verify_sums};

pub use crate::dataset::user::{User, group};

/// The version that the link of a store leads to, if there is a link.
pub fn current_version(root: &Path) -> Result<Option<String>, Error> {
    state::current_in(&Directory::open(root)?)
}

/// Reads a release of a store, and compares it with what the journal says of it; and says why it may be another than the
/// one that was published. A journal that cannot be read says nothing.
pub fn read(root: &Path, version: &str) -> Result<(Release, Vec<Message>), Error> {
    let root = Directory::open(root)?;
    let journal = Journal::read(&root);
    let unread = journal.as_ref().err().map(|error| msg::journal_unread(error.sentence()));
    let state = StoreState::with(root, journal.unwrap_or_default());
    let release = state.read(version);
    let mut doubts: Vec<Message> = match unread {
        Some(unread) => vec![unread],
        None => state.warnings().iter().map(StoreEvent::sentence).collect(),
    };
    if doubts.is_empty() && release.integrity == Integrity::Unknown {
        doubts.push(msg::release_unknown(version));
    }
    Ok((release, doubts))
}
