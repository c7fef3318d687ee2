//! `indicatord releases`: the journal of a store, what waits, and what does not fit together.

use std::path::PathBuf;

use crate::cli::values::at;
use crate::console::{self, CommandError, Console};
use crate::messages::{self as msg, Message};
use crate::model::Timestamp;
use crate::store::{Entry, Error, Event, Record, StoreState};

/// List what was done in a store, by whom and when, and what waits.
#[derive(argh::FromArgs)]
#[argh(subcommand, name = "releases", help_triggers("-h", "--help"))]
#[argh(
    note = "One line for whatever was done, the newest last: version, instant, what it was, by whom, how many indicators. An\nasterisk marks what is in service, a dash what is no longer kept. Below: what is staged, the rows under embargo, and\nwhere link, directories and journal do not say the same."
)]
#[argh(example = "$ {command_name} --store /var/lib/indicatord -v")]
pub struct Releases {
    /// the store
    #[argh(option, arg_name = "dir")]
    store: PathBuf,

    /// below each release what it changed, and how it came into service
    #[argh(switch, short = 'v')]
    verbose: bool,
}

pub fn run(command: Releases, console: Console) -> Result<(), CommandError> {
    let now = at(None);
    let state = StoreState::open(&command.store)?;
    state.journal().events().iter().for_each(|event| console.eprintln(&event.sentence()));
    let current = state.current();
    if state.journal().entries().is_empty() {
        console.println(&msg::nothing_published());
    }
    list(&state, current.as_ref().ok().cloned().flatten().as_deref(), command.verbose.then_some(console));
    waiting(&state, now, console);
    current?;
    disagreements(&state)?.iter().for_each(|message| console.eprintln(message));
    Ok(())
}

/// A line for each entry; details of it go to `details`.
fn list(state: &StoreState, current: Option<&str>, details: Option<Console>) {
    let journal = state.journal();
    let last = journal.entries().iter().rposition(|entry| entry.event.change().is_some());
    let row = |(position, entry): (usize, &Entry)| {
        let version = entry.event.version();
        let mark = match state.keeps(version) {
            _ if Some(position) == last && current == Some(version) => "*",
            true => " ",
            false => "-",
        };
        let indicators = journal.record_of(version).map(|record| record.indicators.to_string());
        [
            mark.to_owned(),
            version.to_owned(),
            entry.signature.at.to_string(),
            entry.event.name().to_owned(),
            entry.signature.user.clone(),
            indicators.unwrap_or_else(|| "?".to_owned()),
        ]
    };
    let rows: Vec<[String; 6]> = journal.entries().iter().enumerate().map(row).collect();
    let mut widths = [0; 6];
    for row in &rows {
        widths.iter_mut().zip(row).for_each(|(width, cell)| *width = cell.chars().count().max(*width));
    }
    for (row, entry) in rows.iter().zip(journal.entries()) {
        let mut cells: Vec<String> =
            row.iter().zip(&widths).map(|(cell, width)| format!("{cell:<width$}")).collect();
        cells.extend(entry.event.record().and_then(|record| record.message.clone()));
        console::print(&format!("{}\n", cells.join("  ").trim_end()));
        if let Some(console) = details {
            show_details(entry, console);
        }
    }
}

/// Staged releases, and the rows under embargo, without their values, of these and of the current one.
fn waiting(state: &StoreState, now: Timestamp, console: Console) {
    let staged = state.journal().staged();
    for staged in &staged {
        let (version, hash) = (&staged.release.version, staged.release.content.hash.short());
        console.println(&msg::staged_by(version, &staged.by.user, staged.by.at, hash));
    }
    let current = state.current().ok().flatten();
    for version in current.into_iter().chain(staged.iter().map(|staged| staged.release.version.clone())) {
        // A wrong release is for `verify` to report.
        let Ok(dataset) = state.read(&version).check(now) else { continue };
        for row in dataset.embargoed_at(now) {
            let date = row.coming.row.observation.date.map(|date| date.to_string()).unwrap_or_default();
            let until = dataset.offset().timestamp(row.coming.not_before);
            console.println(&msg::embargoed(row.indicator.key.as_str(), date, until, &version));
        }
    }
}

fn show_details(entry: &Entry, console: Console) {
    let mut said = Vec::new();
    if let Some(Record { changes: Some(changes), .. }) = entry.event.record() {
        let more = changes.added + changes.removed + changes.changed > changes.keys.len();
        let keys = changes.keys.join(", ") + if more { ", …" } else { "" };
        said.push(msg::release_changed(
            changes.added,
            changes.changed,
            changes.removed,
            changes.observations,
            keys,
        ));
    }
    if let Event::Approve { staged, .. } = &entry.event {
        said.push(msg::release_was_staged(&staged.user, staged.at));
    }
    if let Some(Record { bundle: Some(bundle), .. }) = entry.event.record() {
        said.push(msg::release_came_in_bundle(&bundle.key, bundle.sequence, &bundle.comment));
    }
    said.iter().for_each(|message| console.print_indented(6, message));
}

/// A sentence for each disagreement of link, directories and journal.
pub fn disagreements(state: &StoreState) -> Result<Vec<Message>, Error> {
    let current = state.current()?;
    let link = match (state.journal().last(), &current) {
        (Some(last), None) => Some(msg::nothing_in_service(last.version)),
        (Some(last), Some(current)) if *current != last.version => {
            Some(msg::link_disagrees(current, last.version))
        }
        (None, Some(current)) => Some(msg::in_service_without_journal(current)),
        _ => None,
    };
    Ok(link.into_iter().chain(state.strangers()?.iter().map(msg::stranger)).collect())
}
