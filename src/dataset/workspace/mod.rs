//! A dataset directory in memory, to be changed and checked as a whole before any file is replaced. While it is held,
//! no other command changes it.

mod error;
mod lock;
mod notes;
mod pending;
mod splice;
mod steps;
#[cfg(test)]
mod tests;

use std::collections::BTreeMap;
use std::io;
use std::path::{Path, PathBuf};

use super::diagnostic::Diagnostics;
use super::source::{DataFile, Source, read};
use super::{FullDataset, check};
use crate::dataset::user::{self, User};
use crate::directory::Directory;
use crate::messages::{self as say, Message};
use crate::model::Timestamp;
use notes::{Event, Note, Notes};
use splice::Splice;

pub use error::EditError;
pub use notes::RowName;
pub(super) use pending::overlay;

/// The files as they were read, and as they shall be.
pub struct Workspace {
    root: PathBuf,
    /// Its lock is held as long as it is open.
    directory: Directory,
    files: Vec<DataFile>,
    /// The former bytes of each file that may have changed; `None` where it is new.
    former: BTreeMap<String, Option<Vec<u8>>>,
    notes: Notes,
}

impl Workspace {
    /// Takes a dataset directory and reads it; `tell` hears what took place before, or is waited for. An edit that a
    /// program has left unfinished is completed first.
    ///
    /// # Errors
    /// What cannot be read, that somebody else holds it, or that it belongs to somebody else.
    pub fn open(root: &Path, tell: &mut dyn FnMut(Message)) -> Result<Self, EditError> {
        let shown = root.display().to_string();
        let directory = open(root)?;
        lock::take(&directory, &shown, tell)?;
        match pending::recover(root, &directory) {
            Ok(None) => {}
            Ok(Some(note)) => {
                tell(say::edit_completed(&shown));
                add_note(&directory, &note, &shown, tell);
            }
            Err(why @ pending::NotMade::Changed(_)) => tell(say::edit_taken_back(why.message(&shown))),
            Err(why) => return Err(why.message(&shown).into()),
        }
        let mut diagnostics = Diagnostics::default();
        let files = read(&Source::Directory(root.to_owned()), &mut diagnostics);
        if diagnostics.errors() > 0 {
            return Err(diagnostics.sorted().into());
        }
        let notes = Notes::read(&directory).unwrap_or_default();
        Ok(Workspace { root: root.to_owned(), directory, files, former: BTreeMap::new(), notes })
    }

    /// The keys of the indicators that have observations.
    pub fn keys(&self) -> impl Iterator<Item = &str> {
        self.files.iter().filter_map(|file| file.path.strip_prefix("indicators/")?.strip_suffix(".csv"))
    }

    /// The paths of the files that were changed, and what they were.
    fn changes(&self) -> impl Iterator<Item = (&str, Option<&[u8]>, Option<&[u8]>)> {
        let changes = self.former.iter().map(|(path, before)| {
            let after = self.files.iter().find(|file| file.path == *path).map(|file| file.bytes.as_slice());
            (path.as_str(), before.as_deref(), after)
        });
        changes.filter(|(_, before, after)| before != after)
    }

    /// The paths of the files that were changed.
    pub fn changed(&self) -> impl Iterator<Item = &str> {
        self.changes().map(|(path, ..)| path)
    }

    /// A file as it now is.
    pub fn file(&self, path: &str) -> Option<&DataFile> {
        self.files.iter().find(|file| file.path == path)
    }

    /// A file to be changed, where there is one.
    pub fn change(&mut self, path: &str) -> Option<&mut DataFile> {
        let file = self.files.iter_mut().find(|file| file.path == path)?;
        self.former.entry(path.to_owned()).or_insert_with(|| Some(file.bytes.clone()));
        Some(file)
    }

    /// A file to be changed, created where there is none.
    pub fn change_or_create(&mut self, path: &str, content: &str) -> Option<&mut DataFile> {
        if self.files.iter().all(|file| file.path != path) {
            self.former.entry(path.to_owned()).or_insert(None);
            self.files.push(DataFile { path: path.to_owned(), bytes: content.as_bytes().to_vec() });
        }
        self.change(path)
    }

    /// The dataset that the files make as they now are.
    ///
    /// # Errors
    /// Everything that is wrong with it, as [`super::load`] has it.
    pub fn check(&self, at: Timestamp) -> Result<FullDataset, Diagnostics> {
        check(&self.files, at, Diagnostics::default())
    }

    /// Whether an edit that no publication has followed has written this observation.
    pub fn wrote(&self, row: &RowName) -> bool {
        self.notes.wrote(row)
    }

