//! A publication, stage by stage: submitted, checked, compared, approved, installed. Each is made of the one before, and
//! all of them hold the bytes that were read first. `publish`, `stage`, `approve` and `rollback` go through it.

mod approved;
mod baseline;
mod checked;
mod compared;
pub mod embargo;
mod installed;
pub mod number;
pub mod request;
mod server_to_ask;
mod store_access;
mod submitted;
mod unchanged;
mod warnings;

use std::process::ExitCode;

use chrono::SecondsFormat;

pub use installed::Installed;
pub use server_to_ask::ServerToAsk;
pub use store_access::{load, lock};
pub use submitted::{Submitted, judge_sums, open_bundle};

use crate::console::CommandError;
use crate::dataset;
use crate::messages as msg;
use crate::store::{StoreEvent, StoreState};
use approved::Approved;
use baseline::Baseline;
use checked::Outcome;
use compared::Compared;
use request::{Extent, Purpose, Request};
use submitted::Provenance;

/// The end of a publication that was not refused.
pub enum Ending {
    /// Nothing was to be done, or nothing was to be written: that was said.
    Nothing,
    Installed(Box<Installed>),
}

/// Takes what was submitted from `submit` to its end. A refusal leaves everything as it was.
pub fn run(
    request: &Request,
    submit: impl FnOnce(Option<&StoreState>) -> Result<Submitted, CommandError>,
) -> Result<Ending, CommandError> {
    let state = store_access::read(request)?;
    let submitted = submit(state.as_ref())?;
    let baseline = Baseline::read(state.as_ref(), request.now)?;
    let checked = match Outcome::of(submitted, state.as_ref(), &baseline, request)? {
        Outcome::Nothing(said) => {
            request.console.println(&said);
            return Ok(Ending::Nothing);
        }
        Outcome::Checked(checked) => *checked,
    };
    let approved = Approved::new(Compared::new(checked, state, baseline, request)?, request)?;
    if request.extent == Extent::DryRun {
        request.console.println(&msg::would_be_published(approved.0.checked.dataset.version()));
        return Ok(Ending::Nothing);
    }
    Ok(Ending::Installed(Box::new(Installed::new(approved, request)?)))
}

/// The same, and says what was done.
pub fn complete(
    request: &Request,
    submit: impl FnOnce(Option<&StoreState>) -> Result<Submitted, CommandError>,
) -> Result<ExitCode, CommandError> {
    Ok(match run(request, submit)? {
        Ending::Nothing => ExitCode::SUCCESS,
        Ending::Installed(installed) => finish(&installed, request),
    })
}

/// Says what was done, notes it in the directory, and has the server take it.
pub fn finish(installed: &Installed, request: &Request) -> ExitCode {
    let (console, dataset) = (request.console, &installed.compared.checked.dataset);
    if let Some(number) = installed.number() {
        console.println(&number);
    }
    console.println(&installed.sentence(request));
    if request.purpose == Purpose::Publish {
        note(installed, request);
    }
    if !installed.pruned.is_empty() {
        console.println(&msg::pruned(installed.pruned.join(", ")));
    }
    let mut troubles: Vec<&StoreEvent> = installed.troubles.iter().collect();
    // A release is put back on full disks, too: the line of the journal follows.
    if request.purpose == Purpose::Rollback && troubles.iter().any(|trouble| trouble.is_no_room()) {
        troubles.retain(|trouble| !trouble.is_no_room());
        console.eprintln(&msg::rolled_back_unnoted(dataset.version()));
    }
    troubles.iter().for_each(|trouble| console.eprintln(&trouble.sentence()));
    if request.purpose != Purpose::Rollback {
        embargo::show(dataset, request.now, console);
    }
    let store = request.store.as_deref();
    if let Some(said) = store.and_then(|store| request.server.ask(store, dataset, console.lang)) {
        console.println(&said);
    }
    // The release is current all the same; yet trouble is no success.
    let is_trouble = troubles.iter().any(|trouble| trouble.is_trouble());
    if is_trouble { ExitCode::FAILURE } else { ExitCode::SUCCESS }
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
    let mut say = |message| request.console.eprintln(&message);
    if let Err(trouble) = dataset::note_publication(directory, checked.dataset.version(), &now, &mut say) {
        request.console.eprintln(&trouble);
    }
}
