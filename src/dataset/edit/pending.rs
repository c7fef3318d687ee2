//! An edit of several files that is made whole or not at all. Everything that it takes is written to `.edit/`, and it counts
//! from the moment at which `.edit/note.json` is there. Then the files are replaced one by one. The next command completes
//! what a killed program has left, and readers see the files as if that had happened.
//!
//!     .edit/note.json   the note: the files, and their hashes before and after
//!     .edit/0, 1, ...   the new bytes of those files that have not been replaced yet

use super::*;

use std::ffi::OsString;

use super::notes::reference;

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
                Some(Errno::LOOP | Errno::NOTDIR | Errno::XDEV) => {
                    msg::link_in_the_way(path.display())
                }
                _ => msg::cannot_write_file(path.display(), user::reason(path, error)),
            },
        }
    }
}

/// Replaces the files of a note by their new bytes, `content` of their paths. `tell` hears what is left to be done of an edit
/// that counts.
pub fn make(
    directory: &Directory,
    note: Note,
    content: &Content<'_>,
    tell: &mut dyn FnMut(Message),
) -> Result<(), NotMade> {
    let edit = Edit::stage(directory, note, content).inspect_err(|_| drop(discard(directory)))?;
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
    match Edit::find(directory)? {
        Some(edit) => edit.finish(tell).map(|()| true),
        None => Ok(discard(directory).map(|()| false)?),
    }
}

/// Shows files as they will be when a pending edit is finished.
pub fn apply_pending(directory: &Directory, files: &mut Vec<DataFile>) -> Result<(), Error> {
    let Some(edit) = Edit::find(directory)? else {
        return Ok(());
    };
    for (number, change) in edit.files() {
        let place = files.iter().position(|file| file.path == change.path);
        let before = place
            .and_then(|at| files.get(at))
            .map(|file| Hash::of(&file.bytes));
        // A file that was changed since stays as it is.
        if before != change.before {
            continue;
        }
        let bytes = edit.staged.read(&number)?;
        if bytes.as_deref().map(Hash::of) == change.after {
            place.map(|at| files.remove(at));
            files.extend(bytes.map(|bytes| DataFile {
                path: change.path.clone(),
                bytes,
            }));
        }
    }
    Ok(())
}

/// Removes what was laid in: the note first, without which the rest is nothing.
fn discard(directory: &Directory) -> Result<(), Error> {
    let Some(staged) = directory.subdirectory_if_present(EDIT)? else {
        return Ok(());
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
            Kind::Failed => Error {
                path: directory.path().to_owned(),
                ..error
            },
            _ => error,
        })?;
        let edit = Edit {
            directory,
            note,
            staged,
        };
        let reference = reference(directory)?;
        for (number, change) in edit.files() {
            // The operator knows the file that is edited, and nothing of those beside it.
            let named = |error: Error| match error.kind {
                Kind::Failed => Error {
                    path: directory.path().join(&change.path),
                    ..error
                },
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
                edit.staged
                    .create(&number, content, &Access::copy_ownership(&reference))
                    .map_err(named)?;
            }
        }
        let text =
            serde_json::to_vec(&edit.note).map_err(|error| Error::new(NOTE.as_ref(), error))?;
        edit.staged
            .create(NEW_NOTE, &text, &Access::copy_ownership(&reference))?;
        edit.staged.sync()?;
        edit.staged.rename(NEW_NOTE, &edit.staged, NOTE)?;
        Ok(edit)
    }

    fn find(directory: &'a Directory) -> Result<Option<Self>, Error> {
        let Some(staged) = directory.subdirectory_if_present(EDIT)? else {
            return Ok(None);
        };
        let note = staged
            .read(NOTE)?
            .and_then(|text: Vec<u8>| serde_json::from_slice(&text).ok());
        Ok(note.map(|note| Edit {
            directory,
            note,
            staged,
        }))
    }

    /// The files, with the names of their new bytes in `.edit/`.
    fn files(&self) -> impl Iterator<Item = (String, &FileChange)> {
        self.note
            .files()
            .iter()
            .enumerate()
            .map(|(number, change)| (number.to_string(), change))
    }

    fn look(&self, change: &FileChange) -> Result<(Directory, OsString, Option<Vec<u8>>), Error> {
        let (parent, name) = self.directory.resolve(change.path.as_ref())?;
        let bytes = parent.read(&name)?;
        Ok((parent, name, bytes))
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
            Ok(notes) => notes::prune_former(self.directory, &notes).unwrap_or_default(),
            Err(error) => {
                tell(msg::edit_not_noted(
                    self.directory.path().display(),
                    msg::reason(&error.error),
                ));
            }
        }
        Ok(discard(self.directory)?)
    }

    /// Replaces the files that are not yet, after none of them is found to be changed by another program.
    fn apply(&self) -> Result<(), NotMade> {
        for (number, change) in self.files() {
            let now = self.look(change)?.2.as_deref().map(Hash::of);
            let (is_before, is_staged) =
                (now == change.before, self.staged.look(&number)?.is_some());
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
mod tests {
    use super::*;

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
                rows: Vec::new(),
                by_machine: false,
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

        fn content(path: &str) -> Option<&'static [u8]> {
            FILES
                .iter()
                .find(|file| file.0 == path)?
                .2
                .map(str::as_bytes)
        }

        /// The edit counts, and this many of its files have been replaced.
        fn interrupted(replaced: usize) -> Self {
            let fixture = Fixture::new();
            Edit::stage(&fixture.directory, fixture.note.clone(), &Fixture::content).unwrap();
            for (number, (path, _, after)) in FILES.iter().enumerate().take(replaced) {
                let path = fixture.scratch.join(path);
                match after {
                    Some(_) => {
                        std::fs::rename(fixture.scratch.join(&format!(".edit/{number}")), path)
                            .unwrap()
                    }
                    None => std::fs::remove_file(path).unwrap(),
                }
            }
            fixture
        }

        fn make(&self, tell: &mut dyn FnMut(Message)) -> Result<(), NotMade> {
            make(&self.directory, self.note.clone(), &Fixture::content, tell)
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
        for replaced in 0..=FILES.len() + 1 {
            let fixture = Fixture::interrupted(replaced);
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
