//! `indicatord publish`: a dataset directory or a bundle becomes the current release.

use std::path::PathBuf;
use std::process::ExitCode;

use super::publication::request::{self, Extent, Purpose, Request, ShownWarnings};
use super::publication::{self, Submitted};
use crate::cli::values::releases;
use crate::compare::guards::{Allowed, GuardKind};
use crate::console::{CommandError, Console};
use crate::server::control::path_from_environment;

/// Put a dataset in service as a release of a store.
#[derive(argh::FromArgs)]
#[argh(subcommand, name = "publish", help_triggers("-h", "--help"))]
#[argh(
    note = "Checks the dataset, verifies its SHA256SUMS if it has them, says what will change for readers, copies it to\nSTORE/releases/VERSION, puts it in service in one step, and has the server on this machine take it. At a terminal it\nasks first: what was shown is what is published, or nothing is. A version that was used before gets the next number\nof the day (2026-11-21.2), in the release alone; where only version and asOf would differ, nothing is done."
)]
#[argh(example = "$ {command_name} /srv/indicators --store /var/lib/indicatord")]
pub struct Publish {
    /// the dataset directory, or a signed bundle
    #[argh(positional, arg_name = "dir")]
    dataset: PathBuf,

    /// the store
    #[argh(option, arg_name = "dir")]
    store: PathBuf,

    /// all checks, the comparison and the exit code, and nothing is written
    #[argh(switch)]
    dry_run: bool,

    /// do not ask
    #[argh(switch)]
    yes: bool,

    /// what the journal is to say about it, one line
    #[argh(option, arg_name = "text")]
    message: Option<String>,

    /// the directory of the public keys that a bundle may be signed with
    #[argh(option, arg_name = "dir")]
    trusted_keys: Option<PathBuf>,

    /// how many releases to keep, by default 20
    #[argh(option, default = "20", arg_name = "number", from_str_fn(releases))]
    keep: usize,

    /// a case that is meant: loss, jump, revision, definition, future, as-of, unread, early or withdrawn, for all
    /// indicators or as KIND=KEY for one; may be repeated
    #[argh(option, arg_name = "kind")]
    allow: Vec<String>,

    /// the same as --allow loss
    #[argh(switch)]
    allow_loss: bool,

    /// the same as --allow jump
    #[argh(switch)]
    allow_jump: bool,

    /// also the warnings that the release in service has
    #[argh(switch)]
    all: bool,

    /// the control socket of the server that is asked to take it; by default INDICATORD_CONTROL, else
    /// /run/indicatord/control
    #[argh(option, arg_name = "path")]
    control: Option<PathBuf>,

    /// ask no server to take it
    #[argh(switch)]
    no_reload: bool,
}

pub fn run(command: Publish, console: Console) -> Result<ExitCode, CommandError> {
    let mut allow = command.allow;
    let kinds = [(GuardKind::Loss, command.allow_loss), (GuardKind::Jump, command.allow_jump)];
    allow.extend(kinds.into_iter().filter(|(_, given)| *given).map(|(kind, _)| kind.name().to_owned()));
    let request = Request {
        store: Some(command.store),
        trusted_keys: command.trusted_keys,
        allowed: Allowed::parse(&allow)?,
        extent: match (command.dry_run, command.yes) {
            (true, _) => Extent::DryRun,
            (false, true) => Extent::Go,
            (false, false) => Extent::Ask,
        },
        warnings: if command.all { ShownWarnings::All } else { ShownWarnings::New },
        message: request::one_line(command.message)?,
        keep: command.keep,
        control: (!command.no_reload).then(|| command.control.unwrap_or_else(path_from_environment)),
        ..Request::new(Purpose::Publish, console)
    };
    publication::complete(&request, |_| Submitted::path(&command.dataset, &request))
}
