//! `indicatord undo`: the last edit of a dataset directory that is not public is taken back.

use std::process::ExitCode;

use super::editing::{Editing, tell};
use super::in_service::InService;
use crate::cli::Undo;
use crate::console::{CommandError, say};
use crate::dataset::LastEdit;
use crate::messages::{self, Message};
use crate::model::Lang;

/// Runs the command.
pub fn run(command: Undo, lang: Lang) -> Result<ExitCode, CommandError> {
    let mut editing = Editing::begin(&command.dataset, lang)?;
    if let Some(last) = editing.workspace.last_edit() {
        let in_service = InService::find(command.store, editing.now)?;
        let path = command.dataset.display().to_string();
        if let Some(refused) = is_public(&last, in_service.as_ref(), &path) {
            return Err(refused.into());
        }
    }
    let what = editing.workspace.take_back()?;
    // What it was before may have been no dataset at all, which is how an edit can mend one.
    let after = editing.workspace.check(editing.now);
    let offset = after.as_ref().or(editing.before.as_ref()).map(|dataset| dataset.offset());
    let instant = offset.map_or_else(|_| editing.now.to_rfc3339(), |offset| offset.timestamp(editing.now));
    editing.workspace.save_undo(&instant, &mut tell(editing.lang))?;
    say(&format!("{}\n", messages::undone(what).get(editing.lang)));
    Ok(ExitCode::SUCCESS)
}

/// Why an edit is not taken back: a row of it is in the release in service, or, where it has none, a release that
/// stands was made with it. Without a store, what the notes call published is.
fn is_public(last: &LastEdit<'_>, in_service: Option<&InService>, path: &str) -> Option<Message> {
    let Some(in_service) = in_service else {
        let version = last.published.last()?;
        return Some(messages::published_since(path, last.named(), version));
    };
    let version = if last.rows.is_empty() {
        last.published.iter().rev().copied().find(|version| in_service.is_standing(version))
    } else {
        in_service.first_of(last.rows).map(|_| in_service.version())
    };
    version.map(|version| messages::edit_is_public(path, last.named(), version))
}
