//! A directory that is held open: what lies in it is reached by its name from here, and no symbolic link is followed.

use std::ffi::OsString;
use std::fs::File;
use std::io::{self, Read};
use std::os::fd::{AsFd, BorrowedFd, OwnedFd};
use std::os::unix::ffi::OsStringExt;
use std::path::Path;
use std::time::{Duration, Instant as Stopwatch};

use rustix::fs::{AtFlags, FileType, FlockOperation, Mode, OFlags, RenameFlags, Stat, flock};
use rustix::io::Errno;
use rustix::path::Arg;

/// How a directory is opened.
const DIRECTORY: OFlags = OFlags::DIRECTORY.union(OFlags::CLOEXEC);
/// How what lies in one is opened, never through a link.
const INSIDE: OFlags = OFlags::NOFOLLOW.union(OFlags::CLOEXEC);
/// How a regular file is opened: a pipe in its place would keep the program waiting for somebody at the other end.
const REGULAR: OFlags = INSIDE.union(OFlags::NONBLOCK);
/// How a file is made that was not there.
const NEW: OFlags = INSIDE.union(OFlags::WRONLY).union(OFlags::CREATE).union(OFlags::EXCL);
/// Bytes that a file may have that is read here: far beyond what any needs.
const LARGEST: u64 = 256 << 20;
/// How often to look whether somebody else has given a lock up.
const INTERVAL: Duration = Duration::from_millis(10);

/// An open directory.
pub struct Directory(OwnedFd);

/// Why a lock was not taken.
#[derive(Debug)]
pub enum NotTaken {
    /// Somebody else holds it, and has for as long as was waited.
    Held,
    /// The file system has none, or what else it said.
    Failed(io::Error),
}

impl Directory {
    /// Opens the directory that somebody named; a link to one is followed, since they named it.
    pub fn open(path: &Path) -> io::Result<Self> {
        Ok(Directory(rustix::fs::open(path, DIRECTORY, Mode::empty())?))
    }

    /// The same directory once more.
    pub fn try_clone(&self) -> io::Result<Self> {
        Ok(Directory(self.0.try_clone()?))
    }

    /// Opens a directory in it, which has to be one itself; `None` where there is no such name.
    pub fn inner(&self, name: &str) -> io::Result<Option<Self>> {
        found(rustix::fs::openat(&self.0, name, DIRECTORY.union(INSIDE), Mode::empty()).map(Directory))
    }

    /// Makes a directory in it that was not there.
    pub fn make(&self, name: &str, mode: Mode) -> io::Result<Self> {
        rustix::fs::mkdirat(&self.0, name, mode)?;
        self.inner(name)?.ok_or_else(|| Errno::NOENT.into())
    }

    /// What the kernel says of it.
    pub fn stat(&self) -> io::Result<Stat> {
        Ok(rustix::fs::fstat(&self.0)?)
    }

    /// What the kernel says of a name in it, which may be a link; `None` where there is no such name.
    pub fn look(&self, name: &str) -> io::Result<Option<Stat>> {
        found(rustix::fs::statat(&self.0, name, AtFlags::SYMLINK_NOFOLLOW))
    }

    /// Opens a regular file in it; `None` where there is no such name. `flags` say what for.
    ///
    /// # Errors
    /// `ELOOP` where it is a link, `EINVAL` where it is something else.
    pub fn file(&self, name: &str, flags: OFlags, mode: Mode) -> io::Result<Option<File>> {
        let Some(fd) = found(rustix::fs::openat(&self.0, name, REGULAR.union(flags), mode))? else {
            return Ok(None);
        };
        let is_regular = FileType::from_raw_mode(rustix::fs::fstat(&fd)?.st_mode) == FileType::RegularFile;
        if is_regular { Ok(Some(File::from(fd))) } else { Err(Errno::INVAL.into()) }
    }

    /// The bytes of a regular file in it; `None` where there is no such name.
    ///
    /// # Errors
    /// Those of [`Directory::file`], and where it has more than 256 MiB.
    pub fn read(&self, name: &str) -> io::Result<Option<Vec<u8>>> {
        let Some(file) = self.file(name, OFlags::RDONLY, Mode::empty())? else { return Ok(None) };
        if file.metadata()?.len() > LARGEST {
            return Err(Errno::FBIG.into());
        }
        let mut bytes = Vec::new();
        file.take(LARGEST).read_to_end(&mut bytes)?;
        Ok(Some(bytes))
    }

