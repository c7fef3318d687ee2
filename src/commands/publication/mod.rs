//! A publication, stage by stage: submitted, checked, compared, approved, installed. Each is made of the one before, and
//! all of them hold the bytes that were read first. `publish`, `stage`, `approve` and `rollback` go through it.

mod approved;
mod baseline;
mod checked;
mod compared;
mod confirm;
pub mod embargo;
mod installed;
pub mod live;
pub mod request;
mod rules;
pub mod submitted;
mod unchanged;
mod warnings;

use std::path::Path;
use std::process::ExitCode;
use std::sync::Arc;

use chrono::SecondsFormat;

pub use checked::{next_version, stamp_files};
pub use installed::Installed;

use crate::console::{self, CommandError};
use crate::dataset::{self, FullDataset};
use crate::messages::{self as msg, Message};
use crate::model::{Lang, Timestamp};
use crate::store::{Error, Integrity, Notice, Store, View};
use approved::Approved;
use baseline::Baseline;
use checked::Outcome;
use compared::Compared;
use request::{Extent, Purpose, Request};
use submitted::{Provenance, Submitted};

/// How a publication ended that was not refused.
pub enum Ending {
    /// Nothing was to be done, or nothing was to be written: that was said.
    Nothing,
    /// A release was installed.
    Installed(Box<Installed>),
}

/// Takes what was submitted from `submit` to its end.
///
/// # Errors
/// Whatever refuses it; nothing was done then.
pub fn run(
    request: &Request,
    submit: impl FnOnce(Option<&View>) -> Result<Submitted, CommandError>,
) -> Result<Ending, CommandError> {
    let view = look(request)?;
    let submitted = submit(view.as_ref())?;
    let baseline = Baseline::read(view.as_ref(), request.now)?;
    let checked = match Outcome::of(submitted, view.as_ref(), &baseline, request)? {
        Outcome::Nothing(said) => {
            report(&said, request.lang);
            return Ok(Ending::Nothing);
        }
        Outcome::Checked(checked) => *checked,
    };
    let approved = Approved::new(Compared::new(checked, view, baseline, request)?, request)?;
    if request.extent == Extent::Rehearse {
        report(&msg::would_be_published(approved.0.checked.dataset.version()), request.lang);
        return Ok(Ending::Nothing);
    }
    Ok(Ending::Installed(Box::new(Installed::new(approved, request)?)))
}

/// The same, and says what was done.
///
/// # Errors
/// As [`run`].
pub fn complete(
    request: &Request,
    submit: impl FnOnce(Option<&View>) -> Result<Submitted, CommandError>,
) -> Result<ExitCode, CommandError> {
    Ok(match run(request, submit)? {
        Ending::Nothing => ExitCode::SUCCESS,
        Ending::Installed(installed) => finish(&installed, request),
    })
}

/// Says what was done, notes it in the directory, and has the server take it.
pub fn finish(installed: &Installed, request: &Request) -> ExitCode {
    let lang = request.lang;
    if let Some(number) = installed.number() {
        report(&number, lang);
    }
    report(&installed.sentence(request), lang);
    if request.purpose == Purpose::Publish {
        note(installed, request);
    }
    if !installed.pruned.is_empty() {
        report(&msg::pruned(installed.pruned.join(", ")), lang);
    }
    let mut troubles: Vec<&Notice> = installed.troubles.iter().collect();
    // A release is put back on full disks, too: the line of the journal follows.
    if request.purpose == Purpose::Rollback && troubles.iter().any(|trouble| trouble.is_no_room()) {
        troubles.retain(|trouble| !trouble.is_no_room());
        tell(&msg::rolled_back_unnoted(installed.compared.checked.dataset.version()), lang);
    }
    let code = ending(&troubles, lang);
    if request.purpose != Purpose::Rollback {
        embargo::tell(&installed.compared.checked.dataset, request);
    }
    if let Some(said) = request.server.ask(&installed.compared.checked.dataset, request) {
        report(&said, lang);
    }
    code
}

