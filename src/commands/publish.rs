//! `indicatord publish`: a dataset directory or a bundle is put in service.

use std::process::ExitCode;

use super::publication;
use super::publication::request::Request;
use super::publication::submitted::Submitted;
use crate::cli::Publish;
use crate::console::CommandError;
use crate::model::Lang;

/// Runs the command.
pub fn run(command: Publish, lang: Lang) -> Result<ExitCode, CommandError> {
    let (request, path) = Request::of_publish(command, lang)?;
    publication::complete(&request, |_| Submitted::path(&path, &request))
}
