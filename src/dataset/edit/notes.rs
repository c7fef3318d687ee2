//! The notes from which an edit is undone, hidden in a dataset directory: `.edits.jsonl` says what was edited, and what was
//! published from it; `.edits/` has the former bytes of edited files, named by their hashes.

use super::*;

use crate::directory::{Error, JsonLines};

const FILE: &str = ".edits.jsonl";
/// The notes that are kept at a publication: a rollback may make edits before it the last ones again.
const KEPT: usize = 200;
/// The bytes of notes from which on older ones of edits are not kept.
const MAX_BYTES: usize = 32 << 20;

/// The beginning of the words of an edit that imported files.
const IMPORT: &str = "import ";

const FORMER: &str = ".edits";
/// Bytes of former files from which on those of older edits are not kept.
const MAX_FORMER_BYTES: i64 = 64 << 20;

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
        rows: Vec<RecordedRow>,
        /// True if all of the rows are from files that a machine wrote.
        #[serde(default, skip_serializing_if = "std::ops::Not::not")]
        by_machine: bool,
        /// The cases that were allowed, as they are named in a refusal: `jump usd 2026-11-21`.
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        allowed: Vec<String>,
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
    pub fn read(directory: &Directory) -> Result<Self, Error> {
        Ok(Notes(JsonLines::parse(
            &directory.read(FILE)?.unwrap_or_default(),
        )))
    }

    /// Adds a note to those that are there, unless it is the last one already. Returns all of them.
    pub fn add(directory: &Directory, note: &Note) -> Result<Self, Error> {
        let mut notes = Notes::read(directory)?;
        if notes.0.values.last() != Some(note) {
            let access = Access::copy_ownership(&reference(directory)?);
            notes.0.append(directory, FILE, note.clone(), &access)?;
        }

        Ok(notes)
    }

    /// Adds a note that everything was published which is in the files as they were read (`None`: everything until now), and
    /// drops the oldest notes, and the former files that only those need.
    pub fn close(
        directory: &Directory,
        note: Note,
        read: Option<&[DataFile]>,
    ) -> Result<(), Error> {
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
            if length > MAX_BYTES
                && !matches!(note.event, Event::Publish { .. } | Event::Withdraw { .. })
            {
                continue;
            }

            let line = serde_json::to_string(note)
                .map_err(|error| Error::new(FILE.as_ref(), error))?
                + "\n";
            length += line.len();
            kept.push(line);
        }

        kept.reverse();
        let reference = match directory.look(FILE)? {
            Some(stat) => stat,
            None => reference(directory)?,
        };
        directory.replace(
            FILE,
            kept.concat().as_bytes(),
            &Access::copy_ownership(&reference),
        )?;
        prune_former(directory, &Notes::read(directory)?)
    }

    /// The edits that were not taken back, oldest first, each with the versions that were published since.
    pub fn edits(&self) -> Vec<LastEdit<'_>> {
        let mut edits: Vec<LastEdit<'_>> = Vec::new();
        for Note { at, user, event } in &self.0.values {
            match event {
                Event::Edit {
                    what,
                    files,
                    rows,
                    by_machine,
                    allowed,
                } => {
                    edits.push(LastEdit {
                        at,
                        user,
                        what,
                        files,
                        rows,
                        by_machine: *by_machine,
                        allowed,
                        published: Vec::new(),
                    });
                }
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
            for row in edit.rows {
                last_edits.insert(row.figure(), place);
            }
        }

        let mut imports = Vec::new();
        for (place, edit) in edits.iter().enumerate() {
            let Some(files) = edit.imported_files() else {
                continue;
            };

            let mut rows = edit.rows.to_vec();
            rows.retain(|row| last_edits.get(&row.figure()) == Some(&place));
            imports.push(ImportedRows {
                files,
                by_machine: edit.by_machine,
                rows,
            });
        }

        imports
    }

    pub fn last_edit(&self) -> Option<LastEdit<'_>> {
        self.edits().pop()
    }

    /// The last edit that wrote a row, with its value.
    pub fn edit_of(&self, row: &RecordedRow) -> Option<LastEdit<'_>> {
        self.edits()
            .into_iter()
            .rev()
            .find(|edit| edit.rows.contains(row))
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

    /// Returns true if a version was bundled and not taken back; `None` where it was published, or no note has it.
    pub fn is_bundled(&self, version: &str) -> Option<bool> {
        let mut is_bundled = None;
        for note in &self.0.values {
            match &note.event {
                Event::Publish {
                    version: noted,
                    bundled,
                } if noted == version => {
                    is_bundled = bundled.then_some(true);
                }
                Event::Withdraw { version: noted } if noted == version => is_bundled = Some(false),
                _ => {}
            }
        }

        is_bundled
    }

    /// The observations that edits have written which no publication has followed.
    pub fn written(&self) -> HashSet<Vintage<'_>> {
        let mut written = HashSet::new();
        for edit in self.edits() {
            if edit.published.is_empty() {
                written.extend(edit.rows.iter().map(RecordedRow::vintage));
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

    let last = made.last().map_or(&[][..], Note::files);
    last.iter()
        .all(|file| hash_of(read, &file.path) == file.after)
        && former
            .into_iter()
            .all(|(path, before)| hash_of(read, path) == *before)
}

fn hash_of(files: &[DataFile], path: &str) -> Option<Hash> {
    let file = files.iter().find(|file| file.path == path)?;
    Some(Hash::of(&file.bytes))
}

pub struct LastEdit<'a> {
    pub at: &'a str,
    pub user: &'a str,
    what: &'a str,
    pub files: &'a [FileChange],
    pub rows: &'a [RecordedRow],
    /// True if all of the rows are from files that a machine wrote.
    pub by_machine: bool,
    /// The cases of these rows that were allowed.
    pub allowed: &'a [String],
    /// The versions that were published from the directory since, the newest last.
    pub published: Vec<&'a str>,
}

