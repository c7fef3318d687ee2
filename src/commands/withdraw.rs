//! `indicatord withdraw`: a release that was staged is taken back.

use std::process::ExitCode;

use super::at;
use super::publication::{self, report, tell};
use crate::cli::Withdraw;
use crate::console::CommandError;
use crate::messages as msg;
use crate::model::Lang;
use crate::store::{Entry, Event, OffsetTimestamp, Signature};

/// Runs the command.
pub fn run(command: Withdraw, lang: Lang) -> Result<ExitCode, CommandError> {
    let (now, version) = (at(None), command.version);
    let mut store = publication::take_existing(&command.store, now, lang)?;
    if !store.view().journal().staged().iter().any(|staged| staged.release.version == version) {
        return Err(msg::not_staged(&version).into());
    }
    let signature = Signature::now(OffsetTimestamp::utc(now));
    let event = Event::Withdraw { version: version.clone() };
    let trouble = store.withdraw(Entry { signature, event }).map_err(publication::refused)?;
    report(&msg::withdrawn(&version), lang);
    if let Some(trouble) = trouble {
        tell(&trouble.sentence(), lang);
    }
    Ok(ExitCode::SUCCESS)
}
