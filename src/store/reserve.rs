//! `.reserve`: a little room that is given up when the disk is full, so that a rollback still finds a place for its link
//! and its line in the journal.

use super::access::Access;
use super::dir::Dir;
use super::error::Error;

const FILE: &str = ".reserve";
/// Bytes: enough for some dozens of lines of the journal.
const SIZE: usize = 16 << 10;

/// Lays it in, where it is not there. Where there is no room for it, the store is none the worse.
pub fn lay_in(root: &Dir, access: &Access) {
    if matches!(root.look(FILE), Ok(None)) && root.create(FILE, &[b'\n'; SIZE], access).is_err() {
        let _ = root.remove(FILE);
    }
}

/// Does something that needs room; where there is none, gives the reserve up and tries again.
pub fn with_room<T>(root: &Dir, mut step: impl FnMut() -> Result<T, Error>) -> Result<T, Error> {
    match step() {
        Err(error) if error.is_no_room() && matches!(root.look(FILE), Ok(Some(_))) => {
            root.remove(FILE)?;
            step()
        }
        other => other,
    }
}