impl LastEdit<'_> {
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
        format!(
            "{} ({}, {})",
            msg::shown(self.what),
            msg::shown(self.at),
            msg::shown(self.user)
        )
    }
}

/// The file whose ownership a new file of the directory gets: `dataset.json`, which every dataset has.
pub fn reference(directory: &Directory) -> Result<Stat, Error> {
    look_at(directory, dataset_file::FILE)
}

/// Keeps the bytes of a file with the ownership of `reference`.
pub fn keep_former(directory: &Directory, bytes: &[u8], reference: &Stat) -> Result<(), Error> {
    let access = Access::copy_ownership(&directory.stat()?);
    let kept = directory.subdirectory_or_new(FORMER, &access)?;
    kept.replace(
        Hash::of(bytes).to_string(),
        bytes,
        &Access::copy_ownership(reference),
    )
}

/// The bytes with this hash, and the state of the file that keeps them.
pub fn read_former(directory: &Directory, hash: &Hash) -> Result<(Vec<u8>, Stat), Error> {
    let kept = directory.subdirectory(FORMER)?;
    let name = hash.to_string();
    let stat = look_at(&kept, &name)?;
    let bytes = kept.read(&name)?.unwrap_or_default();
    if Hash::of(&bytes) == *hash {
        Ok((bytes, stat))
    } else {
        Err(Error::new(&kept.path().join(&name), Errno::IO))
    }
}

/// The state of a file that has to be there.
fn look_at(directory: &Directory, name: &str) -> Result<Stat, Error> {
    let stat = directory.look(name)?;
    stat.ok_or_else(|| Error::new(&directory.path().join(name), Errno::NOENT))
}

/// Removes the files that no edit is undone from any more; those of the last edit always stay.
pub fn prune_former(directory: &Directory, notes: &Notes) -> Result<(), Error> {
    let Some(kept) = directory.subdirectory_if_present(FORMER)? else {
        return Ok(());
    };

    let mut needed = BTreeSet::new();
    let mut total = 0;
    for edit in notes.edits().iter().rev() {
        let hashes = edit.files.iter().filter_map(|file| file.before.as_ref());
        let names: Vec<String> = hashes.map(Hash::to_string).collect();
        for name in &names {
            total += kept.look(name)?.map_or(0, |stat| stat.st_size);
        }

        if total > MAX_FORMER_BYTES && !needed.is_empty() {
            break;
        }

        needed.extend(names);
    }

    for name in kept.names()? {
        if !name.to_str().is_some_and(|name| needed.contains(name)) {
            kept.remove_tree(&name)?;
        }
    }

    Ok(())
}
