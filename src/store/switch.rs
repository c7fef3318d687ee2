//! The one step that puts another release in service, and what is written down about it.

use super::access::Audience;
use super::entry::{Action, Entry};
use super::error::Error;
use super::marker::Marker;
use super::notice::Notice;
use super::reserve;
use super::take::{NEW_LINK, Store};
use super::view::View;

const CURRENT: &str = "current";

impl Store {
    /// Puts a release in service in one step, and writes that down. Returns what went wrong behind the step: the
    /// release is in service all the same.
    ///
    /// # Errors
    /// When something went wrong before it: what was in service still is.
    pub fn switch(&mut self, entry: Entry) -> Result<Vec<Notice>, Error> {
        let version = entry.version.clone();
        self.prepare(&entry)?;
        let root = &self.view.root;
        root.remove(NEW_LINK)?;
        let target = format!("{}/{version}", super::names::RELEASES);
        reserve::with_room(root, || root.link(&target, NEW_LINK))?;
        if let Err(error) = root.rename(NEW_LINK, root, CURRENT) {
            // The system may have done what it says that it could not.
            if self.view.current()? != Some(version.clone()) {
                let _ = root.remove(NEW_LINK);
                return Err(error);
            }
        }
        let mut troubles = Vec::new();
        if let Err(error) = self.view.root.sync() {
            troubles.push(Notice::NotCertain(version.clone(), error));
        }
        let access = self.access(Audience::Everybody);
        let View { root, journal, .. } = &mut self.view;
        let noted = reserve::with_room(root, || journal.append(root, entry.clone(), &access));
        match noted.and_then(|()| root.sync()) {
            // What is meant stays written down until the journal has it.
            Err(error) => troubles.push(Notice::NotNoted(version, error)),
            Ok(()) => {
                if let Err(error) = Marker::remove(root) {
                    troubles.push(Notice::NotTidied(version, error));
                }
            }
        }
        Ok(troubles)
    }

    /// Everything that needs room on the disk, before the step. A rollback goes on without.
    fn prepare(&self, entry: &Entry) -> Result<(), Error> {
        let View { root, journal, .. } = &self.view;
        let access = self.access(Audience::Everybody);
        let prepared = Marker::write(root, entry, &access)
            .and_then(|()| journal.reserve(root, entry, &access))
            .and_then(|()| root.sync());
        match prepared {
            Err(error) if entry.action == Action::Rollback && error.is_no_room() => Ok(()),
            other => other,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::store::scratch::Scratch;

    #[test]
    fn what_cannot_be_prepared_is_not_done() {
        let scratch = Scratch::new();
        let mut store = scratch.store();
        store.published(&["1", "2"]);
        let entry = store.added("3", Audience::Everybody);
        // What is to happen cannot be written down here.
        std::fs::remove_file(scratch.join(".publishing")).unwrap();
        std::fs::create_dir(scratch.join(".publishing")).unwrap();
        assert!(store.switch(entry).is_err());
        let back = Entry { action: Action::Rollback, ..Entry::publication("1".to_owned(), String::new()) };
        assert!(store.switch(back).is_err());
        assert_eq!(store.view().current().unwrap().as_deref(), Some("2"));
        assert_eq!(store.view().journal().entries().len(), 2);
    }

    #[test]
    fn a_link_that_cannot_be_replaced_leaves_nothing_behind() {
        let scratch = Scratch::new();
        let mut store = scratch.store();
        let entry = store.added("1", Audience::Everybody);
        scratch.write("current/file", "");
        assert!(store.switch(entry).is_err());
        assert!(scratch.dir().look("current").unwrap().is_some());
    }
}
