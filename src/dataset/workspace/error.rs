//! Why a dataset directory was not edited.

use rustix::io::Errno;

use crate::dataset::Diagnostics;
use crate::messages::{self as say, Message};

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
            NotMade::Changed(path) => say::changed_meanwhile(shown(root, path)),
            NotMade::Failed(path, error) => match Errno::from_io_error(error) {
                Some(Errno::LOOP | Errno::NOTDIR | Errno::XDEV) => say::link_in_the_way(shown(root, path)),
                _ => say::cannot_write_file(shown(root, path), say::reason(error)),
            },
        }
    }
}

impl Remaining {
    /// What is said of it, likewise.
    pub fn message(&self, root: &str) -> Message {
        match self {
            Remaining::Unfinished(path, error) => say::edit_unfinished(shown(root, path), say::reason(error)),
            Remaining::Note(error) => say::edit_not_noted(root, say::reason(error)),
        }
    }
}

fn shown(root: &str, path: &str) -> String {
    if path == "." { root.to_owned() } else { format!("{root}/{path}") }
}
