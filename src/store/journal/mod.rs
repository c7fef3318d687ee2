//! `journal.jsonl`: one line for whatever happened in a store, appended. It is the one place that says what was in
//! service, what is staged, and which numbers were used.

use std::collections::BTreeSet;
use std::io::{Seek, SeekFrom, Write};

use rustix::fs::{FallocateFlags, Mode, Stat};

use super::access::{Access, Audience};
use super::dir::Dir;
use super::entry::{Change, Entry, Event, Record, Signature};
use super::error::{Error, at};
use super::hash::{Content, Hash};

pub const FILE: &str = "journal.jsonl";

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
    /// The hash of the file as it was read.
    hash: Option<Hash>,
}

/// A release that waits for somebody else's word.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Staged<'a> {
    /// What was written down of it.
    pub release: &'a Record,
    /// By whom it was staged, and when.
    pub by: &'a Signature,
}

impl Journal {
    /// Reads the file; where there is none, nothing has happened yet.
    pub fn read(root: &Dir) -> Result<Self, Error> {
        let found = root.read(FILE)?;
        let mut journal = Journal { hash: found.as_deref().map(Hash::of), ..Journal::default() };
        let bytes = found.unwrap_or_default();
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

    /// Every line, oldest first.
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

    /// Whether the file is byte for byte what it was.
    pub fn is_same(&self, other: &Journal) -> bool {
        self.hash == other.hash
    }

    /// Whether anything was ever put in service, as far as the journal knows.
    pub fn has_published(&self) -> bool {
        self.last().is_some() || !self.damaged.is_empty() || self.cut
    }

    /// Every change of what is in service, oldest first.
    fn changes(&self) -> impl DoubleEndedIterator<Item = (&Event, Change<'_>)> {
        self.entries.iter().filter_map(|entry| Some((&entry.event, entry.event.change()?)))
    }

    /// The last change of what is in service.
    pub fn last(&self) -> Option<Change<'_>> {
        self.changes().next_back().map(|(_, change)| change)
    }

    /// What the files of a version should be; `None` where the journal does not know it, or not its files.
    pub fn content_of(&self, version: &str) -> Option<&Content> {
        let mut known = self.entries.iter().rev().filter(|entry| entry.event.version() == version);
        known.find_map(|entry| entry.event.content())
    }

    /// What was written down of a version when it came into the store.
    pub fn record_of(&self, version: &str) -> Option<&Record> {
        let mut records = self.entries.iter().rev().filter_map(|entry| entry.event.record());
        records.find(|record| record.version == version)
    }

    /// Whether a version was ever in service.
    pub fn was_current(&self, version: &str) -> bool {
        self.changes().any(|(_, change)| change.version == version)
    }

