//! Where the daemon takes its dataset from, asked anew at each reload.

use std::path::PathBuf;

use log::warn;

use crate::dataset::Source;
use crate::store;

/// What the daemon was told to serve.
#[derive(Clone, Debug)]
pub enum Origin {
    /// One dataset.
    Dataset(Source),
    /// What is in service in a store of releases.
    Store(PathBuf),
}

/// What is said of a store without a release.
const EMPTY: &str = "nothing has been published in the store, the dataset inside the program is served";

impl Origin {
    /// The dataset to read now, and what an operator should know of that. A store in which nothing has been published
    /// yet is no reason to refuse readers: the dataset inside the program has a status that says what it is.
    pub fn source(&self) -> (Source, Option<&'static str>) {
        match self {
            Origin::Dataset(source) => (source.clone(), None),
            Origin::Store(root) if store::current(root).is_symlink() => {
                (Source::Directory(store::current(root)), None)
            }
            Origin::Store(root) => {
                warn!("{}: {EMPTY}", root.display());
                (Source::Embedded, Some(EMPTY))
            }
        }
    }
}
