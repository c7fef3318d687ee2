//! `.lock`: held by whoever changes the store, given up by the kernel when the program ends in whatever way.

use std::fs::File;
use std::time::{Duration, Instant as Stopwatch};

use rustix::fs::{FlockOperation, OFlags, flock};

use super::access::Access;
use super::dir::Dir;
use super::error::Error;

const FILE: &str = ".lock";
/// How long to wait for somebody else who changes the store.
const PATIENCE: Duration = Duration::from_secs(30);
/// How often to try again meanwhile.
const PACE: Duration = Duration::from_millis(50);

/// A lock that is held for as long as this lives.
pub struct Lock {
    _file: File,
}

impl Lock {
    /// Takes the lock; `waiting` is called once when somebody else holds it.
    ///
    /// # Errors
    /// When the file cannot be had, or somebody else holds it for longer than half a minute.
    pub fn take(root: &Dir, access: &Access, waiting: impl FnOnce()) -> Result<Self, Error> {
        // For reading where it is there: a member of the store's group may have made it.
        let file = match root.regular(FILE, OFlags::RDONLY, access) {
            Err(error) if error.is_missing() => root.regular(FILE, OFlags::RDWR | OFlags::CREATE, access)?,
            other => other?,
        };
        let lock = || flock(&file, FlockOperation::NonBlockingLockExclusive);
        if lock().is_ok() {
            return Ok(Lock { _file: file });
        }
        waiting();
        let since = Stopwatch::now();
        while lock().is_err() {
            if since.elapsed() > PATIENCE {
                return Err(Error::Held);
            }
            std::thread::sleep(PACE);
        }
        Ok(Lock { _file: file })
    }
}
