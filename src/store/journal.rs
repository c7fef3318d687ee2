//! `journal.jsonl`: one line for each change of what is in service, appended.

use std::collections::BTreeSet;
use std::io::{Seek, SeekFrom, Write};

use rustix::fs::{FallocateFlags, OFlags};

use super::access::Access;
use super::dir::Dir;
use super::entry::{Action, Entry};
use super::error::{Error, at};

const FILE: &str = "journal.jsonl";

/// The file, read. A line that cannot be read keeps nobody from working with the others.
#[derive(Debug, Default)]
pub struct Journal {
    entries: Vec<Entry>,
    /// The numbers of the lines that say nothing, but for one that was cut off.
    damaged: Vec<usize>,
    /// Bytes up to the end of the last whole line.
    whole: u64,
    /// What follows them: the beginning of a line that was never finished.
    cut: bool,
    /// Whether the last whole line lacks its end of line.
    unended: bool,
}

impl Journal {
    /// Reads the file; where there is none, nothing has happened yet.
    pub fn read(root: &Dir) -> Result<Self, Error> {
        let bytes = root.read(FILE)?.unwrap_or_default();
        let mut journal = Journal::default();
        let mut end = 0;
        for (number, line) in bytes.split_inclusive(|byte| *byte == b'\n').enumerate() {
            end += line.len() as u64;
            let ended = line.ends_with(b"\n");
            if line.trim_ascii().is_empty() && ended {
                journal.whole = end;
                continue;
            }
            match serde_json::from_slice(line) {
                Ok(entry) => {
                    journal.entries.push(entry);
                    (journal.whole, journal.unended) = (end, !ended);
                }
                Err(_) if ended => {
                    journal.damaged.push(number + 1);
                    journal.whole = end;
                }
                Err(_) => journal.cut = true,
            }
        }
        Ok(journal)
    }

    /// Every change, oldest first.
    pub fn entries(&self) -> &[Entry] {
        &self.entries
    }

    /// The numbers of lines that cannot be read.
    pub fn damaged(&self) -> &[usize] {
        &self.damaged
    }

    /// Whether the last line was cut off.
    pub fn is_cut(&self) -> bool {
        self.cut
    }

    /// Whether anything was ever put in service, as far as the journal knows.
    pub fn has_published(&self) -> bool {
        !self.entries.is_empty() || !self.damaged.is_empty() || self.cut
    }

    /// What the last change put in service.
    pub fn last(&self) -> Option<&Entry> {
        self.entries.last()
    }

    /// The newest entry that put this version in service: what it should be.
    pub fn of(&self, version: &str) -> Option<&Entry> {
        self.entries.iter().rev().find(|entry| entry.version == version)
    }

    /// What was in service before the last change's release, newest first: never what a rollback has withdrawn.
    pub fn before_last(&self) -> impl Iterator<Item = &Entry> {
        let mut withdrawn = BTreeSet::new();
        for entry in &self.entries {
            withdrawn.remove(entry.version.as_str());
            if entry.action == Action::Rollback {
                withdrawn.extend(entry.previous.as_deref());
            }
        }
        let mut seen: BTreeSet<&str> = self.last().map(|entry| entry.version.as_str()).into_iter().collect();
        let older = self.entries.iter().rev();
        older.filter(move |e| !withdrawn.contains(e.version.as_str()) && seen.insert(e.version.as_str()))
    }

    /// The version that was in service before `version` was published.
    pub fn before(&self, version: &str) -> Option<&str> {
        let published = |entry: &&Entry| entry.version == version && entry.action != Action::Rollback;
        self.entries.iter().rev().find(published)?.previous.as_deref()
    }

    /// Makes sure that there is room for an entry, as far as the file system can be asked.
    pub fn reserve(&self, root: &Dir, entry: &Entry, access: &Access) -> Result<(), Error> {
        let file = root.regular(FILE, OFlags::RDWR | OFlags::CREATE, access)?;
        let length = line(entry)?.len() as u64 + 1;
        match rustix::fs::fallocate(&file, FallocateFlags::KEEP_SIZE, self.whole, length) {
            // Not every file system can be asked.
            Ok(()) | Err(rustix::io::Errno::OPNOTSUPP | rustix::io::Errno::NOSYS) => Ok(()),
            Err(errno) => Err(at(&root.path().join(FILE), errno)),
        }
    }

    /// Adds an entry, and takes away a line that was cut off.
    ///
    /// # Errors
    /// When it cannot be written; the file is then as it was, or where only waiting for the disk failed, has the line.
    pub fn append(&mut self, root: &Dir, entry: Entry, access: &Access) -> Result<(), Error> {
        let path = root.path().join(FILE);
        let failed = |error| at(&path, error);
        let mut file = root.regular(FILE, OFlags::RDWR | OFlags::CREATE, access)?;
        let mut bytes = line(&entry)?;
        if self.unended {
            bytes.insert(0, b'\n');
        }
        file.set_len(self.whole).map_err(failed)?;
        file.seek(SeekFrom::Start(self.whole)).map_err(failed)?;
        if let Err(error) = file.write_all(&bytes) {
            // To make a file shorter, no room is needed.
            self.cut = file.set_len(self.whole).is_err();
            return Err(failed(error));
        }
        (self.whole, self.cut, self.unended) = (self.whole + bytes.len() as u64, false, false);
        self.entries.push(entry);
        file.sync_all().map_err(failed)
    }
}

fn line(entry: &Entry) -> Result<Vec<u8>, Error> {
    let mut bytes = serde_json::to_vec(entry).map_err(|error| at(FILE.as_ref(), error))?;
    bytes.push(b'\n');
    Ok(bytes)
}
