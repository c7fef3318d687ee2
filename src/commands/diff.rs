//! `indicatord diff`: what readers would notice between two datasets.

use std::path::PathBuf;
use std::process::ExitCode;

use super::{at, language};
use crate::cli::Diff;
use crate::compare::Difference;
use crate::console::{CommandError, Progress, colour, say};
use crate::dataset::{self, Source};
use crate::store;

/// The exit code that says that there is a difference.
const DIFFERENT: u8 = 3;

/// Runs the command.
pub fn run(command: Diff) -> Result<ExitCode, CommandError> {
    let now = at(command.at);
    let lang = language(command.lang);
    let progress = Progress::begin(lang);
    let old = dataset::load(&named(&command.old), now)?;
    let new = dataset::load(&named(&command.new), now)?;
    let difference = Difference::between(&old, &new, now);
    drop(progress);
    if command.json {
        say(&difference.json()?);
    } else {
        say(&colour::difference(&difference.text(lang)));
    }
    Ok(if difference.is_empty() { ExitCode::SUCCESS } else { ExitCode::from(DIFFERENT) })
}

/// A dataset directory, `STORE@VERSION`, or `embedded`. A directory that is there is meant, whatever its name.
fn named(text: &str) -> Source {
    if text == "embedded" {
        return Source::Embedded;
    }
    match text.rsplit_once('@') {
        Some((root, version)) if !PathBuf::from(text).is_dir() => {
            Source::Directory(store::release(root.as_ref(), version))
        }
        _ => Source::Directory(text.into()),
    }
}
