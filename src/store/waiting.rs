//! Releases that are in the store and not in service: armed for an instant, or staged for somebody else's word.

use super::access::Audience;
use super::armed::Armed;
use super::entry::Entry;
use super::error::Error;
use super::marker::Marker;
use super::take::Store;
use crate::model::Timestamp;

impl Store {
    /// Arms a release that was added: it becomes public at the instant, whoever is there then.
    ///
    /// # Errors
    /// When it cannot be written down; nothing is armed then.
    pub fn arm(&mut self, entry: Entry, instant: Timestamp) -> Result<(), Error> {
        let armed = Armed { instant, entry };
        let access = self.access(Audience::Group);
        armed.write(&self.view.root, &access)?;
        Marker::remove(&self.view.root)?;
        let (root, access) = (&self.view.root, self.access(Audience::Everybody));
        self.view.staged.remove(&armed.entry.version, root, &access)?;
        self.view.armed = Some(armed);
        Ok(())
    }

    /// Takes the armed release out of the store, unless it was public before; `None` where nothing is armed.
    ///
    /// # Errors
    /// When it cannot be taken away.
    pub fn disarm(&mut self) -> Result<Option<Armed>, Error> {
        let Some(armed) = self.view.armed.clone() else { return Ok(None) };
        self.about_to_remove(&armed.entry);
        Armed::remove(&self.view.root)?;
        self.view.armed = None;
        self.remove_unpublished(&armed.entry.version)?;
        Ok(Some(armed))
    }

    /// Writes down that a release that was added waits for somebody else's word.
    ///
    /// # Errors
    /// When it cannot be written down.
    pub fn stage(&mut self, entry: Entry) -> Result<(), Error> {
        let access = self.access(Audience::Everybody);
        self.view.staged.add(entry, &self.view.root, &access)?;
        Marker::remove(&self.view.root)
    }

    /// Takes a staged release out of the store, unless it was public before; `None` where it is not staged.
    ///
    /// # Errors
    /// When it cannot be taken away.
    pub fn unstage(&mut self, version: &str) -> Result<Option<Entry>, Error> {
        let Some(entry) = self.view.staged.of(version).cloned() else { return Ok(None) };
        self.about_to_remove(&entry);
        self.forget_staged(version)?;
        self.remove_unpublished(version)?;
        Ok(Some(entry))
    }

    /// Whoever comes after a killed program finishes it. Without room for that, the files may stay behind then.
    fn about_to_remove(&self, entry: &Entry) {
        let _ = Marker::write(&self.view.root, entry, &self.access(Audience::Group));
    }

    /// Removes a release, unless it was public once.
    fn remove_unpublished(&self, version: &str) -> Result<(), Error> {
        if self.view.journal.of(version).is_none() {
            self.remove_release(version)?;
        }
        Marker::remove(&self.view.root)
    }

    /// A staged release is in service now, or armed: it is staged no longer.
    ///
    /// # Errors
    /// When that cannot be written down.
    pub fn forget_staged(&mut self, version: &str) -> Result<(), Error> {
        let access = self.access(Audience::Everybody);
        self.view.staged.remove(version, &self.view.root, &access)
    }

    /// Lets the audience read a staged release that is about to become public or armed.
    ///
    /// # Errors
    /// When its files cannot be given to them.
    pub fn show_to(&self, version: &str, audience: Audience) -> Result<(), Error> {
        self.show(version, audience)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::store::scratch::{Scratch, hour};
    use crate::store::view::View;

    #[test]
    fn an_armed_release_is_staged_no_longer_and_goes_when_it_is_disarmed() {
        let scratch = Scratch::new();
        let mut store = scratch.store();
        assert_eq!(store.disarm().unwrap(), None);
        let entry = store.added("1", Audience::Group);
        assert!(scratch.join(".publishing").exists());
        store.stage(entry.clone()).unwrap();
        assert!(!scratch.join(".publishing").exists());
        let armed = Entry { at: Some(hour(10).to_rfc3339()), ..entry.clone() };
        scratch.write(".publishing", "1");
        store.arm(armed.clone(), hour(10)).unwrap();
        assert!(!scratch.join(".publishing").exists());
        let view = View::open(scratch.as_ref()).unwrap();
        assert_eq!(view.armed().map(|armed| &armed.entry), Some(&armed));
        assert_eq!(view.staged().entries(), []);
        assert_eq!(store.disarm().unwrap().map(|armed| armed.entry), Some(armed));
        assert!(store.view().armed().is_none() && !store.view().keeps("1"));
        assert!(!scratch.join("armed.json").exists() && !scratch.join(".publishing").exists());
    }

    #[test]
    fn staged_releases_go_one_by_one() {
        let scratch = Scratch::new();
        let mut store = scratch.store();
        let [one, two] = ["1", "2"].map(|version| store.added(version, Audience::Group));
        store.stage(one.clone()).unwrap();
        store.stage(two.clone()).unwrap();
        assert_eq!(store.unstage("3").unwrap(), None);
        assert_eq!(store.unstage("1").unwrap(), Some(one));
        assert!(!store.view().keeps("1") && store.view().keeps("2"));
        assert_eq!(View::open(scratch.as_ref()).unwrap().staged().entries(), [two]);
        store.forget_staged("2").unwrap();
        assert!(store.view().keeps("2") && !scratch.join("staged.json").exists());
    }

    #[test]
    fn what_was_public_once_is_kept() {
        let scratch = Scratch::new();
        let mut store = scratch.store();
        store.published(&["1", "2"]);
        let again = Entry::publication("1".to_owned(), String::new());
        store.arm(again.clone(), hour(10)).unwrap();
        store.disarm().unwrap();
        store.stage(again).unwrap();
        store.unstage("1").unwrap();
        assert!(store.view().keeps("1"));
    }

    #[test]
    fn what_could_not_be_removed_is_removed_by_whoever_comes_next() {
        let scratch = Scratch::new();
        let mut store = scratch.store();
        let entry = store.added("1", Audience::Group);
        store.stage(entry).unwrap();
        std::fs::rename(scratch.join("sums"), scratch.join("moved")).unwrap();
        scratch.write("sums", "in the way");
        assert!(store.unstage("1").is_err());
        drop(store);
        std::fs::remove_file(scratch.join("sums")).unwrap();
        std::fs::rename(scratch.join("moved"), scratch.join("sums")).unwrap();
        assert!(scratch.join("sums/1").exists());
        scratch.store();
        assert!(!scratch.join("sums/1").exists() && !scratch.join(".publishing").exists());
    }
}
