//! A directory that is held open: what lies in it is reached by its name from here, so that no link that is laid in the
//! way is followed, and no directory above can be exchanged in between. Errors name the path.

use super::*;

use std::ffi::{OsStr, OsString};
use std::fs::File;
use std::io::{Read, Write};
use std::os::fd::{BorrowedFd, OwnedFd};
use std::os::unix::ffi::OsStringExt;

use rustix::fs::{AtFlags, RenameFlags};

use super::Error;

const DIRECTORY: OFlags = OFlags::DIRECTORY.union(OFlags::CLOEXEC);
const INSIDE: OFlags = OFlags::NOFOLLOW.union(OFlags::CLOEXEC);
/// Without waiting: a pipe in the place of a file would block until it has a writer.
const REGULAR: OFlags = INSIDE.union(OFlags::NONBLOCK);
const NEW: OFlags = INSIDE
    .union(OFlags::WRONLY)
    .union(OFlags::CREATE)
    .union(OFlags::EXCL);
/// While something is made: the mode is set when it has its group.
const OWN: Mode = Mode::RWXU;
/// Bytes of the largest file that is read.
pub(super) const MAX_BYTES: u64 = 256 << 20;

pub struct Directory {
    fd: OwnedFd,
    path: PathBuf,
}

impl Directory {
    /// Opens the directory that the operator named; here, and nowhere below, a link is followed.
    pub fn open(path: &Path) -> Result<Self, Error> {
        let opened = rustix::fs::open(path, DIRECTORY, Mode::empty());
        Ok(Directory {
            fd: opened.map_err(|errno| Error::new(path, errno))?,
            path: path.to_owned(),
        })
    }

    pub fn path(&self) -> &Path {
        &self.path
    }

    /// Names the file in an error.
    pub(super) fn at<T>(
        &self,
        name: impl AsRef<Path>,
        outcome: Result<T, impl Into<std::io::Error>>,
    ) -> Result<T, Error> {
        let name = name.as_ref();
        outcome.map_err(|error| match name.as_os_str().is_empty() {
            true => Error::new(&self.path, error),
            false => Error::new(&self.path.join(name), error),
        })
    }

    /// `None` where there is no such name.
    fn if_present<T>(
        &self,
        name: impl AsRef<Path>,
        outcome: Result<T, Errno>,
    ) -> Result<Option<T>, Error> {
        match outcome {
            Err(Errno::NOENT) => Ok(None),
            other => self.at(name, other.map(Some)),
        }
    }

    pub fn stat(&self) -> Result<Stat, Error> {
        self.at("", rustix::fs::fstat(&self.fd))
    }

    /// Returns true if its mode lets the user make names in it.
    pub fn is_open_to_writing(&self) -> bool {
        let wanted = rustix::fs::Access::WRITE_OK | rustix::fs::Access::EXEC_OK;
        // Another failure is told where something is written.
        rustix::fs::accessat(&self.fd, ".", wanted, AtFlags::EACCESS) != Err(Errno::ACCESS)
    }

    /// The state of a name, which may be a link; `None` where there is no such name.
    pub fn look(&self, name: impl AsRef<Path>) -> Result<Option<Stat>, Error> {
        let name = name.as_ref();
        self.if_present(
            name,
            rustix::fs::statat(&self.fd, name, AtFlags::SYMLINK_NOFOLLOW),
        )
    }

    pub fn has_directory(&self, name: impl AsRef<Path>) -> bool {
        let stat = self.look(name).ok().flatten();
        stat.is_some_and(|stat| FileType::from_raw_mode(stat.st_mode) == FileType::Directory)
    }

    pub fn subdirectory(&self, name: impl AsRef<Path>) -> Result<Self, Error> {
        let path = self.path.join(&name);
        match rustix::fs::openat(
            &self.fd,
            name.as_ref(),
            DIRECTORY.union(INSIDE),
            Mode::empty(),
        ) {
            Ok(fd) => Ok(Directory { fd, path }),
            Err(errno @ (Errno::LOOP | Errno::NOTDIR)) => Err(Error {
                kind: Kind::NotADirectory,
                ..Error::new(&path, errno)
            }),
            Err(errno) => Err(Error::new(&path, errno)),
        }
    }

    /// `None` where there is no such name.
    pub fn subdirectory_if_present(&self, name: impl AsRef<Path>) -> Result<Option<Self>, Error> {
        match self.subdirectory(name) {
            Err(error) if error.is_missing() => Ok(None),
            other => Ok(Some(other?)),
        }
    }

    pub fn make(&self, name: &str, access: &Access) -> Result<Self, Error> {
        self.at(
            name,
            rustix::fs::mkdirat(&self.fd, name, access.directory & OWN),
        )?;
        let made = self.subdirectory(name)?;
        access.give(&made, &made.path)?;
        Ok(made)
    }

    pub fn subdirectory_or_new(&self, name: &str, access: &Access) -> Result<Self, Error> {
        match self.make(name, access) {
            Err(error) if error.exists_already() => self.subdirectory(name),
            made => made,
        }
    }

