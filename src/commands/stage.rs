//! `indicatord stage`: a dataset directory or a bundle is stored and compared, and waits for approval.

use std::path::PathBuf;
use std::process::ExitCode;

use super::publication::request::{self, Extent, Purpose, Request};
use super::publication::{self, Submitted};
use crate::cli::configuration;
use crate::compare::guards::Allowed;
use crate::console::{CommandError, Console};

/// Store a dataset for somebody else to approve.
#[derive(argh::FromArgs)]
#[argh(subcommand, name = "stage", help_triggers("-h", "--help"))]
#[argh(
    note = "Checks, compares, numbers and stores as publish does, and puts nothing in service: approve VERSION does, and in a\nstore that asks for two people (settings.json) another user has to. withdraw VERSION takes it back."
)]
#[argh(example = "$ {command_name} /srv/indicators --store /var/lib/indicatord")]
pub struct Stage {
    /// the dataset directory, by default INDICATORD_DATASET, or a signed bundle
    #[argh(positional, arg_name = "dir")]
    dataset: Option<PathBuf>,

    /// the store; by default INDICATORD_STORE
    #[argh(option, arg_name = "dir")]
    store: Option<PathBuf>,

    /// all checks, the comparison and the exit code, and nothing is written
    #[argh(switch)]
    dry_run: bool,

    /// what the journal is to say about it, one line
    #[argh(option, arg_name = "text")]
    message: Option<String>,

    /// the directory of the public keys that a bundle may be signed with; by default INDICATORD_KEYS
    #[argh(option, arg_name = "dir")]
    trusted_keys: Option<PathBuf>,

    /// a case that is meant, as publish has it; may be repeated
    #[argh(option, arg_name = "kind")]
    allow: Vec<String>,
}

/// Nothing becomes public, so neither the operator nor a server is asked.
pub fn run(command: Stage, console: Console) -> Result<ExitCode, CommandError> {
    let configuration = configuration::get();
    let dataset = configuration.dataset(command.dataset)?;
    let request = Request {
        store: Some(configuration.store(command.store)?),
        trusted_keys: command.trusted_keys.or_else(|| configuration.keys.clone()),
        allowed: Allowed::parse(&command.allow)?,
        extent: if command.dry_run { Extent::DryRun } else { Extent::Go },
        message: request::one_line(command.message)?,
        ..Request::new(Purpose::Stage, console)
    };
    publication::complete(&request, |_| Submitted::path(&dataset, &request))
}
