//! A dataset directory that is held open: what lies in it is reached by its name from here, and no symbolic link is
//! followed on the way.

use std::fs::File;
use std::io::{self, Read, Write};
use std::os::fd::{AsFd, OwnedFd};
use std::path::{Path, PathBuf};

use rustix::fs::{AtFlags, FileType, Gid, Mode, OFlags, RenameFlags, Stat, Uid};
use rustix::io::Errno;

/// How a directory is opened.
const DIRECTORY: OFlags = OFlags::DIRECTORY.union(OFlags::CLOEXEC);
/// How what lies in one is opened, never through a link.
const INSIDE: OFlags = OFlags::NOFOLLOW.union(OFlags::CLOEXEC);
/// How a regular file is opened: a pipe in its place would keep the program waiting for somebody at the other end.
const REGULAR: OFlags = INSIDE.union(OFlags::NONBLOCK);
/// How a file is made that was not there.
const NEW: OFlags = INSIDE.union(OFlags::WRONLY).union(OFlags::CREATE).union(OFlags::EXCL);
/// How a file is opened, or made, to be added to.
const ADD: OFlags = REGULAR.union(OFlags::WRONLY).union(OFlags::APPEND).union(OFlags::CREATE);
/// Of a file that is not yet like another: nobody else may read it.
const OWN: Mode = Mode::RUSR.union(Mode::WUSR);

/// An open directory.
pub struct Folder {
    fd: OwnedFd,
}

impl Folder {
    /// Opens the directory that somebody named; a link to one is followed, since they named it.
    pub fn open(path: &Path) -> io::Result<Self> {
        Ok(Folder { fd: rustix::fs::open(path, DIRECTORY, Mode::empty())? })
    }

    /// Opens a directory in it, which has to be one itself; `None` where there is no such name.
    pub fn inner(&self, name: &str) -> io::Result<Option<Self>> {
        match rustix::fs::openat(&self.fd, name, DIRECTORY.union(INSIDE), Mode::empty()) {
            Ok(fd) => Ok(Some(Folder { fd })),
            Err(Errno::NOENT) => Ok(None),
            Err(errno) => Err(errno.into()),
        }
    }

    /// What the kernel says of it.
    pub fn stat(&self) -> io::Result<Stat> {
        Ok(rustix::fs::fstat(&self.fd)?)
    }

    /// What the kernel says of a name in it, which may be a link; `None` where there is no such name.
    pub fn look(&self, name: &str) -> io::Result<Option<Stat>> {
        match rustix::fs::statat(&self.fd, name, AtFlags::SYMLINK_NOFOLLOW) {
            Ok(stat) => Ok(Some(stat)),
            Err(Errno::NOENT) => Ok(None),
            Err(errno) => Err(errno.into()),
        }
    }

    /// The bytes of a regular file in it; `None` where there is no such name.
    pub fn read(&self, name: &str) -> io::Result<Option<Vec<u8>>> {
        let Some(mut file) = self.regular(name, REGULAR, Mode::empty())? else { return Ok(None) };
        let mut bytes = Vec::new();
        file.read_to_end(&mut bytes)?;
        Ok(Some(bytes))
    }

    /// Opens a regular file in it to be added to, and makes it where it is not there.
    pub fn to_be_added_to(&self, name: &str) -> io::Result<File> {
        self.regular(name, ADD, OWN)?.ok_or_else(|| Errno::NOENT.into())
    }

    /// Opens a regular file in it; `None` where there is no such name.
    fn regular(&self, name: &str, flags: OFlags, mode: Mode) -> io::Result<Option<File>> {
        let fd = match rustix::fs::openat(&self.fd, name, flags, mode) {
            Ok(fd) => fd,
            Err(Errno::NOENT) => return Ok(None),
            Err(errno) => return Err(errno.into()),
        };
        let regular = FileType::from_raw_mode(rustix::fs::fstat(&fd)?.st_mode) == FileType::RegularFile;
        if regular { Ok(Some(File::from(fd))) } else { Err(Errno::INVAL.into()) }
    }

    /// Writes a file that was not there, with owner, group and mode of `like`, and waits until it is on the disk.
    pub fn create(&self, name: &str, bytes: &[u8], like: &Stat) -> io::Result<()> {
        let mut file = File::from(rustix::fs::openat(&self.fd, name, NEW, OWN)?);
        file.write_all(bytes)?;
        resemble(&file, like)?;
        file.sync_all()
    }

    /// Makes a directory that was not there, with owner, group and mode of this one.
    pub fn make(&self, name: &str) -> io::Result<Folder> {
        rustix::fs::mkdirat(&self.fd, name, Mode::RWXU)?;
        let made = self.inner(name)?.ok_or(Errno::NOENT)?;
        resemble(&made.fd, &self.stat()?)?;
        Ok(made)
    }

