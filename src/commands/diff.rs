//! `indicatord diff`: what readers would notice between two datasets.

use std::path::Path;
use std::process::ExitCode;

use super::{at, language, publishing};
use crate::cli::Diff;
use crate::compare::Difference;
use crate::console::{CommandError, Progress, colour, say};
use crate::dataset::{self, Source};
use crate::messages;
use crate::model::Timestamp;
use crate::store::{self, View};

/// The exit code that says that there is a difference.
const DIFFERENT: u8 = 3;

/// Runs the command.
pub fn run(command: Diff) -> Result<ExitCode, CommandError> {
    let now = at(command.at);
    let lang = language(command.lang);
    let progress = Progress::begin(lang);
    let old = dataset::load(&named(&command.old, now)?, now)?;
    let new = dataset::load(&named(&command.new, now)?, now)?;
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
fn named(text: &str, now: Timestamp) -> Result<Source, CommandError> {
    let path = Path::new(text);
    if text == "embedded" {
        return Ok(Source::Embedded);
    }
    if path.join("releases").is_dir() && !path.join("dataset.json").exists() {
        let view = View::open(path).map_err(publishing::refused)?;
        let public = view.public(now).map_err(publishing::refused)?;
        let version = public.ok_or_else(|| messages::store_serves_nothing(text))?;
        return Ok(Source::Directory(view.release(&version)));
    }
    Ok(match text.rsplit_once('@') {
        Some((root, version)) if !path.is_dir() => {
            Source::Directory(store::release(Path::new(root), version))
        }
        _ => Source::Directory(path.to_owned()),
    })
}
