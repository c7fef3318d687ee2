//! An edit of several files that is whole whatever happens: first everything that it takes lies in a hidden directory
//! beside the files, then that directory gets its name, which is the moment from which the edit counts; only then the
//! files change places one by one. Whoever comes after a program that was killed, or could not go on, finishes what it has
//! begun, and whoever reads meanwhile reads the files as if that had happened.
//!
//!     .edit.new/    an edit that is being prepared; of no use to anybody else
//!     .edit/        one that counts: `note.json` says what it is, the numbered files are the new contents of the files
//!                   that it names, or the former ones where they have changed places already
//!     .edit.done/   one that is finished and noted; of no use to anybody else

use std::io;
use std::path::Path;

use super::notes::{self, Event, Note, model};
use super::splice::{Splice, hash};
use super::steps::{self, place};
use crate::dataset::source::DataFile;
use crate::directory::Directory;

const NEW: &str = ".edit.new";
const MADE: &str = ".edit";
const DONE: &str = ".edit.done";
const NOTE: &str = "note.json";

/// Why an edit does not count.
#[derive(Debug)]
pub enum NotMade {
    /// Somebody else has changed this file meanwhile; everything is as they left it.
    Changed(String),
    /// This could not be read or written.
    Failed(String, io::Error),
}

/// What an edit that counts lacks.
#[derive(Debug)]
pub enum Remaining {
    /// This could not be written; the next command goes on with it.
    Unfinished(String, io::Error),
    /// The note by which it could be taken back.
    Note(io::Error),
}

/// How an edit that counts was found.
#[derive(Debug, PartialEq, Eq)]
pub enum Recovered {
    /// There was none.
    Nothing,
    /// It was finished.
    Finished,
}

/// Adds where something could not be read or written.
fn at(path: &str) -> impl FnOnce(io::Error) -> NotMade + '_ {
    |error| NotMade::Failed(path.to_owned(), error)
}

/// An edit in the directory that it belongs to.
struct Edit<'a> {
    root: &'a Path,
    directory: &'a Directory,
    note: Note,
    /// Its hidden directory.
    staged: Directory,
}

/// The files that an edit changes, in the order of their numbers.
fn files(note: &Note) -> &[Splice] {
    match &note.event {
        Event::Edit { files, .. } | Event::Undo { files } => files,
        Event::Publish { .. } => &[],
    }
}

/// Makes an edit: `contents` are those of the note's files, `None` for one that is to be removed. It counts then;
/// `remaining` hears what is left to be done.
///
/// # Errors
/// Why it does not count; nothing has changed then.
pub fn make(
    root: &Path,
    directory: &Directory,
    note: &Note,
    contents: &[Option<&[u8]>],
    remaining: &mut dyn FnMut(Remaining),
) -> Result<(), NotMade> {
    stage(root, directory, note, contents).inspect_err(|_| drop(steps::remove(directory, NEW)))?;
    // From here on readers have it, and the next command finishes what cannot be done.
    let mut unfinished = |path: &str, error| remaining(Remaining::Unfinished(path.to_owned(), error));
    directory.sync().unwrap_or_else(|error| unfinished(".", error));
    match finish(root, directory, remaining) {
        Err(NotMade::Failed(path, error)) => {
            remaining(Remaining::Unfinished(path, error));
            Ok(())
        }
        outcome => outcome.map(|_| ()),
    }
}

/// Completes an edit that a program has made and not finished. `remaining` hears what it lacks even then.
///
/// # Errors
/// When somebody has changed one of its files since: the edit has been taken back then. Or what cannot be written.
pub fn recover(
    root: &Path,
    directory: &Directory,
    remaining: &mut dyn FnMut(Remaining),
) -> Result<Recovered, NotMade> {
    for name in [NEW, DONE] {
        steps::remove(directory, name).map_err(at(name))?;
    }
    finish(root, directory, remaining)
}

fn stage(root: &Path, directory: &Directory, note: &Note, contents: &[Option<&[u8]>]) -> Result<(), NotMade> {
    let staged = steps::make(directory, NEW).map_err(at(NEW))?;
    let like = model(directory).map_err(at("dataset.json"))?;
    for (number, (splice, content)) in files(note).iter().zip(contents).enumerate() {
        let (parent, name) = place(root, directory, &splice.path).map_err(at(&splice.path))?;
        let found = parent.read(&name).map_err(at(&splice.path))?;
        if found.as_deref().map(hash) != splice.before {
            return Err(NotMade::Changed(splice.path.clone()));
        }
        let like = parent.look(&name).map_err(at(&splice.path))?.unwrap_or(like);
        if let Some(content) = content {
            steps::create(&staged, &number.to_string(), content, &like).map_err(at(&splice.path))?;
        }
    }
    let text = serde_json::to_vec(note).map_err(io::Error::from).map_err(at(NOTE))?;
    steps::create(&staged, NOTE, &text, &like).map_err(at(NOTE))?;
    staged.sync().map_err(at(NEW))?;
    directory.rename_to_free(NEW, directory, MADE).map_err(at(MADE))
}

/// Lets the files change places, notes the edit, and removes what is left.
fn finish(
    root: &Path,
    directory: &Directory,
    remaining: &mut dyn FnMut(Remaining),
) -> Result<Recovered, NotMade> {
    let Some(staged) = directory.inner(MADE).map_err(at(MADE))? else { return Ok(Recovered::Nothing) };
    let note = staged.read(NOTE).map_err(at(NOTE))?.and_then(|text| serde_json::from_slice(&text).ok());
    let Some(note) = note else {
        steps::remove(directory, MADE).map_err(at(MADE))?;
        return Ok(Recovered::Nothing);
    };
    let edit = Edit { root, directory, note, staged };
    if let Err(why) = edit.carry_out() {
        if matches!(why, NotMade::Changed(_)) {
            edit.take_back()?;
            steps::remove(directory, MADE).map_err(at(MADE))?;
        }
        return Err(why);
    }
    notes::add(directory, &edit.note).unwrap_or_else(|error| remaining(Remaining::Note(error)));
    // In one step, so that a half of it is never taken for an edit whose files have not changed places.
    directory.rename_to_free(MADE, directory, DONE).map_err(at(MADE))?;
    directory.sync().map_err(at("."))?;
    steps::remove(directory, DONE).map_err(at(DONE))?;
    Ok(Recovered::Finished)
}

