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
use crate::messages::{self as msg, Message};
use crate::model::Timestamp;
use notes::{Event, Note, Notes};
use pending::{NotMade, Recovered, Remaining};
use splice::Splice;

pub use error::EditError;
pub use notes::{LastEdit, RecordedRow};
pub(super) use pending::overlay;

/// The files as they were read, and as they shall be.
pub struct Workspace {
    root: PathBuf,
    /// Its lock is held as long as it is open.
    directory: Directory,
    /// In the order of their paths.
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
        match pending::recover(root, &directory, &mut |remaining| tell(remaining.message(&shown))) {
            Ok(Recovered::Nothing) => {}
            Ok(Recovered::Finished) => tell(msg::edit_completed(&shown)),
            Err(why @ NotMade::Changed(_)) => tell(msg::edit_taken_back(why.message(&shown))),
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

    /// The paths of the files that were changed, what they were, and what they are.
    fn changes(&self) -> impl Iterator<Item = (&str, Option<&[u8]>, Option<&[u8]>)> {
        let changes = self.former.iter().map(|(path, before)| {
            let after = self.file(path).map(|file| file.bytes.as_slice());
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
        self.position(path).ok().and_then(|at| self.files.get(at))
    }

    /// Where a file stands among the others, or would stand.
    fn position(&self, path: &str) -> Result<usize, usize> {
        self.files.binary_search_by(|file| file.path.as_str().cmp(path))
    }

    /// Gives a file another content, and makes it where there is none.
    pub fn put(&mut self, path: &str, bytes: Vec<u8>) {
        self.change(path, Some(bytes));
    }

    /// Gives a file another content, or takes it away.
    fn change(&mut self, path: &str, bytes: Option<Vec<u8>>) {
        let file = bytes.map(|bytes| DataFile { path: path.to_owned(), bytes });
        let former = match (self.position(path), file) {
            (Ok(at), Some(file)) => self.files.get_mut(at).map(|there| std::mem::replace(there, file)),
            (Ok(at), None) => Some(self.files.remove(at)),
            (Err(at), file) => {
                file.into_iter().for_each(|file| self.files.insert(at, file));
                None
            }
        };
        self.former.entry(path.to_owned()).or_insert_with(|| former.map(|file| file.bytes));
    }

    /// The dataset that the files make as they now are.
    ///
    /// # Errors
    /// Everything that is wrong with it, as [`super::load`] has it.
    pub fn check(&self, at: Timestamp) -> Result<FullDataset, Diagnostics> {
        check(&self.files, at, Diagnostics::default())
    }

    /// Whether an edit that no publication has followed, by the notes, has written this observation.
    pub fn wrote(&self, row: &RecordedRow) -> bool {
        self.notes.wrote(row)
    }

    /// The last edit that was not taken back.
    pub fn last_edit(&self) -> Option<LastEdit<'_>> {
        self.notes.last_edit()
    }

    /// Takes the last edit back, in memory: what it was.
    ///
    /// # Errors
    /// That there is none, or that somebody else has changed one of its files since.
    pub fn take_back(&mut self) -> Result<String, Message> {
        let shown = self.root.display().to_string();
        let Some(last) = self.notes.last_edit() else { return Err(msg::nothing_to_undo(&shown)) };
        let (named, at, files) = (last.named(), last.at.to_owned(), last.files.to_vec());
        for splice in files {
            let now = self.file(&splice.path).map(|file| file.bytes.as_slice());
            let Some(former) = splice.taken_back(now) else {
                return Err(msg::changed_since(format!("{shown}/{}", splice.path), at));
            };
            self.change(&splice.path, former);
        }
        Ok(named)
    }

    /// Replaces the files that were changed, all of them or none, and notes what was done: `what` in the words of
    /// the command line, `at` this instant, and which observations it wrote. `tell` hears what remains to be done of an
    /// edit that counts.
    ///
    /// # Errors
    /// The file and why it could not be written, or that somebody else has changed it meanwhile: the edit does not count.
    pub fn save(
        &self,
        what: &str,
        at: &str,
        rows: Vec<RecordedRow>,
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
        let mut remaining = |remaining: Remaining| tell(remaining.message(&shown));
        let made = pending::make(&self.root, &self.directory, &note, &contents, &mut remaining);
        Ok(made.map_err(|why| why.message(&shown))?)
    }
}

/// Opens a dataset directory for somebody who will write to it.
fn open(root: &Path) -> Result<Directory, Message> {
    let shown = root.display().to_string();
    let failed = |error: io::Error| match error.kind() {
        io::ErrorKind::NotFound => msg::dataset_missing(&shown),
        io::ErrorKind::NotADirectory => msg::dataset_is_no_directory(&shown),
        _ => msg::cannot_read_file(&shown, msg::reason(&error)),
    };
    let directory = Directory::open(root).map_err(failed)?;
    let indicators = directory.inner("indicators").unwrap_or_default();
    for writable in [Some(&directory), indicators.as_ref()].into_iter().flatten() {
        let owner = writable.stat().map_err(failed)?.st_uid;
        if !user::may_change(owner) {
            return Err(msg::owned_by_another(&shown, user::for_sudo(owner)));
        }
    }
    Ok(directory)
}

/// The versions that were published, or bundled, from a dataset directory, as far as its notes go.
pub fn noted_versions(root: &Path) -> Vec<String> {
    let notes = Directory::open(root).and_then(|directory| Notes::read(&directory));
    notes.map(|notes| notes.versions()).unwrap_or_default()
}

/// Notes that a dataset directory was published under `version` at the instant `at`: what was edited before is public as
/// far as the notes know. Nothing is noted of a directory that no command has edited. `tell` hears whether somebody
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
    notes::close(&directory, note).map_err(|error| msg::publication_not_noted(&shown, msg::reason(&error)))
}