    /// Makes a file that was not there, to be written to.
    pub fn create(&self, name: &str, mode: Mode) -> io::Result<File> {
        Ok(File::from(rustix::fs::openat(&self.0, name, NEW, mode)?))
    }

    /// The names in it, sorted.
    pub fn names(&self) -> io::Result<Vec<OsString>> {
        let mut names = Vec::new();
        for entry in rustix::fs::Dir::read_from(&self.0)? {
            names.push(OsString::from_vec(entry?.file_name().to_bytes().to_vec()));
        }
        names.retain(|name| name != "." && name != "..");
        names.sort();
        Ok(names)
    }

    /// Gives something another name, there or in another directory; a file or link of that name is replaced in the
    /// same step.
    pub fn rename(&self, name: &str, to: &Directory, new: &str) -> io::Result<()> {
        Ok(rustix::fs::renameat(&self.0, name, &to.0, new)?)
    }

    /// Gives something another name, which must be free.
    pub fn rename_to_free(&self, name: &str, to: &Directory, new: &str) -> io::Result<()> {
        match rustix::fs::renameat_with(&self.0, name, &to.0, new, RenameFlags::NOREPLACE) {
            // The file system cannot promise that the name is free in the same step.
            Err(Errno::INVAL | Errno::NOSYS) if to.look(new)?.is_none() => self.rename(name, to, new),
            other => Ok(other?),
        }
    }

    /// Lets two names change places in one step.
    pub fn exchange(&self, name: &str, to: &Directory, other: &str) -> io::Result<()> {
        Ok(rustix::fs::renameat_with(&self.0, name, &to.0, other, RenameFlags::EXCHANGE)?)
    }

    /// Makes a symbolic link that was not there.
    pub fn link(&self, target: &str, name: &str) -> io::Result<()> {
        Ok(rustix::fs::symlinkat(target, &self.0, name)?)
    }

    /// Where a symbolic link in it leads.
    pub fn target(&self, name: &str) -> io::Result<String> {
        let target = rustix::fs::readlinkat(&self.0, name, Vec::new())?;
        Ok(target.to_string_lossy().into_owned())
    }

    /// Removes a file or a link; that it is not there is as good.
    pub fn remove(&self, name: impl Arg) -> io::Result<()> {
        found(rustix::fs::unlinkat(&self.0, name, AtFlags::empty())).map(drop)
    }

    /// Removes a directory with nothing in it; that it is not there is as good.
    pub fn remove_directory(&self, name: &str) -> io::Result<()> {
        found(rustix::fs::unlinkat(&self.0, name, AtFlags::REMOVEDIR)).map(drop)
    }

    /// Waits until the names in it are on the disk.
    pub fn sync(&self) -> io::Result<()> {
        Ok(rustix::fs::fsync(&self.0)?)
    }
}

impl AsFd for Directory {
    fn as_fd(&self) -> BorrowedFd<'_> {
        self.0.as_fd()
    }
}

/// `None` where there is no such name.
fn found<T>(outcome: Result<T, Errno>) -> io::Result<Option<T>> {
    match outcome {
        Ok(found) => Ok(Some(found)),
        Err(Errno::NOENT) => Ok(None),
        Err(errno) => Err(errno.into()),
    }
}

/// Takes the lock of an open file or directory, which the kernel gives up when that is closed, however the program ends.
/// `waiting` is called once, where somebody else has held it for longer than `moment`; `patience` is how long to wait.
///
/// # Errors
/// That somebody else holds it for longer than `patience`, or what the file system says instead.
pub fn lock(
    fd: impl AsFd,
    moment: Duration,
    patience: Duration,
    waiting: impl FnOnce(),
) -> Result<(), NotTaken> {
    let since = Stopwatch::now();
    let mut waiting = Some(waiting);
    loop {
        match flock(&fd, FlockOperation::NonBlockingLockExclusive) {
            Ok(()) => return Ok(()),
            Err(Errno::WOULDBLOCK | Errno::INTR) => {}
            Err(errno) => return Err(NotTaken::Failed(errno.into())),
        }
        if since.elapsed() >= moment {
            if let Some(waiting) = waiting.take() {
                waiting();
                continue;
            }
        }
        if since.elapsed() > patience {
            return Err(NotTaken::Held);
        }
        std::thread::sleep(INTERVAL);
    }
}

#[cfg(test)]
mod tests;
