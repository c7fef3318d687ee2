//! `indicatord reload`: the command that the service manager runs for a reload.
//!
//! A bad dataset is reported here, where it makes the reload fail, and the server never hears of it. Only the
//! server can say whether a good one is served: a store does not show whether something was served from it before. The
//! server tells the service manager first, and then the client, so that `systemctl reload` returns when it is so.

use super::*;

use rustix::process::{Pid, Signal, kill_process};

use crate::server::Notifier;
use crate::server::control::Fault;

const TIMEOUT: Duration = Duration::from_secs(60);

/// Check the data and ask the server to reload them; meant for ExecReload=.
#[derive(argh::FromArgs, argh::ArgsInfo)]
#[argh(subcommand, name = "reload", help_triggers("-h", "--help"))]
#[argh(
    note = "Reads and checks the dataset as serve would. If it has errors, reports them and exits with 2, or with 1 \
            if something cannot be read, without contacting the server. Otherwise asks the server to reload over its \
            control socket and reports the result: 0 if the new data are served, 1 or 2 if the server keeps the \
            present data. If no server answers there, sends SIGHUP to the process MAINPID and exits with 1, because \
            the result is then unknown."
)]
pub struct Reload {
    /// the dataset directory of the server; by default as for serve
    #[argh(option, arg_name = "dir")]
    dataset: Option<PathBuf>,

    /// the store of the server; by default as for serve
    #[argh(option, arg_name = "dir")]
    store: Option<PathBuf>,

    /// the control socket of the server; by default INDICATORD_CONTROL, else /run/indicatord/control
    #[argh(option, arg_name = "path")]
    control: Option<PathBuf>,
}

pub fn run(command: Reload, console: Console) -> Result<(), CommandError> {
    let origin = serve::origin(command.dataset, command.store)?;
    let progress = Progress::begin(console.lang);
    let checked = daemon::check(&origin, at(None));
    drop(progress);
    checked?.iter().for_each(|doubt| console.eprintln(doubt));
    let path = configuration::get().control(command.control);
    let outcome = match control::ask(&path, Question::Reload, TIMEOUT) {
        Ok(answer) => answer.outcome,
        Err(NoAnswer::NobodyListens) => {
            let process = main_process().ok_or_else(|| msg::no_main_process(path.display()))?;
            return Err(signal(process));
        }
        Err(error) => return Err(error.message(&path).into()),
    };
    let Outcome::Refused { version, fault, .. } = &outcome else { return Ok(()) };
    let (refused, fault) = (msg::reload_refused(version), *fault);
    let said =
        [refused].into_iter().chain(outcome.reasons(console.lang).into_iter().map(msg::verbatim)).collect();
    Err(match fault {
        Fault::Unread => CommandError::CouldNotRun(said),
        Fault::Content => CommandError::BadContent(said),
    })
}

/// Signals a server that takes no requests: it reloads, and does not report the result. The reload is announced first, so
/// that the service manager waits for it.
fn signal(server: Pid) -> CommandError {
    Notifier::from_environment().reloading();
    match kill_process(server, Signal::HUP) {
        Ok(()) => msg::reload_result_unknown().into(),
        Err(error) => msg::cannot_signal(error).into(),
    }
}

fn main_process() -> Option<Pid> {
    let number = std::env::var("MAINPID").ok()?.parse().ok();
    // 1 and below would be somebody else, or everybody.
    number.filter(|&number| number > 1).and_then(Pid::from_raw)
}
