//! What can keep a store from being read or changed, what an operator should know beside the outcome, and how both are
//! said.

use std::path::{Path, PathBuf};

use crate::directory::{self, Kind};
use crate::messages::{self as msg, Message};

#[derive(Debug)]
pub enum Error {
    /// A file or directory of the store could not be reached, or something else, a link perhaps, is in its place.
    Unreached(directory::Error),
    /// `current` is there and does not lead to a release.
    NotALink(PathBuf),
    /// A file of the store's own does not say what it should.
    Broken(PathBuf, Message),
    /// A version that cannot name a directory.
    NotAName(String),
    /// The directory belongs to a user for whom the program does not run.
    Owner(PathBuf, String),
    /// A command that makes no store was given a directory that is none.
    NoStore(PathBuf),
    /// Another program has held the store for too long.
    Held,
}

/// What the system said of a path.
pub fn at(path: &Path, error: impl Into<std::io::Error>) -> Error {
    directory::Error::new(path, error).into()
}

impl From<directory::Error> for Error {
    fn from(error: directory::Error) -> Self {
        Error::Unreached(error)
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
                Kind::Failed => msg::path_failed(path.display(), msg::reason(error)),
                Kind::NotADirectory => msg::not_a_directory_of_the_store(path.display()),
                Kind::NotAFile => msg::not_a_file_of_the_store(path.display()),
                Kind::NotGiven => msg::group_not_given(path.display()),
            },
            Error::NotALink(path) => msg::current_is_no_link(path.display()),
            Error::Broken(path, why) => msg::path_failed(path.display(), why.clone()),
            Error::NotAName(version) => msg::version_is_no_name(version),
            Error::Owner(path, owner) => msg::store_of_somebody_else(path.display(), owner),
            Error::NoStore(path) => msg::no_store(path.display()),
            Error::Held => msg::store_is_held(),
        }
    }

    pub fn is_no_room(&self) -> bool {
        matches!(self, Error::Unreached(error) if error.is_no_room())
    }
}

#[derive(Debug)]
pub enum StoreEvent {
    JournalCut,
    /// Lines of the journal say nothing.
    JournalDamaged(Vec<usize>),
    /// A release was current without a line in the journal, which it now has.
    Recovered(String),
    /// The release is current; whether it still is after a loss of power is not certain.
    NotCertain(String, Error),
    /// The release is current, and the journal has no line of it yet.
    NotNoted(String, Error),
    /// The release is current, and something that is no longer needed could not be removed.
    NotTidied(String, Error),
    /// Files of a release that is no longer kept are still there.
    NotRemoved(String, Error),
}

impl StoreEvent {
    /// Whether it is about the journal: every command that reads the store reports that.
    pub fn is_of_journal(&self) -> bool {
        matches!(self, StoreEvent::JournalCut | StoreEvent::JournalDamaged(_))
    }

    /// Whether an operator should look at it, rather than know that it was done.
    pub fn is_trouble(&self) -> bool {
        !matches!(self, StoreEvent::Recovered(_) | StoreEvent::JournalCut)
    }

    /// Whether there was no room for the line of the journal: trouble that must not keep a rollback from its end.
    pub fn is_no_room(&self) -> bool {
        matches!(self, StoreEvent::NotNoted(_, error) if error.is_no_room())
    }

    pub fn sentence(&self) -> Message {
        match self {
            StoreEvent::JournalCut => msg::journal_cut(),
            StoreEvent::JournalDamaged(lines) => {
                let lines: Vec<String> = lines.iter().map(usize::to_string).collect();
                msg::journal_damaged(lines.join(", "))
            }
            StoreEvent::Recovered(version) => msg::recovered(version),
            StoreEvent::NotCertain(version, error) => msg::in_service_not_certain(version, error.sentence()),
            StoreEvent::NotNoted(version, error) => msg::in_service_not_noted(version, error.sentence()),
            StoreEvent::NotTidied(version, error) => msg::in_service_not_tidied(version, error.sentence()),
            StoreEvent::NotRemoved(version, error) => msg::not_removed(version, error.sentence()),
        }
    }
}

#[cfg(test)]
mod tests {
    use rustix::io::Errno;

    use super::*;

    #[test]
    fn what_was_done_is_no_trouble_and_want_of_room_keeps_nobody_from_going_on() {
        let version = || "1".to_owned();
        let failed = |errno| at("store".as_ref(), errno);
        for (event, is_trouble, is_no_room) in [
            (StoreEvent::JournalCut, false, false),
            (StoreEvent::Recovered(version()), false, false),
            (StoreEvent::JournalDamaged(vec![1]), true, false),
            (StoreEvent::NotCertain(version(), failed(Errno::NOSPC)), true, false),
            (StoreEvent::NotNoted(version(), failed(Errno::NOSPC)), true, true),
            (StoreEvent::NotNoted(version(), failed(Errno::IO)), true, false),
            (StoreEvent::NotNoted(version(), Error::Held), true, false),
            (StoreEvent::NotTidied(version(), failed(Errno::NOSPC)), true, false),
            (StoreEvent::NotRemoved(version(), failed(Errno::IO)), true, false),
        ] {
            assert_eq!((event.is_trouble(), event.is_no_room()), (is_trouble, is_no_room), "{event:?}");
        }
    }
}
