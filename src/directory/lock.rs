//! Locks of open files and directories, which the kernel gives up when they are closed, however the program ends.

use std::io;
use std::os::fd::AsFd;
use std::time::{Duration, Instant as Stopwatch};

use rustix::fs::{FlockOperation, flock};
use rustix::io::Errno;

const RETRY: Duration = Duration::from_millis(10);

/// Why a lock was not taken.
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
        let mut told = 0;
        let free = take(0, 0, &mut || told += 1);
        assert!(free.is_ok() && told == 0);
        lock(&first, Duration::ZERO, Duration::ZERO, || ()).unwrap();
        assert!(matches!(take(1000, 0, &mut || told += 1), Err(NotLocked::Held)) && told == 0);
        assert!(matches!(take(0, 50, &mut || told += 1), Err(NotLocked::Held)) && told == 1);
        let mut first = Some(first);
        assert!(take(0, 60_000, &mut || drop(first.take())).is_ok(), "the other has ended");
    }
}
