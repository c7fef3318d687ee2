//! indicatord: macroeconomic indicators as read-only JSON. Parses the command line and runs the command.

mod cli;
mod commands;
mod compare;
mod console;
mod daemon;
mod dataset;
mod directory;
mod hash;
mod imports;
mod messages;
mod model;
#[cfg(test)]
#[path = "../tests/fuzz/readers.rs"]
mod readers;
#[cfg(test)]
mod scratch;
mod server;
mod site;
mod store;

use std::process::ExitCode;

fn main() -> ExitCode {
    // First of all: a service may be asked to reload as soon as it is started.
    if std::env::args_os()
        .nth(1)
        .is_some_and(|command| command == "serve")
    {
        daemon::survive_early_hangup();
    }

    let arguments = cli::parse::<commands::Arguments>();
    let code = console::finish(arguments.run());
    console::stderr::finish();
    code
}
