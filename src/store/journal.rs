//! `journal.jsonl`: one line for each change of what is in service, appended.

use std::collections::BTreeSet;
use std::io::{Seek, SeekFrom, Write};

use rustix::fs::FallocateFlags;

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
        let file = root.file_or_new(FILE, access)?;
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

fn line(entry: &Entry) -> Result<Vec<u8>, Error> {
    let mut bytes = serde_json::to_vec(entry).map_err(|error| at(FILE.as_ref(), error))?;
    bytes.push(b'\n');
    Ok(bytes)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::store::access::Audience;
    use crate::store::scratch::Scratch;

    fn entry(action: Action, version: &str, previous: &str) -> Entry {
        let publication = Entry::publication(version.to_owned(), format!("{version} after {previous}"));
        Entry { action, previous: Some(previous.to_owned()), ..publication }
    }

    /// What a journal of these lines says.
    fn journal(scratch: &Scratch, content: &str) -> Journal {
        scratch.write(FILE, content);
        Journal::read(&scratch.dir()).unwrap()
    }

    fn text(entries: &[Entry]) -> String {
        entries.iter().map(|entry| String::from_utf8(line(entry).unwrap()).unwrap()).collect()
    }

    #[test]
    fn a_rollback_leads_past_what_was_withdrawn() {
        use Action::{Publish, Recovered, Rollback};
        let mut entries =
            vec![entry(Publish, "1", "0"), entry(Recovered, "2", "1"), entry(Publish, "3", "2")];
        let older = |entries: &[Entry]| {
            let journal = journal(&Scratch::new(), &text(entries));
            journal.before_last().map(|entry| entry.version.clone()).collect::<Vec<_>>()
        };
        assert_eq!(older(&entries), ["2", "1"]);
        entries.push(entry(Rollback, "2", "3"));
        assert_eq!(older(&entries), ["1"]);
        entries.push(entry(Publish, "3", "2"));
        assert_eq!(older(&entries), ["2", "1"], "published again");
        let journal = journal(&Scratch::new(), &text(&entries));
        assert_eq!(journal.entries(), entries);
        assert_eq!(journal.last(), entries.last());
        assert_eq!(journal.of("2").unwrap().hash, "2 after 3", "the newest of a version counts");
        assert_eq!(journal.of("4"), None);
        assert_eq!(journal.before("2"), Some("1"), "a rollback publishes nothing");
        assert_eq!(journal.before("4"), None);
    }

    #[test]
    fn lines_that_say_nothing_are_numbered_and_the_others_hold() {
        let scratch = Scratch::new();
        let entries = ["1", "2"].map(|version| entry(Action::Publish, version, "0"));
        let content = format!("\n{}nonsense\n \n{}{{}}\n", text(&entries[..1]), text(&entries[1..]));
        let read = journal(&scratch, &content);
        assert_eq!(read.entries(), entries);
        assert_eq!(read.damaged(), [3, 6]);
        assert!(!read.is_cut());
        assert!(journal(&scratch, "nonsense\n").has_published(), "something was there");
        assert!(journal(&scratch, "{\"at\"").has_published());
        assert!(!journal(&scratch, "\n").has_published());
    }

    #[test]
    fn room_for_a_line_is_made_in_the_file() {
        let scratch = Scratch::new();
        let access = Access::below(&scratch.dir().stat().unwrap(), Audience::Everybody);
        Journal::default().reserve(&scratch.dir(), &entry(Action::Publish, "1", "0"), &access).unwrap();
        assert_eq!(scratch.text(FILE), "", "and nothing is written to it");
    }

    #[test]
    fn a_line_is_added_behind_the_last_whole_one() {
        let scratch = Scratch::new();
        let access = Access::below(&scratch.dir().stat().unwrap(), Audience::Everybody);
        let entries = ["1", "2", "3"].map(|version| entry(Action::Publish, version, "0"));
        let first = text(&entries[..1]);
        // Nothing; whole lines, the last of which may say nothing or be blank; one without its end; one cut off.
        for (before, kept) in [
            (String::new(), String::new()),
            (first.clone(), first.clone()),
            (format!("{first}nonsense\n"), format!("{first}nonsense\n")),
            (format!("{first}\n"), format!("{first}\n")),
            (first.trim_end().to_owned(), first.clone()),
            (format!("{first}{{\"at\""), first.clone()),
            ("{\"at\"".to_owned(), String::new()),
        ] {
            let mut journal = journal(&scratch, &before);
            for entry in &entries[1..] {
                journal.reserve(&scratch.dir(), entry, &access).unwrap();
                journal.append(&scratch.dir(), entry.clone(), &access).unwrap();
                assert!(!journal.is_cut());
            }
            assert_eq!(scratch.text(FILE), kept + &text(&entries[1..]), "{before:?}");
            assert!(journal.entries().ends_with(&entries[1..]));
        }
    }
}
