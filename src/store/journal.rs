//! `journal.jsonl`: one line for each event in a store, appended. It is the one place that says what was
//! current, what is staged, and which numbers were used.

use super::*;

use crate::directory::JsonLines;

pub const FILE: &str = "journal.jsonl";

/// The lines of the journal as they were read, and those that were added since.
#[derive(Debug, Default)]
pub struct Journal {
    lines: JsonLines<Entry>,
    hash: Option<Hash>,
    /// True if the last of the entries was found and is not in the file yet.
    is_last_unnoted: bool,
}

/// A release that waits for approval, and who staged it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Staged<'a> {
    pub release: &'a Record,
    pub by: &'a Signature,
}

impl Journal {
    /// Reads the file; where there is none, nothing has happened yet.
    pub fn read(root: &Directory) -> Result<Self> {
        let bytes = root.read(FILE)?;
        let lines = JsonLines::parse(bytes.as_deref().unwrap_or_default());
        Ok(Journal {
            lines,
            hash: bytes.as_deref().map(Hash::of),
            is_last_unnoted: false,
        })
    }

    pub fn entries(&self) -> &[Entry] {
        &self.lines.values
    }

    /// Lines that are cut off or say nothing.
    pub fn warnings(&self) -> Vec<Message> {
        let mut warnings = Vec::new();
        if self.lines.is_cut {
            warnings.push(msg::journal_cut());
        }

        let numbers = self.lines.damaged.iter();
        let numbers: Vec<String> = numbers.map(usize::to_string).collect();
        if !numbers.is_empty() {
            warnings.push(msg::journal_damaged(numbers.join(", ")));
        }

        warnings
    }

    /// Returns true if the file is byte for byte what it was.
    pub fn is_same(&self, later: &Journal) -> bool {
        self.hash == later.hash
    }

    /// Returns true if anything was ever current, as far as the journal knows.
    pub fn has_published(&self) -> bool {
        self.last().is_some() || !self.warnings().is_empty()
    }

    /// Every change of the current version, oldest first.
    fn changes(&self) -> impl DoubleEndedIterator<Item = &Event> {
        self.events().filter(|event| event.is_change())
    }

    fn events(&self) -> impl DoubleEndedIterator<Item = &Event> {
        self.entries().iter().map(|entry| &entry.event)
    }

    /// The last change of the current version.
    pub fn last(&self) -> Option<&Entry> {
        self.entries().iter().rfind(|entry| entry.event.is_change())
    }

    /// The version that should be current.
    pub fn last_version(&self) -> Option<&str> {
        self.last().map(|last| last.version())
    }

    /// The hashes of the files of a version, where the journal has them.
    pub fn content_of(&self, version: &str) -> Option<&Content> {
        for event in self.events().rev() {
            let content = event.content();
            if content.is_some() && event.version() == version {
                return content;
            }
        }

        None
    }

    /// The record of a version, from when it came into the store.
    pub fn record_of(&self, version: &str) -> Option<&Record> {
        let mut records = self.events().rev().filter_map(Event::record);
        records.find(|record| record.version == version)
    }

    pub fn was_current(&self, version: &str) -> bool {
        self.changes().any(|change| change.version() == version)
    }

    /// The releases that wait for approval, oldest first.
    pub fn staged(&self) -> Vec<Staged<'_>> {
        let mut staged: Vec<Staged> = Vec::new();
        for entry in self.entries() {
            staged.retain(|s| s.release.version != entry.version());
            if let Event::Stage { release } = &entry.event {
                staged.push(Staged {
                    release,
                    by: &entry.signature,
                });
            }
        }

