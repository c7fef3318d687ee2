//! What a publication starts from: the store, and the current release with which the files are compared.

use super::*;

use crate::dataset::VersionState;

/// The store and its current release, as they were found.
#[derive(Default)]
pub struct Baseline {
    /// `None` where it is not there.
    pub state: Option<StoreState>,
    /// The version of the current release.
    pub current: Option<String>,
    /// The same, or that of the last one where the store does not say which is current.
    pub version: Option<String>,
    pub files: Vec<DataFile>,
    /// `None` at the first publication, or where the current release is not known for certain.
    pub dataset: Option<FullDataset>,
    /// Why it is not.
    pub doubts: Vec<Message>,
}

impl Baseline {
    pub fn read(request: &Request) -> Result<Self> {
        let mut baseline = Baseline::default();
        let Some(state) = read_store(request)? else {
            return Ok(baseline);
        };

        let journal = state.journal();
        baseline.current = state.current()?;
        baseline.version = baseline.current.clone();
        if baseline.version.is_none() {
            baseline.version = journal.last_version().map(str::to_owned);
        }

        if let Some(version) = &baseline.version {
            let release = state.read(version);
            baseline.take_release(release, request.now);
        } else if journal.has_published() {
            baseline.doubts.push(msg::served_is_lost());
        }

        baseline.state = Some(state);
        Ok(baseline)
    }

    /// The rules of the store, also of one that is still to be made.
    pub fn settings(&self) -> Result<Settings, Message> {
        match &self.state {
            Some(state) => Ok(state.settings()?),
            None => Ok(Settings::default()),
        }
    }

    fn take_release(&mut self, release: Release, now: Timestamp) {
        let version = &release.version;
        let checked = release.check(now);
        match &release.integrity {
            Integrity::Altered(_) => self.doubts.push(msg::served_is_altered(version)),
            Integrity::Unknown => self.doubts.push(msg::release_unknown(version)),
            Integrity::Intact | Integrity::Unreadable => {}
        }

        if checked.is_err() || matches!(release.integrity, Integrity::Unreadable) {
            self.doubts.push(msg::not_compared(version));
        }

        if let Integrity::Altered(altered) = release.integrity {
            self.doubts.extend(altered.into_iter().skip(1));
        }

        if self.doubts.is_empty() {
            self.dataset = checked.ok();
        }

        self.files = release.files;
    }
}

/// The store as it is, where there is one; a step that a killed program has left there is finished first.
fn read_store(request: &Request) -> Result<Option<StoreState>> {
    let root = &request.store;
    let state = StoreState::open_if_there(root)?;
    request.if_missing.check(root, state.as_ref())?;
    check_never_published(request, state.as_ref())?;
    let Some(mut state) = state else {
        return Ok(None);
    };

    if request.extent == Extent::DryRun || !state.is_unfinished()? {
        console::eprint_lines(&state.warnings());
    } else {
        let store = lock_store(root, request.if_missing, request.now)?;
        console::eprint_lines(&store.warnings);
        drop(store);
        state = StoreState::open(root)?;
    }

    state.count_unnoted(request.now)?;
    Ok(Some(state))
}

/// Refuses to make the configured store for a directory that was published before: that store is somewhere else.
fn check_never_published(request: &Request, state: Option<&StoreState>) -> Result<(), Message> {
    let Purpose::Publish(directory) = &request.purpose else {
        return Ok(());
    };

    let is_made = !state.is_some_and(StoreState::is_store);
    if !is_made || request.if_missing != IfMissing::CreateConfigured {
        return Ok(());
    }

    let notes = dataset::notes_of(directory);
    let mut versions = notes.versions().into_iter();
    match versions.rfind(|version| notes.state_of(version) == Some(VersionState::Published)) {
        Some(version) => Err(msg::store_is_gone(request.store.display(), version)),
        None => Ok(()),
    }
}
