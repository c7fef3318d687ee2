//! `indicatord diff`: what readers would notice between two datasets.

use std::path::PathBuf;
use std::process::ExitCode;

use super::named::Named;
use crate::cli::configuration;
use crate::cli::values::{at, instant};
use crate::compare::Difference;
use crate::console::{self, CommandError, Console, Progress};
use crate::dataset::{self, FullDataset, Source};
use crate::messages as msg;
use crate::model::Timestamp;
use crate::store::{Integrity, StoreState};

const DIFFERENT: u8 = 3;
/// The members of its JSON object, which are null where nothing could be compared.
const MEMBERS: &[&str] =
    &["old", "new", "equal", "dataset", "indicators", "bodies", "unexplained", "embargo"];

/// Compare two datasets as readers would see them.
#[derive(argh::FromArgs, argh::ArgsInfo)]
#[argh(subcommand, name = "diff", help_triggers("-h", "--help"))]
#[argh(
    note = "OLD and NEW are dataset directories, stores (their live releases), releases of a store (STORE@VERSION), \
            or the word embedded for the built-in dataset. Exit code 0: every response stays the same, byte for byte; \
            3: readers will notice differences."
)]
#[argh(
    example = "What has changed since the last release\n$ {command_name} /var/lib/indicatord /srv/indicators"
)]
pub struct Diff {
    /// what readers see now, and what they would see; by default INDICATORD_STORE and INDICATORD_DATASET
    #[argh(positional, arg_name = "old new")]
    datasets: Vec<String>,

    /// compare as of this time (RFC 3339); by default now
    #[argh(option, arg_name = "timestamp", from_str_fn(instant))]
    at: Option<Timestamp>,

    /// print everything as JSON
    #[argh(switch)]
    json: bool,
}

pub fn run(command: Diff, console: Console) -> Result<ExitCode, CommandError> {
    console.run(command.json, MEMBERS, |console| diff(command, console))
}

fn diff(command: Diff, console: Console) -> Result<ExitCode, CommandError> {
    let now = at(command.at);
    let (old, new) = match <[String; 2]>::try_from(command.datasets) {
        Ok([old, new]) => (old, new),
        Err(none) if none.is_empty() => of_configuration()?,
        Err(_) => return Err(msg::two_datasets().into()),
    };
    let progress = Progress::begin(console.lang);
    let old = load(&old, now, console)?;
    let new = load(&new, now, console)?;
    let difference = Difference::between(&old, &new, now)?;
    drop(progress);
    console.show(|| console::coloured_difference(&difference.text(console.lang)));
    console.members(difference.view());
    Ok(if difference.is_empty() { ExitCode::SUCCESS } else { ExitCode::from(DIFFERENT) })
}

/// The configured store and dataset directory.
fn of_configuration() -> Result<(String, String), CommandError> {
    let configuration = configuration::get();
    let path = |path: PathBuf| path.to_string_lossy().into_owned();
    let store = configuration.store(None)?;
    // By its name alone it would be taken for a dataset directory.
    if !StoreState::open(&store)?.is_store() {
        return Err(msg::no_store(store.display()).into());
    }
    Ok((path(store), path(configuration.dataset(None)?)))
}

/// A dataset that is named, or `embedded`.
fn load(text: &str, now: Timestamp, console: Console) -> Result<FullDataset, CommandError> {
    if text == "embedded" {
        return Ok(dataset::load(&Source::Embedded, now)?);
    }
    match Named::parse(text, console)? {
        Named::Directory(path) => Ok(dataset::load(&Source::Directory(path), now)?),
        Named::Release(state, version) => release(&state, &version, now, console),
    }
}

/// A release that was not altered.
fn release(
    state: &StoreState,
    version: &str,
    now: Timestamp,
    console: Console,
) -> Result<FullDataset, CommandError> {
    let release = state.read(version);
    match &release.integrity {
        Integrity::Altered(altered) => return Err(CommandError::BadContent(altered.clone())),
        Integrity::Unknown => console.eprintln(&msg::release_unknown(version)),
        Integrity::Intact | Integrity::Unreadable => {}
    }
    Ok(release.check(now)?)
}
