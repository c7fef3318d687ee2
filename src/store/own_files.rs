//! Files of the store's own: `.publishing`, what is about to be written to the journal, so that the next command after a
//! killed program knows what was meant; and `.reserve`, a little room that is given up when the disk is full, so that a
//! rollback still finds a place for its link and its line in the journal.

use super::entry::Entry;
use super::error::{Error, at};
use super::names;
use crate::directory::{Access, Directory};

const MARKER: &str = ".publishing";
const RESERVE: &str = ".reserve";
/// Enough for some dozens of lines of the journal.
const RESERVE_BYTES: usize = 16 << 10;

/// Reads the marker; `None` where there is none, or where it names nothing that could be a release.
pub fn read_marker(root: &Directory) -> Result<Option<Entry>, Error> {
    let Some(bytes) = root.read(MARKER)? else { return Ok(None) };
    let entry = serde_json::from_slice::<Entry>(&bytes).ok();
    match entry.filter(|entry| names::check(entry.event.version()).is_ok()) {
        Some(entry) => Ok(Some(entry)),
        None => remove_marker(root).map(|()| None),
    }
}

/// Whether something was begun and not finished.
pub fn has_marker(root: &Directory) -> Result<bool, Error> {
    Ok(root.look(MARKER)?.is_some())
}

/// Writes down what is about to happen.
pub fn write_marker(root: &Directory, entry: &Entry, access: &Access) -> Result<(), Error> {
    let bytes = serde_json::to_vec(entry).map_err(|error| at(&root.path().join(MARKER), error))?;
    Ok(root.replace(MARKER, &bytes, access)?)
}

/// It has happened, or will not.
pub fn remove_marker(root: &Directory) -> Result<(), Error> {
    Ok(root.remove(MARKER)?)
}

/// Creates the reserve where it is not there. Where there is no room for it, the store is none the worse.
pub fn create_reserve(root: &Directory, access: &Access) {
    if matches!(root.look(RESERVE), Ok(None))
        && root.create(RESERVE, &[b'\n'; RESERVE_BYTES], access).is_err()
    {
        let _ = root.remove(RESERVE);
    }
}

/// Does something that needs room; where there is none, gives the reserve up and tries again.
pub fn with_reserve<T>(root: &Directory, mut step: impl FnMut() -> Result<T, Error>) -> Result<T, Error> {
    match step() {
        Err(error) if error.is_no_room() && matches!(root.look(RESERVE), Ok(Some(_))) => {
            root.remove(RESERVE)?;
            step()
        }
        other => other,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::store::access::Audience;
    use crate::store::error::at;
    use crate::store::samples::Scratch;

    #[test]
    fn the_reserve_is_given_up_for_want_of_room_and_for_nothing_else() {
        let scratch = Scratch::new();
        let root = scratch.dir();
        // How often a step is tried that fails so.
        let tried = |errno: rustix::io::Errno| {
            let mut tried = 0;
            let outcome: Result<(), Error> = with_reserve(&root, || {
                tried += 1;
                Err(at(root.path(), errno))
            });
            assert!(outcome.is_err());
            tried
        };
        let access = Audience::Everybody.access(&root.stat().unwrap());
        create_reserve(&root, &access);
        assert_eq!(scratch.text(RESERVE).len(), RESERVE_BYTES);
        assert_eq!(tried(rustix::io::Errno::ACCESS), 1);
        assert!(scratch.join(RESERVE).exists());
        assert_eq!(tried(rustix::io::Errno::NOSPC), 2);
        assert!(!scratch.join(RESERVE).exists());
        assert_eq!(tried(rustix::io::Errno::NOSPC), 1, "there is nothing left to give up");
        scratch.write(RESERVE, "as it is");
        create_reserve(&root, &access);
        assert_eq!(scratch.text(RESERVE), "as it is");
        assert_eq!(with_reserve(&root, || Ok(7)).unwrap(), 7);
    }
}
