//! A dataset directory in memory, to be changed and checked as a whole before any file is replaced. While it is held,
//! no other command changes it.

use super::*;

use super::notes::{Event, LastEdit};
use super::pending::{self, NotMade};
use crate::dataset::check;
use crate::dataset::source::read_directory;
use crate::dataset::user::User;
use crate::directory::Error;

const PATIENCE: Duration = Duration::from_secs(60);
/// How long to wait in silence: another edit takes a moment.
const MOMENT: Duration = Duration::from_secs(2);

#[derive(Debug)]
pub enum EditError {
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

/// The files as they were read, and as they are to be.
pub struct Workspace {
    /// Locked as long as it is open.
    directory: Directory,
    /// In the order of their paths.
    files: Vec<DataFile>,
    /// The former bytes of each file that may have changed; `None` where it is new.
    former: BTreeMap<String, Option<Vec<u8>>>,
    notes: Notes,
}

impl Workspace {
    /// Locks and reads a dataset directory, and completes an edit that a killed program has left. `tell` hears of that, and
    /// of a lock that is waited for.
    pub fn open(root: &Path, tell: &mut dyn FnMut(Message)) -> Result<Self, EditError> {
        let directory = open_locked(root, tell)?;
        match pending::recover(&directory, &mut |remaining| tell(remaining.message(root))) {
            Ok(was_pending) if was_pending => tell(msg::edit_completed(root.display())),
            Ok(_) => {}
            Err(why @ NotMade::Changed(_)) => tell(msg::edit_taken_back(why.message(root))),
            Err(why) => return Err(why.message(root).into()),
        }
        let mut diagnostics = Diagnostics::default();
        let files = read_directory(root, &|| directory.try_clone(), &mut diagnostics);
        if diagnostics.errors() > 0 {
            return Err(diagnostics.sorted().into());
        }
        let notes = Notes::read(&directory).unwrap_or_default();
        Ok(Workspace { directory, files, former: BTreeMap::new(), notes })
    }

    pub fn keys(&self) -> impl Iterator<Item = &str> {
        self.files.iter().filter_map(|file| file.path.strip_prefix("indicators/")?.strip_suffix(".csv"))
    }

    fn changes(&self) -> impl Iterator<Item = (&str, Option<&[u8]>, Option<&[u8]>)> {
        let changes = self.former.iter().map(|(path, before)| {
            let after = self.file(path).map(|file| file.bytes.as_slice());
            (path.as_str(), before.as_deref(), after)
        });
        changes.filter(|(_, before, after)| before != after)
    }

    pub fn changed(&self) -> impl Iterator<Item = &str> {
        self.changes().map(|(path, ..)| path)
    }

    pub fn file(&self, path: &str) -> Option<&DataFile> {
        self.position(path).ok().and_then(|at| self.files.get(at))
    }

    fn position(&self, path: &str) -> Result<usize, usize> {
        self.files.binary_search_by(|file| file.path.as_str().cmp(path))
    }

    pub fn put(&mut self, path: &str, bytes: Vec<u8>) {
        self.change(path, Some(bytes));
    }

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

    pub fn check(&self, at: Timestamp) -> Result<FullDataset, Diagnostics> {
        check(&self.files, at, Diagnostics::default())
    }

    pub fn files(&self) -> &[DataFile] {
        &self.files
    }

    /// Hands over the files; the directory stays locked.
    pub fn take_files(&mut self) -> Vec<DataFile> {
        std::mem::take(&mut self.files)
    }

    /// The versions that were published, or bundled, from the directory, as far as its notes go.
    pub fn versions(&self) -> Vec<String> {
        self.notes.versions()
    }

    /// Whether a version was bundled and not taken back; `None` where it was published, or no note has it.
    pub fn is_bundled(&self, version: &str) -> Option<bool> {
        self.notes.is_bundled(version)
    }

    /// Notes that the directory as it is now is bundled under `version`: that number is not given again, and edits until now
    /// count as published.
    pub fn note_bundle(&self, version: &str, at: &str) -> Result<(), EditError> {
        self.close(note(at, Event::Publish { version: version.to_owned(), bundled: true }))
    }

