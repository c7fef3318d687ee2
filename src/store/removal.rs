//! Removing releases so that a kill leaves each of them whole or gone: a release first gets a name that nobody reads, and
//! whatever has such a name is removed by the next command [D28.2].

use super::error::Error;
use super::event::StoreEvent;
use super::locked::Store;
use super::names::{self, REMOVING, SUMS};
use crate::directory::Directory;

impl Store {
    /// Removes the files of a release, and their sums.
    pub(super) fn remove_release(&self, version: &str) -> Result<(), Error> {
        names::check(version)?;
        let root = &self.state.root;
        let removing = format!("{REMOVING}{version}");
        if self.releases.look(version)?.is_some() {
            root.remove_tree(&removing)?;
            self.releases.rename(version, root, &removing)?;
            self.releases.sync()?;
        }
        finish(root, version)
    }

    /// Removes what was being removed when a program was killed, and the files of releases that were taken back.
    pub(super) fn finish_removals(&mut self) {
        let withdrawn = self.state.withdrawn();
        let begun = self.state.removals().unwrap_or_default();
        for version in begun.into_iter().chain(withdrawn) {
            if let Err(error) = self.remove_release(&version) {
                self.events.push(StoreEvent::NotRemoved(version, error));
            }
        }
    }

    /// Removes the oldest releases beyond `keep`: never the one in service, the one that was before it, nor what is
    /// staged. Returns those that are gone, and what kept others from going.
    pub fn prune(&self, keep: usize) -> (Vec<String>, Option<StoreEvent>) {
        let Ok(Some(current)) = self.state.current() else { return (Vec::new(), None) };
        let journal = &self.state.journal;
        let former = journal.previous_of(&current).map(str::to_owned);
        let staged = journal.staged().into_iter().map(|staged| staged.release.version.clone());
        let protected: Vec<String> = former.into_iter().chain(staged).collect();
        let newest_first = journal.entries().iter().rev().flat_map(|entry| {
            let previous = entry.event.change().and_then(|change| change.previous);
            [Some(entry.event.version()), previous].into_iter().flatten()
        });
        let mut kept = vec![current.clone()];
        let (mut gone, mut seen) = (Vec::new(), vec![current.clone()]);
        for version in newest_first.map(str::to_owned) {
            if seen.contains(&version) || !self.state.keeps(&version) {
                continue;
            }
            seen.push(version.clone());
            if kept.len() < keep.max(1) || protected.contains(&version) {
                kept.push(version);
                continue;
            }
            if let Err(error) = self.remove_release(&version) {
                return (gone, Some(StoreEvent::NotTidied(current, error)));
            }
            gone.push(version);
        }
        (gone, None)
    }
}

/// Removes the sums of a release that nobody reads any more, and then what is left of it.
fn finish(root: &Directory, version: &str) -> Result<(), Error> {
    match root.subdirectory(SUMS) {
        Ok(sums) => sums.remove(version)?,
        Err(error) if error.is_missing() => {}
        Err(error) => return Err(error.into()),
    }
    Ok(root.remove_tree(format!("{REMOVING}{version}"))?)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::store::StoreState;
    use crate::store::access::Audience;
    use crate::store::samples::{Scratch, rollback};

    #[test]
    fn the_oldest_go_and_what_is_needed_stays() {
        let scratch = Scratch::new();
        let mut store = scratch.store();
        assert_eq!(store.prune(1).0, [""; 0], "nothing is in service");
        store.published(&["1", "2", "3", "4", "5"]);
        let gone = |store: &Store, keep: usize| {
            let (gone, trouble) = store.prune(keep);
            assert!(trouble.is_none());
            gone
        };
        assert_eq!(gone(&store, 5), [""; 0]);
        assert_eq!(gone(&store, 4), ["1"]);
        assert_eq!(gone(&store, 4), [""; 0], "what is gone is passed over");
        assert!(!scratch.join("releases/1").exists() && !scratch.join("sums/1").exists());
        assert_eq!(gone(&store, 0), ["3", "2"], "the former one stays for a rollback");
        assert!(store.state().keeps("5") && store.state().keeps("4"));
    }

    #[test]
    fn what_is_staged_or_gone_back_to_stays() {
        let scratch = Scratch::new();
        let mut store = scratch.store();
        store.published(&["1", "2", "3"]);
        store.staged("4");
        store.switch(rollback("1", "3"), Audience::Everybody).unwrap();
        assert_eq!(store.prune(1).0, ["3", "2"]);
        assert!(store.state().keeps("1") && store.state().keeps("4"));
    }

    #[test]
    fn a_release_goes_with_its_sums() {
        let scratch = Scratch::new();
        let mut store = scratch.store();
        store.published(&["1", "2", "3"]);
        store.remove_release("1").unwrap();
        assert!(!scratch.join("releases/1").exists() && !scratch.join("sums/1").exists());
        std::fs::remove_dir_all(scratch.join("sums")).unwrap();
        store.remove_release("2").unwrap();
        assert!(!scratch.join("releases/2").exists());
        scratch.write("sums", "");
        assert!(matches!(store.remove_release("3"), Err(Error::NotADirectory(_))));
        assert!(matches!(store.remove_release(".."), Err(Error::NotAName(_))));
    }

    /// The release has its name no more, so nobody takes it for one; the next command removes the rest.
    #[test]
    fn what_was_being_removed_goes_with_the_next_command() {
        let scratch = Scratch::new();
        scratch.store().published(&["1", "2", "3"]);
        std::fs::rename(scratch.join("releases/1"), scratch.join(".removing.1")).unwrap();
        assert!(StoreState::open(scratch.as_ref()).unwrap().is_unfinished().unwrap());
        let store = scratch.store();
        assert!(!scratch.join(".removing.1").exists() && !scratch.join("sums/1").exists());
        assert!(!store.state().is_unfinished().unwrap());
        drop(store);
        // What keeps something from being removed keeps nobody from anything else.
        std::fs::rename(scratch.join("releases/2"), scratch.join(".removing.2")).unwrap();
        std::fs::rename(scratch.join("sums"), scratch.join("moved")).unwrap();
        scratch.write("sums", "in the way");
        let mut store = scratch.store();
        assert!(matches!(&store.take_events()[..], [StoreEvent::NotRemoved(version, _)] if version == "2"));
        assert!(scratch.join(".removing.2").exists());
    }
}
