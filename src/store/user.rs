//! Who is at the keyboard, and whose a store is. The environment, which anybody can set, is never asked.

use std::fs;

use super::dir::Dir;
use super::error::Error;

/// What `/proc/self/loginuid` holds where nobody has logged in: a service, a container.
const NOBODY_LOGGED_IN: u32 = u32::MAX;

/// A user by number and, where there is one, by name.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct User {
    /// The number.
    pub uid: u32,
    /// The name, or `uid 1000` where `/etc/passwd` has none.
    pub name: String,
}

impl User {
    /// The user who has logged in, also behind `sudo` and `su`; where nobody has, the one that the program runs as.
    pub fn at_the_keyboard() -> Self {
        let login = fs::read_to_string("/proc/self/loginuid").ok().and_then(|text| text.trim().parse().ok());
        let login = login.filter(|uid| *uid != NOBODY_LOGGED_IN);
        User::numbered(login.unwrap_or_else(|| rustix::process::getuid().as_raw()))
    }

    fn numbered(uid: u32) -> Self {
        // Read as a file: the library's own look-up does not work in a static program.
        let passwd = fs::read_to_string("/etc/passwd").unwrap_or_default();
        let name = passwd.lines().find_map(|line| {
            let mut fields = line.split(':');
            let name = fields.next()?;
            (fields.nth(1)?.parse() == Ok(uid)).then(|| name.to_owned())
        });
        User { uid, name: name.unwrap_or_else(|| format!("uid {uid}")) }
    }
}

/// Whoever changes a directory of somebody else would follow what that one has laid out there.
///
/// # Errors
/// When it belongs neither to root nor to the user that the program runs as.
pub fn may_write(directory: &Dir) -> Result<(), Error> {
    let owner = directory.stat()?.st_uid;
    if owner == 0 || owner == rustix::process::geteuid().as_raw() {
        return Ok(());
    }
    let name = User::numbered(owner).name;
    // sudo(8) writes a number with a hash before it.
    let name = name.strip_prefix("uid ").map_or_else(|| name.clone(), |uid| format!("#{uid}"));
    Err(Error::Owner(directory.path().to_owned(), name))
}
