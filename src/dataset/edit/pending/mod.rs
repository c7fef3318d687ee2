//! An edit of several files that is whole whatever happens. Everything that it takes is laid into `.edit/`, and it counts
//! from the moment at which `.edit/note.json` has its name. Then the files are replaced one by one. The next command
//! completes what a killed program has left, and readers see the files as if that had happened.
//!
//!     .edit/note.json   the note: the files, and their hashes before and after
//!     .edit/0, 1, ...   the new bytes of those files that have not been replaced yet

use super::*;

use std::ffi::OsString;

use super::notes::reference;
use crate::dataset::listing::DataFile;
use crate::directory::Error;

const EDIT: &str = ".edit";
const NOTE: &str = "note.json";
const NEW_NOTE: &str = "note.json.new";

/// The new bytes of a file; `None` where it is removed.
pub type Content<'a> = dyn Fn(&str) -> Option<&'a [u8]> + 'a;

/// Why an edit does not count; the files are as they were before it.
#[derive(Debug)]
pub enum NotMade {
    /// Another program has changed this file meanwhile, and finds it as it left it.
    Changed(String),
    Failed(Error),
}

impl From<Error> for NotMade {
    fn from(error: Error) -> Self {
        NotMade::Failed(error)
    }
}

impl NotMade {
    pub fn message(&self, root: &Path) -> Message {
        match self {
            NotMade::Changed(path) => msg::changed_meanwhile(root.join(path).display()),
            NotMade::Failed(Error { path, error, .. }) => match Errno::from_io_error(error) {
                Some(Errno::LOOP | Errno::NOTDIR | Errno::XDEV) => msg::link_in_the_way(path.display()),
                _ => msg::cannot_write_file(path.display(), user::reason(path, error)),
            },
        }
    }
}

#[derive(Debug)]
pub enum Remaining {
    /// Something could not be written; the next command goes on with it.
    Unfinished(Error),
    /// The note without which it cannot be undone.
    Note(Error),
}

impl Remaining {
    pub fn message(&self, root: &Path) -> Message {
        match self {
            Remaining::Unfinished(error) => {
                msg::edit_unfinished(error.path.display(), msg::reason(&error.error))
            }
            Remaining::Note(error) => msg::edit_not_noted(root.display(), msg::reason(&error.error)),
        }
    }
}

/// Replaces the files of a note by their new bytes, `content` of their paths. `remaining` hears what is left to be done of
/// an edit that counts.
pub fn make(
    directory: &Directory,
    note: Note,
    content: &Content<'_>,
    remaining: &mut dyn FnMut(Remaining),
) -> Result<(), NotMade> {
    let edit = Edit::stage(directory, note, content).inspect_err(|_| drop(discard(directory)))?;
    // From here on readers have it, and the next command finishes what cannot be done.
    if let Err(error) = edit.staged.sync().and_then(|()| directory.sync()) {
        remaining(Remaining::Unfinished(error));
    }
    match edit.finish(remaining) {
        Err(NotMade::Failed(error)) => {
            remaining(Remaining::Unfinished(error));
            Ok(())
        }
        outcome => outcome,
    }
}

/// Completes an edit that a killed program has left, and returns whether there was one. Where a file was changed since,
/// the edit is reverted and `Changed` returned.
pub fn recover(directory: &Directory, remaining: &mut dyn FnMut(Remaining)) -> Result<bool, NotMade> {
    match Edit::find(directory)? {
        Some(edit) => edit.finish(remaining).map(|()| true),
        None => Ok(discard(directory).map(|()| false)?),
    }
}

/// Shows files as they will be when a pending edit is finished.
pub fn apply_pending(directory: &Directory, files: &mut Vec<DataFile>) -> Result<(), Error> {
    let Some(edit) = Edit::find(directory)? else { return Ok(()) };
    for (number, change) in edit.files() {
        let place = files.iter().position(|file| file.path == change.path);
        let before = place.and_then(|at| files.get(at)).map(|file| Hash::of(&file.bytes));
        // A file that was changed since stays as it is.
        if before != change.before {
            continue;
        }
        let bytes = edit.staged.read(&number)?;
        if bytes.as_deref().map(Hash::of) == change.after {
            place.map(|at| files.remove(at));
            files.extend(bytes.map(|bytes| DataFile { path: change.path.clone(), bytes }));
        }
    }
    Ok(())
}

/// Removes what was laid in: the note first, without which the rest is nothing.
fn discard(directory: &Directory) -> Result<(), Error> {
    let staged = match directory.subdirectory(EDIT) {
        Err(error) if error.is_missing() => return Ok(()),
        other => other?,
    };
    staged.remove(NOTE)?;
    staged.sync()?;
    directory.remove_tree(EDIT)
}

struct Edit<'a> {
    directory: &'a Directory,
    note: Note,
    staged: Directory,
}