    /// What waits for somebody else's word, oldest first.
    pub fn staged(&self) -> Vec<Staged<'_>> {
        let mut staged: Vec<Staged<'_>> = Vec::new();
        for entry in &self.entries {
            staged.retain(|other| other.release.version != entry.event.version());
            if let Event::Stage { release } = &entry.event {
                staged.push(Staged { release, by: &entry.signature });
            }
        }
        staged
    }

    /// The versions that were staged and taken back.
    pub fn withdrawn(&self) -> impl Iterator<Item = &str> {
        let withdrawn = self.entries.iter().filter(|entry| matches!(entry.event, Event::Withdraw { .. }));
        withdrawn.map(|entry| entry.event.version())
    }

    /// Every version that a line names: a number is used once.
    pub fn versions(&self) -> impl Iterator<Item = &str> {
        self.entries.iter().flat_map(|entry| {
            let previous = entry.event.change().and_then(|change| change.previous);
            [Some(entry.event.version()), previous].into_iter().flatten()
        })
    }

    /// The highest sequence of the bundles of a key, but for the one that is staged as `except`.
    pub fn highest_sequence(&self, key: &str, except: Option<&str>) -> Option<u64> {
        let records = self.entries.iter().filter_map(|entry| entry.event.record());
        let others = records.filter(|record| Some(record.version.as_str()) != except);
        others.filter_map(|record| record.bundle.as_ref()).filter(|b| b.key == key).map(|b| b.sequence).max()
    }

    /// The versions that rollbacks took out of service, and that nothing has put back since.
    pub fn rolled_back(&self) -> BTreeSet<&str> {
        let (mut withdrawn, mut known) = (BTreeSet::new(), BTreeSet::new());
        for (event, change) in self.changes() {
            withdrawn.remove(change.version);
            // Found in service again, a version that was there before was gone back to.
            let went_back = match event {
                Event::Rollback { .. } => true,
                Event::Recovered { .. } => known.contains(change.version),
                _ => false,
            };
            if went_back {
                withdrawn.extend(change.previous.filter(|previous| *previous != change.version));
            }
            known.insert(change.version);
        }
        withdrawn
    }

    /// What was in service before the last change's release, newest first: never what a rollback has withdrawn.
    pub fn before_last(&self) -> impl Iterator<Item = Change<'_>> {
        let withdrawn = self.rolled_back();
        let mut seen: BTreeSet<&str> = self.last().map(|last| last.version).into_iter().collect();
        let older = self.changes().rev().map(|(_, change)| change);
        older.filter(move |change| !withdrawn.contains(change.version) && seen.insert(change.version))
    }

    /// The version that was in service before `version` first was.
    pub fn previous_of(&self, version: &str) -> Option<&str> {
        self.changes().find(|(_, change)| change.version == version)?.1.previous
    }

    /// Who may read the file: those whom it is meant for, and never more than before.
    pub fn audience(root: &Dir, wanted: Audience) -> Result<Audience, Error> {
        let is_closed = root.look(FILE)?.is_some_and(|stat| !is_open_to_others(stat));
        Ok(if is_closed { Audience::Group } else { wanted })
    }

    /// Makes sure that there is room for a line, as far as the file system can be asked, and that nobody else reads it.
    pub fn reserve(&self, root: &Dir, entry: &Entry, access: &Access) -> Result<(), Error> {
        let path = root.path().join(FILE);
        if access.is_closed() && root.look(FILE)?.is_some_and(is_open_to_others) {
            Journal::close(root, access)?;
        }
        let file = root.file_or_new(FILE, access)?;
        let length = line(entry)?.len() as u64 + 1;
        match rustix::fs::fallocate(&file, FallocateFlags::KEEP_SIZE, self.whole, length) {
            // Not every file system can be asked.
            Ok(()) | Err(rustix::io::Errno::OPNOTSUPP | rustix::io::Errno::NOSYS) => Ok(()),
            Err(errno) => Err(at(&path, errno)),
        }
    }

    /// Keeps others than the store's group from reading the file. One of another member of the group is copied: only its
    /// owner, or root, can set its mode.
    fn close(root: &Dir, access: &Access) -> Result<(), Error> {
        match root.set_audience(FILE, access) {
            Err(error) if error.is_not_permitted() => {
                root.replace(FILE, &root.read(FILE)?.unwrap_or_default(), access)
            }
            other => other,
        }
    }

    /// Adds a line, and takes away one that was cut off.
    ///
    /// # Errors
    /// When it cannot be written; the file is then as it was, or where only waiting for the disk failed, has the line.
    pub fn append(&mut self, root: &Dir, entry: Entry, access: &Access) -> Result<(), Error> {
        let path = root.path().join(FILE);
        let failed = |error| at(&path, error);
        let mut file = root.file_or_new(FILE, access)?;
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

fn is_open_to_others(stat: Stat) -> bool {
    Mode::from_raw_mode(stat.st_mode).contains(Mode::ROTH)
}

fn line(entry: &Entry) -> Result<Vec<u8>, Error> {
    let mut bytes = serde_json::to_vec(entry).map_err(|error| at(FILE.as_ref(), error))?;
    bytes.push(b'\n');
    Ok(bytes)
}

#[cfg(test)]
mod tests;
