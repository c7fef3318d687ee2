//! `indicatord publish`: a dataset is put in service, now or at an instant.

use std::process::ExitCode;

use chrono::SecondsFormat;

use super::publishing::plan::{Change, Plan};
use super::publishing::{self, Candidate, bump, confirm, report, tell, warnings};
use crate::cli::Publish;
use crate::commands::publishing::request::{Request, Subject};
use crate::console::{self, CommandError, Progress, colour};
use crate::dataset;
use crate::messages as say;
use crate::model::Timestamp;
use crate::store::{Audience, Entry, Notice, Store, View};

/// Runs the command.
pub fn run(command: Publish) -> Result<ExitCode, CommandError> {
    let keep = command.keep;
    let request = Request::of_publish(command)?;
    if request.dry_run {
        return rehearse(&request);
    }
    // Nobody else is kept waiting for a person's answer: it is given before the store is taken.
    let answered = if confirm::somebody_is_there() && !request.yes {
        match ask(&request)? {
            Some(version) => Some(version),
            None => return Ok(ExitCode::SUCCESS),
        }
    } else {
        None
    };
    let mut store = publishing::take(request.store()?, request.now, request.lang)?;
    let mut candidate = read(&request, Some(store.view()))?;
    let plan = Plan::new(&request, &mut candidate, Some(store.view()), |change| {
        if answered.is_none() {
            show(change, &request);
        }
    })?;
    let change = match plan {
        Plan::Nothing(said) => {
            report(&said, request.lang);
            return Ok(ExitCode::SUCCESS);
        }
        Plan::Change(change) => *change,
    };
    if answered
        .is_some_and(|answered| answered != (change.entry.version.clone(), change.entry.previous.clone()))
    {
        return Err(say::store_changed_meanwhile().into());
    }
    match request.instant {
        Some(instant) => arm(&request, &mut store, &candidate, change, instant),
        None => put_in_service(&request, &mut store, &candidate, change, keep),
    }
}

/// All but the writing.
pub fn rehearse(request: &Request) -> Result<ExitCode, CommandError> {
    let view = look(request)?;
    let mut candidate = read(request, view.as_ref())?;
    let plan = Plan::new(request, &mut candidate, view.as_ref(), |change| show(change, request))?;
    let said = match plan {
        Plan::Nothing(said) => said,
        Plan::Change(change) => say::would_be_published(&change.entry.version),
    };
    report(&said, request.lang);
    Ok(ExitCode::SUCCESS)
}

/// The store as it is, where there is one.
fn look(request: &Request) -> Result<Option<View>, CommandError> {
    let view = request.store.as_deref().map(View::open_if_there).transpose();
    Ok(view.map_err(publishing::refused)?.flatten())
}

/// Shows what would change and asks: the versions that the answer is about, or `None` where there is nothing to do.
fn ask(request: &Request) -> Result<Option<(String, Option<String>)>, CommandError> {
    let view = look(request)?;
    let mut candidate = read(request, view.as_ref())?;
    let plan = Plan::new(request, &mut candidate, view.as_ref(), |change| show(change, request))?;
    let entry = match plan {
        Plan::Nothing(said) => {
            report(&said, request.lang);
            return Ok(None);
        }
        Plan::Change(change) => change.entry,
    };
    let question = match (request.instant, &entry.at) {
        (Some(_), Some(at)) => say::ask_arm(&entry.version, at),
        _ => say::ask_publish(&entry.version),
    };
    if confirm::asked(&question, request.lang) {
        Ok(Some((entry.version, entry.previous)))
    } else {
        Err(say::not_confirmed().into())
    }
}

/// Reads what is to be published, and shows that it takes time where it does.
pub fn read(request: &Request, view: Option<&View>) -> Result<Candidate, CommandError> {
    let _progress = Progress::begin(request.lang);
    Candidate::read(request, view)
}

/// Shows what readers will notice, and what should be looked at.
pub fn show(change: &Change, request: &Request) {
    warnings::show(&change.warnings, request.lang);
    if let Some(difference) = &change.difference {
        console::say(&colour::difference(&difference.text(request.lang)));
    }
}