impl<'a> Edit<'a> {
    fn stage(directory: &'a Directory, note: Note, content: &Content<'_>) -> Result<Self, NotMade> {
        let staged = directory.make(EDIT, &Access::copy_ownership(&directory.stat()?));
        // Where nothing can be made, the operator is told of the directory.
        let staged = staged.map_err(|error| match error.kind {
            Kind::Failed => Error { path: directory.path().to_owned(), ..error },
            _ => error,
        })?;
        let edit = Edit { directory, note, staged };
        let reference = reference(directory)?;
        for (number, change) in edit.files() {
            // The operator knows the file that is edited, and nothing of those beside it.
            let named = |error: Error| match error.kind {
                Kind::Failed => Error { path: directory.path().join(&change.path), ..error },
                _ => error,
            };
            let (parent, name, former) = edit.look(change)?;
            if former.as_deref().map(Hash::of) != change.before {
                return Err(NotMade::Changed(change.path.clone()));
            }
            let reference = parent.look(&name)?.unwrap_or(reference);
            if let Some(former) = former {
                notes::keep_former(directory, &former, &reference).map_err(named)?;
            }
            if let Some(content) = content(&change.path) {
                edit.staged.create(&number, content, &Access::copy_ownership(&reference)).map_err(named)?;
            }
        }
        let text = serde_json::to_vec(&edit.note).map_err(|error| Error::new(NOTE.as_ref(), error))?;
        edit.staged.create(NEW_NOTE, &text, &Access::copy_ownership(&reference))?;
        edit.staged.sync()?;
        edit.staged.rename(NEW_NOTE, &edit.staged, NOTE)?;
        Ok(edit)
    }

    fn find(directory: &'a Directory) -> Result<Option<Self>, Error> {
        let staged = match directory.subdirectory(EDIT) {
            Err(error) if error.is_missing() => return Ok(None),
            other => other?,
        };
        let note = staged.read(NOTE)?.and_then(|text: Vec<u8>| serde_json::from_slice(&text).ok());
        Ok(note.map(|note| Edit { directory, note, staged }))
    }

    /// The files, with the names of their new bytes in `.edit/`.
    fn files(&self) -> impl Iterator<Item = (String, &FileChange)> {
        self.note.files().iter().enumerate().map(|(number, change)| (number.to_string(), change))
    }

    fn look(&self, change: &FileChange) -> Result<(Directory, OsString, Option<Vec<u8>>), Error> {
        let (parent, name) = self.directory.resolve(change.path.as_ref())?;
        let bytes = parent.read(&name)?;
        Ok((parent, name, bytes))
    }

    fn finish(&self, remaining: &mut dyn FnMut(Remaining)) -> Result<(), NotMade> {
        if let Err(error) = self.apply() {
            if let NotMade::Changed(_) = error {
                self.revert()?;
                discard(self.directory)?;
            }
            return Err(error);
        }
        match Notes::add(self.directory, &self.note) {
            // What is kept beyond need is removed by the next edit.
            Ok(notes) => notes::prune_former(self.directory, &notes).unwrap_or_default(),
            Err(error) => remaining(Remaining::Note(error)),
        }
        Ok(discard(self.directory)?)
    }

    /// Replaces the files that are not yet, after none of them is found to be changed by another program.
    fn apply(&self) -> Result<(), NotMade> {
        for (number, change) in self.files() {
            let now = self.look(change)?.2.as_deref().map(Hash::of);
            let (is_before, is_staged) = (now == change.before, self.staged.look(&number)?.is_some());
            // A file that was replaced already may be changed again, but for a revert that was begun.
            let is_expected = match change.after {
                Some(_) => is_before == is_staged,
                None => is_before || now.is_none(),
            };
            if !is_expected {
                return Err(NotMade::Changed(change.path.clone()));
            }
        }
        for (number, change) in self.files() {
            let (parent, name) = self.directory.resolve(change.path.as_ref())?;
            if change.after.is_none() {
                parent.remove(&name)?;
            } else if self.staged.look(&number)?.is_some() {
                self.staged.rename(&number, &parent, &name)?;
            }
        }
        for (_, change) in self.files() {
            self.directory.resolve(change.path.as_ref())?.0.sync()?;
        }
        Ok(())
    }

    /// Puts the former files back in the place of those that were replaced.
    fn revert(&self) -> Result<(), Error> {
        for (_, change) in self.files() {
            let (parent, name, now) = self.look(change)?;
            if now.as_deref().map(Hash::of) != change.after {
                continue;
            }
            match &change.before {
                None => parent.remove(&name)?,
                Some(before) => {
                    let (bytes, stat) = notes::read_former(self.directory, before)?;
                    parent.replace(&name, &bytes, &Access::copy_ownership(&stat))?;
                }
            }
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests;
