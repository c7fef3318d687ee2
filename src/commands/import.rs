//! `indicatord import`: every observation of a file, or none.

use std::fs;
use std::path::Path;
use std::process::ExitCode;

use super::editing::{Done, Editing};
use crate::cli::Import;
use crate::console::CommandError;
use crate::dataset::edit;
use crate::dataset::{DataFile, Diagnostics, Location};
use crate::messages;

/// Runs the command.
pub fn run(command: Import) -> Result<ExitCode, CommandError> {
    let shown = command.file.display().to_string();
    let bytes = read(&command.file)?;
    let mut editing = Editing::begin(&command.dataset, command.lang)?;
    let mut diagnostics = Diagnostics::default();
    let rows =
        edit::import(&mut editing.workspace, &DataFile { path: shown.clone(), bytes }, &mut diagnostics);
    let done = Done { what: format!("import {shown}"), rows };
    editing.finish(done, diagnostics, &command.allow, Location::clone)?;
    Ok(ExitCode::SUCCESS)
}

fn read(file: &Path) -> Result<Vec<u8>, CommandError> {
    let cannot =
        |error| CommandError::from(messages::cannot_read_file(file.display(), messages::reason(&error)));
    let metadata = fs::metadata(file).map_err(cannot)?;
    if !metadata.is_file() {
        return Err(messages::not_a_file(file.display()).into());
    }
    fs::read(file).map_err(cannot)
}
