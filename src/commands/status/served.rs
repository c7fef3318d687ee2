//! What the server on this machine serves, as it says itself.

use std::path::Path;
use std::time::Duration;

use serde::Serialize;

use super::super::publication::elsewhere;
use super::findings::{Findings, Weight};
use crate::messages as msg;
use crate::model::{Offset, Timestamp};
use crate::server::control::{self, NoAnswer, Outcome, Question};
use crate::store::OffsetTimestamp;

/// A server that is at work answers at once.
const TIMEOUT: Duration = Duration::from_secs(10);

#[derive(Serialize)]
pub struct Served {
    pub version: String,
    pub since: String,
    /// Whether it is a release, and not what is served where none was ever live.
    #[serde(skip)]
    pub is_published: bool,
}

/// Asks the server at a control socket; `None` where none serves this store, or its answer is not known. That nobody
/// listens counts where a server is expected there.
pub fn ask(
    control: &Path,
    is_expected: bool,
    store: &Path,
    offset: Option<Offset>,
    findings: &mut Findings,
) -> Option<Served> {
    let answer = match control::ask(control, Question::Status, TIMEOUT) {
        Ok(answer) => answer,
        Err(error) => {
            let is_known = matches!(error, NoAnswer::NobodyListens) && !is_expected;
            let weight = if is_known { Weight::Notice } else { Weight::Unknown };
            findings.add(weight, msg::served_not_told(error.message(control)));
            return None;
        }
    };
    if let Some(other) = elsewhere(&answer.subject, store) {
        findings.add(Weight::Unknown, msg::served_elsewhere(control.display(), other));
        return None;
    }
    let (Outcome::Served { version, .. } | Outcome::Refused { version, .. }) = &answer.outcome;
    if let Outcome::Served { is_refused: true, .. } = answer.outcome {
        findings.add(Weight::Notice, msg::last_reload_was_refused());
    }
    let (since, is_published) = match &answer.outcome {
        Outcome::Served { since, is_published, .. } => (written(*since, offset), *is_published),
        Outcome::Refused { .. } => (String::new(), true),
    };
    Some(Served { version: version.clone(), since, is_published })
}

/// As the live dataset writes instants, where there is one.
fn written(instant: Timestamp, offset: Option<Offset>) -> String {
    match offset {
        Some(offset) => offset.timestamp(instant),
        None => OffsetTimestamp::utc(instant).to_string(),
    }
}
