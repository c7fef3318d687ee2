//! A request to change the current release, or to stage a change, by whichever command.

use super::*;

/// Characters that a message may have.
const MAX_MESSAGE: usize = 500;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Purpose {
    /// A new release becomes current.
    Publish,
    /// A new release is stored for somebody else to approve.
    Stage,
    /// A staged release becomes current.
    Approve,
    /// A previous release becomes live again.
    Rollback,
}

impl Purpose {
    pub fn is_new_release(self) -> bool {
        matches!(self, Purpose::Publish | Purpose::Stage)
    }
}

/// How far a publication goes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Extent {
    /// To its end; at a terminal it asks first.
    Ask,
    Go,
    /// To the last refusal that there may be: nothing is written.
    DryRun,
}

pub struct Request {
    pub purpose: Purpose,
    /// A bundle may be verified without a store.
    pub store: Option<PathBuf>,
    /// The directory of the keys that bundles may be signed with.
    pub trusted_keys: Option<PathBuf>,
    pub allowed: Allowed,
    pub extent: Extent,
    /// Whether a directory that is empty, or is not there, becomes a store.
    pub new_store: bool,
    /// The group that may read embargoed releases in a new store.
    pub readers: Option<String>,
    pub message: Option<String>,
    /// The rows that a rollback withdraws; none for all that the current release has brought.
    pub rows: Vec<RowChoice>,
    /// The control socket of the server that is asked to take the release; `None` for no server.
    pub control: Option<PathBuf>,
    pub console: Console,
    pub now: Timestamp,
}

impl Request {
    /// A request that goes to its end without a question, allows nothing and asks no server.
    pub fn new(purpose: Purpose, console: Console) -> Self {
        Request {
            purpose,
            store: None,
            trusted_keys: None,
            allowed: Allowed::default(),
            extent: Extent::Go,
            new_store: false,
            readers: None,
            message: None,
            rows: Vec::new(),
            control: None,
            console,
            now: at(None),
        }
    }

    pub fn if_missing(&self) -> IfMissing {
        if self.new_store { IfMissing::Create } else { IfMissing::Refuse }
    }

    /// The store, for a command that writes to it.
    pub fn store(&self) -> Result<&Path, CommandError> {
        self.store.as_deref().ok_or_else(|| msg::arguments_missing("--store").into())
    }
}

/// A message for the journal, which has one line for each release.
pub fn one_line(message: Option<String>) -> Result<Option<String>, CommandError> {
    let bad = |text: &String| text.chars().any(char::is_control) || text.chars().count() > MAX_MESSAGE;
    match message {
        Some(text) if bad(&text) => Err(msg::message_not_one_line().into()),
        other => Ok(other.filter(|text| !text.trim().is_empty())),
    }
}
