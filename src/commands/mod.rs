//! The commands, a file each: its arguments beside what it does.

mod approve;
mod bundle;
mod check;
mod checked;
mod diff;
mod editing;
mod export;
mod import;
mod init;
mod log;
mod named;
mod preview;
mod probe;
mod publication;
mod publish;
mod record;
mod reload;
mod rollback;
mod serve;
mod stage;
mod status;
mod undo;
mod withdraw;

use std::process::{ExitCode, Termination};

use crate::console::{self, CommandError, Console};
use crate::messages as msg;

/// Publishes macroeconomic and financial indicators as read-only JSON in Russian and English.
#[derive(argh::FromArgs)]
#[argh(
    help_triggers("-h", "--help"),
    note = "A dataset is a directory of JSON and CSV files that people edit by hand. It is checked as a whole and\nserved as a whole; a dataset with an error is never served.",
    example = "Serve the dataset inside the program on http://127.0.0.1:8080/data.json\n$ {command_name} serve",
    example = "Check a dataset, then serve it, then take a new version of it without losing a request\n$ {command_name} check /srv/indicators\n$ {command_name} serve --dataset /srv/indicators\n$ kill -HUP PID",
    error_code(0, "done"),
    error_code(
        1,
        "could not be done: unreadable, no permission, no room, an address in use, wrong arguments; or refused"
    ),
    error_code(2, "the content of a dataset is wrong: all problems have been reported")
)]
pub struct Arguments {
    /// print the version and end
    #[argh(switch)]
    version: bool,

    #[argh(subcommand)]
    command: Option<Command>,
}

impl Arguments {
    pub fn run(self, console: Console) -> Result<ExitCode, CommandError> {
        if self.version {
            console::print(&format!("{} {}\n", env!("CARGO_PKG_NAME"), env!("CARGO_PKG_VERSION")));
            return Ok(ExitCode::SUCCESS);
        }
        self.command.ok_or_else(msg::no_command)?.run(console)
    }
}

/// The commands in the order of `--help`, each by its module and its arguments.
macro_rules! commands {
    ($($module:ident::$name:ident,)*) => {
        #[derive(argh::FromArgs)]
        #[argh(subcommand)]
        enum Command {
            $($name($module::$name),)*
        }

        /// Their names.
        pub const NAMES: &[&str] = &[$(stringify!($module)),*];

        impl Command {
            fn run(self, console: Console) -> Result<ExitCode, CommandError> {
                match self {
                    $(Command::$name(command) => $module::run(command, console).map(Termination::report),)*
                }
            }
        }
    };
}

commands! {
    serve::Serve,
    init::Init,
    check::Check,
    preview::Preview,
    export::Export,
    record::Record,
    checked::Checked,
    import::Import,
    undo::Undo,
    bundle::Bundle,
    diff::Diff,
    publish::Publish,
    stage::Stage,
    approve::Approve,
    withdraw::Withdraw,
    rollback::Rollback,
    status::Status,
    log::Log,
    reload::Reload,
    probe::Probe,
}
