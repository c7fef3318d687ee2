//! A dataset as `diff` and `bundle` are given it: a directory, the live release of a store, or one of its releases.

use super::*;

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

/// Opens a store to read it, and prints the warnings about its journal.
pub fn open(root: &Path, console: Console) -> Result<StoreState, CommandError> {
    let state = StoreState::open(root)?;
    warn(&state, console);
    Ok(state)
}

/// Why a store has no live release, or no journal to show.
pub fn nothing_live(state: &StoreState) -> Result<Message, CommandError> {
    let (journal, kept) = (state.journal(), state.kept()?.len());
    Ok(match journal.last() {
        Some(_) => msg::none_is_live(kept),
        None if kept > 0 && journal.entries().is_empty() => msg::nothing_on_record(kept),
        None => msg::nothing_published(),
    })
}

/// The releases that `rollback --to` restores, beside the current one.
pub fn restorable<'a>(state: &'a StoreState, current: Option<&str>) -> Vec<&'a str> {
    let journal = state.journal();
    let mut others: Vec<&str> = journal.versions().filter(|version| Some(*version) != current).collect();
    others.retain(|version| {
        state.keeps(version) && journal.was_current(version) && journal.content_of(version).is_some()
    });
    others.sort_unstable();
    others.dedup();
    others
}

/// Prints the warnings about the journal of a store.
pub fn warn(state: &StoreState, console: Console) {
    state.warnings().iter().for_each(|event| console.eprintln(&event.sentence()));
}
