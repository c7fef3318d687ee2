//! An edit of several files that is made whole or not at all. Everything that it takes is written to `.edit/`, and it counts
//! from the moment at which `.edit/note.json` is there. Then the files are replaced one by one. The next command completes
//! what a killed program has left, and readers see the files as if that had happened.
//!
//!     .edit/note.json   the note: the files, and their hashes before and after
//!     .edit/0, 1, ...   the new bytes of a file that was not replaced yet; the former ones of one that was
//!
//! A file and its new bytes change places in one step, and then what came out is compared with what the edit was made from.
//! Where it is another one, somebody has saved the file in between: it is put back, and with it the whole edit. A program
//! that is killed between these steps leaves both versions, and the next command puts theirs back. Where a file system
//! cannot exchange files, the file is looked at once more before it is replaced.

use std::ffi::OsString;
use std::path::Path;

use rustix::io::Errno;

use super::notes::{FileChange, Note, hash_in, ownership_of_new};
use super::{Notes, former};
use crate::dataset::listing::{DataFile, find_file, put_file};
use crate::dataset::user;
use crate::directory::{Access, Directory, Error, Kind, Result};
use crate::hash::Hash;
use crate::messages::{self as msg, Message};

const EDIT: &str = ".edit";
const NOTE: &str = "note.json";
const NEW_NOTE: &str = "note.json.new";

/// Why an edit does not count; the files are as they were before it.
#[derive(Debug)]
pub enum NotMade {
    /// Another program changed this file in between; its version is kept.
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
                Some(Errno::LOOP | Errno::NOTDIR | Errno::XDEV) => {
                    msg::link_in_the_way(path.display())
                }
                _ => msg::cannot_write_file(path.display(), user::reason(path, error)),
            },
        }
    }
}

/// Replaces the files of a note by their new bytes, which `files` have. `tell` hears what is left to be done of an edit that
/// counts.
pub fn make(
    directory: &Directory,
    note: Note,
    files: &[DataFile],
    tell: &mut dyn FnMut(Message),
) -> Result<(), NotMade> {
    let edit = Edit::stage(directory, note, files).inspect_err(|_| drop(discard(directory)))?;
    // From here on readers have it, and the next command finishes what cannot be done.
    if let Err(error) = edit.staged.sync().and_then(|()| directory.sync()) {
        tell(unfinished(&error));
    }

    match edit.finish(tell) {
        Err(NotMade::Failed(error)) => {
            tell(unfinished(&error));
            Ok(())
        }
        outcome => outcome,
    }
}

/// Something could not be written; the next command goes on with it.
fn unfinished(error: &Error) -> Message {
    msg::edit_unfinished(error.path.display(), msg::reason(&error.error))
}

/// Completes an edit that a killed program has left, and returns whether there was one. Where a file was changed since,
/// the edit is reverted and `Changed` returned.
pub fn recover(directory: &Directory, tell: &mut dyn FnMut(Message)) -> Result<bool, NotMade> {
    let Some(edit) = Edit::find(directory)? else {
        discard(directory)?;
        return Ok(false);
    };

    edit.finish(tell)?;
    Ok(true)
}

/// Shows files as they will be when a pending edit is finished.
pub fn apply_pending(directory: &Directory, files: &mut Vec<DataFile>) -> Result<()> {
    let Some(edit) = Edit::find(directory)? else {
        return Ok(());
    };

    for edited in edit.files() {
        let FileChange {
            path,
            before,
            after,
        } = edited.change;
        let now = hash_in(files, path);
        let shown = match edited.progress(&now)? {
            Progress::Waiting if now == *before => after.clone(),
            Progress::TakenOut(foreign) => Some(foreign),
            _ => continue,
        };

        let bytes = edited.staged()?;
        if hash_of(&bytes) == shown {
            put_file(files, path, bytes);
        }
    }

    Ok(())
}

/// Removes what was laid in: the note first, without which the rest is nothing.
fn discard(directory: &Directory) -> Result<()> {
    let Some(staged) = directory.subdirectory_if_present(EDIT)? else {
        return Ok(());
    };

    staged.remove(NOTE)?;
    staged.sync()?;
    directory.remove_tree(EDIT)
}

