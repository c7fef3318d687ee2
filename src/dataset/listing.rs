//! A directory as it is at one moment: which files are in it, and everything by which a change of them can be noticed.
//!
//! The only place that opens the dataset's files. Knows their names, never what stands in them.

use std::fs::{self, File};
use std::io::{self, Read};
use std::os::unix::fs::MetadataExt;
use std::path::{Path, PathBuf};
use std::sync::atomic::Ordering;
use std::time::{Duration, SystemTime};

use super::MAX_INDICATORS;
use super::diagnostic::{Diagnostics, Location};
use super::source::{DataFile, FILES_READ};
use crate::messages::{self as say, Message};

/// The largest file that is read.
const MAX_FILE_BYTES: u64 = 16 << 20;
/// All files together.
const MAX_TOTAL_BYTES: u64 = 512 << 20;
/// More directory entries than the largest allowed dataset has: not worth reading one by one.
const MAX_ENTRIES: usize = 25_000;
/// A directory in which nothing has changed for so long is at rest.
const AT_REST: Duration = Duration::from_secs(1);

/// What a directory holds, with everything by which a change of it can be noticed.
#[derive(Default, PartialEq, Eq)]
pub struct Listing {
    root: PathBuf,
    entries: Vec<Entry>,
}

#[derive(Debug, PartialEq, Eq)]
struct Entry {
    path: String,
    kind: Kind,
    fingerprint: Fingerprint,
}

/// Everything by which a change of a file can be noticed without reading it.
#[derive(Debug, Default, PartialEq, Eq)]
struct Fingerprint {
    /// Device and inode.
    file: (u64, u64),
    size: u64,
    /// Seconds and nanoseconds.
    modified: (i64, i64),
    /// Likewise.
    changed: (i64, i64),
}

#[derive(Debug, PartialEq, Eq)]
enum Kind {
    /// Listed to notice that entries came or went.
    Directory,
    /// A file, by where it really is.
    File(PathBuf),
    /// Something that cannot be read as a file.
    Unreadable,
}

impl Listing {
    /// Nothing where the directory could not be listed, or holds too much.
    /// What is there now; nothing where that cannot be said.
    pub fn of(root: &Path, diagnostics: &mut Diagnostics) -> Option<Listing> {
        // Through a symbolic link once: a link that is switched meanwhile shows as another root.
        let resolved = match fs::canonicalize(root) {
            Ok(resolved) => resolved,
            Err(error) => {
                let location = Location::file(root.display().to_string());
                diagnostics.error(
                    location,
                    match error.kind() {
                        io::ErrorKind::NotFound => say::no_such_directory(),
                        _ => say::cannot_read(&error),
                    },
                );
                return None;
            }
        };
        if !resolved.is_dir() {
            diagnostics.error(Location::file(root.display().to_string()), say::not_a_directory());
            return None;
        }
        let mut listing = Listing { root: resolved.clone(), entries: Vec::new() };
        if let Err(error) = listing.add_directory(&resolved, "", diagnostics) {
            diagnostics.error(Location::file("."), say::cannot_read(&error));
            return None;
        }
        if listing.entries.len() > MAX_ENTRIES {
            diagnostics.error(Location::file("."), say::too_many_files(MAX_ENTRIES, MAX_INDICATORS));
            return None;
        }
        listing.entries.sort_by(|a, b| a.path.cmp(&b.path));
        Some(listing)
    }

    fn add_directory(
        &mut self,
        directory: &Path,
        prefix: &str,
        diagnostics: &mut Diagnostics,
    ) -> io::Result<()> {
        let metadata = fs::metadata(directory)?;
        let entries = fs::read_dir(directory)?;
        self.entries.push(Entry {
            path: prefix.to_owned(),
            kind: Kind::Directory,
            fingerprint: fingerprint(&metadata),
        });
        for entry in entries {
            let entry = entry?;
            self.add(&entry.path(), &entry.file_name().to_string_lossy(), prefix, diagnostics);
            if self.entries.len() > MAX_ENTRIES {
                break;
            }
        }
        Ok(())
    }

    fn add(&mut self, path: &Path, name: &str, prefix: &str, diagnostics: &mut Diagnostics) {
        if ignored(name) {
            return;
        }
        let shown = format!("{prefix}{name}");
        match self.examine(path, &shown, diagnostics) {
            Ok(Some(entry)) => self.entries.push(entry),
            Ok(None) => {}
            Err(message) => {
                diagnostics.error(Location::file(shown.as_str()), message);
                self.entries.push(Entry {
                    path: shown,
                    kind: Kind::Unreadable,
                    fingerprint: Fingerprint::default(),
                });
            }
        }
    }

