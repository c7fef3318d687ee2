//! The notes of a dataset directory, hidden in it: `.edits.jsonl` says what was edited, and what was published from it.

use std::collections::{BTreeMap, HashMap, HashSet};

use serde::{Deserialize, Serialize};

use crate::dataset::DATASET_FILE;
use crate::dataset::listing::{DataFile, find_file};
use crate::dataset::new_row::{ImportedRows, RecordedRow, Vintage};
use crate::directory::{Access, Directory, JsonLines, Result};
use crate::hash::Hash;
use crate::messages as msg;
use crate::model::Offset;

const FILE: &str = ".edits.jsonl";
/// The notes that are kept at a publication: a rollback may make edits before it the last ones again.
const KEPT: usize = 200;
/// The bytes of notes from which on older ones of edits are not kept.
const MAX_BYTES: usize = 32 << 20;

/// The beginning of the words of an edit that imported files.
const IMPORT: &str = "import ";

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Note {
    /// At the dataset's offset.
    pub at: String,
    pub user: String,
    #[serde(flatten)]
    pub event: Event,
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", tag = "event")]
pub enum Event {
    Edit {
        what: String,
        files: Vec<FileChange>,
        #[serde(flatten)]
        written: Written,
    },
    Undo {
        files: Vec<FileChange>,
    },
    /// A publication, or a bundle, which need not have been used.
    Publish {
        version: String,
        #[serde(skip_serializing_if = "std::ops::Not::not", default)]
        bundled: bool,
    },
    /// A bundle was taken back: what it had is not public by it. Its number stays used.
    Withdraw {
        version: String,
    },
}

/// The observations that an edit has written.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Written {
    pub rows: Vec<RecordedRow>,
    /// True if all of them are from files that a machine wrote.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub by_machine: bool,
    /// The cases of them that were allowed, as they are named in a refusal: `jump usd 2026-11-21`.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub allowed: Vec<String>,
}

/// One file before and after an edit; `None` where it is not there.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct FileChange {
    pub path: String,
    pub before: Option<Hash>,
    pub after: Option<Hash>,
}

impl Note {
    pub fn files(&self) -> &[FileChange] {
        match &self.event {
            Event::Edit { files, .. } | Event::Undo { files } => files,
            Event::Publish { .. } | Event::Withdraw { .. } => &[],
        }
    }
}

#[derive(Default)]
pub struct Notes(JsonLines<Note>);

impl Notes {
    pub fn read(directory: &Directory) -> Result<Self> {
        let bytes = directory.read(FILE)?.unwrap_or_default();
        Ok(Notes(JsonLines::parse(&bytes)))
    }

    /// Adds a note to those that are there, unless it is the last one already. Returns all of them.
    pub fn add(directory: &Directory, note: &Note) -> Result<Self> {
        let mut notes = Notes::read(directory)?;
        if notes.0.values.last() != Some(note) {
            let access = ownership_of_new(directory)?;
            notes.0.append(directory, FILE, note.clone(), &access)?;
        }

        Ok(notes)
    }

    /// Adds a note that everything was published which is in the files as they were read (`None`: everything until now), and
    /// drops the oldest notes. Returns those that are left.
    pub fn close(directory: &Directory, note: Note, read: Option<&[DataFile]>) -> Result<Self> {
        let mut notes = Notes::read(directory)?.0.values;
        let end = match read {
            Some(read) => end_of_reading(&notes, read),
            None => notes.len(),
        };
        notes.insert(end, note);
        let mut kept = Vec::new();
        let mut length = 0;
        for note in notes.iter().rev().take(KEPT) {
            // Which versions were published is known from notes alone where they were bundled.
            if length > MAX_BYTES && !note.files().is_empty() {
                continue;
            }

            let line = directory.at(FILE, serde_json::to_string(note))? + "\n";
            length += line.len();
            kept.push(line);
        }

        kept.reverse();
        let access = match directory.look(FILE)? {
            Some(stat) => Access::copy_ownership(&stat),
            None => ownership_of_new(directory)?,
        };
        directory.replace(FILE, kept.concat().as_bytes(), &access)?;
        Notes::read(directory)
    }

    /// The edits that were not taken back, oldest first, each with the versions that were published since.
    pub fn edits(&self) -> Vec<NotedEdit<'_>> {
        let mut edits: Vec<NotedEdit<'_>> = Vec::new();
        for Note { at, user, event } in &self.0.values {
            match event {
                Event::Edit {
                    what,
                    files,
                    written,
                } => edits.push(NotedEdit {
                    at,
                    user,
                    what,
                    files,
                    written,
                    published: Vec::new(),
                }),
                Event::Undo { .. } => drop(edits.pop()),
                Event::Publish { version, .. } => {
                    for edit in &mut edits {
                        edit.published.push(version);
                    }
                }
                Event::Withdraw { version } => {
                    for edit in &mut edits {
                        edit.published.retain(|published| published != version);
                    }
                }
            }
        }

