//! A directory as it is at one moment: which files are in it, and everything by which a change of them can be noticed.
//!
//! With `regular_file`, the only place that touches the dataset's files. Knows their names, never what stands in them.

use std::fs;
use std::io;
use std::os::unix::fs::MetadataExt;
use std::path::{Path, PathBuf};
use std::sync::atomic::Ordering;
use std::time::{Duration, SystemTime};

use rustix::io::Errno;

use super::diagnostic::{Diagnostics, Location};
use super::regular_file::{self, Unusable};
use super::snapshot::MAX_INDICATORS;
use super::source::{DataFile, FILES_READ};
use crate::messages as msg;

/// The largest file that is read.
const MAX_FILE_BYTES: u64 = 16 << 20;
/// All files together.
const MAX_TOTAL_BYTES: u64 = 512 << 20;
/// More directory entries than the largest allowed dataset has: not worth reading one by one.
const MAX_ENTRIES: usize = 25_000;
/// How long nothing has changed in a directory that is at rest.
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
    /// What is there now. Returns `None` where the directory cannot be listed, is empty, or holds too much.
    pub fn of(root: &Path, diagnostics: &mut Diagnostics) -> Option<Listing> {
        let location = Location::file(root.display().to_string());
        let listing = match Listing::list(root, diagnostics) {
            Ok(listing) => listing,
            Err(unusable) => {
                unusable.report(location, diagnostics);
                return None;
            }
        };
        if listing.entries.len() > MAX_ENTRIES {
            diagnostics.error(location, msg::too_many_files(MAX_ENTRIES, MAX_INDICATORS));
            return None;
        }
        // Itself is all that was found: the mount point, perhaps, of what is not mounted yet.
        if listing.entries.len() == 1 {
            diagnostics.unread(location, msg::directory_is_empty());
            return None;
        }
        Some(listing)
    }

    fn list(root: &Path, diagnostics: &mut Diagnostics) -> Result<Listing, Unusable> {
        // Through a symbolic link once: a link that is switched meanwhile shows as another root.
        let resolved = fs::canonicalize(root).map_err(|error| match error.kind() {
            io::ErrorKind::NotFound => Unusable::Unread(msg::no_such_directory()),
            _ => Unusable::from(error),
        })?;
        if !fs::metadata(&resolved)?.is_dir() {
            return Err(Unusable::Unread(msg::not_a_directory()));
        }
        let mut listing = Listing { root: resolved.clone(), entries: Vec::new() };
        listing.add_directory(&resolved, "", diagnostics)?;
        listing.entries.sort_by(|a, b| a.path.cmp(&b.path));
        Ok(listing)
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
            Err(unusable) => {
                unusable.report(Location::file(shown.as_str()), diagnostics);
                self.entries.push(Entry {
                    path: shown,
                    kind: Kind::Unreadable,
                    fingerprint: Fingerprint::default(),
                });
            }
        }
    }

    /// What there is to be listed of an entry: nothing more where it is the directory of the indicators.
    fn examine(
        &mut self,
        path: &Path,
        shown: &str,
        diagnostics: &mut Diagnostics,
    ) -> Result<Option<Entry>, Unusable> {
        let resolved = match fs::canonicalize(path) {
            Ok(resolved) if resolved.starts_with(&self.root) => resolved,
            Ok(_) => return Err(Unusable::Wrong(msg::link_leads_outside())),
            Err(error) if error.kind() == io::ErrorKind::NotFound => {
                return Err(Unusable::Wrong(msg::link_leads_nowhere()));
            }
            // A link to itself, or further: it will not get better.
            Err(error) if error.raw_os_error() == Some(Errno::LOOP.raw_os_error()) => {
                return Err(Unusable::Wrong(msg::cannot_read(msg::reason(&error))));
            }
            Err(error) => return Err(error.into()),
        };
        let metadata = fs::metadata(&resolved)?;
        if metadata.is_dir() && shown == "indicators" {
            self.add_directory(&resolved, "indicators/", diagnostics)?;
            return Ok(None);
        }
        if metadata.is_dir() {
            return Err(Unusable::Wrong(msg::directory_does_not_belong()));
        }
        if !metadata.is_file() {
            return Err(Unusable::Wrong(msg::not_a_regular_file()));
        }
        if metadata.len() > MAX_FILE_BYTES {
            return Err(Unusable::Wrong(msg::file_too_large(metadata.len(), MAX_FILE_BYTES >> 20)));
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

    /// The bytes of every file. Returns `None` where they are too much together.
    pub fn read(&self, diagnostics: &mut Diagnostics) -> Option<Vec<DataFile>> {
        self.read_within(MAX_TOTAL_BYTES, diagnostics)
    }

    fn read_within(&self, limit: u64, diagnostics: &mut Diagnostics) -> Option<Vec<DataFile>> {
        let mut total = 0;
        let mut files = Vec::new();
        for entry in &self.entries {
            let Kind::File(path) = &entry.kind else { continue };
            match regular_file::read(path, MAX_FILE_BYTES) {
                Ok(bytes) => {
                    FILES_READ.fetch_add(1, Ordering::Relaxed);
                    total += bytes.len() as u64;
                    if total > limit {
                        let location = Location::file(self.root.display().to_string());
                        diagnostics.error(location, msg::dataset_too_large(limit >> 20));
                        return None;
                    }
                    files.push(DataFile { path: entry.path.clone(), bytes });
                }
                Err(unusable) => unusable.report(Location::file(entry.path.as_str()), diagnostics),
            }
        }
        Some(files)
    }
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
mod tests;
