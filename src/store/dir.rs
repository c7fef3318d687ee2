//! A directory that is held open: what lies in it is reached by its name from here, and no symbolic link is followed.

use std::fs::File;
use std::io::{self, Read, Write};
use std::os::fd::OwnedFd;
use std::path::{Path, PathBuf};

use rustix::fs::{AtFlags, CWD, FileType, Mode, OFlags, RenameFlags, Stat};

use super::access::Access;
use super::error::{Error, at};

/// Bytes that a file of the store's own (journal, settings, what is armed) may have: far beyond what any needs.
const LARGEST: u64 = 256 << 20;
/// How a directory is opened.
const DIRECTORY: OFlags = OFlags::DIRECTORY.union(OFlags::CLOEXEC);
/// How what lies in one is opened, never through a link.
const INSIDE: OFlags = OFlags::NOFOLLOW.union(OFlags::CLOEXEC);
/// How a regular file is opened: a pipe in its place would keep the program waiting for somebody at the other end.
const REGULAR: OFlags = INSIDE.union(OFlags::NONBLOCK);
/// How a file is made that was not there.
const NEW: OFlags = INSIDE.union(OFlags::WRONLY).union(OFlags::CREATE).union(OFlags::EXCL);

/// An open directory.
pub struct Dir {
    fd: OwnedFd,
    path: PathBuf,
}

impl Dir {
    /// Opens the directory that somebody named; a link to one is followed, since they named it.
    pub fn open(path: &Path) -> Result<Self, Error> {
        let fd = rustix::fs::open(path, DIRECTORY, Mode::empty()).map_err(|errno| at(path, errno))?;
        Ok(Dir { fd, path: path.to_owned() })
    }

    /// Opens a directory in it, which has to be one itself.
    pub fn subdirectory(&self, name: &str) -> Result<Self, Error> {
        let path = self.path.join(name);
        match rustix::fs::openat(&self.fd, name, DIRECTORY.union(INSIDE), Mode::empty()) {
            Ok(fd) => Ok(Dir { fd, path }),
            Err(rustix::io::Errno::LOOP | rustix::io::Errno::NOTDIR) => Err(Error::NotADirectory(path)),
            Err(errno) => Err(at(&path, errno)),
        }
    }

    /// Opens a directory in it, and makes it where it is not there.
    pub fn subdirectory_or_new(&self, name: &str, access: &Access) -> Result<Self, Error> {
        match self.make(name, access) {
            Err(Error::Failed { error, .. }) if error.kind() == io::ErrorKind::AlreadyExists => {
                self.subdirectory(name)
            }
            made => made,
        }
    }

    /// Makes a directory in it that was not there.
    pub fn make(&self, name: &str, access: &Access) -> Result<Self, Error> {
        let path = self.path.join(name);
        rustix::fs::mkdirat(&self.fd, name, access.directory()).map_err(|errno| at(&path, errno))?;
        let made = self.subdirectory(name)?;
        access.give(&made.fd, &path)?;
        Ok(made)
    }

    /// Where it is, for reports and for whoever reads below it.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// What the kernel says of it.
    pub fn stat(&self) -> Result<Stat, Error> {
        rustix::fs::fstat(&self.fd).map_err(|errno| at(&self.path, errno))
    }

    /// What the kernel says of a name in it, which may be a link; `None` where there is no such name.
    pub fn look(&self, name: &str) -> Result<Option<Stat>, Error> {
        match rustix::fs::statat(&self.fd, name, AtFlags::SYMLINK_NOFOLLOW) {
            Ok(stat) => Ok(Some(stat)),
            Err(rustix::io::Errno::NOENT) => Ok(None),
            Err(errno) => Err(at(&self.path.join(name), errno)),
        }
    }

    /// Whether a name in it is a directory.
    pub fn has_directory(&self, name: &str) -> bool {
        let found = self.look(name).ok().flatten();
        found.is_some_and(|stat| FileType::from_raw_mode(stat.st_mode) == FileType::Directory)
    }

    /// Writes a file that was not there, and waits until its bytes are on the disk.
    pub fn create(&self, name: &str, bytes: &[u8], access: &Access) -> Result<(), Error> {
        let path = self.path.join(name);
        let fd = rustix::fs::openat(&self.fd, name, NEW, access.file()).map_err(|errno| at(&path, errno))?;
        access.give(&fd, &path)?;
        let mut file = File::from(fd);
        file.write_all(bytes).and_then(|()| file.sync_all()).map_err(|error| at(&path, error))
    }

    /// Opens a regular file in it for reading.
    pub fn file(&self, name: &str) -> Result<File, Error> {
        self.regular(name, OFlags::RDONLY, Mode::empty())
    }

    /// Opens a regular file in it for reading and writing, and makes it where it is not there.
    pub fn file_or_new(&self, name: &str, access: &Access) -> Result<File, Error> {
        self.regular(name, OFlags::RDWR.union(OFlags::CREATE), access.file())
    }

    fn regular(&self, name: &str, flags: OFlags, mode: Mode) -> Result<File, Error> {
        let path = self.path.join(name);
        let fd = match rustix::fs::openat(&self.fd, name, REGULAR.union(flags), mode) {
            Err(rustix::io::Errno::LOOP) => return Err(Error::NotAFile(path)),
            other => other.map_err(|errno| at(&path, errno))?,
        };
        let stat = rustix::fs::fstat(&fd).map_err(|errno| at(&path, errno))?;
        if FileType::from_raw_mode(stat.st_mode) != FileType::RegularFile {
            return Err(Error::NotAFile(path));
        }
        Ok(File::from(fd))
    }

