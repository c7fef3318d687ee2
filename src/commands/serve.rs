//! `indicatord serve`: the log, then the daemon.

use std::path::PathBuf;
use std::process::ExitCode;

use log::LevelFilter;
use simplelog::{ConfigBuilder, WriteLogger};

use crate::cli::Serve;
use crate::console::CommandError;
use crate::console::journal::{self, JournalLog};
use crate::daemon::{self, Origin};
use crate::dataset::Source;
use crate::messages;
use crate::server::{Listen, share_heaps};
use crate::site::SiteOptions;

/// Runs the command until the program is asked to end.
pub fn run(command: Serve) -> Result<ExitCode, CommandError> {
    share_heaps();
    log_to_stderr(command.log_level);
    let bounds = command.bounds();
    let origin = origin(command.dataset, command.store)?;
    let listen = if command.listen.is_empty() { vec![Listen::default()] } else { command.listen };
    let options = SiteOptions { public_url: command.public_url };
    daemon::run(origin, options, &listen, bounds)?;
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

/// One line an event: instant, level, message; the journal knows the first two by itself.
fn log_to_stderr(level: LevelFilter) {
    if journal::is_stderr() {
        return JournalLog::begin(level);
    }
    let config = ConfigBuilder::new()
        .set_time_format_rfc3339()
        .set_time_level(LevelFilter::Error)
        .set_thread_level(LevelFilter::Off)
        .set_target_level(LevelFilter::Off)
        .set_location_level(LevelFilter::Off)
        // What libraries say of themselves is of no use to an operator.
        .add_filter_allow_str(env!("CARGO_PKG_NAME"))
        .build();
    // Fails only where a logger has been set before, which nothing here does.
    let _ = WriteLogger::init(level, config, std::io::stderr());
}
