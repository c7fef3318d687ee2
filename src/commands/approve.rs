//! `indicatord approve`: a release that somebody staged is put in service, judged anew.

use std::process::ExitCode;

use super::publication;
use super::publication::request::Request;
use super::publication::submitted::Submitted;
use crate::cli::Approve;
use crate::console::CommandError;
use crate::messages as msg;
use crate::model::Lang;

/// Runs the command.
pub fn run(command: Approve, lang: Lang) -> Result<ExitCode, CommandError> {
    let (request, version) = Request::of_approve(command, lang)?;
    let submit = |view: Option<&_>| {
        let view = view.ok_or_else(|| CommandError::from(msg::not_staged(&version)))?;
        Submitted::staged(view, &version, &request)
    };
    publication::complete(&request, submit)
}
