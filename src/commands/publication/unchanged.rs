//! What was shown is what is installed, or nothing is [D19.3]: once the store is locked, the files and the store have to be
//! what they were when they were compared.

use super::compared::Compared;
use crate::console::CommandError;
use crate::messages::{self as msg, Message};
use crate::store::{Alteration, Entry, Event, FileSums, Settings, StoreState};

/// How many changes are named; more are counted.
const MAX_NAMED: usize = 5;

/// Compares both with what was shown; what has changed meanwhile is refused.
pub fn check(
    compared: &Compared,
    state: &StoreState,
    settings: Option<Settings>,
) -> Result<(), CommandError> {
    let mut said = of_store(compared, state, settings)?;
    if let Some((shown, files)) = compared.checked.submitted.read_again(state) {
        said.extend(of_files(&shown, &compared.checked.submitted.sums, &FileSums::of(&files)));
    }
    if said.is_empty() {
        return Ok(());
    }
    said.insert(0, msg::not_as_shown());
    Err(CommandError::CouldNotRun(said))
}

/// What has changed in the store: the current release, its files, what happened, and what it asks for.
fn of_store(
    compared: &Compared,
    state: &StoreState,
    settings: Option<Settings>,
) -> Result<Vec<Message>, CommandError> {
    let before = compared.state.as_ref();
    let known = before.map_or(0, |before| before.journal().entries().len());
    let entries = state.journal().entries();
    let mut said: Vec<Message> = entries.iter().skip(known).take(MAX_NAMED).map(happened).collect();
    let same_journal = match before {
        Some(before) => before.journal().is_same(state.journal()),
        None => entries.is_empty() && !state.journal().has_published(),
    };
    if said.is_empty() && !same_journal {
        said.push(msg::journal_changed());
    }
    let current = state.current()?;
    if said.is_empty() && current != compared.previous {
        let name = |version: Option<&String>| version.cloned().unwrap_or_else(|| "-".to_owned());
        said.push(msg::current_changed(name(compared.previous.as_ref()), name(current.as_ref())));
    }
    // A rollback asks the settings nothing, and is not kept from its end by them.
    if let Some(settings) = settings {
        if state.settings()? != settings {
            said.push(msg::settings_changed());
        }
    }
    if let Some((version, sums)) = compared.baseline.sums() {
        let shown = state.release(version).display().to_string();
        said.extend(of_files(&shown, sums, &FileSums::of(&state.read(version).files)));
    }
    Ok(said)
}

/// Which files have changed, came, or went.
fn of_files(shown: &str, before: &FileSums, after: &FileSums) -> Vec<Message> {
    let changed = before.changed(after);
    let mut said: Vec<Message> = changed
        .iter()
        .take(MAX_NAMED)
        .map(|(path, alteration)| {
            let path = format!("{shown}/{path}");
            match alteration {
                Alteration::Changed => msg::file_changed_meanwhile(path),
                Alteration::Missing => msg::file_gone_meanwhile(path),
                Alteration::Added => msg::file_come_meanwhile(path),
            }
        })
        .collect();
    if changed.len() > MAX_NAMED {
        said.push(msg::more_changed_meanwhile(changed.len() - MAX_NAMED));
    }
    said
}

/// What somebody has done meanwhile.
fn happened(entry: &Entry) -> Message {
    let (user, version) = (&entry.signature.user, entry.event.version());
    match &entry.event {
        Event::Publish { .. } => msg::has_published(user, version),
        Event::Approve { .. } => msg::has_approved(user, version),
        Event::Stage { .. } => msg::has_staged(user, version),
        Event::Withdraw { .. } => msg::has_withdrawn(user, version),
        Event::Rollback { .. } => msg::has_rolled_back(user, version),
        Event::Recovered { .. } => msg::was_recovered(version),
    }
}
