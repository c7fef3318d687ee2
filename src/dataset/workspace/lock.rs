//! One edit of a dataset directory at a time: the directory itself is locked, so there is no file that somebody else
//! may own, and nothing stays behind. The kernel gives the lock up when the program ends, however it ends.

use std::time::{Duration, Instant as Stopwatch};

use rustix::fs::{FlockOperation, flock};
use rustix::io::Errno;

use super::folder::Folder;
use crate::messages::{self as say, Message};

/// How long to wait for somebody else's edit.
const PATIENCE: Duration = Duration::from_secs(60);
/// How often to look whether it has ended.
const INTERVAL: Duration = Duration::from_millis(10);

/// Takes the lock of `folder`, whose name is `shown`, until that is closed; `tell` hears that there is something to
/// wait for.
///
/// # Errors
/// When somebody else holds it for longer than a minute, or the file system has no locks.
pub fn take(folder: &Folder, shown: &str, tell: &mut dyn FnMut(Message)) -> Result<(), Message> {
    let since = Stopwatch::now();
    let mut told = false;
    loop {
        match flock(folder, FlockOperation::NonBlockingLockExclusive) {
            Ok(()) => return Ok(()),
            Err(Errno::WOULDBLOCK) if since.elapsed() > PATIENCE => return Err(say::dataset_is_held(shown)),
            Err(Errno::WOULDBLOCK) => {}
            Err(errno) => return Err(say::cannot_lock(shown, errno)),
        }
        // Another edit takes a moment; only who waits longer wants to know for what.
        if !told && since.elapsed() > Duration::from_secs(2) {
            tell(say::waiting_for_the_dataset(shown));
            told = true;
        }
        std::thread::sleep(INTERVAL);
    }
}
