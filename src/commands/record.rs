//! `indicatord record`, `checked` and `import`: the daily edits. The whole dataset is checked before a file is replaced.

use std::fs;
use std::path::Path;
use std::process::ExitCode;

use super::at;
use crate::cli::{Checked, Import, Record};
use crate::dataset::edit::{self, CheckOutcome, NewRow};
use crate::dataset::{DataFile, Draft, Place, Report};
use crate::model::{Instant, Lang};
use crate::outcome::{Failure, say};

/// Adds one observation, or a revision of one.
pub fn record(command: Record) -> Result<ExitCode, Failure> {
    let row = NewRow {
        key: command.key,
        date: command.date,
        value: command.value,
        published: command.published.unwrap_or_default(),
        reported_change: command.reported_change.unwrap_or_default(),
    };
    let mut draft = Draft::open(&command.dataset)?;
    let file = edit::observations_of(&row.key);
    let mut report = Report::default();
    edit::record(&mut draft, &row, &Place::file(file.as_str()), &mut report);
    finish(draft, report, std::slice::from_ref(&file))?;
    say(&format!("{file}: {} {}\n", row.date, row.value));
    Ok(ExitCode::SUCCESS)
}

/// Writes how a check of a source ended.
pub fn checked(command: Checked) -> Result<ExitCode, Failure> {
    let mut draft = Draft::open(&command.dataset)?;
    let now = at(None);
    let offset = draft.check(now)?.offset;
    let outcome = match (&command.error, command.at) {
        (Some(_), Some(_)) => return Err(Failure::CouldNotRun("give --at or --error, not both".to_owned())),
        (Some(error), None) => CheckOutcome::Failed(error),
        (None, instant) => CheckOutcome::Succeeded(at(instant)),
    };
    edit::checked(&mut draft, &command.source, &outcome, offset);
    finish(draft, Report::default(), &["checks.csv".to_owned()])?;
    let what = match outcome {
        CheckOutcome::Succeeded(instant) => offset.timestamp(instant),
        CheckOutcome::Failed(error) => error.to_owned(),
    };
    say(&format!("checks.csv: {} {what}\n", command.source));
    Ok(ExitCode::SUCCESS)
}

/// Adds every observation of a file, or none.
pub fn import(command: Import) -> Result<ExitCode, Failure> {
    let shown = command.file.display().to_string();
    let bytes = read(&command.file)?;
    let mut draft = Draft::open(&command.dataset)?;
    let mut report = Report::default();
    let count = edit::import(&mut draft, &DataFile { path: shown.clone(), bytes }, &mut report);
    let files: Vec<String> = draft.changed().map(str::to_owned).collect();
    finish(draft, report, &files)?;
    say(&format!("{shown}: {count} rows, {} files changed\n", files.len()));
    Ok(ExitCode::SUCCESS)
}

fn read(file: &Path) -> Result<Vec<u8>, Failure> {
    let cannot = |error| Failure::CouldNotRun(format!("cannot read {}: {error}", file.display()));
    let metadata = fs::metadata(file).map_err(cannot)?;
    if !metadata.is_file() {
        return Err(Failure::CouldNotRun(format!("{} is not a regular file", file.display())));
    }
    fs::read(file).map_err(cannot)
}

/// Checks the whole dataset as it would be, writes it, and shows what should be looked at in the files that changed.
fn finish(draft: Draft, report: Report, files: &[String]) -> Result<(), Failure> {
    if report.errors() > 0 {
        return Err(report.sorted().into());
    }
    let now: Instant = at(None);
    let dataset = draft.check(now)?;
    draft.save().map_err(Failure::CouldNotRun)?;
    for problem in
        dataset.warnings.problems().iter().filter(|p| files.iter().any(|file| *file == *p.place.file))
    {
        say(&format!("{}\n", problem.sentence(Lang::En)));
    }
    Ok(())
}
