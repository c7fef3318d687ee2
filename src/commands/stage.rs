//! `indicatord stage`: a dataset directory or a bundle is stored and compared, and waits for somebody else's word.

use std::process::ExitCode;

use super::publication;
use super::publication::request::Request;
use super::publication::submitted::Submitted;
use crate::cli::Stage;
use crate::console::CommandError;
use crate::model::Lang;

/// Runs the command.
pub fn run(command: Stage, lang: Lang) -> Result<ExitCode, CommandError> {
    let (request, path) = Request::of_stage(command, lang)?;
    publication::complete(&request, |_| Submitted::path(&path, &request))
}
