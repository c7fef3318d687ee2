//! What an operator asked for who changes what is in service, or stages a change, with whichever command.

use std::path::{Path, PathBuf};

use super::live::ServerToAsk;
use crate::cli::{Approve, Publish, Rollback, Stage, Verify};
use crate::commands::at;
use crate::compare::guards::{Allowed, GuardKind};
use crate::console::CommandError;
use crate::messages as msg;
use crate::model::{Lang, Timestamp};

/// Characters that a message may have.
const LONGEST_MESSAGE: usize = 500;

/// What is to be done with what was submitted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Purpose {
    /// A new release is put in service.
    Publish,
    /// A new release is stored for somebody else to approve.
    Stage,
    /// A release that was staged is put in service.
    Approve,
    /// A former release is put back in service.
    Rollback,
}

/// How far a publication goes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Extent {
    /// To its end; at a terminal it asks first.
    Ask,
    /// To its end.
    Go,
    /// To the last refusal that there may be: nothing is written.
    Rehearse,
}

/// Which warnings are shown.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ShownWarnings {
    /// Those that the release in service has not.
    New,
    /// All.
    All,
}

/// The whole request.
pub struct Request {
    /// What is to be done.
    pub purpose: Purpose,
    /// The store; a bundle may be verified without one.
    pub store: Option<PathBuf>,
    /// The keys that bundles may be signed with.
    pub trusted_keys: Option<PathBuf>,
    /// What was said to be meant.
    pub allowed: Allowed,
    /// How far it goes.
    pub extent: Extent,
    /// Which warnings are shown.
    pub warnings: ShownWarnings,
    /// What the journal will say about it.
    pub message: Option<String>,
    /// How many releases are kept.
    pub keep: usize,
    /// The server that is asked to take what is in service then.
    pub server: ServerToAsk,
    /// The language of reports.
    pub lang: Lang,
    /// The present instant.
    pub now: Timestamp,
}

impl Request {
    /// What `publish` was asked.
    pub fn of_publish(command: Publish, lang: Lang) -> Result<(Self, PathBuf), CommandError> {
        let allowed = Allowed::parse(&command.allow)?;
        let extent = match (command.dry_run, command.yes) {
            (true, _) => Extent::Rehearse,
            (false, true) => Extent::Go,
            (false, false) => Extent::Ask,
        };
        let request = Request {
            purpose: Purpose::Publish,
            store: Some(command.store),
            trusted_keys: command.trusted_keys,
            allowed: allowed
                .and(GuardKind::Loss, command.allow_loss)
                .and(GuardKind::Jump, command.allow_jump),
            extent,
            warnings: if command.all { ShownWarnings::All } else { ShownWarnings::New },
            message: one_line(command.message)?,
            keep: command.keep,
            server: if command.no_reload { ServerToAsk::Nobody } else { ServerToAsk::named(command.control) },
            lang,
            now: at(None),
        };
        Ok((request, command.dataset))
    }

    /// What `stage` was asked. Nothing becomes public by it: nothing is asked, and no server.
    pub fn of_stage(command: Stage, lang: Lang) -> Result<(Self, PathBuf), CommandError> {
        let request = Request {
            purpose: Purpose::Stage,
            store: Some(command.store),
            trusted_keys: command.trusted_keys,
            allowed: Allowed::parse(&command.allow)?,
            extent: if command.dry_run { Extent::Rehearse } else { Extent::Go },
            warnings: if command.all { ShownWarnings::All } else { ShownWarnings::New },
            message: one_line(command.message)?,
            keep: usize::MAX,
            server: ServerToAsk::Nobody,
            lang,
            now: at(None),
        };
        Ok((request, command.dataset))
    }

    /// What `approve` was asked.
    pub fn of_approve(command: Approve, lang: Lang) -> Result<(Self, String), CommandError> {
        let request = Request {
            purpose: Purpose::Approve,
            store: Some(command.store),
            trusted_keys: None,
            allowed: Allowed::parse(&command.allow)?,
            extent: if command.yes { Extent::Go } else { Extent::Ask },
            warnings: ShownWarnings::New,
            message: one_line(command.message)?,
            keep: command.keep,
            server: if command.no_reload { ServerToAsk::Nobody } else { ServerToAsk::named(command.control) },
            lang,
            now: at(None),
        };
        Ok((request, command.version))
    }

    /// What `rollback` was asked. It removes no old releases: one of them may be wanted next.
    pub fn of_rollback(command: &Rollback, lang: Lang) -> Result<Self, CommandError> {
        Ok(Request {
            purpose: Purpose::Rollback,
            store: Some(command.store.clone()),
            trusted_keys: None,
            allowed: Allowed::parse(&command.allow)?,
            extent: if command.yes { Extent::Go } else { Extent::Ask },
            warnings: ShownWarnings::New,
            message: None,
            keep: usize::MAX,
            server: if command.no_reload {
                ServerToAsk::Nobody
            } else {
                ServerToAsk::named(command.control.clone())
            },
            lang,
            now: at(None),
        })
    }

    /// What `verify` was asked of a bundle.
    pub fn of_verify(command: Verify, now: Timestamp, lang: Lang) -> (Self, PathBuf) {
        let request = Request {
            purpose: Purpose::Publish,
            store: command.store,
            trusted_keys: command.trusted_keys,
            allowed: Allowed::default(),
            extent: Extent::Rehearse,
            warnings: ShownWarnings::New,
            message: None,
            keep: usize::MAX,
            server: ServerToAsk::Nobody,
            lang,
            now,
        };
        (request, command.path)
    }

    /// The store, for a command that writes to it.
    pub fn store(&self) -> Result<&Path, CommandError> {
        self.store.as_deref().ok_or_else(|| msg::arguments_missing("--store").into())
    }
}

/// The journal has one line for each release, and so has a list of them.
fn one_line(message: Option<String>) -> Result<Option<String>, CommandError> {
    let bad = |text: &String| text.chars().any(char::is_control) || text.chars().count() > LONGEST_MESSAGE;
    match message {
        Some(text) if bad(&text) => Err(msg::message_not_one_line().into()),
        other => Ok(other.filter(|text| !text.trim().is_empty())),
    }
}
