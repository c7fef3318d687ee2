//! `indicatord verify`: whether the releases of a store are still what they were when they were published.

use std::path::Path;
use std::process::ExitCode;

use super::publish::rehearse;
use super::publishing::request::Request;
use super::publishing::{self, open_bundle, report, tell};
use super::{at, language};
use crate::cli::Verify;
use crate::console::{self, CommandError};
use crate::dataset::{self, Diagnostics, Source};
use crate::messages as say;
use crate::model::{Lang, Timestamp};
use crate::store::{self, Entry, View};

/// Runs the command.
pub fn run(command: Verify) -> Result<ExitCode, CommandError> {
    let (now, lang) = (at(None), language(command.lang));
    // A path that cannot be looked at is reported by whoever opens it.
    if command.path.is_file() {
        return verify_bundle(command, now, lang);
    }
    verify_store(&command.path, now, lang)
}

/// Who signed it, and what `publish` would say.
fn verify_bundle(command: Verify, now: Timestamp, lang: Lang) -> Result<ExitCode, CommandError> {
    let request = Request::of_verify(command, now, lang);
    let bundle = open_bundle(&request)?;
    let origin = bundle.origin();
    let comment = say::shown(&origin.comment);
    report(&say::bundle_is_good(&bundle.manifest.version, &origin.key, origin.sequence, comment), lang);
    report(&say::bundle_created(&bundle.manifest.created), lang);
    rehearse(&request)
}

/// Every release that is kept, each once, the oldest first; then whether link and journal agree.
fn verify_store(root: &Path, now: Timestamp, lang: Lang) -> Result<ExitCode, CommandError> {
    let view = View::open(root).map_err(publishing::refused)?;
    let current = view.current().map_err(publishing::refused)?;
    let mut versions: Vec<&str> = Vec::new();
    for entry in view.journal().entries() {
        if !versions.contains(&entry.version.as_str()) {
            versions.push(&entry.version);
        }
    }
    let published = versions.iter().filter_map(|version| view.journal().of(version));
    let waiting = view.armed().map(|armed| &armed.entry).into_iter().chain(view.staged().entries());
    let mut outcome = Outcome::Intact;
    for entry in published.chain(waiting.filter(|entry| !versions.contains(&entry.version.as_str()))) {
        outcome = outcome.max(verify_release(&view, entry, current.as_deref(), now, lang)?);
    }
    if let Some(last) = view.journal().last() {
        match current {
            None => {
                tell(&say::nothing_in_service(&last.version), lang);
                outcome = outcome.max(Outcome::Unread);
            }
            Some(current) if current != last.version => {
                tell(&say::link_disagrees(current, &last.version), lang);
            }
            Some(_) => {}
        }
    } else {
        report(&say::nothing_published(), lang);
    }
    Ok(outcome.exit_code())
}

/// How a release was found, the worst last: what could not be read may be right (decisions, section 17).
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Outcome {
    Intact,
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

fn verify_release(
    view: &View,
    entry: &Entry,
    current: Option<&str>,
    now: Timestamp,
    lang: Lang,
) -> Result<Outcome, CommandError> {
    let version = entry.version.as_str();
    if !view.keeps(version) {
        report(&say::release_gone(version), lang);
        // Old releases are removed in the course of time; the one in service never is.
        return Ok(if current == Some(version) { Outcome::Unread } else { Outcome::Intact });
    }
    let mut diagnostics = Diagnostics::default();
    let files = dataset::read(&Source::Directory(view.release(version)), &mut diagnostics);
    if files.is_empty() && diagnostics.errors() > 0 {
        tell(&say::release_unreadable(version), lang);
        console::complain(&diagnostics.text(lang));
        return Ok(Outcome::Unread);
    }
    let Some(altered) = store::altered(view.path(), entry, &files).map_err(publishing::refused)? else {
        report(&say::release_intact(version), lang);
        return Ok(Outcome::Intact);
    };
    altered.sentences().iter().for_each(|said| tell(said, lang));
    if let Err(found) = dataset::check(&files, now, diagnostics) {
        console::complain(&found.text(lang));
    }
    Ok(Outcome::Altered)
}
