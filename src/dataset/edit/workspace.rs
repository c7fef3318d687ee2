//! A dataset directory in memory, to be changed and checked as a whole before any file is replaced. While it is held,
//! no other command changes it.

use std::borrow::Cow;
use std::collections::BTreeMap;
use std::iter;
use std::path::Path;
use std::time::Duration;

use rustix::io::Errno;

use super::notes::{Event, FileChange, Note, hash_in};
use super::pending::{self, NotMade};
use super::{Notes, Written, former};
use crate::dataset::listing::{DataFile, find_file, put_file};
use crate::dataset::paths::{definition_path, observations_path};
use crate::dataset::source::read_directory;
use crate::dataset::user::{self, User};
use crate::dataset::{Diagnostics, FullDataset, Location, check};
use crate::directory::{self, Directory, Error, NotLocked};
use crate::hash::Hash;
use crate::messages::{self as msg, Message};
use crate::model::Timestamp;

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
    files: Vec<DataFile>,
    /// The former bytes of each file that may have changed; `None` where it is new.
    former: BTreeMap<String, Option<Vec<u8>>>,
    notes: Notes,
}

impl Workspace {
    /// Locks and reads a dataset directory, and completes an edit that a killed program has left. `tell` hears of that, and
    /// of a lock that is waited for.
    pub fn open(root: &Path, tell: &mut dyn FnMut(Message)) -> Result<Self, EditError> {
        let directory = open_locked(root, refuse_owner, tell)?;
        match pending::recover(&directory, tell) {
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
        Ok(Workspace {
            directory,
            files,
            former: BTreeMap::new(),
            notes,
        })
    }

    pub fn keys(&self) -> impl Iterator<Item = &str> {
        self.files
            .iter()
            .filter_map(|file| file.path.strip_prefix("indicators/")?.strip_suffix(".json"))
    }

    /// Reports a key that no indicator has.
    pub fn report_unknown(&self, key: &str, location: Location, diagnostics: &mut Diagnostics) {
        let nearest = diagnostics.nearest(key, self.keys());
        diagnostics.error(location, msg::unknown_indicator(key, nearest));
    }

    /// The paths of the files that are not as they were read.
    pub fn changed(&self) -> impl Iterator<Item = &str> {
        let changed = self.former.iter().filter(|(path, former)| {
            let now = self.file(path).map(|file| &file.bytes);
            now != former.as_ref()
        });
        changed.map(|(path, _)| path.as_str())
    }

    pub fn file(&self, path: &str) -> Option<&DataFile> {
        find_file(&self.files, path)
    }

    /// The table of an indicator; of one that has only a definition, an empty one.
    pub fn observations(&self, key: &str) -> Option<Cow<'_, DataFile>> {
        let path = observations_path(key);
        if let Some(file) = self.file(&path) {
            return Some(Cow::Borrowed(file));
        }

        self.file(&definition_path(key))?;
        Some(Cow::Owned(DataFile {
            path,
            bytes: b"date,value\n".to_vec(),
        }))
    }

    pub fn put(&mut self, path: &str, bytes: Vec<u8>) {
        self.change(path, Some(bytes));
    }

    fn change(&mut self, path: &str, bytes: Option<Vec<u8>>) {
        if !self.former.contains_key(path) {
            let former = self.file(path).map(|file| file.bytes.clone());
            self.former.insert(path.to_owned(), former);
        }

        put_file(&mut self.files, path, bytes);
    }

    pub fn check(&self, at: Timestamp) -> Result<FullDataset, Diagnostics> {
        check(&self.files, at, Diagnostics::default(), None)
    }

    pub fn files(&self) -> &[DataFile] {
        &self.files
    }

    /// Hands over the files; the directory stays locked.
    pub fn take_files(&mut self) -> Vec<DataFile> {
        std::mem::take(&mut self.files)
    }

    pub fn notes(&self) -> &Notes {
        &self.notes
    }

    /// Notes that the directory as it is now is bundled under `version`: that number is not given again, and edits until now
    /// count as published.
    pub fn note_bundle(&self, version: &str, at: &str) -> Result<(), EditError> {
        let version = version.to_owned();
        let bundled = true;
        self.close(at, Event::Publish { version, bundled })
    }

    /// Notes that a bundle is taken back.
    pub fn note_withdrawal(&self, version: &str, at: &str) -> Result<(), EditError> {
        let version = version.to_owned();
        self.close(at, Event::Withdraw { version })
    }

