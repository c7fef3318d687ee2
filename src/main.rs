//! indicatord: macroeconomic indicators as read-only JSON. Parses the command line, runs the command, and turns the
//! outcome into an exit code.

mod cli;
mod commands;
mod compare;
mod console;
mod daemon;
mod dataset;
mod directory;
mod hex;
mod imports;
mod messages;
mod model;
#[cfg(test)]
mod scratch;
mod server;
mod site;
mod store;

use std::process::ExitCode;

use cli::Command;
use console::{complain, say};

fn main() -> ExitCode {
    let (arguments, lang) = cli::parse();
    if arguments.version {
        say(&format!("{} {}\n", env!("CARGO_PKG_NAME"), env!("CARGO_PKG_VERSION")));
        return ExitCode::SUCCESS;
    }
    let outcome = match arguments.command {
        Some(Command::Serve(command)) => commands::serve::run(command, lang),
        Some(Command::Check(command)) => commands::check::run(command, lang),
        Some(Command::Preview(command)) => commands::preview::run(command, lang),
        Some(Command::Export(command)) => commands::export::run(command),
        Some(Command::Diff(command)) => commands::diff::run(command, lang),
        Some(Command::Bundle(command)) => commands::bundle::run(command, lang),
        Some(Command::Publish(command)) => commands::publish::run(command, lang),
        Some(Command::Stage(command)) => commands::stage::run(command, lang),
        Some(Command::Approve(command)) => commands::approve::run(command, lang),
        Some(Command::Withdraw(command)) => commands::withdraw::run(command, lang),
        Some(Command::Rollback(command)) => commands::rollback::run(command, lang),
        Some(Command::Schema(command)) => commands::schema::run(&command),
        Some(Command::Releases(command)) => commands::releases::run(command, lang),
        Some(Command::Verify(command)) => commands::verify::run(command, lang),
        Some(Command::Record(command)) => commands::record::run(command, lang),
        Some(Command::Checked(command)) => commands::checked::run(command, lang),
        Some(Command::Import(command)) => commands::import::run(command, lang),
        Some(Command::Undo(command)) => commands::undo::run(command, lang),
        Some(Command::Reload(command)) => commands::reload::run(command, lang),
        Some(Command::Probe(command)) => commands::probe::run(&command),
        None => Err(messages::no_command().into()),
    };
    let code = outcome.unwrap_or_else(|failure| {
        complain(&failure.text(lang));
        failure.exit_code()
    });
    console::stderr::finish();
    code
}