        edits
    }

    /// The rows whose last edit was an import, by the imports, the newest last.
    pub fn imported_rows(&self) -> Vec<ImportedRows> {
        let edits = self.edits();
        let mut last_edits = HashMap::new();
        for (place, edit) in edits.iter().enumerate() {
            for row in &edit.written.rows {
                last_edits.insert(row.figure(), place);
            }
        }

        let mut imports = Vec::new();
        for (place, edit) in edits.iter().enumerate() {
            let Some(files) = edit.imported_files() else {
                continue;
            };

            let Written {
                mut rows,
                by_machine,
                ..
            } = edit.written.clone();
            rows.retain(|row| last_edits.get(&row.figure()) == Some(&place));
            imports.push(ImportedRows {
                files,
                by_machine,
                rows,
            });
        }

        imports
    }

    pub fn last_edit(&self) -> Option<NotedEdit<'_>> {
        self.edits().pop()
    }

    /// The last edit that wrote a row, with its value.
    pub fn edit_of(&self, row: &RecordedRow) -> Option<NotedEdit<'_>> {
        let mut newest_first = self.edits().into_iter().rev();
        newest_first.find(|edit| edit.written.rows.contains(row))
    }

    /// The versions that were published, or bundled.
    pub fn versions(&self) -> Vec<String> {
        let mut versions = Vec::new();
        for note in &self.0.values {
            if let Event::Publish { version, .. } = &note.event {
                versions.push(version.clone());
            }
        }

        versions
    }

    /// What became of a version, by the newest note of it.
    pub fn state_of(&self, version: &str) -> Option<VersionState> {
        for note in self.0.values.iter().rev() {
            match &note.event {
                Event::Publish {
                    version: noted,
                    bundled,
                } if noted == version => {
                    return Some(match bundled {
                        true => VersionState::Bundled,
                        false => VersionState::Published,
                    });
                }
                Event::Withdraw { version: noted } if noted == version => {
                    return Some(VersionState::Withdrawn);
                }
                _ => {}
            }
        }

        None
    }

    /// The observations that edits have written which no publication has followed.
    pub fn written(&self) -> HashSet<Vintage<'_>> {
        let mut written = HashSet::new();
        for edit in self.edits() {
            if edit.published.is_empty() {
                written.extend(edit.written.rows.iter().map(RecordedRow::vintage));
            }
        }

        written
    }
}

/// The number of notes that had been made when these files were read: edits that came later are not published. Where files
/// were changed by other hands since, all notes count.
fn end_of_reading(notes: &[Note], read: &[DataFile]) -> usize {
    let other = notes.iter().rposition(|note| note.files().is_empty());
    let first = other.map_or(0, |last| last + 1);
    let mut ends = (first..=notes.len()).rev();
    ends.find(|end| is_end(&notes[first..*end], &notes[*end..], read))
        .unwrap_or(notes.len())
}

/// Returns true if files were read after the edits `made` and before the edits `later`.
fn is_end(made: &[Note], later: &[Note], read: &[DataFile]) -> bool {
    let mut former = BTreeMap::new();
    for file in later.iter().flat_map(Note::files) {
        former.entry(&file.path).or_insert(&file.before);
    }

    let made = made.last().map_or(&[][..], Note::files).iter();
    let mut expected = made.map(|file| (&file.path, &file.after)).chain(former);
    expected.all(|(path, hash)| hash_in(read, path) == *hash)
}

/// The hash of a file; `None` where it is not there.
pub fn hash_in(files: &[DataFile], path: &str) -> Option<Hash> {
    Some(Hash::of(&find_file(files, path)?.bytes))
}

/// What the newest note of a version says of it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum VersionState {
    Published,
    /// Bundled, and perhaps used.
    Bundled,
    /// Bundled, and taken back.
    Withdrawn,
}

/// An edit that was not taken back.
pub struct NotedEdit<'a> {
    pub at: &'a str,
    pub user: &'a str,
    what: &'a str,
    pub files: &'a [FileChange],
    pub written: &'a Written,
    /// The versions that were published from the directory since, the newest last.
    pub published: Vec<&'a str>,
}

impl NotedEdit<'_> {
    /// The dataset's offset as it was then.
    pub fn offset(&self) -> Option<Offset> {
        self.at.get(19..)?.parse().ok()
    }

    /// The names of the files that the edit imported; `None` where somebody typed what it wrote.
    pub fn imported_files(&self) -> Option<String> {
        let paths = self.what.strip_prefix(IMPORT)?.split(' ');
        let names: Vec<&str> = paths
            .map(|path| path.rsplit('/').next().unwrap_or(path))
            .collect();
        Some(msg::shown(&names.join(" ")))
    }

    pub fn description(&self) -> String {
        // The words of the command are repeated in one line of a terminal.
        let [what, at, user] = [self.what, self.at, self.user].map(msg::shown);
        format!("{what} ({at}, {user})")
    }
}

/// The ownership that a new file of the directory gets: that of `dataset.json`, which every dataset has.
pub fn ownership_of_new(directory: &Directory) -> Result<Access> {
    directory.ownership_of(DATASET_FILE)
}