/// The hash of a file; `None` where it is not there.
fn hash_of(bytes: &Option<Vec<u8>>) -> Option<Hash> {
    bytes.as_deref().map(Hash::of)
}

/// Names the path in an error of the file system that no other path explains.
fn name_failed(error: Error, path: &Path) -> Error {
    match error.kind {
        Kind::Failed => Error {
            path: path.to_owned(),
            ..error
        },
        _ => error,
    }
}

/// An edit that counts, or is about to.
struct Edit<'a> {
    directory: &'a Directory,
    note: Note,
    staged: Directory,
}

impl<'a> Edit<'a> {
    fn stage(directory: &'a Directory, note: Note, files: &[DataFile]) -> Result<Self, NotMade> {
        let staged = directory.make(EDIT, &Access::copy_ownership(&directory.stat()?));
        // Where nothing can be made, the operator is told of the directory.
        let staged = staged.map_err(|error| name_failed(error, directory.path()))?;
        let edit = Edit {
            directory,
            note,
            staged,
        };

        let access = ownership_of_new(directory)?;
        for edited in edit.files() {
            edited.stage(files, access)?;
        }

        let text = edit.staged.at(NEW_NOTE, serde_json::to_vec(&edit.note))?;
        edit.staged.create(NEW_NOTE, &text, &access)?;
        edit.staged.sync()?;
        edit.staged.rename(NEW_NOTE, &edit.staged, NOTE)?;
        Ok(edit)
    }

    fn find(directory: &'a Directory) -> Result<Option<Self>> {
        let Some(staged) = directory.subdirectory_if_present(EDIT)? else {
            return Ok(None);
        };

        let text = staged.read(NOTE)?.unwrap_or_default();
        let note = serde_json::from_slice(&text).ok();
        Ok(note.map(|note| Edit {
            directory,
            note,
            staged,
        }))
    }

    fn files(&self) -> impl Iterator<Item = EditedFile<'_>> {
        let changes = self.note.files().iter().enumerate();
        changes.map(|(number, change)| EditedFile {
            edit: self,
            change,
            number: number.to_string(),
        })
    }

    fn finish(&self, tell: &mut dyn FnMut(Message)) -> Result<(), NotMade> {
        if let Err(error) = self.apply() {
            if let NotMade::Changed(_) = error {
                self.revert()?;
                discard(self.directory)?;
            }
            return Err(error);
        }

        match Notes::add(self.directory, &self.note) {
            // Former files that cannot be removed now are removed by the next edit.
            Ok(notes) => former::prune(self.directory, &notes).unwrap_or_default(),
            Err(error) => {
                let directory = self.directory.path().display();
                tell(msg::edit_not_noted(directory, msg::reason(&error.error)));
            }
        }

        Ok(discard(self.directory)?)
    }

    /// Replaces the files that are not yet, after none of them is found to be changed by another program.
    fn apply(&self) -> Result<(), NotMade> {
        self.put_back_foreign()?;

        let mut waiting = Vec::new();
        for edited in self.files() {
            let FileChange { before, after, .. } = edited.change;
            let now = edited.look()?.hash();
            // A file that was replaced already may be changed again, unless a revert was begun.
            let is_expected = match edited.progress(&now)? {
                Progress::Waiting => now == *before || now == *after,
                Progress::Replaced => now != *before,
                Progress::TakenOut(_) | Progress::Damaged => false,
            };

            if !is_expected {
                return Err(edited.conflict());
            }

            if now == *before {
                waiting.push(edited);
            }
        }

        for edited in waiting {
            edited.replace()?;
        }

        for edited in self.files() {
            edited.look()?.parent.sync()?;
        }

        // Somebody may have written into a file that they had opened before it came out.
        self.put_back_foreign()
    }

    /// Puts back the files that came out in the place of those that the edit was made from.
    fn put_back_foreign(&self) -> Result<(), NotMade> {
        let mut outcome = Ok(());
        for edited in self.files() {
            let place = edited.look()?;
            if let Progress::TakenOut(_) = edited.progress(&place.hash())? {
                edited.put_back(&place)?;
                outcome = outcome.and(Err(edited.conflict()));
            }
        }

        outcome
    }

    /// Puts the former files back in the place of those that were replaced.
    fn revert(&self) -> Result<()> {
        for edited in self.files() {
            let place = edited.look()?;
            if place.hash() != edited.change.after {
                continue;
            }

            match &edited.change.before {
                None => place.parent.remove(&place.name)?,
                Some(before) => {
                    let (bytes, access) = former::read(self.directory, before)?;
                    place.parent.replace(&place.name, &bytes, &access)?;
                }
            }
        }

        Ok(())
    }
}

