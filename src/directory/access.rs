//! Owner, group and modes of new files, which are never left to the umask; and the locks of files and directories,
//! which the kernel gives up when they are closed, however the program ends.

use super::*;

use std::time::{Duration, Instant as Stopwatch};

use rustix::fs::{FlockOperation, Gid, Uid, fchmod, fchown, flock, fstat};

use super::Error;

const RETRY: Duration = Duration::from_millis(10);

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

    pub fn is_closed(&self) -> bool {
        !self.file.contains(Mode::ROTH)
    }

    /// Gives an open file or directory to owner and group, and sets its mode. A directory that hands its group down still
    /// does.
    pub(super) fn give(&self, opened: impl AsFd, path: &Path) -> Result<(), Error> {
        let stat = fstat(&opened).map_err(|errno| Error::new(path, errno))?;
        let (mode, group) = match FileType::from_raw_mode(stat.st_mode) {
            FileType::Directory => (self.directory, self.group),
            _ => (self.file, self.readers.or(self.group)),
        };
        let owner = self.owner.filter(|owner| owner.as_raw() != stat.st_uid);
        let group = group.filter(|group| group.as_raw() != stat.st_gid);
        if owner.is_some() || group.is_some() {
            fchown(&opened, owner, group)
                .map_err(|errno| Error { kind: Kind::NotGiven, ..Error::new(path, errno) })?;
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
        if since.elapsed() >= moment {
            if let Some(waiting) = waiting.take() {
                waiting();
                continue;
            }
        }
        if since.elapsed() > patience {
            return Err(NotLocked::Held);
        }
        std::thread::sleep(RETRY);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::directory::Directory;
    use crate::scratch::Scratch;

    #[test]
    fn waiting_is_reported_and_does_not_last_for_ever() {
        let scratch = Scratch::new();
        let first = Directory::open(scratch.as_ref()).unwrap();
        let take = |moment: u64, patience: u64, waiting: &mut dyn FnMut()| {
            let second = Directory::open(scratch.as_ref()).unwrap();
            lock(&second, Duration::from_millis(moment), Duration::from_millis(patience), waiting)
        };
        let mut calls = 0;
        let free = take(0, 0, &mut || calls += 1);
        assert!(free.is_ok() && calls == 0);
        lock(&first, Duration::ZERO, Duration::ZERO, || ()).unwrap();
        assert!(matches!(take(1000, 0, &mut || calls += 1), Err(NotLocked::Held)) && calls == 0);
        assert!(matches!(take(0, 50, &mut || calls += 1), Err(NotLocked::Held)) && calls == 1);
        let mut first = Some(first);
        assert!(take(0, 60_000, &mut || drop(first.take())).is_ok(), "the other has ended");
    }
}