    fn close(&self, at: &str, event: Event) -> Result<(), EditError> {
        let root = self.directory.path().display();
        let notes = Notes::close(&self.directory, note(at, event), None);
        let closed = notes.and_then(|notes| former::prune(&self.directory, &notes));
        Ok(closed.map_err(|error| msg::bundle_not_noted(root, msg::reason(&error.error)))?)
    }

    /// Undoes the last edit in memory, and returns what it was. Refused where there is none, or where one of its files was
    /// changed since.
    pub fn take_back(&mut self) -> Result<String, Message> {
        let root = self.directory.path().to_owned();
        let Some(last) = self.notes.last_edit() else {
            return Err(msg::nothing_to_undo(root.display()));
        };

        let description = last.description();
        let at = last.at.to_owned();
        let files = last.files.to_vec();
        for FileChange {
            path,
            before,
            after,
        } in files
        {
            if hash_in(&self.files, &path) != after {
                return Err(msg::changed_since(root.join(path).display(), at));
            }

            let mut former = None;
            if let Some(before) = before {
                match former::read(&self.directory, &before) {
                    Ok((bytes, _)) => former = Some(bytes),
                    Err(Error { path, error, .. }) => {
                        let reason = msg::reason(&error);
                        return Err(msg::cannot_read_file(path.display(), reason));
                    }
                }
            }

            self.change(&path, former);
        }

        Ok(description)
    }

    /// Replaces the files that were changed, all of them or none, and notes what was `done` in the words of
    /// the command line, `at` this instant, and which observations it wrote. `tell` hears what remains to be done of an
    /// edit that counts.
    pub fn save(
        &self,
        done: &str,
        at: &str,
        written: Written,
        tell: &mut dyn FnMut(Message),
    ) -> Result<(), EditError> {
        let event = Event::Edit {
            what: done.to_owned(),
            files: self.file_changes(),
            written,
        };
        self.make(note(at, event), tell)
    }

    pub fn save_undo(&self, at: &str, tell: &mut dyn FnMut(Message)) -> Result<(), EditError> {
        let files = self.file_changes();
        self.make(note(at, Event::Undo { files }), tell)
    }

    fn file_changes(&self) -> Vec<FileChange> {
        let mut changes = Vec::new();
        for path in self.changed() {
            changes.push(FileChange {
                path: path.to_owned(),
                before: self.former[path].as_deref().map(Hash::of),
                after: hash_in(&self.files, path),
            });
        }

        changes
    }

    fn make(&self, note: Note, tell: &mut dyn FnMut(Message)) -> Result<(), EditError> {
        if note.files().is_empty() {
            return Ok(());
        }

        let made = pending::make(&self.directory, note, &self.files, tell);
        Ok(made.map_err(|why| why.message(self.directory.path()))?)
    }
}

fn note(at: &str, event: Event) -> Note {
    Note {
        at: at.to_owned(),
        user: User::at_the_keyboard().name,
        event,
    }
}

/// The user who edits is not the owner.
fn refuse_owner(path: &Path, owner: u32) -> Message {
    msg::owned_by_another(path.display(), user::for_sudo(owner))
}

/// Opens and locks a dataset directory that is going to be written to. Refused where it is held for longer than a minute, and
/// in the words of `refuse_owner` where it, or the directory of the indicators, belongs to a user whose files this one does
/// not change.
fn open_locked(
    root: &Path,
    refuse_owner: fn(&Path, u32) -> Message,
    tell: &mut dyn FnMut(Message),
) -> Result<Directory, Message> {
    let shown = &root.display();
    let failed = &|error: Error| match Errno::from_io_error(&error.error) {
        Some(Errno::NOENT) => msg::dataset_missing(shown),
        Some(Errno::NOTDIR) => msg::dataset_is_no_directory(shown),
        _ => msg::cannot_read_file(shown, user::reason(root, &error.error)),
    };
    let directory = Directory::open(root).map_err(failed)?;
    let indicators = directory.subdirectory("indicators").ok();
    for writable in iter::once(&directory).chain(&indicators) {
        let owner = writable.stat().map_err(failed)?.st_uid;
        if !user::may_change(owner) {
            return Err(refuse_owner(writable.path(), owner));
        }

        if !writable.is_open_to_writing() {
            let why = user::reason(writable.path(), &Errno::ACCESS.into());
            return Err(msg::cannot_write_file(writable.path().display(), why));
        }
    }

    let locked = directory::lock(&directory, MOMENT, PATIENCE, || {
        tell(msg::waiting_for_the_dataset(shown));
    });
    match locked {
        Ok(()) => Ok(directory),
        Err(why) => Err(describe_lock(root, why)),
    }
}