        staged
    }

    /// The release that waits for approval under this version.
    pub fn staged_as(&self, version: &str) -> Option<Staged<'_>> {
        self.staged()
            .into_iter()
            .find(|staged| staged.release.version == version)
    }

    pub fn withdrawn(&self) -> impl Iterator<Item = &str> {
        self.events()
            .filter(|event| matches!(event, Event::Withdraw { .. }))
            .map(Event::version)
    }

    /// Every version that a line names, those of the oldest line first: a number is used once.
    pub fn versions(&self) -> impl DoubleEndedIterator<Item = &str> {
        self.events().flat_map(Event::versions)
    }

    /// The highest sequence of the bundles of a key, except the one that is staged as `except`.
    pub fn highest_sequence(&self, key: &str, except: Option<&str>) -> Option<u64> {
        let mut highest = None;
        for record in self.events().filter_map(Event::record) {
            if let Some(bundle) = &record.bundle
                && bundle.key == key
                && except != Some(&record.version)
            {
                highest = highest.max(Some(bundle.sequence));
            }
        }

        highest
    }

    /// The versions that rollbacks have replaced, and that nothing has put back since, each with what its rollback has
    /// noted.
    pub fn rolled_back(&self) -> BTreeMap<&str, Option<&Withdrawal>> {
        let mut rolled_back = BTreeMap::new();
        let mut earlier = BTreeSet::new();
        let mut last = None;
        for change in self.changes() {
            let version = change.version();
            rolled_back.remove(version);
            let withdrawn = match change {
                Event::Rollback { withdrawn, .. } => Some(withdrawn.as_ref()),
                // Found to be current again, a version that was current before was gone back to.
                Event::Recovered { .. } if earlier.contains(version) => Some(None),
                _ => None,
            };

            // Where the link was gone, the release that it had led to was replaced.
            if let (Some(replaced), Some(withdrawn)) = (change.previous().or(last), withdrawn)
                && replaced != version
            {
                rolled_back.insert(replaced, withdrawn);
            }

            earlier.insert(version);
            last = Some(version);
        }

        rolled_back
    }

    /// The versions that were current before the last one, newest first, without those that a rollback has withdrawn.
    pub fn before_last(&self) -> impl Iterator<Item = &str> {
        let withdrawn = self.rolled_back();
        let mut seen: BTreeSet<&str> = self.last_version().into_iter().collect();
        let older = self.changes().rev().map(Event::version);
        older.filter(move |version| !withdrawn.contains_key(version) && seen.insert(version))
    }

    /// The version that was current before `version` first was.
    pub fn previous_of(&self, version: &str) -> Option<&str> {
        self.changes()
            .find(|change| change.version() == version)?
            .previous()
    }

    /// Returns true if others than the group may not read the file.
    pub fn is_closed(root: &Directory) -> Result<bool> {
        let stat = root.look(FILE)?;
        Ok(stat.is_some_and(|stat| !permits(&stat, Mode::ROTH)))
    }

    /// Makes sure that there is room for a line, as far as the file system can be asked, and that the file has the group
    /// and the mode of its audience, whatever somebody has made of it.
    pub fn reserve(&self, root: &Directory, entry: &Entry, access: &Access) -> Result {
        let stat = root.look(FILE)?;
        if stat.is_some_and(|stat| !access.is_of_file(&stat)) {
            // Only the owner of the file, or root, can set its mode.
            copy_if_not_permitted(root, access, root.set_access(FILE, access))?;
        }

        Journal::open_to_writing(root, access)?;
        Ok(self.lines.reserve(root, FILE, entry, access)?)
    }

    fn open_to_writing(root: &Directory, access: &Access) -> Result {
        let opened = root.file_or_new(FILE, access).map(drop);
        // A closed file of a colleague, which its readers read and nobody else writes.
        if access.readers.is_some() {
            copy_if_not_permitted(root, access, opened)
        } else {
            Ok(opened?)
        }
    }

    /// Counts a change that was found and has no line: the next line that is added comes after its own. A command that is
    /// refused leaves the file as it was.
    pub fn count(&mut self, entry: Entry) {
        self.lines.values.push(entry);
        self.is_last_unnoted = true;
    }

    /// The version that was found to be current without a line.
    pub fn unnoted(&self) -> Option<&str> {
        match self.entries().last() {
            Some(entry) if self.is_last_unnoted => Some(entry.version()),
            _ => None,
        }
    }

    /// Adds its line.
    pub fn note(&mut self, root: &Directory, access: &Access) -> Result {
        if !std::mem::take(&mut self.is_last_unnoted) {
            return Ok(());
        }

        Journal::open_to_writing(root, access)?;
        let Some(entry) = self.lines.values.pop() else {
            return Ok(());
        };

        let noted = self.lines.append(root, FILE, entry.clone(), access);
        if self.lines.values.last() != Some(&entry) {
            self.count(entry);
        }

        Ok(noted?)
    }

    /// Adds a line. Where it cannot be written, the file is as it was; where only waiting for the disk fails, it has the
    /// line.
    pub fn append(&mut self, root: &Directory, entry: Entry, access: &Access) -> Result {
        self.note(root, access)?;
        Journal::open_to_writing(root, access)?;
        Ok(self.lines.append(root, FILE, entry, access)?)
    }
}

