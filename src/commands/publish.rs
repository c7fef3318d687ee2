//! `indicatord publish`: a dataset directory or a bundle becomes the current release.

use std::path::PathBuf;
use std::process::ExitCode;

use super::publication::request::{self, Extent, Purpose, Request};
use super::publication::{self, Submitted};
use crate::cli::configuration;
use crate::compare::guards::Allowed;
use crate::console::{CommandError, Console};

/// The members of its JSON object, which are null where there is nothing to say.
const MEMBERS: &[&str] = &["version", "previous", "hash", "difference", "cases", "served", "removed"];

/// Put a dataset in service as a release of a store.
#[derive(argh::FromArgs)]
#[argh(subcommand, name = "publish", help_triggers("-h", "--help"))]
#[argh(
    note = "Checks the dataset, verifies its SHA256SUMS if it has them, says what will change for readers, copies it to\nSTORE/releases/VERSION, puts it in service in one step, and has the server on this machine take it. At a terminal it\nasks first: what was shown is what is published, or nothing is. A version that was used before gets the next number\nof the day (2026-11-21.2), in the release alone; where only version and asOf would differ, nothing is done."
)]
#[argh(example = "$ {command_name} /srv/indicators --store /var/lib/indicatord")]
pub struct Publish {
    /// the dataset directory, by default INDICATORD_DATASET, or a signed bundle
    #[argh(positional, arg_name = "dir")]
    dataset: Option<PathBuf>,

    /// the store; by default INDICATORD_STORE
    #[argh(option, arg_name = "dir")]
    store: Option<PathBuf>,

    /// all checks, the comparison and the exit code, and nothing is written
    #[argh(switch)]
    dry_run: bool,

    /// do not ask
    #[argh(switch)]
    yes: bool,

    /// make a store of a directory that is empty or not there
    #[argh(switch)]
    new_store: bool,

    /// what was done as one JSON object, without a question
    #[argh(switch)]
    json: bool,

    /// what the journal is to say about it, one line
    #[argh(option, arg_name = "text")]
    message: Option<String>,

    /// the directory of the public keys that a bundle may be signed with; by default INDICATORD_KEYS
    #[argh(option, arg_name = "dir")]
    trusted_keys: Option<PathBuf>,

    /// a case that is meant: loss, jump, revision, definition, future, history, order, date, status, as-of, unread,
    /// early or withdrawn, for all indicators or as KIND=KEY for one; may be repeated
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

pub fn run(command: Publish, console: Console) -> Result<ExitCode, CommandError> {
    console.run(command.json, MEMBERS, |console| publish(command, console))
}

fn publish(command: Publish, console: Console) -> Result<ExitCode, CommandError> {
    let configuration = configuration::get();
    let dataset = configuration.dataset(command.dataset)?;
    let request = Request {
        store: Some(configuration.store(command.store)?),
        trusted_keys: command.trusted_keys.or_else(|| configuration.keys.clone()),
        allowed: Allowed::parse(&command.allow)?,
        extent: match (command.dry_run, command.yes) {
            (true, _) => Extent::DryRun,
            (false, true) => Extent::Go,
            (false, false) => Extent::Ask,
        },
        new_store: command.new_store,
        message: request::one_line(command.message)?,
        control: (!command.no_reload).then(|| configuration.control(command.control)),
        ..Request::new(Purpose::Publish, console)
    };
    publication::complete(&request, |_| Submitted::path(&dataset, &request))
}
