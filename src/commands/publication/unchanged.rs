//! Once the store is locked, files and store have to be as they were shown, or nothing is installed [D19.3].

use super::*;

/// Changes of a kind that are named; more are counted.
const MAX_NAMED: usize = 5;

/// Refuses a release that has changed since it was shown, or a store that has; `state` is that of the locked store.
pub fn check_unchanged(
    compared: &Compared,
    state: &StoreState,
    settings: Option<Settings>,
) -> Result {
    let mut changes = store_changes(compared, state, settings)?;
    let submitted = &compared.checked.submitted;
    if let Some((directory, files)) = submitted.read_again(state) {
        changes.extend(file_changes(&directory, &submitted.sums, &files));
    }

    if changes.is_empty() {
        return Ok(());
    }

    changes.insert(0, msg::not_as_shown());
    Err(CommandError::CouldNotRun(changes))
}

/// Changes of the journal, the current release, its files and the settings.
fn store_changes(
    compared: &Compared,
    state: &StoreState,
    settings: Option<Settings>,
) -> Result<Vec<Message>> {
    let journal = state.journal();
    let baseline = &compared.baseline;
    let before = baseline.state.as_ref().map(StoreState::journal);
    let shown = before.map_or(0, |before| before.entries().len());
    let new_entries = journal.entries().iter().skip(shown);
    let mut changes: Vec<Message> = new_entries.take(MAX_NAMED).map(describe_entry).collect();
    let is_same = match before {
        Some(before) => before.is_same(journal),
        None => journal.entries().is_empty() && !journal.has_published(),
    };

    if changes.is_empty() && !is_same {
        changes.push(msg::journal_changed());
    }

    let current = state.current()?;
    if changes.is_empty() && current != baseline.current {
        let before = baseline.current.as_deref().unwrap_or("-");
        let after = current.as_deref().unwrap_or("-");
        changes.push(msg::current_changed(before, after));
    }

    // A rollback asks the settings nothing, and is not kept from its end by them.
    if let Some(settings) = settings
        && state.settings()? != settings
    {
        changes.push(msg::settings_changed());
    }

    if let Some(version) = &baseline.version {
        let directory = state.release(version);
        let shown = FileSums::of(&baseline.files);
        let files = state.read(version).files;
        changes.extend(file_changes(&directory, &shown, &files));
    }

    Ok(changes)
}

fn file_changes(directory: &Path, shown: &FileSums, files: &[DataFile]) -> Vec<Message> {
    let changed = shown.changed(&FileSums::of(files));
    let mut sentences = Vec::new();
    for (path, alteration) in changed.iter().take(MAX_NAMED) {
        sentences.push(alteration.of_file(directory.join(path).display()));
    }

    if changed.len() > MAX_NAMED {
        sentences.push(msg::more_changed_meanwhile(changed.len() - MAX_NAMED));
    }

    sentences
}

fn describe_entry(entry: &Entry) -> Message {
    let (user, version) = (&entry.signature.user, entry.event.version());
    match &entry.event {
        Event::Publish { .. } => msg::has_published(user, version),
        Event::Approve { .. } => msg::has_approved(user, version),
        Event::Stage { .. } => msg::has_staged(user, version),
        Event::Withdraw { .. } => msg::has_withdrawn(user, version),
        Event::Rollback { .. } => msg::has_rolled_back(user, version),
        Event::Settings { .. } => msg::has_changed_settings(user),
        Event::Recovered { .. } => msg::was_recovered(version),
    }
}
