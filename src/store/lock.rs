//! `.lock`: held by whoever changes the store, given up by the kernel when the program ends in whatever way.

use std::fs::File;
use std::time::Duration;

use super::error::{Error, at};
use crate::directory::Access;
use crate::directory::Directory;
use crate::directory::{self, NotLocked};

const FILE: &str = ".lock";
/// How long to wait for somebody else who changes the store.
const PATIENCE: Duration = Duration::from_secs(30);

/// A lock that is held for as long as this lives.
pub struct Lock {
    _file: File,
}

impl Lock {
    /// Takes the lock; `waiting` is called once when somebody else holds it.
    ///
    /// # Errors
    /// When the file cannot be had, or somebody else holds it for longer than half a minute.
    pub fn take(root: &Directory, access: &Access, waiting: impl FnOnce()) -> Result<Self, Error> {
        Lock::take_within(PATIENCE, root, access, waiting)
    }

    fn take_within(
        patience: Duration,
        root: &Directory,
        access: &Access,
        waiting: impl FnOnce(),
    ) -> Result<Self, Error> {
        // For reading where it is there: a member of the store's group may have made it.
        let file = match root.file(FILE) {
            Err(error) if error.is_missing() => root.file_or_new(FILE, access)?,
            other => other?,
        };
        match directory::lock(&file, Duration::ZERO, patience, waiting) {
            Ok(()) => Ok(Lock { _file: file }),
            Err(NotLocked::Held) => Err(Error::Held),
            Err(NotLocked::Failed(error)) => Err(at(&root.path().join(FILE), error)),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::store::access::Audience;
    use crate::store::scratch::Scratch;

    #[test]
    fn whoever_comes_second_waits_and_not_for_ever() {
        let scratch = Scratch::new();
        let root = scratch.dir();
        let access = Audience::Everybody.access(&root.stat().unwrap());
        let take = |patience: Duration, waiting: &mut dyn FnMut()| {
            Lock::take_within(patience, &root, &access, waiting)
        };
        let mut waited = 0;
        let first = take(Duration::ZERO, &mut || waited += 1).unwrap();
        assert_eq!(waited, 0);
        assert!(matches!(take(Duration::ZERO, &mut || waited += 1), Err(Error::Held)));
        assert_eq!(waited, 1);
        let mut first = Some(first);
        assert!(take(Duration::ZERO, &mut || drop(first.take())).is_ok(), "the other has ended");
        std::fs::remove_file(scratch.join(FILE)).unwrap();
        std::fs::create_dir(scratch.join(FILE)).unwrap();
        assert!(matches!(take(Duration::ZERO, &mut || ()), Err(Error::NotAFile(_))));
    }
}