    /// Notes that a bundle is taken back.
    pub fn note_withdrawal(&self, version: &str, at: &str) -> Result<(), EditError> {
        self.close(note(at, Event::Withdraw { version: version.to_owned() }))
    }

    fn close(&self, note: Note) -> Result<(), EditError> {
        let closed = Notes::close(&self.directory, note, None)
            .and_then(|notes| notes::prune_former(&self.directory, &notes));
        let root = self.directory.path().display();
        Ok(closed.map_err(|error| msg::bundle_not_noted(root, msg::reason(&error.error)))?)
    }

    /// The observations that edits have written which no publication has followed, by the notes.
    pub fn written(&self) -> HashSet<Vintage<'_>> {
        self.notes.written()
    }

    pub fn last_edit(&self) -> Option<LastEdit<'_>> {
        self.notes.last_edit()
    }

    /// The last edit that wrote a row, by the notes.
    pub fn edit_of(&self, row: &RecordedRow) -> Option<LastEdit<'_>> {
        self.notes.edit_of(row)
    }

    /// Undoes the last edit in memory, and returns what it was. Refused where there is none, or where one of its files was
    /// changed since.
    pub fn take_back(&mut self) -> Result<String, Message> {
        let root = self.directory.path().to_owned();
        let Some(last) = self.notes.last_edit() else { return Err(msg::nothing_to_undo(root.display())) };
        let (named, at, files) = (last.named(), last.at.to_owned(), last.files.to_vec());
        for FileChange { path, before, after } in files {
            if self.file(&path).map(|file| Hash::of(&file.bytes)) != after {
                return Err(msg::changed_since(root.join(path).display(), at));
            }
            let former = before.map(|before| notes::read_former(&self.directory, &before)).transpose();
            let former = former
                .map_err(|error| msg::cannot_read_file(error.path.display(), msg::reason(&error.error)))?;
            self.change(&path, former.map(|(bytes, _)| bytes));
        }
        Ok(named)
    }

    /// Replaces the files that were changed, all of them or none, and notes what was `done` in the words of
    /// the command line, `at` this instant, and which observations it wrote. `tell` hears what remains to be done of an
    /// edit that counts.
    pub fn save(
        &self,
        done: &str,
        at: &str,
        rows: Vec<RecordedRow>,
        by_machine: bool,
        tell: &mut dyn FnMut(Message),
    ) -> Result<(), EditError> {
        self.write(at, |files| Event::Edit { what: done.to_owned(), files, rows, by_machine }, tell)
    }

    pub fn save_undo(&self, at: &str, tell: &mut dyn FnMut(Message)) -> Result<(), EditError> {
        self.write(at, |files| Event::Undo { files }, tell)
    }

    fn write(
        &self,
        at: &str,
        event: impl FnOnce(Vec<FileChange>) -> Event,
        tell: &mut dyn FnMut(Message),
    ) -> Result<(), EditError> {
        let change = |(path, before, after): (&str, Option<&[u8]>, Option<&[u8]>)| FileChange {
            path: path.to_owned(),
            before: before.map(Hash::of),
            after: after.map(Hash::of),
        };
        let changes: Vec<FileChange> = self.changes().map(change).collect();
        if changes.is_empty() {
            return Ok(());
        }
        let content = |path: &str| self.file(path).map(|file| file.bytes.as_slice());
        let root = self.directory.path();
        let mut remaining = |remaining: pending::Remaining| tell(remaining.message(root));
        let made = pending::make(&self.directory, note(at, event(changes)), &content, &mut remaining);
        Ok(made.map_err(|why| why.message(root))?)
    }
}

fn note(at: &str, event: Event) -> Note {
    Note { at: at.to_owned(), user: User::at_the_keyboard().name, event }
}

