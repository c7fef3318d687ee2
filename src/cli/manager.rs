//! What a service manager and a health check run beside `serve`.

use std::path::PathBuf;
use std::time::Duration;

use argh::FromArgs;

use super::values::{probe, seconds};
use crate::server::ProbeTarget;

/// Ask a server to take its data again, unless they are bad: for ExecReload=.
#[derive(FromArgs)]
#[argh(
    subcommand,
    name = "reload",
    help_triggers("-h", "--help"),
    note = "Reads and checks the dataset as `serve` would. Where it has errors, reports them and ends with 2, or with 1 where\nsomething cannot be read, and the server is not disturbed. Otherwise asks the server at its control socket to\ntake it, which tells the service manager (NOTIFY_SOCKET) and then this command what came of that: 0 where the\nnew data are served, 1 or 2 where it keeps what it serves. Where nobody listens there, the process MAINPID is\nsent SIGHUP, and that is said to be all that is known: 1."
)]
pub struct Reload {
    /// the dataset directory that the server was given
    #[argh(option, arg_name = "dir")]
    pub dataset: Option<PathBuf>,

    /// the store that the server was given
    #[argh(option, arg_name = "dir")]
    pub store: Option<PathBuf>,

    /// the control socket of the server; by default INDICATORD_CONTROL, else /run/indicatord/control
    #[argh(option, arg_name = "path")]
    pub control: Option<PathBuf>,
}

/// Ask a server for a page: exit code 0 when it answers 200, for health checks.
#[derive(FromArgs)]
#[argh(
    subcommand,
    name = "probe",
    help_triggers("-h", "--help"),
    note = "The address is numeric, or unix:PATH. Without a path /healthz is asked for.",
    example = "$ {command_name} http://127.0.0.1:8080\n$ {command_name} unix:/run/indicatord/http.sock"
)]
pub struct Probe {
    /// what to ask for
    #[argh(positional, from_str_fn(probe))]
    pub url: ProbeTarget,

    /// seconds to wait for the whole answer, by default 5
    #[argh(option, default = "Duration::from_secs(5)", arg_name = "seconds", from_str_fn(seconds))]
    pub timeout: Duration,
}
