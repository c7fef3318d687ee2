//! `indicatord bundle`: a dataset as one file, to be signed and carried.

use std::fs::OpenOptions;
use std::io::Write;
use std::path::Path;
use std::process::ExitCode;

use chrono::SecondsFormat;

use super::publishing::report;
use super::{at, language};
use crate::cli::Bundle;
use crate::console::{CommandError, Progress};
use crate::dataset::{self, Diagnostics, Source};
use crate::messages as say;
use crate::model::Timestamp;
use crate::store;

/// Runs the command: what `check` would refuse is not bundled.
pub fn run(command: Bundle) -> Result<ExitCode, CommandError> {
    let (now, lang) = (at(None), language(command.lang));
    let progress = Progress::begin(lang);
    let mut diagnostics = Diagnostics::default();
    let files = dataset::read(&Source::Directory(command.dataset), &mut diagnostics);
    let broken = store::verify_sums(&files);
    if !broken.is_empty() {
        return Err(CommandError::BadContent(broken));
    }
    let dataset = dataset::check(&files, command.not_before.unwrap_or(now), diagnostics)?;
    drop(progress);
    let sequence = command.sequence.unwrap_or_else(|| u64::try_from(now.timestamp_millis()).unwrap_or(0));
    let written = |instant: Timestamp| instant.to_rfc3339_opts(SecondsFormat::Secs, true);
    let instants = (written(now), command.not_before.map(written));
    let shown = command.out.display();
    let bytes = store::bundle::write(&files, dataset.version(), sequence, instants)
        .map_err(|error| say::cannot_write_file(shown.to_string(), error))?;
    create(&command.out, &bytes)
        .map_err(|error| say::cannot_write_file(shown.to_string(), say::reason(&error)))?;
    report(&say::bundled(shown.to_string(), dataset.version(), sequence), lang);
    Ok(ExitCode::SUCCESS)
}

/// Writes a file that was not there; what could not be finished is removed.
fn create(path: &Path, bytes: &[u8]) -> std::io::Result<()> {
    let mut file = OpenOptions::new().write(true).create_new(true).open(path)?;
    file.write_all(bytes).and_then(|()| file.sync_all()).inspect_err(|_| {
        let _ = std::fs::remove_file(path);
    })
}
