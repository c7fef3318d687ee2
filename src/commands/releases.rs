//! `indicatord releases`: what was put in service, when and by whom.

use std::process::ExitCode;

use super::publishing::{self, report, tell};
use super::{at, language};
use crate::cli::Releases;
use crate::console::{self, CommandError};
use crate::messages as say;
use crate::model::Lang;
use crate::store::{Entry, Notice, View};

/// Runs the command: the newest last.
pub fn run(command: Releases) -> Result<ExitCode, CommandError> {
    let (now, lang) = (at(None), language(command.lang));
    let view = View::open(&command.store).map_err(publishing::refused)?;
    let journal = view.journal();
    if journal.is_cut() {
        tell(&Notice::JournalCut.sentence(), lang);
    }
    if !journal.damaged().is_empty() {
        tell(&Notice::JournalDamaged(journal.damaged().to_vec()).sentence(), lang);
    }
    let current = view.current();
    let in_service = current.as_ref().ok().cloned().flatten();
    if journal.entries().is_empty() {
        report(&say::nothing_published(), lang);
    }
    let unknown = || "?".to_owned();
    let rows = journal.entries().iter().enumerate().map(|(position, entry)| {
        let is_last = position + 1 == journal.entries().len();
        let mark = if is_last && in_service.as_ref() == Some(&entry.version) {
            "*"
        } else if view.keeps(&entry.version) {
            " "
        } else {
            "-"
        };
        [
            mark.to_owned(),
            entry.version.clone(),
            entry.at.clone().unwrap_or_else(unknown),
            entry.action.name().to_owned(),
            entry.user.clone().unwrap_or_else(unknown),
            entry.indicators.map_or_else(unknown, |count| count.to_string()),
        ]
    });
    let rows: Vec<[String; 6]> = rows.collect();
    let width = |column: usize| {
        let cells = rows.iter().filter_map(|row| row.get(column));
        cells.map(|cell| cell.chars().count()).max().unwrap_or(0)
    };
    for (row, entry) in rows.iter().zip(journal.entries()) {
        let mut cells: Vec<String> =
            row.iter().enumerate().map(|(column, cell)| format!("{cell:<0$}", width(column))).collect();
        cells.extend(entry.message.clone());
        console::say(&format!("{}\n", cells.join("  ").trim_end()));
        if command.verbose {
            details(entry, lang);
        }
    }
    waiting(&view, now, lang);
    disagreement(&view, current.map_err(publishing::refused)?, lang);
    Ok(ExitCode::SUCCESS)
}

/// What waits for its instant, or for somebody's word.
fn waiting(view: &View, now: crate::model::Timestamp, lang: Lang) {
    let unknown = || "?".to_owned();
    if let Some(armed) = view.armed() {
        let entry = &armed.entry;
        let (at, user) =
            (entry.at.clone().unwrap_or_else(unknown), entry.user.clone().unwrap_or_else(unknown));
        let said = if armed.is_due(now) {
            say::armed_and_due(&entry.version, at, user)
        } else {
            say::armed_until(&entry.version, at, user)
        };
        report(&said, lang);
    }
    for entry in view.staged().entries() {
        if let Some(staged) = &entry.staged {
            report(&say::staged_by(&entry.version, &staged.user, &staged.at), lang);
        }
    }
}

/// The link and the journal should say the same.
fn disagreement(view: &View, current: Option<String>, lang: Lang) {
    let Some(last) = view.journal().last() else { return };
    match current {
        None => tell(&say::nothing_in_service(&last.version), lang),
        Some(current) if current != last.version => {
            tell(&say::link_disagrees(current, &last.version), lang);
        }
        Some(_) => {}
    }
}

/// What a release changed, and how it came.
fn details(entry: &Entry, lang: Lang) {
    let mut said = Vec::new();
    if let Some(changes) = &entry.changes {
        let more = changes.added + changes.removed + changes.changed > changes.keys.len();
        let keys = changes.keys.join(", ") + if more { ", …" } else { "" };
        said.push(say::release_changed(
            changes.added,
            changes.changed,
            changes.removed,
            changes.observations,
            keys,
        ));
    }
    if let Some(staged) = &entry.staged {
        said.push(say::release_was_staged(&staged.user, &staged.at));
    }
    if let Some(armed_at) = &entry.armed_at {
        said.push(say::release_was_armed(armed_at));
    }
    if let Some(bundle) = &entry.bundle {
        said.push(say::release_came_in_bundle(&bundle.key, bundle.sequence, &bundle.comment));
    }
    for message in said {
        console::say(&format!("      {}\n", message.get(lang)));
    }
}
