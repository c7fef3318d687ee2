//! A store of releases: complete datasets side by side, and one link to the current one.
//!
//!     STORE/releases/VERSION/   a dataset as it was published, never changed afterwards
//!     STORE/sums/VERSION        the SHA-256 of each of its files, as sha256sum(1) writes them
//!     STORE/current             a symbolic link to the current release, replaced in one step
//!     STORE/journal.jsonl       who published, staged, took back or rolled back what, or changed the settings, and when
//!     STORE/settings.json       its rules for publications
//!     STORE/.lock               held while the store is changed
//!     STORE/.incoming           a release that is being written, for no reader
//!     STORE/.publishing         the line that the journal is about to get
//!     STORE/.removing.VERSION    a release that is being removed
//!     STORE/.reserve            room that a rollback takes when the disk is full
//!
//! A publication takes these steps, each on the disk before the next one:
//!
//! 1. `.publishing` gets the line that the journal will have.
//! 2. The files are written to `.incoming`, with their sums, which is then renamed to `releases/VERSION`.
//! 3. `.current.new` is made, and renamed to `current`: from here on the release is live.
//! 4. The journal gets its line, `.publishing` is removed, and old releases are.
//!
//! Interrupted before the third step, the next command removes what is there; after it, it writes the line that is missing.
//! Settings are changed in the other order: the journal has the line before they are in force.
//!
//! At every moment, also after a loss of power, the link leads to one complete release. Directories are held open and
//! names are reached from them, so that no link that was laid in the way is followed.

pub mod bundle;
mod change;
mod entry;
mod journal;
mod locked;
mod manifest;
mod own_files;
mod release;
#[cfg(test)]
mod samples;
mod state;

use std::collections::{BTreeMap, BTreeSet};
use std::fmt;
use std::path::{Path, PathBuf};

use rustix::fs::{Gid, Mode, Stat};
use serde::{Deserialize, Serialize};

use crate::dataset::{DataFile, Diagnostics, Withdrawal, user};
use crate::directory::{self, Access, Directory, Kind, permits};
use crate::hash::Hash;
use crate::messages::{self as msg, Message};
use crate::model::Timestamp;
use own_files::MARKER;

pub use entry::{ChangedRow, Changes, Entry, Event, OffsetTimestamp, Origin, Record, Signature};
pub use journal::{Journal, Staged};
pub use locked::{IfMissing, Store};
pub use own_files::{ChangedSettings, Settings};
pub use release::{Content, FileSums, Integrity, Release, verify_sums};
pub use state::{StoreState, current_version, read};

pub use crate::dataset::user::{User, group};
pub use crate::directory::Room;

const RELEASES: &str = "releases";
/// The directory of the sums of each release.
const SUMS: &str = "sums";
/// Held while the store is changed; the first thing that is made in a new one.
const LOCK: &str = ".lock";
/// The link to the current release.
const CURRENT: &str = "current";
/// The link that is about to become `current`.
const NEW_LINK: &str = ".current.new";
/// A release that is being written, for no reader.
const INCOMING: &str = ".incoming";
/// Beginning of the names of releases that are being removed.
const REMOVING: &str = ".removing.";

pub type Result<T = (), E = Error> = std::result::Result<T, E>;

/// Why a store was not read or changed.
#[derive(Debug)]
pub enum Error {
    /// A file or directory could not be reached, or something else, a link perhaps, is in its place.
    Unreached(directory::Error),
    Refused(Message),
}

/// The error of the system for a path.
fn at(path: &Path, error: impl Into<std::io::Error>) -> Error {
    directory::Error::new(path, error).into()
}

impl From<directory::Error> for Error {
    fn from(error: directory::Error) -> Self {
        Error::Unreached(error)
    }
}

impl From<Message> for Error {
    fn from(message: Message) -> Self {
        Error::Refused(message)
    }
}

impl From<Error> for Message {
    fn from(error: Error) -> Message {
        error.sentence()
    }
}

impl Error {
    pub fn sentence(&self) -> Message {
        match self {
            Error::Unreached(directory::Error { path, kind, error }) => match kind {
                Kind::Failed | Kind::TooLarge => {
                    msg::path_failed(path.display(), user::reason(path, error))
                }
                Kind::NotADirectory => msg::not_a_directory_of_the_store(path.display()),
                Kind::NotAFile => msg::not_a_file_of_the_store(path.display()),
                Kind::NotGiven => msg::group_not_given(path.display()),
            },
            Error::Refused(message) => message.clone(),
        }
    }

    /// The sentence without advice to the user that runs the program: it is shown to everybody.
    pub fn plain_sentence(&self) -> Message {
        match self {
            Error::Unreached(directory::Error {
                path,
                kind: Kind::Failed,
                error,
            }) => msg::path_failed(path.display(), msg::reason(error)),
            error => error.sentence(),
        }
    }

    pub fn is_no_room(&self) -> bool {
        matches!(self, Error::Unreached(error) if error.is_no_room())
    }
}

/// Characters of a version.
const MAX_VERSION: usize = 64;

/// Checks that a version can name a directory in the store, and nothing outside.
fn check_version(version: &str) -> Result {
    let mut bytes = version.bytes();
    let has_length = (1..=MAX_VERSION).contains(&version.len());
    let is_plain = bytes.all(|byte| byte.is_ascii_alphanumeric() || b"._-".contains(&byte));
    if has_length && is_plain && !matches!(version, "." | "..") {
        Ok(())
    } else {
        Err(msg::version_is_no_name(version).into())
    }
}

