//! What the commands share that change a store: taking it, telling what was found, saying how it ended.

pub mod baseline;
pub mod bump;
mod candidate;
pub mod confirm;
pub mod plan;
pub mod request;
mod rules;
pub mod warnings;

use std::path::Path;
use std::process::ExitCode;
use std::sync::Arc;

pub use candidate::{Candidate, open_bundle, stamp_file};

use crate::console::{self, CommandError};
use crate::messages::{self as say, Message};
use crate::model::{Lang, Timestamp};
use crate::store::{Error, Notice, Store};

/// Takes a store to change it, and tells what was found there.
pub fn take(root: &Path, now: Timestamp, lang: Lang) -> Result<Store, CommandError> {
    // A limit on the size of files is then an error like a full disk, and not the end of the program in between.
    let _ = signal_hook::flag::register(signal_hook::consts::SIGXFSZ, Arc::default());
    let waiting = || tell(&say::waiting_for_the_store(), lang);
    let mut store = Store::take(root, now, waiting).map_err(refused)?;
    store.notices().iter().for_each(|notice| tell(&notice.sentence(), lang));
    Ok(store)
}

/// A store that could not be read or taken.
pub fn refused(error: Error) -> CommandError {
    error.sentence().into()
}

/// Something that went wrong before anything was in service that was not before.
pub fn failed(store: &Store, error: Error) -> CommandError {
    match store.view().current() {
        Ok(None) => say::store_failed_at_first(error.sentence()).into(),
        _ => say::store_failed(error.sentence()).into(),
    }
}

/// Says a sentence on the standard output: it is the outcome.
pub fn report(said: &Message, lang: Lang) {
    console::say(&format!("{}\n", said.get(lang)));
}

/// Says a sentence on the standard error: somebody should know, whatever the outcome.
pub fn tell(said: &Message, lang: Lang) {
    console::complain(&format!("{}\n", said.get(lang)));
}

/// Tells what went wrong behind the switch. What is in service is in service; yet that is no success.
pub fn ending(troubles: &[Notice], lang: Lang) -> ExitCode {
    troubles.iter().for_each(|trouble| tell(&trouble.sentence(), lang));
    if troubles.iter().any(Notice::is_trouble) { ExitCode::FAILURE } else { ExitCode::SUCCESS }
}
