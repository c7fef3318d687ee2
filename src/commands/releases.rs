//! `indicatord releases`: what happened in a store, when and by whose hand; what waits, and what does not fit together.

use std::process::ExitCode;

use super::at;
use super::publication::{self, report, tell};
use crate::cli::Releases;
use crate::console::{self, CommandError};
use crate::dataset;
use crate::messages as msg;
use crate::model::{Lang, Timestamp};
use crate::store::{Entry, Event, Notice, Record, View};

/// Runs the command: the newest last.
pub fn run(command: Releases, lang: Lang) -> Result<ExitCode, CommandError> {
    let now = at(None);
    let view = View::open(&command.store).map_err(publication::refused)?;
    Notice::of_journal(view.journal()).iter().for_each(|notice| tell(&notice.sentence(), lang));
    let current = view.current();
    if view.journal().entries().is_empty() {
        report(&msg::nothing_published(), lang);
    }
    list(&view, current.as_ref().ok().cloned().flatten().as_deref(), &command, lang);
    waiting(&view, now, lang)?;
    current.map_err(publication::refused)?;
    disagreements(&view, lang)?;
    Ok(ExitCode::SUCCESS)
}

/// One line for whatever happened.
fn list(view: &View, current: Option<&str>, command: &Releases, lang: Lang) {
    let journal = view.journal();
    let last = journal.entries().iter().rposition(|entry| entry.event.change().is_some());
    let row = |(position, entry): (usize, &Entry)| {
        let version = entry.event.version();
        let mark = match view.keeps(version) {
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
    let width = |column: usize| {
        let cells = rows.iter().filter_map(|row| row.get(column));
        cells.map(|cell| cell.chars().count()).max().unwrap_or(0)
    };
    let widths: Vec<usize> = (0..6).map(width).collect();
    for (row, entry) in rows.iter().zip(journal.entries()) {
        let mut cells: Vec<String> =
            row.iter().zip(&widths).map(|(cell, width)| format!("{cell:<width$}")).collect();
        cells.extend(entry.event.record().and_then(|record| record.message.clone()));
        console::say(&format!("{}\n", cells.join("  ").trim_end()));
        if command.verbose {
            details(entry, lang);
        }
    }
}

/// What waits for somebody else's word, and the rows under embargo of what is in service or staged: no values.
fn waiting(view: &View, now: Timestamp, lang: Lang) -> Result<(), CommandError> {
    for staged in view.journal().staged() {
        let (version, hash) = (&staged.release.version, staged.release.content.hash.short());
        report(&msg::staged_by(version, &staged.by.user, staged.by.at, hash), lang);
    }
    let in_service = view.current().ok().flatten();
    let staged = view.journal().staged().into_iter().map(|staged| staged.release.version.clone());
    for version in in_service.into_iter().chain(staged) {
        let release = view.read(&version);
        // What is wrong with a release is for `verify` to say.
        let Ok(dataset) = dataset::check(&release.files, now, release.found) else { continue };
        for row in dataset.embargoed_at(now) {
            let date = row.coming.row.observation.date.map(|date| date.to_string()).unwrap_or_default();
            let until = dataset.offset().timestamp(row.coming.not_before);
            report(&msg::embargoed(row.indicator.key.as_str(), date, until, &version), lang);
        }
    }
    Ok(())
}

/// Where link, directories and journal do not say the same.
pub fn disagreements(view: &View, lang: Lang) -> Result<bool, CommandError> {
    let mut said = Vec::new();
    let current = view.current().map_err(publication::refused)?;
    match (view.journal().last(), &current) {
        (Some(last), None) => said.push(msg::nothing_in_service(last.version)),
        (Some(last), Some(current)) if *current != last.version => {
            said.push(msg::link_disagrees(current, last.version));
        }
        (None, Some(current)) => said.push(msg::in_service_without_journal(current)),
        _ => {}
    }
    let strangers = view.strangers().map_err(publication::refused)?;
    said.extend(strangers.iter().map(msg::stranger));
    said.iter().for_each(|message| tell(message, lang));
    Ok(!said.is_empty())
}

/// What a release changed, and how it came.
fn details(entry: &Entry, lang: Lang) {
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
    for message in said {
        console::say(&format!("      {}\n", message.get(lang)));
    }
}
