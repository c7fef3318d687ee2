//! Taking a store to change it: the lock, and first of all what a killed program or the passing of time left to be done.

use std::path::Path;

use rustix::fs::{Mode, Stat};

use super::access::{Access, Audience};
use super::armed::Armed;
use super::dir::{self, Dir};
use super::entry::Entry;
use super::error::Error;
use super::journal::Journal;
use super::lock::Lock;
use super::marker::Marker;
use super::notice::Notice;
use super::verify;
use super::view::View;
use super::{copy, hash, names};
use crate::dataset::user;
use crate::model::Timestamp;

/// A release that is being written; of no use to anybody else.
pub(super) const INCOMING: &str = ".incoming";
/// A link that is about to become `current`.
pub(super) const NEW_LINK: &str = ".current.new";

/// A store that nobody else changes while this is held.
pub struct Store {
    pub(super) view: View,
    pub(super) releases: Dir,
    /// What the kernel says of the store's directory: modes and group follow it.
    pub(super) stat: Stat,
    pub(super) notices: Vec<Notice>,
    _lock: Lock,
}

impl Store {
    /// Takes the store, creates it where it is not there, cleans up what a killed program has left behind, and puts in
    /// service what was armed and whose instant has come by `now`.
    ///
    /// # Errors
    /// When it cannot be written, belongs to somebody else, or somebody else holds it for longer than half a minute;
    /// `waiting` is called when there is something to wait for.
    pub fn take(root: &Path, now: Timestamp, waiting: impl FnOnce()) -> Result<Self, Error> {
        // Every file and directory is made with the mode that it shall have: an umask would only take from that.
        rustix::process::umask(Mode::empty());
        if !dir::is_there(root)? {
            dir::make_all(root, 0o755)?;
        }
        let root = Dir::open(root)?;
        let stat = root.stat()?;
        if !user::may_change(stat.st_uid) {
            return Err(Error::Owner(root.path().to_owned(), user::for_sudo(stat.st_uid)));
        }
        let access = Access::below(&stat, Audience::Everybody);
        let lock = Lock::take(&root, &access, waiting)?;
        let releases = root.subdirectory_or_new(names::RELEASES, &access)?;
        root.remove_tree(INCOMING)?;
        root.remove(NEW_LINK)?;
        let mut store = Store { view: View::of(root)?, releases, stat, notices: Vec::new(), _lock: lock };
        store.note_journal();
        store.finish_what_was_begun()?;
        store.put_in_service_what_is_due(now)?;
        Ok(store)
    }

    /// The store as it is now.
    pub fn view(&self) -> &View {
        &self.view
    }

    /// What an operator should know of what was found and done so far; each is told once.
    pub fn notices(&mut self) -> Vec<Notice> {
        std::mem::take(&mut self.notices)
    }

    /// What is written is read by these.
    pub(super) fn access(&self, audience: Audience) -> Access {
        Access::below(&self.stat, audience)
    }

    fn note_journal(&mut self) {
        if self.view.journal.is_cut() {
            self.notices.push(Notice::JournalCut);
        }
        if !self.view.journal.damaged().is_empty() {
            self.notices.push(Notice::JournalDamaged(self.view.journal.damaged().to_vec()));
        }
    }

    /// A program that was killed has left a release that is in service and not in the journal, or the other way round
    /// one that never was in service.
    fn finish_what_was_begun(&mut self) -> Result<(), Error> {
        let marker = Marker::read(&self.view.root)?;
        let current = self.view.current()?;
        if let Some(version) = current.filter(|version| self.last() != Some(version.as_str())) {
            let entry = self.entry_of_unnoted(&version, marker.as_ref());
            self.note(entry)?;
            self.notices.push(Notice::Recovered(version.clone()));
            let access = self.access(Audience::Everybody);
            self.view.staged.remove(&version, &self.view.root, &access).or_else(no_room)?;
        }
        let public = self.view.current()?;
        if let (Some(armed), Some(public)) = (&self.view.armed, &public) {
            if armed.entry.version == *public {
                Armed::remove(&self.view.root)?;
                self.view.armed = None;
            }
        }
        if let Some(marker) = marker {
            let View { journal, armed, staged, .. } = &self.view;
            let version = marker.version();
            let armed = armed.as_ref().is_some_and(|armed| armed.entry.version == version);
            if journal.of(version).is_none() && !armed && staged.of(version).is_none() {
                self.remove_release(version)?;
            }
            Marker::remove(&self.view.root)?;
        }
        Ok(())
    }

    fn last(&self) -> Option<&str> {
        self.view.journal.last().map(|entry| entry.version.as_str())
    }

    /// What is known of a release that came into service without a line in the journal.
    fn entry_of_unnoted(&self, version: &str, marker: Option<&Marker>) -> Entry {
        let previous = self.last().map(str::to_owned);
        let armed = self.view.armed.as_ref().map(|armed| &armed.entry);
        let known = marker.and_then(Marker::entry).into_iter().chain(armed);
        if let Some(entry) = known.into_iter().find(|entry| entry.version == version) {
            return Entry { previous, ..entry.clone() };
        }
        // Whoever moved the link by hand moved it to what the journal knows, if it does: a hash that was taken now
        // would call good whatever stands there.
        let (hash, sums) = match self.view.journal.of(version).or_else(|| self.view.staged.of(version)) {
            Some(entry) => (entry.hash.clone(), entry.sums.clone()),
            None => {
                let files = copy::read(&self.view.release(version));
                (files.map(|files| hash::content_hash(&files)).unwrap_or_default(), None)
            }
        };
        Entry { sums, ..Entry::recovered(version.to_owned(), previous, hash) }
    }

    /// Adds a line to the journal; a disk without room for it keeps nobody from going on.
    fn note(&mut self, entry: Entry) -> Result<(), Error> {
        let access = self.access(Audience::Everybody);
        let View { root, journal, .. } = &mut self.view;
        let journal: &mut Journal = journal;
        super::reserve::with_room(root, || journal.append(root, entry.clone(), &access)).or_else(no_room)
    }

    /// From its instant on, the armed release is the one in service, whether or not a server runs.
    fn put_in_service_what_is_due(&mut self, now: Timestamp) -> Result<(), Error> {
        let Some(armed) = self.view.armed.clone().filter(|armed| armed.is_due(now)) else { return Ok(()) };
        let version = armed.entry.version.clone();
        let kept = copy::read(&self.view.release(&version));
        let kept = kept.ok().filter(|files| {
            let expected = (armed.entry.hash.as_str(), armed.entry.sums.as_deref());
            matches!(verify::altered(&self.view.root, &version, expected, files), Ok(None))
        });
        if kept.is_none() {
            // What is served stays, and so does this, until somebody has looked at it.
            self.notices.push(Notice::ArmedIsBad(version));
            return Ok(());
        }
        self.show(&version, Audience::Everybody)?;
        let previous = self.view.current()?;
        let troubles = self.switch(Entry { previous, ..armed.entry })?;
        self.notices.push(Notice::CameIntoService(version, armed.instant));
        self.notices.extend(troubles);
        Armed::remove(&self.view.root)?;
        self.view.armed = None;
        Ok(())
    }
}

/// Passes over the want of room on the disk.
fn no_room(error: Error) -> Result<(), Error> {
    if error.is_no_room() { Ok(()) } else { Err(error) }
}

#[cfg(test)]
mod tests;
