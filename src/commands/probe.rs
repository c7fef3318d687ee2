//! `indicatord probe`: whether a server answers, for health checks that have no other client.

use super::*;

use crate::cli::values::probe;
use crate::server::{self, ProbeTarget};

/// Request a page and exit with 0 if the answer is 200; meant for health checks.
#[derive(argh::FromArgs, argh::ArgsInfo)]
#[argh(subcommand, name = "probe", help_triggers("-h", "--help"))]
#[argh(note = "The address is numeric. Without a path, /healthz is requested.")]
#[argh(example = "$ {command_name} http://127.0.0.1:8080")]
pub struct Probe {
    /// the URL to request
    #[argh(positional, from_str_fn(probe))]
    url: ProbeTarget,

    /// the time to wait for the complete answer, in seconds; by default 5
    #[argh(option, default = "Duration::from_secs(5)", arg_name = "seconds", from_str_fn(seconds))]
    timeout: Duration,
}

pub fn run(command: Probe, _: Console) -> Result<(), CommandError> {
    match server::get(&command.url, command.timeout) {
        Ok(200) => Ok(()),
        Ok(status) => Err(msg::answers_with(&command.url, status).into()),
        Err(error) => Err(msg::does_not_answer(&command.url, msg::reason(&error)).into()),
    }
}
