//! Where the daemon takes its dataset from, asked anew at each load [D16], and a release that was loaded from there.

use super::*;

use std::ffi::OsString;

use crate::dataset::{self, FullDataset, Source};
use crate::server::control::Subject;
use crate::store::{self, Integrity, StoreState};

/// The origin and the version of what is served before a first release.
const NONE: &str = "none";

/// Where the daemon was told to take its dataset from.
#[derive(Clone, Debug)]
pub enum Origin {
    Dataset(Source),
    /// The current release of a store.
    Store(PathBuf),
}

/// The dataset that a load reads, as its origin says at that instant.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ReleaseSource {
    Dataset(Source),
    Release {
        store: PathBuf,
        version: String,
    },
    /// No release of the store was ever live.
    NothingPublished(PathBuf),
}

impl Origin {
    pub fn subject(&self) -> Subject {
        match self {
            Origin::Dataset(Source::Embedded) => Subject::Embedded,
            Origin::Dataset(Source::Directory(path)) => Subject::Dataset(canonical_name(path)),
            Origin::Store(path) => Subject::Store(canonical_name(path)),
        }
    }

    /// Fails when the store cannot be read, or has no live release although one was published.
    pub fn choice(&self) -> Result<ReleaseSource> {
        let root = match self {
            Origin::Dataset(source) => return Ok(ReleaseSource::Dataset(source.clone())),
            Origin::Store(root) => root,
        };

        if let Some(version) = store::current_version(root).map_err(unread)? {
            return Ok(ReleaseSource::Release {
                store: root.clone(),
                version,
            });
        }

        let state = StoreState::open(root).map_err(unread)?;
        if state.journal().has_published() {
            let version = state.journal().last_version().unwrap_or("?");
            let reason = msg::current_is_missing(root.display(), version);
            return Err(LoadError::unread(reason));
        }

        state.require_store().map_err(unread)?;
        Ok(ReleaseSource::NothingPublished(root.clone()))
    }

    /// Substitutes at a start for a release that cannot be served: the release of the last change, then the one before it;
    /// never one that a rollback has withdrawn.
    pub fn fallbacks(&self) -> Vec<ReleaseSource> {
        let Origin::Store(root) = self else {
            return Vec::new();
        };

        let Ok(state) = StoreState::open(root) else {
            return Vec::new();
        };

        let journal = state.journal();
        let versions = journal.last_version().into_iter();
        let mut releases = Vec::new();
        for version in versions.chain(journal.before_last().take(1)) {
            releases.push(ReleaseSource::Release {
                store: root.clone(),
                version: version.to_owned(),
            });
        }

        releases
    }
}

/// The path without links, as far as it can be followed.
fn canonical_name(path: &Path) -> OsString {
    let canonical = path.canonicalize();
    canonical.unwrap_or_else(|_| path.to_owned()).into()
}

impl ReleaseSource {
    /// Reads the files, and compares those of a release with the journal.
    pub fn read(&self) -> Result<ReadFiles> {
        let source = match self {
            ReleaseSource::Release { store, version } => {
                let (release, doubts) = store::read(store, version).map_err(unread)?;
                let altered = match release.integrity {
                    Integrity::Altered(altered) => altered,
                    _ => Vec::new(),
                };

                return Ok(ReadFiles {
                    files: release.files,
                    diagnostics: release.diagnostics,
                    altered,
                    doubts,
                });
            }
            ReleaseSource::Dataset(source) => source,
            ReleaseSource::NothingPublished(_) => &Source::Embedded,
        };

        let mut diagnostics = Diagnostics::default();
        let files = dataset::read(source, &mut diagnostics);
        Ok(ReadFiles {
            files,
            diagnostics,
            altered: Vec::new(),
            doubts: Vec::new(),
        })
    }

    /// The origin in `/status.json` [D8.2].
    pub fn name(&self) -> &'static str {
        match self {
            ReleaseSource::Dataset(source) => source.origin(),
            ReleaseSource::NothingPublished(_) => NONE,
            ReleaseSource::Release { .. } => "directory",
        }
    }
}

/// The files of a dataset as they were read.
pub struct ReadFiles {
    pub files: Vec<DataFile>,
    diagnostics: Diagnostics,
    /// The differences from the release that was published, where its sums were kept.
    altered: Vec<Message>,
    /// Reasons for which they may differ from it [D28.1].
    pub doubts: Vec<Message>,
}

impl ReadFiles {
    /// Checks them as of `at`. The error of an altered release names the files, and the mistakes in them now.
    /// Series that are the same in `previous` lie in memory once.
    pub fn check(self, at: Timestamp, previous: Option<&FullDataset>) -> Result<FullDataset> {
        let checked = dataset::check_to_serve(&self.files, at, self.diagnostics, previous);
        if !self.altered.is_empty() {
            let mut error = LoadError::from(checked.err().unwrap_or_default());
            error.messages = self.altered;
            return Err(error);
        }

        // The error of a file that cannot be read says why by itself.
        Ok(checked?)
    }
}

fn unread(error: store::Error) -> LoadError {
    LoadError::unread(error.sentence())
}

/// A release that was loaded.
pub struct Release {
    pub load: LoadId,
    /// Embargoed rows included.
    pub full: FullDataset,
    pub options: SiteOptions,
    pub subject: Subject,
    pub source: ReleaseSource,
    /// It substitutes for one that could not be served at the start [D16].
    pub is_fallback: bool,
    /// For operators: why it is not the current release, or may be another than what was published.
    pub warnings: Vec<String>,
    pub loaded_at: Timestamp,
}

impl Release {
    /// False where a first release is still to come: readers see nothing of what has its place.
    pub fn is_published(&self) -> bool {
        !matches!(self.source, ReleaseSource::NothingPublished(_))
    }

    /// Its public rows at an instant; without a release, a dataset that has none.
    pub fn public_at(&self, instant: Timestamp) -> Arc<Dataset> {
        let dataset = self.full.public_at(instant);
        if self.is_published() {
            return dataset;
        }

        Arc::new(Dataset {
            version: NONE.to_owned(),
            as_of: self.loaded_at,
            categories: Vec::new(),
            featured: Vec::new(),
            sdmx: None,
            nsdp: None,
            publications: None,
            warnings: Diagnostics::default(),
            ..Dataset::clone(&dataset)
        })
    }
}
