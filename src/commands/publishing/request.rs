//! What somebody asked for who publishes or stages, whichever command it was.

use std::path::{Path, PathBuf};

use crate::cli::{Publish, Stage, Verify};
use crate::commands::{at, language};
use crate::compare::guards::{Allowed, GuardKind};
use crate::console::CommandError;
use crate::messages as say;
use crate::model::{Lang, Timestamp};

/// Characters that a message may have.
const LONGEST_MESSAGE: usize = 500;

/// What is to become a release.
pub enum Subject {
    /// A dataset directory or a bundle.
    Path(PathBuf),
    /// A release that was staged.
    Staged(String),
}

/// What it is to become.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Purpose {
    /// The release in service, now or at an instant.
    Publish,
    /// A release that waits for somebody else's word.
    Stage,
}

/// The whole request.
pub struct Request {
    /// What is to become a release.
    pub subject: Subject,
    /// What it is to become.
    pub purpose: Purpose,
    /// The store; a bundle may be verified without one.
    pub store: Option<PathBuf>,
    /// The instant at which it is to become public, where that is not now.
    pub instant: Option<Timestamp>,
    /// The keys that bundles may be signed with.
    pub trusted_keys: Option<PathBuf>,
    /// Whether version and as-of are set here.
    pub bump: bool,
    /// What was said to be meant.
    pub allowed: Allowed,
    /// Whether nothing is to be written.
    pub dry_run: bool,
    /// Whether nobody is asked.
    pub yes: bool,
    /// Whether all warnings are shown.
    pub all: bool,
    /// What the journal will say about it.
    pub message: Option<String>,
    /// The language of reports.
    pub lang: Lang,
    /// The present instant.
    pub now: Timestamp,
}

impl Request {
    /// What `publish` was asked.
    pub fn of_publish(command: Publish) -> Result<Self, CommandError> {
        let allowed = Allowed::parse(&command.allow)?;
        let subject = match (command.dataset, command.staged) {
            (Some(path), None) => Subject::Path(path),
            (None, Some(version)) => Subject::Staged(version),
            _ => return Err(say::name_what_to_publish().into()),
        };
        let now = at(None);
        if let Some(instant) = command.at.filter(|instant| *instant <= now) {
            return Err(say::instant_has_passed(instant.to_rfc3339()).into());
        }
        Ok(Request {
            subject,
            purpose: Purpose::Publish,
            store: Some(command.store),
            instant: command.at,
            trusted_keys: command.trusted_keys,
            bump: command.bump,
            allowed: allowed
                .and(GuardKind::Loss, command.allow_loss)
                .and(GuardKind::Jump, command.allow_jump),
            dry_run: command.dry_run,
            yes: command.yes,
            all: command.all,
            message: one_line(command.message)?,
            lang: language(command.lang),
            now,
        })
    }

    /// What `stage` was asked.
    pub fn of_stage(command: Stage) -> Result<Self, CommandError> {
        Ok(Request {
            subject: Subject::Path(command.dataset),
            purpose: Purpose::Stage,
            store: Some(command.store),
            instant: None,
            trusted_keys: command.trusted_keys,
            bump: command.bump,
            allowed: Allowed::parse(&command.allow)?,
            dry_run: command.dry_run,
            // Nothing becomes public: there is nothing to be asked.
            yes: true,
            all: command.all,
            message: one_line(command.message)?,
            lang: language(command.lang),
            now: at(None),
        })
    }

    /// What `verify` was asked of a bundle.
    pub fn of_verify(command: Verify, now: Timestamp, lang: Lang) -> Self {
        Request {
            subject: Subject::Path(command.path),
            purpose: Purpose::Publish,
            store: command.store,
            instant: None,
            trusted_keys: command.trusted_keys,
            bump: false,
            allowed: Allowed::default(),
            dry_run: true,
            yes: true,
            all: false,
            message: None,
            lang,
            now,
        }
    }

    /// The store, for whoever writes to it.
    pub fn store(&self) -> Result<&Path, CommandError> {
        self.store.as_deref().ok_or_else(|| say::arguments_missing("--store").into())
    }

    /// The instant at which it becomes public: what lies in the future is seen from there.
    pub fn public_at(&self) -> Timestamp {
        self.instant.unwrap_or(self.now)
    }
}

/// The journal has one line for each release, and so has a list of them.
fn one_line(message: Option<String>) -> Result<Option<String>, CommandError> {
    let bad = |text: &String| text.chars().any(char::is_control) || text.chars().count() > LONGEST_MESSAGE;
    match message {
        Some(text) if bad(&text) => Err(say::message_not_one_line().into()),
        other => Ok(other.filter(|text| !text.trim().is_empty())),
    }
}
