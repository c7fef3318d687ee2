//! Where the daemon takes its dataset from, asked anew at each load [D16], and a dataset that was loaded from there.

use super::*;

use crate::dataset::{self, FullDataset, Source};
use crate::server::control::Subject;
use crate::store::{self, Integrity, StoreState};

/// The origin in `/status.json` of the dataset inside the program.
const EMBEDDED: &str = "embedded";

#[derive(Clone, Debug)]
pub enum Origin {
    Dataset(Source),
    /// The current release of a store.
    Store(PathBuf),
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ReleaseSource {
    Dataset(Source),
    Release {
        store: PathBuf,
        version: String,
    },
    /// The dataset inside the program: no release of the store was ever live.
    NothingPublished(PathBuf),
}

impl Origin {
    pub fn subject(&self) -> Subject {
        let canonical =
            |path: &Path| path.canonicalize().unwrap_or_else(|_| path.to_owned()).into_os_string();
        match self {
            Origin::Dataset(Source::Embedded) => Subject::Embedded,
            Origin::Dataset(Source::Directory(path)) => Subject::Dataset(canonical(path)),
            Origin::Store(path) => Subject::Store(canonical(path)),
        }
    }

    /// Fails when the store cannot be read, or has no live release although one was published.
    pub fn choice(&self) -> Result<ReleaseSource, LoadError> {
        let root = match self {
            Origin::Dataset(source) => return Ok(ReleaseSource::Dataset(source.clone())),
            Origin::Store(root) => root,
        };
        if let Some(version) = store::current_version(root).map_err(unread)? {
            return Ok(ReleaseSource::Release { store: root.clone(), version });
        }
        let state = StoreState::open(root).map_err(unread)?;
        if state.journal().has_published() {
            let version = state.journal().last().map_or("?", |last| last.event.version());
            return Err(LoadError::unread(msg::current_is_missing(root.display(), version)));
        }
        if !state.is_store() && state.holds_something().map_err(unread)? {
            return Err(LoadError::unread(msg::no_store(root.display())));
        }
        Ok(ReleaseSource::NothingPublished(root.clone()))
    }

    /// Substitutes at a start for a release that cannot be served: the release of the last change, then the one before it;
    /// never one that a rollback has withdrawn.
    pub fn fallbacks(&self) -> Vec<ReleaseSource> {
        let Origin::Store(root) = self else { return Vec::new() };
        let Ok(state) = StoreState::open(root) else { return Vec::new() };
        let journal = state.journal();
        let last = journal.last().map(|last| last.event.version());
        let release =
            |version: &str| ReleaseSource::Release { store: root.clone(), version: version.to_owned() };
        last.into_iter().chain(journal.before_last().take(1)).map(release).collect()
    }
}

impl ReleaseSource {
    /// Reads and checks it as of `at`, and compares a release with the journal. The error of an altered release names the
    /// files, and the mistakes in them now. `judge` sees the files before they are checked, and doubts or refuses them.
    pub fn load(&self, at: Timestamp, judge: &JudgeFiles<'_>) -> Result<LoadedDataset, LoadError> {
        let (store, version) = match self {
            ReleaseSource::Dataset(source) => return load(source, at, judge),
            ReleaseSource::NothingPublished(_) => return load(&Source::Embedded, at, judge),
            ReleaseSource::Release { store, version } => (store, version),
        };
        let (release, mut doubts) = store::read(store, version).map_err(unread)?;
        doubts.extend(judge(&release.files)?);
        let checked = dataset::check_to_serve(&release.files, at, release.diagnostics);
        if let Integrity::Altered(altered) = release.integrity {
            return Err(LoadError::altered(altered, checked.err().unwrap_or_default()));
        }
        // The error of a file that cannot be read says why by itself.
        Ok(LoadedDataset { full: checked?, doubts })
    }

    /// The origin in `/status.json` [D8.2].
    pub fn origin(&self) -> &'static str {
        match self {
            ReleaseSource::Dataset(source) => source.origin(),
            ReleaseSource::NothingPublished(_) => EMBEDDED,
            ReleaseSource::Release { .. } => "directory",
        }
    }
}

/// Returns a doubt about the files of a dataset, if there is one; the error says why they are not loaded.
pub type JudgeFiles<'a> = dyn Fn(&[DataFile]) -> Result<Option<Message>, LoadError> + 'a;

fn load(source: &Source, at: Timestamp, judge: &JudgeFiles<'_>) -> Result<LoadedDataset, LoadError> {
    let mut diagnostics = Diagnostics::default();
    let files = dataset::read(source, &mut diagnostics);
    let doubts = judge(&files)?.into_iter().collect();
    Ok(LoadedDataset { full: dataset::check_to_serve(&files, at, diagnostics)?, doubts })
}

/// A dataset as it was loaded.
pub struct LoadedDataset {
    pub full: FullDataset,
    /// Reasons for which it may differ from the release that was published [D28.1].
    pub doubts: Vec<Message>,
}

fn unread(error: store::Error) -> LoadError {
    LoadError::unread(error.sentence())
}

pub struct Release {
    pub load: LoadId,
    /// Embargoed rows included.
    pub full: FullDataset,
    pub options: SiteOptions,
    pub subject: Subject,
    /// `embedded` or `directory`.
    pub origin: &'static str,
    pub standing: Standing,
    /// For operators: why it is not the current release, or may be another than what was published.
    pub warning: Option<String>,
    pub loaded_at: Timestamp,
}

/// Why a release is served [D16].
pub enum Standing {
    InService,
    /// The store has no live release.
    NothingPublished,
    /// A substitute at the start.
    Fallback,
}

impl Release {
    pub fn is_fallback(&self) -> bool {
        matches!(self.standing, Standing::Fallback)
    }

    pub fn is_published(&self) -> bool {
        !matches!(self.standing, Standing::NothingPublished)
    }

    /// The same release with a further warning, which goes first.
    #[must_use]
    pub fn with_warning(mut self, first: String) -> Self {
        self.warning = Some(match self.warning {
            Some(others) => format!("{first}; {others}"),
            None => first,
        });
        self
    }
}