impl Edit<'_> {
    fn carry_out(&self) -> Result<(), NotMade> {
        for (number, splice) in files(&self.note).iter().enumerate() {
            self.swap(&number.to_string(), splice)?;
        }
        for splice in files(&self.note) {
            let (parent, _) = place(self.root, self.directory, &splice.path).map_err(at(&splice.path))?;
            parent.sync().map_err(at(&splice.path))?;
        }
        // Somebody who had opened a file before it changed places may have written to it since.
        for (number, splice) in files(&self.note).iter().enumerate() {
            let former = self.staged.read(&number.to_string()).map_err(at(&splice.path))?;
            if former.is_some_and(|bytes| Some(hash(&bytes)) != splice.before) {
                return Err(NotMade::Changed(splice.path.clone()));
            }
        }
        Ok(())
    }

    /// Whether the file has changed places already.
    fn swapped(&self, number: &str, splice: &Splice) -> io::Result<bool> {
        let here = self.staged.read(number)?.map(|bytes| hash(&bytes));
        Ok(if splice.after.is_some() { here != splice.after } else { here.is_some() })
    }

    fn swap(&self, number: &str, splice: &Splice) -> Result<(), NotMade> {
        let path = splice.path.as_str();
        if self.swapped(number, splice).map_err(at(path))? {
            return Ok(());
        }
        let changed = || NotMade::Changed(path.to_owned());
        let (parent, name) = place(self.root, self.directory, path).map_err(at(path))?;
        if parent.read(&name).map_err(at(path))?.as_deref().map(hash) != splice.before {
            return Err(changed());
        }
        let taken = |error: io::Error| match error.kind() {
            io::ErrorKind::AlreadyExists => changed(),
            _ => at(path)(error),
        };
        match (&splice.before, &splice.after) {
            (Some(before), Some(_)) => {
                if !steps::exchange(&self.staged, number, &parent, &name).map_err(at(path))? {
                    return self.staged.rename(number, &parent, &name).map_err(at(path));
                }
                let former = self.staged.read(number).map_err(at(path))?;
                if former.as_deref().map(hash).as_ref() == Some(before) { Ok(()) } else { Err(changed()) }
            }
            (None, Some(_)) => self.staged.rename_to_free(number, &parent, &name).map_err(taken),
            (Some(_), None) => parent.rename_to_free(&name, &self.staged, number).map_err(at(path)),
            (None, None) => Ok(()),
        }
    }

    /// Puts what has changed places back, the last first.
    fn take_back(&self) -> Result<(), NotMade> {
        for (number, splice) in files(&self.note).iter().enumerate().rev() {
            let (number, path) = (number.to_string(), splice.path.as_str());
            if self.swapped(&number, splice).map_err(at(path))? {
                self.swap_back(&number, splice).map_err(at(path))?;
            }
        }
        Ok(())
    }

    fn swap_back(&self, number: &str, splice: &Splice) -> io::Result<()> {
        let (parent, name) = place(self.root, self.directory, &splice.path)?;
        match (&splice.before, &splice.after) {
            (None, Some(_)) => parent.rename_to_free(&name, &self.staged, number),
            (Some(_), None) => self.staged.rename_to_free(number, &parent, &name),
            _ => {
                if self.staged.look(number)?.is_none() {
                    let now = parent.read(&name)?;
                    let Some(Some(former)) = splice.taken_back(now.as_deref()) else { return Ok(()) };
                    steps::create(
                        &self.staged,
                        number,
                        &former,
                        &parent.look(&name)?.map_or_else(|| model(self.directory), Ok)?,
                    )?;
                    return self.staged.rename(number, &parent, &name);
                }
                steps::exchange(&self.staged, number, &parent, &name).map(drop)
            }
        }
    }
}

/// Reads files as they will be when an edit that was made is finished; without one they stay as they are.
///
/// # Errors
/// What of the edit cannot be read.
pub fn overlay(root: &Path, read: &mut Vec<DataFile>) -> io::Result<()> {
    // What says that there is no such directory says it of the files as well.
    let Ok(directory) = Directory::open(root) else { return Ok(()) };
    let Some(staged) = directory.inner(MADE)? else { return Ok(()) };
    let Some(note) = staged.read(NOTE)?.and_then(|text| serde_json::from_slice::<Note>(&text).ok()) else {
        return Ok(());
    };
    for (number, splice) in files(&note).iter().enumerate() {
        let content = staged.read(&number.to_string())?;
        let found = read.iter_mut().find(|file| file.path == splice.path);
        // Who has changed a file since finds it as they left it.
        if found.as_ref().map(|file| hash(&file.bytes)) != splice.before {
            continue;
        }
        match (content, found) {
            (Some(bytes), Some(file)) if Some(hash(&bytes)) == splice.after => file.bytes = bytes,
            (Some(bytes), None) if Some(hash(&bytes)) == splice.after => {
                read.push(DataFile { path: splice.path.clone(), bytes });
            }
            (None, Some(_)) if splice.after.is_none() => read.retain(|file| file.path != splice.path),
            _ => {}
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests;
