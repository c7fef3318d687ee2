//! `indicatord reload`: what the service manager runs for a reload.
//!
//! A bad dataset is reported here, where it makes the reload fail, and the server never hears of it. Whether a good one is
//! served is for the server to say: what a store looks like does not tell whether something was served from it before. It
//! tells the service manager first, and then whoever has asked, so that `systemctl reload` returns when it is so.

use std::process::ExitCode;

use rustix::process::{Pid, Signal, kill_process};

use super::{at, language, serve};
use crate::cli::Reload;
use crate::console::{CommandError, Progress};
use crate::daemon;
use crate::messages;
use crate::model::Lang;
use crate::server::Notifier;
use crate::server::control::{self, ReloadOutcome};

/// Checks the dataset, then has the server take it.
pub fn run(command: Reload) -> Result<ExitCode, CommandError> {
    let server = main_process()?;
    let lang = language(command.lang);
    let origin = serve::origin(command.dataset, command.store)?;
    let progress = Progress::begin(lang);
    let checked = daemon::check(&origin, at(None));
    drop(progress);
    checked?;
    match control::ask(server.as_raw_nonzero().get().unsigned_abs()) {
        Ok(Some(ReloadOutcome::Served)) => Ok(ExitCode::SUCCESS),
        Ok(Some(ReloadOutcome::Refused { version, is_unread, ru, en })) => {
            let why = match lang {
                Lang::Ru => ru,
                Lang::En => en,
            };
            let said = why.into_iter().map(messages::verbatim);
            let said = std::iter::once(messages::reload_refused(version)).chain(said).collect();
            Err(if is_unread { CommandError::CouldNotRun(said) } else { CommandError::BadContent(said) })
        }
        Ok(None) => Err(signal(server)),
        Err(error) => Err(messages::reload_unanswered(messages::reason(&error)).into()),
    }
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
fn main_process() -> Result<Pid, CommandError> {
    let number = std::env::var("MAINPID").ok().and_then(|number| number.parse().ok());
    // 1 and below would be somebody else, or everybody.
    let process = number.filter(|&number| number > 1).and_then(Pid::from_raw);
    process.ok_or_else(|| messages::no_main_process().into())
}
