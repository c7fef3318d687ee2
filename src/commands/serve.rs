//! `indicatord serve`: the log, then the daemon.

use std::path::PathBuf;
use std::process::ExitCode;

use crate::cli::Serve;
use crate::console::{self, CommandError};
use crate::daemon::{self, Origin, Settings};
use crate::dataset::Source;
use crate::messages;
use crate::model::Lang;
use crate::server::{ListenAddress, share_heaps};
use crate::site::SiteOptions;

/// Runs the command until the program is asked to end.
pub fn run(command: Serve, lang: Lang) -> Result<ExitCode, CommandError> {
    share_heaps();
    console::log::start(command.log_level).map_err(messages::cannot_start_thread)?;
    let limits = command.limits();
    let origin = origin(command.dataset, command.store)?;
    let listen = if command.listen.is_empty() { vec![ListenAddress::default()] } else { command.listen };
    let options = SiteOptions { public_url: command.public_url };
    daemon::run(Settings { origin, options, listen, control: command.control, limits, lang })?;
    Ok(ExitCode::SUCCESS)
}

/// What is to be served.
pub fn origin(dataset: Option<PathBuf>, store: Option<PathBuf>) -> Result<Origin, CommandError> {
    match (dataset, store) {
        (Some(_), Some(_)) => Err(messages::dataset_or_store().into()),
        (None, Some(store)) => Ok(Origin::Store(store)),
        (Some(directory), None) => Ok(Origin::Dataset(Source::Directory(directory))),
        (None, None) => Ok(Origin::Dataset(Source::Embedded)),
    }
}
