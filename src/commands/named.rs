//! A dataset as `diff` and `bundle` are given it: a directory, the live release of a store, or one of its releases.

use std::path::{Path, PathBuf};

use crate::console::{CommandError, Console};
use crate::messages as msg;
use crate::store::StoreState;

pub enum Named {
    Directory(PathBuf),
    /// A release of a store by its version.
    Release(StoreState, String),
}

impl Named {
    /// A dataset directory, a store for its live release, or `STORE@VERSION`; a directory that is there comes first.
    pub fn parse(text: &str, console: Console) -> Result<Self, CommandError> {
        let path = Path::new(text);
        if path.join("releases").is_dir() && !path.join("dataset.json").exists() {
            let state = open(path, console)?;
            let version = state.current()?.ok_or_else(|| msg::store_serves_nothing(text))?;
            return Ok(Named::Release(state, version));
        }
        match text.rsplit_once('@') {
            Some((root, version)) if !path.is_dir() => {
                Ok(Named::Release(open(Path::new(root), console)?, version.to_owned()))
            }
            _ => Ok(Named::Directory(path.to_owned())),
        }
    }
}

/// Opens a store to read it, and says what is wrong with its journal.
pub fn open(root: &Path, console: Console) -> Result<StoreState, CommandError> {
    let state = StoreState::open(root)?;
    warn(&state, console);
    Ok(state)
}

/// Says what is wrong with the journal of a store.
pub fn warn(state: &StoreState, console: Console) {
    state.warnings().iter().for_each(|event| console.eprintln(&event.sentence()));
}
