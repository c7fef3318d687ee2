//! `indicatord verify`: whether the releases of a store are still what they were when they were published, or what
//! `publish` would say to a bundle.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use super::publication::request::{Extent, Purpose, Request};
use super::publication::{self, Submitted};
use super::releases::disagreements;
use crate::cli::values::at;
use crate::console::{CommandError, Console};
use crate::messages as msg;
use crate::model::Timestamp;
use crate::store::{Error, Integrity, StoreState};

/// Verify that the releases of a store are what they were when they were published, or say what would become of a bundle.
#[derive(argh::FromArgs)]
#[argh(subcommand, name = "verify", help_triggers("-h", "--help"))]
#[argh(
    note = "Of a store: one line a release. Files that were altered, removed or added after its publication are named, with what\ncheck finds in them; the exit code is 2 then. Of a bundle: who signed it, and what publish would say to it."
)]
#[argh(example = "$ {command_name} /var/lib/indicatord")]
#[argh(
    example = "$ {command_name} 2026-11-21.bundle --trusted-keys /etc/indicatord/keys --store /var/lib/indicatord"
)]
pub struct Verify {
    /// the store, or the bundle
    #[argh(positional, arg_name = "path")]
    path: PathBuf,

    /// the directory of the public keys that a bundle may be signed with
    #[argh(option, arg_name = "dir")]
    trusted_keys: Option<PathBuf>,

    /// the store that a bundle is meant for
    #[argh(option, arg_name = "dir")]
    store: Option<PathBuf>,
}

pub fn run(command: Verify, console: Console) -> Result<ExitCode, CommandError> {
    // A path that cannot be looked at is reported when it is opened.
    if command.path.is_file() {
        verify_bundle(command, console)
    } else {
        verify_store(&command.path, console)
    }
}

fn verify_bundle(command: Verify, console: Console) -> Result<ExitCode, CommandError> {
    let request = Request {
        store: command.store,
        trusted_keys: command.trusted_keys,
        extent: Extent::DryRun,
        ..Request::new(Purpose::Publish, console)
    };
    let bundle = publication::open_bundle(&command.path, &request)?;
    publication::run(&request, |_| Submitted::bundle(bundle, console))?;
    Ok(ExitCode::SUCCESS)
}

/// Every release that is or was kept, each once, the oldest first; then whether link, directories and journal agree.
fn verify_store(root: &Path, console: Console) -> Result<ExitCode, CommandError> {
    let (state, now) = (StoreState::open(root)?, at(None));
    if !state.is_store() && state.holds_something()? {
        return Err(Error::NoStore(root.to_owned()).into());
    }
    let mut outcome = Outcome::Intact;
    for event in state.journal().events() {
        console.eprintln(&event.sentence());
        outcome = Outcome::Altered;
    }
    let current = state.current()?;
    let journal = state.journal();
    let mut seen = BTreeSet::new();
    for version in journal.entries().iter().map(|entry| entry.event.version()) {
        let is_kept = state.keeps(version);
        if !seen.insert(version) || !is_kept && !journal.was_current(version) {
            continue;
        }
        outcome = outcome.max(if is_kept {
            verify_release(&state, version, now, console)
        } else {
            console.println(&msg::release_gone(version));
            // Old releases are removed in the course of time; the current one never is.
            if current.as_deref() == Some(version) { Outcome::Unread } else { Outcome::Intact }
        });
    }
    if journal.last().is_some() && current.is_none() {
        outcome = Outcome::Unread;
    }
    if journal.entries().is_empty() {
        console.println(&msg::nothing_published());
    }
    let strangers = state.strangers()?;
    let disagreements = disagreements(&state)?;
    disagreements.iter().for_each(|message| console.eprintln(message));
    if !disagreements.is_empty() && (!strangers.is_empty() || journal.last().is_none()) {
        outcome = outcome.max(Outcome::Altered);
    }
    Ok(outcome.exit_code())
}

/// How a release was found, the worst last: what could not be read may be right [D17].
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Outcome {
    Intact,
    /// Altered, or not to be compared with anything that the journal knows.
    Altered,
    Unread,
}

impl Outcome {
    fn exit_code(self) -> ExitCode {
        match self {
            Outcome::Intact => ExitCode::SUCCESS,
            Outcome::Altered => CommandError::BadContent(Vec::new()).exit_code(),
            Outcome::Unread => ExitCode::FAILURE,
        }
    }
}

fn verify_release(state: &StoreState, version: &str, now: Timestamp, console: Console) -> Outcome {
    let release = state.read(version);
    match &release.integrity {
        Integrity::Intact => {
            console.println(&msg::release_intact(version));
            Outcome::Intact
        }
        Integrity::Unreadable => {
            console.eprintln(&msg::release_unreadable(version));
            console.report(&release.found);
            Outcome::Unread
        }
        Integrity::Unknown => {
            console.eprintln(&msg::release_unknown(version));
            Outcome::Altered
        }
        Integrity::Altered(altered) => {
            altered.iter().for_each(|said| console.eprintln(said));
            if let Err(found) = release.check(now) {
                console.report(&found);
            }
            Outcome::Altered
        }
    }
}
