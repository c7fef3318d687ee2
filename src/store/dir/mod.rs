//! A directory of the store, held open: what is written there gets the store's access, and errors say of what they are.

use std::fs::File;
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use rustix::fs::{AtFlags, CWD, FileType, Mode, OFlags, Stat};
use rustix::io::Errno;

use super::access::Access;
use super::error::{Error, at};
use crate::directory::Directory;

/// An open directory.
pub struct Dir {
    directory: Directory,
    path: PathBuf,
}

impl Dir {
    /// Opens the directory that somebody named; a link to one is followed, since they named it.
    pub fn open(path: &Path) -> Result<Self, Error> {
        let directory = Directory::open(path).map_err(|error| at(path, error))?;
        Ok(Dir { directory, path: path.to_owned() })
    }

    /// Says of a name in the directory what the system said.
    fn at<T>(&self, name: &str, outcome: io::Result<T>) -> Result<T, Error> {
        outcome.map_err(|error| at(&self.path.join(name), error))
    }

    /// Opens a directory in it, which has to be one itself.
    pub fn subdirectory(&self, name: &str) -> Result<Self, Error> {
        let path = self.path.join(name);
        match self.directory.inner(name) {
            Ok(Some(directory)) => Ok(Dir { directory, path }),
            Ok(None) => Err(at(&path, Errno::NOENT)),
            Err(error) => match Errno::from_io_error(&error) {
                Some(Errno::LOOP | Errno::NOTDIR) => Err(Error::NotADirectory(path)),
                _ => Err(at(&path, error)),
            },
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
        let directory = self.at(name, self.directory.make(name, access.directory()))?;
        access.give(&directory, &path)?;
        Ok(Dir { directory, path })
    }

    /// Where it is, for reports and for whoever reads below it.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// What the kernel says of it.
    pub fn stat(&self) -> Result<Stat, Error> {
        self.directory.stat().map_err(|error| at(&self.path, error))
    }

    /// What the kernel says of a name in it, which may be a link; `None` where there is no such name.
    pub fn look(&self, name: &str) -> Result<Option<Stat>, Error> {
        self.at(name, self.directory.look(name))
    }

    /// Whether a name in it is a directory.
    pub fn has_directory(&self, name: &str) -> bool {
        let found = self.look(name).ok().flatten();
        found.is_some_and(|stat| FileType::from_raw_mode(stat.st_mode) == FileType::Directory)
    }

    /// Writes a file that was not there, and waits until its bytes are on the disk.
    pub fn create(&self, name: &str, bytes: &[u8], access: &Access) -> Result<(), Error> {
        let mut file = self.at(name, self.directory.create(name, access.file()))?;
        access.give(&file, &self.path.join(name))?;
        self.at(name, file.write_all(bytes).and_then(|()| file.sync_all()))
    }

    /// Opens a regular file in it for reading.
    pub fn file(&self, name: &str) -> Result<File, Error> {
        let found = self.regular(name, self.directory.file(name, OFlags::RDONLY, Mode::empty()))?;
        found.ok_or_else(|| at(&self.path.join(name), Errno::NOENT))
    }

    /// Opens a regular file in it for reading and writing, and makes it where it is not there.
    pub fn file_or_new(&self, name: &str, access: &Access) -> Result<File, Error> {
        let flags = OFlags::RDWR.union(OFlags::CREATE);
        let made = self.regular(name, self.directory.file(name, flags, access.file()))?;
        made.ok_or_else(|| at(&self.path.join(name), Errno::NOENT))
    }

    /// Says where something else is in the place of a regular file.
    fn regular<T>(&self, name: &str, outcome: io::Result<T>) -> Result<T, Error> {
        self.at(name, outcome).map_err(|error| match error {
            Error::Failed { path, error }
                if matches!(Errno::from_io_error(&error), Some(Errno::LOOP | Errno::INVAL)) =>
            {
                Error::NotAFile(path)
            }
            other => other,
        })
    }

    /// The bytes of a regular file in it; `None` where there is no such name.
    pub fn read(&self, name: &str) -> Result<Option<Vec<u8>>, Error> {
        self.regular(name, self.directory.read(name))
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
        self.at(name, self.directory.link(target, name))
    }

    /// Where a symbolic link in it leads.
    pub fn target(&self, name: &str) -> Result<String, Error> {
        self.at(name, self.directory.target(name))
    }

    /// Gives something another name, there or in another directory; a file or link of that name is replaced.
    pub fn rename(&self, from: &str, to: &Dir, name: &str) -> Result<(), Error> {
        to.at(name, self.directory.rename(from, &to.directory, name))
    }

    /// Lets two names change places in one step.
    pub fn exchange(&self, from: &str, to: &Dir, name: &str) -> Result<(), Error> {
        to.at(name, self.directory.exchange(from, &to.directory, name))
    }

    /// Removes a file or a link; that it is not there is as good.
    pub fn remove(&self, name: &str) -> Result<(), Error> {
        self.at(name, self.directory.remove(name))
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
        self.at(name, self.directory.remove_directory(name))
    }

    /// The names in it, sorted; one that is no UTF-8 is nobody's of this program, and left alone.
    pub fn names(&self) -> Result<Vec<String>, Error> {
        let names = self.directory.names().map_err(|error| at(&self.path, error))?;
        Ok(names.into_iter().filter_map(|name| name.into_string().ok()).collect())
    }

    /// Sets mode and group of a name in it, and of everything below that.
    pub fn set_audience(&self, name: &str, access: &Access) -> Result<(), Error> {
        if self.has_directory(name) {
            let inner = self.subdirectory(name)?;
            for entry in inner.names()? {
                inner.set_audience(&entry, access)?;
            }
            access.set(&inner.directory, access.directory(), &inner.path)
        } else {
            let file = self.file(name)?;
            access.set(&file, access.file(), &self.path.join(name))
        }
    }

    /// Waits until the names in it are on the disk.
    pub fn sync(&self) -> Result<(), Error> {
        self.directory.sync().map_err(|error| at(&self.path, error))
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
        Err(Errno::NOENT) => Ok(false),
        Err(errno) => Err(at(path, errno)),
    }
}

#[cfg(test)]
mod tests;
