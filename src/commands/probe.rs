//! `indicatord probe`: whether a server answers, for health checks that have no other client.

use std::process::ExitCode;

use crate::cli::Probe;
use crate::console::CommandError;
use crate::messages;
use crate::server;

/// Asks once. Says nothing where all is well.
pub fn run(command: &Probe) -> Result<ExitCode, CommandError> {
    match server::get(&command.url, command.timeout) {
        Ok(200) => Ok(ExitCode::SUCCESS),
        Ok(status) => Err(messages::answers_with(&command.url, status).into()),
        Err(error) => Err(messages::does_not_answer(&command.url, messages::reason(&error)).into()),
    }
}
