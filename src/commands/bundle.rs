//! `indicatord bundle`: a dataset as one file, to be signed and carried.

use std::fs::OpenOptions;
use std::io::Write;
use std::os::unix::fs::OpenOptionsExt;
use std::path::Path;
use std::process::ExitCode;

use chrono::SecondsFormat;

use super::at;
use super::publication::submitted::judge_sums;
use super::publication::{embargo, next_version, report, stamp_files, tell};
use crate::cli::Bundle;
use crate::console::{CommandError, Progress};
use crate::dataset::{self, DataFile, Diagnostics, FullDataset, SUMS_FILE, Source};
use crate::messages as msg;
use crate::model::{Lang, Timestamp};
use crate::store::OffsetTimestamp;
use crate::store::bundle::{self, Manifest};

/// Runs the command: what `check` would refuse is not bundled. A number that was bundled or published from the directory
/// before is not given again [D26.2].
pub fn run(command: Bundle, lang: Lang) -> Result<ExitCode, CommandError> {
    let now = at(None);
    let progress = Progress::begin(lang);
    let mut diagnostics = Diagnostics::default();
    let mut files = dataset::read(&Source::Directory(command.dataset.clone()), &mut diagnostics);
    judge_sums(&files, &diagnostics)?;
    let mut dataset = dataset::check(&files, now, diagnostics)?;
    let used = dataset::noted_versions(&command.dataset);
    let is_given = used.iter().any(|used| used == dataset.version());
    if is_given {
        number(&mut files, &mut dataset, &used, now)?;
    }
    drop(progress);
    let sequence = command.sequence.unwrap_or_else(|| u64::try_from(now.timestamp_millis()).unwrap_or(0));
    let embargoed = embargo::rows(&dataset, now);
    let mut manifest =
        Manifest::new(dataset.version().to_owned(), sequence, OffsetTimestamp::utc(now), &files);
    manifest.embargoed = embargoed.map_or(0, |(count, _)| count);
    let shown = command.out.display().to_string();
    let bytes = bundle::write(&files, &manifest)
        .map_err(|error| msg::cannot_write_file(&shown, msg::reason(&error)))?;
    // Rows under embargo are nobody else's.
    let mode = if embargoed.is_some() { 0o600 } else { 0o666 };
    create(&command.out, &bytes, mode)
        .map_err(|error| msg::cannot_write_file(&shown, msg::reason(&error)))?;
    if is_given {
        let as_of = dataset.offset().timestamp(dataset.as_of());
        report(&msg::number_given(dataset.version(), as_of), lang);
    }
    report(&msg::bundled(&shown, dataset.version(), sequence), lang);
    if let Some((count, first)) = embargoed {
        report(&msg::bundle_has_embargoed(count, dataset.offset().timestamp(first)), lang);
    }
    let at = now.to_rfc3339_opts(SecondsFormat::Secs, true);
    let mut said = |message| tell(&message, lang);
    if let Err(trouble) = dataset::note_bundle(&command.dataset, dataset.version(), &at, &mut said) {
        tell(&trouble, lang);
    }
    Ok(ExitCode::SUCCESS)
}

/// Gives the next number of the day, unless sums hold the files as they are.
fn number(
    files: &mut [DataFile],
    dataset: &mut FullDataset,
    used: &[String],
    now: Timestamp,
) -> Result<(), CommandError> {
    if files.iter().any(|file| file.path == SUMS_FILE) {
        return Err(msg::version_was_used(dataset.version()).into());
    }
    let version = next_version(used, dataset.offset(), now);
    stamp_files(files, &version, &dataset.offset().timestamp(now));
    *dataset = dataset.stamped(version, now);
    Ok(())
}

/// Writes a file that was not there; what could not be finished is removed.
fn create(path: &Path, bytes: &[u8], mode: u32) -> std::io::Result<()> {
    let mut file = OpenOptions::new().write(true).create_new(true).mode(mode).open(path)?;
    file.write_all(bytes).and_then(|()| file.sync_all()).inspect_err(|_| {
        let _ = std::fs::remove_file(path);
    })
}