/// Says why a dataset directory could not be locked.
pub fn describe_lock(root: &Path, why: NotLocked) -> Message {
    match why {
        NotLocked::Held => msg::dataset_is_held(root.display()),
        NotLocked::Failed(error) => msg::cannot_lock(root.display(), error),
    }
}

/// The user who publishes is not the owner, and need not be one who may edit.
fn name_owner(_: &Path, owner: u32) -> Message {
    msg::belongs_to(user::for_sudo(owner))
}

/// The notes of a dataset directory, as far as they can be read.
pub fn notes_of(root: &Path) -> Notes {
    match Directory::open(root) {
        Ok(directory) => Notes::read(&directory).unwrap_or_default(),
        Err(_) => Notes::default(),
    }
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
    let event = Event::Publish {
        version: version.to_owned(),
        bundled: false,
    };
    let noted = match open_locked(root, name_owner, tell) {
        Ok(directory) => Notes::close(&directory, note(at, event), Some(read))
            .and_then(|notes| former::prune(&directory, &notes))
            .map_err(|error| msg::reason(&error.error)),
        Err(why) => Err(why),
    };
    noted.map_err(|why| msg::publication_not_noted(root.display(), why))
}

#[cfg(test)]
mod tests {
    use super::*;

    use crate::dataset::new_row::RecordedRow;
    use crate::scratch::Scratch;

    /// A directory with two indicators.
    fn dataset() -> Scratch {
        let scratch = Scratch::new();
        scratch.write("dataset.json", "{}");
        scratch.write("indicators/usd.csv", "date,value\n");
        scratch.write("indicators/usd.json", "{}");
        scratch.write("indicators/wage.csv", "date,value\n");
        scratch.write("indicators/wage.json", "{}");
        scratch
    }

    fn open(scratch: &Scratch) -> Workspace {
        Workspace::open(scratch.as_ref(), &mut |message| panic!("{message:?}")).unwrap()
    }

    fn row(date: &str) -> RecordedRow {
        let [key, date, value] = ["usd", date, "1"].map(str::to_owned);
        RecordedRow {
            key,
            date,
            published: String::new(),
            value,
        }
    }

    /// Adds an observation, and the file of checks where there is none.
    fn edit(scratch: &Scratch, date: &str) -> Result<(), EditError> {
        let mut workspace = open(scratch);
        let mut usd = workspace.file("indicators/usd.csv").unwrap().bytes.clone();
        usd.extend(format!("{date},1\n").as_bytes());
        workspace.put("indicators/usd.csv", usd);
        workspace.put("checks.csv", b"source\n".to_vec());
        workspace.save(
            "record",
            "now",
            Written {
                rows: vec![row(date)],
                ..Written::default()
            },
            &mut |message| panic!("{message:?}"),
        )
    }

    /// Notes that the directory was published as it was read.
    fn publish(scratch: &Scratch, read: &[DataFile], version: &str) {
        let noted = note_publication(
            scratch.as_ref(),
            read,
            version,
            "1970-01-01T00:00:00+00:00",
            &mut |message| panic!("{message:?}"),
        );
        noted.unwrap();
    }

    fn refused(outcome: Result<(), EditError>) -> Option<Message> {
        match outcome {
            Err(EditError::Refused(message)) => Some(message),
            _ => None,
        }
    }

    #[test]
    fn edits_are_made_noted_and_taken_back_one_by_one() {
        let scratch = dataset();
        edit(&scratch, "2026-10-31").unwrap();
        edit(&scratch, "2026-11-30").unwrap();
        assert_eq!(
            scratch.text("indicators/usd.csv"),
            "date,value\n2026-10-31,1\n2026-11-30,1\n"
        );
        assert_eq!(
            (
                scratch.text("checks.csv"),
                scratch.text(".edits.jsonl").lines().count()
            ),
            ("source\n".into(), 2)
        );
        for (date, left) in [
            ("2026-11-30", "date,value\n2026-10-31,1\n"),
            ("2026-10-31", "date,value\n"),
        ] {
            let mut workspace = open(&scratch);
            assert!(
                workspace.notes.written().contains(&row(date).vintage())
                    && !workspace
                        .notes
                        .written()
                        .contains(&row("2026-01-31").vintage())
            );
            let user = User::at_the_keyboard().name;
            assert_eq!(workspace.take_back(), Ok(format!("record (now, {user})")));
            workspace
                .save_undo("later", &mut |message| panic!("{message:?}"))
                .unwrap();
            assert_eq!(scratch.text("indicators/usd.csv"), left);
            drop(workspace);
            assert!(
                !open(&scratch)
                    .notes
                    .written()
                    .contains(&row(date).vintage())
            );
        }

        assert_eq!(
            scratch.names(""),
            [".edits", ".edits.jsonl", "dataset.json", "indicators"]
        );
        let shown = scratch.as_ref().display().to_string();
        assert_eq!(open(&scratch).take_back(), Err(msg::nothing_to_undo(shown)));
    }

