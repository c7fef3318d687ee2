//! Who may read and write what is written to a store: modes are set by the store's own, and never left to the umask.

use std::os::fd::AsFd;
use std::path::Path;

use rustix::fs::{Gid, Mode, Stat};

use super::error::{Error, at};

/// Who may read a release.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Audience {
    /// Everybody: what was in service is public.
    Everybody,
    /// Owner and group: what is staged, and rows under embargo, are not public yet [D19a.6].
    Group,
}

/// The modes and the group of what is written.
#[derive(Clone, Copy, Debug)]
pub struct Access {
    audience: Audience,
    /// The store's group, where what is written has to have it.
    group: Option<Gid>,
    /// Whether the store's group may write to it.
    group_writes: bool,
}

impl Access {
    /// What is written to a store of which the kernel says this: with the store's group where that writes or is the
    /// audience, writable for the group where the store is.
    pub fn below(store: &Stat, audience: Audience) -> Self {
        let group_writes = Mode::from_raw_mode(store.st_mode).contains(Mode::WGRP);
        let needed = group_writes || audience == Audience::Group;
        Access { audience, group: needed.then(|| Gid::from_raw(store.st_gid)), group_writes }
    }

    /// Whether others than owner and group are kept out.
    pub fn is_closed(&self) -> bool {
        self.audience == Audience::Group
    }

    /// The mode of a directory.
    pub fn directory(&self) -> Mode {
        let mode = match self.audience {
            Audience::Everybody => Mode::from_raw_mode(0o755),
            Audience::Group => Mode::from_raw_mode(0o750),
        };
        self.with_group(mode)
    }

    /// The mode of a file.
    pub fn file(&self) -> Mode {
        let mode = match self.audience {
            Audience::Everybody => Mode::from_raw_mode(0o644),
            Audience::Group => Mode::from_raw_mode(0o640),
        };
        self.with_group(mode)
    }

    fn with_group(&self, mode: Mode) -> Mode {
        if self.group_writes { mode | Mode::WGRP } else { mode }
    }

    /// Gives what was just made to the group, where it has another.
    pub fn give(&self, made: impl AsFd, path: &Path) -> Result<(), Error> {
        let Some(group) = self.group else { return Ok(()) };
        let stat = rustix::fs::fstat(&made).map_err(|errno| at(path, errno))?;
        if stat.st_gid == group.as_raw() {
            return Ok(());
        }
        rustix::fs::fchown(&made, None, Some(group)).map_err(|_| Error::Group(path.to_owned()))
    }

    /// Sets the mode, and the group, of what was there.
    pub fn set(&self, found: impl AsFd, mode: Mode, path: &Path) -> Result<(), Error> {
        self.give(&found, path)?;
        let stat = rustix::fs::fstat(&found).map_err(|errno| at(path, errno))?;
        let kept = Mode::from_raw_mode(stat.st_mode) & Mode::SGID;
        rustix::fs::fchmod(&found, mode | kept).map_err(|errno| at(path, errno))
    }
}

#[cfg(test)]
mod tests {
    use std::os::unix::fs::PermissionsExt;

    use super::*;
    use crate::store::scratch::Scratch;

    /// Group of the store, and modes of directories and files in it, for a store of this mode.
    fn below(mode: u32, audience: Audience) -> (bool, u32, u32) {
        let scratch = Scratch::new();
        std::fs::set_permissions(&scratch, PermissionsExt::from_mode(mode)).unwrap();
        let access = Access::below(&scratch.dir().stat().unwrap(), audience);
        (access.group.is_some(), access.directory().as_raw_mode(), access.file().as_raw_mode())
    }

    #[test]
    fn the_audience_reads_and_the_group_writes_where_the_store_lets_it() {
        assert_eq!(below(0o755, Audience::Everybody), (false, 0o755, 0o644));
        assert_eq!(below(0o755, Audience::Group), (true, 0o750, 0o640));
        assert_eq!(below(0o775, Audience::Everybody), (true, 0o775, 0o664));
        assert_eq!(below(0o770, Audience::Group), (true, 0o770, 0o660));
    }

    #[test]
    fn a_directory_that_hands_its_group_down_still_does() {
        let scratch = Scratch::new();
        std::fs::set_permissions(&scratch, PermissionsExt::from_mode(0o2700)).unwrap();
        let directory = scratch.dir();
        let access = Access::below(&directory.stat().unwrap(), Audience::Everybody);
        let mode = |name: &str| Mode::from_raw_mode(directory.look(name).unwrap().unwrap().st_mode);
        std::fs::create_dir(scratch.join("inner")).unwrap();
        directory.set_audience("inner", &access).unwrap();
        assert_eq!(mode("inner").as_raw_mode(), 0o2755);
    }

    #[test]
    fn what_is_made_gets_the_group_of_the_store() {
        let scratch = Scratch::new();
        if std::os::unix::fs::chown(&scratch, None, Some(1)).is_err() {
            eprintln!("not root: there is no other group");
            return;
        }
        std::fs::set_permissions(&scratch, PermissionsExt::from_mode(0o775)).unwrap();
        let directory = scratch.dir();
        let access = Access::below(&directory.stat().unwrap(), Audience::Everybody);
        directory.create("file", b"", &access).unwrap();
        directory.make("inner", &access).unwrap();
        let group = |name: &str| directory.look(name).unwrap().unwrap().st_gid;
        assert_eq!(["file", "inner"].map(group), [1, 1]);
        std::fs::write(scratch.join("other"), "").unwrap();
        directory.set_audience("other", &access).unwrap();
        assert_eq!(group("other"), 1);
    }
}
