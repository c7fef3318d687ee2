//! A directory that is held open: what lies in it is reached by its name from here, so that no link that is laid in the
//! way is followed, and no directory above can be exchanged in between. Errors name the path.

use super::*;

use std::ffi::{OsStr, OsString};
use std::fs::File;
use std::io::{Read, Write};
use std::os::fd::{BorrowedFd, OwnedFd};
use std::os::unix::ffi::OsStringExt;

use rustix::fs::{self, AtFlags, RenameFlags};

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
    pub fn open(path: &Path) -> Result<Self> {
        let opened = fs::open(path, DIRECTORY, Mode::empty());
        let fd = opened.map_err(|errno| Error::new(path, errno))?;
        let path = path.to_owned();
        Ok(Directory { fd, path })
    }

    pub fn path(&self) -> &Path {
        &self.path
    }

    /// An error for a name in it, or for the directory itself where that is empty.
    pub fn error(&self, name: impl AsRef<Path>, error: impl Into<io::Error>) -> Error {
        let name = name.as_ref();
        match name.as_os_str().is_empty() {
            true => Error::new(&self.path, error),
            false => Error::new(&self.path.join(name), error),
        }
    }

    /// Names the file in an error.
    pub fn at<T>(
        &self,
        name: impl AsRef<Path>,
        outcome: Result<T, impl Into<io::Error>>,
    ) -> Result<T> {
        outcome.map_err(|error| self.error(name, error))
    }

    /// `None` where there is no such name.
    fn if_present<T>(
        &self,
        name: impl AsRef<Path>,
        outcome: Result<T, Errno>,
    ) -> Result<Option<T>> {
        match outcome {
            Ok(value) => Ok(Some(value)),
            Err(Errno::NOENT) => Ok(None),
            Err(errno) => Err(self.error(name, errno)),
        }
    }

    pub fn stat(&self) -> Result<Stat> {
        self.at("", fs::fstat(&self.fd))
    }

    /// Returns true if its mode lets the user make names in it.
    pub fn is_open_to_writing(&self) -> bool {
        let wanted = fs::Access::WRITE_OK | fs::Access::EXEC_OK;
        // Another failure is told where something is written.
        fs::accessat(&self.fd, ".", wanted, AtFlags::EACCESS) != Err(Errno::ACCESS)
    }

    /// The state of a name, which may be a link; `None` where there is no such name.
    pub fn look(&self, name: impl AsRef<Path>) -> Result<Option<Stat>> {
        let name = name.as_ref();
        let stat = fs::statat(&self.fd, name, AtFlags::SYMLINK_NOFOLLOW);
        self.if_present(name, stat)
    }

    /// The ownership and mode of a name that has to be there.
    pub fn ownership_of(&self, name: &str) -> Result<Access> {
        match self.look(name)? {
            Some(stat) => Ok(Access::copy_ownership(&stat)),
            None => Err(self.error(name, Errno::NOENT)),
        }
    }

    /// Returns true if something has this name, as far as that can be seen.
    pub fn has(&self, name: impl AsRef<Path>) -> bool {
        matches!(self.look(name), Ok(Some(_)))
    }

    pub fn has_directory(&self, name: impl AsRef<Path>) -> bool {
        match self.look(name) {
            Ok(Some(stat)) => FileType::from_raw_mode(stat.st_mode) == FileType::Directory,
            _ => false,
        }
    }

    pub fn subdirectory(&self, name: impl AsRef<Path>) -> Result<Self> {
        let name = name.as_ref();
        let path = self.path.join(name);
        match fs::openat(&self.fd, name, DIRECTORY.union(INSIDE), Mode::empty()) {
            Ok(fd) => Ok(Directory { fd, path }),
            Err(errno @ (Errno::LOOP | Errno::NOTDIR)) => Err(Error {
                kind: Kind::NotADirectory,
                ..Error::new(&path, errno)
            }),
            Err(errno) => Err(Error::new(&path, errno)),
        }
    }

    /// `None` where there is no such name.
    pub fn subdirectory_if_present(&self, name: impl AsRef<Path>) -> Result<Option<Self>> {
        match self.subdirectory(name) {
            Ok(directory) => Ok(Some(directory)),
            Err(error) if error.is_missing() => Ok(None),
            Err(error) => Err(error),
        }
    }

    pub fn make(&self, name: &str, access: &Access) -> Result<Self> {
        let made = fs::mkdirat(&self.fd, name, access.directory & OWN);
        self.at(name, made)?;
        let made = self.subdirectory(name)?;
        access.give(&made, &made.path)?;
        Ok(made)
    }

    pub fn subdirectory_or_new(&self, name: &str, access: &Access) -> Result<Self> {
        match self.make(name, access) {
            Err(error) if error.exists_already() => self.subdirectory(name),
            made => made,
        }
    }

    /// Opens a regular file; `None` where there is no such name.
    fn open_file(&self, name: &Path, flags: OFlags) -> Result<Option<File>> {
        let opened = fs::openat(&self.fd, name, REGULAR.union(flags), Mode::empty());
        let errno = match opened.map(File::from) {
            Ok(file) if self.at(name, file.metadata())?.is_file() => return Ok(Some(file)),
            Ok(_) => Errno::INVAL,
            Err(Errno::NOENT) => return Ok(None),
            Err(Errno::LOOP) => Errno::LOOP,
            Err(errno) => return Err(self.error(name, errno)),
        };

        Err(Error {
            kind: Kind::NotAFile,
            ..self.error(name, errno)
        })
    }

    pub fn file(&self, name: impl AsRef<Path>) -> Result<File> {
        self.open_present(name.as_ref(), OFlags::RDONLY)
    }

    fn open_present(&self, name: &Path, flags: OFlags) -> Result<File> {
        let file = self.open_file(name, flags)?;
        file.ok_or_else(|| self.error(name, Errno::NOENT))
    }

    /// Opens a regular file for reading and writing, and makes it where it is not there.
    pub fn file_or_new(&self, name: &str, access: &Access) -> Result<File> {
        if let Some(file) = self.open_file(name.as_ref(), OFlags::RDWR)? {
            return Ok(file);
        }

        match self.create(name, b"", access) {
            Err(error) if !error.exists_already() => Err(error),
            // Another program may have made it in between.
            _ => self.open_present(name.as_ref(), OFlags::RDWR),
        }
    }

    /// The bytes of a regular file, 256 MiB at most; `None` where there is no such name.
    pub fn read(&self, name: impl AsRef<Path>) -> Result<Option<Vec<u8>>> {
        let name = name.as_ref();
        let Some(file) = self.open_file(name, OFlags::RDONLY)? else {
            return Ok(None);
        };

        let length = self.at(name, file.metadata())?.len();
        if length > MAX_BYTES {
            return Err(self.error(name, Errno::FBIG));
        }

        let length = usize::try_from(length).unwrap_or_default();
        let mut bytes = Vec::with_capacity(length + 1);
        let read = file.take(MAX_BYTES).read_to_end(&mut bytes);
        self.at(name, read)?;
        Ok(Some(bytes))
    }

    /// Writes a file that was not there, and waits until its bytes are on the disk.
    pub fn create(&self, name: &str, bytes: &[u8], access: &Access) -> Result<()> {
        let opened = fs::openat(&self.fd, name, NEW, access.file & OWN);
        let mut file = File::from(self.at(name, opened)?);
        access.give(&file, &self.path.join(name))?;
        self.at(name, file.write_all(bytes))?;
        self.at(name, file.sync_all())
    }

    /// Puts a file in the place of another in one step; whatever happens, one of the two is there, whole.
    pub fn replace(&self, name: impl AsRef<Path>, bytes: &[u8], access: &Access) -> Result<()> {
        let name = name.as_ref();
        let new = format!(".{}.new", name.display());
        self.remove_tree(&new)?;
        let created = self.create(&new, bytes, access);
        let written = created.and_then(|()| self.rename(&new, self, name));
        if let Err(error) = written {
            let _ = self.remove(&new);
            // An operator knows the file that is written, and not its first name.
            let path = self.path.join(name);
            return Err(Error { path, ..error });
        }

        self.sync()
    }

    pub fn names(&self) -> Result<Vec<OsString>> {
        let mut names = Vec::new();
        for entry in self.at("", fs::Dir::read_from(&self.fd))? {
            let entry = self.at("", entry)?;
            let name = entry.file_name().to_bytes();
            if !matches!(name, b"." | b"..") {
                names.push(OsString::from_vec(name.to_vec()));
            }
        }

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
    ) -> Result<()> {
        let renamed = fs::renameat(&self.fd, name.as_ref(), &to.fd, new.as_ref());
        to.at(new, renamed)
    }

    /// Lets two names change places in one step.
    pub fn exchange(
        &self,
        name: impl AsRef<Path>,
        to: &Directory,
        new: impl AsRef<Path>,
    ) -> Result<()> {
        let flags = RenameFlags::EXCHANGE;
        let renamed = fs::renameat_with(&self.fd, name.as_ref(), &to.fd, new.as_ref(), flags);
        to.at(new, renamed)
    }

    /// As [`Directory::rename`], where nothing of the new name is there: otherwise the error is `EEXIST`. On a file system
    /// that knows no such renaming, it looks first.
    pub fn rename_to_new(
        &self,
        name: impl AsRef<Path>,
        to: &Directory,
        new: impl AsRef<Path>,
    ) -> Result<()> {
        let [name, new] = [name.as_ref(), new.as_ref()];
        let flags = RenameFlags::NOREPLACE;
        let renamed = fs::renameat_with(&self.fd, name, &to.fd, new, flags);
        match to.at(new, renamed) {
            Err(error) if error.is_unsupported() => {}
            outcome => return outcome,
        }

        if to.look(new)?.is_some() {
            return Err(to.error(new, Errno::EXIST));
        }

        self.rename(name, to, new)
    }

    pub fn link(&self, target: &str, name: &str) -> Result<()> {
        self.at(name, fs::symlinkat(target, &self.fd, name))
    }

    pub fn target(&self, name: &str) -> Result<String> {
        let target = fs::readlinkat(&self.fd, name, Vec::new());
        let target = self.at(name, target)?;
        Ok(target.to_string_lossy().into_owned())
    }

    /// Removes a file or a link, if it is there.
    pub fn remove(&self, name: impl AsRef<Path>) -> Result<()> {
        self.unlink(name.as_ref(), AtFlags::empty())
    }

    fn unlink(&self, name: &Path, flags: AtFlags) -> Result<()> {
        let unlinked = fs::unlinkat(&self.fd, name, flags);
        self.if_present(name, unlinked)?;
        Ok(())
    }

    /// Removes whatever has this name, a directory with all that is in it; links are removed and not followed.
    pub fn remove_tree(&self, name: impl AsRef<Path>) -> Result<()> {
        let name = name.as_ref();
        if !self.has_directory(name) {
            return self.remove(name);
        }

        let inner = self.subdirectory(name)?;
        for entry in inner.names()? {
            inner.remove_tree(&entry)?;
        }

        self.unlink(name, AtFlags::REMOVEDIR)
    }

    /// Sets owner, group and mode of a name, and of everything below it.
    pub fn set_access(&self, name: impl AsRef<Path>, access: &Access) -> Result<()> {
        let name = name.as_ref();
        if !self.has_directory(name) {
            let file = self.file(name)?;
            return access.give(&file, &self.path.join(name));
        }

        let inner = self.subdirectory(name)?;
        for entry in inner.names()? {
            inner.set_access(&entry, access)?;
        }

        access.give(&inner, &inner.path)
    }

    /// Waits until the names in it are on the disk.
    pub fn sync(&self) -> Result<()> {
        self.at("", fs::fsync(&self.fd))
    }

    /// The directory that a path below this one lies in, and its name there. A link in the last place is followed.
    pub fn resolve(&self, path: &Path) -> Result<(Directory, OsString)> {
        let (parent, name) = self.parent_of(path)?;
        match parent.look(&name)? {
            Some(stat) if is_link(&stat) => {
                let target = self.follow(path)?;
                self.parent_of(&target)
            }
            _ => Ok((parent, name)),
        }
    }

    /// The path below this directory that a link leads to; `EXDEV` where it leads out.
    pub fn follow(&self, path: &Path) -> Result<PathBuf> {
        let root = self.at("", self.path.canonicalize())?;
        let target = self.at(path, root.join(path).canonicalize())?;
        let inside = target.strip_prefix(&root);
        self.at(path, inside.map(Path::to_owned).map_err(|_| Errno::XDEV))
    }

    /// The directory that a path below this one lies in, and its name there; every step has to be a real directory.
    pub fn parent_of(&self, path: &Path) -> Result<(Directory, OsString)> {
        let mut parent = self.try_clone()?;
        for step in path.parent().into_iter().flatten() {
            parent = parent.subdirectory(step)?;
        }

        let name = path.file_name().unwrap_or(OsStr::new("."));
        Ok((parent, name.to_owned()))
    }

    /// What is left to the user on its file system.
    pub fn room(&self) -> Result<Room> {
        let room = self.at("", fs::fstatvfs(&self.fd))?;
        Ok(Room {
            bytes: room.f_bavail.saturating_mul(room.f_frsize),
            files: (room.f_files > 0).then_some(room.f_favail),
        })
    }

    pub fn try_clone(&self) -> Result<Self> {
        let fd = self.at("", self.fd.try_clone())?;
        let path = self.path.clone();
        Ok(Directory { fd, path })
    }
}

impl AsFd for Directory {
    fn as_fd(&self) -> BorrowedFd<'_> {
        self.fd.as_fd()
    }
}
