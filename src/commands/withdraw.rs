//! `indicatord withdraw`: a staged release is taken back.

use std::path::PathBuf;

use super::publication;
use crate::cli::{configuration, values::at};
use crate::console::{CommandError, Console};
use crate::messages as msg;
use crate::store::{Entry, Event, IfMissing, Signature};

/// Withdraw a staged release and remove its files.
#[derive(argh::FromArgs, argh::ArgsInfo)]
#[argh(subcommand, name = "withdraw", help_triggers("-h", "--help"))]
#[argh(note = "Its version is not used again.")]
#[argh(example = "$ {command_name} 2026-11-21.1 --store /var/lib/indicatord")]
pub struct Withdraw {
    /// the staged release
    #[argh(positional)]
    version: String,

    /// the store; by default INDICATORD_STORE
    #[argh(option, arg_name = "dir")]
    store: Option<PathBuf>,
}

pub fn run(command: Withdraw, console: Console) -> Result<(), CommandError> {
    let (now, version) = (at(None), command.version);
    let mut store =
        publication::lock(&configuration::get().store(command.store)?, IfMissing::Refuse, now, console)?;
    store.take_events().iter().for_each(|event| console.eprintln(&event.sentence()));
    let staged = store.state().journal().staged();
    let staged = staged.iter().find(|staged| staged.release.version == version);
    let signature = Signature::now(staged.ok_or_else(|| msg::not_staged(&version))?.by.at.beside(now));
    let event = Event::Withdraw { version: version.clone() };
    let mut troubles = store.withdraw(Entry { signature, event })?;
    console.println(&msg::withdrawn(&version));
    troubles.extend(store.take_events());
    troubles.iter().for_each(|trouble| console.eprintln(&trouble.sentence()));
    Ok(())
}
