//! The files of datasets and stores, reached through directories that are held open; owner, group and modes of new ones, which
//! are never left to the umask; and locks, which the kernel gives up when they are closed, however the program ends.

mod handle;
mod json_lines;
#[cfg(test)]
mod tests;

use std::fs::OpenOptions;
use std::io::{self, Read};
use std::os::fd::AsFd;
use std::os::unix::fs::OpenOptionsExt;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant as Stopwatch};

use rustix::fs::{
    FileType, FlockOperation, Gid, Mode, OFlags, Stat, Uid, fchmod, fchown, flock, fstat,
};
use rustix::io::Errno;
use serde::Serialize;

pub use handle::Directory;
pub use json_lines::JsonLines;

/// How often a lock that is held is tried again.
const RETRY: Duration = Duration::from_millis(10);

pub type Result<T, E = Error> = std::result::Result<T, E>;

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
        Error {
            path: path.to_owned(),
            kind: Kind::Failed,
            error: error.into(),
        }
    }

    pub fn is_missing(&self) -> bool {
        self.error.kind() == io::ErrorKind::NotFound
    }

    /// Returns true if the file system knows no such call.
    pub fn is_unsupported(&self) -> bool {
        let errno = Errno::from_io_error(&self.error);
        matches!(errno, Some(Errno::INVAL | Errno::NOSYS | Errno::OPNOTSUPP))
    }

    /// Returns true if what was asked for belongs to another user.
    pub fn is_not_permitted(&self) -> bool {
        self.kind == Kind::NotGiven || self.error.kind() == io::ErrorKind::PermissionDenied
    }

    /// Returns true if there was no room on the disk, or no more allowed.
    pub fn is_no_room(&self) -> bool {
        use io::ErrorKind::{FileTooLarge, QuotaExceeded, StorageFull};
        let full = [FileTooLarge, QuotaExceeded, StorageFull];
        self.kind == Kind::Failed && full.contains(&self.error.kind())
    }

    pub fn exists_already(&self) -> bool {
        self.error.kind() == io::ErrorKind::AlreadyExists
    }
}

/// Reads a regular file of at most this many bytes, through links. A pipe or a device in its place is refused at once.
pub fn regular_file(path: &Path, max_bytes: u64) -> Result<Vec<u8>> {
    let read = read_at_once(path, max_bytes.saturating_add(1));
    let (kind, errno) = match read.map_err(|error| Error::new(path, error))? {
        Some(bytes) if bytes.len() as u64 <= max_bytes => return Ok(bytes),
        Some(_) => (Kind::TooLarge, Errno::FBIG),
        None => (Kind::NotAFile, Errno::INVAL),
    };
    let error = Error::new(path, errno);
    Err(Error { kind, ..error })
}

/// Reads up to `limit` bytes; `None` for anything but a regular file.
fn read_at_once(path: &Path, limit: u64) -> io::Result<Option<Vec<u8>>> {
    // Opening a pipe would wait for a writer.
    let flags = i32::try_from(OFlags::NONBLOCK.bits()).unwrap_or_default();
    let file = OpenOptions::new()
        .read(true)
        .custom_flags(flags)
        .open(path)?;
    if !file.metadata()?.is_file() {
        return Ok(None);
    }

    let mut bytes = Vec::new();
    file.take(limit).read_to_end(&mut bytes)?;
    Ok(Some(bytes))
}

/// The room that is left on a file system.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct Room {
    pub bytes: u64,
    /// `None` where the file system does not count them.
    pub files: Option<u64>,
}

pub fn is_link(stat: &Stat) -> bool {
    FileType::from_raw_mode(stat.st_mode) == FileType::Symlink
}

/// Returns true if its mode has these permissions.
pub fn permits(stat: &Stat, permissions: Mode) -> bool {
    Mode::from_raw_mode(stat.st_mode).contains(permissions)
}

/// The bits of a mode that say who may do what.
const PERMISSIONS: u32 = 0o777;

#[derive(Clone, Copy, Debug)]
pub struct Access {
    pub file: Mode,
    pub directory: Mode,
    /// `None`: the user that runs the program.
    pub owner: Option<Uid>,
    /// `None`: the group that the system gives.
    pub group: Option<Gid>,
    /// The group of files, where it is another than that of directories.
    pub readers: Option<Gid>,
}

impl Access {
    /// The ownership and mode of `reference`. Only root can give a file to another owner; for others it stays their own,
    /// and the group is kept, by which a service or a colleague reads it.
    pub fn copy_ownership(reference: &Stat) -> Self {
        let mode = Mode::from_raw_mode(reference.st_mode);
        let is_root = rustix::process::geteuid().is_root();
        Access {
            file: mode,
            directory: mode,
            owner: is_root.then(|| Uid::from_raw(reference.st_uid)),
            group: Some(Gid::from_raw(reference.st_gid)),
            readers: None,
        }
    }

    /// Returns true if a file has this group and this mode.
    pub fn is_of_file(&self, stat: &Stat) -> bool {
        let group = self.readers.or(self.group);
        let has_group = group.is_none_or(|group| group.as_raw() == stat.st_gid);
        has_group && stat.st_mode & PERMISSIONS == self.file.as_raw_mode()
    }

    /// Gives an open file or directory to owner and group, and sets its mode. A directory that hands its group down still
    /// does.
    pub(super) fn give(&self, opened: impl AsFd, path: &Path) -> Result<()> {
        let stat = fstat(&opened).map_err(|errno| Error::new(path, errno))?;
        let (mode, group) = match FileType::from_raw_mode(stat.st_mode) {
            FileType::Directory => (self.directory, self.group),
            _ => (self.file, self.readers.or(self.group)),
        };

        let owner = self.owner.filter(|owner| owner.as_raw() != stat.st_uid);
        let group = group.filter(|group| group.as_raw() != stat.st_gid);
        if owner.is_some() || group.is_some() {
            fchown(&opened, owner, group).map_err(|errno| Error {
                kind: Kind::NotGiven,
                ..Error::new(path, errno)
            })?;
        }

        let kept = Mode::from_raw_mode(stat.st_mode) & Mode::SGID;
        fchmod(&opened, mode | kept).map_err(|errno| Error::new(path, errno))
    }
}

#[derive(Debug)]
pub enum NotLocked {
    /// Another program has held it for longer than `patience`.
    Held,
    /// The file system has no locks, or reports something else.
    Failed(io::Error),
}

/// Takes the lock. `waiting` is called once, when another program has held it for longer than `moment`.
pub fn lock(
    fd: impl AsFd,
    moment: Duration,
    patience: Duration,
    waiting: impl FnOnce(),
) -> Result<(), NotLocked> {
    let since = Stopwatch::now();
    let mut waiting = Some(waiting);
    loop {
        match flock(&fd, FlockOperation::NonBlockingLockExclusive) {
            Ok(()) => return Ok(()),
            Err(Errno::WOULDBLOCK | Errno::INTR) => {}
            Err(errno) => return Err(NotLocked::Failed(errno.into())),
        }

        if since.elapsed() >= moment
            && let Some(waiting) = waiting.take()
        {
            waiting();
            continue;
        }

        if since.elapsed() > patience {
            return Err(NotLocked::Held);
        }

        std::thread::sleep(RETRY);
    }
}