    /// The bytes of a regular file in it; `None` where there is no such name.
    pub fn read(&self, name: &str) -> Result<Option<Vec<u8>>, Error> {
        let file = match self.file(name) {
            Err(Error::Failed { error, .. }) if error.kind() == io::ErrorKind::NotFound => return Ok(None),
            other => other?,
        };
        let mut bytes = Vec::new();
        file.take(LARGEST).read_to_end(&mut bytes).map_err(|error| at(&self.path.join(name), error))?;
        Ok(Some(bytes))
    }

    /// Puts a file in the place of another in one step; whatever happens, one of the two is there, whole.
    pub fn replace(&self, name: &str, bytes: &[u8], access: &Access) -> Result<(), Error> {
        let new = format!(".{name}.new");
        self.remove_tree(&new)?;
        self.create(&new, bytes, access)
            .and_then(|()| self.rename(&new, self, name))
            .inspect_err(|_| drop(self.remove(&new)))?;
        self.sync()
    }

    /// Makes a symbolic link that was not there.
    pub fn link(&self, target: &str, name: &str) -> Result<(), Error> {
        rustix::fs::symlinkat(target, &self.fd, name).map_err(|errno| at(&self.path.join(name), errno))
    }

    /// Where a symbolic link in it leads.
    pub fn target(&self, name: &str) -> Result<String, Error> {
        let target = rustix::fs::readlinkat(&self.fd, name, Vec::new())
            .map_err(|errno| at(&self.path.join(name), errno))?;
        Ok(target.to_string_lossy().into_owned())
    }

    /// Gives something another name, there or in another directory; a file or link of that name is replaced.
    pub fn rename(&self, from: &str, to: &Dir, name: &str) -> Result<(), Error> {
        rustix::fs::renameat(&self.fd, from, &to.fd, name).map_err(|errno| at(&to.path.join(name), errno))
    }

    /// Lets two names change places in one step.
    pub fn exchange(&self, from: &str, to: &Dir, name: &str) -> Result<(), Error> {
        rustix::fs::renameat_with(&self.fd, from, &to.fd, name, RenameFlags::EXCHANGE)
            .map_err(|errno| at(&to.path.join(name), errno))
    }

    /// Removes a file or a link; that it is not there is as good.
    pub fn remove(&self, name: &str) -> Result<(), Error> {
        match rustix::fs::unlinkat(&self.fd, name, AtFlags::empty()) {
            Ok(()) | Err(rustix::io::Errno::NOENT) => Ok(()),
            Err(errno) => Err(at(&self.path.join(name), errno)),
        }
    }

    /// Removes whatever has this name, a directory with all that is in it; links are removed and not followed.
    pub fn remove_tree(&self, name: &str) -> Result<(), Error> {
        if !self.has_directory(name) {
            return self.remove(name);
        }
        let inner = self.subdirectory(name)?;
        for entry in inner.names()? {
            inner.remove_tree(&entry)?;
        }
        match rustix::fs::unlinkat(&self.fd, name, AtFlags::REMOVEDIR) {
            Ok(()) | Err(rustix::io::Errno::NOENT) => Ok(()),
            Err(errno) => Err(at(&self.path.join(name), errno)),
        }
    }

    /// The names in it, sorted; one that is no UTF-8 is nobody's of this program, and left alone.
    pub fn names(&self) -> Result<Vec<String>, Error> {
        let failed = |errno| at(&self.path, errno);
        let mut names = Vec::new();
        for entry in rustix::fs::Dir::read_from(&self.fd).map_err(failed)? {
            let entry = entry.map_err(failed)?;
            if let Ok(name) = entry.file_name().to_str() {
                names.push(name.to_owned());
            }
        }
        names.retain(|name| name != "." && name != "..");
        names.sort();
        Ok(names)
    }

    /// Sets mode and group of a name in it, and of everything below that.
    pub fn open_to(&self, name: &str, access: &Access) -> Result<(), Error> {
        if self.has_directory(name) {
            let inner = self.subdirectory(name)?;
            for entry in inner.names()? {
                inner.open_to(&entry, access)?;
            }
            access.set(&inner.fd, access.directory(), &inner.path)
        } else {
            let file = self.file(name)?;
            access.set(&file, access.file(), &self.path.join(name))
        }
    }

    /// Waits until the names in it are on the disk.
    pub fn sync(&self) -> Result<(), Error> {
        rustix::fs::fsync(&self.fd).map_err(|errno| at(&self.path, errno))
    }
}

/// Makes a directory and those above it, readable by everybody whatever the umask is.
pub fn make_all(path: &Path, mode: u32) -> Result<(), Error> {
    use std::os::unix::fs::DirBuilderExt;
    let made = std::fs::DirBuilder::new().recursive(true).mode(mode).create(path);
    made.map_err(|error| at(path, error))
}

/// Whether a path is there at all.
pub fn is_there(path: &Path) -> Result<bool, Error> {
    match rustix::fs::statat(CWD, path, AtFlags::empty()) {
        Ok(_) => Ok(true),
        Err(rustix::io::Errno::NOENT) => Ok(false),
        Err(errno) => Err(at(path, errno)),
    }
}

#[cfg(test)]
mod tests;
