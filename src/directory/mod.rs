//! The files of datasets and stores, reached through directories that are held open.

mod access;
mod handle;
mod json_lines;
#[cfg(test)]
mod tests;

use std::fs::OpenOptions;
use std::io::{self, Read};
use std::os::fd::AsFd;
use std::os::unix::fs::OpenOptionsExt;
use std::path::{Path, PathBuf};

use rustix::fs::{FileType, Mode, OFlags, Stat};
use rustix::io::Errno;

pub use access::{Access, NotLocked, lock};
pub use handle::Directory;
pub use json_lines::JsonLines;

/// An error of the system for a path.
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
    /// A file is larger than its reader takes.
    TooLarge,
    /// A new file or directory could not be given to its owner or group.
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

/// Reads a regular file of at most this many bytes, through links. A pipe or a device in its place is refused at once.
pub fn regular_file(path: &Path, max_bytes: u64) -> Result<Vec<u8>, Error> {
    let refused = |kind, errno: Errno| Error { kind, ..Error::new(path, errno) };
    let failed = |error: io::Error| Error::new(path, error);
    // Opening a pipe would wait for a writer.
    let flags = i32::try_from(OFlags::NONBLOCK.bits()).unwrap_or_default();
    let file = OpenOptions::new().read(true).custom_flags(flags).open(path).map_err(failed)?;
    if !file.metadata().map_err(failed)?.is_file() {
        return Err(refused(Kind::NotAFile, Errno::INVAL));
    }
    let mut bytes = Vec::new();
    file.take(max_bytes.saturating_add(1)).read_to_end(&mut bytes).map_err(failed)?;
    if bytes.len() as u64 > max_bytes {
        return Err(refused(Kind::TooLarge, Errno::FBIG));
    }
    Ok(bytes)
}
