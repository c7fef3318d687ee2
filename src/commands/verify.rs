//! `indicatord verify`: whether the releases of a store are still what they were when they were published.

use std::path::Path;
use std::process::ExitCode;

use super::at;
use super::publication::request::Request;
use super::publication::submitted::{Submitted, open_bundle};
use super::publication::{self, report, tell};
use super::releases::disagreements;
use crate::cli::Verify;
use crate::console::{self, CommandError};
use crate::dataset;
use crate::messages as msg;
use crate::model::{Lang, Timestamp};
use crate::store::{Error, Integrity, Notice, View};

/// Runs the command.
pub fn run(command: Verify, lang: Lang) -> Result<ExitCode, CommandError> {
    let now = at(None);
    // A path that cannot be looked at is reported when it is opened.
    if command.path.is_file() {
        return verify_bundle(command, now, lang);
    }
    verify_store(&command.path, now, lang)
}

/// Who signed it, and what `publish` would say.
fn verify_bundle(command: Verify, now: Timestamp, lang: Lang) -> Result<ExitCode, CommandError> {
    let (request, path) = Request::of_verify(command, now, lang);
    let bundle = open_bundle(&path, &request)?;
    let origin = bundle.origin();
    let comment = msg::shown(&origin.comment);
    report(&msg::bundle_is_good(&bundle.manifest.version, &origin.key, origin.sequence, comment), lang);
    report(&msg::bundle_created(bundle.manifest.created), lang);
    publication::run(&request, |_| Submitted::bundle(bundle))?;
    Ok(ExitCode::SUCCESS)
}

/// Every release that is or was kept, each once, the oldest first; then whether link, directories and journal agree.
fn verify_store(root: &Path, now: Timestamp, lang: Lang) -> Result<ExitCode, CommandError> {
    let view = View::open(root).map_err(publication::refused)?;
    if !view.is_store() && view.holds_something().map_err(publication::refused)? {
        return Err(publication::refused(Error::NoStore(root.to_owned())));
    }
    let mut outcome = Outcome::Intact;
    for notice in Notice::of_journal(view.journal()) {
        tell(&notice.sentence(), lang);
        outcome = Outcome::Altered;
    }
    let current = view.current().map_err(publication::refused)?;
    let journal = view.journal();
    let mut versions: Vec<&str> = Vec::new();
    for entry in journal.entries() {
        let version = entry.event.version();
        let is_release = journal.was_in_service(version) || view.keeps(version);
        if is_release && !versions.contains(&version) {
            versions.push(version);
        }
    }
    for version in versions {
        outcome = outcome.max(verify_release(&view, version, current.as_deref(), now, lang));
    }
    if journal.last().is_some() && current.is_none() {
        outcome = Outcome::Unread;
    }
    if journal.entries().is_empty() {
        report(&msg::nothing_published(), lang);
    }
    let strangers = view.strangers().map_err(publication::refused)?;
    if disagreements(&view, lang)? && (!strangers.is_empty() || journal.last().is_none()) {
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

fn verify_release(view: &View, version: &str, current: Option<&str>, now: Timestamp, lang: Lang) -> Outcome {
    if !view.keeps(version) {
        report(&msg::release_gone(version), lang);
        // Old releases are removed in the course of time; the one in service never is.
        return if current == Some(version) { Outcome::Unread } else { Outcome::Intact };
    }
    let release = view.read(version);
    match release.integrity {
        Integrity::Intact => {
            report(&msg::release_intact(version), lang);
            Outcome::Intact
        }
        Integrity::Unreadable => {
            tell(&msg::release_unreadable(version), lang);
            console::complain(&release.found.text(lang));
            Outcome::Unread
        }
        Integrity::Unknown => {
            tell(&msg::release_unknown(version), lang);
            Outcome::Altered
        }
        Integrity::Altered(altered) => {
            altered.sentences().iter().for_each(|said| tell(said, lang));
            if let Err(found) = dataset::check(&release.files, now, release.found) {
                console::complain(&found.text(lang));
            }
            Outcome::Altered
        }
    }
}
