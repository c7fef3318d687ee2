//! The last stage of a publication: the very bytes that were shown are in the store, and in service or staged.

use super::approved::Approved;
use super::checked::Number;
use super::compared::Compared;
use super::request::{Purpose, Request};
use super::submitted::Provenance;
use super::{embargo, failed, unchanged};
use crate::console::CommandError;
use crate::messages::{self as msg, Message};
use crate::store::{Audience, Content, Entry, Event, Notice, OffsetTimestamp, Signature, Store, View};

/// What was done.
pub struct Installed {
    /// What was compared before.
    pub compared: Compared,
    /// What went wrong behind the step.
    pub troubles: Vec<Notice>,
    /// Releases that were removed, since they are old.
    pub pruned: Vec<String>,
}

impl Installed {
    /// Takes the store, makes sure that nothing has changed since it was compared, and installs the release.
    ///
    /// # Errors
    /// What has changed, or what kept the release from being installed: the store is then as it was.
    pub fn new(approved: Approved, request: &Request) -> Result<Self, CommandError> {
        let Approved(compared) = approved;
        let settings = match request.purpose {
            Purpose::Rollback => None,
            _ => Some(compared.view.as_ref().map(View::settings).transpose().map_err(super::refused)?),
        };
        let settings = settings.map(Option::unwrap_or_default);
        let mut store = super::take(request)?;
        let found = store.notices().into_iter().filter(|notice| !notice.is_of_journal());
        found.for_each(|notice| super::tell(&notice.sentence(), request.lang));
        unchanged::check(&compared, store.view(), settings)?;
        let entry = entry(&compared, request);
        let audience = embargo::audience(&compared.checked.dataset, request.now);
        let mut troubles = install(&mut store, &compared, entry, audience)?;
        let (pruned, trouble) =
            if request.purpose == Purpose::Stage { (Vec::new(), None) } else { store.prune(request.keep) };
        troubles.extend(trouble);
        store.lay_in_reserve();
        Ok(Installed { compared, troubles, pruned })
    }

    /// What was done, in one sentence.
    pub fn sentence(&self, request: &Request) -> Message {
        let version = self.compared.checked.dataset.version();
        match (request.purpose, &self.compared.previous) {
            (Purpose::Stage, _) => msg::staged(version, self.compared.checked.content.hash.short()),
            (Purpose::Rollback, Some(previous)) => msg::rolled_back(version, previous),
            (Purpose::Rollback, None) => msg::put_back(version),
            (_, Some(previous)) => msg::published(version, previous),
            (_, None) => msg::published_first(version),
        }
    }

    /// The number that was given, where one was.
    pub fn number(&self) -> Option<Message> {
        let checked = &self.compared.checked;
        let given = checked.number == Number::Given;
        given.then(|| msg::number_given(checked.dataset.version(), checked.as_of()))
    }
}

/// The line that the journal gets.
fn entry(compared: &Compared, request: &Request) -> Entry {
    let at = OffsetTimestamp::new(request.now, compared.checked.dataset.offset());
    let previous = compared.previous.clone();
    let event = match (&compared.checked.submitted.from, request.purpose) {
        (Provenance::Former { version, content }, _) => {
            let (version, content): (String, Content) = (version.clone(), content.clone());
            Event::Rollback { version, content, previous }
        }
        (Provenance::Staged { by, .. }, _) => {
            Event::Approve { release: compared.record(request), previous, staged: by.clone() }
        }
        (_, Purpose::Stage) => Event::Stage { release: compared.record(request) },
        _ => Event::Publish { release: compared.record(request), previous },
    };
    Entry { signature: Signature::now(at), event }
}

/// Lays the files in where they are not there, and takes the step. What fails leaves the store as it was.
fn install(
    store: &mut Store,
    compared: &Compared,
    entry: Entry,
    audience: Audience,
) -> Result<Vec<Notice>, CommandError> {
    let (files, version) = (&compared.checked.submitted.files, entry.event.version().to_owned());
    match &entry.event {
        Event::Publish { .. } => store.add(files, &entry, audience),
        // What is staged is not public, whatever it is.
        Event::Stage { .. } => store.add(files, &entry, Audience::Group),
        Event::Approve { .. } => store.show(&version, files, audience),
        Event::Withdraw { .. } | Event::Rollback { .. } | Event::Recovered { .. } => Ok(()),
    }
    .map_err(|error| failed(store, error))?;
    let undo = entry.event.clone();
    let done = match entry.event {
        Event::Stage { .. } => store.stage(entry, audience).map(|()| Vec::new()),
        _ => store.switch(entry, audience),
    };
    done.map_err(|error| {
        match undo {
            Event::Publish { .. } | Event::Stage { .. } => store.discard(&version),
            // It waits on, and nobody else is to read it meanwhile.
            Event::Approve { .. } => drop(store.show(&version, files, Audience::Group)),
            Event::Withdraw { .. } | Event::Rollback { .. } | Event::Recovered { .. } => {}
        }
        failed(store, error)
    })
}