/// Notes in the directory what was published from it, so that edits before it are not taken back; whatever becomes of
/// the note, the dataset is published.
fn note(installed: &Installed, request: &Request) {
    let checked = &installed.compared.checked;
    let (Provenance::Directory(directory) | Provenance::SummedDirectory(directory)) = &checked.submitted.from
    else {
        return;
    };
    let now = request.now.to_rfc3339_opts(SecondsFormat::Secs, true);
    let mut say = |message| tell(&message, request.lang);
    if let Err(trouble) = dataset::note_publication(directory, checked.dataset.version(), &now, &mut say) {
        tell(&trouble, request.lang);
    }
}

/// The store as it is, where there is one; what a killed program has left in it is finished first.
fn look(request: &Request) -> Result<Option<View>, CommandError> {
    let Some(root) = request.store.as_deref() else { return Ok(None) };
    let view = View::open_if_there(root).map_err(refused)?;
    let Some(view) = view else {
        let creates = matches!(request.purpose, Purpose::Publish | Purpose::Stage);
        return if creates { Ok(None) } else { Err(refused(Error::NoStore(root.to_owned()))) };
    };
    if request.extent == Extent::Rehearse || !view.is_unfinished().map_err(refused)? {
        Notice::of_journal(view.journal()).iter().for_each(|notice| tell(&notice.sentence(), request.lang));
        return Ok(Some(view));
    }
    let mut store = take(request)?;
    store.notices().iter().for_each(|notice| tell(&notice.sentence(), request.lang));
    drop(store);
    View::open(root).map(Some).map_err(refused)
}

/// Takes the store to change it: `publish` and `stage` make one where there is none.
fn take(request: &Request) -> Result<Store, CommandError> {
    let (root, now) = (request.store()?, request.now);
    catch_file_limits();
    let waiting = || tell(&msg::waiting_for_the_store(), request.lang);
    let taken = match request.purpose {
        Purpose::Publish | Purpose::Stage => Store::take_or_create(root, now, waiting),
        Purpose::Approve | Purpose::Rollback => Store::take(root, now, waiting),
    };
    taken.map_err(refused)
}

/// Takes a store that is there, and tells what was found in it.
///
/// # Errors
/// When it is not there, or cannot be taken.
pub fn take_existing(root: &Path, now: Timestamp, lang: Lang) -> Result<Store, CommandError> {
    catch_file_limits();
    let mut store = Store::take(root, now, || tell(&msg::waiting_for_the_store(), lang)).map_err(refused)?;
    store.notices().iter().for_each(|notice| tell(&notice.sentence(), lang));
    Ok(store)
}

/// A limit on the size of files is then an error like a full disk, and not the end of the program in between.
fn catch_file_limits() {
    let _ = signal_hook::flag::register(signal_hook::consts::SIGXFSZ, Arc::default());
}

/// Reads and checks a release, unless it is not what was put into the store.
///
/// # Errors
/// When it was altered, or everything that is wrong with it.
pub fn load(view: &View, version: &str, now: Timestamp, lang: Lang) -> Result<FullDataset, CommandError> {
    let release = view.read(version);
    match &release.integrity {
        Integrity::Altered(altered) => return Err(CommandError::BadContent(altered.sentences())),
        Integrity::Unknown => tell(&msg::release_unknown(version), lang),
        Integrity::Intact | Integrity::Unreadable => {}
    }
    Ok(dataset::check(&release.files, now, release.found)?)
}

/// A store that could not be read or taken.
pub fn refused(error: Error) -> CommandError {
    error.sentence().into()
}

/// Something that went wrong before anything was in service that was not before.
fn failed(store: &Store, error: Error) -> CommandError {
    match store.view().current() {
        Ok(None) => msg::store_failed_at_first(error.sentence()).into(),
        _ => msg::store_failed(error.sentence()).into(),
    }
}

/// Says a sentence on the standard output: it is the outcome.
pub fn report(said: &Message, lang: Lang) {
    console::say(&format!("{}\n", said.get(lang)));
}

/// Says a sentence on the standard error: somebody should know, whatever the outcome.
pub fn tell(said: &Message, lang: Lang) {
    console::complain(&format!("{}\n", said.get(lang)));
}

/// Tells what went wrong behind the step. What is in service is in service; yet that is no success.
fn ending(troubles: &[&Notice], lang: Lang) -> ExitCode {
    troubles.iter().for_each(|trouble| tell(&trouble.sentence(), lang));
    if troubles.iter().any(|trouble| trouble.is_trouble()) { ExitCode::FAILURE } else { ExitCode::SUCCESS }
}
