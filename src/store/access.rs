//! Who may read and write what is written to a store: its own mode and group say so, and never the umask.

use rustix::fs::{Gid, Mode, Stat};

use crate::directory::Access;

/// Who may read a release.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Audience {
    /// What was in service is public.
    Everybody,
    /// Owner and group: what is staged, and rows under embargo, are not public yet [D19a.6].
    Group,
}

impl Audience {
    /// The access of what is written to a store in this state: with the store's group where that writes or is the
    /// audience, writable for the group where the store is.
    pub fn access(self, store: &Stat) -> Access {
        let group_writes = Mode::from_raw_mode(store.st_mode).contains(Mode::WGRP);
        let needs_group = group_writes || self == Audience::Group;
        let (directory, file) = match self {
            Audience::Everybody => (0o755, 0o644),
            Audience::Group => (0o750, 0o640),
        };
        let mode = |mode| Mode::from_raw_mode(mode) | if group_writes { Mode::WGRP } else { Mode::empty() };
        Access {
            file: mode(file),
            directory: mode(directory),
            owner: None,
            group: needs_group.then(|| Gid::from_raw(store.st_gid)),
        }
    }
}

#[cfg(test)]
mod tests {
    use std::os::unix::fs::PermissionsExt;

    use super::*;
    use crate::store::samples::Scratch;

    /// Group of the store, and modes of directories and files in it, for a store of this mode.
    fn access(mode: u32, audience: Audience) -> (bool, u32, u32) {
        let scratch = Scratch::new();
        std::fs::set_permissions(&scratch, PermissionsExt::from_mode(mode)).unwrap();
        let access = audience.access(&scratch.dir().stat().unwrap());
        (access.group.is_some(), access.directory.as_raw_mode(), access.file.as_raw_mode())
    }

    #[test]
    fn the_audience_reads_and_the_group_writes_where_the_store_lets_it() {
        assert_eq!(access(0o755, Audience::Everybody), (false, 0o755, 0o644));
        assert_eq!(access(0o755, Audience::Group), (true, 0o750, 0o640));
        assert_eq!(access(0o775, Audience::Everybody), (true, 0o775, 0o664));
        assert_eq!(access(0o770, Audience::Group), (true, 0o770, 0o660));
    }

    #[test]
    fn what_is_made_gets_the_group_of_the_store() {
        let scratch = Scratch::new();
        if std::os::unix::fs::chown(&scratch, None, Some(1)).is_err() {
            eprintln!("not root: there is no other group");
            return;
        }
        std::fs::set_permissions(&scratch, PermissionsExt::from_mode(0o775)).unwrap();
        let directory = scratch.dir();
        let access = Audience::Everybody.access(&directory.stat().unwrap());
        directory.create("file", b"", &access).unwrap();
        directory.make("inner", &access).unwrap();
        let group = |name: &str| directory.look(name).unwrap().unwrap().st_gid;
        assert_eq!(["file", "inner"].map(group), [1, 1]);
        std::fs::write(scratch.join("other"), "").unwrap();
        directory.set_access("other", &access).unwrap();
        assert_eq!(group("other"), 1);
    }
}
