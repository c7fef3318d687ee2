//! Users: who has logged in, to whom files belong, and advice after a permission error. Never asks the environment, which
//! anybody can set.

use super::*;

use std::os::unix::fs::MetadataExt;
use std::{fs, io};

use rustix::fs::Gid;
use rustix::process;

/// The value of `/proc/self/loginuid` where nobody has logged in: a service, a container.
const NOBODY_LOGGED_IN: u32 = u32::MAX;

/// The account and the group of the service.
pub const SERVICE: &str = "indicatord";

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
        let login = fs::read_to_string("/proc/self/loginuid").unwrap_or_default();
        let uid = match login.trim().parse() {
            Ok(uid) if uid != NOBODY_LOGGED_IN => uid,
            _ => process::getuid().as_raw(),
        };
        let name = name_of(uid).unwrap_or_else(|| name_by_number(uid));
        User { uid, name }
    }

    /// Returns true if what is noted under this name is this user's. Where names could not be read, notes have the number.
    pub fn is_named(&self, name: &str) -> bool {
        name == self.name || name == name_by_number(self.uid)
    }
}

fn name_by_number(uid: u32) -> String {
    format!("uid {uid}")
}

/// The user of a number as `sudo -u` takes it from a shell: by name, or with a hash before the number.
pub fn for_sudo(uid: u32) -> String {
    name_of(uid).unwrap_or_else(|| format!("'#{uid}'"))
}

/// Returns true if the user that runs the program may change files of this owner: only their own and root's. In a directory
/// of somebody else the program would follow whatever that user has laid out there.
pub fn may_change(owner: u32) -> bool {
    owner == 0 || is_self(owner)
}

/// Why the system has refused something at a path; where permission is missing, with who has it and what would help.
pub fn reason(path: &Path, error: &io::Error) -> Message {
    let why = msg::reason(error);
    if error.kind() != io::ErrorKind::PermissionDenied {
        return why;
    }

    match remedy(path) {
        Some(remedy) => msg::followed_by(why, remedy),
        None => why,
    }
}

/// Advice for a permission error, by the owner, group and mode of what is there: which user or group could do it.
fn remedy(path: &Path) -> Option<Message> {
    let uid = process::geteuid().as_raw();
    let me = for_sudo(uid);
    // Permissions do not keep root from anything: something else has. And the service is never to get more rights than it
    // was given, even if an operator runs a command under its name.
    if uid == 0 || me == SERVICE {
        return None;
    }

    let existing = path.ancestors().find(|path| path.exists());
    let existing = existing.unwrap_or(Path::new("."));
    let metadata = fs::metadata(existing).ok()?;
    let owner = for_sudo(metadata.uid());
    let gid = metadata.gid();

    let wanted = if metadata.is_dir() { 0o020 } else { 0o040 };
    let is_of_group = metadata.mode() & wanted != 0;
    if is_of_group && !is_member(gid) {
        let (group, members) = group_of(gid)?;
        return Some(match members.contains(&me) {
            true => msg::log_in_again(me, group),
            false => msg::join_the_group(me, group, owner),
        });
    }

    if metadata.uid() == uid {
        return None;
    }

    let may_open = metadata.is_dir() && !is_of_group && gid != 0 && is_member(gid);
    match group_of(gid) {
        Some((group, _)) if may_open => Some(msg::open_to_the_group(group, existing.display())),
        _ => Some(msg::act_as_owner(me, owner)),
    }
}

/// Returns true if this is the user that runs the program.
pub fn is_self(uid: u32) -> bool {
    uid == process::geteuid().as_raw()
}

/// The name of a group, or its number where it has none.
pub fn group_name(gid: u32) -> String {
    group_of(gid).map_or_else(|| gid.to_string(), |(name, _)| name)
}

fn name_of(uid: u32) -> Option<String> {
    let user = find_account("/etc/passwd", |user| user.number == uid)?;
    Some(user.name)
}

/// The name of a group, and the members that are listed.
pub fn group_of(gid: u32) -> Option<(String, Vec<String>)> {
    let group = find_account("/etc/group", |group| group.number == gid)?;
    let members = group.behind.split(',').map(str::to_owned);
    Some((group.name, members.collect()))
}

/// A group by its name.
pub fn group(name: &str) -> Option<Gid> {
    let group = find_account("/etc/group", |group| group.name == name)?;
    Some(Gid::from_raw(group.number))
}

/// A user or a group.
struct Account {
    number: u32,
    name: String,
    /// The field behind the number.
    behind: String,
}

/// Finds a user or a group. Read from the file: the library's own look-up does not work in a static program.
fn find_account(file: &str, is_wanted: impl Fn(&Account) -> bool) -> Option<Account> {
    let text = fs::read_to_string(file).unwrap_or_default();
    let mut accounts = text.lines().filter_map(read_account);
    accounts.find(is_wanted)
}

fn read_account(line: &str) -> Option<Account> {
    let mut fields = line.split(':');
    Some(Account {
        name: fields.next()?.to_owned(),
        number: fields.nth(1)?.parse().ok()?,
        behind: fields.next().unwrap_or_default().to_owned(),
    })
}

/// Returns true if this process is of the group.
fn is_member(gid: u32) -> bool {
    let mut groups = process::getgroups().unwrap_or_default();
    groups.push(process::getegid());
    groups.contains(&Gid::from_raw(gid))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn users_have_their_names_and_strangers_their_numbers() {
        assert_eq!(name_of(0).as_deref(), Some("root"));
        assert_eq!(name_of(4_000_000_000), None);
        assert_eq!(for_sudo(0), "root");
        let root = User {
            uid: 0,
            name: "root".to_owned(),
        };
        assert_eq!(
            ["root", "uid 0", "uid 1", "anna"].map(|name| root.is_named(name)),
            [true, true, false, false]
        );
        assert_eq!(for_sudo(4_000_000_000), "'#4000000000'");
        assert_ne!(User::at_the_keyboard().uid, NOBODY_LOGGED_IN);
    }

    #[test]
    fn what_is_roots_or_ones_own_may_be_changed() {
        assert!(may_change(0) && may_change(rustix::process::geteuid().as_raw()));
        assert!(!may_change(4_000_000_000));
    }
}
