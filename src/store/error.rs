//! Errors that keep a store from being read or changed, events that an operator should know of, and the sentences of both.

use super::*;

#[derive(Debug)]
pub enum Error {
    /// A file or directory of the store could not be reached, or something else, a link perhaps, is in its place.
    Unreached(directory::Error),
    /// `current` is there and does not lead to a release.
    NotALink(PathBuf),
    /// A file of the store's own does not say what it should.
    Broken(Message),
    /// A version that cannot name a directory.
    NotAName(String),
    /// The directory belongs to a user for whom the program does not run.
    Owner(PathBuf, String),
    /// The mode of the directory keeps the user from changing anything.
    Closed(PathBuf),
    /// A command that makes no store was given a directory that is none.
    NoStore(PathBuf),
    /// A store was to be made of a directory that has something else in it.
    Occupied(PathBuf),
    /// Another program has held the store for too long.
    Held,
}

/// The error of the system for a path.
pub fn at(path: &Path, error: impl Into<std::io::Error>) -> Error {
    directory::Error::new(path, error).into()
}

impl From<directory::Error> for Error {
    fn from(error: directory::Error) -> Self {
        Error::Unreached(error)
    }
}

impl From<Error> for Message {
    fn from(error: Error) -> Message {
        error.sentence()
    }
}

impl Error {
    pub fn sentence(&self) -> Message {
        match self {
            Error::Unreached(directory::Error { path, kind, error }) => match kind {
                Kind::Failed | Kind::TooLarge => msg::path_failed(path.display(), user::reason(path, error)),
                Kind::NotADirectory => msg::not_a_directory_of_the_store(path.display()),
                Kind::NotAFile => msg::not_a_file_of_the_store(path.display()),
                Kind::NotGiven => msg::group_not_given(path.display()),
            },
            Error::NotALink(path) => msg::current_is_no_link(path.display()),
            Error::Broken(why) => why.clone(),
            Error::NotAName(version) => msg::version_is_no_name(version),
            Error::Owner(path, owner) => msg::store_of_somebody_else(path.display(), owner),
            Error::Closed(path) => at(path, rustix::io::Errno::ACCESS).sentence(),
            Error::NoStore(path) => msg::no_store(path.display()),
            Error::Occupied(path) => msg::no_empty_directory(path.display()),
            Error::Held => msg::store_is_held(),
        }
    }

    pub fn is_no_room(&self) -> bool {
        matches!(self, Error::Unreached(error) if error.is_no_room())
    }
}

#[derive(Debug)]
pub enum StoreEvent {
    JournalCut,
    /// Lines of the journal say nothing.
    JournalDamaged(Vec<usize>),
    /// The journal is gone or empty, and this release is current.
    JournalLost(String),
    /// A release was current without a line in the journal, which it now has.
    Recovered(String),
    /// The release is current; whether it still is after a loss of power is not certain.
    NotCertain(String, Error),
    /// The journal has its line; whether it still has it after a loss of power is not certain.
    LineNotCertain(Error),
    /// The release is current, and the journal has no line of it yet.
    NotNoted(String, Error),
    /// Something that is no longer needed could not be removed.
    NotTidied(Error),
    /// Files of a release that is no longer kept are still there.
    NotRemoved(String, Error),
}

impl StoreEvent {
    /// Whether it is about the journal: every command that reads the store reports that.
    pub fn is_of_journal(&self) -> bool {
        matches!(self, StoreEvent::JournalCut | StoreEvent::JournalDamaged(_) | StoreEvent::JournalLost(_))
    }

    /// Whether there was no room for the line of the journal: trouble that must not keep a rollback from its end.
    pub fn is_no_room(&self) -> bool {
        matches!(self, StoreEvent::NotNoted(_, error) if error.is_no_room())
    }

    pub fn sentence(&self) -> Message {
        match self {
            StoreEvent::JournalCut => msg::journal_cut(),
            StoreEvent::JournalDamaged(lines) => {
                let lines: Vec<String> = lines.iter().map(usize::to_string).collect();
                msg::journal_damaged(lines.join(", "))
            }
            StoreEvent::JournalLost(version) => msg::in_service_without_journal(version),
            StoreEvent::Recovered(version) => msg::recovered(version),
            StoreEvent::NotCertain(version, error) => msg::in_service_not_certain(version, error.sentence()),
            StoreEvent::LineNotCertain(error) => msg::line_not_certain(error.sentence()),
            StoreEvent::NotNoted(version, error) => msg::in_service_not_noted(version, error.sentence()),
            StoreEvent::NotTidied(error) => msg::not_tidied(error.sentence()),
            StoreEvent::NotRemoved(version, error) => msg::not_removed(version, error.sentence()),
        }
    }
}

#[cfg(test)]
mod tests {
    use rustix::io::Errno;

    use super::*;

    #[test]
    fn want_of_room_for_the_journal_is_told_from_other_trouble() {
        let version = || "1".to_owned();
        let failed = |errno| at("store".as_ref(), errno);
        for (event, is_no_room) in [
            (StoreEvent::JournalCut, false),
            (StoreEvent::Recovered(version()), false),
            (StoreEvent::NotCertain(version(), failed(Errno::NOSPC)), false),
            (StoreEvent::NotNoted(version(), failed(Errno::NOSPC)), true),
            (StoreEvent::NotNoted(version(), failed(Errno::IO)), false),
            (StoreEvent::NotNoted(version(), Error::Held), false),
            (StoreEvent::NotTidied(failed(Errno::NOSPC)), false),
            (StoreEvent::NotRemoved(version(), failed(Errno::IO)), false),
        ] {
            assert_eq!(event.is_no_room(), is_no_room, "{event:?}");
        }
    }
}
