//! Where the daemon takes its dataset from, asked anew at each load [D16].

use std::path::{Path, PathBuf};

use log::warn;

use super::load_error::LoadError;
use crate::dataset::{self, FullDataset, Source};
use crate::messages as msg;
use crate::model::{Lang, Timestamp};
use crate::server::control::Subject;
use crate::store::{self, Integrity};

/// How `/status.json` names the dataset inside the program.
pub const EMBEDDED: &str = "embedded";

/// What the daemon was told to serve.
#[derive(Clone, Debug)]
pub enum Origin {
    /// One dataset.
    Dataset(Source),
    /// What is in service in a store of releases.
    Store(PathBuf),
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ReleaseSource {
    Dataset(Source),
    Release(Published),
    /// The dataset inside the program: nothing was ever put in service in the store.
    NothingPublished(PathBuf),
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Published {
    store: PathBuf,
    version: String,
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

    /// Fails when the store cannot be read, or has no release in service although one was published.
    pub fn choice(&self) -> Result<ReleaseSource, LoadError> {
        let root = match self {
            Origin::Dataset(source) => return Ok(ReleaseSource::Dataset(source.clone())),
            Origin::Store(root) => root,
        };
        let (current, journal) = (store::current_version(root).map_err(unread)?, store::journal(root));
        match (current, journal) {
            (Some(version), Ok(_)) => Ok(ReleaseSource::Release(Published::of(root, &version))),
            (Some(version), Err(error)) => {
                let why = error.sentence().get(Lang::En);
                warn!("{version} is not compared with the journal: {why}");
                Ok(ReleaseSource::Release(Published::of(root, &version)))
            }
            (None, Err(error)) => Err(unread(error)),
            (None, Ok(journal)) if journal.has_published() => {
                let version = journal.last().map_or("?", |last| last.version);
                Err(LoadError::unread(msg::current_is_missing(root.display(), version)))
            }
            (None, Ok(_)) => Ok(ReleaseSource::NothingPublished(root.clone())),
        }
    }

    /// Releases for a start at which the one in service cannot be served: the one that the last change put in service, then
    /// the one before it. Never one that a rollback has withdrawn.
    pub fn fallbacks(&self) -> Vec<ReleaseSource> {
        let Origin::Store(root) = self else { return Vec::new() };
        let Ok(journal) = store::journal(root) else { return Vec::new() };
        let changes = journal.last().into_iter().chain(journal.before_last().take(1));
        changes.map(|change| ReleaseSource::Release(Published::of(root, change.version))).collect()
    }
}

impl ReleaseSource {
    /// Reads and checks it as of `at`.
    pub fn load(&self, at: Timestamp) -> Result<FullDataset, LoadError> {
        match self {
            ReleaseSource::Dataset(source) => Ok(dataset::load(source, at)?),
            ReleaseSource::NothingPublished(_) => Ok(dataset::load(&Source::Embedded, at)?),
            ReleaseSource::Release(release) => release.load(at),
        }
    }

    /// How `/status.json` names where it comes from [D8.2].
    pub fn origin(&self) -> &'static str {
        match self {
            ReleaseSource::Dataset(source) => source.origin(),
            ReleaseSource::NothingPublished(_) => EMBEDDED,
            ReleaseSource::Release(_) => "directory",
        }
    }

    /// The version by which the store knows it, if it is of a store.
    pub fn version(&self) -> Option<&str> {
        match self {
            ReleaseSource::Release(release) => Some(&release.version),
            ReleaseSource::Dataset(_) | ReleaseSource::NothingPublished(_) => None,
        }
    }
}

impl Published {
    fn of(store: &Path, version: &str) -> Self {
        Published { store: store.to_owned(), version: version.to_owned() }
    }

    /// Reads and checks it as of `at`, and compares it with the journal. Of an altered release the error names the files, and
    /// what is wrong with them now.
    pub fn load(&self, at: Timestamp) -> Result<FullDataset, LoadError> {
        let release = store::read(&self.store, &self.version).map_err(unread)?;
        let checked = dataset::check(&release.files, at, release.found);
        match release.integrity {
            Integrity::Altered(altered) => {
                Err(LoadError::altered(altered, checked.err().unwrap_or_default()))
            }
            Integrity::Unknown => {
                warn!("{}", msg::release_unknown(&self.version).get(Lang::En));
                Ok(checked?)
            }
            // What cannot be read says why by itself.
            Integrity::Intact | Integrity::Unreadable => Ok(checked?),
        }
    }
}

fn unread(error: store::Error) -> LoadError {
    LoadError::unread(error.sentence())
}
