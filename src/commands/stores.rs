//! Stores and their releases, as several commands open them.

use super::*;

use crate::store::Store;

/// A dataset as `diff` and `bundle` are given it: a directory, the live release of a store, or one of its releases.
pub enum NamedDataset {
    Directory(PathBuf),
    /// A release of a store by its version.
    Release(Box<StoreState>, String),
}

impl NamedDataset {
    /// Opens a dataset directory, a store for its live release, or `STORE@VERSION`; a directory that is there comes first.
    pub fn open(text: &str) -> Result<Self> {
        let path = Path::new(text);
        if path.join("releases").is_dir() && !path.join("dataset.json").exists() {
            let state = open_store(path)?;
            return match state.current()? {
                Some(version) => Ok(NamedDataset::Release(Box::new(state), version)),
                None => Err(msg::store_serves_nothing(text).into()),
            };
        }

        match text.rsplit_once('@') {
            Some((root, version)) if !path.is_dir() => {
                let state = open_store(Path::new(root))?;
                Ok(NamedDataset::Release(Box::new(state), version.to_owned()))
            }
            _ => Ok(NamedDataset::Directory(path.to_owned())),
        }
    }
}

/// Opens a store to read it, and prints the warnings about its journal.
pub fn open_store(root: &Path) -> Result<StoreState> {
    let state = StoreState::open(root)?;
    console::eprint_lines(&state.warnings());
    Ok(state)
}

/// Locks a store, and says what was finished in it that a killed program had begun.
pub fn lock_store(root: &Path, if_missing: IfMissing, now: Timestamp) -> Result<Store> {
    // A limit on the size of files is then an error like a full disk, and not the end of the program in between.
    let _ = signal_hook::flag::register(signal_hook::consts::SIGXFSZ, Arc::default());
    let mut store = Store::lock_and_recover(root, if_missing, now, || {
        console::eprintln(msg::waiting_for_the_store())
    })?;
    console::eprint_lines(&store.take_events());
    Ok(store)
}

/// Refuses a release whose files are not those of the journal.
pub fn require_intact(release: Release) -> Result<Release> {
    match &release.integrity {
        Integrity::Intact => Ok(release),
        Integrity::Altered(altered) => Err(CommandError::BadContent(altered.clone())),
        Integrity::Unknown => Err(msg::release_unknown(&release.version).into()),
        Integrity::Unreadable => Err(release.diagnostics.sorted().into()),
    }
}

/// Reads a release that was live, as the journal knows it: nobody has approved one that is only staged.
pub fn read_former(state: &StoreState, version: &str) -> Result<Release> {
    if !state.journal().was_current(version) || !state.keeps(version) {
        return Err(msg::no_such_release(version).into());
    }

    require_intact(state.read(version))
}
