//! `indicatord import`: every observation of the files, or none.

use std::collections::BTreeSet;
use std::fs::{self, File};
use std::io::{self, Read};
use std::path::Path;
use std::process::ExitCode;

use super::editing::{Done, Editing};
use crate::cli::{Import, ImportDialect, ImportFormat};
use crate::console::{CommandError, say};
use crate::dataset::edit::{self, CheckOutcome};
use crate::dataset::merge::{Merge, Rule};
use crate::dataset::{DataFile, Dataset, Diagnostics};
use crate::imports::{self, Bulletin, Dialect, Format};
use crate::messages;
use crate::model::Lang;

/// The bytes that a file may have: those of the largest file of a dataset.
const LARGEST: u64 = 16 << 20;

/// Runs the command.
pub fn run(command: Import, lang: Lang) -> Result<ExitCode, CommandError> {
    let format = format(&command)?;
    let files = command.files.iter().map(|path| read(path)).collect::<Result<Vec<_>, _>>()?;
    let mut editing = Editing::begin(&command.dataset, lang)?;
    let full = editing.before.clone()?;
    let dataset = full.with_all_rows();
    let mut merge = Merge::new(&editing.workspace, rule(format), dataset.offset);
    let (mut diagnostics, mut summaries) = (Diagnostics::default(), Vec::new());
    let mut keys = BTreeSet::new();
    for file in &files {
        let import = imports::read(file, format, dataset, &mut diagnostics);
        let before = merge.counts();
        for (location, row) in &import.rows {
            merge.row(row, location, &mut diagnostics);
            if !keys.contains(&row.key) {
                keys.insert(row.key.clone());
            }
        }
        let now = merge.counts();
        summaries.extend(import.notes);
        summaries.push(match now.added - before.added {
            0 => messages::import_seen(&file.path),
            rows => messages::import_summary(&file.path, rows, now.skipped - before.skipped),
        });
    }
    let mut merged = merge.finish();
    for (path, bytes) in std::mem::take(&mut merged.files) {
        editing.workspace.put(&path, bytes);
    }
    if command.checked {
        for source in sources(dataset, &keys) {
            let outcome = CheckOutcome::Succeeded(editing.now);
            edit::checked(&mut editing.workspace, &source, &outcome, dataset.offset);
        }
    }
    let names = command.files.iter().map(|path| path.display().to_string()).collect::<Vec<_>>().join(" ");
    let done = Done { what: format!("import {names}"), rows: std::mem::take(&mut merged.rows) };
    // What was understood is shown before it is judged.
    for line in summaries {
        say(&format!("{}\n", line.get(editing.lang)));
    }
    editing.finish(done, diagnostics, &command.allow, |at| merged.origin(at))?;
    Ok(ExitCode::SUCCESS)
}

fn format(command: &Import) -> Result<Format<'_>, CommandError> {
    let bulletin = Bulletin { source: command.source.as_deref(), published: command.published.as_deref() };
    let option = bulletin.source.map(|_| "--source").or(bulletin.published.map(|_| "--published"));
    match (command.format, command.dialect) {
        (ImportFormat::Table, _) if option.is_some() => {
            Err(messages::option_for_format(option.unwrap_or_default(), "cbar-daily").into())
        }
        (ImportFormat::Table, None) => Ok(Format::Table(Dialect::Plain)),
        (ImportFormat::Table, Some(ImportDialect::ExcelRu)) => Ok(Format::Table(Dialect::ExcelRu)),
        (ImportFormat::CbarDaily, None) => Ok(Format::CbarDaily(bulletin)),
        (ImportFormat::CbarDaily, Some(_)) => Err(messages::option_for_format("--dialect", "table").into()),
    }
}

/// What rows of these files are merged by.
fn rule(format: Format<'_>) -> Rule {
    match format {
        Format::Table(_) => Rule::Table,
        Format::CbarDaily(Bulletin { published: None, .. }) => Rule::Bulletin,
        Format::CbarDaily(_) => Rule::CorrectedBulletin,
    }
}

/// The sources of these indicators.
fn sources(dataset: &Dataset, keys: &BTreeSet<String>) -> BTreeSet<String> {
    let filled = dataset.indicators().filter(|indicator| keys.contains(indicator.key.as_str()));
    filled.filter_map(|indicator| indicator.source.as_ref().map(|source| source.id.clone())).collect()
}

/// A file, or the standard input for `-`.
fn read(path: &Path) -> Result<DataFile, CommandError> {
    let shown = path.display().to_string();
    let cannot =
        |error: io::Error| CommandError::from(messages::cannot_read_file(&shown, messages::reason(&error)));
    let mut bytes = Vec::new();
    if shown == "-" {
        io::stdin().lock().take(LARGEST + 1).read_to_end(&mut bytes).map_err(cannot)?;
    } else {
        // A pipe would keep the program waiting for somebody at its other end.
        if !fs::metadata(path).map_err(cannot)?.is_file() {
            return Err(messages::not_a_file(&shown).into());
        }
        File::open(path).and_then(|file| file.take(LARGEST + 1).read_to_end(&mut bytes)).map_err(cannot)?;
    }
    if bytes.len() as u64 > LARGEST {
        return Err(messages::import_too_large(&shown, LARGEST >> 20).into());
    }
    Ok(DataFile { path: shown, bytes })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::scratch::Scratch;

    #[test]
    fn a_file_may_be_as_long_as_the_longest_of_a_dataset() {
        let scratch = Scratch::new();
        let path = scratch.join("table.csv");
        for (length, is_read) in [(LARGEST, true), (LARGEST + 1, false)] {
            File::create(&path).and_then(|file| file.set_len(length)).unwrap();
            assert_eq!(read(&path).is_ok_and(|file| file.bytes.len() as u64 == length), is_read, "{length}");
        }
    }
}
