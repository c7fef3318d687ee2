//! The one step that puts another release in service, and what is written down about it and about what is staged.

use super::access::Audience;
use super::entry::{Entry, Event};
use super::error::Error;
use super::event::StoreEvent;
use super::journal::Journal;
use super::locked::Store;
use super::names::{CURRENT, NEW_LINK, RELEASES};
use super::own_files;
use super::state::StoreState;

impl Store {
    /// Puts a release in service in one step, and writes that down where this audience reads it. Returns what went wrong
    /// behind the step: the release is in service all the same.
    pub fn switch(&mut self, entry: Entry, audience: Audience) -> Result<Vec<StoreEvent>, Error> {
        let version = entry.event.version().to_owned();
        self.prepare(&entry, audience)?;
        let root = &self.state.root;
        root.remove(NEW_LINK)?;
        let target = format!("{}/{version}", RELEASES);
        own_files::with_reserve(root, || Ok(root.link(&target, NEW_LINK)?))?;
        if let Err(error) = root.rename(NEW_LINK, root, CURRENT) {
            // The system may have done what it says that it could not.
            if self.state.current()? != Some(version.clone()) {
                let _ = root.remove(NEW_LINK);
                return Err(error.into());
            }
        }
        let mut troubles = Vec::new();
        if let Err(error) = self.state.root.sync() {
            troubles.push(StoreEvent::NotCertain(version.clone(), error.into()));
        }
        let noted = self.append(entry, audience);
        let root = &self.state.root;
        match noted.and_then(|()| Ok(root.sync()?)) {
            // What is meant stays written down until the journal has it.
            Err(error) => troubles.push(StoreEvent::NotNoted(version, error)),
            Ok(()) => {
                if let Err(error) = own_files::remove_marker(root) {
                    troubles.push(StoreEvent::NotTidied(version, error));
                }
            }
        }
        Ok(troubles)
    }

    /// Writes down that a release that was added waits for somebody else's word.
    pub fn stage(&mut self, entry: Entry, audience: Audience) -> Result<(), Error> {
        let root = &self.state.root;
        self.state.journal.reserve(root, &entry, &self.access(Journal::audience(root, audience)?))?;
        self.append(entry, audience)?;
        own_files::remove_marker(&self.state.root)
    }

    /// Writes down that a release is staged no longer, and removes its files. Returns what went wrong behind that.
    pub fn withdraw(&mut self, entry: Entry) -> Result<Option<StoreEvent>, Error> {
        let version = entry.event.version().to_owned();
        self.append(entry, Audience::Everybody)?;
        Ok(self.remove_release(&version).err().map(|error| StoreEvent::NotRemoved(version, error)))
    }

    /// Adds a line to the journal.
    pub(super) fn append(&mut self, entry: Entry, audience: Audience) -> Result<(), Error> {
        let access = self.access(Journal::audience(&self.state.root, audience)?);
        let StoreState { root, journal } = &mut self.state;
        own_files::with_reserve(root, || journal.append(root, entry.clone(), &access))
    }

    /// Everything that needs room on the disk, before the step. A rollback goes on without.
    fn prepare(&self, entry: &Entry, audience: Audience) -> Result<(), Error> {
        let StoreState { root, journal } = &self.state;
        let access = self.access(Journal::audience(root, audience)?);
        let prepared = own_files::write_marker(root, entry, &access)
            .and_then(|()| journal.reserve(root, entry, &access))
            .and_then(|()| Ok(root.sync()?));
        match prepared {
            Err(error) if matches!(entry.event, Event::Rollback { .. }) && error.is_no_room() => Ok(()),
            other => other,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::store::samples::{Scratch, entry, rollback};

    #[test]
    fn what_cannot_be_prepared_is_not_done() {
        let scratch = Scratch::new();
        let mut store = scratch.store();
        store.published(&["1", "2"]);
        let entry = store.added("3", Audience::Everybody);
        // What is to happen cannot be written down here.
        std::fs::remove_file(scratch.join(".publishing")).unwrap();
        std::fs::create_dir(scratch.join(".publishing")).unwrap();
        assert!(store.switch(entry, Audience::Everybody).is_err());
        assert!(store.switch(rollback("1", "2"), Audience::Everybody).is_err());
        assert_eq!(store.state().current().unwrap().as_deref(), Some("2"));
        assert_eq!(store.state().journal().entries().len(), 2);
    }

    #[test]
    fn a_link_that_cannot_be_replaced_leaves_nothing_behind() {
        let scratch = Scratch::new();
        let mut store = scratch.store();
        let entry = store.added("1", Audience::Everybody);
        scratch.write("current/file", "");
        assert!(store.switch(entry, Audience::Everybody).is_err());
        assert!(scratch.dir().look("current").unwrap().is_some());
    }

    #[test]
    fn staged_releases_go_one_by_one() {
        let scratch = Scratch::new();
        let mut store = scratch.store();
        store.published(&["1"]);
        store.staged("2");
        store.staged("3");
        assert!(!scratch.join(".publishing").exists());
        assert_eq!(store.state().current().unwrap().as_deref(), Some("1"));
        let back = |version: &str| entry(Event::Withdraw { version: version.to_owned() });
        assert!(store.withdraw(back("2")).unwrap().is_none());
        assert!(!store.state().keeps("2") && store.state().keeps("3"));
        // What could not be removed is removed by the next command.
        std::fs::rename(scratch.join("sums"), scratch.join("moved")).unwrap();
        scratch.write("sums", "in the way");
        assert!(matches!(store.withdraw(back("3")).unwrap(), Some(StoreEvent::NotRemoved(..))));
        assert_eq!(store.state().journal().staged(), []);
        drop(store);
        std::fs::remove_file(scratch.join("sums")).unwrap();
        std::fs::rename(scratch.join("moved"), scratch.join("sums")).unwrap();
        scratch.store();
        assert!(!scratch.join("sums/3").exists() && !scratch.join(".removing.3").exists());
    }
}
