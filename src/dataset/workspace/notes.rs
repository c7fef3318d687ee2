//! `.edits.jsonl`, hidden in a dataset directory: what was edited, so that it can be taken back, and what was
//! published from it, so that nothing public is.
//!
//! One line a note, the newest last. A last line that was cut off is no note.

use std::io::{self, Write};

use serde::{Deserialize, Serialize};

use super::splice::Splice;
use super::steps::{self, resemble};
use crate::directory::Directory;

/// The name of the file.
const FILE: &str = ".edits.jsonl";
/// The notes that are kept when something was published; older ones are of no use to anybody.
const KEPT: usize = 200;

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
        /// The observations that it wrote: key, date, publication.
        rows: Vec<RowName>,
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

/// What tells an observation from others: indicator, date, and day of publication, empty where it is not known.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct RowName {
    /// The indicator.
    pub key: String,
    /// The day, written in full.
    pub date: String,
    /// The day of publication.
    pub published: String,
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

    /// The edits that no publication has followed and that were not taken back, oldest first.
    pub fn open(&self) -> Vec<&Note> {
        let mut open = Vec::new();
        for note in &self.0 {
            match note.event {
                Event::Edit { .. } => open.push(note),
                Event::Undo { .. } => drop(open.pop()),
                Event::Publish { .. } => open.clear(),
            }
        }
        open
    }

    /// The version that was published last.
    pub fn published(&self) -> Option<&str> {
        self.0.iter().rev().find_map(|note| match &note.event {
            Event::Publish { version } => Some(version.as_str()),
            _ => None,
        })
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
    pub fn wrote(&self, row: &RowName) -> bool {
        self.open().iter().any(|note| matches!(&note.event, Event::Edit { rows, .. } if rows.contains(row)))
    }
}

/// Whether there is anything of that name.
pub fn are_there(directory: &Directory) -> io::Result<bool> {
    Ok(directory.look(FILE)?.is_some())
}

/// Adds a note.
///
/// # Errors
/// When it cannot be written.
pub fn add(directory: &Directory, note: &Note) -> io::Result<()> {
    let before = directory.read(FILE)?;
    let mut file = steps::to_be_added_to(directory, FILE)?;
    if before.is_none() {
        resemble(&file, &model(directory)?)?;
    }
    let line = serde_json::to_string(note)?;
    let cut_off = before.is_some_and(|bytes| bytes.last().is_some_and(|last| *last != b'\n'));
    file.write_all(format!("{}{line}\n", if cut_off { "\n" } else { "" }).as_bytes())?;
    file.sync_data()
}

/// Adds a note that everything until now was published, and drops what can no longer be taken back.
///
/// # Errors
/// When it cannot be written.
pub fn close(directory: &Directory, note: Note) -> io::Result<()> {
    const NEW: &str = ".edits.jsonl.new";
    let mut notes = Notes::read(directory)?.0;
    notes.push(note);
    let mut text = String::new();
    for mut note in notes.split_off(notes.len().saturating_sub(KEPT)) {
        if let Event::Edit { files, .. } | Event::Undo { files } = &mut note.event {
            files.iter_mut().for_each(Splice::forget);
        }
        text.push_str(&serde_json::to_string(&note)?);
        text.push('\n');
    }
    let _ = directory.remove(NEW);
    let like = directory.look(FILE)?.map_or_else(|| model(directory), Ok)?;
    steps::create(directory, NEW, text.as_bytes(), &like)?;
    directory.rename(NEW, directory, FILE)
}

/// Whose access a new file of the directory gets: that of `dataset.json`, which every dataset has.
pub fn model(directory: &Directory) -> io::Result<rustix::fs::Stat> {
    directory.look("dataset.json")?.ok_or_else(|| io::ErrorKind::NotFound.into())
}