/// Puts a copy in the place of a file of another member of the group, with whom something was not permitted.
fn copy_if_not_permitted(
    root: &Directory,
    access: &Access,
    outcome: Result<(), directory::Error>,
) -> Result {
    match outcome {
        Err(error) if error.is_not_permitted() => {
            let bytes = root.read(FILE)?.unwrap_or_default();
            Ok(root.replace(FILE, &bytes, access)?)
        }
        result => Ok(result?),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::dataset::Withdrawal;
    use crate::store::entry::Origin;
    use crate::store::samples::{
        Scratch, content, entry, publication, record, rollback, signature, staging,
    };

    /// The journal of these lines.
    fn journal(scratch: &Scratch, content: &str) -> Journal {
        scratch.write(FILE, content);
        Journal::read(&scratch.dir()).unwrap()
    }

    fn text(entries: &[Entry]) -> String {
        entries
            .iter()
            .map(|entry| serde_json::to_string(entry).unwrap() + "\n")
            .collect()
    }

    fn journal_with(entries: &[Entry]) -> Journal {
        journal(&Scratch::new(), &text(entries))
    }

    fn recovered(version: &str, previous: &str) -> Entry {
        let content = Some(content(version));
        entry(Event::Recovered {
            version: version.to_owned(),
            content,
            previous: Some(previous.to_owned()),
        })
    }

    #[test]
    fn a_rollback_leads_past_what_was_withdrawn() {
        let mut entries = vec![
            publication("1", None),
            recovered("2", "1"),
            publication("3", Some("2")),
        ];
        let older = |entries: &[Entry]| {
            journal_with(entries)
                .before_last()
                .map(str::to_owned)
                .collect::<Vec<_>>()
        };
        assert_eq!(older(&entries), ["2", "1"]);
        entries.push(rollback("2", "3"));
        assert_eq!(older(&entries), ["1"]);
        let rolled_back = |entries: &[Entry]| {
            journal_with(entries)
                .rolled_back()
                .into_keys()
                .map(str::to_owned)
                .collect::<Vec<_>>()
        };
        assert_eq!(rolled_back(&entries), ["3"]);
        let is_rollback = |entries: &[Entry]| {
            matches!(
                journal_with(entries).last().unwrap().event,
                Event::Rollback { .. }
            )
        };
        assert!(is_rollback(&entries));
        entries.push(rollback("3", "2"));
        assert_eq!(older(&entries), ["1"], "2 was withdrawn by that");
        entries.push(recovered("1", "3"));
        assert_eq!(rolled_back(&entries), ["2", "3"], "gone back to by hand");
        assert!(!is_rollback(&entries));
        let journal = journal_with(&entries);
        assert_eq!(journal.entries(), entries);
        assert_eq!(journal.last_version(), Some("1"));
        assert_eq!(journal.content_of("2"), Some(&content("2")));
        assert_eq!(journal.content_of("4"), None);
        assert_eq!(
            journal.previous_of("2"),
            Some("1"),
            "a rollback publishes nothing"
        );
        assert_eq!(
            (journal.previous_of("1"), journal.previous_of("4")),
            (None, None)
        );
        assert!(journal.was_current("1") && !journal.was_current("4"));
    }

    /// The link was gone: what it had led to is withdrawn all the same, with what the rollback has noted.
    #[test]
    fn a_rollback_without_a_link_withdraws_what_was_live_last() {
        let content = content("1");
        let withdrawn = Some(Withdrawal::default());
        let to_first = Event::Rollback {
            version: "1".to_owned(),
            content,
            previous: None,
            withdrawn,
        };
        let journal = journal_with(&[
            publication("1", None),
            publication("2", Some("1")),
            entry(to_first),
        ]);
        assert_eq!(
            journal.rolled_back(),
            [("2", Some(&Withdrawal::default()))].into()
        );
        assert!(
            journal_with(&[publication("1", None), rollback("1", "1")])
                .rolled_back()
                .is_empty(),
            "put back"
        );
    }

    #[test]
    fn the_journal_says_what_is_staged_and_which_numbers_were_used() {
        let approved = |version: &str, staged: u32| {
            let (release, staged) = (record(version), signature(staged));
            entry(Event::Approve {
                release,
                previous: Some("1".to_owned()),
                staged,
            })
        };
        let withdrawn = entry(Event::Withdraw {
            version: "3".to_owned(),
        });
        let entries = [
            publication("1", Some("0")),
            staging("2"),
            staging("3"),
            staging("4"),
            withdrawn,
            approved("2", 9),
            staging("5"),
        ];

        let journal = journal_with(&entries);
        let staged: Vec<&str> = journal
            .staged()
            .iter()
            .map(|staged| staged.release.version.as_str())
            .collect();
        assert_eq!(staged, ["4", "5"]);
        assert_eq!(journal.staged()[0].by, &signature(9));
        assert_eq!(journal.withdrawn().collect::<Vec<_>>(), ["3"]);
        assert_eq!(
            journal.last_version(),
            Some("2"),
            "what is staged is not in service"
        );
        assert!(!journal.was_current("3") && !journal.was_current("5"));
        let versions: BTreeSet<&str> = journal.versions().collect();
        assert_eq!(versions, ["0", "1", "2", "3", "4", "5"].into());
        assert_eq!(journal.record_of("3"), Some(&record("3")));
        assert!(!journal_with(&entries[1..2]).has_published());
    }

    #[test]
    fn a_sequence_is_the_highest_of_its_key_wherever_the_bundle_went() {
        let came = |version: &str, key: &str, sequence: u64| Record {
            bundle: Some(Origin {
                key: key.to_owned(),
                sequence,
                comment: String::new(),
                has_publications: false,
            }),
            ..record(version)
        };
        let journal = journal_with(&[
            entry(Event::Publish {
                release: came("1", "A", 2),
                previous: None,
            }),
            entry(Event::Stage {
                release: came("2", "A", 7),
            }),
            entry(Event::Stage {
                release: came("3", "B", 9),
            }),
            entry(Event::Withdraw {
                version: "3".to_owned(),
            }),
        ]);

        assert_eq!(journal.highest_sequence("A", None), Some(7));
        assert_eq!(journal.highest_sequence("A", Some("2")), Some(2));
        assert_eq!(
            journal.highest_sequence("B", None),
            Some(9),
            "also what was taken back"
        );
        assert_eq!(journal.highest_sequence("C", None), None);
    }

    #[test]
    fn lines_that_say_nothing_are_numbered_and_the_others_hold() {
        let scratch = Scratch::new();
        let entries = ["1", "2"].map(|version| publication(version, Some("0")));
        let content = format!(
            "\n{}nonsense\n \n{}{{}}\n",
            text(&entries[..1]),
            text(&entries[1..])
        );
        let read = journal(&scratch, &content);
        assert_eq!(read.entries(), entries);
        assert_eq!(read.warnings(), [msg::journal_damaged("3, 6")]);
        assert!(
            !read.is_same(&journal_with(&entries))
                && journal_with(&entries).is_same(&journal_with(&entries))
        );
        assert!(
            journal(&scratch, "nonsense\n").has_published(),
            "something was there"
        );
        assert!(journal(&scratch, "{\"at\"").has_published());
        assert!(!journal(&scratch, "\n").has_published());
    }

    #[test]
    fn room_for_a_line_is_made_in_the_file_and_others_are_kept_out_of_it() {
        let scratch = Scratch::new();
        let root = scratch.dir();
        let access = |audience: Audience| audience.access(&root.stat().unwrap(), None);
        let reserve = |audience| {
            let is_closed = Journal::is_closed(&root).unwrap();
            let access = access(if is_closed { Audience::Group } else { audience });
            Journal::default()
                .reserve(&root, &publication("1", None), &access)
                .unwrap();
            let mode = root.look(FILE).unwrap().unwrap().st_mode & 0o777;
            assert_eq!(scratch.text(FILE), "", "nothing is written to it");
            mode
        };

        assert_eq!(reserve(Audience::Everybody), 0o644);
        assert_eq!(reserve(Audience::Group), 0o640);
        assert_eq!(
            reserve(Audience::Everybody),
            0o640,
            "what was closed stays so"
        );
    }
}
