//! The first stage of a publication: files that were read once, and where they came from. These very bytes are checked,
//! shown and installed.

use super::*;

use crate::store::Origin;
use crate::store::bundle::{Bundle, BundleError, TrustedKeys};

/// A release to be, as it was read.
pub struct Submitted {
    pub files: Vec<DataFile>,
    pub diagnostics: Diagnostics,
    pub from: Provenance,
    /// The bytes that have to be there still when the release is installed.
    pub sums: FileSums,
}

pub enum Provenance {
    /// It has no number of its own: a version that was used before is replaced, unless SHA256SUMS hold the files as they are.
    Directory {
        path: PathBuf,
        is_summed: bool,
    },
    Bundle {
        origin: Origin,
        /// The version that its manifest names.
        named: String,
        /// The site that it is for.
        site: Option<String>,
    },
    Staged {
        record: Box<Record>,
        by: Signature,
    },
    /// A former current release.
    Former {
        version: String,
        /// As the journal knows it.
        content: Content,
    },
}

impl Submitted {
    fn new(files: Vec<DataFile>, diagnostics: Diagnostics, from: Provenance) -> Self {
        let sums = FileSums::of(&files);
        Submitted { files, diagnostics, from, sums }
    }

    /// Reads a dataset directory or a bundle.
    pub fn from_path(path: &Path, request: &Request) -> Result<Self, CommandError> {
        let _progress = Progress::begin(request.console.lang);
        // Anything else is reported as a directory is.
        if path.is_file() {
            return Submitted::from_bundle(open_bundle(path, request)?, request.now, request.console);
        }
        let mut diagnostics = Diagnostics::default();
        let files = dataset::read(&Source::Directory(path.to_owned()), &mut diagnostics);
        judge_sums(&files, &diagnostics)?;
        let is_summed = files.iter().any(|file| file.path == SUMS_FILE);
        Ok(Submitted::new(files, diagnostics, Provenance::Directory { path: path.to_owned(), is_summed }))
    }

    /// Takes the files of a bundle, and says who signed it.
    pub fn from_bundle(bundle: Bundle, now: Timestamp, console: Console) -> Result<Self, CommandError> {
        let Origin { key, sequence, comment } = &bundle.origin;
        console.println(&msg::bundle_is_good(&bundle.manifest.version, key, sequence, msg::shown(comment)));
        console.println(&msg::bundle_created(bundle.manifest.created));
        if let Some(days) = bundle.manifest.days_overdue(now) {
            console.eprintln(&msg::bundle_is_overdue(bundle.manifest.created, days));
        }
        let diagnostics = Diagnostics::default();
        judge_sums(&bundle.files, &diagnostics)?;
        let Bundle { manifest, files, origin } = bundle;
        let from = Provenance::Bundle { origin, named: manifest.version, site: manifest.site };
        Ok(Submitted::new(files, diagnostics, from))
    }

    pub fn from_staged(state: &StoreState, version: &str, request: &Request) -> Result<Self, CommandError> {
        let staged = state.journal().staged();
        let staged = staged.into_iter().find(|staged| staged.release.version == version);
        let staged = staged.ok_or_else(|| msg::not_staged(version))?;
        let from = Provenance::Staged { record: Box::new(staged.release.clone()), by: staged.by.clone() };
        let release = require_intact(state.read(version), request)?;
        Ok(Submitted::new(release.files, release.diagnostics, from))
    }

    /// Reads a release that was current, if its files are those that the journal knows.
    pub fn from_former(state: &StoreState, version: &str, request: &Request) -> Result<Self, CommandError> {
        let content = state.journal().content_of(version).filter(|_| state.journal().was_current(version));
        let content = content.filter(|_| state.keeps(version)).cloned();
        let content = content.ok_or_else(|| msg::no_such_release(version))?;
        let release = require_intact(state.read(version), request).map_err(|error| match error {
            CommandError::BadContent(mut said) => {
                said.push(msg::altered_go_on());
                CommandError::BadContent(said)
            }
            error => error,
        })?;
        let from = Provenance::Former { version: version.to_owned(), content };
        Ok(Submitted::new(release.files, release.diagnostics, from))
    }