/// How far the replacement of one file is.
enum Progress {
    /// Its new bytes are still staged.
    Waiting,
    Replaced,
    /// Another version than the one that the edit was made from came out, with this hash, and is to be put back.
    TakenOut(Hash),
    /// Its new bytes are not what the note says.
    Damaged,
}

/// Where a file belongs, and what is there.
struct Place {
    parent: Directory,
    name: OsString,
    bytes: Option<Vec<u8>>,
}

impl Place {
    fn hash(&self) -> Option<Hash> {
        hash_of(&self.bytes)
    }
}

/// A file of an edit.
struct EditedFile<'a> {
    edit: &'a Edit<'a>,
    change: &'a FileChange,
    /// The name of its new bytes in `.edit/`.
    number: String,
}

impl EditedFile<'_> {
    fn look(&self) -> Result<Place> {
        let (parent, name) = self.edit.directory.resolve(self.change.path.as_ref())?;
        let bytes = parent.read(&name)?;
        Ok(Place {
            parent,
            name,
            bytes,
        })
    }

    /// What lies in `.edit/` under its number.
    fn staged(&self) -> Result<Option<Vec<u8>>> {
        self.edit.staged.read(&self.number)
    }

    fn conflict(&self) -> NotMade {
        NotMade::Changed(self.change.path.clone())
    }

    /// Keeps the former bytes, and lays in those of `files`. A new file gets the ownership `of_new`.
    fn stage(&self, files: &[DataFile], of_new: Access) -> Result<(), NotMade> {
        let Edit {
            directory, staged, ..
        } = self.edit;
        // The operator knows the file that is edited, and nothing of those beside it.
        let edited = directory.path().join(&self.change.path);
        let place = self.look()?;
        if place.hash() != self.change.before {
            return Err(self.conflict());
        }

        let access = match place.parent.look(&place.name)? {
            Some(stat) => Access::copy_ownership(&stat),
            None => of_new,
        };
        if let Some(former) = place.bytes {
            let kept = former::keep(directory, &former, &access);
            kept.map_err(|error| name_failed(error, &edited))?;
        }

        if let Some(file) = find_file(files, &self.change.path) {
            let created = staged.create(&self.number, &file.bytes, &access);
            created.map_err(|error| name_failed(error, &edited))?;
        }

        Ok(())
    }

    /// How far its replacement is, where `now` is in its place.
    fn progress(&self, now: &Option<Hash>) -> Result<Progress> {
        let FileChange { before, after, .. } = self.change;
        Ok(match hash_of(&self.staged()?) {
            // Without its new bytes a file was replaced by them; one that is removed has none.
            None if after.is_some() => Progress::Replaced,
            None => Progress::Waiting,
            staged if staged == *after => Progress::Waiting,
            staged if staged == *before => Progress::Replaced,
            Some(foreign) if now == after => Progress::TakenOut(foreign),
            Some(_) => Progress::Damaged,
        })
    }

    /// Replaces the file by its new bytes, unless another program has changed it.
    fn replace(&self) -> Result<(), NotMade> {
        let place = self.look()?;
        let Place { parent, name, .. } = &place;
        let FileChange { before, after, .. } = self.change;
        let staged = &self.edit.staged;
        let done = match (before, after) {
            (Some(_), Some(_)) => staged.exchange(&self.number, parent, name),
            (None, _) => staged.rename_to_new(&self.number, parent, name),
            (Some(_), None) => parent.rename(name, staged, &self.number),
        };

        if let Err(error) = done {
            return match Errno::from_io_error(&error.error) {
                Some(Errno::NOENT | Errno::EXIST) => Err(self.conflict()),
                _ if error.is_unsupported() => self.replace_without_exchange(),
                _ => Err(error.into()),
            };
        }

        if hash_of(&self.staged()?) != *before {
            self.put_back(&place)?;
            return Err(self.conflict());
        }

        Ok(())
    }

    /// As [`EditedFile::replace`], on a file system that cannot exchange files: looks once more, and then replaces.
    fn replace_without_exchange(&self) -> Result<(), NotMade> {
        let place = self.look()?;
        if place.hash() != self.change.before {
            return Err(self.conflict());
        }

        let staged = &self.edit.staged;
        Ok(staged.rename(&self.number, &place.parent, &place.name)?)
    }

    /// Puts back a file that came out of its place. Where it was saved once more meanwhile, the newer version stays.
    fn put_back(&self, place: &Place) -> Result<()> {
        let Place { parent, name, .. } = place;
        let staged = &self.edit.staged;
        if self.change.after.is_none() {
            return match staged.rename_to_new(&self.number, parent, name) {
                Err(error) if error.exists_already() => Ok(()),
                outcome => outcome,
            };
        }

        staged.exchange(&self.number, parent, name)?;
        if hash_of(&self.staged()?) == self.change.after {
            return Ok(());
        }

        staged.exchange(&self.number, parent, name)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    use crate::dataset::edit::Written;
    use crate::dataset::edit::notes::Event;
    use crate::scratch::Scratch;

    const FILES: [(&str, Option<&str>, Option<&str>); 4] = [
        ("changed.csv", Some("before"), Some("after")),
        ("indicators/new.csv", None, Some("new")),
        ("gone.csv", Some("gone"), None),
        ("indicators/usd.csv", Some("1"), Some("2")),
    ];

    /// A dataset, and an edit of it.
    struct Fixture {
        scratch: Scratch,
        directory: Directory,
        note: Note,
    }

    impl Fixture {
        fn new() -> Self {
            let scratch = Scratch::new();
            scratch.write("dataset.json", "{}");
            for (path, before, _) in FILES {
                before
                    .into_iter()
                    .for_each(|text| scratch.write(path, text));
            }

            let hash = |text: Option<&str>| text.map(|text| Hash::of(text.as_bytes()));
            let files = FILES.map(|(path, before, after)| FileChange {
                path: path.to_owned(),
                before: hash(before),
                after: hash(after),
            });
            let event = Event::Edit {
                what: "edit".to_owned(),
                files: files.to_vec(),
                written: Written::default(),
            };
            let note = Note {
                at: "2026-11-20".to_owned(),
                user: "somebody".to_owned(),
                event,
            };
            let directory = Directory::open(scratch.as_ref()).unwrap();
            Fixture {
                scratch,
                directory,
                note,
            }
        }

        /// The files as they are after the edit.
        fn edited() -> Vec<DataFile> {
            let mut files = Vec::new();
            for (path, _, after) in FILES {
                put_file(&mut files, path, after.map(|text| text.as_bytes().to_vec()));
            }

            files
        }

        /// The edit counts, and this many of its files have been replaced.
        fn interrupted(replaced: usize) -> Self {
            Fixture::interrupted_in(replaced, false)
        }

        /// As [`Fixture::interrupted`]; the former files lie in `.edit/` if they were exchanged.
        fn interrupted_in(replaced: usize, by_exchange: bool) -> Self {
            let fixture = Fixture::new();
            Edit::stage(&fixture.directory, fixture.note.clone(), &Fixture::edited()).unwrap();
            for (number, (path, before, after)) in FILES.iter().enumerate().take(replaced) {
                let path = fixture.scratch.join(path);
                match (by_exchange, after) {
                    (true, Some(_)) if before.is_some() => {
                        let staged = format!(".edit/{number}");
                        let former = std::fs::read(&path).unwrap();
                        std::fs::rename(fixture.scratch.join(&staged), path).unwrap();
                        std::fs::write(fixture.scratch.join(&staged), former).unwrap();
                    }
                    (_, Some(_)) => {
                        std::fs::rename(fixture.scratch.join(&format!(".edit/{number}")), path)
                            .unwrap()
                    }
                    (_, None) => std::fs::remove_file(path).unwrap(),
                }
            }

            fixture
        }

        fn make(&self, tell: &mut dyn FnMut(Message)) -> Result<(), NotMade> {
            make(&self.directory, self.note.clone(), &Fixture::edited(), tell)
        }

        /// Completes what was interrupted; nothing of it remains to be done.
        fn recover(&self) -> Result<bool, NotMade> {
            recover(&self.directory, &mut |message| panic!("{message:?}"))
        }

        /// The files are these, and nothing else is left of the edit.
        #[track_caller]
        fn assert_files(
            &self,
            expected: impl Fn(
                (&str, Option<&'static str>, Option<&'static str>),
            ) -> Option<&'static str>,
        ) {
            for file in FILES {
                let now = std::fs::read_to_string(self.scratch.join(file.0)).ok();
                assert_eq!(now.as_deref(), expected(file), "{}", file.0);
            }
            assert!(!self.scratch.join(EDIT).exists());
        }

        #[track_caller]
        fn is_made(&self) {
            self.assert_files(|(_, _, after)| after);
        }

        #[track_caller]
        fn is_reverted(&self) {
            self.assert_files(|(_, before, _)| before);
        }

        /// The files as a reader sees them.
        fn read(&self) -> Vec<(String, String)> {
            let there = FILES.iter().filter_map(|(path, ..)| {
                Some((path, std::fs::read(self.scratch.join(path)).ok()?))
            });
            let mut read = there
                .map(|(path, bytes)| DataFile {
                    path: (*path).to_owned(),
                    bytes,
                })
                .collect();
            apply_pending(&self.directory, &mut read).unwrap();
            read.sort_by(|a, b| a.path.cmp(&b.path));
            read.into_iter()
                .map(|file| (file.path, String::from_utf8(file.bytes).unwrap()))
                .collect()
        }
    }

    #[track_caller]
    fn changed<T>(outcome: Result<T, NotMade>) -> String {
        match outcome {
            Err(NotMade::Changed(path)) => path,
            Err(NotMade::Failed(error)) => panic!("{error:?}"),
            Ok(_) => panic!("nobody has noticed"),
        }
    }

    #[test]
    fn an_edit_is_made_whole() {
        let fixture = Fixture::new();
        let make = || fixture.make(&mut |message| panic!("{message:?}"));
        make().unwrap();
        fixture.is_made();
        assert!(!fixture.recover().unwrap());
        // The files are not as they were.
        assert_eq!(changed(make()), FILES[0].0);
        fixture.is_made();
    }

    #[test]
    fn an_edit_that_was_interrupted_is_completed_noted_once_and_read_as_if_it_were() {
        let after: Vec<_> = [FILES[0], FILES[1], FILES[3]]
            .map(|(path, _, new)| (path.to_owned(), new.unwrap().to_owned()))
            .to_vec();
        let cases =
            (0..=FILES.len() + 1).flat_map(|replaced| [(replaced, false), (replaced, true)]);
        for (replaced, by_exchange) in cases {
            let fixture = Fixture::interrupted_in(replaced, by_exchange);
            assert_eq!(fixture.read(), after, "{replaced}");
            if replaced > FILES.len() {
                Notes::add(&fixture.directory, &fixture.note).unwrap();
            }

            assert!(fixture.recover().unwrap());
            let noted = serde_json::to_string(&fixture.note).unwrap() + "\n";
            assert_eq!(fixture.scratch.text(".edits.jsonl"), noted);
            fixture.is_made();
        }
    }

    #[test]
    fn an_edit_that_counts_is_finished_by_the_next_command() {
        let fixture = Fixture::new();
        // The note cannot be written.
        fixture.scratch.write(".edits.jsonl/file", "in the way");
        let mut said = Vec::new();
        fixture
            .make(&mut |message| said.push(message.kind()))
            .unwrap();
        assert_eq!(said, ["edit_not_noted"]);
        fixture.is_made();
        // A file cannot be replaced.
        let fixture = Fixture::interrupted(3);
        std::fs::rename(
            fixture.scratch.join("indicators"),
            fixture.scratch.join("moved"),
        )
        .unwrap();
        assert!(matches!(fixture.recover(), Err(NotMade::Failed(_))));
        std::fs::rename(
            fixture.scratch.join("moved"),
            fixture.scratch.join("indicators"),
        )
        .unwrap();
        assert!(fixture.recover().unwrap());
        fixture.is_made();
    }

    #[test]
    fn an_edit_of_what_somebody_else_has_changed_is_reverted() {
        for (number, (path, before, _)) in FILES.into_iter().enumerate() {
            let fixture = Fixture::interrupted(number);
            fixture.scratch.write(path, "somebody else's");
            let now = fixture.read();
            assert!(now.contains(&(path.to_owned(), "somebody else's".to_owned())));
            assert_eq!(changed(fixture.recover()), path);
            assert_eq!(fixture.scratch.text(path), "somebody else's");
            match before {
                Some(before) => fixture.scratch.write(path, before),
                None => std::fs::remove_file(fixture.scratch.join(path)).unwrap(),
            }

            fixture.is_reverted();
        }

        // A program that was killed had begun to revert it.
        let fixture = Fixture::interrupted(FILES.len());
        fixture.scratch.write(FILES[0].0, FILES[0].1.unwrap());
        assert_eq!(changed(fixture.recover()), FILES[0].0);
        fixture.is_reverted();
    }

    /// Somebody saves a file after the last look at it.
    #[test]
    fn a_save_between_the_last_look_and_the_exchange_stays() {
        for number in [0, 1, 2, 3] {
            let fixture = Fixture::interrupted(0);
            let edit = Edit::find(&fixture.directory).unwrap().unwrap();
            let (path, ..) = FILES[number];
            fixture.scratch.write(path, "somebody else's");

            let edited = edit.files().nth(number).unwrap();
            assert_eq!(changed(edited.replace()), path);
            assert_eq!(fixture.scratch.text(path), "somebody else's");
        }
    }

    /// A program was killed after a file had come out that somebody had saved in between.
    #[test]
    fn a_save_that_came_out_is_put_back_by_the_next_command() {
        for number in [0, 2, 3] {
            let (path, _, after) = FILES[number];
            let fixture = Fixture::interrupted(number);
            let staged = format!(".edit/{number}");
            match after {
                Some(after) => fixture.scratch.write(path, after),
                None => std::fs::remove_file(fixture.scratch.join(path)).unwrap(),
            }

            fixture.scratch.write(&staged, "somebody else's");
            let seen = fixture.read();
            assert!(seen.contains(&(path.to_owned(), "somebody else's".to_owned())));

            assert_eq!(changed(fixture.recover()), path);
            assert_eq!(fixture.scratch.text(path), "somebody else's");
            fixture.scratch.write(path, FILES[number].1.unwrap());
            fixture.is_reverted();
        }
    }

    #[test]
    fn without_its_note_an_edit_is_nothing() {
        for note in [None, Some("{")] {
            let fixture = Fixture::interrupted(0);
            std::fs::remove_file(fixture.scratch.join(".edit/note.json")).unwrap();
            note.into_iter()
                .for_each(|note| fixture.scratch.write(".edit/note.json", note));
            assert_eq!(fixture.read().len(), 3);
            assert!(!fixture.recover().unwrap());
            fixture.is_reverted();
        }
    }

    #[test]
    fn what_is_staged_is_read_only_where_it_is_what_the_note_says() {
        let fixture = Fixture::interrupted(0);
        for name in [".edit/0", ".edit/1"] {
            fixture.scratch.write(name, "of a disk that fails");
        }

        std::fs::remove_file(fixture.scratch.join(".edit/3")).unwrap();
        let as_they_were =
            [FILES[0], FILES[3]].map(|(path, old, _)| (path.to_owned(), old.unwrap().to_owned()));
        assert_eq!(fixture.read(), as_they_were);
    }
}
