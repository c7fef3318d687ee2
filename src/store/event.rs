//! What an operator should know beside the outcome: what was found, what was finished, what went wrong behind the switch.

use super::error::Error;
use super::journal::Journal;
use crate::messages::{self as msg, Message};

/// Something to be told.
#[derive(Debug)]
pub enum StoreEvent {
    /// The journal's last line was cut off.
    JournalCut,
    /// Lines of the journal say nothing.
    JournalDamaged(Vec<usize>),
    /// A release was in service without a line in the journal, which it now has.
    Recovered(String),
    /// The release is in service; whether it still is after a loss of power is not certain.
    NotCertain(String, Error),
    /// The release is in service, and the journal has no line of it yet.
    NotNoted(String, Error),
    /// The release is in service, and something that is no longer needed could not be removed.
    NotTidied(String, Error),
    /// Files of a release that is no longer kept are still there.
    NotRemoved(String, Error),
}

impl StoreEvent {
    /// What is wrong with a journal, if anything is.
    pub fn of_journal(journal: &Journal) -> Vec<StoreEvent> {
        let cut = journal.is_cut().then_some(StoreEvent::JournalCut);
        let damaged = Some(journal.damaged()).filter(|lines| !lines.is_empty());
        cut.into_iter().chain(damaged.map(|lines| StoreEvent::JournalDamaged(lines.to_vec()))).collect()
    }

    /// Whether it is about the journal, of which everybody is told who looks at the store.
    pub fn is_of_journal(&self) -> bool {
        matches!(self, StoreEvent::JournalCut | StoreEvent::JournalDamaged(_))
    }

    /// Whether it is something that somebody should look at, rather than something that was done.
    pub fn is_trouble(&self) -> bool {
        !matches!(self, StoreEvent::Recovered(_) | StoreEvent::JournalCut)
    }

    /// Whether there was no room for it: trouble that must not keep anybody from going on.
    pub fn is_no_room(&self) -> bool {
        matches!(self, StoreEvent::NotNoted(_, error) if error.is_no_room())
    }

    /// What is said of it.
    pub fn sentence(&self) -> Message {
        match self {
            StoreEvent::JournalCut => msg::journal_cut(),
            StoreEvent::JournalDamaged(lines) => {
                let lines: Vec<String> = lines.iter().map(usize::to_string).collect();
                msg::journal_damaged(lines.join(", "))
            }
            StoreEvent::Recovered(version) => msg::recovered(version),
            StoreEvent::NotCertain(version, error) => msg::in_service_not_certain(version, error.sentence()),
            StoreEvent::NotNoted(version, error) => msg::in_service_not_noted(version, error.sentence()),
            StoreEvent::NotTidied(version, error) => msg::in_service_not_tidied(version, error.sentence()),
            StoreEvent::NotRemoved(version, error) => msg::not_removed(version, error.sentence()),
        }
    }
}

#[cfg(test)]
mod tests {
    use rustix::io::Errno;

    use super::*;
    use crate::store::error::at;

    #[test]
    fn what_was_done_is_no_trouble_and_want_of_room_keeps_nobody_from_going_on() {
        let version = || "1".to_owned();
        let failed = |errno| at("store".as_ref(), errno);
        for (notice, is_trouble, is_no_room) in [
            (StoreEvent::JournalCut, false, false),
            (StoreEvent::Recovered(version()), false, false),
            (StoreEvent::JournalDamaged(vec![1]), true, false),
            (StoreEvent::NotCertain(version(), failed(Errno::NOSPC)), true, false),
            (StoreEvent::NotNoted(version(), failed(Errno::NOSPC)), true, true),
            (StoreEvent::NotNoted(version(), failed(Errno::IO)), true, false),
            (StoreEvent::NotTidied(version(), failed(Errno::NOSPC)), true, false),
            (StoreEvent::NotRemoved(version(), failed(Errno::IO)), true, false),
        ] {
            assert_eq!((notice.is_trouble(), notice.is_no_room()), (is_trouble, is_no_room), "{notice:?}");
        }
    }
}