    /// What there is to be listed of an entry. Nothing more where it is the directory of the indicators.
    fn examine(
        &mut self,
        path: &Path,
        shown: &str,
        diagnostics: &mut Diagnostics,
    ) -> Result<Option<Entry>, Message> {
        let resolved = match fs::canonicalize(path) {
            Ok(resolved) if resolved.starts_with(&self.root) => resolved,
            Ok(_) => return Err(say::link_leads_outside()),
            Err(error) if error.kind() == io::ErrorKind::NotFound => return Err(say::link_leads_nowhere()),
            Err(error) => return Err(say::cannot_read(error)),
        };
        let metadata = fs::metadata(&resolved).map_err(say::cannot_read)?;
        if metadata.is_dir() && shown == "indicators" {
            return self
                .add_directory(&resolved, "indicators/", diagnostics)
                .map(|()| None)
                .map_err(say::cannot_read);
        }
        if metadata.is_dir() {
            return Err(say::directory_does_not_belong());
        }
        if !metadata.is_file() {
            // Neither a pipe nor a device: opening one could wait for ever.
            return Err(say::not_a_regular_file());
        }
        if metadata.len() > MAX_FILE_BYTES {
            return Err(say::file_too_large(metadata.len(), MAX_FILE_BYTES >> 20));
        }
        let kind = Kind::File(resolved);
        Ok(Some(Entry { path: shown.to_owned(), kind, fingerprint: fingerprint(&metadata) }))
    }

    /// Whether nothing has changed lately. A time in the future, from another machine's clock, says nothing.
    #[expect(clippy::disallowed_methods, reason = "compared with the times of files only, never with data")]
    pub fn settled(&self) -> bool {
        let now = SystemTime::now().duration_since(SystemTime::UNIX_EPOCH).unwrap_or_default();
        let limit = i64::try_from(now.saturating_sub(AT_REST).as_secs()).unwrap_or(0);
        self.entries.iter().all(|entry| entry.fingerprint.changed.0 < limit)
    }

    /// Every file; nothing where they are too much together.
    /// The bytes of every file.
    pub fn read(&self, diagnostics: &mut Diagnostics) -> Option<Vec<DataFile>> {
        let mut total = 0;
        let mut files = Vec::new();
        for entry in &self.entries {
            let Kind::File(path) = &entry.kind else { continue };
            match read_bounded(path) {
                Ok(bytes) => {
                    FILES_READ.fetch_add(1, Ordering::Relaxed);
                    total += bytes.len() as u64;
                    if total > MAX_TOTAL_BYTES {
                        diagnostics.error(Location::file("."), say::dataset_too_large(MAX_TOTAL_BYTES >> 20));
                        return None;
                    }
                    files.push(DataFile { path: entry.path.clone(), bytes });
                }
                Err(error) => {
                    diagnostics.error(Location::file(entry.path.as_str()), say::cannot_read(&error))
                }
            }
        }
        Some(files)
    }
}

/// Never more than the limit, whatever the file has become since it was listed.
fn read_bounded(path: &Path) -> io::Result<Vec<u8>> {
    let mut bytes = Vec::new();
    File::open(path)?.take(MAX_FILE_BYTES).read_to_end(&mut bytes)?;
    Ok(bytes)
}

fn fingerprint(metadata: &fs::Metadata) -> Fingerprint {
    Fingerprint {
        file: (metadata.dev(), metadata.ino()),
        size: metadata.size(),
        modified: (metadata.mtime(), metadata.mtime_nsec()),
        changed: (metadata.ctime(), metadata.ctime_nsec()),
    }
}

/// Hidden files, and what editors and spreadsheets leave behind.
pub fn ignored(name: &str) -> bool {
    name.starts_with('.')
        || name.starts_with("~$")
        || [".bak", ".swp", "~"].iter().any(|suffix| name.ends_with(suffix))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_editors_leave_behind_is_ignored() {
        for name in [".git", ".m2.csv.swp", "m2.csv~", "m2.csv.bak", "m2.swp", "~$m2.csv"] {
            assert!(ignored(name), "{name}");
        }
        for name in ["m2.csv", "dataset.json", "m2.csv.orig", "m2~.csv"] {
            assert!(!ignored(name), "{name}");
        }
    }
}
