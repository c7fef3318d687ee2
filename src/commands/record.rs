//! `indicatord record`: one observation, a revision of one, or another value for one that is not public yet.

use std::process::ExitCode;

use super::editing::{Done, Editing};
use crate::cli::Record;
use crate::console::CommandError;
use crate::dataset::edit::{self, NewRow};
use crate::dataset::{Diagnostics, Location};

/// Runs the command.
pub fn run(command: Record) -> Result<ExitCode, CommandError> {
    let row = NewRow {
        key: command.key,
        date: command.date,
        value: command.value,
        published: command.published.unwrap_or_default(),
        reported_change: command.reported_change.unwrap_or_default(),
        reference: command.reference.unwrap_or_default(),
        flag: command.flag.unwrap_or_default(),
    };
    let mut editing = Editing::begin(&command.dataset, command.lang)?;
    let file = Location::file(edit::observations_of(&row.key));
    let mut diagnostics = Diagnostics::default();
    let write = if command.replace { edit::replace } else { edit::record };
    let written = write(&mut editing.workspace, &row, &file, &mut diagnostics);
    let mut what = format!("record {} {} {}", row.key, row.date, row.value);
    if !row.published.is_empty() {
        what.push_str(&format!(" --published {}", row.published));
    }
    // Nobody has the file in which the row stands in this line.
    let given = |at: &Location| if at.file == file.file { file.clone() } else { at.clone() };
    let done = Done { what, rows: written.into_iter().collect() };
    editing.finish(done, diagnostics, &command.allow, given)?;
    Ok(ExitCode::SUCCESS)
}
