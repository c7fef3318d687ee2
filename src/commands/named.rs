//! A dataset as `diff` and `bundle` are given it: a directory, the live release of a store, or one of its releases.

use std::path::{Path, PathBuf};

use crate::console::CommandError;
use crate::messages as msg;
use crate::store::StoreState;

pub enum Named {
    Directory(PathBuf),
    /// A release of a store by its version.
    Release(StoreState, String),
}

impl Named {
    /// A dataset directory, a store for its live release, or `STORE@VERSION`; a directory that is there comes first.
    pub fn parse(text: &str) -> Result<Self, CommandError> {
        let path = Path::new(text);
        if path.join("releases").is_dir() && !path.join("dataset.json").exists() {
            let state = StoreState::open(path)?;
            let version = state.current()?.ok_or_else(|| msg::store_serves_nothing(text))?;
            return Ok(Named::Release(state, version));
        }
        match text.rsplit_once('@') {
            Some((root, version)) if !path.is_dir() => {
                Ok(Named::Release(StoreState::open(Path::new(root))?, version.to_owned()))
            }
            _ => Ok(Named::Directory(path.to_owned())),
        }
    }
}
