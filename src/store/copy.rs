//! Releases as files: written so that they are on the disk when they are said to be, and the hash of what stands in them.

use std::fs::{self, File};
use std::io::{self, Write};
use std::path::Path;

use sha2::{Digest, Sha256};

use crate::dataset::{self, DataFile, Diagnostics, Source};
use crate::model::Lang;

/// The files of a release.
///
/// # Errors
/// When something of it cannot be read.
pub fn read(release: &Path) -> io::Result<Vec<DataFile>> {
    let mut diagnostics = Diagnostics::default();
    let files = dataset::read(&Source::Directory(release.to_owned()), &mut diagnostics);
    match diagnostics.problems().first() {
        Some(problem) => Err(io::Error::other(problem.sentence(Lang::En))),
        None => Ok(files),
    }
}

/// One hash over all paths and bytes: equal for equal content, wherever it lies.
pub fn content_hash(files: &[DataFile]) -> String {
    let mut hash = Sha256::new();
    for file in files.iter().filter(|file| file.path != dataset::SUMS_FILE) {
        hash.update(&file.path);
        hash.update([0]);
        hash.update((file.bytes.len() as u64).to_be_bytes());
        hash.update(&file.bytes);
    }
    super::sums::hex(&hash.finalize())
}

/// Writes files below a new directory and waits until they are on the disk.
pub fn write(files: &[DataFile], target: &Path) -> io::Result<()> {
    fs::create_dir(target)?;
    for file in files {
        let path = target.join(&file.path);
        if let Some(directory) = path.parent() {
            fs::create_dir_all(directory)?;
        }
        write_file(&path, &file.bytes)?;
    }
    let indicators = target.join("indicators");
    if indicators.is_dir() {
        synchronise(&indicators)?;
    }
    synchronise(target)
}

/// Writes a file and waits until it is on the disk.
pub fn write_file(path: &Path, bytes: &[u8]) -> io::Result<()> {
    let mut file = File::create(path)?;
    file.write_all(bytes)?;
    file.sync_all()
}

/// Waits until the names in a directory are on the disk.
pub fn synchronise(directory: &Path) -> io::Result<()> {
    File::open(directory)?.sync_all()
}
