//! Whether the current release is served: the server on this machine is asked to take it [D26.3].

use std::path::{Path, PathBuf};
use std::time::Duration;

use crate::dataset::FullDataset;
use crate::messages::{self as msg, Message};
use crate::model::Lang;
use crate::server::control::{self, NoAnswer, ReloadOutcome, Subject};

/// How long the server may take.
const TIMEOUT: Duration = Duration::from_secs(60);

pub enum ServerToAsk {
    Nobody,
    /// At this control socket.
    At(PathBuf),
}

impl ServerToAsk {
    /// The server of `--control` and `--no-reload`: the one that was named, in the environment or by the package.
    pub fn new(control: Option<PathBuf>, no_reload: bool) -> Self {
        if no_reload {
            return ServerToAsk::Nobody;
        }
        ServerToAsk::At(control.unwrap_or_else(control::path_from_environment))
    }

    /// Asks it to take the current release of this store, and says what is so.
    pub fn ask(&self, store: &Path, dataset: &FullDataset, lang: Lang) -> Option<Message> {
        let ServerToAsk::At(path) = self else { return None };
        Some(match control::ask(path, TIMEOUT) {
            Ok(answer) if !serves(&answer.subject, store) => msg::live_elsewhere(name(answer.subject)),
            Ok(answer) => outcome(answer.outcome, dataset, lang),
            Err(NoAnswer::NobodyListens) => msg::live_unanswered(),
            Err(error) => msg::live_not_told(error.message(path)),
        })
    }
}

fn serves(subject: &Subject, store: &Path) -> bool {
    let store = store.canonicalize().unwrap_or_else(|_| store.to_owned());
    matches!(subject, Subject::Store(served) if Path::new(served) == store)
}

fn name(subject: Subject) -> Message {
    match subject {
        Subject::Embedded => msg::data_inside_the_program(),
        Subject::Dataset(path) | Subject::Store(path) => msg::verbatim(PathBuf::from(path).display()),
    }
}

fn outcome(outcome: ReloadOutcome, dataset: &FullDataset, lang: Lang) -> Message {
    match outcome {
        ReloadOutcome::Served { version: served, since, .. } if served == dataset.version() => {
            msg::live_served(dataset.offset().local(since).format("%H:%M:%S"))
        }
        ReloadOutcome::Served { version: served, .. } => msg::live_other_release(served),
        refused @ ReloadOutcome::Refused { .. } => msg::live_refused(refused.reasons(lang).join("; ")),
    }
}
