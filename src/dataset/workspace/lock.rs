//! One edit of a dataset directory at a time: the directory itself is locked, so there is no file that somebody else
//! may own, and nothing stays behind. The kernel gives the lock up when the program ends, however it ends.

use std::time::Duration;

use crate::directory::{self, Directory, NotTaken};
use crate::messages::{self as msg, Message};

/// How long to wait for somebody else's edit.
const PATIENCE: Duration = Duration::from_secs(60);
/// How long nobody needs to be told of it: another edit takes a moment.
const MOMENT: Duration = Duration::from_secs(2);

/// Takes the lock of `directory`, whose name is `shown`, until that is closed; `tell` hears that there is something to
/// wait for.
///
/// # Errors
/// When somebody else holds it for longer than a minute, or the file system has no locks.
pub fn take(directory: &Directory, shown: &str, tell: &mut dyn FnMut(Message)) -> Result<(), Message> {
    take_within((MOMENT, PATIENCE), directory, shown, tell)
}

fn take_within(
    (moment, patience): (Duration, Duration),
    directory: &Directory,
    shown: &str,
    tell: &mut dyn FnMut(Message),
) -> Result<(), Message> {
    let waiting = || tell(msg::waiting_for_the_dataset(shown));
    directory::lock(directory, moment, patience, waiting).map_err(|why| match why {
        NotTaken::Held => msg::dataset_is_held(shown),
        NotTaken::Failed(error) => msg::cannot_lock(shown, error),
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::scratch::Scratch;

    #[test]
    fn whoever_waits_for_long_is_told_and_whoever_waits_for_too_long_refused() {
        let directory = Scratch::new();
        let first = Directory::open(directory.as_ref()).unwrap();
        let take = |moment: u64, patience: u64, tell: &mut dyn FnMut()| {
            let limits = (Duration::from_millis(moment), Duration::from_millis(patience));
            take_within(limits, &Directory::open(directory.as_ref()).unwrap(), "dataset", &mut |message| {
                assert_eq!(message, msg::waiting_for_the_dataset("dataset"));
                tell();
            })
        };
        let never = &mut || panic!("there is nothing to wait for");
        take_within((Duration::ZERO, Duration::ZERO), &first, "dataset", &mut |_| never()).unwrap();
        assert_eq!(take(1000, 0, never), Err(msg::dataset_is_held("dataset")));
        let mut told = 0;
        assert!(take(0, 50, &mut || told += 1).is_err());
        assert_eq!(told, 1);
        let mut first = Some(first);
        assert_eq!(take(0, 60_000, &mut || drop(first.take())), Ok(()), "the other has ended");
    }
}
