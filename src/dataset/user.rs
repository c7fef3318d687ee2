//! Users: who is at the keyboard, and whose something is. The environment, which anybody can set, is never asked.

use std::fs;

/// What `/proc/self/loginuid` holds where nobody has logged in: a service, a container.
const NOBODY_LOGGED_IN: u32 = u32::MAX;

/// A user by number and, where there is one, by name.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct User {
    pub uid: u32,
    /// The name, or `uid 1000` where `/etc/passwd` has none.
    pub name: String,
}

impl User {
    /// The user who has logged in, also behind `sudo` and `su`; where nobody has, the one that the program runs as.
    pub fn at_the_keyboard() -> Self {
        let login = fs::read_to_string("/proc/self/loginuid").ok().and_then(|text| text.trim().parse().ok());
        let login = login.filter(|uid| *uid != NOBODY_LOGGED_IN);
        let uid = login.unwrap_or_else(|| rustix::process::getuid().as_raw());
        User { uid, name: name_of(uid).unwrap_or_else(|| format!("uid {uid}")) }
    }
}

/// The user of a number as `sudo -u` takes it from a shell: by name, or with a hash before the number.
pub fn for_sudo(uid: u32) -> String {
    name_of(uid).unwrap_or_else(|| format!("'#{uid}'"))
}

/// Whether whoever runs the program may change what belongs to this user: only root's and one's own. In a directory of
/// somebody else one would follow what that one has laid out there.
pub fn may_change(owner: u32) -> bool {
    owner == 0 || owner == rustix::process::geteuid().as_raw()
}

/// Read as a file: the library's own look-up does not work in a static program.
fn name_of(uid: u32) -> Option<String> {
    let passwd = fs::read_to_string("/etc/passwd").ok()?;
    passwd.lines().find_map(|line| {
        let mut fields = line.split(':');
        let name = fields.next()?;
        (fields.nth(1)?.parse() == Ok(uid)).then(|| name.to_owned())
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn users_have_their_names_and_strangers_their_numbers() {
        assert_eq!(name_of(0).as_deref(), Some("root"));
        assert_eq!(name_of(4_000_000_000), None);
        assert_eq!(for_sudo(0), "root");
        assert_eq!(for_sudo(4_000_000_000), "'#4000000000'");
        assert_ne!(User::at_the_keyboard().uid, NOBODY_LOGGED_IN);
    }

    #[test]
    fn what_is_roots_or_ones_own_may_be_changed() {
        assert!(may_change(0) && may_change(rustix::process::geteuid().as_raw()));
        assert!(!may_change(4_000_000_000));
    }
}
