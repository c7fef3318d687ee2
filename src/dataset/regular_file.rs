//! Opening a file whose name was listed before: something else may have taken its place since.

use std::fs::File;
use std::io::{self, Read};
use std::path::Path;

use rustix::fs::{Mode, OFlags};

use super::diagnostic::{Diagnostics, Location};
use crate::messages::{self as msg, Message};

/// Why a file or a directory cannot be used.
#[derive(Debug, PartialEq, Eq)]
pub enum Unusable {
    /// It could not be read: a later attempt may succeed.
    Unread(Message),
    /// It is not what belongs there.
    Wrong(Message),
}

impl Unusable {
    /// Adds it to a report.
    pub fn report(self, location: Location, diagnostics: &mut Diagnostics) {
        match self {
            Unusable::Unread(message) => diagnostics.unread(location, message),
            Unusable::Wrong(message) => diagnostics.error(location, message),
        }
    }
}

impl From<io::Error> for Unusable {
    fn from(error: io::Error) -> Self {
        Unusable::Unread(msg::cannot_read(msg::reason(&error)))
    }
}

/// How a file is opened.
const FLAGS: OFlags = OFlags::NONBLOCK.union(OFlags::NOFOLLOW).union(OFlags::CLOEXEC);

/// The bytes of a file, no more than `limit` of them, whatever it has become since it was listed. What has taken its
/// place is neither waited for nor followed: opening a pipe would wait for a writer, and a link may lead anywhere.
///
/// # Errors
/// When it cannot be read, or is no regular file any more.
pub fn read(path: &Path, limit: u64) -> Result<Vec<u8>, Unusable> {
    let file = File::from(rustix::fs::open(path, FLAGS, Mode::empty()).map_err(io::Error::from)?);
    if !file.metadata()?.is_file() {
        return Err(Unusable::Wrong(msg::not_a_regular_file()));
    }
    let mut bytes = Vec::new();
    file.take(limit).read_to_end(&mut bytes)?;
    Ok(bytes)
}

#[cfg(test)]
mod tests {
    use std::os::unix::fs::symlink;

    use rustix::fs::{CWD, FileType, mknodat};

    use super::*;
    use crate::scratch::Scratch;

    #[test]
    fn what_has_taken_the_place_of_a_file_is_neither_waited_for_nor_followed() {
        let directory = Scratch::new();
        let [file, pipe, link] = ["file", "pipe", "link"].map(|name| directory.join(name));
        std::fs::write(&file, "12345").unwrap();
        mknodat(CWD, &pipe, FileType::Fifo, Mode::RUSR, 0).unwrap();
        symlink(&file, &link).unwrap();
        assert_eq!(read(&file, 4), Ok(b"1234".to_vec()));
        assert_eq!(read(&pipe, 4), Err(Unusable::Wrong(msg::not_a_regular_file())));
        assert!(matches!(read(&link, 4), Err(Unusable::Unread(_))));
        assert!(matches!(read(directory.as_ref(), 4), Err(Unusable::Wrong(_))));
    }
}