/// Why a directory is not open to be written to.
enum NotOpened {
    /// It, or the directory of the indicators, belongs to a user whose files this one does not change.
    Owned {
        path: PathBuf,
        owner: u32,
    },
    Failed(Message),
}

impl From<Message> for NotOpened {
    fn from(message: Message) -> Self {
        NotOpened::Failed(message)
    }
}

impl From<NotOpened> for EditError {
    fn from(why: NotOpened) -> Self {
        EditError::Refused(match why {
            NotOpened::Owned { path, owner } => msg::owned_by_another(path.display(), user::for_sudo(owner)),
            NotOpened::Failed(message) => message,
        })
    }
}

/// Opens and locks a dataset directory that is going to be written to. Refused where it belongs to another user, or is held
/// for longer than a minute.
fn open_locked(root: &Path, tell: &mut dyn FnMut(Message)) -> Result<Directory, NotOpened> {
    let shown = &root.display();
    let failed = &|error: Error| match Errno::from_io_error(&error.error) {
        Some(Errno::NOENT) => msg::dataset_missing(shown),
        Some(Errno::NOTDIR) => msg::dataset_is_no_directory(shown),
        _ => msg::cannot_read_file(shown, user::reason(root, &error.error)),
    };
    let directory = Directory::open(root).map_err(failed)?;
    let indicators = directory.subdirectory("indicators").ok();
    for writable in [Some(&directory), indicators.as_ref()].into_iter().flatten() {
        let owner = writable.stat().map_err(failed)?.st_uid;
        if !user::may_change(owner) {
            return Err(NotOpened::Owned { path: writable.path().to_owned(), owner });
        }
        if !writable.is_open_to_writing() {
            let why = user::reason(writable.path(), &Errno::ACCESS.into());
            return Err(msg::cannot_write_file(writable.path().display(), why).into());
        }
    }
    let waiting = || tell(msg::waiting_for_the_dataset(shown));
    match directory::lock(&directory, MOMENT, PATIENCE, waiting) {
        Ok(()) => Ok(directory),
        Err(NotLocked::Held) => Err(msg::dataset_is_held(shown).into()),
        Err(NotLocked::Failed(error)) => Err(msg::cannot_lock(shown, error).into()),
    }
}

/// The rows of a dataset directory that commands have taken from files which a machine wrote, as far as its notes go.
pub fn machine_rows(root: &Path) -> Vec<RecordedRow> {
    let notes = Directory::open(root).and_then(|directory| Notes::read(&directory));
    notes.map(|notes| notes.machine_rows().collect()).unwrap_or_default()
}

/// The versions that were published, or bundled, from a dataset directory, as far as its notes go.
pub fn noted_versions(root: &Path) -> Vec<String> {
    let notes = Directory::open(root).and_then(|directory| Notes::read(&directory));
    notes.map(|notes| notes.versions()).unwrap_or_default()
}

/// Notes that a dataset directory was published, or bundled, under `version` at the instant `at`, as the dataset writes it:
/// edits that are in the files as they were read are not taken back without a store, and the number is not given again.
/// `tell` hears of a lock that is waited for; what was published does not depend on what fails here.
pub fn note_publication(
    root: &Path,
    read: &[DataFile],
    version: &str,
    at: &str,
    tell: &mut dyn FnMut(Message),
) -> Result<(), Message> {
    let directory = match open_locked(root, tell) {
        Ok(directory) => directory,
        // Whoever has published need not be the one who may edit.
        Err(NotOpened::Owned { owner, .. }) => {
            let why = msg::belongs_to(user::for_sudo(owner));
            return Err(msg::publication_not_noted(root.display(), why));
        }
        Err(NotOpened::Failed(why)) => return Err(msg::publication_not_noted(root.display(), why)),
    };
    let note = note(at, Event::Publish { version: version.to_owned(), bundled: false });
    let closed =
        Notes::close(&directory, note, Some(read)).and_then(|notes| notes::prune_former(&directory, &notes));
    closed.map_err(|error| msg::publication_not_noted(root.display(), msg::reason(&error.error)))
}

#[cfg(test)]
mod tests;
