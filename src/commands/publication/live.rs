//! Whether what is in service is served: the server on this machine is asked to take it [D26.3].

use std::path::{Path, PathBuf};
use std::time::Duration;

use super::request::Request;
use crate::dataset::FullDataset;
use crate::messages::{self as msg, Message};
use crate::model::Lang;
use crate::server::control::{self, NoAnswer, ReloadOutcome, Subject};

/// How long the server may take.
const PATIENCE: Duration = Duration::from_secs(60);

/// The server that is asked.
pub enum ServerToAsk {
    /// None: it is left alone.
    Nobody,
    /// The one that takes requests here.
    At(PathBuf),
}

impl ServerToAsk {
    /// The one that was named, in the environment or by the package.
    pub fn named(control: Option<PathBuf>) -> Self {
        ServerToAsk::At(control.unwrap_or_else(control::path_from_environment))
    }

    /// Asks it to take a release that was just put in service, and says what is so.
    pub fn ask(&self, dataset: &FullDataset, request: &Request) -> Option<Message> {
        let (path, store) = match self {
            ServerToAsk::Nobody => return None,
            ServerToAsk::At(path) => (path, request.store.as_deref()?),
        };
        Some(match control::ask(path, PATIENCE) {
            Ok(answer) if !serves(&answer.subject, store) => msg::live_elsewhere(other(answer.subject)),
            Ok(answer) => outcome(answer.outcome, dataset, request.lang),
            Err(NoAnswer::NobodyListens) => msg::live_unanswered(),
            Err(error) => msg::live_not_told(error.message(path)),
        })
    }
}

/// Whether the server serves this store.
fn serves(subject: &Subject, store: &Path) -> bool {
    let store = store.canonicalize().unwrap_or_else(|_| store.to_owned());
    matches!(subject, Subject::Store(served) if Path::new(served) == store)
}

fn other(subject: Subject) -> Message {
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
