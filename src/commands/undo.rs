//! `indicatord undo`: the last edit of a dataset directory that no publication has followed is taken back.

use std::process::ExitCode;

use super::editing::{Editing, tell};
use crate::cli::Undo;
use crate::console::{CommandError, say};
use crate::messages;

/// Runs the command.
pub fn run(command: &Undo) -> Result<ExitCode, CommandError> {
    let mut editing = Editing::begin(&command.dataset, command.lang)?;
    let what = editing.workspace.take_back()?;
    // What it was before may have been no dataset at all, which is how an edit can mend one.
    let after = editing.workspace.check(editing.now);
    let offset = after.as_ref().or(editing.before.as_ref()).map(|dataset| dataset.offset());
    let instant = offset.map_or_else(|_| editing.now.to_rfc3339(), |offset| offset.timestamp(editing.now));
    editing.workspace.save_undo(&instant, &mut tell(editing.lang))?;
    say(&format!("{}\n", messages::undone(what).get(editing.lang)));
    Ok(ExitCode::SUCCESS)
}
