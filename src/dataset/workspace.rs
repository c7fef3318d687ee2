//! A dataset directory in memory, to be changed and checked as a whole before any file is replaced.

use std::fs;
use std::io::{self, Write};
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};

use super::diagnostic::Diagnostics;
use super::source::{DataFile, Source, read};
use super::{Dataset, check};
use crate::model::Timestamp;

/// The files as they were read, and as they shall be.
pub struct Workspace {
    root: PathBuf,
    files: Vec<DataFile>,
    /// The position and the former bytes of each file that was changed; nothing where it is new.
    changed: Vec<(usize, Option<Vec<u8>>)>,
}

impl Workspace {
    /// Reads a dataset directory.
    ///
    /// # Errors
    /// What cannot be read.
    pub fn open(root: &Path) -> Result<Self, Diagnostics> {
        let mut diagnostics = Diagnostics::default();
        let files = read(&Source::Directory(root.to_owned()), &mut diagnostics);
        if diagnostics.errors() > 0 {
            return Err(diagnostics.sorted());
        }
        Ok(Workspace { root: root.to_owned(), files, changed: Vec::new() })
    }

    /// The keys of the indicators that have observations.
    pub fn keys(&self) -> impl Iterator<Item = &str> {
        self.files.iter().filter_map(|file| file.path.strip_prefix("indicators/")?.strip_suffix(".csv"))
    }

    /// The paths of the files that were changed.
    pub fn changed(&self) -> impl Iterator<Item = &str> {
        self.changed.iter().map(|(position, _)| self.files[*position].path.as_str())
    }

    /// A file to be changed, where there is one.
    pub fn change(&mut self, path: &str) -> Option<&mut DataFile> {
        let position = self.files.iter().position(|file| file.path == path)?;
        if self.changed.iter().all(|(known, _)| *known != position) {
            self.changed.push((position, Some(self.files[position].bytes.clone())));
        }
        self.files.get_mut(position)
    }

    /// A file to be changed, created where there is none.
    pub fn change_or_create(&mut self, path: &str, content: &str) -> Option<&mut DataFile> {
        if self.files.iter().all(|file| file.path != path) {
            self.changed.push((self.files.len(), None));
            self.files.push(DataFile { path: path.to_owned(), bytes: content.as_bytes().to_vec() });
        }
        self.change(path)
    }

    /// The dataset that the files make as they now are.
    ///
    /// # Errors
    /// Everything that is wrong with it, as [`super::load`] has it.
    pub fn check(&self, at: Timestamp) -> Result<Dataset, Diagnostics> {
        check(&self.files, at, Diagnostics::default())
    }

    /// Replaces the files that were changed, each in one step: a reader sees the old one or the new one. All of them
    /// are written before the first is replaced.
    ///
    /// # Errors
    /// The file and why it could not be written, or that somebody else has changed it meanwhile.
    pub fn save(self) -> Result<(), String> {
        let mut staged = Staged(Vec::new());
        for (position, before) in &self.changed {
            let DataFile { path, bytes } = &self.files[*position];
            let target = self.root.join(path);
            staged
                .add(&target, before.as_deref(), bytes)
                .map_err(|error| format!("cannot write {}: {error}", target.display()))?;
        }
        staged.replace()
    }
}

/// Files that have been written beside those that they will replace: the new path and the old one. What has not
/// replaced anything in the end is removed.
struct Staged(Vec<(PathBuf, PathBuf)>);

impl Staged {
    fn add(&mut self, target: &Path, before: Option<&[u8]>, bytes: &[u8]) -> io::Result<()> {
        // Through a symbolic link: the file that it leads to is replaced, the link stays.
        let target = if before.is_some() { fs::canonicalize(target)? } else { target.to_owned() };
        if fs::read(&target).ok().as_deref() != before {
            return Err(io::Error::other("somebody else has changed it meanwhile, try again"));
        }
        let new = beside(&target);
        self.0.push((new.clone(), target.clone()));
        write_through(&new, &target, bytes)
    }

    fn replace(self) -> Result<(), String> {
        for (new, old) in &self.0 {
            fs::rename(new, old).map_err(|error| format!("cannot replace {}: {error}", old.display()))?;
        }
        for directory in self.0.iter().filter_map(|(_, old)| old.parent()) {
            // So that the new name survives a loss of power as well; the data have been synchronised.
            let _ = fs::File::open(directory).and_then(|directory| directory.sync_all());
        }
        Ok(())
    }
}

impl Drop for Staged {
    fn drop(&mut self) {
        for (new, _) in &self.0 {
            let _ = fs::remove_file(new);
        }
    }
}

/// A hidden name, which the loader ignores, in the same directory.
fn beside(target: &Path) -> PathBuf {
    let name = target.file_name().unwrap_or_default().to_string_lossy();
    target.with_file_name(format!(".{name}.{}.new", std::process::id()))
}

/// Written to the disk with the permissions of the file that it will replace.
fn write_through(new: &Path, old: &Path, bytes: &[u8]) -> io::Result<()> {
    let mut file = fs::File::create(new)?;
    file.write_all(bytes)?;
    if let Ok(metadata) = fs::metadata(old) {
        file.set_permissions(fs::Permissions::from_mode(metadata.permissions().mode()))?;
    }
    file.sync_all()
}
