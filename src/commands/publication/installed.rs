//! The last stage of a publication: the very bytes that were shown are in the store, and current or staged [D26.3].

use super::*;

use crate::dataset::user::SERVICE;
use crate::store::{Audience, Error, Store};

/// A release that is in the store, current or staged.
pub struct Installed {
    pub compared: Compared,
    /// After it took effect.
    pub troubles: Vec<Message>,
    pub pruned: Vec<String>,
    /// True if somebody else has to approve what one person has staged.
    pub two_people: bool,
}

impl Installed {
    /// Locks the store, makes sure that nothing has changed since it was compared, and installs the release.
    pub fn new(compared: Compared, request: &Request) -> Result<Self> {
        // A rollback asks the settings nothing, and removes no old releases: one of them may be wanted next.
        let baseline = &compared.baseline;
        let mut settings = None;
        if !request.is_rollback() {
            settings = Some(baseline.settings()?);
        }

        let two_people = settings.as_ref().is_some_and(|it| it.two_people);
        let keep = settings.as_ref().map(|settings| settings.keep);
        // A lock creates files that look like a store already.
        let was_store = baseline.state.as_ref().is_some_and(StoreState::is_store);
        let mut store = lock_store(&request.store, request.if_missing, request.now)?;
        check_unchanged(&compared, store.state(), settings)?;
        if !was_store && let Some(readers) = readers_of_new_store(request, &store)? {
            store.set_readers(&readers)?;
        }

        let mut pruned = Vec::new();
        let mut outcome = install(&mut store, &compared, request);
        if let (Err(error), Some(keep)) = (&outcome, keep)
            && error.is_no_room()
        {
            // Releases that the settings keep no longer would go after the step: without room for it, they go before.
            (pruned, _) = store.prune(keep);
            if !pruned.is_empty() {
                outcome = install(&mut store, &compared, request);
            }
        }

        let mut troubles = outcome.map_err(|error| {
            if !pruned.is_empty() {
                console::eprintln(msg::pruned(pruned.join(", ")));
            }
            store_error(&store, error)
        })?;
        troubles.extend(store.take_events());

        let is_staged = matches!(request.purpose, Purpose::Stage(_));
        if let Some(keep) = keep
            && !is_staged
        {
            let (removed, trouble) = store.prune(keep);
            pruned.extend(removed);
            troubles.extend(trouble);
        }

        store.create_reserve();
        Ok(Installed {
            compared,
            troubles,
            pruned,
            two_people,
        })
    }
}

/// The group that may read the closed files of a new store: the one that was named, or that of the service where the
/// package has prepared the configured directory for the editors.
fn readers_of_new_store(request: &Request, store: &Store) -> Result<Option<String>> {
    if request.if_missing != IfMissing::CreateConfigured {
        return Ok(request.readers.clone());
    }

    let writers = store.state().writers()?;
    let is_prepared = writers.is_some_and(|group| group != SERVICE);
    let has_service = store::group(SERVICE).is_some();
    Ok((is_prepared && has_service).then(|| SERVICE.to_owned()))
}

/// Who may read a release: one with rows under embargo is closed, and so is one whose journal entry names some.
fn audience(compared: &Compared, now: Timestamp) -> Audience {
    let withdrawal = compared.withdrawal.as_ref();
    let is_closed = withdrawal.is_some_and(Withdrawal::has_embargoes)
        || count_embargoed(&compared.checked.dataset, now).is_some();
    if is_closed {
        Audience::Group
    } else {
        Audience::Everybody
    }
}

fn entry(compared: &Compared, request: &Request) -> Entry {
    let checked = &compared.checked;
    let at = OffsetTimestamp::new(request.now, checked.dataset.offset());
    let previous = compared.baseline.current.clone();
    let event = match (&checked.submitted.from, &request.purpose) {
        (Provenance::Former(_) | Provenance::Restored(_), _) => Event::Rollback {
            version: checked.dataset.version().to_owned(),
            content: checked.content.clone(),
            previous,
            withdrawn: compared.withdrawal.clone(),
        },
        (Provenance::Staged { by, .. }, _) => Event::Approve {
            release: compared.record(request),
            previous,
            staged: by.clone(),
        },
        (_, Purpose::Stage(_)) => Event::Stage {
            release: compared.record(request),
        },
        _ => Event::Publish {
            release: compared.record(request),
            previous,
        },
    };

    Entry {
        signature: Signature::now(at),
        event,
    }
}

/// Writes the files where they are not there, and takes the step. A failure leaves the store as it was.
fn install(
    store: &mut Store,
    compared: &Compared,
    request: &Request,
) -> Result<Vec<Message>, Error> {
    let files = &compared.checked.submitted.files;
    let version = compared.checked.dataset.version();
    let audience = audience(compared, request.now);
    let entry = entry(compared, request);
    match &request.purpose {
        Purpose::Publish(_) | Purpose::Restore { .. } => {
            store.add(files, &entry, audience)?;
            let switched = store.switch(entry, audience);
            switched.inspect_err(|_| store.discard(version))
        }
        Purpose::Stage(_) => {
            // Not public yet, whatever its rows are.
            store.add(files, &entry, Audience::Group)?;
            let staged = store.stage(entry, audience);
            staged.inspect_err(|_| store.discard(version))
        }
        Purpose::Approve(_) => {
            store.replace_staged(files, &entry, audience)?;
            let switched = store.switch(entry, audience);
            // It waits on, and nobody else is to read it meanwhile.
            switched.inspect_err(|_| store.restore_staged(version))
        }
        Purpose::Rollback(_) => store.switch(entry, audience),
    }
}

/// An error before the switch.
fn store_error(store: &Store, error: Error) -> CommandError {
    let failed = match store.state().current() {
        Ok(None) => msg::store_failed_at_first(error.sentence()),
        _ => msg::store_failed(error.sentence()),
    };

    if error.is_no_room() {
        return CommandError::CouldNotRun(vec![failed, msg::little_room()]);
    }

    failed.into()
}
