//! `indicatord diff`: what readers would notice between two datasets.

use std::path::Path;
use std::process::ExitCode;

use super::{at, publication};
use crate::cli::Diff;
use crate::compare::Difference;
use crate::console::{CommandError, Progress, colour, say};
use crate::dataset::{self, FullDataset, Source};
use crate::messages;
use crate::model::{Lang, Timestamp};
use crate::store::View;

/// The exit code that says that there is a difference.
const DIFFERENT: u8 = 3;

/// Runs the command.
pub fn run(command: Diff, lang: Lang) -> Result<ExitCode, CommandError> {
    let now = at(command.at);
    let progress = Progress::begin(lang);
    let old = named(&command.old, now, lang)?;
    let new = named(&command.new, now, lang)?;
    let difference = Difference::between(&old, &new, now)?;
    drop(progress);
    if command.json {
        say(&difference.json()?);
    } else {
        say(&colour::difference(&difference.text(lang)));
    }
    Ok(if difference.is_empty() { ExitCode::SUCCESS } else { ExitCode::from(DIFFERENT) })
}

/// A dataset directory, a store, whose release in service is meant, `STORE@VERSION`, or `embedded`. A directory that is
/// there is meant, whatever its name.
fn named(text: &str, now: Timestamp, lang: Lang) -> Result<FullDataset, CommandError> {
    let path = Path::new(text);
    if text == "embedded" {
        return Ok(dataset::load(&Source::Embedded, now)?);
    }
    if path.join("releases").is_dir() && !path.join("dataset.json").exists() {
        let view = View::open(path).map_err(publication::refused)?;
        let current = view.current().map_err(publication::refused)?;
        let version = current.ok_or_else(|| messages::store_serves_nothing(text))?;
        return publication::load(&view, &version, now, lang);
    }
    match text.rsplit_once('@') {
        Some((root, version)) if !path.is_dir() => {
            let view = View::open(Path::new(root)).map_err(publication::refused)?;
            publication::load(&view, version, now, lang)
        }
        _ => Ok(dataset::load(&Source::Directory(path.to_owned()), now)?),
    }
}
