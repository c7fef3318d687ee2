//! `indicatord withdraw`: a staged release is taken back.

use std::path::PathBuf;

use super::publication;
use crate::cli::{configuration, values::at};
use crate::console::{CommandError, Console};
use crate::messages as msg;
use crate::store::{Entry, Event, IfMissing, OffsetTimestamp, Signature};

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
    if !store.state().journal().staged().iter().any(|staged| staged.release.version == version) {
        return Err(msg::not_staged(&version).into());
    }
    let signature = Signature::now(OffsetTimestamp::utc(now));
    let event = Event::Withdraw { version: version.clone() };
    let mut troubles = store.withdraw(Entry { signature, event })?;
    console.println(&msg::withdrawn(&version));
    troubles.extend(store.take_events());
    troubles.iter().for_each(|trouble| console.eprintln(&trouble.sentence()));
    Ok(())
}