    /// Takes the last edit back that no publication has followed, in memory: what it was.
    ///
    /// # Errors
    /// That there is none, or that somebody else has changed one of its files since.
    pub fn take_back(&mut self) -> Result<String, Message> {
        let shown = self.root.display().to_string();
        let last = self.notes.open().pop().cloned().ok_or_else(|| match self.notes.published() {
            Some(version) => say::published_since(&shown, version),
            None => say::nothing_to_undo(&shown),
        })?;
        let Event::Edit { what, files, .. } = last.event else { return Err(say::nothing_to_undo(&shown)) };
        for splice in &files {
            let position = self.files.iter().position(|file| file.path == splice.path);
            let now = position.and_then(|at| self.files.get(at)).map(|file| file.bytes.clone());
            let Some(former) = splice.taken_back(now.as_deref()) else {
                return Err(say::changed_since(format!("{shown}/{}", splice.path), last.at));
            };
            self.files.retain(|file| file.path != splice.path);
            self.files.extend(former.map(|bytes| DataFile { path: splice.path.clone(), bytes }));
            self.former.insert(splice.path.clone(), now);
        }
        Ok(format!("{what} ({}, {})", last.at, last.user))
    }

    /// Replaces the files that were changed, all of them or none, and notes what was done: `what` in the words of
    /// the command line, `at` this instant, and which observations it wrote.
    ///
    /// # Errors
    /// The file and why it could not be written, or that somebody else has changed it meanwhile.
    pub fn save(
        &self,
        what: &str,
        at: &str,
        rows: Vec<RowName>,
        tell: &mut dyn FnMut(Message),
    ) -> Result<(), EditError> {
        self.write(at, |files| Event::Edit { what: what.to_owned(), files, rows }, tell)
    }

    /// Replaces the files as [`Workspace::take_back`] has made them.
    ///
    /// # Errors
    /// As [`Workspace::save`].
    pub fn save_undo(&self, at: &str, tell: &mut dyn FnMut(Message)) -> Result<(), EditError> {
        self.write(at, |files| Event::Undo { files }, tell)
    }

    fn write(
        &self,
        at: &str,
        event: impl FnOnce(Vec<Splice>) -> Event,
        tell: &mut dyn FnMut(Message),
    ) -> Result<(), EditError> {
        let splices: Vec<Splice> =
            self.changes().map(|(path, before, after)| Splice::between(path, before, after)).collect();
        if splices.is_empty() {
            return Ok(());
        }
        let contents: Vec<Option<&[u8]>> = self.changes().map(|(.., after)| after).collect();
        let note = Note { at: at.to_owned(), user: User::at_the_keyboard().name, event: event(splices) };
        let shown = self.root.display().to_string();
        pending::make(&self.root, &self.directory, &note, &contents).map_err(|why| why.message(&shown))?;
        add_note(&self.directory, &note, &shown, tell);
        Ok(())
    }
}

/// Opens a dataset directory for somebody who will write to it.
fn open(root: &Path) -> Result<Directory, Message> {
    let shown = root.display().to_string();
    let failed = |error: io::Error| match error.kind() {
        io::ErrorKind::NotFound => say::dataset_missing(&shown),
        io::ErrorKind::NotADirectory => say::dataset_is_no_directory(&shown),
        _ => say::cannot_read_file(&shown, say::reason(&error)),
    };
    let directory = Directory::open(root).map_err(failed)?;
    let indicators = directory.inner("indicators").unwrap_or_default();
    for writable in [Some(&directory), indicators.as_ref()].into_iter().flatten() {
        let owner = writable.stat().map_err(failed)?.st_uid;
        if !user::may_change(owner) {
            return Err(say::owned_by_another(&shown, user::for_sudo(owner)));
        }
    }
    Ok(directory)
}

/// An edit that cannot be noted has been made all the same; it cannot be taken back by itself.
fn add_note(directory: &Directory, note: &Note, shown: &str, tell: &mut dyn FnMut(Message)) {
    if let Err(error) = notes::add(directory, note) {
        tell(say::edit_not_noted(shown, say::reason(&error)));
    }
}

/// The versions that were published, or bundled, from a dataset directory, as far as its notes go.
pub fn noted_versions(root: &Path) -> Vec<String> {
    let notes = Directory::open(root).and_then(|directory| Notes::read(&directory));
    notes.map(|notes| notes.versions()).unwrap_or_default()
}

/// Notes that a dataset directory was published under `version` at the instant `at`: what was edited before cannot be
/// taken back any more. Nothing is noted of a directory that no command has edited. `tell` hears whether somebody
/// else's edit is waited for.
///
/// # Errors
/// Why it could not be noted; the publication does not depend on it.
pub fn note_publication(
    root: &Path,
    version: &str,
    at: &str,
    tell: &mut dyn FnMut(Message),
) -> Result<(), Message> {
    if Directory::open(root).is_ok_and(|directory| notes::are_there(&directory).is_ok_and(|there| !there)) {
        return Ok(());
    }
    note_bundle(root, version, at, tell)
}

/// The same for a bundle that was made of the directory: its notes alone know which numbers were used.
///
/// # Errors
/// As [`note_publication`].
pub fn note_bundle(
    root: &Path,
    version: &str,
    at: &str,
    tell: &mut dyn FnMut(Message),
) -> Result<(), Message> {
    let shown = root.display().to_string();
    let directory = open(root)?;
    lock::take(&directory, &shown, tell)?;
    let event = Event::Publish { version: version.to_owned() };
    let note = Note { at: at.to_owned(), user: User::at_the_keyboard().name, event };
    notes::close(&directory, note).map_err(|error| say::publication_not_noted(&shown, say::reason(&error)))
}
