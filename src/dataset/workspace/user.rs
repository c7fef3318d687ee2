//! Who is at the keyboard, and whose a directory is. The environment, which anybody can set, is never asked.

use std::fs;

/// What `/proc/self/loginuid` holds where nobody has logged in: a service, a container.
const NOBODY_LOGGED_IN: u32 = u32::MAX;

/// The user who has logged in, also behind `sudo`; where nobody has, the one that the program runs as.
pub fn at_the_keyboard() -> String {
    let login = fs::read_to_string("/proc/self/loginuid").ok().and_then(|text| text.trim().parse().ok());
    let login = login.filter(|uid| *uid != NOBODY_LOGGED_IN);
    let uid = login.unwrap_or_else(|| rustix::process::getuid().as_raw());
    name_of(uid).unwrap_or_else(|| format!("uid {uid}"))
}

/// The user of a number as `sudo -u` takes it.
pub fn for_sudo(uid: u32) -> String {
    name_of(uid).unwrap_or_else(|| format!("'#{uid}'"))
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