    #[test]
    fn what_is_changed_is_what_differs() {
        let scratch = dataset();
        let mut workspace = open(&scratch);
        assert_eq!(workspace.keys().collect::<Vec<_>>(), ["usd", "wage"]);
        assert!(workspace.file("indicators/m2.csv").is_none());
        workspace.put("dataset.json", b"{}".to_vec());
        workspace
            .save("nothing", "now", Written::default(), &mut |_| ())
            .unwrap();
        assert!(!scratch.join(".edits.jsonl").exists());
        workspace.put("checks.csv", Vec::new());
        workspace.put("indicators/wage.csv", Vec::new());
        assert_eq!(
            workspace.changed().collect::<Vec<_>>(),
            ["checks.csv", "indicators/wage.csv"]
        );
        assert_eq!(workspace.file("dataset.json").unwrap().bytes, b"{}");
        assert!(
            workspace
                .file("indicators/wage.csv")
                .unwrap()
                .bytes
                .is_empty()
        );
    }

    #[test]
    fn an_edit_knows_what_was_published_since() {
        let scratch = dataset();
        let publish = |version: &str| {
            let read = open(&scratch).take_files();
            publish(&scratch, &read, version);
        };
        publish("0");
        assert_eq!(
            notes_of(scratch.as_ref()).versions(),
            ["0"],
            "also where no command has edited it"
        );
        edit(&scratch, "2026-10-31").unwrap();
        publish("1");
        publish("2");
        let mut workspace = open(&scratch);
        assert!(
            !workspace
                .notes
                .written()
                .contains(&row("2026-10-31").vintage())
        );
        let last = workspace.notes.last_edit().unwrap();
        assert_eq!(
            (&*last.written.rows, last.published.as_slice()),
            (&[row("2026-10-31")][..], &["1", "2"][..])
        );
        assert!(
            workspace.take_back().is_ok(),
            "who asks has found out that it is not public any more"
        );
        drop(workspace);
        edit(&scratch, "2026-11-30").unwrap();
        assert!(
            open(&scratch)
                .notes
                .last_edit()
                .unwrap()
                .published
                .is_empty()
        );
    }

    /// `record` and `undo` may come while a publication is compared and installed.
    #[test]
    fn an_edit_after_the_reading_is_not_published() {
        let scratch = dataset();
        edit(&scratch, "2026-09-30").unwrap();
        let first = open(&scratch).take_files();
        edit(&scratch, "2026-10-31").unwrap();
        edit(&scratch, "2026-11-30").unwrap();
        publish(&scratch, &first, "1");
        let mut workspace = open(&scratch);
        for (date, is_written) in [
            ("2026-09-30", false),
            ("2026-10-31", true),
            ("2026-11-30", true),
        ] {
            assert_eq!(
                workspace.notes.written().contains(&row(date).vintage()),
                is_written,
                "{date}"
            );
        }

        let second = workspace.take_files();
        drop(workspace);
        let mut workspace = open(&scratch);
        assert!(workspace.notes.last_edit().unwrap().published.is_empty());
        workspace.take_back().unwrap();
        workspace
            .save_undo("later", &mut |message| panic!("{message:?}"))
            .unwrap();
        drop(workspace);
        publish(&scratch, &second, "2");
        assert!(
            open(&scratch).notes.last_edit().unwrap().published == ["2"],
            "the undo came after the reading"
        );
        let mut by_hand = open(&scratch).take_files();
        edit(&scratch, "2026-12-31").unwrap();
        by_hand.iter_mut().for_each(|file| file.bytes.push(b'\n'));
        publish(&scratch, &by_hand, "3");
        assert!(
            open(&scratch).notes.last_edit().unwrap().published == ["3"],
            "what cannot be told counts as published"
        );
    }

    #[test]
    fn the_newest_notes_are_kept() {
        let scratch = dataset();
        edit(&scratch, "2026-10-31").unwrap();
        let first = scratch.text(".edits.jsonl");
        for (count, version) in [
            (2, "1".to_owned()),
            (2, "2".repeat(40 << 20)),
            (3, "3".to_owned()),
        ] {
            publish(&scratch, &[], &version);
            assert_eq!(scratch.text(".edits.jsonl").lines().count(), count);
        }

        assert!(!scratch.text(".edits.jsonl").starts_with(&first));
    }

