//! `indicatord stage`: a dataset directory or a bundle is stored and compared, and waits for somebody else's word.

use std::process::ExitCode;

use super::publication;
use super::publication::request::Request;
use super::publication::submitted::Submitted;
use crate::cli::Stage;
use crate::console::CommandError;

/// Runs the command.
pub fn run(command: Stage) -> Result<ExitCode, CommandError> {
    let (request, path) = Request::of_stage(command)?;
    publication::complete(&request, |_| Submitted::path(&path, &request))
}
