//! The last stage of a publication: the very bytes that were shown are in the store, and current or staged. It is reported,
//! noted in the directory, and taken by the server [D26.3].

use super::*;

use chrono::TimeDelta;

use crate::server::control::Subject;
use crate::store::{Audience, Error};

/// A release that is in the store, current or staged.
pub struct Installed {
    pub compared: Compared,
    /// After it took effect.
    troubles: Vec<Message>,
    pruned: Vec<String>,
    /// True if somebody else has to approve what one person has staged.
    two_people: bool,
}

impl Installed {
    /// Locks the store, makes sure that nothing has changed since it was compared, and installs the release.
    pub fn new(compared: Compared, request: &Request) -> Result<Self> {
        // A rollback removes no old releases: one of them may be wanted next.
        let state = compared.baseline.state.as_ref();
        let settings = match state {
            _ if request.is_rollback() => None,
            Some(state) => Some(state.settings()?),
            None => Some(Settings::default()),
        };

        let two_people = settings.as_ref().is_some_and(|it| it.two_people);
        let keep = settings.as_ref().map(|settings| settings.keep);
        let console = request.console;
        // A lock creates files that look like a store already.
        let was_store = state.is_some_and(StoreState::is_store);
        let mut store = lock(&request.store, request.if_missing, request.now, console)?;
        approved::check_unchanged(&compared, store.state(), settings)?;
        if !was_store && let Some(readers) = readers_of_new_store(request, &store)? {
            store.set_readers(&readers)?;
        }

        let entry = entry(&compared, request);
        let audience = audience(&compared, request.now);
        let mut pruned = Vec::new();
        let mut outcome = install(&mut store, &compared, &entry, audience, &request.purpose);
        if let (Err(error), Some(keep)) = (&outcome, keep)
            && error.is_no_room()
        {
            // Releases that the settings keep no longer would go after the step: without room for it, they go before.
            (pruned, _) = store.prune(keep);
            if !pruned.is_empty() {
                outcome = install(&mut store, &compared, &entry, audience, &request.purpose);
            }
        }

        let mut troubles = outcome.map_err(|error| {
            if !pruned.is_empty() {
                console.eprintln(&msg::pruned(pruned.join(", ")));
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

    /// Reports the publication, notes it in the directory, and has the server take it.
    pub fn report(&self, request: &Request) {
        let console = request.console;
        let dataset = &self.compared.checked.dataset;
        console.changed();
        console.member("removed", &self.pruned);
        console.println(&self.sentence(request));
        if matches!(request.purpose, Purpose::Publish(_)) {
            note(&self.compared.checked, request);
        }

        if !self.pruned.is_empty() {
            console.println(&msg::pruned(self.pruned.join(", ")));
        }

        console.eprint_lines(&self.troubles);
        if !request.is_rollback() {
            show_embargo(dataset, request.now, console);
        }

        if let Some(control) = &request.control {
            let (is_served, message) = ask_server(control, &request.store, dataset, console.lang);
            console.member("served", is_served);
            console.println(&message);
        }
    }

    fn sentence(&self, request: &Request) -> Message {
        let version = self.compared.checked.dataset.version();
        let hash = self.compared.checked.content.hash.short();
        match (&request.purpose, &self.compared.baseline.current) {
            (Purpose::Stage(_), _) if self.two_people => msg::staged_for_another(version, hash),
            (Purpose::Stage(_), _) => msg::staged(version, hash),
            (Purpose::Rollback(_), Some(previous)) => msg::rolled_back(version, previous),
            (Purpose::Rollback(_), None) => msg::put_back(version),
            (_, Some(previous)) => msg::published(version, previous),
            (_, None) => msg::published_first(version),
        }
    }
}

/// The group that may read the closed files of a new store: the one that was named, or that of the service where the
/// package has prepared the configured directory for the editors.
fn readers_of_new_store(request: &Request, store: &Store) -> Result<Option<String>> {
    if request.if_missing != IfMissing::CreateConfigured {
        return Ok(request.readers.clone());
    }

    let writers = store.state().writers()?;
    let is_prepared = writers.is_some_and(|group| group != shared::SERVICE);
    let has_service = store::group(shared::SERVICE).is_some();
    Ok((is_prepared && has_service).then(|| shared::SERVICE.to_owned()))
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
    entry: &Entry,
    audience: Audience,
    purpose: &Purpose,
) -> Result<Vec<Message>, Error> {
    let files = &compared.checked.submitted.files;
    let version = compared.checked.dataset.version();
    let step = entry.clone();
    match purpose {
        Purpose::Publish(_) | Purpose::Restore { .. } => {
            store.add(files, entry, audience)?;
            let switched = store.switch(step, audience);
            switched.inspect_err(|_| store.discard(version))
        }
        Purpose::Stage(_) => {
            // Not public yet, whatever its rows are.
            store.add(files, entry, Audience::Group)?;
            let staged = store.stage(step, audience);
            staged.inspect_err(|_| store.discard(version))
        }
        Purpose::Approve(_) => {
            store.replace_staged(files, entry, audience)?;
            let switched = store.switch(step, audience);
            // It waits on, and nobody else is to read it meanwhile.
            switched.inspect_err(|_| store.restore_staged(version))
        }
        Purpose::Rollback(_) => store.switch(step, audience),
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

/// How long the server may take for a reload.
const TIMEOUT: Duration = Duration::from_secs(60);

/// Notes the publication in the directory, so that edits before it are not taken back. Trouble with the note is said, and
/// changes nothing.
fn note(checked: &Checked, request: &Request) {
    let Provenance::Directory(path) = &checked.submitted.from else {
        return;
    };

    let version = checked.dataset.version();
    let at = checked.dataset.offset().timestamp(request.now);
    let warn = &mut |message| request.console.eprintln(&message);
    let noted = dataset::note_publication(path, &checked.submitted.files, version, &at, warn);
    if let Err(trouble) = noted {
        request.console.eprintln(&trouble);
    }
}

/// Says how many rows are under embargo and when the first becomes public, and warns of a clock that may be wrong.
fn show_embargo(dataset: &FullDataset, now: Timestamp, console: Console) {
    let Some((count, first)) = count_embargoed(dataset, now) else {
        return;
    };

    console.println(&msg::release_has_embargoed(
        count,
        dataset.offset().timestamp(first),
    ));
    if first - now < TimeDelta::days(1) {
        console.eprintln(&msg::less_than_a_day());
    }

    match crate::server::clock_is_synchronised() {
        Some(true) => {}
        Some(false) => console.eprintln(&msg::clock_not_synchronised()),
        None => console.eprintln(&msg::clock_unknown()),
    }
}

/// Asks the server at a control socket to take the current release of this store, and says whether it is served, as far
/// as that is known.
fn ask_server(
    control: &Path,
    store: &Path,
    dataset: &FullDataset,
    lang: Lang,
) -> (Option<bool>, Message) {
    let answer = match control::ask(control, Question::Reload, TIMEOUT) {
        Ok(answer) => answer,
        Err(NoAnswer::NobodyListens) => return (None, msg::live_unanswered()),
        Err(error) => return (None, msg::live_not_told(error.message(control))),
    };

    if let Some(place) = other_subject(&answer.subject, store) {
        return (None, msg::live_elsewhere(place));
    }

    match answer.outcome {
        Outcome::Served { version, since, .. } if version == dataset.version() => {
            let since = dataset.offset().local(since).format("%H:%M:%S");
            (Some(true), msg::live_served(since))
        }
        Outcome::Served { version, .. } => (Some(false), msg::live_other_release(version)),
        refused @ Outcome::Refused { .. } => {
            let why = refused.reasons(lang).join("; ");
            (Some(false), msg::live_refused(why))
        }
    }
}

/// Names the data that a server serves, where they are not those of this store.
pub fn other_subject(subject: &Subject, store: &Path) -> Option<Message> {
    let store = store.canonicalize().unwrap_or_else(|_| store.to_owned());
    match subject {
        Subject::Store(served) if Path::new(served) == store => None,
        Subject::Embedded => Some(msg::data_inside_the_program()),
        Subject::Dataset(path) | Subject::Store(path) => {
            Some(msg::verbatim(Path::new(path).display()))
        }
    }
}