    /// Opens a regular file; `None` where there is no such name.
    fn open_file(&self, name: &Path, flags: OFlags) -> Result<Option<File>, Error> {
        let opened = match rustix::fs::openat(&self.fd, name, REGULAR.union(flags), Mode::empty()) {
            Err(Errno::LOOP) => return Err(self.not_a_file(name, Errno::LOOP)),
            other => self.if_present(name, other)?,
        };

        let Some(fd) = opened else { return Ok(None) };
        let stat = self.at(name, rustix::fs::fstat(&fd))?;
        match FileType::from_raw_mode(stat.st_mode) {
            FileType::RegularFile => Ok(Some(File::from(fd))),
            _ => Err(self.not_a_file(name, Errno::INVAL)),
        }
    }

    fn not_a_file(&self, name: &Path, errno: Errno) -> Error {
        Error {
            kind: Kind::NotAFile,
            ..Error::new(&self.path.join(name), errno)
        }
    }

    pub fn file(&self, name: impl AsRef<Path>) -> Result<File, Error> {
        let name = name.as_ref();
        self.open_file(name, OFlags::RDONLY)?
            .ok_or_else(|| Error::new(&self.path.join(name), Errno::NOENT))
    }

    /// Opens a regular file for reading and writing, and makes it where it is not there.
    pub fn file_or_new(&self, name: &str, access: &Access) -> Result<File, Error> {
        if let Some(file) = self.open_file(name.as_ref(), OFlags::RDWR)? {
            return Ok(file);
        }

        match self.create(name, b"", access) {
            Err(error) if !error.exists_already() => Err(error),
            // Another program may have made it in between.
            _ => {
                let made = self.open_file(name.as_ref(), OFlags::RDWR)?;
                made.ok_or_else(|| Error::new(&self.path.join(name), Errno::NOENT))
            }
        }
    }

    /// The bytes of a regular file, 256 MiB at most; `None` where there is no such name.
    pub fn read(&self, name: impl AsRef<Path>) -> Result<Option<Vec<u8>>, Error> {
        let name = name.as_ref();
        let Some(file) = self.open_file(name, OFlags::RDONLY)? else {
            return Ok(None);
        };

        let length = self.at(name, file.metadata())?.len();
        if length > MAX_BYTES {
            return Err(Error::new(&self.path.join(name), Errno::FBIG));
        }

        let mut bytes = Vec::with_capacity(usize::try_from(length).unwrap_or_default() + 1);
        self.at(name, file.take(MAX_BYTES).read_to_end(&mut bytes))?;
        Ok(Some(bytes))
    }

    /// Writes a file that was not there, and waits until its bytes are on the disk.
    pub fn create(&self, name: &str, bytes: &[u8], access: &Access) -> Result<(), Error> {
        let opened = rustix::fs::openat(&self.fd, name, NEW, access.file & OWN);
        let mut file = File::from(self.at(name, opened)?);
        access.give(&file, &self.path.join(name))?;
        self.at(name, file.write_all(bytes).and_then(|()| file.sync_all()))
    }

    /// Puts a file in the place of another in one step; whatever happens, one of the two is there, whole.
    pub fn replace(
        &self,
        name: impl AsRef<Path>,
        bytes: &[u8],
        access: &Access,
    ) -> Result<(), Error> {
        let new = format!(".{}.new", name.as_ref().display());
        self.remove_tree(&new)?;
        let written = self
            .create(&new, bytes, access)
            .and_then(|()| self.rename(&new, self, &name));
        if let Err(error) = written {
            let _ = self.remove(&new);
            // An operator knows the file that is written, and not its first name.
            let path = self.path().join(name.as_ref());
            return Err(Error { path, ..error });
        }

        self.sync()
    }

    pub fn names(&self) -> Result<Vec<OsString>, Error> {
        let mut names = Vec::new();
        for entry in self.at("", rustix::fs::Dir::read_from(&self.fd))? {
            names.push(OsString::from_vec(
                self.at("", entry)?.file_name().to_bytes().to_vec(),
            ));
        }

        names.retain(|name| name != "." && name != "..");
        names.sort();
        Ok(names)
    }

    /// Gives something another name, here or in another directory; a file or link of that name is replaced in the same
    /// step.
    pub fn rename(
        &self,
        name: impl AsRef<Path>,
        to: &Directory,
        new: impl AsRef<Path>,
    ) -> Result<(), Error> {
        let (name, new) = (name.as_ref(), new.as_ref());
        to.at(new, rustix::fs::renameat(&self.fd, name, &to.fd, new))
    }

    /// Lets two names change places in one step.
    pub fn exchange(
        &self,
        name: impl AsRef<Path>,
        to: &Directory,
        new_name: impl AsRef<Path>,
    ) -> Result<(), Error> {
        self.rename_with(name.as_ref(), to, new_name.as_ref(), RenameFlags::EXCHANGE)
    }

