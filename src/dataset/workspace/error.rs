//! Why a dataset directory was not edited.

use rustix::io::Errno;

use crate::dataset::Diagnostics;
use crate::messages::{self as msg, Message};

use super::pending::{NotMade, Remaining};

/// Why an edit was not made; nothing has changed then.
#[derive(Debug)]
pub enum EditError {
    /// It could not be done, or was refused.
    Refused(Message),
    /// The files do not make a dataset, or would not any more.
    Bad(Diagnostics),
}

impl From<Message> for EditError {
    fn from(message: Message) -> Self {
        EditError::Refused(message)
    }
}

impl From<Diagnostics> for EditError {
    fn from(diagnostics: Diagnostics) -> Self {
        EditError::Bad(diagnostics)
    }
}

impl NotMade {
    /// What is said of it, with the path of the dataset before that of the file.
    pub fn message(&self, root: &str) -> Message {
        match self {
            NotMade::Changed(path) => msg::changed_meanwhile(shown(root, path)),
            NotMade::Failed(path, error) => match Errno::from_io_error(error) {
                Some(Errno::LOOP | Errno::NOTDIR | Errno::XDEV) => msg::link_in_the_way(shown(root, path)),
                _ => msg::cannot_write_file(shown(root, path), msg::reason(error)),
            },
        }
    }
}

impl Remaining {
    /// What is said of it, likewise.
    pub fn message(&self, root: &str) -> Message {
        match self {
            Remaining::Unfinished(path, error) => msg::edit_unfinished(shown(root, path), msg::reason(error)),
            Remaining::Note(error) => msg::edit_not_noted(root, msg::reason(error)),
        }
    }
}

fn shown(root: &str, path: &str) -> String {
    if path == "." { root.to_owned() } else { format!("{root}/{path}") }
}