    /// Reads the same files again; `None` for a bundle, whose first reading counts.
    pub fn read_again(&self, state: &StoreState) -> Option<(String, Vec<DataFile>)> {
        let path = match &self.from {
            Provenance::Directory { path, .. } => path.clone(),
            Provenance::Bundle { .. } => return None,
            Provenance::Staged { record, .. } => state.release(&record.version),
            Provenance::Former { version, .. } => state.release(version),
        };
        let files = dataset::read(&Source::Directory(path.clone()), &mut Diagnostics::default());
        Some((path.display().to_string(), files))
    }

    /// The rows that no hand has typed, as far as the notes of a directory go.
    pub fn machine_rows(&self) -> MachineRows {
        match &self.from {
            Provenance::Directory { path, .. } => dataset::notes_of(path).machine_rows().collect(),
            _ => MachineRows::default(),
        }
    }

    /// The signed bundle that the files came in, now or when they were staged.
    pub fn origin(&self) -> Option<&Origin> {
        match &self.from {
            Provenance::Bundle { origin, .. } => Some(origin),
            Provenance::Staged { record, .. } => record.bundle.as_ref(),
            _ => None,
        }
    }
}

/// Refuses a release that differs from the journal.
fn require_intact(release: Release, request: &Request) -> Result<Release, CommandError> {
    match &release.integrity {
        Integrity::Intact => Ok(release),
        Integrity::Altered(altered) => {
            // The files that are there now may be wrong beside.
            if let Err(diagnostics) = release.check(request.now) {
                request.console.report(&diagnostics);
            }
            Err(CommandError::BadContent(altered.clone()))
        }
        Integrity::Unknown => Err(msg::release_unknown(&release.version).into()),
        Integrity::Unreadable => Err(release.diagnostics.sorted().into()),
    }
}

/// Compares files with the SHA256SUMS beside them, unless one could not be read: that is said instead.
pub fn judge_sums(files: &[DataFile], diagnostics: &Diagnostics) -> Result<(), CommandError> {
    if diagnostics.errors() > 0 {
        return Ok(());
    }
    let broken = store::verify_sums(files);
    if broken.is_empty() { Ok(()) } else { Err(CommandError::BadContent(broken)) }
}

fn open_bundle(path: &Path, request: &Request) -> Result<Bundle, CommandError> {
    let keys = request.trusted_keys.as_deref().ok_or(BundleError::NoTrust).and_then(TrustedKeys::read);
    keys.and_then(|keys| Bundle::read(path, &keys)).map_err(|error| {
        let said = error.sentence();
        if error.is_wrong_content() { CommandError::BadContent(vec![said]) } else { said.into() }
    })
}

/// The store as it is, where there is one; a step that a killed program has left there is finished first.
pub fn read_store(request: &Request) -> Result<Option<StoreState>, CommandError> {
    let Some(root) = request.store.as_deref() else { return Ok(None) };
    let Some(mut state) = StoreState::open_if_there(root)? else {
        request.if_missing().check_missing(root)?;
        return Ok(None);
    };
    request.if_missing().check(&state)?;
    let console = request.console;
    if request.extent == Extent::DryRun || !state.is_unfinished()? {
        named::warn(&state, console);
    } else {
        let mut store = lock(root, request.if_missing(), request.now, console)?;
        store.take_events().iter().for_each(|event| console.eprintln(&event.sentence()));
        drop(store);
        state = StoreState::open(root)?;
    }
    state.count_unnoted(request.now)?;
    Ok(Some(state))
}

pub fn lock(
    root: &Path,
    if_missing: IfMissing,
    now: Timestamp,
    console: Console,
) -> Result<Store, CommandError> {
    // A limit on the size of files is then an error like a full disk, and not the end of the program in between.
    let _ = signal_hook::flag::register(signal_hook::consts::SIGXFSZ, Arc::default());
    let waiting = || console.eprintln(&msg::waiting_for_the_store());
    Ok(Store::lock_and_recover(root, if_missing, now, waiting)?)
}