    /// Gives something another name, which must be free, there or in another directory.
    pub fn rename(&self, name: &str, to: &Folder, new: &str) -> io::Result<()> {
        match rustix::fs::renameat_with(&self.fd, name, &to.fd, new, RenameFlags::NOREPLACE) {
            // The file system cannot promise that the name is free in the same step.
            Err(Errno::INVAL | Errno::NOSYS) if to.look(new)?.is_none() => {
                Ok(rustix::fs::renameat(&self.fd, name, &to.fd, new)?)
            }
            other => Ok(other?),
        }
    }

    /// Lets two names change places in one step; false where the file system cannot.
    pub fn exchange(&self, name: &str, to: &Folder, other: &str) -> io::Result<bool> {
        match rustix::fs::renameat_with(&self.fd, name, &to.fd, other, RenameFlags::EXCHANGE) {
            Ok(()) => Ok(true),
            Err(Errno::INVAL | Errno::NOSYS) => Ok(false),
            Err(errno) => Err(errno.into()),
        }
    }

    /// Puts something in the place of a name that is there.
    pub fn replace(&self, name: &str, to: &Folder, other: &str) -> io::Result<()> {
        Ok(rustix::fs::renameat(&self.fd, name, &to.fd, other)?)
    }

    /// Removes a directory of files in it; that it is not there is as good. `last` goes after the others.
    pub fn remove_folder(&self, name: &str, last: &str) -> io::Result<()> {
        let Some(inner) = self.inner(name)? else { return Ok(()) };
        let mut names = Vec::new();
        for entry in rustix::fs::Dir::read_from(&inner.fd)? {
            names.push(entry?.file_name().to_owned());
        }
        names.retain(|name| !matches!(name.to_bytes(), b"." | b".."));
        names.sort_by_key(|name| name.to_bytes() == last.as_bytes());
        for name in names {
            rustix::fs::unlinkat(&inner.fd, name, AtFlags::empty())?;
        }
        Ok(rustix::fs::unlinkat(&self.fd, name, AtFlags::REMOVEDIR)?)
    }

    /// Waits until the names in it are on the disk.
    pub fn sync(&self) -> io::Result<()> {
        Ok(rustix::fs::fsync(&self.fd)?)
    }
}

impl AsFd for Folder {
    fn as_fd(&self) -> std::os::fd::BorrowedFd<'_> {
        self.fd.as_fd()
    }
}

/// Gives what was just made the owner, group and mode of something else. Only root can give a file to somebody else:
/// for others it is their own, and what must not change is the group, by which a service or a colleague reads it.
pub fn resemble(made: impl AsFd, like: &Stat) -> io::Result<()> {
    let stat = rustix::fs::fstat(&made)?;
    let root = rustix::process::geteuid().is_root();
    let owner = (root && stat.st_uid != like.st_uid).then(|| Uid::from_raw(like.st_uid));
    let group = (stat.st_gid != like.st_gid).then(|| Gid::from_raw(like.st_gid));
    if owner.is_some() || group.is_some() {
        rustix::fs::fchown(&made, owner, group)?;
    }
    Ok(rustix::fs::fchmod(&made, Mode::from_raw_mode(like.st_mode))?)
}

/// The directory that a path of a dataset lies in, and its name there. A link is followed to where it leads inside
/// the dataset; every step there must be a real directory.
pub fn place(root: &Path, folder: &Folder, path: &str) -> io::Result<(Folder, String)> {
    let (within, name) = split(path);
    let parent = descend(folder, within)?;
    let link =
        parent.look(name)?.map(|stat| FileType::from_raw_mode(stat.st_mode)) == Some(FileType::Symlink);
    if !link {
        return Ok((parent, name.to_owned()));
    }
    let root = std::fs::canonicalize(root)?;
    let target = std::fs::canonicalize(root.join(path))?;
    let inside: Option<PathBuf> = target.strip_prefix(&root).ok().map(Path::to_owned);
    let inside = inside.as_deref().and_then(Path::to_str).ok_or(Errno::XDEV)?;
    let (within, name) = split(inside);
    Ok((descend(folder, within)?, name.to_owned()))
}

fn split(path: &str) -> (&str, &str) {
    path.rsplit_once('/').unwrap_or(("", path))
}

fn descend(folder: &Folder, within: &str) -> io::Result<Folder> {
    let mut here = Folder { fd: folder.fd.try_clone()? };
    for name in within.split('/').filter(|name| !name.is_empty()) {
        here = here.inner(name)?.ok_or(Errno::NOENT)?;
    }
    Ok(here)
}

#[cfg(test)]
mod tests;
