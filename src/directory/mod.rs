//! The files of datasets and stores, reached through directories that are held open.

mod access;
mod handle;
mod json_lines;
#[cfg(test)]
mod tests;

use std::io;
use std::path::{Path, PathBuf};

pub use access::{Access, NotLocked, lock};
pub use handle::Directory;
pub use json_lines::JsonLines;

/// What the system said of a path.
#[derive(Debug)]
pub struct Error {
    pub path: PathBuf,
    pub kind: Kind,
    pub error: io::Error,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// Nothing beyond what the system said.
    Failed,
    /// Something else, a link perhaps, is in the place of a directory.
    NotADirectory,
    /// Something else, a link perhaps, is in the place of a regular file.
    NotAFile,
    /// What was made could not be given to its owner or group.
    NotGiven,
}

impl Error {
    pub fn new(path: &Path, error: impl Into<io::Error>) -> Self {
        Error { path: path.to_owned(), kind: Kind::Failed, error: error.into() }
    }

    pub fn is_missing(&self) -> bool {
        self.error.kind() == io::ErrorKind::NotFound
    }

    /// Whether what was asked for belongs to another user.
    pub fn is_not_permitted(&self) -> bool {
        self.kind == Kind::NotGiven || self.error.kind() == io::ErrorKind::PermissionDenied
    }

    /// Whether there was no room on the disk, or no more allowed.
    pub fn is_no_room(&self) -> bool {
        use io::ErrorKind::{FileTooLarge, QuotaExceeded, StorageFull};
        self.kind == Kind::Failed && matches!(self.error.kind(), StorageFull | QuotaExceeded | FileTooLarge)
    }

    pub fn exists_already(&self) -> bool {
        self.error.kind() == io::ErrorKind::AlreadyExists
    }
}
