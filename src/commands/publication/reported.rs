//! After a publication: it is reported, noted in the directory, and taken by the server [D26.3].

use super::*;

use chrono::TimeDelta;

use crate::server::control::{RELOAD_TIMEOUT, Subject};

impl Installed {
    /// Reports the publication, notes it in the directory, and has the server take it.
    pub fn report(&self, request: &Request) {
        let dataset = &self.compared.checked.dataset;
        console::mark_changed();
        console::set_member("removed", &self.pruned);
        console::println(self.sentence(request));
        if matches!(request.purpose, Purpose::Publish(_)) {
            note_in_directory(&self.compared.checked, request);
        }

        if !self.pruned.is_empty() {
            console::println(msg::pruned(self.pruned.join(", ")));
        }

        console::eprint_lines(&self.troubles);
        if !request.is_rollback() {
            show_embargo(dataset, request.now);
        }

        if let Some(control) = &request.control {
            let reply = ask_server(control, &request.store, dataset, console::lang());
            console::set_member("served", reply.is_served);
            console::println(reply.message);
        }
    }

    fn sentence(&self, request: &Request) -> Message {
        let version = self.compared.checked.dataset.version();
        let hash = self.compared.checked.content.hash.short();
        match (&request.purpose, &self.compared.baseline.current) {
            (Purpose::Stage(_), _) if self.two_people => msg::staged_for_another(version, hash),
            (Purpose::Stage(_), _) => msg::staged(version, hash),
            (Purpose::Rollback(_), Some(previous)) => msg::rolled_back(version, previous),
            (Purpose::Rollback(_), None) => msg::put_back(version),
            (_, Some(previous)) => msg::published(version, previous),
            (_, None) => msg::published_first(version),
        }
    }
}

/// Notes the publication in the directory, so that edits before it are not taken back. A failure to note it is
/// printed, and the publication stands.
fn note_in_directory(checked: &Checked, request: &Request) {
    let Provenance::Directory(path) = &checked.submitted.from else {
        return;
    };

    let version = checked.dataset.version();
    let at = checked.dataset.offset().timestamp(request.now);
    let warn = &mut console::eprintln;
    let noted = dataset::note_publication(path, &checked.submitted.files, version, &at, warn);
    if let Err(trouble) = noted {
        console::eprintln(trouble);
    }
}

/// Says how many rows are under embargo and when the first becomes public, and warns of a clock that may be wrong.
fn show_embargo(dataset: &FullDataset, now: Timestamp) {
    let Some((count, first)) = count_embargoed(dataset, now) else {
        return;
    };

    console::println(msg::release_has_embargoed(
        count,
        dataset.offset().timestamp(first),
    ));
    if first - now < TimeDelta::days(1) {
        console::eprintln(msg::less_than_a_day());
    }

    match crate::server::clock_is_synchronised() {
        Some(true) => {}
        Some(false) => console::eprintln(msg::clock_not_synchronised()),
        None => console::eprintln(msg::clock_unknown()),
    }
}

/// The reply of a server that was asked to take a release.
struct ServerReply {
    /// `None` where it is not known.
    is_served: Option<bool>,
    message: Message,
}

impl ServerReply {
    fn unknown(message: Message) -> Self {
        ServerReply {
            is_served: None,
            message,
        }
    }
}

/// Asks the server at a control socket to take the current release of this store.
fn ask_server(control: &Path, store: &Path, dataset: &FullDataset, lang: Lang) -> ServerReply {
    let answer = match control::ask(control, Question::Reload, RELOAD_TIMEOUT) {
        Ok(answer) => answer,
        Err(NoAnswer::NobodyListens) => return ServerReply::unknown(msg::live_unanswered()),
        Err(error) => {
            return ServerReply::unknown(msg::live_not_told(error.message(control)));
        }
    };

    if let Some(place) = name_other_subject(&answer.subject, store) {
        return ServerReply::unknown(msg::live_elsewhere(place));
    }

    let (is_served, message) = match answer.outcome {
        Outcome::Served { version, since, .. } if version == dataset.version() => {
            let since = dataset.offset().local(since).format("%H:%M:%S");
            (true, msg::live_served(since))
        }
        Outcome::Served { version, .. } => (false, msg::live_other_release(version)),
        refused @ Outcome::Refused { .. } => {
            let why = refused.reasons(lang).join("; ");
            (false, msg::live_refused(why))
        }
    };

    ServerReply {
        is_served: Some(is_served),
        message,
    }
}

/// Names the data that a server serves, where they are not those of this store.
pub fn name_other_subject(subject: &Subject, store: &Path) -> Option<Message> {
    let store = store.canonicalize().unwrap_or_else(|_| store.to_owned());
    match subject {
        Subject::Store(served) if Path::new(served) == store => None,
        Subject::Embedded => Some(msg::data_inside_the_program()),
        Subject::Dataset(path) | Subject::Store(path) => {
            Some(msg::verbatim(Path::new(path).display()))
        }
    }
}
