//! `indicatord checked`: how a check of a source ended.

use std::process::ExitCode;

use super::at;
use super::editing::{Done, Editing};
use crate::cli::Checked;
use crate::console::{CommandError, say};
use crate::dataset::edit::{self, CheckOutcome};
use crate::dataset::{Diagnostics, Location};
use crate::messages;
use crate::model::Lang;

/// Runs the command.
pub fn run(command: Checked, lang: Lang) -> Result<ExitCode, CommandError> {
    let outcome = match (&command.error, command.at) {
        (Some(_), Some(_)) => return Err(messages::at_or_error().into()),
        (Some(error), None) if error.trim().is_empty() => return Err(messages::error_text_missing().into()),
        (Some(error), None) => CheckOutcome::Failed(error),
        (None, instant) => CheckOutcome::Succeeded(at(instant)),
    };
    let mut editing = Editing::begin(&command.dataset, lang)?;
    let offset = match &editing.before {
        Ok(dataset) => dataset.offset(),
        Err(diagnostics) => return Err(diagnostics.clone().into()),
    };
    edit::checked(&mut editing.workspace, &command.source, &outcome, offset);
    let what = match outcome {
        CheckOutcome::Succeeded(instant) => offset.timestamp(instant),
        CheckOutcome::Failed(error) => error.to_owned(),
    };
    let done = Done { what: format!("checked {} {what}", command.source), rows: Vec::new() };
    // The line is that of a file that nobody has yet.
    let given =
        |at: &Location| if &*at.file == edit::CHECKS { Location::file(edit::CHECKS) } else { at.clone() };
    editing.finish(done, Diagnostics::default(), &[], given)?;
    say(&format!("{}\n", messages::check_noted(edit::CHECKS, &command.source, what).get(editing.lang)));
    Ok(ExitCode::SUCCESS)
}
