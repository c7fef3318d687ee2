//! `.edits.jsonl`, hidden in a dataset directory: what was edited, so that it can be taken back, and what was
//! published from it.
//!
//! One line a note, the newest last. A last line that was cut off is no note.

use std::io::{self, Write};

use chrono::NaiveDate;
use serde::{Deserialize, Serialize};

use super::splice::Splice;
use super::steps::{self, resemble};
use crate::dataset::new_row::NewRow;
use crate::directory::Directory;

/// The name of the file.
const FILE: &str = ".edits.jsonl";
/// The notes that are kept when something was published: a rollback may make edits before it the last ones again.
const KEPT: usize = 200;
/// The bytes of notes from which on older ones of edits are not kept.
const LONGEST: usize = 32 << 20;

/// One note.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Note {
    /// When, at the dataset's offset.
    pub at: String,
    /// Who.
    pub user: String,
    /// What.
    #[serde(flatten)]
    pub event: Event,
}

/// What a note says.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", tag = "event")]
pub enum Event {
    /// An edit by a command.
    Edit {
        /// What was done, in the words of the command line.
        what: String,
        /// The files, and how to take the edit back.
        files: Vec<Splice>,
        /// The observations that it wrote.
        rows: Vec<RecordedRow>,
    },
    /// The last edit was taken back.
    Undo {
        /// The files as they are since.
        files: Vec<Splice>,
    },
    /// The directory was published.
    Publish {
        /// Under this version.
        version: String,
    },
}

/// An observation that was written: indicator, date and day of publication, which tell it from others, and its value.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct RecordedRow {
    /// The indicator.
    pub key: String,
    /// The day, written in full.
    pub date: String,
    /// The day of publication; empty where that is not known.
    pub published: String,
    /// The value.
    pub value: String,
}

impl RecordedRow {
    /// A row as it was given, of this day, with this day of publication.
    pub fn new(row: &NewRow, date: NaiveDate, published: String) -> Self {
        RecordedRow { key: row.key.clone(), date: date.to_string(), published, value: row.value.clone() }
    }

    /// Whether nothing but the value tells them apart.
    fn is_twin_of(&self, other: &Self) -> bool {
        (&self.key, &self.date, &self.published) == (&other.key, &other.date, &other.published)
    }
}

/// The notes of a directory.
#[derive(Default)]
pub struct Notes(Vec<Note>);

impl Notes {
    /// Reads them; there may be none.
    pub fn read(directory: &Directory) -> io::Result<Self> {
        let bytes = directory.read(FILE)?.unwrap_or_default();
        let lines = bytes.split(|byte| *byte == b'\n');
        Ok(Notes(lines.filter_map(|line| serde_json::from_slice(line).ok()).collect()))
    }

    /// The edits that were not taken back, oldest first, each with the versions that were published since.
    fn edits(&self) -> Vec<LastEdit<'_>> {
        let mut edits: Vec<LastEdit<'_>> = Vec::new();
        for Note { at, user, event } in &self.0 {
            match event {
                Event::Edit { what, files, rows } => {
                    edits.push(LastEdit { at, user, what, files, rows, published: Vec::new() });
                }
                Event::Undo { .. } => drop(edits.pop()),
                Event::Publish { version } => {
                    edits.iter_mut().for_each(|edit| edit.published.push(version));
                }
            }
        }
        edits
    }

    /// The last edit that was not taken back.
    pub fn last_edit(&self) -> Option<LastEdit<'_>> {
        self.edits().pop()
    }

    /// Every version that was published, or bundled, from the directory.
    pub fn versions(&self) -> Vec<String> {
        let versions = self.0.iter().filter_map(|note| match &note.event {
            Event::Publish { version } => Some(version.clone()),
            _ => None,
        });
        versions.collect()
    }

    /// Whether an edit that no publication has followed has written this observation.
    pub fn wrote(&self, row: &RecordedRow) -> bool {
        let open = self.edits().into_iter().filter(|edit| edit.published.is_empty());
        open.flat_map(|edit| edit.rows).any(|other| other.is_twin_of(row))
    }
}

/// An edit that was not taken back.
pub struct LastEdit<'a> {
    /// When it was made.
    pub at: &'a str,
    /// Who made it.
    user: &'a str,
    /// What was done, in the words of the command line.
    what: &'a str,
    /// The files, and how to take it back.
    pub(super) files: &'a [Splice],
    /// The observations that it wrote.
    pub rows: &'a [RecordedRow],
    /// The versions that were published from the directory since, the newest last.
    pub published: Vec<&'a str>,
}

impl LastEdit<'_> {
    /// What was done, when, and by whom.
    pub fn named(&self) -> String {
        format!("{} ({}, {})", self.what, self.at, self.user)
    }
}

/// Whether there is anything of that name.
pub fn are_there(directory: &Directory) -> io::Result<bool> {
    Ok(directory.look(FILE)?.is_some())
}

/// Adds a note, unless it is the last one already.
///
/// # Errors
/// When it cannot be written.
pub fn add(directory: &Directory, note: &Note) -> io::Result<()> {
    let before = directory.read(FILE)?;
    let line = serde_json::to_string(note)?;
    if before
        .as_deref()
        .and_then(|bytes| bytes.strip_suffix(b"\n"))
        .is_some_and(|there| ends_with_line(there, &line))
    {
        return Ok(());
    }
    let mut file = steps::to_be_added_to(directory, FILE)?;
    if before.is_none() {
        resemble(&file, &model(directory)?)?;
    }
    let cut_off = before.is_some_and(|bytes| bytes.last().is_some_and(|last| *last != b'\n'));
    file.write_all(format!("{}{line}\n", if cut_off { "\n" } else { "" }).as_bytes())?;
    file.sync_data()
}

/// Whether the last of these lines is this one.
fn ends_with_line(lines: &[u8], line: &str) -> bool {
    lines.strip_suffix(line.as_bytes()).is_some_and(|rest| rest.last().is_none_or(|last| *last == b'\n'))
}

/// Adds a note that everything until now was published, and drops the oldest notes.
///
/// # Errors
/// When it cannot be written.
pub fn close(directory: &Directory, note: Note) -> io::Result<()> {
    const NEW: &str = ".edits.jsonl.new";
    let mut notes = Notes::read(directory)?.0;
    notes.push(note);
    let (mut kept, mut length) = (Vec::new(), 0);
    for note in notes.iter().rev().take(KEPT) {
        // Which versions were published is known from notes alone where they were bundled.
        if length > LONGEST && !matches!(note.event, Event::Publish { .. }) {
            continue;
        }
        let line = serde_json::to_string(note)? + "\n";
        length += line.len();
        kept.push(line);
    }
    kept.reverse();
    let _ = directory.remove(NEW);
    let like = directory.look(FILE)?.map_or_else(|| model(directory), Ok)?;
    steps::create(directory, NEW, kept.concat().as_bytes(), &like)?;
    directory.rename(NEW, directory, FILE)
}

/// Whose access a new file of the directory gets: that of `dataset.json`, which every dataset has.
pub fn model(directory: &Directory) -> io::Result<rustix::fs::Stat> {
    directory.look("dataset.json")?.ok_or_else(|| io::ErrorKind::NotFound.into())
}
