//! `indicatord schema`: JSON Schemas of the files that people edit, so that an editor can help while they write.

use std::process::ExitCode;

use crate::cli::{Schema, Subject};
use crate::console::{CommandError, say};

/// Writes the schema to the standard output.
pub fn run(command: &Schema) -> Result<ExitCode, CommandError> {
    say(match command.subject {
        Subject::Dataset => include_str!("schema/dataset.json"),
        Subject::Indicator => include_str!("schema/indicator.json"),
    });
    Ok(ExitCode::SUCCESS)
}
