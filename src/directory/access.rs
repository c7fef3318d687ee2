//! Owner, group and modes of what is written; they are never left to the umask.

use std::os::fd::AsFd;
use std::path::Path;

use rustix::fs::{Gid, Mode, Stat, Uid, fchmod, fchown, fstat};

use super::error::{Error, Kind};

#[derive(Clone, Copy, Debug)]
pub struct Access {
    pub file: Mode,
    pub directory: Mode,
    /// `None`: whoever runs the program.
    pub owner: Option<Uid>,
    /// `None`: the group that the system gives.
    pub group: Option<Gid>,
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
        }
    }

    /// Whether others than owner and group are kept out.
    pub fn is_closed(&self) -> bool {
        !self.file.contains(Mode::ROTH)
    }

    /// Gives what is open to owner and group, and sets its mode. A directory that hands its group down still does.
    pub(super) fn give(&self, opened: impl AsFd, mode: Mode, path: &Path) -> Result<(), Error> {
        let stat = fstat(&opened).map_err(|errno| Error::new(path, errno))?;
        let owner = self.owner.filter(|owner| owner.as_raw() != stat.st_uid);
        let group = self.group.filter(|group| group.as_raw() != stat.st_gid);
        if owner.is_some() || group.is_some() {
            fchown(&opened, owner, group)
                .map_err(|errno| Error { kind: Kind::NotGiven, ..Error::new(path, errno) })?;
        }
        let kept = Mode::from_raw_mode(stat.st_mode) & Mode::SGID;
        fchmod(&opened, mode | kept).map_err(|errno| Error::new(path, errno))
    }
}