    #[test]
    fn an_edit_is_undone_from_the_former_files_as_long_as_they_are_kept() {
        let scratch = dataset();
        edit(&scratch, "2026-10-31").unwrap();
        edit(&scratch, "2026-11-30").unwrap();
        assert_eq!(
            scratch.names(".edits").len(),
            2,
            "a file that is new has no former one"
        );
        let mut workspace = open(&scratch);
        workspace.take_back().unwrap();
        workspace
            .save_undo("later", &mut |message| panic!("{message:?}"))
            .unwrap();
        drop(workspace);
        let names = scratch.names(".edits");
        assert_eq!(
            names,
            [Hash::of(b"date,value\n").to_string()],
            "what is not needed goes"
        );
        let kept = format!(".edits/{}", names[0]);
        scratch.write(&kept, "altered");
        let unreadable = |error: Errno| {
            Err(msg::cannot_read_file(
                scratch.join(&kept).display(),
                msg::reason(&error.into()),
            ))
        };
        assert_eq!(open(&scratch).take_back(), unreadable(Errno::IO));
        std::fs::remove_file(scratch.join(&kept)).unwrap();
        assert_eq!(open(&scratch).take_back(), unreadable(Errno::NOENT));
    }

    #[test]
    fn what_somebody_else_has_changed_stays() {
        let scratch = dataset();
        let shown = scratch.as_ref().display().to_string();
        let mut workspace = open(&scratch);
        workspace.put("indicators/usd.csv", Vec::new());
        scratch.write("indicators/usd.csv", "somebody else's");
        let saved = workspace.save("record", "now", Written::default(), &mut |_| ());
        assert_eq!(
            refused(saved),
            Some(msg::changed_meanwhile(format!(
                "{shown}/indicators/usd.csv"
            )))
        );
        assert_eq!(scratch.text("indicators/usd.csv"), "somebody else's");
        assert!(!scratch.join(".edit").exists());
        drop(workspace);
        edit(&scratch, "2026-10-31").unwrap();
        scratch.write("indicators/usd.csv", "somebody else's");
        let taken_back = open(&scratch).take_back();
        assert_eq!(
            taken_back,
            Err(msg::changed_since(
                format!("{shown}/indicators/usd.csv"),
                "now"
            ))
        );
    }

    #[test]
    fn a_note_that_was_cut_off_is_none() {
        let scratch = dataset();
        edit(&scratch, "2026-10-31").unwrap();
        let whole = scratch.text(".edits.jsonl");
        scratch.write(".edits.jsonl", format!("{whole}{{\"at\""));
        edit(&scratch, "2026-11-30").unwrap();
        let text = scratch.text(".edits.jsonl");
        assert!(
            text.starts_with(&whole) && text.lines().count() == 2,
            "{text}"
        );
        let workspace = open(&scratch);
        assert!(
            workspace
                .notes
                .written()
                .contains(&row("2026-10-31").vintage())
                && workspace
                    .notes
                    .written()
                    .contains(&row("2026-11-30").vintage())
        );
    }

    #[test]
    fn what_cannot_be_edited_is_said() {
        let scratch = dataset();
        let opened = |name: &str| {
            let path = scratch.join(name);
            (
                refused(Workspace::open(&path, &mut |_| ()).map(drop)),
                path.display().to_string(),
            )
        };
        let (said, shown) = opened("gone");
        assert_eq!(said, Some(msg::dataset_missing(shown)));
        let (said, shown) = opened("dataset.json");
        assert_eq!(said, Some(msg::dataset_is_no_directory(shown)));
        std::fs::remove_dir_all(scratch.join("indicators")).unwrap();
        std::fs::remove_file(scratch.join("dataset.json")).unwrap();
        assert!(
            matches!(
                Workspace::open(scratch.as_ref(), &mut |_| ()),
                Err(EditError::Bad(_))
            ),
            "nothing is there"
        );
        if rustix::process::geteuid().is_root() {
            let scratch = dataset();
            std::os::unix::fs::chown(scratch.join("indicators"), Some(1), None).unwrap();
            let said = refused(Workspace::open(scratch.as_ref(), &mut |_| ()).map(drop));
            let shown = scratch.join("indicators").display().to_string();
            assert_eq!(said, Some(msg::owned_by_another(shown, user::for_sudo(1))));
        }
    }
}
