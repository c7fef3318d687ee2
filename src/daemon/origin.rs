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

impl Origin {
    /// The dataset to read now. A store in which nothing has been published yet is no reason to refuse readers: the
    /// dataset inside the program has its own status, which says what it is.
    pub fn source(&self) -> Source {
        match self {
            Origin::Dataset(source) => source.clone(),
            Origin::Store(root) if store::current(root).is_symlink() => {
                Source::Directory(store::current(root))
            }
            Origin::Store(root) => {
                warn!(
                    "{}: nothing has been published, the dataset inside the program is served",
                    root.display()
                );
                Source::Embedded
            }
        }
    }
}
