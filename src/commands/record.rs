//! `indicatord record`, `checked` and `import`: the daily edits. The whole dataset is checked before a file is replaced.

use std::fs;
use std::path::Path;
use std::process::ExitCode;

use super::at;
use crate::cli::{Checked, Import, Record};
use crate::compare::guards::{self, Allowed};
use crate::console::{CommandError, say};
use crate::dataset::edit::{self, CheckOutcome, NewRow};
use crate::dataset::{DataFile, Dataset, Diagnostics, Location, Workspace};
use crate::messages;
use crate::model::{Lang, Timestamp};

/// Adds one observation, or a revision of one.
pub fn record(command: Record) -> Result<ExitCode, CommandError> {
    let row = NewRow {
        key: command.key,
        date: command.date,
        value: command.value,
        published: command.published.unwrap_or_default(),
        reported_change: command.reported_change.unwrap_or_default(),
    };
    let mut workspace = Workspace::open(&command.dataset)?;
    let before = workspace.check(at(None));
    let file = edit::observations_of(&row.key);
    let mut diagnostics = Diagnostics::default();
    edit::record(&mut workspace, &row, &Location::file(file.as_str()), &mut diagnostics);
    finish(workspace, &before, diagnostics, std::slice::from_ref(&file), &command.allow)?;
    say(&format!("{file}: {} {}\n", row.date, row.value));
    Ok(ExitCode::SUCCESS)
}

/// Writes how a check of a source ended.
pub fn checked(command: Checked) -> Result<ExitCode, CommandError> {
    let mut workspace = Workspace::open(&command.dataset)?;
    let now = at(None);
    let before = workspace.check(now)?;
    let offset = before.offset;
    let outcome = match (&command.error, command.at) {
        (Some(_), Some(_)) => {
            return Err(messages::at_or_error().into());
        }
        (Some(error), None) => CheckOutcome::Failed(error),
        (None, instant) => CheckOutcome::Succeeded(at(instant)),
    };
    edit::checked(&mut workspace, &command.source, &outcome, offset);
    finish(workspace, &Ok(before), Diagnostics::default(), &["checks.csv".to_owned()], &[])?;
    let what = match outcome {
        CheckOutcome::Succeeded(instant) => offset.timestamp(instant),
        CheckOutcome::Failed(error) => error.to_owned(),
    };
    say(&format!("checks.csv: {} {what}\n", command.source));
    Ok(ExitCode::SUCCESS)
}

/// Adds every observation of a file, or none.
pub fn import(command: Import) -> Result<ExitCode, CommandError> {
    let shown = command.file.display().to_string();
    let bytes = read(&command.file)?;
    let mut workspace = Workspace::open(&command.dataset)?;
    let before = workspace.check(at(None));
    let mut diagnostics = Diagnostics::default();
    let count = edit::import(&mut workspace, &DataFile { path: shown.clone(), bytes }, &mut diagnostics);
    let files: Vec<String> = workspace.changed().map(str::to_owned).collect();
    finish(workspace, &before, diagnostics, &files, &command.allow)?;
    say(&format!("{shown}: {count} rows, {} files changed\n", files.len()));
    Ok(ExitCode::SUCCESS)
}

fn read(file: &Path) -> Result<Vec<u8>, CommandError> {
    let cannot = |error| CommandError::from(messages::cannot_read_file(file.display(), error));
    let metadata = fs::metadata(file).map_err(cannot)?;
    if !metadata.is_file() {
        return Err(messages::not_a_file(file.display()).into());
    }
    fs::read(file).map_err(cannot)
}

/// Checks the whole dataset as it would be, writes it, and shows what should be looked at in the files that changed.
fn finish(
    workspace: Workspace,
    before: &Result<Dataset, Diagnostics>,
    diagnostics: Diagnostics,
    files: &[String],
    allow: &[String],
) -> Result<(), CommandError> {
    let allowed = Allowed::parse(allow)?;
    if diagnostics.errors() > 0 {
        return Err(diagnostics.sorted().into());
    }
    let now: Timestamp = at(None);
    let dataset = workspace.check(now)?;
    let refused = allowed.refused(guards::concerns_of_edit(before.as_ref().ok(), &dataset, now));
    if !refused.is_empty() {
        return Err(CommandError::CouldNotRun(guards::refusal(&refused)));
    }
    workspace.save().map_err(messages::verbatim)?;
    for problem in
        dataset.warnings.problems().iter().filter(|p| files.iter().any(|file| *file == *p.location.file))
    {
        say(&format!("{}\n", problem.sentence(Lang::En)));
    }
    Ok(())
}
