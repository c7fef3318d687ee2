//! `indicatord serve`: the log, then the daemon.

use std::process::ExitCode;

use log::LevelFilter;
use simplelog::{ConfigBuilder, WriteLogger};

use crate::cli::Serve;
use crate::daemon::{self, Origin};
use crate::dataset::Source;
use crate::outcome::Failure;
use crate::server::Listen;

/// Runs the command until the program is asked to end.
pub fn run(command: Serve) -> Result<ExitCode, Failure> {
    log_to_stderr(command.log_level);
    let bounds = command.bounds();
    let origin = match (command.dataset, command.store) {
        (Some(_), Some(_)) => {
            return Err(Failure::CouldNotRun("give --dataset or --store, not both".to_owned()));
        }
        (None, Some(store)) => Origin::Store(store),
        (Some(directory), None) => Origin::Dataset(Source::Directory(directory)),
        (None, None) => Origin::Dataset(Source::Embedded),
    };
    let listen = if command.listen.is_empty() { vec![Listen::default()] } else { command.listen };
    daemon::run(origin, &listen, bounds)?;
    Ok(ExitCode::SUCCESS)
}

/// One line an event: instant, level, message.
fn log_to_stderr(level: LevelFilter) {
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
