//! `indicatord approve`: a staged release becomes the current one, judged anew.

use std::path::PathBuf;
use std::process::ExitCode;

use super::publication::request::{self, Extent, Purpose, Request};
use super::publication::{self, Submitted};
use crate::cli::configuration;
use crate::compare::guards::Allowed;
use crate::console::{CommandError, Console};
use crate::messages as msg;

/// Put in service what somebody has staged.
#[derive(argh::FromArgs)]
#[argh(subcommand, name = "approve", help_triggers("-h", "--help"))]
#[argh(
    note = "Judges the release anew, beside the one in service now, and says what will change for readers. At a terminal it\nasks first; the question names the hash of the content, which `stage` and `releases` have named before."
)]
#[argh(example = "$ {command_name} 2026-11-21.1 --store /var/lib/indicatord")]
pub struct Approve {
    /// the version that is staged
    #[argh(positional)]
    version: String,

    /// the store; by default INDICATORD_STORE
    #[argh(option, arg_name = "dir")]
    store: Option<PathBuf>,

    /// do not ask
    #[argh(switch)]
    yes: bool,

    /// what the journal is to say about it, one line
    #[argh(option, arg_name = "text")]
    message: Option<String>,

    /// a case that is meant, as publish has it; may be repeated
    #[argh(option, arg_name = "kind")]
    allow: Vec<String>,

    /// the control socket of the server that is asked to take it; by default INDICATORD_CONTROL, else
    /// /run/indicatord/control
    #[argh(option, arg_name = "path")]
    control: Option<PathBuf>,

    /// ask no server to take it
    #[argh(switch)]
    no_reload: bool,
}

pub fn run(command: Approve, console: Console) -> Result<ExitCode, CommandError> {
    let configuration = configuration::get();
    let request = Request {
        store: Some(configuration.store(command.store)?),
        allowed: Allowed::parse(&command.allow)?,
        extent: if command.yes { Extent::Go } else { Extent::Ask },
        message: request::one_line(command.message)?,
        control: (!command.no_reload).then(|| configuration.control(command.control)),
        ..Request::new(Purpose::Approve, console)
    };
    publication::complete(&request, |state| {
        let state = state.ok_or_else(|| msg::not_staged(&command.version))?;
        Submitted::staged(state, &command.version, &request)
    })
}
