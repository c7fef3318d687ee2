//! Whether a dataset directory, or what is in service in a store, has changed since it was looked at.

use std::fs;
use std::os::unix::fs::MetadataExt;
use std::path::{Path, PathBuf};

/// Everything by which a change can be noticed without reading a file.
#[derive(PartialEq, Eq)]
pub struct Fingerprint {
    /// Path, device and inode, size, seconds and nanoseconds of the last change.
    entries: Vec<(PathBuf, u64, u64, u64, i64, i64)>,
    in_service: Option<PathBuf>,
}

impl Fingerprint {
    /// How both are now; what cannot be seen is as if it were not there.
    pub fn of(dataset: &Path, store: Option<&Path>) -> Self {
        let mut entries = Vec::new();
        for directory in [dataset.to_owned(), dataset.join("indicators")] {
            let inside = fs::read_dir(&directory).into_iter().flatten().flatten().map(|entry| entry.path());
            for path in inside.chain([directory.clone()]) {
                let Ok(of) = fs::metadata(&path) else { continue };
                entries.push((path, of.dev(), of.ino(), of.size(), of.ctime(), of.ctime_nsec()));
            }
        }
        entries.sort();
        Fingerprint { entries, in_service: store.and_then(|store| fs::read_link(store.join("current")).ok()) }
    }
}
