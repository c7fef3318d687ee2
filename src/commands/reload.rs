//! `indicatord reload`: what the service manager runs for a reload.
//!
//! A bad dataset is reported here, where it makes the reload fail, and the server never hears of it. Whether a good one is
//! served is for the server to say: what a store looks like does not tell whether something was served from it before. It
//! tells the service manager first, and then the client, so that `systemctl reload` returns when it is so.

use std::process::ExitCode;
use std::time::Duration;

use rustix::process::{Pid, Signal, kill_process};

use super::{at, serve};
use crate::cli::Reload;
use crate::console::{CommandError, Progress};
use crate::daemon;
use crate::messages;
use crate::model::Lang;
use crate::server::Notifier;
use crate::server::control::{self, Fault, NoAnswer, ReloadOutcome};

/// How long the server may take to say what came of the reload.
const WAIT: Duration = Duration::from_secs(60);

/// Checks the dataset, then has the server take it.
pub fn run(command: Reload, lang: Lang) -> Result<ExitCode, CommandError> {
    let origin = serve::origin(command.dataset, command.store)?;
    let progress = Progress::begin(lang);
    let checked = daemon::check(&origin, at(None));
    drop(progress);
    checked?;
    let path = command.control.unwrap_or_else(control::path_from_environment);
    let outcome = match control::ask(&path, WAIT) {
        Ok(answer) => answer.outcome,
        Err(NoAnswer::NobodyListens) => {
            let process = main_process().ok_or_else(|| messages::no_main_process(path.display()))?;
            return Err(signal(process));
        }
        Err(error) => return Err(error.message(&path).into()),
    };
    let (version, fault) = match &outcome {
        ReloadOutcome::Served { .. } => return Ok(ExitCode::SUCCESS),
        ReloadOutcome::Refused { version, fault, .. } => (version.clone(), *fault),
    };
    let why = outcome.reasons(lang).into_iter().map(messages::verbatim);
    let said = std::iter::once(messages::reload_refused(version)).chain(why).collect();
    Err(match fault {
        Fault::Unread => CommandError::CouldNotRun(said),
        Fault::Content => CommandError::BadContent(said),
    })
}

/// Signals a server that takes no requests, which then reloads and does not say what comes of it. Announced before, so
/// that the service manager waits for it.
fn signal(server: Pid) -> CommandError {
    Notifier::from_environment().reloading();
    match kill_process(server, Signal::HUP) {
        Ok(()) => messages::reload_result_unknown().into(),
        Err(error) => messages::cannot_signal(error).into(),
    }
}

/// The process that the service manager calls the main one.
fn main_process() -> Option<Pid> {
    let number = std::env::var("MAINPID").ok()?.parse().ok();
    // 1 and below would be somebody else, or everybody.
    number.filter(|&number| number > 1).and_then(Pid::from_raw)
}
