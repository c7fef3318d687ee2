//! What is to be published, read once: what is checked, shown and published are the same bytes.

use std::path::PathBuf;

use super::request::{Request, Subject};
use crate::console::CommandError;
use crate::dataset::{self, DataFile, Diagnostics, SUMS_FILE, Source, stamp};
use crate::messages as say;
use crate::store::bundle::{Bundle, BundleError, TrustedKeys};
use crate::store::{self, Entry, Origin, View};

/// The files, and where they come from.
pub struct Candidate {
    /// The files; `dataset.json` as it will be published.
    pub files: Vec<DataFile>,
    /// What reading them has found.
    pub found: Diagnostics,
    /// The signed bundle that they came in.
    pub origin: Option<Origin>,
    /// The version that the bundle names.
    pub named: Option<String>,
    /// The directory that they came from, and its `dataset.json` as it was read.
    pub directory: Option<(PathBuf, Vec<u8>)>,
    /// What was written down of them when they were staged.
    pub staged: Option<Entry>,
}

impl Candidate {
    /// Reads what the request names; `view` is the store, where it is there.
    pub fn read(request: &Request, view: Option<&View>) -> Result<Self, CommandError> {
        match &request.subject {
            Subject::Staged(_) if request.bump => Err(say::bump_of_bundle().into()),
            Subject::Staged(version) => Candidate::staged(version, view),
            // What is neither is reported as a directory is.
            Subject::Path(path) if path.is_file() => Candidate::bundle(request),
            Subject::Path(path) => Candidate::directory(path.clone(), request.bump),
        }
    }

    fn directory(path: PathBuf, bump: bool) -> Result<Self, CommandError> {
        let mut found = Diagnostics::default();
        let files = dataset::read(&Source::Directory(path.clone()), &mut found);
        if bump && files.iter().any(|file| file.path == SUMS_FILE) {
            return Err(say::bump_with_sums().into());
        }
        let broken = store::verify_sums(&files);
        if !broken.is_empty() {
            return Err(CommandError::CouldNotRun(broken));
        }
        let stamp = stamp_file(&files).map(|file| file.bytes.clone()).unwrap_or_default();
        Ok(Candidate {
            files,
            found,
            origin: None,
            named: None,
            directory: Some((path, stamp)),
            staged: None,
        })
    }

    fn bundle(request: &Request) -> Result<Self, CommandError> {
        if request.bump {
            return Err(say::bump_of_bundle().into());
        }
        let bundle = open_bundle(request)?;
        let broken = store::verify_sums(&bundle.files);
        if !broken.is_empty() {
            return Err(CommandError::BadContent(broken));
        }
        let (origin, named) = (bundle.origin(), bundle.manifest.version);
        let found = Diagnostics::default();
        Ok(Candidate {
            files: bundle.files,
            found,
            origin: Some(origin),
            named: Some(named),
            directory: None,
            staged: None,
        })
    }

    fn staged(version: &str, view: Option<&View>) -> Result<Self, CommandError> {
        let staged = view.and_then(|view| Some((view, view.staged().of(version)?)));
        let (view, entry) = staged.ok_or_else(|| CommandError::from(say::not_staged(version)))?;
        let mut found = Diagnostics::default();
        let files = dataset::read(&Source::Directory(view.release(version)), &mut found);
        if let Some(altered) = store::altered(view.path(), entry, &files).map_err(super::refused)? {
            return Err(CommandError::BadContent(altered.sentences()));
        }
        let origin = entry.bundle.clone();
        Ok(Candidate { files, found, origin, named: None, directory: None, staged: Some(entry.clone()) })
    }

    /// Sets version and as-of instant in what will be published; a file in which that cannot be done is left to the
    /// check.
    pub fn stamp(&mut self, version: &str, as_of: &str) {
        if let Some(file) = self.files.iter_mut().find(|file| file.path == dataset::DATASET_FILE) {
            if let Some(bytes) = stamp::stamped(&file.bytes, version, as_of) {
                file.bytes = bytes;
            }
        }
    }

    /// Whether all is as in these files, but for version and as-of instant.
    pub fn is_same_but_stamp(&self, files: &[DataFile]) -> bool {
        let same = |(a, b): (&DataFile, &DataFile)| {
            let bytes = a.bytes == b.bytes
                || (a.path == dataset::DATASET_FILE && stamp::same_but_stamp(&a.bytes, &b.bytes));
            a.path == b.path && bytes
        };
        self.files.len() == files.len() && self.files.iter().zip(files).all(same)
    }
}

/// Opens the bundle that the request names, with the keys that it trusts.
pub fn open_bundle(request: &Request) -> Result<Bundle, CommandError> {
    let Subject::Path(path) = &request.subject else { return Err(say::name_what_to_publish().into()) };
    let keys = request.trusted_keys.as_deref().ok_or(BundleError::NoTrust).and_then(TrustedKeys::read);
    keys.and_then(|keys| Bundle::read(path, &keys)).map_err(|error| {
        let said = error.sentence();
        if error.is_wrong_content() { CommandError::BadContent(vec![said]) } else { said.into() }
    })
}

/// `dataset.json` among files.
pub fn stamp_file(files: &[DataFile]) -> Option<&DataFile> {
    files.iter().find(|file| file.path == dataset::DATASET_FILE)
}
