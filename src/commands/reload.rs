//! `indicatord reload`: what the service manager runs for a reload.
//!
//! The service manager is told first and the server signalled second. A reload that was announced ends when the
//! server says that it is ready, which it does when it serves what it has read: only then does `systemctl reload`
//! return. A bad dataset is reported here, where it makes the reload fail, and the server never hears of it.

use std::process::ExitCode;

use rustix::process::{Pid, Signal, kill_process};

use super::{at, language, serve};
use crate::cli::Reload;
use crate::console::{CommandError, Progress};
use crate::daemon;
use crate::messages;
use crate::server::Notifier;

/// Checks the dataset, then has the server take it.
pub fn run(command: Reload) -> Result<ExitCode, CommandError> {
    let server = main_process()?;
    let origin = serve::origin(command.dataset, command.store)?;
    let progress = Progress::begin(language(command.lang));
    let checked = daemon::check(&origin, at(None));
    drop(progress);
    checked?;
    Notifier::from_environment().reloading();
    kill_process(server, Signal::HUP).map_err(|error| CommandError::from(messages::cannot_signal(error)))?;
    Ok(ExitCode::SUCCESS)
}

/// The process that the service manager calls the main one.
fn main_process() -> Result<Pid, CommandError> {
    let number = std::env::var("MAINPID").ok().and_then(|number| number.parse().ok());
    // 1 and below would be somebody else, or everybody.
    let process = number.filter(|&number| number > 1).and_then(Pid::from_raw);
    process.ok_or_else(|| messages::no_main_process().into())
}
