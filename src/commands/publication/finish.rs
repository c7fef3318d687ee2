//! The end of a publication: it is reported, noted in the directory, and taken by the server [D26.3].

use super::*;

use chrono::TimeDelta;

use crate::server::control::Subject;

const TIMEOUT: Duration = Duration::from_secs(60);

/// Reports the publication, notes it in the directory, and has the server take it.
pub fn finish(installed: &Installed, request: &Request) {
    let console = request.console;
    let Checked { dataset, number_given, .. } = &installed.compared.checked;
    console.changed();
    console.member("removed", &installed.pruned);
    number_given.iter().for_each(|said| console.println(said));
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
        show_embargo(dataset, request.now, console);
    }
    if let (Some(store), Some(control)) = (&request.store, &request.control) {
        let (is_served, said) = ask_server(control, store, dataset, console.lang);
        console.member("served", is_served);
        console.println(&said);
    }
}

/// Notes the publication in the directory, so that edits before it are not taken back. Trouble with the note is said, and
/// changes nothing.
fn note(installed: &Installed, request: &Request) {
    let checked = &installed.compared.checked;
    let Provenance::Directory { path, .. } = &checked.submitted.from else { return };
    let mut say = |message| request.console.eprintln(&message);
    let (version, at) = (checked.dataset.version(), checked.dataset.offset().timestamp(request.now));
    dataset::note_publication(path, &checked.submitted.files, version, &at, &mut say).unwrap_or_else(say);
}

/// Says how many rows are under embargo and when the first becomes public, and warns of a clock that may be wrong.
fn show_embargo(dataset: &FullDataset, now: Timestamp, console: Console) {
    let Some((count, first)) = count_embargoed(dataset, now) else { return };
    console.println(&msg::release_has_embargoed(count, dataset.offset().timestamp(first)));
    if first - now < TimeDelta::days(1) {
        console.eprintln(&msg::less_than_a_day());
    }
    match crate::server::clock_is_synchronised() {
        Some(true) => {}
        Some(false) => console.eprintln(&msg::clock_not_synchronised()),
        None => console.eprintln(&msg::clock_unknown()),
    }
}

/// Asks the server at a control socket to take the current release of this store, and says whether it is served, as far
/// as that is known.
fn ask_server(control: &Path, store: &Path, dataset: &FullDataset, lang: Lang) -> (Option<bool>, Message) {
    let answer = match control::ask(control, Question::Reload, TIMEOUT) {
        Ok(answer) => answer,
        Err(NoAnswer::NobodyListens) => return (None, msg::live_unanswered()),
        Err(error) => return (None, msg::live_not_told(error.message(control))),
    };
    if let Some(place) = other_subject(&answer.subject, store) {
        return (None, msg::live_elsewhere(place));
    }
    match answer.outcome {
        Outcome::Served { version: served, since, .. } if served == dataset.version() => {
            (Some(true), msg::live_served(dataset.offset().local(since).format("%H:%M:%S")))
        }
        Outcome::Served { version: served, .. } => (Some(false), msg::live_other_release(served)),
        refused @ Outcome::Refused { .. } => {
            (Some(false), msg::live_refused(refused.reasons(lang).join("; ")))
        }
    }
}

/// Names the data that a server serves from other_subject; `None` where it serves this store.
pub fn other_subject(subject: &Subject, store: &Path) -> Option<Message> {
    let store = store.canonicalize().unwrap_or_else(|_| store.to_owned());
    match subject {
        Subject::Store(served) if Path::new(served) == store => None,
        Subject::Embedded => Some(msg::data_inside_the_program()),
        Subject::Dataset(path) | Subject::Store(path) => {
            Some(msg::verbatim(msg::escaped(&Path::new(path).display())))
        }
    }
}
