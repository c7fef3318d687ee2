//! One edit of a dataset directory at a time: the directory itself is locked, so there is no file that somebody else
//! may own, and nothing stays behind. The kernel gives the lock up when the program ends, however it ends.

use std::time::{Duration, Instant as Stopwatch};

use rustix::fs::{FlockOperation, flock};
use rustix::io::Errno;

use super::folder::Folder;
use crate::messages::{self as say, Message};

/// How long to wait for somebody else's edit.
const PATIENCE: Duration = Duration::from_secs(60);
/// How long nobody needs to be told of it: another edit takes a moment.
const MOMENT: Duration = Duration::from_secs(2);
/// How often to look whether it has ended.
const INTERVAL: Duration = Duration::from_millis(10);

/// Takes the lock of `folder`, whose name is `shown`, until that is closed; `tell` hears that there is something to
/// wait for.
///
/// # Errors
/// When somebody else holds it for longer than a minute, or the file system has no locks.
pub fn take(folder: &Folder, shown: &str, tell: &mut dyn FnMut(Message)) -> Result<(), Message> {
    take_within((MOMENT, PATIENCE), folder, shown, tell)
}

fn take_within(
    (moment, patience): (Duration, Duration),
    folder: &Folder,
    shown: &str,
    tell: &mut dyn FnMut(Message),
) -> Result<(), Message> {
    let since = Stopwatch::now();
    let mut told = false;
    loop {
        match flock(folder, FlockOperation::NonBlockingLockExclusive) {
            Ok(()) => return Ok(()),
            Err(Errno::WOULDBLOCK) if since.elapsed() > patience => return Err(say::dataset_is_held(shown)),
            Err(Errno::WOULDBLOCK) => {}
            Err(errno) => return Err(say::cannot_lock(shown, errno)),
        }
        if !told && since.elapsed() > moment {
            tell(say::waiting_for_the_dataset(shown));
            told = true;
        }
        std::thread::sleep(INTERVAL);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::scratch::Scratch;

    #[test]
    fn whoever_waits_for_long_is_told_and_whoever_waits_for_too_long_refused() {
        let directory = Scratch::new();
        let first = Folder::open(directory.as_ref()).unwrap();
        let take = |moment: u64, patience: u64, tell: &mut dyn FnMut()| {
            let limits = (Duration::from_millis(moment), Duration::from_millis(patience));
            take_within(limits, &Folder::open(directory.as_ref()).unwrap(), "dataset", &mut |message| {
                assert_eq!(message, say::waiting_for_the_dataset("dataset"));
                tell();
            })
        };
        let never = &mut || panic!("there is nothing to wait for");
        take_within((Duration::ZERO, Duration::ZERO), &first, "dataset", &mut |_| never()).unwrap();
        assert_eq!(take(1000, 0, never), Err(say::dataset_is_held("dataset")));
        let mut told = 0;
        assert!(take(0, 50, &mut || told += 1).is_err());
        assert_eq!(told, 1);
        let mut first = Some(first);
        assert_eq!(take(0, 60_000, &mut || drop(first.take())), Ok(()), "the other has ended");
    }
}
