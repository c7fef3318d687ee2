//! What can keep a store from being read or changed, and how that is said to an operator.

use std::io;
use std::path::{Path, PathBuf};

use crate::directory::{self, Kind};
use crate::messages::{self as msg, Message};

/// Why something could not be done with a store.
#[derive(Debug)]
pub enum Error {
    /// A call of the system failed.
    Failed {
        /// On what.
        path: PathBuf,
        /// What the system said.
        error: io::Error,
    },
    /// Something else, a link perhaps, is where a directory of the store belongs.
    NotADirectory(PathBuf),
    /// Something else, a link perhaps, is where a file of the store belongs.
    NotAFile(PathBuf),
    /// `current` is there and does not lead to a release.
    NotALink(PathBuf),
    /// A file of the store's own does not say what it should.
    Broken(PathBuf, Message),
    /// A version that cannot name a directory.
    NotAName(String),
    /// The directory belongs to somebody for whom the program does not run.
    Owner(PathBuf, String),
    /// The store's group could not be given to what was written.
    Group(PathBuf),
    /// A command that makes no store was given a directory that is none.
    NoStore(PathBuf),
    /// Somebody else has held the store for too long.
    Held,
}

/// What the system said of a path.
pub fn at(path: &Path, error: impl Into<io::Error>) -> Error {
    Error::Failed { path: path.to_owned(), error: error.into() }
}

impl From<directory::Error> for Error {
    fn from(directory::Error { path, kind, error }: directory::Error) -> Self {
        match kind {
            Kind::Failed => Error::Failed { path, error },
            Kind::NotADirectory => Error::NotADirectory(path),
            Kind::NotAFile => Error::NotAFile(path),
            Kind::NotGiven => Error::Group(path),
        }
    }
}

impl From<Error> for Message {
    fn from(error: Error) -> Message {
        error.sentence()
    }
}

impl Error {
    /// What is wrong, and what would be right.
    pub fn sentence(&self) -> Message {
        match self {
            Error::Failed { path, error } => msg::path_failed(path.display(), msg::reason(error)),
            Error::NotADirectory(path) => msg::not_a_directory_of_the_store(path.display()),
            Error::NotAFile(path) => msg::not_a_file_of_the_store(path.display()),
            Error::NotALink(path) => msg::current_is_no_link(path.display()),
            Error::Broken(path, why) => msg::path_failed(path.display(), why.clone()),
            Error::NotAName(version) => msg::version_is_no_name(version),
            Error::Owner(path, owner) => msg::store_of_somebody_else(path.display(), owner),
            Error::Group(path) => msg::group_not_given(path.display()),
            Error::NoStore(path) => msg::no_store(path.display()),
            Error::Held => msg::store_is_held(),
        }
    }

    /// Whether there was no room on the disk, or no more allowed.
    pub fn is_no_room(&self) -> bool {
        let Error::Failed { error, .. } = self else { return false };
        matches!(
            error.kind(),
            io::ErrorKind::StorageFull | io::ErrorKind::QuotaExceeded | io::ErrorKind::FileTooLarge
        )
    }

    /// Whether what was asked for belongs to somebody else.
    pub fn is_not_permitted(&self) -> bool {
        match self {
            Error::Failed { error, .. } => error.kind() == io::ErrorKind::PermissionDenied,
            Error::Group(_) => true,
            _ => false,
        }
    }
}

#[cfg(test)]
mod tests {
    use rustix::io::Errno;

    use super::*;

    #[test]
    fn errors_are_told_apart_by_what_can_be_done_about_them() {
        // No room, not permitted.
        let kinds = |error: Error| (error.is_no_room(), error.is_not_permitted());
        let path = PathBuf::from("store");
        for (errno, expected) in [
            (Errno::NOSPC, (true, false)),
            (Errno::DQUOT, (true, false)),
            (Errno::FBIG, (true, false)),
            (Errno::ACCESS, (false, true)),
            (Errno::PERM, (false, true)),
            (Errno::NOENT, (false, false)),
            (Errno::IO, (false, false)),
        ] {
            assert_eq!(kinds(at(&path, errno)), expected, "{errno}");
        }
        assert_eq!(kinds(Error::Group(path.clone())), (false, true));
        assert_eq!(kinds(Error::NotAFile(path)), (false, false));
        assert_eq!(kinds(Error::Held), (false, false));
    }
}
