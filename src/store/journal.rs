//! `journal.jsonl`: one line for each change of what is in service.

use std::fs::{self, File};
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use serde::{Deserialize, Serialize};

const FILE: &str = "journal.jsonl";
const NEW: &str = ".journal.jsonl.new";

/// What changed what is in service.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Action {
    /// A new release was put in service.
    Publish,
    /// An older one was put back.
    Rollback,
    /// The program was killed after the step and before it was written down.
    Recovered,
}

impl Action {
    /// The name in the journal and in lists.
    pub fn name(self) -> &'static str {
        match self {
            Action::Publish => "publish",
            Action::Rollback => "rollback",
            Action::Recovered => "recovered",
        }
    }
}

/// One change.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Entry {
    /// When, RFC 3339; nothing where it was only noticed afterwards.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub at: Option<String>,
    /// What happened.
    pub action: Action,
    /// The version in service since.
    pub version: String,
    /// The version in service before.
    pub previous: Option<String>,
    /// SHA-256 over all files of the release.
    pub hash: String,
    /// Who did it.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub user: Option<String>,
    /// How many indicators the release has.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub indicators: Option<usize>,
}

impl Entry {
    /// A change that was found to have happened.
    pub fn recovered(version: String, previous: Option<String>, hash: String) -> Self {
        Entry { at: None, action: Action::Recovered, version, previous, hash, user: None, indicators: None }
    }
}

/// The file, read.
pub struct Journal {
    /// Oldest first.
    pub entries: Vec<Entry>,
    /// The file as it is.
    bytes: Vec<u8>,
}

/// A journal with one more line, on the disk and not yet in its place.
pub struct Prepared {
    entry: Entry,
    bytes: Vec<u8>,
    new: PathBuf,
    place: PathBuf,
}

impl Journal {
    /// Reads the file; none is an empty one.
    pub fn read(root: &Path) -> io::Result<Self> {
        let path = root.join(FILE);
        let bytes = match fs::read(&path) {
            Err(error) if error.kind() == io::ErrorKind::NotFound => Vec::new(),
            other => other?,
        };
        let mut entries = Vec::new();
        for (number, line) in bytes.split(|b| *b == b'\n').enumerate().filter(|(_, line)| !line.is_empty()) {
            let entry = serde_json::from_slice(line)
                .map_err(|error| io::Error::other(format!("{}:{}: {error}", path.display(), number + 1)))?;
            entries.push(entry);
        }
        Ok(Journal { entries, bytes })
    }

    /// The version that was put in service last.
    pub fn last(&self) -> Option<&str> {
        self.entries.last().map(|entry| entry.version.as_str())
    }

    /// Writes the journal with one more line beside the present one.
    pub fn prepare(&self, root: &Path, entry: Entry) -> io::Result<Prepared> {
        let mut bytes = self.bytes.clone();
        serde_json::to_writer(&mut bytes, &entry)?;
        bytes.push(b'\n');
        let prepared = Prepared { entry, bytes, new: root.join(NEW), place: root.join(FILE) };
        let mut file = File::create(&prepared.new)?;
        file.write_all(&prepared.bytes)?;
        file.sync_all()?;
        Ok(prepared)
    }

    /// Puts it in its place.
    pub fn commit(&mut self, prepared: Prepared) -> io::Result<()> {
        fs::rename(&prepared.new, &prepared.place)?;
        self.entries.push(prepared.entry);
        self.bytes = prepared.bytes;
        Ok(())
    }
}