    /// As [`Directory::rename`], where nothing of the new name is there: otherwise the error is `EEXIST`. On a file system
    /// that knows no such renaming, it looks first.
    pub fn rename_to_new(
        &self,
        name: impl AsRef<Path>,
        to: &Directory,
        new_name: impl AsRef<Path>,
    ) -> Result<(), Error> {
        let (name, new_name) = (name.as_ref(), new_name.as_ref());
        match self.rename_with(name, to, new_name, RenameFlags::NOREPLACE) {
            Err(error) if error.is_unsupported() => match to.look(new_name)? {
                None => self.rename(name, to, new_name),
                Some(_) => to.at(new_name, Err(Errno::EXIST)),
            },
            outcome => outcome,
        }
    }

    fn rename_with(
        &self,
        name: &Path,
        to: &Directory,
        new_name: &Path,
        flags: RenameFlags,
    ) -> Result<(), Error> {
        let renamed = rustix::fs::renameat_with(&self.fd, name, &to.fd, new_name, flags);
        to.at(new_name, renamed)
    }

    pub fn link(&self, target: &str, name: &str) -> Result<(), Error> {
        self.at(name, rustix::fs::symlinkat(target, &self.fd, name))
    }

    pub fn target(&self, name: &str) -> Result<String, Error> {
        let target = self.at(name, rustix::fs::readlinkat(&self.fd, name, Vec::new()))?;
        Ok(target.to_string_lossy().into_owned())
    }

    /// Removes a file or a link, if it is there.
    pub fn remove(&self, name: impl AsRef<Path>) -> Result<(), Error> {
        let name = name.as_ref();
        self.if_present(name, rustix::fs::unlinkat(&self.fd, name, AtFlags::empty()))?;
        Ok(())
    }

    /// Removes whatever has this name, a directory with all that is in it; links are removed and not followed.
    pub fn remove_tree(&self, name: impl AsRef<Path>) -> Result<(), Error> {
        let name = name.as_ref();
        if !self.has_directory(name) {
            return self.remove(name);
        }

        let inner = self.subdirectory(name)?;
        for entry in inner.names()? {
            inner.remove_tree(&entry)?;
        }

        self.if_present(
            name,
            rustix::fs::unlinkat(&self.fd, name, AtFlags::REMOVEDIR),
        )?;
        Ok(())
    }

    /// Sets owner, group and mode of a name, and of everything below it.
    pub fn set_access(&self, name: impl AsRef<Path>, access: &Access) -> Result<(), Error> {
        let name = name.as_ref();
        if !self.has_directory(name) {
            return access.give(&self.file(name)?, &self.path.join(name));
        }

        let inner = self.subdirectory(name)?;
        for entry in inner.names()? {
            inner.set_access(&entry, access)?;
        }

        access.give(&inner, &inner.path)
    }

    /// Waits until the names in it are on the disk.
    pub fn sync(&self) -> Result<(), Error> {
        self.at("", rustix::fs::fsync(&self.fd))
    }

    /// The directory that a path below this one lies in, and its name there. A link in the last place is followed.
    pub fn resolve(&self, path: &Path) -> Result<(Directory, OsString), Error> {
        let (parent, name) = self.parent_of(path)?;
        let stat = parent.look(&name)?;
        if stat.is_none_or(|stat| FileType::from_raw_mode(stat.st_mode) != FileType::Symlink) {
            return Ok((parent, name));
        }

        self.parent_of(&self.follow(path)?)
    }

    /// The path below this directory that a link leads to; `EXDEV` where it leads out.
    pub fn follow(&self, path: &Path) -> Result<PathBuf, Error> {
        let root = self.at("", self.path.canonicalize())?;
        let target = self.at(path, root.join(path).canonicalize())?;
        let inside = target.strip_prefix(&root);
        self.at(path, inside.map(Path::to_owned).map_err(|_| Errno::XDEV))
    }

    /// The directory that a path below this one lies in, and its name there; every step has to be a real directory.
    pub fn parent_of(&self, path: &Path) -> Result<(Directory, OsString), Error> {
        let mut parent = self.try_clone()?;
        for step in path.parent().into_iter().flatten() {
            parent = parent.subdirectory(step)?;
        }

        Ok((
            parent,
            path.file_name().unwrap_or(OsStr::new(".")).to_owned(),
        ))
    }

    /// The bytes that are left to the user on its file system, and the files, where it counts them.
    pub fn room(&self) -> Result<(u64, Option<u64>), Error> {
        let room = self.at("", rustix::fs::fstatvfs(&self.fd))?;
        Ok((
            room.f_bavail.saturating_mul(room.f_frsize),
            (room.f_files > 0).then_some(room.f_favail),
        ))
    }

    pub fn try_clone(&self) -> Result<Self, Error> {
        Ok(Directory {
            fd: self.at("", self.fd.try_clone())?,
            path: self.path.clone(),
        })
    }
}

impl AsFd for Directory {
    fn as_fd(&self) -> BorrowedFd<'_> {
        self.fd.as_fd()
    }
}
