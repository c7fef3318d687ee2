//! `.reserve`: a little room that is given up when the disk is full, so that a rollback still finds a place for its link
//! and its line in the journal.

use super::error::Error;
use crate::directory::Access;
use crate::directory::Directory;

const FILE: &str = ".reserve";
/// Bytes: enough for some dozens of lines of the journal.
const SIZE: usize = 16 << 10;

/// Lays it in, where it is not there. Where there is no room for it, the store is none the worse.
pub fn create(root: &Directory, access: &Access) {
    if matches!(root.look(FILE), Ok(None)) && root.create(FILE, &[b'\n'; SIZE], access).is_err() {
        let _ = root.remove(FILE);
    }
}

/// Does something that needs room; where there is none, gives the reserve up and tries again.
pub fn with_reserve<T>(root: &Directory, mut step: impl FnMut() -> Result<T, Error>) -> Result<T, Error> {
    match step() {
        Err(error) if error.is_no_room() && matches!(root.look(FILE), Ok(Some(_))) => {
            root.remove(FILE)?;
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
    use crate::store::scratch::Scratch;

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
        create(&root, &access);
        assert_eq!(scratch.text(FILE).len(), SIZE);
        assert_eq!(tried(rustix::io::Errno::ACCESS), 1);
        assert!(scratch.join(FILE).exists());
        assert_eq!(tried(rustix::io::Errno::NOSPC), 2);
        assert!(!scratch.join(FILE).exists());
        assert_eq!(tried(rustix::io::Errno::NOSPC), 1, "there is nothing left to give up");
        scratch.write(FILE, "as it is");
        create(&root, &access);
        assert_eq!(scratch.text(FILE), "as it is");
        assert_eq!(with_reserve(&root, || Ok(7)).unwrap(), 7);
    }
}
