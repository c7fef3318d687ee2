//! The first stage of a publication: the request, and all that it starts from, read once: the files and where they came from,
//! the store, and the current release with which they are compared. These very bytes are checked, shown and installed.

use super::*;

use crate::store::Origin;
use crate::store::bundle::{Bundle, BundleError, TrustedKeys};

/// Characters that a message may have.
const MAX_MESSAGE: usize = 500;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Purpose {
    /// A new release becomes current.
    Publish,
    /// A new release is stored for somebody else to approve.
    Stage,
    /// A staged release becomes current.
    Approve,
    /// A previous release becomes live again.
    Rollback,
}

impl Purpose {
    pub fn is_new_release(self) -> bool {
        matches!(self, Purpose::Publish | Purpose::Stage)
    }
}

/// How far a publication goes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Extent {
    /// To its end; at a terminal it asks first.
    Ask,
    Go,
    /// To the last refusal that there may be: nothing is written.
    DryRun,
}

pub struct Request {
    pub purpose: Purpose,
    /// A bundle may be verified without a store.
    pub store: Option<PathBuf>,
    /// The directory of the keys that bundles may be signed with.
    pub trusted_keys: Option<PathBuf>,
    pub allowed: Allowed,
    pub extent: Extent,
    /// Whether a directory that is empty, or is not there, becomes a store.
    pub new_store: bool,
    /// The group that may read embargoed releases in a new store.
    pub readers: Option<String>,
    pub message: Option<String>,
    /// The rows that a rollback withdraws; none for all that the current release has brought.
    pub rows: Vec<RowChoice>,
    /// The control socket of the server that is asked to take the release; `None` for no server.
    pub control: Option<PathBuf>,
    pub console: Console,
    pub now: Timestamp,
}

impl Request {
    /// A request that goes to its end without a question, allows nothing and asks no server.
    pub fn new(purpose: Purpose, console: Console) -> Self {
        Request {
            purpose,
            store: None,
            trusted_keys: None,
            allowed: Allowed::default(),
            extent: Extent::Go,
            new_store: false,
            readers: None,
            message: None,
            rows: Vec::new(),
            control: None,
            console,
            now: at(None),
        }
    }

    pub fn if_missing(&self) -> IfMissing {
        if self.new_store { IfMissing::Create } else { IfMissing::Refuse }
    }

    /// The store, for a command that writes to it.
    pub fn store(&self) -> Result<&Path, CommandError> {
        self.store.as_deref().ok_or_else(|| msg::arguments_missing("--store").into())
    }
}

/// A message for the journal, which has one line for each release.
pub fn one_line(message: Option<String>) -> Result<Option<String>, CommandError> {
    let bad = |text: &String| text.chars().any(char::is_control) || text.chars().count() > MAX_MESSAGE;
    match message {
        Some(text) if bad(&text) => Err(msg::message_not_one_line().into()),
        other => Ok(other.filter(|text| !text.trim().is_empty())),
    }
}

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
    let keys = request.trusted_keys.as_deref().ok_or_else(msg::bundle_without_keys)?;
    TrustedKeys::read(keys).and_then(|keys| Bundle::read(path, &keys)).map_err(|error| match error {
        BundleError::Wrong(message) => CommandError::BadContent(vec![message]),
        BundleError::Unread(message) => message.into(),
    })
}

/// The store as it is, where there is one; a step that a killed program has left there is finished first.
pub fn read_store(request: &Request) -> Result<Option<StoreState>, CommandError> {
    let Some(root) = request.store.as_deref() else { return Ok(None) };
    let state = StoreState::open_if_there(root)?;
    request.if_missing().check(root, state.as_ref())?;
    let Some(mut state) = state else { return Ok(None) };
    let console = request.console;
    if request.extent == Extent::DryRun || !state.is_unfinished()? {
        shared::warn_of_journal(&state, console);
    } else {
        let mut store = lock(root, request.if_missing(), request.now, console)?;
        let events = store.take_events();
        store.warnings.iter().chain(&events).for_each(|event| console.eprintln(event));
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

/// The current release, as it was found.
pub struct Baseline {
    /// `None` where there is none, or the store does not say which it is.
    pub version: Option<String>,
    pub files: Vec<DataFile>,
    pub sums: FileSums,
    /// Otherwise why it is not known for certain; no reason at the first publication.
    pub dataset: Result<FullDataset, Vec<Message>>,
}

impl Baseline {
    pub fn read(state: Option<&StoreState>, now: Timestamp) -> Result<Self, CommandError> {
        let without_release = |why| {
            let (files, sums) = (Vec::new(), FileSums::of(&[]));
            Ok(Baseline { version: None, files, sums, dataset: Err(why) })
        };
        let Some(state) = state else { return without_release(Vec::new()) };
        let last = state.journal().last().map(|last| last.event.version().to_owned());
        let Some(version) = state.current()?.or(last) else {
            let is_lost = state.journal().has_published();
            return without_release(is_lost.then(msg::served_is_lost).into_iter().collect());
        };
        let release = state.read(&version);
        let checked = release.check(now);
        let mut why = match &release.integrity {
            Integrity::Altered(_) => vec![msg::served_is_altered(&version)],
            Integrity::Unknown => vec![msg::release_unknown(&version)],
            Integrity::Intact | Integrity::Unreadable => Vec::new(),
        };
        if checked.is_err() || matches!(release.integrity, Integrity::Unreadable) {
            why.push(msg::not_compared(&version));
        }
        if let Integrity::Altered(altered) = release.integrity {
            why.extend(altered.into_iter().skip(1));
        }
        let sums = FileSums::of(&release.files);
        let dataset = checked.ok().filter(|_| why.is_empty()).ok_or(why);
        Ok(Baseline { version: Some(version), files: release.files, sums, dataset })
    }

    pub fn dataset(&self) -> Option<&FullDataset> {
        self.dataset.as_ref().ok()
    }
}
