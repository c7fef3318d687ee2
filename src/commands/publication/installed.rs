//! The last stage of a publication: the very bytes that were shown are in the store, and current or staged.

use super::*;

use crate::store::{Audience, Error};

pub struct Installed {
    pub compared: Compared,
    /// After it took effect.
    pub troubles: Vec<StoreEvent>,
    pub pruned: Vec<String>,
    /// Whether a release that one person has staged is approved by another.
    pub two_people: bool,
}

impl Installed {
    /// Locks the store, makes sure that nothing has changed since it was compared, and installs the release.
    pub fn new(approved: Approved, request: &Request) -> Result<Self, CommandError> {
        // A rollback removes no old releases: one of them may be wanted next.
        let settings = match (&approved.0.state, request.purpose) {
            (_, Purpose::Rollback) => None,
            (Some(state), _) => Some(state.settings()?),
            (None, _) => Some(Settings::default()),
        };
        let two_people = settings.as_ref().is_some_and(|settings| settings.two_people);
        let (console, keep) = (request.console, settings.as_ref().map(|settings| settings.keep));
        let mut store = lock(request.store()?, request.if_missing(), request.now, console)?;
        let events = store.take_events().into_iter().filter(|event| !event.is_of_journal());
        events.for_each(|event| console.eprintln(&event.sentence()));
        approved.check_unchanged(store.state(), settings)?;
        if let Some(readers) = &request.readers {
            store.set_readers(readers)?;
        }
        let Approved(compared) = approved;
        let entry = entry(&compared, request);
        let embargoed = count_embargoed(&compared.checked.dataset, request.now);
        let withdraws_embargoed = compared.withdrawal.as_ref().is_some_and(Withdrawal::has_embargoes);
        let is_closed = embargoed.is_some() || withdraws_embargoed;
        let audience = if is_closed { Audience::Group } else { Audience::Everybody };
        let mut pruned = Vec::new();
        let mut done = install(&mut store, &compared, entry.clone(), audience, request.purpose);
        let is_full = matches!(&done, Err(error) if error.is_no_room());
        if let Some(keep) = keep.filter(|_| is_full) {
            // Releases that the settings keep no longer would go after the step: without room for it, they go before.
            (pruned, _) = store.prune(keep);
            if !pruned.is_empty() {
                done = install(&mut store, &compared, entry, audience, request.purpose);
            }
        }
        let mut troubles = done.map_err(|error| {
            if !pruned.is_empty() {
                console.eprintln(&msg::pruned(pruned.join(", ")));
            }
            store_error(&store, error)
        })?;
        troubles.extend(store.take_events());
        if let Some(keep) = keep.filter(|_| request.purpose != Purpose::Stage) {
            let (gone, trouble) = store.prune(keep);
            pruned.extend(gone);
            troubles.extend(trouble);
        }
        store.create_reserve();
        Ok(Installed { compared, troubles, pruned, two_people })
    }

    pub fn sentence(&self, request: &Request) -> Message {
        let version = self.compared.checked.dataset.version();
        match (request.purpose, &self.compared.previous) {
            (Purpose::Stage, _) => {
                let staged = if self.two_people { msg::staged_for_another } else { msg::staged };
                staged(version, self.compared.checked.content.hash.short())
            }
            (Purpose::Rollback, Some(previous)) => msg::rolled_back(version, previous),
            (Purpose::Rollback, None) => msg::put_back(version),
            (_, Some(previous)) => msg::published(version, previous),
            (_, None) => msg::published_first(version),
        }
    }
}

fn entry(compared: &Compared, request: &Request) -> Entry {
    let at = OffsetTimestamp::new(request.now, compared.checked.dataset.offset());
    let previous = compared.previous.clone();
    let event = match (&compared.checked.submitted.from, request.purpose) {
        (Provenance::Former { version, content }, _) => Event::Rollback {
            version: version.clone(),
            content: content.clone(),
            previous,
            withdrawn: compared.withdrawal.clone(),
        },
        (Provenance::Staged { by, .. }, _) => {
            Event::Approve { release: compared.record(request), previous, staged: by.clone() }
        }
        (_, Purpose::Stage) => Event::Stage { release: compared.record(request) },
        _ => Event::Publish { release: compared.record(request), previous },
    };
    Entry { signature: Signature::now(at), event }
}

/// Writes the files where they are not there, and takes the step. A failure leaves the store as it was.
fn install(
    store: &mut Store,
    compared: &Compared,
    entry: Entry,
    audience: Audience,
    purpose: Purpose,
) -> Result<Vec<StoreEvent>, Error> {
    let (files, version) = (&compared.checked.submitted.files, compared.checked.dataset.version());
    match purpose {
        Purpose::Publish => store
            .add(files, &entry, audience)
            .and_then(|()| store.switch(entry, audience).inspect_err(|_| store.discard(version))),
        // Not public yet, whatever its rows are.
        Purpose::Stage => store
            .add(files, &entry, Audience::Group)
            .and_then(|()| store.stage(entry, audience).inspect_err(|_| store.discard(version))),
        Purpose::Approve => store.set_audience(version, files, audience).and_then(|()| {
            let switched = store.switch(entry, audience);
            // It waits on, and nobody else is to read it meanwhile.
            switched.inspect_err(|_| drop(store.set_audience(version, files, Audience::Group)))
        }),
        Purpose::Rollback => store.switch(entry, audience),
    }
}

/// An error before the switch.
fn store_error(store: &Store, error: Error) -> CommandError {
    match store.state().current() {
        Ok(None) => msg::store_failed_at_first(error.sentence()).into(),
        _ => msg::store_failed(error.sentence()).into(),
    }
}