/// Lays the files in the store, or lets this audience see those that are there, and writes a bumped `dataset.json`.
/// What fails leaves the store, and the directory, as they were.
pub fn lay_in(
    request: &Request,
    store: &mut Store,
    candidate: &Candidate,
    (entry, is_known): (&mut Entry, bool),
    audience: Audience,
) -> Result<(), CommandError> {
    if is_known {
        if matches!(request.subject, Subject::Staged(_))
            && store.view().journal().of(&entry.version).is_none()
        {
            store.show_to(&entry.version, audience).map_err(|error| publishing::failed(store, error))?;
        }
    } else {
        store.add(&candidate.files, entry, audience).map_err(|error| publishing::failed(store, error))?;
    }
    let Some((directory, read)) = candidate.directory.as_ref().filter(|_| request.bump) else {
        return Ok(());
    };
    let stamped =
        publishing::stamp_file(&candidate.files).map(|file| file.bytes.as_slice()).unwrap_or_default();
    let now = request.now.to_rfc3339_opts(SecondsFormat::Secs, true);
    bump::write(request, (directory, read), stamped, &now).inspect_err(|_| take_back(store, entry, is_known))
}

/// Notes in the directory what was published from it, so that edits before it are not taken back; whatever becomes of
/// the note, the dataset is published.
pub fn note(request: &Request, candidate: &Candidate, version: &str) {
    let Some((directory, _)) = &candidate.directory else { return };
    let now = request.now.to_rfc3339_opts(SecondsFormat::Secs, true);
    let mut say = |message| tell(&message, request.lang);
    if let Err(trouble) = dataset::note_publication(directory, version, &now, &mut say) {
        tell(&trouble, request.lang);
    }
}

/// Takes what was laid in out of the store again.
fn take_back(store: &Store, entry: &Entry, is_known: bool) {
    if !is_known {
        store.discard(&entry.version);
    }
}

fn put_in_service(
    request: &Request,
    store: &mut Store,
    candidate: &Candidate,
    change: Change,
    keep: usize,
) -> Result<ExitCode, CommandError> {
    let Change { mut entry, is_known, as_of, difference, .. } = change;
    lay_in(request, store, candidate, (&mut entry, is_known), Audience::Everybody)?;
    let (version, previous) = (entry.version.clone(), entry.previous.clone());
    let switched = store.switch(entry.clone());
    let mut troubles = switched.map_err(|error| {
        take_back(store, &entry, is_known);
        publishing::failed(store, error)
    })?;
    let public = difference.iter().flat_map(|difference| difference.observations());
    let public = public.map(|(key, row)| (key.to_string(), row.date));
    let tidied =
        store.lift_embargo(&public.collect(), request.now).and_then(|()| store.forget_staged(&version));
    if let Err(error) = tidied {
        troubles.push(Notice::NotTidied(version.clone(), error));
    }
    if request.bump {
        report(&say::bump_written(&version, as_of), request.lang);
    }
    let said = match previous {
        Some(previous) => say::published(&version, previous),
        None => say::published_first(&version),
    };
    report(&said, request.lang);
    note(request, candidate, &version);
    let (pruned, trouble) = store.prune(keep);
    if !pruned.is_empty() {
        report(&say::pruned(pruned.join(", ")), request.lang);
    }
    troubles.extend(trouble);
    store.lay_in_reserve();
    Ok(publishing::ending(&troubles, request.lang))
}

fn arm(
    request: &Request,
    store: &mut Store,
    candidate: &Candidate,
    change: Change,
    instant: Timestamp,
) -> Result<ExitCode, CommandError> {
    let Change { mut entry, is_known, as_of, .. } = change;
    lay_in(request, store, candidate, (&mut entry, is_known), Audience::Group)?;
    let (version, at) = (entry.version.clone(), entry.at.clone().unwrap_or_default());
    let armed = store.arm(entry.clone(), instant);
    armed.map_err(|error| {
        take_back(store, &entry, is_known);
        publishing::failed(store, error)
    })?;
    store.lay_in_reserve();
    if request.bump {
        report(&say::bump_written(&version, as_of), request.lang);
    }
    report(&say::armed(&version, at), request.lang);
    note(request, candidate, &version);
    if instant - request.now < chrono::TimeDelta::days(1) {
        tell(&say::less_than_a_day(), request.lang);
    }
    match crate::server::clock_is_synchronised() {
        Some(true) => {}
        Some(false) => tell(&say::clock_not_synchronised(), request.lang),
        None => tell(&say::clock_unknown(), request.lang),
    }
    Ok(ExitCode::SUCCESS)
}