/// The directory of a release.
fn release_path(root: &Path, version: &str) -> PathBuf {
    root.join(RELEASES).join(version)
}

/// The version that the link `current` leads to; `None` where it leads elsewhere.
fn version_of_link(target: &str) -> Option<String> {
    let (directory, version) = target.trim_end_matches('/').rsplit_once('/')?;
    let is_ours = directory == RELEASES || directory.ends_with("/releases");
    if is_ours && check_version(version).is_ok() {
        Some(version.to_owned())
    } else {
        None
    }
}

/// The readers of a release.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Audience {
    /// A release that was current is public.
    Everybody,
    /// Owner and group: staged releases, and rows under embargo, are not public yet [D19a.6]. The group is the store's, or
    /// the readers' that its settings name [D32.7].
    Group,
}

impl Audience {
    /// The access of new files and directories in a store of this state.
    ///
    /// They belong to the store's group if it may write in the store or is the audience, and it may write in them if it may
    /// write in the store. `readers` are another group for which closed files are: it and the owner alone may read these, and
    /// it may not write. The directories still belong to the store's group, whose members may rename and remove each other's
    /// files, and let everybody enter, since the readers are outside that group.
    pub fn access(self, store: &Stat, readers: Option<Gid>) -> Access {
        let readers = readers.filter(|_| self == Audience::Group);
        let group_writes = permits(store, Mode::WGRP);
        let needs_group = group_writes || self == Audience::Group;
        let (directory, file) = match (self, group_writes, readers) {
            (Audience::Everybody, false, _) => (0o755, 0o644),
            (Audience::Everybody, true, _) => (0o775, 0o664),
            (Audience::Group, false, None) => (0o750, 0o640),
            (Audience::Group, true, None) => (0o770, 0o660),
            (Audience::Group, false, Some(_)) => (0o755, 0o640),
            (Audience::Group, true, Some(_)) => (0o775, 0o640),
        };

        Access {
            file: Mode::from_raw_mode(file),
            directory: Mode::from_raw_mode(directory),
            owner: None,
            group: needs_group.then(|| Gid::from_raw(store.st_gid)),
            readers,
        }
    }
}

#[cfg(test)]
mod tests {
    use std::os::unix::fs::{PermissionsExt, chown};

    use super::*;
    use crate::store::samples::Scratch;

    #[test]
    fn names_stay_in_their_directory() {
        for good in ["2026-11-21.1", "clean.1", "A_b-c", "...", ".x"] {
            assert!(check_version(good).is_ok(), "{good}");
        }

        for bad in [
            "",
            ".",
            "..",
            "a/b",
            "../x",
            "a b",
            "é",
            "a\0",
            &"x".repeat(65),
        ] {
            assert!(check_version(bad).is_err(), "{bad}");
        }

        assert_eq!(version_of_link("releases/v1"), Some("v1".to_owned()));
        assert_eq!(
            version_of_link("/srv/store/releases/v1"),
            Some("v1".to_owned())
        );
        for bad in ["v1", "/etc", "releases/..", "elsewhere/v1"] {
            assert_eq!(version_of_link(bad), None, "{bad}");
        }
    }

    #[test]
    fn the_audience_reads_and_the_group_writes_where_the_store_lets_it() {
        let readers = Some(Gid::from_raw(7));
        for (store, audience, readers, expected) in [
            (0o755, Audience::Everybody, None, (false, 0o755, 0o644)),
            (0o755, Audience::Group, None, (true, 0o750, 0o640)),
            (0o775, Audience::Everybody, None, (true, 0o775, 0o664)),
            (0o770, Audience::Group, None, (true, 0o770, 0o660)),
            (0o775, Audience::Everybody, readers, (true, 0o775, 0o664)),
            (0o775, Audience::Group, readers, (true, 0o775, 0o640)),
            (0o755, Audience::Group, readers, (true, 0o755, 0o640)),
        ] {
            let scratch = Scratch::new();
            std::fs::set_permissions(&scratch, PermissionsExt::from_mode(store)).unwrap();
            let access = audience.access(&scratch.dir().stat().unwrap(), readers);
            let modes = [access.directory, access.file].map(Mode::as_raw_mode);
            assert_eq!((access.group.is_some(), modes[0], modes[1]), expected);
            assert_eq!(
                access.readers,
                readers.filter(|_| audience == Audience::Group)
            );
        }
    }

    #[test]
    fn what_is_made_gets_the_group_of_the_store() {
        let scratch = Scratch::new();
        if chown(&scratch, None, Some(1)).is_err() {
            eprintln!("not root: there is no other group");
            return;
        }

        std::fs::set_permissions(&scratch, PermissionsExt::from_mode(0o775)).unwrap();
        let directory = scratch.dir();
        let access = Audience::Everybody.access(&directory.stat().unwrap(), None);
        directory.create("file", b"", &access).unwrap();
        directory.make("inner", &access).unwrap();
        let group = |name: &str| directory.look(name).unwrap().unwrap().st_gid;
        assert_eq!(["file", "inner"].map(group), [1, 1]);
        std::fs::write(scratch.join("other"), "").unwrap();
        directory.set_access("other", &access).unwrap();
        assert_eq!(group("other"), 1);
    }
}
