//! The steps of an edit in a dataset directory that is held open: what is made there is like what was there before.

use std::fs::File;
use std::io::{self, Write};
use std::os::fd::AsFd;
use std::path::{Path, PathBuf};

use rustix::fs::{FileType, Gid, Mode, OFlags, Stat, Uid};
use rustix::io::Errno;

use crate::directory::Directory;

/// How a file is opened, or made, to be added to.
const ADD: OFlags = OFlags::WRONLY.union(OFlags::APPEND).union(OFlags::CREATE);
/// Of a file that is not yet like another: nobody else may read it.
const OWN: Mode = Mode::RUSR.union(Mode::WUSR);

/// Opens a regular file to be added to, and makes it where it is not there.
pub fn to_be_added_to(directory: &Directory, name: &str) -> io::Result<File> {
    directory.file(name, ADD, OWN)?.ok_or_else(|| Errno::NOENT.into())
}

/// Writes a file that was not there, with owner, group and mode of `like`, and waits until it is on the disk.
pub fn create(directory: &Directory, name: &str, bytes: &[u8], like: &Stat) -> io::Result<()> {
    let mut file = directory.create(name, OWN)?;
    file.write_all(bytes)?;
    resemble(&file, like)?;
    file.sync_all()
}

/// Makes a directory that was not there, with owner, group and mode of the one that it is in.
pub fn make(directory: &Directory, name: &str) -> io::Result<Directory> {
    let made = directory.make(name, Mode::RWXU)?;
    resemble(&made, &directory.stat()?)?;
    Ok(made)
}

/// Lets two names change places in one step; false where the file system cannot.
pub fn exchange(from: &Directory, name: &str, to: &Directory, other: &str) -> io::Result<bool> {
    match from.exchange(name, to, other) {
        Err(error) if matches!(Errno::from_io_error(&error), Some(Errno::INVAL | Errno::NOSYS)) => Ok(false),
        outcome => outcome.map(|()| true),
    }
}

/// Removes a directory of files; that it is not there is as good.
pub fn remove(directory: &Directory, name: &str) -> io::Result<()> {
    let Some(inner) = directory.inner(name)? else { return Ok(()) };
    for name in inner.names()? {
        inner.remove(name)?;
    }
    directory.remove_directory(name)
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
pub fn place(root: &Path, directory: &Directory, path: &str) -> io::Result<(Directory, String)> {
    let (within, name) = split(path);
    let parent = descend(directory, within)?;
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
    Ok((descend(directory, within)?, name.to_owned()))
}

fn split(path: &str) -> (&str, &str) {
    path.rsplit_once('/').unwrap_or(("", path))
}

fn descend(directory: &Directory, within: &str) -> io::Result<Directory> {
    let mut here = directory.try_clone()?;
    for name in within.split('/').filter(|name| !name.is_empty()) {
        here = here.inner(name)?.ok_or(Errno::NOENT)?;
    }
    Ok(here)
}

#[cfg(test)]
mod tests;
