//! `indicatord checked`: the result of a check of a source.

use super::*;

use super::editing::EditRecord;

/// Note that a source was checked, and the result.
#[derive(argh::FromArgs, argh::ArgsInfo)]
#[argh(subcommand, name = "checked", help_triggers("-h", "--help"))]
#[argh(
    note = "Without --at and --error, the check succeeded just now. A failed check keeps the time of the last \
            successful one."
)]
#[argh(
    example = "From a monitoring job\n$ {command_name} central-bank --dataset /srv/indicators\n$ {command_name} central-bank --error 'connection timed out' --dataset /srv/indicators"
)]
pub struct Checked {
    /// the source's id
    #[argh(positional)]
    source: String,

    /// the time of the successful check (RFC 3339); by default now
    #[argh(option, arg_name = "timestamp", from_str_fn(instant))]
    at: Option<Timestamp>,

    /// the check failed with this error
    #[argh(option, arg_name = "text")]
    error: Option<String>,

    /// the dataset directory; by default INDICATORD_DATASET
    #[argh(option, arg_name = "dir")]
    dataset: Option<PathBuf>,
}

pub fn run(command: Checked, console: Console) -> Result<(), CommandError> {
    let outcome = match (&command.error, command.at) {
        (Some(_), Some(_)) => return Err(msg::at_or_error().into()),
        (Some(error), None) if error.trim().is_empty() => return Err(msg::error_text_missing().into()),
        (Some(error), None) => CheckOutcome::Failed(error),
        (None, Some(instant)) if instant > at(None) => return Err(msg::check_to_come().into()),
        (None, instant) => CheckOutcome::Succeeded(at(instant)),
    };
    let mut editing = Editing::begin(&configuration::get().dataset(command.dataset)?, console)?;
    let offset = editing.before.as_ref().map_err(Clone::clone)?.offset();
    let before = edit::checked(&mut editing.workspace, &command.source, &outcome, offset);
    let mut diagnostics = Diagnostics::default();
    if let (CheckOutcome::Succeeded(instant), Some(before)) = (&outcome, before) {
        if before.parse::<Timestamp>().is_ok_and(|before| *instant < before) {
            let goes_back = msg::check_goes_back(&command.source, offset.timestamp(*instant), before);
            diagnostics.warning(Location::file(edit::CHECKS), goes_back);
        }
    }
    let result = match outcome {
        CheckOutcome::Succeeded(instant) => offset.timestamp(instant),
        CheckOutcome::Failed(error) => msg::shown(error),
    };
    let record = EditRecord { command: format!("checked {} {result}", command.source), rows: Vec::new() };
    // Line numbers of the edited copy mean nothing to its author.
    let to_user_location =
        |at: &Location| if &*at.file == edit::CHECKS { Location::file(edit::CHECKS) } else { at.clone() };
    editing.finish(record, diagnostics, &[], to_user_location)?;
    console.println(&msg::check_noted(edit::CHECKS, &command.source, result));
    Ok(())
}
